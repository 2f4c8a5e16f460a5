"""Complaint 24: git left broken by a kill, or a folder that moved to another account, syncs again unaided."""

from __future__ import annotations

import asyncio
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from osmosis_ai.platform.git.mirror import Mirror, MirrorBusyError
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import git, git_sync, rollouts
from osmosis_ai.platform.settings import Settings
from tests.platform.processes import Program
from tests.support.repositories import MAIN, Repository

pytestmark = pytest.mark.long

SYNC = """
import asyncio, sys
from pathlib import Path
from osmosis_ai.platform.settings import load_settings
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import git_sync

async def main():
    async with Platform.open(load_settings(Path(sys.argv[1]))) as platform:
        sync = git_sync.GitSync(platform.database, platform.keyring, platform.settings)
        print("syncing", flush=True)
        await sync.sync(sys.argv[2], "push")

asyncio.run(main())
"""


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    return replace(settings, git_folders=(tmp_path / "repositories",), git_poll_seconds=0)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repositories" / "acme" / "agents.git")
    made.commit({f"rollouts/r{number}/main.py": MAIN + os.urandom(200_000) for number in range(20)})
    return made


async def _connect(platform: Platform, owner, repository: Repository) -> None:
    async with platform.write() as unit:
        await git.connect(
            unit,
            owner,
            url=str(repository.path),
            full_name=None,
            credential=None,
            folders=platform.settings.git_folders,
        )


async def _count(platform: Platform, owner) -> int:
    async with platform.read() as unit:
        return (await rollouts.listing(unit, owner, branch=None, limit=1, offset=0)).total_count


def _mirror_of(settings: Settings) -> Path:
    (mirror,) = settings.mirrors.glob("*.git")
    return mirror


@pytest.mark.timeout(600)
async def test_server_killed_in_a_fetch_syncs_again_unaided(settings: Settings, repository: Repository, tmp_path: Path):
    """SIGKILL at growing distances into a sync: the next one, in a new process, finds everything."""
    from tests.platform.test_operations_08_keys import _owner

    async with Platform.open(settings) as platform:
        owner = await _owner(platform)
        await _connect(platform, owner, repository)
    environment = {
        "OSMOSIS_PLATFORM_DATABASE_URL": settings.database_url,
        "OSMOSIS_PLATFORM_SECRETS_KEY_FILE": str(settings.key_file),
        "OSMOSIS_PLATFORM_GIT_FOLDERS": str(tmp_path / "repositories"),
    }
    for delay in (0.0, 0.05, 0.15, 0.4):
        program = await Program.start(SYNC, str(settings.data), owner.workspace_id, env=environment)
        assert await program.line() == "syncing"
        await asyncio.sleep(delay)
        await program.kill()
        shutil.rmtree(next(iter(settings.mirrors.glob("*.git")), settings.mirrors / "none"), ignore_errors=delay < 0.1)
    async with Platform.open(settings) as platform:
        sync = git_sync.GitSync(platform.database, platform.keyring, platform.settings)
        await sync.sync(owner.workspace_id, "manual")
        assert await _count(platform, owner) == 20
        async with platform.read() as unit:
            assert (await git.get(unit, owner)).state == "ready"
            history = await git.history(unit, owner, branch=None, limit=50, offset=0)
    assert all(each.finished_at is not None for each in history.items)


async def test_what_a_killed_git_leaves_behind_is_removed(platform: Platform, owner, repository: Repository):
    """Locks of refs, of packed refs and of the configuration, and unfinished packs, hold no later sync up."""
    await _connect(platform, owner, repository)
    sync = git_sync.GitSync(platform.database, platform.keyring, platform.settings)
    await sync.sync(owner.workspace_id, "connect")
    mirror = _mirror_of(platform.settings)
    left = [
        mirror / "packed-refs.lock",
        mirror / "HEAD.lock",
        mirror / "config.lock",
        mirror / "refs" / "heads" / "main.lock",
        mirror / "objects" / "pack" / "tmp_pack_AbCdEf",
    ]
    for path in left:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"half")
    repository.commit({"rollouts/after/main.py": MAIN})
    assert (await sync.sync(owner.workspace_id, "push")).synced == ("main",)
    assert not [path for path in left if path.exists()]


@pytest.mark.parametrize("damage", ["no HEAD", "truncated pack", "no objects", "nonsense in config"])
async def test_damaged_mirror_is_made_anew(platform: Platform, owner, repository: Repository, damage: str):
    """A mirror is a copy: one that git cannot read is replaced, without anyone's help."""
    await _connect(platform, owner, repository)
    sync = git_sync.GitSync(platform.database, platform.keyring, platform.settings)
    await sync.sync(owner.workspace_id, "connect")
    mirror = _mirror_of(platform.settings)
    match damage:
        case "no HEAD":
            (mirror / "HEAD").unlink()
        case "truncated pack":
            for path in (mirror / "objects").rglob("*"):
                if path.is_file() and path.suffix != ".idx":
                    path.chmod(0o600)
                    os.truncate(path, path.stat().st_size // 2)
        case "no objects":
            shutil.rmtree(mirror / "objects")
        case _:
            (mirror / "config").write_text("[core\n")
    repository.commit({"rollouts/after/main.py": MAIN})
    await sync.sync(owner.workspace_id, "manual")
    assert await _count(platform, owner) == 1


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files to another account")
async def test_data_folder_of_another_account_syncs(platform: Platform, owner, repository: Repository):
    """Mirror and source both belong to someone else: git's check of ownership does not stand in the way."""
    await _connect(platform, owner, repository)
    sync = git_sync.GitSync(platform.database, platform.keyring, platform.settings)
    await sync.sync(owner.workspace_id, "connect")
    for top in (platform.settings.mirrors, repository.path):
        for path in [top, *top.rglob("*")]:
            os.chown(path, 12345, 12345)
    repository_files = {"rollouts/after/main.py": MAIN}
    for path in [repository.path, *repository.path.rglob("*")]:
        os.chown(path, 0, 0)
    repository.commit(repository_files)
    for path in [repository.path, *repository.path.rglob("*")]:
        os.chown(path, 12345, 12345)
    assert (await sync.sync(owner.workspace_id, "push")).synced == ("main",)
    assert await _count(platform, owner) == 1


async def test_two_processes_do_not_work_on_one_mirror(platform: Platform, tmp_path: Path):
    """The second is refused while the first works, and its entry of the outbox is tried again."""
    sync = git_sync.GitSync(platform.database, platform.keyring, platform.settings)
    first, second = (Mirror(sync._git, tmp_path / "one.git", "/nowhere") for _ in range(2))
    async with first.exclusive():
        with pytest.raises(MirrorBusyError):
            async with second.exclusive():
                pass
    async with second.exclusive():
        pass
