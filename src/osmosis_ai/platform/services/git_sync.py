"""Syncing a repository: fetch, read what changed, and replace the catalogue of each branch in one transaction.

Nothing is half-synced: a branch shows the catalogue of one commit, the old one until the new one is complete. Killed at
any point, the next sync goes on; a sync that was never finished is then recorded as failed.
"""

from __future__ import annotations

import base64
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import structlog

from osmosis_ai.platform.git.catalogue import Catalogue, CatalogueRollout
from osmosis_ai.platform.git.command import GitCommand, GitError
from osmosis_ai.platform.git.mirror import Commit, Mirror
from osmosis_ai.platform.git.urls import UrlProblemError, parse_url
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.outbox.queue import enqueue
from osmosis_ai.platform.secrets.keyring import Keyring, SecretUnreadableError
from osmosis_ai.platform.services.git import SYNC
from osmosis_ai.platform.services.secrets import place_of, sealed_of
from osmosis_ai.platform.settings import Settings
from osmosis_ai.platform.store import git as rows
from osmosis_ai.platform.store import secrets as secret_rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.scope import WorkspaceScope
from osmosis_ai.platform.store.tables import GitBranch, GitConnection, SyncRecord
from osmosis_ai.platform.store.unit import Unit

__all__ = ["GitSync", "SyncBlockedError", "SyncOutcome", "enqueue_due"]

_LONGEST_MESSAGE = 500
_ENTRY_LIMIT = 50
_log = structlog.get_logger("osmosis.platform.git")


class DisconnectedError(Exception):
    """The workspace was disconnected from the repository while it was synced."""


