"""Submitting an evaluation: everything is checked and decided once, before anything is queued.

What is decided stays so for every job of the run: the commit, the bytes of the dataset, the rows, and where each
secret is.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from osmosis_ai.base.variables import RESERVED_PREFIX
from osmosis_ai.datasets.selection import RowSelection
from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.compute.requests import user_code_refusal
from osmosis_ai.platform.errors import InvalidRequestError, Issue, ResourceNotFoundError, StateConflictError
from osmosis_ai.platform.ids import new_run_id
from osmosis_ai.platform.pool_settings import PoolSettings
from osmosis_ai.platform.secrets.keyring import Keyring, Place
from osmosis_ai.platform.services import audit, datasets, run_state, usage
from osmosis_ai.platform.services.jobs import storable
from osmosis_ai.platform.services.secrets import keep
from osmosis_ai.platform.services.sources import Sources
from osmosis_ai.platform.settings import Settings
from osmosis_ai.platform.store import git as git_rows
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store import secrets as secret_rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.run_tables import ManagedRun
from osmosis_ai.platform.store.scope import WorkspaceScope
from osmosis_ai.platform.store.unit import Unit
from osmosis_ai.runs.names import new_name

__all__ = ["Submission", "put_run_secrets", "rows_of_run", "submit"]

_ENV_NAME = re.compile(r"[A-Z_][A-Z0-9_]*")
_SAMPLE = 10
_TRIES = 20


@dataclass(frozen=True, slots=True)
class Submission:
    """An evaluation to run, as it was sent; `None` where nothing was said."""

    config: Mapping[str, Any]
    """The whole of it without values of secrets, as it is kept and given to the job."""
    rollout: str
    entrypoint: str
    model_path: str
    dataset: str
    branch: str | None
    commit_sha: str | None
    limit: int | None
    attempts_per_row: int
    pass_threshold: float
    env: Mapping[str, str]
    required: Sequence[str]
    provided: Mapping[str, str]
    pool: str | None = None


@dataclass(frozen=True, slots=True)
class _Source:
    connection_id: str
    branch: str | None
    commit_sha: str
    rollout_id: str


async def submit(
    database: Database,
    member: Member,
    wanted: Submission,
    *,
    keyring: Keyring,
    sources: Sources,
    settings: Settings,
) -> ManagedRun:
    """Queues an evaluation, and returns it.

    Raises InvalidRequestError with every issue of the values, ResourceNotFoundError for a rollout, branch, commit,
    dataset, secret or pool that does not exist, AccessDeniedError where the budget is spent, StateConflictError where
    the workspace has too many runs open, or jobs would run in a pool that cannot isolate them and is not one that the
    operator calls trusted.
    """
    member.require("run.write")
    if (refusal := await user_code_refusal(_pool(wanted.pool, settings.pools))) is not None:
        raise StateConflictError(f"Nothing can be submitted: {refusal}.", code="POOL_NOT_TRUSTED")
    _check(wanted)
    scope = WorkspaceScope(member.workspace_id)
    async with database.read() as unit:
        source = await _source(unit, scope, wanted, sources)
    path = f"rollouts/{wanted.rollout}/{wanted.entrypoint}"
    if not await sources.has_file(source.connection_id, source.commit_sha, path):
        raise _invalid("experiment_config.entrypoint", f"{path} is not in the commit {source.commit_sha[:12]}")
    async with database.write() as unit:
        if await rows.unfinished_count(unit, scope) >= settings.limits.runs_open:
            raise StateConflictError(
                f"The workspace has {settings.limits.runs_open} runs that have not ended. Stop some, or wait.",
                code="TOO_MANY_RUNS",
            )
        await usage.require_budget(unit, scope, settings.limits)
        dataset = await datasets.current_file(unit, scope, wanted.dataset)
        scopes = await _secret_scopes(unit, scope, member, wanted)
        run = await _queue(unit, member, wanted, source=source, dataset=dataset, scopes=scopes)
        await put_run_secrets(unit, member, keyring, run.id, wanted.provided)
        await audit.record(
            unit,
            member.actor,
            "run.submit",
            workspace_id=member.workspace_id,
            target=run.id,
            details={"name": run.name, "kind": run.kind, "commit": run.commit_sha},
        )
        where = "" if run.pool is None else f", for the pool {run.pool}"
        await run_state.log(unit, run, "info", "run", f"The run was queued{where}, at the commit {run.commit_sha}.")
        return run


def rows_of_run(run_id: str, limit: int | None, dataset_rows: int) -> RowSelection:
    """The first `limit` rows; without one a tenth of the rows, at least one, by a hash of the run: every job of the run
    takes the same ones, and nobody can foretell which."""
    if limit is not None:
        return RowSelection.first(min(limit, dataset_rows))
    wanted = max(1, round(dataset_rows / _SAMPLE))
    ranked = sorted(range(dataset_rows), key=lambda row: hashlib.sha256(f"{run_id}/{row}".encode()).digest())
    return RowSelection.of(ranked[:wanted])


async def put_run_secrets(
    unit: Unit, member: Member, keyring: Keyring, run_id: str, provided: Mapping[str, str]
) -> None:
    """Keeps values for one run alone, encrypted, until it ends."""
    for name, value in provided.items():
        place = Place(member.workspace_id, "run", run_id, name, version=1)
        await keep(unit, keyring, place, value, by=member.actor.user_id)


def _pool(name: str | None, pools: Sequence[PoolSettings]) -> PoolSettings:
    if name is None:
        return pools[0]
    for each in pools:
        if each.name == name:
            return each
    known = ", ".join(each.name for each in pools)
    raise ResourceNotFoundError(f"The platform has no pool {name}; it has {known}.", field="pool", code="POOL_UNKNOWN")


def _check(wanted: Submission) -> None:
    issues = [
        Issue(f"env_config.{name}", "must be capital letters, digits and _, and not begin with _OSMOSIS_")
        for name in wanted.env
        if not _ENV_NAME.fullmatch(name) or name.startswith(RESERVED_PREFIX)
    ]
    issues += [
        Issue(f"env_config.{name}", "is a secret too; name it once") for name in wanted.env if name in wanted.required
    ]
    issues += [
        Issue(f"secrets.provided.{name}", "is not among the required ones")
        for name in wanted.provided
        if name not in wanted.required
    ]
    issues += [Issue(where, "has a character that cannot be stored") for where in _unstorable(wanted.config)]
    if wanted.branch is not None and wanted.commit_sha is not None:
        issues.append(Issue("experiment_config.commit_sha", "cannot be given together with branch"))
    if issues:
        raise InvalidRequestError("The evaluation cannot be run.", field=issues[0].key.split(".")[0], issues=issues)


def _unstorable(value: Any, where: str = "") -> Iterator[str]:
    """Where a JSON value has a text, or a name, that no database takes."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _unstorable(str(name), where or str(name)[:64])
            yield from _unstorable(inner, f"{where}.{name}".lstrip("."))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _unstorable(inner, f"{where}.{number}")
    elif isinstance(value, str) and storable(value) != value:
        yield storable(where)[:256] or "config"


