"""kill -9 at random moments of writing, syncing and migrating: what was acknowledged is there, and all is sound.

A few kills by default; `OSMOSIS_KILLS=200`, as `nox -s platform_kills` says it, for many.
"""

from __future__ import annotations

import asyncio
import os
import random
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import git, git_sync, rollouts
from osmosis_ai.platform.settings import Settings
from osmosis_ai.platform.store import audit as rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.migrate import head_revision
from tests.platform import migrations
from tests.platform.processes import Program
from tests.support.repositories import MAIN, Repository

KILLS = int(os.environ.get("OSMOSIS_KILLS", "3"))

WRITE = """
import asyncio, sys
from pathlib import Path
from osmosis_ai.platform.settings import load_settings
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import audit

async def main():
    async with Platform.open(load_settings(Path(sys.argv[1]))) as platform:
        print("ready", flush=True)
        async def client(number):
            for count in range(100_000):
                name = f"{sys.argv[2]}-{number}-{count}"
                async with platform.write() as unit:
                    for half in ("one", "two"):
                        await audit.record_system(unit, "test.kill", target=name, details={"half": half})
                print(name, flush=True)
        await asyncio.gather(*(client(number) for number in range(4)))

asyncio.run(main())
"""
"""Four clients that write pairs and say what was committed."""


@pytest.mark.timeout(60 + 60 * KILLS)
async def test_nothing_acknowledged_is_lost_and_nothing_is_half_written(settings: Settings):
    """After each kill every pair that was acknowledged is whole, and no pair is half there."""
    seed = random.randrange(1 << 30)
    choice = random.Random(seed)
    environment = {
        "OSMOSIS_PLATFORM_DATABASE_URL": settings.database_url,
        "OSMOSIS_PLATFORM_SECRETS_KEY_FILE": str(settings.key_file),
    }
    acknowledged: set[str] = set()
    for kill in range(KILLS):
        program = await Program.start(WRITE, str(settings.data), str(kill), env=environment)
        assert await program.line() == "ready"
        reading = asyncio.create_task(_lines(program))
        await asyncio.sleep(choice.uniform(0.02, 0.6))
        program.process.kill()
        acknowledged |= set(await reading)
        await program.process.wait()
    assert acknowledged
    async with Platform.open(settings) as platform:
        async with platform.read() as unit:
            found = await rows.entries(unit, None, limit=10_000_000, before=None, action="test.kill")
        halves: dict[str, set[str]] = {}
        for entry in found:
            halves.setdefault(entry.target or "", set()).add(entry.details["half"])
        assert acknowledged <= set(halves), f"seed {seed}"
        assert all(each == {"one", "two"} for each in halves.values()), f"seed {seed}"
        if platform.database.path is not None:
            async with platform.database.snapshot() as connection:
                assert (await connection.execute(text("PRAGMA integrity_check"))).scalar_one() == "ok"


MIGRATE = """
import asyncio, sys
from osmosis_ai.platform.store.database import Database

async def main():
    database = Database.open(sys.argv[1])
    print("ready", flush=True)
    await database.migrate()
    await database.close()

asyncio.run(main())
"""


@pytest.mark.timeout(60 + 60 * KILLS)
async def test_migration_killed_anywhere_is_done_by_the_next_start(database_url: str):
    """The oldest schema, filled, and migrated until that is done: the next start has the newest, and every row."""
    seed = random.randrange(1 << 30)
    choice = random.Random(seed)
    oldest = min(path.stem for path in migrations.RELEASED.glob("*.json"))
    database = Database.open(database_url)
    await database.migrate(to=oldest)
    before = await migrations.fill(database, oldest)
    await database.close()
    for _ in range(KILLS):
        program = await Program.start(MIGRATE, database_url, env={})
        assert await program.line() == "ready"
        await asyncio.sleep(choice.uniform(0, 0.5))
        await program.kill()
    database = Database.open(database_url)
    try:
        assert (await database.migrate()).after == head_revision()
        async with database.connection() as connection:
            after = await migrations.counts(connection)
            assert {name: after[name] for name in before} == before, f"seed {seed}"
            assert await migrations.foreign_key_problems(connection) == []
            if database.path is not None:
                assert (await connection.execute(text("PRAGMA integrity_check"))).scalar_one() == "ok"
    finally:
        await database.close()


