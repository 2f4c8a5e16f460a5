"""Complaint 15: the sweep reports a missing file and goes on; the doctor counts both kinds of loss."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.blobs.port import BlobMissingError
from osmosis_ai.platform.errors import InvalidRequestError, ResourceNotFoundError
from osmosis_ai.platform.operations import doctor
from osmosis_ai.platform.operations.background import Background
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import blobs, datasets, workspaces
from osmosis_ai.platform.store.tables import Blob
from tests.platform.api.conftest import Api
from tests.platform.conftest import ManualClock
from tests.platform.datasets import jsonl, read_rows, upload


async def content(*pieces: bytes) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


async def put(platform: Platform, member: Member, *pieces: bytes, at_most: int = 1000) -> Blob:
    return await blobs.put(
        platform.database, platform.blobs, platform.capacity, member, content(*pieces), at_most=at_most
    )


def age(platform: Platform, days: float = 2) -> None:
    """Makes every file as old as that, by the test's clock."""
    then = (datetime(2026, 3, 1, 12, tzinfo=UTC) - timedelta(days=days)).timestamp()
    for path in platform.settings.blobs_path.rglob("*"):
        os.utime(path, (then, then))


async def test_sweep_removes_what_nothing_names_and_goes_on_past_what_is_missing(platform: Platform, owner: Member):
    """A file without a row goes, a row without a file is named, and everything else stays readable."""
    kept, lost = [await put(platform, owner, b"kept"), await put(platform, owner, b"lost")]
    await platform.blobs.put("nobody/orphan", content(b"orphan"), at_most=100)
    (platform.settings.blobs_path / ".partial" / "left").write_bytes(b"half")
    await platform.blobs.delete(lost.key)
    age(platform)
    (check,) = [each for each in await doctor.examine(platform) if each.name == "files"]
    assert check.status == "failed"
    assert check.message.startswith(f"1 rows without a file, 1 files without a row: {lost.key}")
    done = await blobs.sweep(platform.database, platform.blobs)
    assert (done.removed, done.missing, done.failed) == (2, [lost.key], 0)
    assert b"".join([piece async for piece in platform.blobs.get(kept.key)]) == b"kept"
    await blobs.delete(platform.database, owner, lost.id)
    again = await blobs.sweep(platform.database, platform.blobs)
    assert (again.removed, again.missing, again.unnamed) == (0, [], 0)
    (check,) = [each for each in await doctor.examine(platform) if each.name == "files"]
    assert check.status == "ok"


async def test_file_whose_row_may_be_about_to_be_written_is_kept(platform: Platform, owner: Member):
    """A file is written before its row: for a day, having no row is no reason to remove it."""
    await platform.blobs.put("young/file", content(b"x"), at_most=100)
    age(platform, days=0.5)
    done = await blobs.sweep(platform.database, platform.blobs)
    assert (done.removed, done.unnamed) == (0, 1)


async def test_deleting_removes_the_row_first_and_the_file_after_the_commit(platform: Platform, owner: Member):
    """The file is there until the row is gone for good; then the outbox removes it."""
    row = await put(platform, owner, b"a", b"b")
    assert row.size == 2
    await blobs.delete(platform.database, owner, row.id)
    assert b"".join([piece async for piece in platform.blobs.get(row.key)]) == b"ab"
    await Background(platform).worker.run_once()
    with pytest.raises(BlobMissingError):
        [piece async for piece in platform.blobs.get(row.key)]
    with pytest.raises(ResourceNotFoundError):
        await blobs.delete(platform.database, owner, row.id)


async def test_file_that_is_too_large_leaves_nothing(platform: Platform, owner: Member):
    """Neither a row nor a file, whole or in part."""
    with pytest.raises(InvalidRequestError):
        await put(platform, owner, b"x" * 600, b"x" * 600)
    assert not [path for path in platform.settings.blobs_path.rglob("*") if path.is_file()]


async def test_files_of_datasets_are_swept_like_all_others(clients: Api, platform: Platform, clock: ManualClock):
    """One that is gone is named by the doctor, and the others stay; what a deleted workspace had goes."""
    kept, lost = [(await upload(clients, jsonl(), name=name))["id"] for name in ("kept", "lost")]
    await read_rows(platform)
    owner = clients.people["owner"]
    async with platform.read() as unit:
        keys = {
            each: (await datasets.current_file(unit, unit.in_workspace(owner.workspace_id), each)).key
            for each in (kept, lost)
        }
    await platform.blobs.delete(keys[lost])
    clock.now = datetime.now(UTC) + timedelta(days=2)
    (check,) = [each for each in await doctor.examine(platform) if each.name == "files"]
    assert check.message == f"1 rows without a file, 0 files without a row: {keys[lost]}"
    assert (await blobs.sweep(platform.database, platform.blobs)).removed == 0
    async with platform.write() as unit:
        await workspaces.delete(unit, owner)
    assert (await blobs.sweep(platform.database, platform.blobs)).removed == 1
    assert [blob async for blob in platform.blobs.listing()] == []