async def _source(unit: Unit, scope: WorkspaceScope, wanted: Submission, sources: Sources) -> _Source:
    connection = await git_rows.connection(unit, scope)
    if connection is None:
        raise ResourceNotFoundError("The workspace has no repository.", code="GIT_REPOSITORY_NOT_CONNECTED")
    name = wanted.branch or connection.default_branch
    branch = None if name is None else await git_rows.branch(unit, scope, name)
    if branch is None or branch.deleted_at is not None:
        raise ResourceNotFoundError("The repository has no such branch, or it was not synced yet.", field="branch")
    rollout = await git_rows.rollout(unit, scope, wanted.rollout)
    if rollout is None:
        raise ResourceNotFoundError(f"No branch of the repository has the rollout {wanted.rollout}.", field="rollout")
    commit = branch.commit_sha
    if wanted.commit_sha is not None:
        found = await sources.commit(connection.id, wanted.commit_sha)
        if found is None:
            raise ResourceNotFoundError(
                "The repository has no such commit, or it was not synced yet.", field="commit_sha"
            )
        commit = found
    else:
        in_branch = await git_rows.branch_rollout(unit, scope, branch.id, wanted.rollout)
        if in_branch is None:
            raise ResourceNotFoundError(f"The branch {branch.name} has no rollout {wanted.rollout}.", field="rollout")
        problems = in_branch.details.get("problems", ())
        if problems:
            raise _invalid("experiment_config.rollout", *(str(problem) for problem in problems))
    return _Source(connection.id, wanted.branch, commit, rollout.id)