class SyncBlockedError(Exception):
    """The repository cannot be synced until a person does something about it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message[:_LONGEST_MESSAGE]


@dataclass(frozen=True, slots=True)
class SyncOutcome:
    """What a sync did, by names of branches."""

    synced: tuple[str, ...]
    unchanged: tuple[str, ...]
    deleted: tuple[str, ...]
    failed: tuple[str, ...]


class GitSync:
    """Syncs repositories of one platform."""

    def __init__(self, database: Database, keyring: Keyring, settings: Settings) -> None:
        self._database = database
        self._keyring = keyring
        self._settings = settings
        limits = settings.limits
        self._git = GitCommand(settings.mirrors, seconds=limits.git_seconds, largest_file=limits.git_repository_bytes)
        for leftover in settings.mirrors.glob(".credential.*"):  # of a process that was killed
            leftover.unlink(missing_ok=True)

    async def handle(self, payload: Mapping[str, Any]) -> None:
        """The outbox's handler of `git.sync`. One that blocks is recorded, and not tried again before its time.

        Raises MirrorBusyError where another process is syncing it: that sync may have begun before the push.
        """
        await self.sync(str(payload["workspace_id"]), str(payload["trigger"]))

    async def sync(self, workspace_id: str, trigger: str) -> SyncOutcome | None:
        """Syncs the workspace's repository; None where it has none any more, or blocks.

        With the trigger `manual` every branch is read again, also at the same commit.
        """
        scope = WorkspaceScope(workspace_id)
        async with self._database.read() as unit:
            connection = await rows.connection(unit, scope)
        if connection is None:
            return None
        mirror = Mirror(self._git, self._settings.mirrors / f"{connection.id}.git", connection.url)
        async with mirror.exclusive():
            await self._begin(scope)
            try:
                return await self._sync(mirror, scope, connection, trigger)
            except DisconnectedError:
                await mirror.remove()
                return None
            except SyncBlockedError as blocked:
                await self._block(scope, blocked, trigger)
                return None
            except GitError as error:
                await self._block(scope, SyncBlockedError("REPOSITORY_UNREACHABLE", error.message), trigger)
                return None

    async def remove_unconnected_mirrors(self) -> int:
        """Removes the mirrors of connections that no longer exist; how many."""
        async with self._database.read() as unit:
            kept = {f"{connection.id}.git" for connection in await rows.connections(unit)}
        removed = 0
        for path in sorted(self._settings.mirrors.glob("*.git")):
            if path.name not in kept:
                mirror = Mirror(self._git, path, "")
                async with mirror.exclusive():
                    await mirror.remove()
                removed += 1
        return removed

    async def _begin(self, scope: WorkspaceScope) -> None:
        async with self._database.write() as unit:
            for record in await rows.open_records(unit, scope):
                message = "The server ended during this sync."
                await rows.change_record(unit, scope, record.id, status="failed", message=message, finished_at=unit.now)
            await rows.change_connection(unit, scope, state="syncing")

    async def _sync(
        self, mirror: Mirror, scope: WorkspaceScope, connection: GitConnection, trigger: str
    ) -> SyncOutcome:
        self._check_still_allowed(connection)
        with _CredentialFiles(self._settings.mirrors) as files:
            environment = await self._environment(scope, connection, files)
            await mirror.fetch(environment)
            default = await mirror.default_branch(environment)
        present = await mirror.branches()
        if not present:
            raise SyncBlockedError("REPOSITORY_EMPTY", "The repository has no branch. Push a commit to it.")
        if default not in present:
            default = next((name for name in ("main", "master") if name in present), min(present))
        async with self._database.write() as unit:
            await rows.change_connection(unit, scope, default_branch=default)
        async with self._database.read() as unit:
            known = {row.name: row for row in await rows.branches(unit, scope)}
        synced, unchanged, failed = [], [], []
        # The default branch first: it is what people look at.
        for name in sorted(present, key=lambda name: (name != default, name)):
            row = known.get(name)
            same = row is not None and row.deleted_at is None and row.commit_sha == present[name].sha
            if same and trigger != "manual":
                unchanged.append(name)
            elif await self._sync_branch(mirror, connection, name, present[name], trigger):
                synced.append(name)
            else:
                failed.append(name)
        deleted = await self._delete_branches(scope, [row for row in known.values() if row.name not in present])
        async with self._database.write() as unit:
            await rows.change_connection(
                unit,
                scope,
                state="ready",
                blocked_code=None,
                blocked_message=None,
                synced_at=unit.now,
                poll_at=unit.now + self._poll_after(),
            )
        return SyncOutcome(tuple(synced), tuple(unchanged), tuple(deleted), tuple(failed))

    async def _sync_branch(
        self, mirror: Mirror, connection: GitConnection, name: str, commit: Commit, trigger: str
    ) -> bool:
        scope = WorkspaceScope(connection.workspace_id)
        record_id = new_id("syn")
        async with self._database.write() as unit:
            await unit.insert(SyncRecord, _record(unit, record_id, name, commit, trigger), scope=scope)
        try:
            catalogue = await mirror.catalogue(commit.sha, largest_file=self._settings.limits.git_file_bytes)
        except GitError as error:
            _log.warning("git.branch_failed", workspace=scope.workspace_id, branch=name, message=error.message)
            async with self._database.write() as unit:
                await rows.change_record(
                    unit, scope, record_id, status="failed", message=error.message, finished_at=unit.now
                )
            return False
        async with self._database.write() as unit:
            present = await rows.connection(unit, scope)
            if present is None or present.id != connection.id:
                raise DisconnectedError
            branch_id = await _put_branch(unit, scope, name, commit, len(catalogue.rollouts))
            await rows.replace_catalogue(unit, scope, branch_id, _catalogue_rows(unit, commit, catalogue))
            await rows.change_record(
                unit,
                scope,
                record_id,
                status="success",
                rollouts_found=len(catalogue.rollouts),
                details={"problems": list(catalogue.problems)},
                finished_at=unit.now,
            )
        return True

    async def _delete_branches(self, scope: WorkspaceScope, gone: list[GitBranch]) -> list[str]:
        deleted = [row for row in gone if row.deleted_at is None]
        for row in deleted:
            async with self._database.write() as unit:
                await rows.replace_catalogue(unit, scope, row.id, [])
                await rows.change_branch(unit, scope, row.id, deleted_at=unit.now, rollouts_found=0)
        return [row.name for row in deleted]

    async def _block(self, scope: WorkspaceScope, blocked: SyncBlockedError, trigger: str) -> None:
        _log.warning("git.blocked", workspace=scope.workspace_id, code=blocked.code, message=blocked.message)
        async with self._database.write() as unit:
            for record in await rows.open_records(unit, scope):
                await rows.change_record(
                    unit, scope, record.id, status="failed", message=blocked.message, finished_at=unit.now
                )
            values = _record(unit, new_id("syn"), None, None, trigger)
            failed = {"status": "failed", "message": blocked.message, "finished_at": unit.now}
            await unit.insert(SyncRecord, {**values, **failed}, scope=scope)
            await rows.change_connection(
                unit,
                scope,
                state="blocked",
                blocked_code=blocked.code,
                blocked_message=blocked.message,
                poll_at=unit.now + self._poll_after(),
            )

    def _check_still_allowed(self, connection: GitConnection) -> None:
        """The operator may have taken a folder off the list since it was connected."""
        try:
            parse_url(connection.url, folders=self._settings.git_folders)
        except UrlProblemError as error:
            raise SyncBlockedError("REPOSITORY_UNREACHABLE", f"The URL cannot be used: {error}.") from None

    async def _environment(
        self, scope: WorkspaceScope, connection: GitConnection, files: _CredentialFiles
    ) -> dict[str, str]:
        """The credential for git, in its environment or a file of mode 600; never among its arguments."""
        if connection.credential is None:
            return {}
        async with self._database.read() as unit:
            row = await secret_rows.secret(unit, scope, "workspace", "", connection.credential)
        if row is None:
            raise SyncBlockedError("CREDENTIAL_MISSING", f"The secret {connection.credential} does not exist any more.")
        try:
            value = self._keyring.open(place_of(row), sealed_of(row))
        except SecretUnreadableError as error:
            raise SyncBlockedError(
                "CREDENTIAL_MISSING", f"The secret {connection.credential} cannot be read: {error}."
            ) from None
        if connection.url.startswith(("http://", "https://")):
            basic = base64.b64encode(f"x-access-token:{value.strip()}".encode()).decode()
            return {
                "GIT_CONFIG_COUNT": "1",
                "GIT_CONFIG_KEY_0": "http.extraHeader",
                "GIT_CONFIG_VALUE_0": f"Authorization: Basic {basic}",
            }
        return {"GIT_SSH_COMMAND": self._git.ssh_command(files.write(value))}

    def _poll_after(self) -> timedelta:
        return (
            timedelta(seconds=self._settings.git_poll_seconds)
            if self._settings.git_poll_seconds
            else timedelta(days=36500)
        )


class _CredentialFiles:
    """Files for one command, of mode 600, gone at the end of the block."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._paths: list[Path] = []

    def write(self, content: str) -> Path:
        path = self._folder / f".credential.{secrets.token_hex(8)}"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        self._paths.append(path)
        with os.fdopen(descriptor, "w") as file:
            file.write(content if content.endswith("\n") else content + "\n")
        return path

    def __enter__(self) -> _CredentialFiles:
        return self

    def __exit__(self, *_: object) -> None:
        for path in self._paths:
            path.unlink(missing_ok=True)