SYNC = """
import asyncio, sys
from pathlib import Path
from osmosis_ai.platform.settings import load_settings
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import git_sync

async def main():
    async with Platform.open(load_settings(Path(sys.argv[1]))) as platform:
        sync = git_sync.GitSync(platform.database, platform.keyring, platform.settings)
        print("ready", flush=True)
        await sync.sync(sys.argv[2], "push")
        print(sys.argv[3], flush=True)
        while True:
            await sync.sync(sys.argv[2], "manual")

asyncio.run(main())
"""
"""Syncs, says which commit the first sync had to find once it is done, and goes on syncing."""


@pytest.mark.timeout(120 + 60 * KILLS)
async def test_sync_killed_anywhere_loses_no_commit_that_was_synced(settings: Settings, tmp_path: Path):
    """Each start is after a new commit. At the end every commit whose sync was acknowledged is in the history, the
    next sync finds every rollout, nothing is left unfinished, and the mirror and the database are whole."""
    from tests.platform.test_operations_08_keys import _owner

    seed = random.randrange(1 << 30)
    choice = random.Random(seed)
    folder = tmp_path / "repositories"
    repository = Repository(folder / "acme" / "agents.git")
    files = {f"rollouts/r{number}/main.py": MAIN + os.urandom(50_000) for number in range(10)}
    commit = repository.commit(files)
    settings = replace(settings, git_folders=(folder,), git_poll_seconds=0)
    async with Platform.open(settings) as platform:
        owner = await _owner(platform)
        async with platform.write() as unit:
            url = str(repository.path)
            await git.connect(unit, owner, url=url, full_name=None, credential=None, folders=settings.git_folders)
    environment = {
        "OSMOSIS_PLATFORM_DATABASE_URL": settings.database_url,
        "OSMOSIS_PLATFORM_SECRETS_KEY_FILE": str(settings.key_file),
        "OSMOSIS_PLATFORM_GIT_FOLDERS": str(folder),
    }
    acknowledged: set[str] = set()
    for kill in range(KILLS):
        files[f"rollouts/k{kill}/main.py"] = MAIN + os.urandom(50_000)
        commit = repository.commit(files, onto=commit)
        program = await Program.start(SYNC, str(settings.data), owner.workspace_id, commit, env=environment)
        assert await program.line() == "ready"
        reading = asyncio.create_task(_lines(program))
        await asyncio.sleep(choice.uniform(0.0, 1.5))
        program.process.kill()
        acknowledged |= set(await reading)
        await program.process.wait()
    async with Platform.open(settings) as platform:
        sync = git_sync.GitSync(platform.database, platform.keyring, platform.settings)
        await sync.sync(owner.workspace_id, "manual")
        async with platform.read() as unit:
            assert (await git.get(unit, owner)).state == "ready", f"seed {seed}"
            found = await rollouts.listing(unit, owner, branch=None, limit=1, offset=0)
            history = await git.history(unit, owner, branch=None, limit=100_000, offset=0)
        assert found.total_count == 10 + KILLS, f"seed {seed}"
        assert acknowledged <= {each.commit_sha for each in history.items if each.status == "success"}, f"seed {seed}"
        assert all(each.finished_at is not None for each in history.items), f"seed {seed}"
        (mirror,) = settings.mirrors.glob("*.git")
        fsck = await asyncio.create_subprocess_exec("git", "-C", str(mirror), "fsck", "--strict", "--connectivity-only")
        assert await fsck.wait() == 0, f"seed {seed}"
        if platform.database.path is not None:
            async with platform.database.snapshot() as connection:
                assert (await connection.execute(text("PRAGMA integrity_check"))).scalar_one() == "ok"


async def _lines(program: Program) -> list[str]:
    """Whole lines until the process is gone: one cut short by the kill was not acknowledged."""
    assert program.process.stdout is not None
    data = await program.process.stdout.read()
    return [line.decode() for line in data.split(b"\n")[:-1]]
