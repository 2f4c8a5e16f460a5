"""Complaint 9: clients send and take files by an address that they can reach, wherever the store is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import datasets
from osmosis_ai.platform.settings import Settings
from tests.platform.api.conftest import Api
from tests.platform.datasets import STORES, jsonl, read_rows, upload, with_store

MIB = 1024 * 1024


@pytest.fixture(params=STORES)
def settings(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    """A platform below a prefix, with a store that it alone reaches by its internal address."""
    return replace(with_store(request, settings), public_url="http://127.0.0.1:8765/osmosis")


@pytest.fixture
def way(settings: Settings) -> str:
    """The beginning of what URLs of transfers have to be."""
    if settings.blobs_in_folder or settings.transfers == "through-platform":
        return "http://127.0.0.1:8765/osmosis/api/v1/transfers?"
    return settings.blobs_url.split("endpoint=")[1]


async def test_a_whole_file_goes_by_the_public_address(clients: Api, platform: Platform, way: str):
    """Sent by one PUT, read, and taken by a GET under its name: both URLs are of the address that clients reach."""
    data = jsonl(20)
    dataset = await upload(clients, data, complete=False)
    assert dataset["upload"]["presigned_url"].startswith(way)
    await upload(clients, data, name="other")
    await read_rows(platform)
    found = await clients.call("member", "GET", "/api/cli/datasets/other/download", workspace="main")
    assert found.json()["presigned_url"].startswith(way)
    taken = await clients.http.get(found.json()["presigned_url"])
    assert taken.content == data
    assert taken.headers["content-disposition"] == 'attachment; filename="other.jsonl"'


async def test_parts_go_by_the_public_address(
    clients: Api, platform: Platform, way: str, monkeypatch: pytest.MonkeyPatch
):
    """Parts as S3 takes them, the last one short, make the file."""
    monkeypatch.setattr(datasets, "PART_BYTES", 5 * MIB)
    data = jsonl(3000, words=600)
    dataset = await upload(clients, data, complete=True)
    assert dataset["status"] == "pending"
    await read_rows(platform)
    found = (await clients.call("member", "GET", "/api/cli/datasets/train", workspace="main")).json()
    assert (found["status"], found["row_count"]) == ("uploaded", 3000)
    url = (await clients.call("member", "GET", "/api/cli/datasets/train/download", workspace="main")).json()
    assert (await clients.http.get(url["presigned_url"])).content == data


async def test_a_file_of_another_size_is_not_completed(clients: Api, platform: Platform):
    """Where the store took it all the same, completing says what is wrong; the right file can follow."""
    dataset = await upload(clients, jsonl(5), complete=False)
    await platform.blobs.delete(await _upload_key(platform, dataset["id"]))

    async def short():
        yield b"short"

    missing = await _complete(clients, dataset["id"])
    await platform.blobs.put(await _upload_key(platform, dataset["id"]), short(), at_most=5)
    wrong = await _complete(clients, dataset["id"])
    for refused, message in ((missing, "has not arrived"), (wrong, "has 5 bytes")):
        assert (refused.status_code, refused.json()["code"]) == (409, "UPLOAD_INCOMPLETE")
        assert message in refused.json()["message"]
    answer = await clients.http.put(dataset["upload"]["presigned_url"], content=jsonl(5))
    assert answer.is_success
    assert (await _complete(clients, dataset["id"])).json()["status"] == "pending"


async def _complete(api: Api, dataset_id: str):
    body = {"file_extension": "jsonl"}
    return await api.call("owner", "POST", f"/api/cli/datasets/{dataset_id}/complete", json=body, workspace="main")


async def _upload_key(platform: Platform, dataset_id: str) -> str:
    from osmosis_ai.platform.store.datasets import by_id_of_any_workspace

    async with platform.read() as unit:
        row = await by_id_of_any_workspace(unit, dataset_id)
    assert row is not None
    return row.upload_key