async def enqueue_due(database: Database, poll_seconds: int) -> int:
    """Has the repositories synced that are to be looked at by now; how many."""
    async with database.read() as unit:
        if not await rows.due_connections(unit, 1):
            return 0
    async with database.write() as unit:
        due = await rows.due_connections(unit, _ENTRY_LIMIT)
        for connection in due:
            scope = unit.in_workspace(connection.workspace_id)
            later = unit.now + timedelta(seconds=max(poll_seconds, 60))
            await rows.change_connection(unit, scope, poll_at=later)
            if connection.state != "pending":  # a new one has been queued by whoever connected it
                await enqueue(unit, SYNC, {"workspace_id": connection.workspace_id, "trigger": "poll"})
        return len(due)


def _record(unit: Unit, record_id: str, branch: str | None, commit: Commit | None, trigger: str) -> dict[str, Any]:
    return {
        "id": record_id,
        "branch": branch,
        "commit_sha": None if commit is None else commit.sha,
        "author": None if commit is None else commit.author,
        "subject": None if commit is None else commit.subject,
        "trigger": trigger,
        "status": "syncing",
        "message": None,
        "rollouts_found": 0,
        "details": {},
        "started_at": unit.now,
        "finished_at": None,
    }


async def _put_branch(unit: Unit, scope: WorkspaceScope, name: str, commit: Commit, found: int) -> str:
    values = {"commit_sha": commit.sha, "rollouts_found": found, "synced_at": unit.now, "deleted_at": None}
    row = await rows.branch(unit, scope, name)
    if row is not None:
        await rows.change_branch(unit, scope, row.id, **values)
        return row.id
    branch_id = new_id("brn")
    await unit.insert(GitBranch, {"id": branch_id, "name": name, **values}, scope=scope)
    return branch_id


def _catalogue_rows(unit: Unit, commit: Commit, catalogue: Catalogue) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [_rollout_rows(unit, commit, rollout) for rollout in catalogue.rollouts]


def _rollout_rows(unit: Unit, commit: Commit, rollout: CatalogueRollout) -> tuple[dict[str, Any], dict[str, Any]]:
    return (
        {"id": new_id("rol"), "name": rollout.name, "created_at": unit.now},
        {
            "id": new_id("brr"),
            "name": rollout.name,
            "description": rollout.description,
            "tree_sha": rollout.tree_sha,
            "commit_sha": commit.sha,
            "details": {"problems": list(rollout.problems), "configs": list(rollout.configs)},
            "synced_at": unit.now,
        },
    )
