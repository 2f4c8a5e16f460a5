"""Connecting a repository and syncing it: catalogues by branch, history, deleted branches, blocking states."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.errors import AccessDeniedError, InvalidRequestError, ResourceNotFoundError, StateConflictError
from osmosis_ai.platform.git.mirror import Mirror
from osmosis_ai.platform.git.urls import UrlProblemError, parse_url
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.outbox.worker import OutboxWorker
from osmosis_ai.platform.services import git, git_sync, rollouts, workspaces
from osmosis_ai.platform.settings import Settings
from tests.platform.conftest import HOME, ManualClock, add_member
from tests.support.repositories import MAIN, Repository

FILES = {
    "rollouts/multiply/main.py": MAIN,
    "rollouts/multiply/README.md": b"# Multiply\n\nMultiplies two\nnumbers.\n\nMore.\n",
    "rollouts/search/main.py": MAIN,
    "rollouts/search/pyproject.toml": b'[project]\nname = "search"\ndescription = "Searches the web."\n',
    "configs/eval/multiply.toml": b'[experiment]\nrollout = "multiply"\n',
    "README.md": b"# Ours\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "repositories"


@pytest.fixture
def settings(settings: Settings, folder: Path) -> Settings:
    return replace(settings, git_folders=(folder,))


@pytest.fixture
def repository(folder: Path) -> Repository:
    return Repository(folder / "acme" / "agents.git")


@pytest.fixture
def sync(platform: Platform) -> git_sync.GitSync:
    return git_sync.GitSync(platform.database, platform.keyring, platform.settings)


async def connect(platform: Platform, member: Member, repository: Repository) -> git.NewConnection:
    async with platform.write() as unit:
        return await git.connect(
            unit,
            member,
            url=str(repository.path),
            full_name=None,
            credential=None,
            folders=platform.settings.git_folders,
        )


async def names(platform: Platform, member: Member, branch: str | None = None) -> list[str]:
    async with platform.read() as unit:
        page = await rollouts.listing(unit, member, branch=branch, limit=50, offset=0)
    return [item.name for item in page.items]


async def test_connecting_has_the_repository_synced(platform, owner, repository, sync):
    """After the outbox has run, the catalogue of the default branch is there, with descriptions and configs."""
    commit = repository.commit(FILES)
    made = await connect(platform, owner, repository)
    assert (made.connection.state, made.connection.full_name) == ("pending", "acme/agents")
    assert await OutboxWorker(platform.database, {git.SYNC: sync.handle}).run_once() == 1
    async with platform.read() as unit:
        page = await rollouts.listing(unit, owner, branch=None, limit=50, offset=0)
        connection = await git.get(unit, owner)
        resolved = await workspaces.resolve(unit, owner.actor, git="Acme/Agents", name=None)
    assert resolved.workspace_id == owner.workspace_id
    assert (connection.state, connection.default_branch) == ("ready", "main")
    multiply, search = page.items
    assert (multiply.name, multiply.description) == ("multiply", "Multiplies two numbers.")
    assert (multiply.configs, multiply.problems) == (("configs/eval/multiply.toml",), ())
    assert (search.name, search.description) == ("search", "Searches the web.")
    assert {item.last_synced_commit_sha for item in page.items} == {commit}


async def test_each_branch_has_its_own_catalogue_and_a_deleted_one_takes_only_its_own(
    platform, owner, repository, sync
):
    """A rollout keeps its id across branches; when a branch is deleted, those of the others stay."""
    first = repository.commit(FILES)
    repository.commit({**FILES, "rollouts/extra/main.py": MAIN}, branch="dev", onto=first)
    await connect(platform, owner, repository)
    outcome = await sync.sync(owner.workspace_id, "connect")
    assert outcome.synced == ("main", "dev")
    assert await names(platform, owner) == ["multiply", "search"]
    assert await names(platform, owner, "dev") == ["extra", "multiply", "search"]
    async with platform.read() as unit:
        ids = [
            {item.name: item.id for item in (await rollouts.listing(unit, owner, branch=b, limit=50, offset=0)).items}
            for b in ("main", "dev")
        ]
    assert ids[0].items() <= ids[1].items()
    repository.git("update-ref", "-d", "refs/heads/dev")
    assert (await sync.sync(owner.workspace_id, "push")).deleted == ("dev",)
    assert await names(platform, owner) == ["multiply", "search"]
    with pytest.raises(ResourceNotFoundError):
        await names(platform, owner, "dev")
    async with platform.read() as unit:
        branches = {branch.name: branch for branch in await git.branches(unit, owner)}
    assert branches["main"].is_default
    assert branches["dev"].deleted_at is not None


async def test_history_says_who_committed_what_and_what_was_found(platform, owner, repository, sync, clock):
    """A branch's sync is recorded with commit, author, subject, trigger, status, counts; an unchanged one is not."""
    commit = repository.commit(FILES, message="First steps\n\nAt length.", author="Ünal <u@example.org>")
    await connect(platform, owner, repository)
    await sync.sync(owner.workspace_id, "connect")
    clock.advance(seconds=1)
    assert (await sync.sync(owner.workspace_id, "poll")).unchanged == ("main",)
    clock.advance(seconds=1)
    await sync.sync(owner.workspace_id, "manual")
    async with platform.read() as unit:
        page = await git.history(unit, owner, branch=None, limit=50, offset=0)
    assert [each.trigger for each in page.items] == ["manual", "connect"]
    newest = page.items[0]
    assert (newest.commit_sha, newest.author, newest.subject) == (commit, "Ünal <u@example.org>", "First steps")
    assert (newest.status, newest.rollouts_found, newest.problems) == ("success", 2, ())


