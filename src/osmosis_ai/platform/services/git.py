"""The repository of a workspace: connecting it, its state, and asking for a sync."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, cast

from osmosis_ai.platform.access.actors import Member, Origin
from osmosis_ai.platform.access.tokens import has_token_form, hash_token, new_token
from osmosis_ai.platform.errors import InvalidRequestError, Issue, ResourceNotFoundError, StateConflictError
from osmosis_ai.platform.git.urls import FULL_NAME, UrlProblemError, parse_url
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.outbox.queue import enqueue
from osmosis_ai.platform.services import audit
from osmosis_ai.platform.store import git as rows
from osmosis_ai.platform.store import secrets as secret_rows
from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.tables import GitBranch, GitConnection, SyncRecord
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "SYNC",
    "Branch",
    "Connection",
    "NewConnection",
    "Sync",
    "branches",
    "connect",
    "disconnect",
    "get",
    "history",
    "hook",
    "new_hook",
    "request_sync",
]

SYNC = "git.sync"
"""The kind of outbox entry that has a repository synced; its payload is `workspace_id` and `trigger`."""

ConnectionState = Literal["pending", "syncing", "ready", "blocked"]
SyncStatus = Literal["pending", "syncing", "success", "failed"]


@dataclass(frozen=True, slots=True)
class Connection:
    """A connected repository and its state."""

    id: str
    url: str
    full_name: str
    default_branch: str | None
    credential: str | None
    state: ConnectionState
    blocked_code: str | None
    """Why it blocks: `REPOSITORY_UNREACHABLE`, `REPOSITORY_TOO_LARGE`, `CREDENTIAL_MISSING` or `REPOSITORY_EMPTY`."""
    blocked_message: str | None
    connected_at: datetime
    synced_at: datetime | None


@dataclass(frozen=True, slots=True)
class NewConnection:
    """A repository that was just connected. The hook's token cannot be shown again."""

    connection: Connection
    hook_token: str


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch, as it was last synced."""

    name: str
    commit_sha: str
    rollouts_found: int
    synced_at: datetime
    deleted_at: datetime | None
    is_default: bool


@dataclass(frozen=True, slots=True)
class Sync:
    """One sync of one branch, or of a repository that could not be read (`branch` is None)."""

    id: str
    branch: str | None
    commit_sha: str | None
    author: str | None
    subject: str | None
    trigger: str
    status: SyncStatus
    message: str | None
    rollouts_found: int
    problems: Sequence[str]
    """What in the commit was left out, and why."""
    started_at: datetime
    finished_at: datetime | None


async def connect(
    unit: Unit,
    member: Member,
    *,
    url: str,
    full_name: str | None,
    credential: str | None,
    folders: Sequence[Path],
) -> NewConnection:
    """Connects the workspace to a repository, and has it synced.

    `full_name` is the `owner/repo` by which clients name it: their `origin`'s; taken from the URL if left out.
    `credential` names a secret of the workspace: a token for https, a private key for ssh. `folders` are
    `Settings.git_folders`. Raises InvalidRequestError; StateConflictError where the workspace has a repository, or
    another workspace has this one.
    """
    member.require("git.connect")
    scope = unit.in_workspace(member.workspace_id)
    name, address, kind = _checked(url, full_name, folders)
    if credential is not None:
        if kind == "folder":
            raise _invalid("credential", "is for an https or ssh URL")
        if await secret_rows.secret(unit, scope, "workspace", "", credential) is None:
            raise _invalid("credential", "is not a secret of the workspace")
    if await rows.connection(unit, scope) is not None:
        raise StateConflictError(
            "The workspace has a repository. Disconnect that one first.", code="REPOSITORY_CONNECTED"
        )
    if await rows.full_name_in_use(unit, name):
        raise StateConflictError(f"{name} is connected to another workspace.", field="repo_full_name")
    hook_token = new_token("hok")
    connection_id = new_id("git")
    values = {
        "id": connection_id,
        "url": address,
        "full_name": name,
        "default_branch": None,
        "credential": credential,
        "hook_hash": hash_token(hook_token),
        "state": "pending",
        "blocked_code": None,
        "blocked_message": None,
        "connected_by": member.actor.user_id,
        "connected_at": unit.now,
        "synced_at": None,
        "poll_at": unit.now,
    }
    await unit.insert(GitConnection, values, scope=scope)
    await enqueue(unit, SYNC, {"workspace_id": member.workspace_id, "trigger": "connect"})
    details = {"url": address, "full_name": name}
    await audit.record(
        unit, member.actor, "git.connect", workspace_id=member.workspace_id, target=connection_id, details=details
    )
    found = await rows.connection(unit, scope)
    return NewConnection(_connection(cast("GitConnection", found)), hook_token)


async def get(unit: Unit, member: Member) -> Connection:
    """The workspace's repository. Raises ResourceNotFoundError where it has none."""
    member.require("git.read")
    return _connection(await _existing(unit, member))


