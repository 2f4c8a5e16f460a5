"""Datasets: their states, what reading their rows finds, and what becomes of names and files."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from osmosis_ai.datasets.validate import validate_dataset
from osmosis_ai.platform.errors import ResourceNotFoundError, StateConflictError
from osmosis_ai.platform.operations.background import Background
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import blobs, dataset_child, dataset_reading, datasets, retention
from osmosis_ai.platform.settings import Settings
from tests.platform.api.conftest import Api
from tests.platform.conftest import ManualClock
from tests.platform.datasets import create, finish, jsonl, read_rows, send, upload


async def get(api: Api, path: str = "", caller: str = "member"):
    return (await api.call(caller, "GET", f"/api/cli/datasets{path}", workspace="main")).json()


async def log_of(api: Api, name: str) -> list[dict]:
    return (await get(api, f"/{name}/logs?limit=200"))["logs"]


FILES = {
    "csv": b"user_prompt,ground_truth\n" + b"".join(b"%d,%d\n" % (row, row) for row in range(5)),
    "jsonl": jsonl(5),
}


def parquet() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    rows = [{"user_prompt": str(row), "metadata": {"tag": "x", "n": row}} for row in range(5)]
    pq.write_table(pa.Table.from_pylist(rows), out)
    return out.getvalue()


@pytest.mark.parametrize("extension", ["csv", "jsonl", "parquet"])
async def test_every_format_is_read(clients: Api, platform: Platform, extension: str):
    """Rows are counted and shown as they are in the file."""
    data = parquet() if extension == "parquet" else FILES[extension]
    await upload(clients, data, extension=extension)
    await read_rows(platform)
    found = await get(clients, "/train")
    assert (found["status"], found["row_count"], found["file_format"]) == ("uploaded", 5, extension)
    assert found["data_preview"][3]["user_prompt"] in ("3", "3 times 7? please please please ")
    if extension == "parquet":
        assert found["data_preview"][3]["metadata"] == {"tag": "x", "n": 3}


async def test_the_preview_is_short_and_can_always_be_stored(clients: Api, platform: Platform):
    """Long texts are cut; what no database holds, or JSON has no word for, is shown as something that both take."""
    row = {"user_prompt": "x" * 10_000, "ground_truth": "a", "n": 10**30}
    await upload(clients, b"".join(json.dumps({**row, "extra": number}).encode() + b"\n" for number in range(200)))
    await read_rows(platform)
    found = await get(clients, "/train")
    assert (found["status"], len(found["data_preview"])) == ("uploaded", 20)
    first = found["data_preview"][0]
    assert (len(first["user_prompt"]), first["n"]) == (4001, str(10**30))
    assert dataset_child.shown({"a\0": "b\0\ud800", "f": float("nan"), "b": b"x"}) == {
        "a\ufffd": "b\ufffd?",
        "f": "nan",
        "b": "b'x'",
    }


BAD = {
    "too few rows": (jsonl(3), None, "The file has 3 rows"),
    "a wrong type": (jsonl(5) + b'{"user_prompt": "a", "ground_truth": "b", "metadata": 7}\n', 5, "Row 5"),
    "not JSON": (jsonl(5) + b"{oops\n" + jsonl(2), 5, "Row 5"),
    "other keys": (jsonl(41) + b'{"user_prompt": "a"}\n', 41, "Row 41 (line 42): the row lacks 'ground_truth'"),
    "another encoding": (b"\xff\xfe" * 50, None, "UTF-16"),
}


async def test_what_is_wrong_is_said_with_its_row(clients: Api, platform: Platform):
    """The status is `error`, the message names the first row, the log each problem with its row; the file goes."""
    for name, (data, _, _) in BAD.items():
        await upload(clients, data, name=name)
    await read_rows(platform)
    for name, (_, row, message) in BAD.items():
        found = await get(clients, f"/{name}")
        assert found["status"] == "error", name
        assert message in found["status_message"], name
        assert (found["data_preview"], found["row_count"]) == (None, None)
        details = [each["details"] for each in await log_of(clients, name) if each["step"] == "validate"]
        assert row is None or row in [each.get("row") for each in details], name
        refused = await get(clients, f"/{name}/download")
        assert refused["code"] == "DATASET_NOT_READY"
        assert message in refused["message"]
    assert [blob async for blob in platform.blobs.listing()] == []


async def test_what_validate_passes_the_platform_accepts(clients: Api, platform: Platform, tmp_path: Path):
    """Both use one validator: for every file here they say the same, warnings included."""
    columns = io.StringIO()
    csv.writer(columns).writerows([["question", "user_prompt", "label"], *([str(n), "a\nb", "x"] for n in range(4))])
    metadata = [{"metadata": {"a": {"b": [n]}}, "user_prompt": None} for n in range(4)]
    candidates = {
        "plain": jsonl(4),
        "multiline.csv": columns.getvalue().encode(),
        "metadata": "".join(json.dumps(each) + "\n" for each in metadata).encode(),
        "duplicates": jsonl(1) * 8,
        "no-reference": b'{"user_prompt": "a"}\n' * 4,
        "mixed": b'{"user_prompt": "a", "metadata": {"k": 1}}\n{"user_prompt": "a", "metadata": {"k": "1"}}\n' * 2,
        "empty-objects": b'{"user_prompt": "a", "metadata": {}}\n' * 4,
        "large-integer": b'{"user_prompt": "a", "metadata": {"k": 9223372036854775808}}\n' * 4,
    }
    accepted = set()
    for name, data in candidates.items():
        extension = "csv" if name.endswith(".csv") else "jsonl"
        path = tmp_path / f"{name.removesuffix('.csv')}.{extension}"
        path.write_bytes(data)
        if validate_dataset(path).valid:
            accepted.add(name)
        await upload(clients, data, name=name, extension=extension)
    await read_rows(platform)
    found = {each["file_name"]: each for each in (await get(clients))["datasets"]}
    assert {name for name, each in found.items() if each["status"] == "uploaded"} == accepted
    assert {"plain", "duplicates"} <= accepted < set(candidates)
    assert [each["level"] for each in await log_of(clients, "duplicates")].count("warning") == 1 + 1


async def test_reading_is_bounded_in_memory_and_time(clients: Api, platform: Platform, settings: Settings):
    """A file that takes more is an error that says so, and the next one is read all the same."""
    data = jsonl(60_000)
    await upload(clients, data, name="memory")
    await upload(clients, data, name="time")

    def reading(**limits: int) -> dataset_reading.DatasetReading:
        bounded = replace(settings, limits=replace(settings.limits, **limits))
        return dataset_reading.DatasetReading(platform.database, platform.blobs, platform.capacity, bounded)

    small = reading(dataset_memory_bytes=8 * 1024 * 1024)
    await small.handle({"dataset": (await get(clients, "/memory"))["id"]})
    assert "8 MiB of memory" in (await get(clients, "/memory"))["status_message"]
    short = reading(dataset_seconds=0)
    await short.handle({"dataset": (await get(clients, "/time"))["id"]})
    assert "longer than 0 seconds" in (await get(clients, "/time"))["status_message"]
    await upload(clients, data, name="good")
    await read_rows(platform)
    assert (await get(clients, "/good"))["status"] == "uploaded"
    assert list((settings.data / "work").iterdir()) == []


async def test_reading_gives_way_to_requests(clients: Api, platform: Platform):
    """The process that reads rows has a lower priority than the server, so that many uploads keep no list waiting."""
    await upload(clients, jsonl(60_000), name="large")
    reading = asyncio.create_task(read_rows(platform))
    server, seen = psutil.Process(), set()
    while not reading.done():
        for child in server.children():
            with contextlib.suppress(psutil.Error):
                seen |= {child.nice()} if "osmosis_ai.platform.services.dataset_child" in child.cmdline() else set()
        await asyncio.sleep(0.02)
    await reading
    assert max(seen) == min(server.nice() + 10, 19)


async def test_reading_again_changes_nothing(clients: Api, platform: Platform):
    """The outbox may hand one entry out twice: the second finds nothing to do, at the same time or later."""
    dataset = await upload(clients, jsonl())
    reading = dataset_reading.DatasetReading(platform.database, platform.blobs, platform.capacity, platform.settings)
    await asyncio.gather(*(reading.handle({"dataset": dataset["id"]}) for _ in range(2)))
    found = await get(clients, "/train")
    await reading.handle({"dataset": dataset["id"]})
    await reading.handle({"dataset": "dst_never"})
    assert await get(clients, "/train") == found
    assert found["status"] == "uploaded"
    assert (await blobs.sweep(platform.database, platform.blobs)).unnamed == 0


async def test_reading_waits_for_a_store_that_does_not_answer(
    clients: Api, platform: Platform, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
):
    """The dataset stays `processing`, its log says why, and it is read once the store is back."""
    await upload(clients, jsonl())
    background = Background(platform)

    def broken(key: str) -> Path:
        raise OSError("input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(platform.blobs, "path_of", broken)
        await background.slow_worker.run_once()
    assert (await get(clients, "/train"))["status"] == "processing"
    assert "tried again" in (await log_of(clients, "train"))[-1]["message"]
    clock.advance(seconds=61)
    await background.slow_worker.run_once()
    assert (await get(clients, "/train"))["status"] == "uploaded"


async def test_a_name_that_is_taken_is_a_conflict_until_it_is_replaced(clients: Api, platform: Platform):
    """The answer names the dataset to replace; the new one takes the name when its upload is completed, not before."""
    old = await upload(clients, jsonl(5))
    await read_rows(platform)
    taken = await create(clients, 100)
    assert (taken.status_code, taken.json()["existing_dataset_id"]) == (409, old["id"])
    data = jsonl(9)
    new = await upload(clients, data, complete=False, overwrite_dataset_id=old["id"])
    assert (await get(clients, "/train"))["id"] == old["id"]
    assert len((await get(clients))["datasets"]) == 2
    assert (await finish(clients, new)).status_code == 200
    await read_rows(platform)
    found = await get(clients, "/train")
    assert (found["id"], found["row_count"]) == (new["id"], 9)
    assert [each["id"] for each in (await get(clients))["datasets"]] == [new["id"]]
    assert (await get(clients, f"/{old['id']}"))["code"] == "NOT_FOUND"
    other = (await upload(clients, jsonl(), name="other"))["id"]
    assert (await create(clients, 100, overwrite_dataset_id=other)).status_code == 400
    assert (await create(clients, 100, overwrite_dataset_id="dst_never")).status_code == 404


async def test_a_cancelled_or_failed_dataset_gives_its_name_up(clients: Api, platform: Platform):
    """Trying again needs no `--overwrite`; both stay in the list by their ids."""
    cancelled = await upload(clients, jsonl(), complete=False)
    path = f"/api/cli/datasets/{cancelled['id']}/abort"
    for _ in range(2):
        assert (await clients.call("owner", "POST", path, json={}, workspace="main")).status_code == 200
    late = await finish(clients, cancelled)
    assert (late.status_code, late.json()["code"]) == (409, "CANCELLED")
    failed = await upload(clients, b"not a dataset\n")
    await read_rows(platform)
    assert (await get(clients, "/train"))["status"] == "error"
    good = await upload(clients, jsonl())
    await read_rows(platform)
    listed = {each["id"]: each["status"] for each in (await get(clients))["datasets"]}
    assert listed == {cancelled["id"]: "cancelled", failed["id"]: "error", good["id"]: "uploaded"}
    assert (await clients.call("owner", "POST", f"/api/cli/datasets/{good['id']}/abort", workspace="main")).is_success
    assert (await get(clients, "/train"))["status"] == "uploaded"


async def test_renaming_and_deleting(clients: Api, platform: Platform, clock: ManualClock):
    """A new name keeps the id; a deleted one is gone by both, its file a month later."""
    first, second = [(await upload(clients, jsonl(), name=name))["id"] for name in ("first", "second")]
    await read_rows(platform)
    base = "/api/v1/workspaces/main/datasets"
    assert (await clients.call("member", "PATCH", f"{base}/first", json={"name": "second"})).status_code == 409
    renamed = await clients.call("member", "PATCH", f"{base}/first", json={"name": "third"})
    assert (renamed.json()["id"], renamed.json()["file_name"]) == (first, "third")
    assert (await get(clients, "/first"))["code"] == "NOT_FOUND"
    for path, status in ((f"{base}/{second}", 204), (f"{base}/{second}", 404), (f"{base}/second", 404)):
        assert (await clients.call("member", "DELETE", path)).status_code == status
    assert [each["file_name"] for each in (await get(clients))["datasets"]] == ["third"]
    assert len([blob async for blob in platform.blobs.listing()]) == 2
    clock.advance(days=31)
    assert (await retention.run(platform.database, platform.settings.retention)).datasets == 1
    await read_rows(platform)
    assert len([blob async for blob in platform.blobs.listing()]) == 1
    assert (await blobs.sweep(platform.database, platform.blobs)).missing == []
    await upload(clients, jsonl(), name="second")


async def test_two_creates_of_one_name_at_one_moment(clients: Api):
    """One is made, the others are conflicts."""
    answers = await asyncio.gather(*(create(clients, 100) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]


async def test_completing_at_one_moment_reads_the_file_once(clients: Api, platform: Platform):
    """Every request is answered with the dataset, and its rows are read once."""
    dataset = await upload(clients, jsonl(), complete=False)
    answers = await asyncio.gather(*(finish(clients, dataset) for _ in range(5)))
    assert {answer.status_code for answer in answers} == {200}
    await read_rows(platform)
    messages = [each["message"] for each in await log_of(clients, "train")]
    assert messages.count("The rows are being read.") == 1


async def test_parts_that_do_not_fit_are_refused_and_the_upload_goes_on(
    clients: Api, platform: Platform, monkeypatch: pytest.MonkeyPatch
):
    """Missing, of another upload, with another tag: a message says which; with the right ones it completes."""
    monkeypatch.setattr(datasets, "PART_BYTES", 200)
    data = jsonl(5)
    dataset = (await create(clients, len(data))).json()
    parts = dataset["upload"]["presigned_urls"]
    tags = []
    for part in parts:
        start = (part["part_number"] - 1) * 200
        answer = await send(clients.http, part["presigned_url"], data[start : start + part["size"]])
        tags.append({"PartNumber": part["part_number"], "ETag": answer.headers["etag"].strip('"')})
    wrong = [{**tags[0], "ETag": "0" * 64}, *tags[1:]]
    for given, status in ((None, 400), (tags[:-1], 400), ([*tags, tags[0]], 400), (wrong, 409)):
        answer = await finish(clients, dataset, **({} if given is None else {"parts": given}))
        assert answer.status_code == status, answer.text
    assert (await finish(clients, {**dataset, "file_format": "csv"}, parts=tags)).status_code == 400
    assert (await finish(clients, dataset, parts=tags[::-1])).status_code == 200
    late = await send(clients.http, parts[0]["presigned_url"], data[:200])
    assert late.status_code == 404


async def test_the_log_is_read_in_pages_both_ways(clients: Api, platform: Platform):
    """From the newest back, from the oldest on; entries of a page are from old to new."""
    await upload(clients, jsonl())
    await read_rows(platform)
    whole = [each["message"] for each in await log_of(clients, "train")]
    assert len(whole) == 5
    for direction in ("older", "newer"):
        seen: list[str] = []
        cursor = ""
        while True:
            page = await get(clients, f"/train/logs?limit=3&direction={direction}{cursor}")
            messages = [each["message"] for each in page["logs"]]
            seen = messages + seen if direction == "older" else seen + messages
            if page["next_cursor"] is None:
                break
            cursor = f"&cursor={page['next_cursor']}"
        assert seen == whole
    assert (await get(clients, "/train/logs?cursor=x"))["code"] == "VALIDATION"


async def test_a_run_gets_the_current_file(clients: Api, platform: Platform):
    """By name or id, only of the workspace, only once its rows were read."""
    dataset = await upload(clients, jsonl(6))
    async with platform.read() as unit:
        scope = unit.in_workspace(clients.people["owner"].workspace_id)
        others = unit.in_workspace(clients.people["stranger"].workspace_id)
        with pytest.raises(StateConflictError, match="pending"):
            await datasets.current_file(unit, scope, "train")
    await read_rows(platform)
    async with platform.read() as unit:
        found = await datasets.current_file(unit, scope, dataset["id"])
        assert found == await datasets.current_file(unit, scope, "train")
        with pytest.raises(ResourceNotFoundError):
            await datasets.current_file(unit, others, dataset["id"])
    assert b"".join([piece async for piece in platform.blobs.get(found.key)]) == jsonl(6)
