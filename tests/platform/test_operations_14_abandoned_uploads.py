"""Complaint 14: what is sent of uploads that nobody finishes does not stay, in either store."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from osmosis_ai.platform.blobs.folder import FolderStore
from osmosis_ai.platform.blobs.s3 import S3Store
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import blobs, datasets, retention
from osmosis_ai.platform.settings import Settings
from tests.platform.api.conftest import Api
from tests.platform.conftest import ManualClock
from tests.platform.datasets import STORES, create, jsonl, read_rows, send, upload, with_store

pytestmark = pytest.mark.long
UPLOADS = 100


@pytest.fixture(params=STORES)
def settings(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    return with_store(request, settings)


async def unfinished(platform: Platform) -> int:
    """How many partial files and uploads in parts the store has."""
    store = platform.blobs
    if isinstance(store, FolderStore):
        partial = store.folder / ".partial"
        return len(list(partial.iterdir())) if partial.is_dir() else 0
    assert isinstance(store, S3Store)
    found = await store._ask("list_multipart_uploads", Prefix=store.address.prefix)
    return len(found.get("Uploads", ()))


async def test_a_hundred_abandoned_uploads_leave_no_part_and_no_session(
    clients: Api, platform: Platform, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
):
    """Some cancelled, some cancelled while a part is on its way, the rest forgotten: the sweep leaves nothing."""
    part = _part(platform, monkeypatch)
    direct = platform.transfers is not platform.urls
    for number in range(UPLOADS):
        whole = number % 3 == 0
        size = 1000 if whole else part + 1000
        dataset = (await create(clients, size, name=f"set-{number}")).json()
        plan = dataset["upload"]
        if whole:
            await send(clients.http, plan["presigned_url"], b"x" * size)
        elif number % 3 == 1:
            await send(clients.http, plan["presigned_urls"][1]["presigned_url"], b"x" * 1000)
        elif number % 6 == 2 and not direct:
            on_its_way = asyncio.create_task(_slowly(clients, plan["presigned_urls"][0]))
            await asyncio.sleep(0)
            await clients.call("owner", "POST", f"/api/cli/datasets/{dataset['id']}/abort", workspace="main", json={})
            with contextlib.suppress(Exception):
                await on_its_way
            continue
        if number % 4 == 0:
            await clients.call("owner", "POST", f"/api/cli/datasets/{dataset['id']}/abort", workspace="main", json={})
    assert await unfinished(platform)

    clock.advance(hours=3)
    ended = await retention.run(platform.database, platform.settings.retention)
    assert ended.uploads > UPLOADS // 3
    await read_rows(platform)
    clock.now = datetime.now(UTC) + timedelta(days=2)  # of files, the store knows the time
    swept = await blobs.sweep(platform.database, platform.blobs)
    assert (swept.failed, swept.unnamed, list(swept.missing)) == (0, 0, [])
    assert await unfinished(platform) == 0
    assert [blob async for blob in platform.blobs.listing()] == []
    async with platform.read() as unit:
        listed = await datasets.listing(unit, clients.people["owner"], limit=UPLOADS, offset=0)
    assert [each.status for each in listed.items] == ["cancelled"] * UPLOADS


def _part(platform: Platform, monkeypatch: pytest.MonkeyPatch) -> int:
    """Makes parts as small as the store takes them; their bytes."""
    size = 64 * 1024 if platform.settings.blobs_in_folder else 5 * 1024 * 1024
    monkeypatch.setattr(datasets, "PART_BYTES", size)
    return size


async def _slowly(clients: Api, part: dict[str, Any]) -> None:
    async def body() -> AsyncIterator[bytes]:
        for _ in range(4):
            yield b"x" * (part["size"] // 4)
            await asyncio.sleep(0.01)

    await clients.http.put(part["presigned_url"], content=body(), headers={"Content-Length": str(part["size"])})


async def test_an_upload_under_way_is_left_alone_by_the_sweep(
    clients: Api, platform: Platform, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
):
    """What was sent of it is there when the rest arrives, and so is a file whose rows wait to be read."""
    size = _part(platform, monkeypatch)
    data = jsonl(2500, words=600)
    waiting = await upload(clients, data, name="waiting")
    dataset = (await create(clients, len(data))).json()
    first, *others = dataset["upload"]["presigned_urls"]
    tags = [(await send(clients.http, first["presigned_url"], data[:size])).headers["etag"]]
    clock.advance(minutes=59)
    assert (await retention.run(platform.database, platform.settings.retention)).uploads == 0
    for part in others:
        start = (part["part_number"] - 1) * size
        tags.append(
            (await send(clients.http, part["presigned_url"], data[start : start + part["size"]])).headers["etag"]
        )
    parts = [{"PartNumber": number, "ETag": tag.strip('"')} for number, tag in enumerate(tags, start=1)]
    body = {"file_extension": "jsonl", "parts": parts}
    path = f"/api/cli/datasets/{dataset['id']}/complete"
    assert (await clients.call("owner", "POST", path, json=body, workspace="main")).status_code == 200
    clock.now = datetime.now(UTC) + timedelta(days=2)
    swept = await blobs.sweep(platform.database, platform.blobs)
    assert (swept.removed, swept.unnamed) == (0, 0)
    await read_rows(platform)
    async with platform.read() as unit:
        for name in ("train", waiting["file_name"]):
            found = await datasets.detail(unit, clients.people["owner"], name)
            assert (found.status, found.row_count) == ("uploaded", 2500)