async def new_hook(unit: Unit, member: Member) -> str:
    """A new token for the push hook; the one before is no longer accepted."""
    member.require("git.connect")
    found = await _existing(unit, member)
    token = new_token("hok")
    await rows.change_connection(unit, unit.in_workspace(member.workspace_id), hook_hash=hash_token(token))
    await audit.record(unit, member.actor, "git.new_hook", workspace_id=member.workspace_id, target=found.id)
    return token


async def disconnect(unit: Unit, member: Member) -> None:
    """Ends the connection and empties the catalogues. The history of syncs stays. Raises ResourceNotFoundError."""
    member.require("git.connect")
    found = await _existing(unit, member)
    await rows.remove_connection(unit, unit.in_workspace(member.workspace_id))
    details = {"url": found.url, "full_name": found.full_name}
    await audit.record(
        unit, member.actor, "git.disconnect", workspace_id=member.workspace_id, target=found.id, details=details
    )


async def request_sync(unit: Unit, member: Member) -> None:
    """Has every branch read again, also those without a new commit. Raises ResourceNotFoundError."""
    member.require("git.sync")
    found = await _existing(unit, member)
    await enqueue(unit, SYNC, {"workspace_id": member.workspace_id, "trigger": "manual"})
    await audit.record(unit, member.actor, "git.sync", workspace_id=member.workspace_id, target=found.id)


async def hook(unit: Unit, token: str, origin: Origin) -> None:
    """A push hook's call: has the repository synced. Raises ResourceNotFoundError for a token that is not one."""
    found = await rows.connection_by_hook(unit, hash_token(token)) if has_token_form(token, "hok") else None
    if found is None:
        raise ResourceNotFoundError("There is no such hook.")
    await enqueue(unit, SYNC, {"workspace_id": found.workspace_id, "trigger": "push"})
    await audit.record_system(
        unit, "git.push", actor="anonymous", origin=origin, workspace_id=found.workspace_id, target=found.id
    )


async def branches(unit: Unit, member: Member) -> Sequence[Branch]:
    """Every branch that was ever synced, by name."""
    member.require("git.read")
    scope = unit.in_workspace(member.workspace_id)
    connected = await rows.connection(unit, scope)
    default = None if connected is None else connected.default_branch
    return [_branch(row, default) for row in await rows.branches(unit, scope)]


async def history(unit: Unit, member: Member, *, branch: str | None, limit: int, offset: int) -> Page[Sync]:
    """The syncs of the workspace, or of one branch, the newest first."""
    member.require("git.read")
    scope = unit.in_workspace(member.workspace_id)
    return (await rows.sync_records(unit, scope, branch_name=branch, limit=limit, offset=offset)).map(_sync)


def _checked(url: str, full_name: str | None, folders: Sequence[Path]) -> tuple[str, str, str]:
    try:
        parsed = parse_url(url, folders=folders)
    except UrlProblemError as error:
        raise _invalid("url", f"cannot be used: {error}") from None
    name = parsed.full_name if full_name is None else full_name.strip().lower()
    if name is None:
        raise _invalid("repo_full_name", "is required: the URL does not end in OWNER/REPO")
    if not FULL_NAME.fullmatch(name):
        raise _invalid("repo_full_name", "must be OWNER/REPO")
    return name, parsed.text, parsed.kind


def _invalid(key: str, problem: str) -> InvalidRequestError:
    return InvalidRequestError("The repository cannot be connected.", field=key, issues=[Issue(key, problem)])


async def _existing(unit: Unit, member: Member) -> GitConnection:
    found = await rows.connection(unit, unit.in_workspace(member.workspace_id))
    if found is None:
        raise ResourceNotFoundError("The workspace has no repository.", code="GIT_REPOSITORY_NOT_CONNECTED")
    return found


def _connection(row: GitConnection) -> Connection:
    return Connection(
        id=row.id,
        url=row.url,
        full_name=row.full_name,
        default_branch=row.default_branch,
        credential=row.credential,
        state=cast("ConnectionState", row.state),
        blocked_code=row.blocked_code,
        blocked_message=row.blocked_message,
        connected_at=row.connected_at,
        synced_at=row.synced_at,
    )


def _branch(row: GitBranch, default: str | None) -> Branch:
    return Branch(row.name, row.commit_sha, row.rollouts_found, row.synced_at, row.deleted_at, row.name == default)


def _sync(row: SyncRecord) -> Sync:
    return Sync(
        id=row.id,
        branch=row.branch,
        commit_sha=row.commit_sha,
        author=row.author,
        subject=row.subject,
        trigger=row.trigger,
        status=cast("SyncStatus", row.status),
        message=row.message,
        rollouts_found=row.rollouts_found,
        problems=tuple(row.details.get("problems", ())),
        started_at=row.started_at,
        finished_at=row.finished_at,
    )
