"""Datasets over HTTP: made, sent, completed, read, listed, downloaded, replaced, renamed and deleted."""

from __future__ import annotations

import pytest

from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import datasets
from tests.platform.api.conftest import Api
from tests.platform.datasets import jsonl, read_rows, send, upload


async def get(api: Api, path: str, caller: str = "member"):
    return await api.call(caller, "GET", f"/api/cli/datasets{path}", workspace="main")


async def test_a_dataset_is_sent_read_and_downloaded(api: Api, platform: Platform):
    """What is downloaded is what was sent, to the byte; rows are counted, and the first ones shown."""
    data = jsonl(30)
    done = await upload(api, data, caller="member")
    assert (done["status"], done["file_size"], done["row_count"]) == ("pending", len(data), None)
    await read_rows(platform)
    found = (await get(api, "/train")).json()
    assert (found["status"], found["row_count"], found["file_format"]) == ("uploaded", 30, "jsonl")
    assert (found["creator_email"], found["updated_at"]) == ("member@example.org", done["updated_at"])
    assert len(found["data_preview"]) == 20
    assert found["data_preview"][1]["ground_truth"] == "7"
    assert (await get(api, f"/{found['id']}")).json() == found
    download = (await get(api, "/train/download")).json()
    assert (download["file_name"], download["expires_in"]) == ("train.jsonl", 3600)
    answer = await api.http.get(download["presigned_url"])
    assert answer.content == data
    assert answer.headers["content-length"] == str(len(data))
    assert answer.headers["content-disposition"] == 'attachment; filename="train.jsonl"'
    async with platform.read() as unit:
        scope = unit.in_workspace(api.people["owner"].workspace_id)
        current = await datasets.current_file(unit, scope, "train")
    assert (current.size, current.row_count, current.format) == (len(data), 30, "jsonl")


async def test_parts_make_the_file_and_completing_again_changes_nothing(
    api: Api, platform: Platform, monkeypatch: pytest.MonkeyPatch
):
    """Sent in parts, one of them twice; the second complete is answered with the dataset as it is by then."""
    monkeypatch.setattr(datasets, "PART_BYTES", 1000)
    data = jsonl(100)
    dataset = await upload(api, data, complete=False)
    plan = dataset["upload"]
    assert (plan["method"], plan["part_size"], plan["total_parts"]) == ("multipart", 1000, -(-len(data) // 1000))
    assert sum(part["size"] for part in plan["presigned_urls"]) == len(data)
    sent = []
    for part in plan["presigned_urls"]:
        start = (part["part_number"] - 1) * 1000
        for content in (b"x" * part["size"], data[start : start + part["size"]])[part["part_number"] > 1 :]:
            answer = await send(api.http, part["presigned_url"], content)
        sent.append({"PartNumber": part["part_number"], "ETag": answer.headers["etag"].strip('"')})
    path, body = f"/api/cli/datasets/{dataset['id']}/complete", {"file_extension": "jsonl", "parts": sent}
    assert (await api.call("owner", "POST", path, json=body, workspace="main")).json()["status"] == "pending"
    await read_rows(platform)
    again = await api.call("owner", "POST", path, json=body, workspace="main")
    assert (again.status_code, again.json()["status"], again.json()["row_count"]) == (200, "uploaded", 100)
    url = (await get(api, "/train/download")).json()["presigned_url"]
    assert (await api.http.get(url)).content == data
