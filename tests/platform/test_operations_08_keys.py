"""Complaint 8: a lost key and a rotation that was killed leave a platform that starts and secrets that can be read."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.errors import StateConflictError, UnavailableError
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.secrets.key_file import KeyFile, Keys
from osmosis_ai.platform.secrets.keyring import SecretUnreadableError
from osmosis_ai.platform.services import keys, secrets
from osmosis_ai.platform.settings import Settings
from osmosis_ai.platform.store import secrets as rows
from tests.platform.processes import Program

ROTATE = """
import asyncio, os, signal, sys
from pathlib import Path
from sqlalchemy import event
from osmosis_ai.platform.settings import load_settings
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.secrets import key_file
from osmosis_ai.platform.services import keys

left = int(sys.argv[2])

def step(*_, **__):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

async def main():
    async with Platform.open(load_settings(Path(sys.argv[1]))) as platform:
        event.listen(platform.database._engines.writer.sync_engine, "before_cursor_execute", step)
        event.listen(platform.database._engines.writer.sync_engine, "commit", step)
        place = key_file.KeyFile._place
        def placed(*arguments):
            step()
            done = place(*arguments)
            step()
            return done
        key_file.KeyFile._place = placed
        await keys.rotate(platform.database, platform.keyring)
        print(left, flush=True)