async def _secret_scopes(unit: Unit, scope: WorkspaceScope, member: Member, wanted: Submission) -> dict[str, str]:
    """Where the value of each required secret is: given for the run, the person's own, or the workspace's."""
    found: dict[str, str] = {}
    missing = []
    for name in wanted.required:
        if name in wanted.provided:
            found[name] = "run"
            continue
        own = await secret_rows.secret(unit, scope, "user", member.actor.user_id, name)
        shared = await secret_rows.secret(unit, scope, "workspace", "", name)
        if own is None and shared is None:
            missing.append(name)
        else:
            found[name] = "workspace" if own is None else "user" if shared is None else "user_override"
    if missing:
        text = f"Secret(s) not found: {', '.join(missing)}"
        raise ResourceNotFoundError(text, code="SECRETS_NOT_FOUND", extra={"error": text})
    return found


async def _queue(
    unit: Unit,
    member: Member,
    wanted: Submission,
    *,
    source: _Source,
    dataset: datasets.CurrentFile,
    scopes: Mapping[str, str],
) -> ManagedRun:
    scope = unit.in_workspace(member.workspace_id)
    run_id = new_run_id()
    selection = rows_of_run(run_id, wanted.limit, dataset.row_count)
    values: dict[str, Any] = {
        "id": run_id,
        "kind": "eval",
        "name": await _free_name(unit, scope),
        "status": "pending",
        "reason": None,
        "message": None,
        "created_by": member.actor.user_id,
        "created_at": unit.now,
        "queued_at": unit.now,
        "started_at": None,
        "completed_at": None,
        "stop_requested_at": None,
        "config": dict(wanted.config),
        "connection_id": source.connection_id,
        "rollout_id": source.rollout_id,
        "rollout_name": wanted.rollout,
        "entrypoint": wanted.entrypoint,
        "branch": source.branch,
        "commit_sha": source.commit_sha,
        "model_path": wanted.model_path,
        "dataset_id": dataset.dataset_id,
        "dataset_name": dataset.name,
        "dataset": {"key": dataset.key, "format": dataset.format, "size": dataset.size, "sha256": dataset.sha256},
        "selected_rows": str(selection),
        "sampled_rows": selection.count,
        "dataset_rows": dataset.row_count,
        "attempts_per_row": wanted.attempts_per_row,
        "pass_threshold": wanted.pass_threshold,
        "pool": wanted.pool,
        "secret_scopes": dict(scopes),
        **run_state.unclaimed(unit.now),
        "figures": None,
        "figures_batch": 0,
        "local_run_id": None,
    }
    await rows.add_run(unit, scope, values)
    return ManagedRun(**values, workspace_id=scope.workspace_id)


async def _free_name(unit: Unit, scope: WorkspaceScope) -> str:
    for _ in range(_TRIES):
        name = new_name()
        if not await rows.name_is_taken(unit, scope, name):
            return name
    return f"{new_name()}-{new_run_id()[:8]}"


def _invalid(key: str, *problems: str) -> InvalidRequestError:
    issues = [Issue(key, problem) for problem in problems]
    return InvalidRequestError("The evaluation cannot be run.", field=key.rpartition(".")[2], issues=issues)