async def test_rewritten_history_is_followed(platform, owner, repository, sync):
    """A force push to an unrelated commit gives that commit's catalogue."""
    repository.commit(FILES)
    await connect(platform, owner, repository)
    await sync.sync(owner.workspace_id, "connect")
    rewritten = repository.commit({"rollouts/other/main.py": MAIN}, message="Anew")
    assert (await sync.sync(owner.workspace_id, "push")).synced == ("main",)
    assert await names(platform, owner) == ["other"]
    async with platform.read() as unit:
        (branch,) = await git.branches(unit, owner)
    assert branch.commit_sha == rewritten


async def test_unreachable_and_empty_repositories_block_and_recover(platform, owner, repository, sync, folder):
    """A repository that cannot be read blocks with a code and a message, and is ready again when it can be."""
    await connect(platform, owner, repository)
    assert await sync.sync(owner.workspace_id, "connect") is None
    async with platform.read() as unit:
        assert (await git.get(unit, owner)).blocked_code == "REPOSITORY_EMPTY"
    repository.commit(FILES)
    away = folder / "away"
    repository.path.rename(away)
    assert await sync.sync(owner.workspace_id, "poll") is None
    async with platform.read() as unit:
        blocked = await git.get(unit, owner)
        history = await git.history(unit, owner, branch=None, limit=50, offset=0)
    assert (blocked.state, blocked.blocked_code) == ("blocked", "REPOSITORY_UNREACHABLE")
    assert "git fetch failed" in (blocked.blocked_message or "")
    assert [each.status for each in history.items] == ["failed", "failed"]
    away.rename(repository.path)
    assert (await sync.sync(owner.workspace_id, "manual")).synced == ("main",)
    async with platform.read() as unit:
        connection = await git.get(unit, owner)
    assert (connection.state, connection.blocked_code, connection.blocked_message) == ("ready", None, None)


async def test_push_hook_has_it_synced_and_a_replaced_token_does_not(platform, owner, repository, sync):
    """The hook's token queues a sync; after `new_hook` the one before answers as one that never was."""
    repository.commit(FILES)
    made = await connect(platform, owner, repository)
    worker = OutboxWorker(platform.database, {git.SYNC: sync.handle})
    await worker.run_once()
    repository.commit({"rollouts/pushed/main.py": MAIN})
    async with platform.write() as unit:
        await git.hook(unit, made.hook_token, HOME)
    await worker.run_once()
    assert await names(platform, owner) == ["pushed"]
    async with platform.write() as unit:
        await git.new_hook(unit, owner)
        with pytest.raises(ResourceNotFoundError):
            await git.hook(unit, made.hook_token, HOME)


async def test_poller_queues_what_is_due(platform, owner, repository, sync, clock: ManualClock):
    """A repository is looked at again after the poll interval, and not before."""
    repository.commit(FILES)
    await connect(platform, owner, repository)
    await sync.sync(owner.workspace_id, "connect")
    assert await git_sync.enqueue_due(platform.database, 300) == 0
    clock.advance(seconds=301)
    assert await git_sync.enqueue_due(platform.database, 300) == 1
    assert await git_sync.enqueue_due(platform.database, 300) == 0