asyncio.run(main())
"""
"""Rotates the key, and kills itself at the given step: a statement, a commit, before or after a write of the file."""

EVERY = int(os.environ.get("OSMOSIS_EVERY_POINT", "9"))
"""Which points are tried; 1 for all of the more than fifty."""

VALUES = {f"SECRET_{number}": f"value-{number}" for number in range(25)}


async def put_all(platform: Platform, owner: Member) -> None:
    async with platform.write() as unit:
        for name, value in VALUES.items():
            await secrets.put(unit, owner, platform.keyring, name=name, value=value, scope="workspace")


async def read_all(platform: Platform) -> dict[str, str]:
    async with platform.read() as unit:
        found = await rows.every_secret(unit, 100)
    return {
        each.row.name: platform.keyring.open(secrets.place_of(each.row), secrets.sealed_of(each.row)) for each in found
    }


async def test_platform_starts_without_its_keys_and_names_each_unreadable_secret(
    settings: Settings, tmp_path: Path, monkeypatch
):
    """A restore without the key file starts; the doctor names every secret; with the file they can be read again."""
    async with Platform.open(settings) as platform:
        await put_all(platform, await _owner(platform))
    settings.key_file.rename(tmp_path / "saved")
    async with Platform.open(settings) as platform:
        assert len(platform.started.keys.missing) == 1
        named = await keys.unreadable(platform.database, platform.keyring)
        assert sorted(each.name for each in named) == sorted(VALUES)
        assert {each.workspace for each in named} == {"main"}
        async with platform.write() as unit:
            member = await _owner(platform)
            await secrets.put(unit, member, platform.keyring, name="NEW", value="new", scope="workspace")
        done = await keys.rotate(platform.database, platform.keyring)
        assert list(done.kept) == list(platform.started.keys.missing)
    lost = KeyFile(tmp_path / "saved").read()
    present = KeyFile(settings.key_file).read()
    assert lost is not None
    assert present is not None
    KeyFile(settings.key_file).write(Keys(present.active, {**present.keys, **lost.keys}))
    async with Platform.open(settings) as platform:
        assert await read_all(platform) == {**VALUES, "NEW": "new"}


async def test_wrong_key_is_detected_at_the_start(settings: Settings):
    """A file whose key has the right id and other bytes is refused, with the name of the file."""
    async with Platform.open(settings):
        pass
    found = KeyFile(settings.key_file).read()
    assert found is not None
    KeyFile(settings.key_file).write(Keys(found.active, {found.active: b"\x01" * 32}))
    with pytest.raises(OsmosisError, match=r"secrets\.keys is not the one"):
        async with Platform.open(settings):
            pass


async def test_key_file_that_others_can_read_is_refused(settings: Settings):
    """Mode 600 or nothing."""
    async with Platform.open(settings):
        pass
    assert settings.key_file.stat().st_mode & 0o777 == 0o600
    settings.key_file.chmod(0o640)
    with pytest.raises(OsmosisError, match="by other accounts") as refused:
        async with Platform.open(settings):
            pass
    assert refused.value.hint == f"Run: chmod 600 {settings.key_file}"


async def test_rotation_encrypts_everything_again_and_drops_the_old_key(platform: Platform, owner: Member):
    """After a rotation every secret is readable, and the old key is in neither the file nor the database."""
    await put_all(platform, owner)
    old = platform.keyring.keys.active
    done = await keys.rotate(platform.database, platform.keyring)
    assert (done.encrypted_again, list(done.dropped), list(done.kept)) == (len(VALUES), [old], [])
    assert set(platform.keyring.keys.keys) == {done.active}
    assert await read_all(platform) == VALUES


async def test_key_in_use_cannot_be_dropped(platform: Platform, owner: Member):
    """The database refuses, and so does the file while the key is active."""
    await put_all(platform, owner)
    active = platform.keyring.keys.active
    with pytest.raises(ValueError, match="active"):
        platform.keyring.keys.without(active)
    with pytest.raises((IntegrityError, StateConflictError)):
        async with platform.write() as unit:
            await rows.remove_key(unit, active)
    assert await read_all(platform) == VALUES


@pytest.mark.timeout(900)  # a process for each point
async def test_rotation_killed_at_every_point_leaves_every_secret_readable(settings: Settings, database_url: str):
    """SIGKILL at statements, commits and writes of the key file: every secret reads, and a restart finishes."""
    async with Platform.open(settings) as platform:
        await put_all(platform, await _owner(platform))
    environment = {
        "OSMOSIS_PLATFORM_DATABASE_URL": settings.database_url,
        "OSMOSIS_PLATFORM_SECRETS_KEY_FILE": str(settings.key_file),
    }
    step = 0
    while True:
        step += EVERY
        program = await Program.start(ROTATE, str(settings.data), str(step), env=environment)
        line = await program.line()
        status, errors = await program.end()
        async with Platform.open(settings) as platform:
            assert await read_all(platform) == VALUES, f"killed at step {step}"
            assert not await keys.unreadable(platform.database, platform.keyring)
            await keys.finish_rotation(platform.database, platform.keyring)
            assert len(platform.keyring.keys.keys) == 1
            assert await read_all(platform) == VALUES
        if line:
            assert status == 0, errors
            break
        assert status == -signal.SIGKILL, errors
    assert step > 40


async def test_ciphertext_moved_to_another_place_does_not_decrypt(platform: Platform, owner: Member):
    """The workspace, scope, owner, name and version are part of what is authenticated."""
    await put_all(platform, owner)
    async with platform.read() as unit:
        row = (await rows.every_secret(unit, 1))[0].row
    place, sealed = secrets.place_of(row), secrets.sealed_of(row)
    platform.keyring.open(place, sealed)
    for moved in (
        replace(place, workspace_id="wsp_other"),
        replace(place, scope="user"),
        replace(place, owner_id="usr_other"),
        replace(place, name="OTHER"),
        replace(place, version=2),
    ):
        with pytest.raises(SecretUnreadableError):
            platform.keyring.open(moved, sealed)


async def test_secret_is_refused_when_there_is_no_key_file(platform: Platform, owner: Member):
    """Nothing is stored that could not be read again."""
    platform.settings.key_file.unlink()
    with pytest.raises(UnavailableError):
        await put_all(platform, owner)


async def _owner(platform: Platform) -> Member:
    from osmosis_ai.platform.services import accounts, workspaces
    from tests.platform.conftest import actor_of

    async with platform.read() as unit:
        actor = actor_of(await accounts.by_email(unit, "owner@localhost"))
        return await workspaces.resolve(unit, actor, git=None, name="main")
