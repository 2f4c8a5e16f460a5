"""Complaint 7: a backup taken under load restores elsewhere to one consistent state; nothing is overwritten."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.operations.backup import backup, restore
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import accounts, audit, blobs, members, secrets, tokens, workspaces
from osmosis_ai.platform.settings import Settings
from tests.platform.conftest import ManualClock, actor_of


async def content(data: bytes) -> AsyncIterator[bytes]:
    yield data


@pytest.fixture
def elsewhere(settings: Settings, tmp_path: Path, request: pytest.FixtureRequest) -> Settings:
    """Settings of a platform in another folder, on an empty database of the same kind."""
    url = f"sqlite:///{tmp_path / 'other place' / 'copy.sqlite3'}"
    if not settings.is_sqlite:
        url = request.getfixturevalue("postgres").database()
    data = tmp_path / "other place"
    return replace(settings, data=data, database_url=url, blobs_url=f"file://{data / 'blobs'}")


async def _everything(platform: Platform) -> list[object]:
    """What a person sees of the first workspace."""
    async with platform.read() as unit:
        actor = actor_of(await accounts.by_email(unit, "owner@localhost"))
        member = await workspaces.resolve(unit, actor, git=None, name="main")
        return [
            await workspaces.detail(unit, member),
            list(await members.listing(unit, member)),
            list((await secrets.listing(unit, member, scope="all", limit=50, offset=0)).items),
            list((await tokens.listing(unit, actor, limit=50, offset=0)).items),
        ]


async def test_backup_under_load_restores_to_one_consistent_state(
    platform: Platform, owner: Member, elsewhere: Settings, tmp_path: Path, clock: ManualClock
):
    """While others write, a backup is taken; restored to another folder it has pairs whole and every file it names."""
    async with platform.write() as unit:
        await secrets.put(unit, owner, platform.keyring, name="KEPT", value="value", scope="workspace")
        await tokens.create(unit, owner.actor, name="kept", days=9)
    kept = await blobs.put(platform.database, platform.blobs, platform.capacity, owner, content(b"kept"), at_most=9)
    shown = await _everything(platform)
    stop = asyncio.Event()

    async def load() -> int:
        pairs = 0
        while not stop.is_set():
            async with platform.write() as unit:
                for half in ("one", "two"):
                    await audit.record(unit, owner.actor, "test.pair", details={"half": half})
            await blobs.put(platform.database, platform.blobs, platform.capacity, owner, content(b"x"), at_most=9)
            pairs += 1
        return pairs

    loads = [asyncio.create_task(load()) for _ in range(4)]
    await asyncio.sleep(0.2)
    made = await backup(platform, tmp_path / "backup")
    stop.set()
    assert sum(await asyncio.gather(*loads)) > 0
    assert (made.path / "manifest.json").exists()

    done = await restore(tmp_path / "backup", elsewhere)
    assert done.schema == made.schema
    async with Platform.open(elsewhere, clock=clock) as copy:
        assert await _everything(copy) == shown
        swept = await blobs.sweep(copy.database, copy.blobs, remove=False)
        assert swept.missing == []
        assert b"".join([piece async for piece in copy.blobs.get(kept.key)]) == b"kept"
        from osmosis_ai.platform.store import audit as rows

        async with copy.read() as unit:
            pairs = await rows.entries(unit, None, limit=100_000, before=None, action="test.pair")
        assert len(pairs) % 2 == 0


async def test_target_with_anything_in_it_is_refused(
    platform: Platform, owner: Member, elsewhere: Settings, tmp_path: Path
):
    """A live platform, a database with tables, a folder with files, and a backup in the place of another."""
    await blobs.put(platform.database, platform.blobs, platform.capacity, owner, content(b"x"), at_most=9)
    await backup(platform, tmp_path / "backup")
    with pytest.raises(ConflictError):
        await backup(platform, tmp_path / "backup")
    with pytest.raises(ConflictError):
        await restore(tmp_path / "backup", replace(elsewhere, database_url=platform.settings.database_url))
    with pytest.raises(ConflictError):
        await restore(tmp_path / "backup", replace(elsewhere, blobs_url=platform.settings.blobs_url))
    await restore(tmp_path / "backup", elsewhere)
    with pytest.raises(ConflictError):
        await restore(tmp_path / "backup", elsewhere)


@pytest.mark.parametrize("change", ["no manifest", "other bytes", "missing file"])
async def test_changed_backup_is_refused(
    platform: Platform, owner: Member, elsewhere: Settings, tmp_path: Path, change: str
):
    """Every file of a backup is checked before the first is put in place."""
    row = await blobs.put(platform.database, platform.blobs, platform.capacity, owner, content(b"x"), at_most=9)
    folder = (await backup(platform, tmp_path / "backup")).path
    match change:
        case "no manifest":
            (folder / "manifest.json").unlink()
        case "other bytes":
            (folder / "blobs" / row.key).write_bytes(b"y")
        case _:
            (folder / "blobs" / row.key).unlink()
    with pytest.raises(OsmosisError):
        await restore(folder, elsewhere)
    assert not elsewhere.blobs_path.exists()


async def test_files_are_not_removed_while_a_backup_is_taken(platform: Platform, owner: Member, monkeypatch):
    """A deletion that is committed meanwhile removes its file once the backup has ended."""
    from datetime import timedelta

    from osmosis_ai.platform.operations import commands
    from osmosis_ai.platform.operations.background import Background
    from osmosis_ai.platform.operations.backup import KEEP_FILES
    from osmosis_ai.platform.store import outbox

    row = await blobs.put(platform.database, platform.blobs, platform.capacity, owner, content(b"x"), at_most=9)
    async with platform.write() as unit:
        assert await outbox.take_lease(unit, KEEP_FILES, "a backup", unit.now + timedelta(hours=1))
    await blobs.delete(platform.database, owner, row.id)
    worker = Background(platform).worker
    await worker.run_once()
    assert [blob.key async for blob in platform.blobs.listing()] == [row.key]
    with pytest.raises(ConflictError):
        await commands.execute(platform, "gc", {})


async def test_backup_holds_no_key_and_no_secret_in_clear(platform: Platform, owner: Member, tmp_path: Path):
    """The canary is in no file of the backup, nor of the data folder; the key file is not in the backup."""
    canary = "canary-5f0c1d7e"
    async with platform.write() as unit:
        await secrets.put(unit, owner, platform.keyring, name="CANARY", value=canary, scope="workspace")
    folder = (await backup(platform, tmp_path / "backup")).path
    keys = list(platform.keyring.keys.keys.values())
    for top in (folder, platform.settings.data):
        for path in top.rglob("*"):
            if path.is_file():
                data = path.read_bytes()
                assert canary.encode() not in data, path
                assert not any(key in data for key in keys), path
    shutil.rmtree(folder)