async def test_one_repository_a_workspace_and_one_workspace_a_repository(platform, owner, other, repository):
    """A second repository, and one that another workspace has, are conflicts; after a disconnect they are not."""
    await connect(platform, owner, repository)
    for member in (owner, other):
        with pytest.raises(StateConflictError):
            await connect(platform, member, repository)
    async with platform.write() as unit:
        await git.disconnect(unit, owner)
        with pytest.raises(ResourceNotFoundError):
            await git.get(unit, owner)
    await connect(platform, other, repository)


async def test_members_sync_and_only_admins_connect(platform, owner, repository):
    """Connecting is for owners and admins; asking for a sync is for every member."""
    async with platform.write() as unit:
        member = await add_member(unit, owner, "member@example.org", "member")
    with pytest.raises(AccessDeniedError):
        await connect(platform, member, repository)
    await connect(platform, owner, repository)
    async with platform.write() as unit:
        await git.request_sync(unit, member)
        with pytest.raises(AccessDeniedError):
            await git.disconnect(unit, member)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "-oProxyCommand=x",
        "ext::sh -c x",
        "ftp://example.org/a/b",
        "https://user:secret@example.org/a/b",
        "https://token@example.org/a/b",
        "https://example.org",
        "https://example.org/a/b?x",
        "ssh://-oProxyCommand=x/a/b",
        "git@-x:a/b",
        "file://example.org/a/b",
        "https://169.254.169.254/a/b",
        "https://example.org/a b",
        "relative/path",
        "/etc",
    ],
)
def test_addresses_that_are_not_accepted(url: str, tmp_path: Path):
    """Nothing but https, ssh and allowed folders, without credentials or anything git would take as an option."""
    with pytest.raises(UrlProblemError):
        parse_url(url, folders=[tmp_path])


def test_folder_reached_through_a_symbolic_link_has_to_be_inside(tmp_path: Path):
    """A link inside an allowed folder does not lead out of it."""
    allowed = tmp_path / "allowed"
    allowed.mkdir()
    (allowed / "link").symlink_to("/etc")
    with pytest.raises(UrlProblemError):
        parse_url(str(allowed / "link"), folders=[allowed])


def test_name_is_taken_from_the_address(tmp_path: Path):
    """The last two parts of the path, without .git, in lower case."""
    (tmp_path / "Acme" / "Agents.git").mkdir(parents=True)
    for url in ("https://github.com/Acme/Agents", "git@github.com:Acme/Agents.git", str(tmp_path / "Acme/Agents.git")):
        assert parse_url(url, folders=[tmp_path]).full_name == "acme/agents"


async def test_connection_with_an_unknown_secret_is_refused(platform, owner, repository):
    """The credential has to be a secret of the workspace."""
    async with platform.write() as unit:
        with pytest.raises(InvalidRequestError):
            await git.connect(
                unit, owner, url="https://example.org/a/b", full_name=None, credential="TOKEN", folders=()
            )


async def test_disconnecting_during_a_sync_leaves_no_catalogue(platform, owner, repository, sync, monkeypatch):
    """What is read after the connection has ended is not kept, and the mirror goes."""
    repository.commit(FILES)
    await connect(platform, owner, repository)
    read = Mirror.catalogue

    async def disconnect_first(self, commit, *, largest_file):
        async with platform.write() as unit:
            await git.disconnect(unit, owner)
        return await read(self, commit, largest_file=largest_file)

    monkeypatch.setattr(Mirror, "catalogue", disconnect_first)
    assert await sync.sync(owner.workspace_id, "connect") is None
    async with platform.read() as unit:
        assert await git.branches(unit, owner) == []
    assert not list(platform.settings.mirrors.glob("*.git"))


async def test_mirror_of_a_connection_that_has_ended_is_removed(platform, owner, repository, sync):
    """`gc` removes it, and leaves the others."""
    repository.commit(FILES)
    await connect(platform, owner, repository)
    await sync.sync(owner.workspace_id, "connect")
    assert await sync.remove_unconnected_mirrors() == 0
    async with platform.write() as unit:
        await git.disconnect(unit, owner)
    assert await sync.remove_unconnected_mirrors() == 1
    assert not list(platform.settings.mirrors.glob("*.git"))
