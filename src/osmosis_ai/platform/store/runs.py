"""Queries on managed runs, the launches of their jobs, their journals, files and logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    and_,
    bindparam,
    delete,
    func,
    or_,
    select,
    text,
    type_coerce,
    update,
)

from osmosis_ai.platform.store.columns import WireTime
from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.prepared import Prepared, PreparedInWorkspace
from osmosis_ai.platform.store.run_tables import JobLaunch, JournalBatch, ManagedRun, RunFile, RunLogLine
from osmosis_ai.platform.store.scope import WorkspaceScope, across_workspaces
from osmosis_ai.platform.store.tables import EnvironmentSecret, User, Workspace
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "HeldRun",
    "ListedRun",
    "OpenLaunch",
    "RunRow",
    "TokenLaunch",
    "active_by_workspace",
    "add_run",
    "advance_batch",
    "advance_launch",
    "any_overdue",
    "any_queued",
    "batch",
    "batches",
    "behind",
    "by_name_or_id",
    "change_file",
    "change_launch",
    "change_run",
    "drop_run_secrets",
    "expired_leases",
    "extend_leases",
    "file",
    "files",
    "files_at",
    "grow_log",
    "held_run",
    "last_line",
    "launch",
    "launch_by_ticket",
    "launch_by_token",
    "launches_of",
    "lines",
    "name_is_taken",
    "occupied_slots",
    "old_files",
    "open_launches",
    "overdue_stops",
    "queued",
    "queued_elsewhere",
    "remove_file",
    "remove_old_lines",
    "run",
    "run_across",
    "runs",
    "stored_bytes",
    "unfinished_count",
]

_OPEN = ("pending", "running")
_NEWEST_FIRST = (ManagedRun.created_at.desc(), ManagedRun.id.desc())
_OLDEST_FIRST = (ManagedRun.created_at.asc(), ManagedRun.id.asc())


def _page(scope: WorkspaceScope, order: Sequence[ColumnElement[Any]]) -> Select[*tuple[Any, ...]]:
    """The rows `offset` to `offset + limit` in an order, new ones first whatever the order.

    Their ids come from an index alone, and the rows by their ids, so that no other row is read. Told the workspace
    again, SQLite would look through all of its rows for them."""
    chosen = (
        scope.select_columns(ManagedRun, ManagedRun.id)
        .order_by(*order)
        .limit(bindparam("limit", type_=Integer))
        .offset(bindparam("offset", type_=Integer))
        .subquery()
    )
    listed = (
        select(
            ManagedRun.id,
            ManagedRun.name,
            ManagedRun.status,
            type_coerce(ManagedRun.created_at, WireTime()),
            type_coerce(ManagedRun.started_at, WireTime()),
            type_coerce(ManagedRun.completed_at, WireTime()),
            User.name,
            User.email,
            ManagedRun.model_path,
            ManagedRun.dataset_id,
            ManagedRun.dataset_name,
            ManagedRun.rollout_id,
            ManagedRun.rollout_name,
            ManagedRun.config,
            ManagedRun.sampled_rows,
            ManagedRun.dataset_rows,
            ManagedRun.attempts_per_row,
            ManagedRun.pass_threshold,
            ManagedRun.figures,
        )
        .select_from(chosen)
        .join(ManagedRun, ManagedRun.id == chosen.c.id)
        .outerjoin(User, User.id == ManagedRun.created_by)
        .order_by(*_NEWEST_FIRST)
    )
    return across_workspaces(listed, reason="the ids are those of one workspace's runs")


_FROM_THE_NEWEST = PreparedInWorkspace(lambda scope: _page(scope, _NEWEST_FIRST))
_FROM_THE_OLDEST = PreparedInWorkspace(lambda scope: _page(scope, _OLDEST_FIRST))
_COUNTED = Prepared(select(Workspace.run_count).where(Workspace.id == bindparam("id")))


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run with the person who started it, as long as there is one."""

    run: ManagedRun
    creator_name: str | None
    creator_email: str | None


class ListedRun(NamedTuple):
    """What a list says of a run. Times are as on the wire."""

    id: str
    name: str
    status: str
    created_at: str
    started_at: str | None
    completed_at: str | None
    creator_name: str | None
    creator_email: str | None
    model_path: str
    dataset_id: str
    dataset_name: str
    rollout_id: str
    rollout_name: str
    config: dict[str, Any]
    sampled_rows: int
    dataset_rows: int
    attempts_per_row: int
    pass_threshold: float
    figures: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class HeldRun:
    """What the calls of a job need of its run."""

    id: str
    workspace_id: str
    status: str
    epoch: int
    batch: int
    sampled_rows: int
    attempts_per_row: int
    log_bytes: int


@dataclass(frozen=True, slots=True)
class TokenLaunch:
    """A launch that a token names."""

    id: str
    run_id: str
    workspace_id: str
    epoch: int
    token_expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class OpenLaunch:
    """A launch, as far as the dispatcher looks at it."""

    id: str
    run_id: str
    epoch: int
    pool: str
    ref: Mapping[str, Any]
    created_at: datetime
    start_by: datetime
    claimed_at: datetime | None
    ended_at: datetime | None


_HELD_COLUMNS = (
    ManagedRun.id,
    ManagedRun.workspace_id,
    ManagedRun.status,
    ManagedRun.epoch,
    ManagedRun.batch,
    ManagedRun.sampled_rows,
    ManagedRun.attempts_per_row,
    ManagedRun.log_bytes,
)
_HELD = PreparedInWorkspace(
    lambda scope: scope.select_columns(ManagedRun, *_HELD_COLUMNS).where(ManagedRun.id == bindparam("run_id"))
)
_HELD_AND_LOCKED = PreparedInWorkspace(
    lambda scope: (
        scope.select_columns(ManagedRun, *_HELD_COLUMNS)
        .where(ManagedRun.id == bindparam("run_id"))
        .with_for_update(of=ManagedRun)
    )
)
_ADVANCED = PreparedInWorkspace(
    lambda scope: (
        scope.update(ManagedRun).where(ManagedRun.id == bindparam("run_id")).values(batch=bindparam("new_batch"))
    )
)
_LOGGED = PreparedInWorkspace(
    lambda scope: (
        scope.update(ManagedRun)
        .where(ManagedRun.id == bindparam("run_id"))
        .values(log_bytes=bindparam("new_log_bytes"))
    )
)
_BY_TOKEN = Prepared(
    across_workspaces(
        select(
            JobLaunch.id, JobLaunch.run_id, JobLaunch.workspace_id, JobLaunch.epoch, JobLaunch.token_expires_at
        ).where(JobLaunch.token_hash == bindparam("token_hash")),
        reason="the token names the launch",
    )
)


_OPEN_COLUMNS = (
    JobLaunch.id,
    JobLaunch.run_id,
    JobLaunch.epoch,
    JobLaunch.pool,
    JobLaunch.ref,
    JobLaunch.created_at,
    JobLaunch.start_by,
    JobLaunch.claimed_at,
    JobLaunch.ended_at,
)
_OPEN_LAUNCHES = Prepared(
    across_workspaces(
        select(*_OPEN_COLUMNS).where(JobLaunch.gone_at.is_(None)).order_by(JobLaunch.created_at, JobLaunch.id),
        reason="the dispatcher looks at every launch",
    )
)
_OVERDUE = Prepared(
    across_workspaces(
        select(ManagedRun.id)
        .where(
            or_(
                and_(ManagedRun.status == "running", ManagedRun.lease_until <= bindparam("now")),
                and_(
                    or_(*(ManagedRun.status == status for status in _OPEN)),
                    ManagedRun.stop_requested_at < bindparam("stop_before"),
                ),
            )
        )
        .limit(1),
        reason="the dispatcher looks at the runs of every workspace",
    )
)
_BEHIND = Prepared(
    across_workspaces(
        select(ManagedRun.id, ManagedRun.status)
        .where(text("figures_batch < batch"))
        .order_by(ManagedRun.id)
        .limit(bindparam("most")),
        reason="the platform counts the runs of every workspace",
    )
)


def _waiting_runs(now: Any, pool: Any, default: Any) -> Any:
    open_launch = select(JobLaunch.id).where(JobLaunch.run_id == ManagedRun.id, JobLaunch.ended_at.is_(None)).exists()
    return (
        ManagedRun.status == "pending",
        ManagedRun.stop_requested_at.is_(None),
        ManagedRun.next_launch_at <= now,
        func.coalesce(ManagedRun.pool, default) == pool,
        ~open_launch,
    )


_ANY_QUEUED = Prepared(
    across_workspaces(
        select(ManagedRun.id)
        .where(*_waiting_runs(bindparam("now"), bindparam("pool"), bindparam("default_pool")))
        .limit(1),
        reason="the queue is one for all workspaces",
    )
)


async def held_run(unit: Unit, scope: WorkspaceScope, run_id: str, *, lock: bool) -> HeldRun | None:
    """The run of that id, as far as the calls of its job need it."""
    found = await unit.fetch_in(scope, _HELD_AND_LOCKED if lock else _HELD, run_id=run_id)
    return HeldRun(*found[0]) if found else None


async def advance_batch(unit: Unit, scope: WorkspaceScope, run_id: str, batch: int) -> None:
    """Sets the last batch of a run's journal."""
    await unit.run_in(scope, _ADVANCED, run_id=run_id, new_batch=batch)


async def grow_log(unit: Unit, scope: WorkspaceScope, run_id: str, log_bytes: int) -> None:
    """Sets how many bytes a run's log has."""
    await unit.run_in(scope, _LOGGED, run_id=run_id, new_log_bytes=log_bytes)


async def run(unit: Unit, scope: WorkspaceScope, run_id: str, *, lock: bool = False) -> ManagedRun | None:
    """The run of that id."""
    statement = scope.select(ManagedRun).where(ManagedRun.id == run_id).execution_options(populate_existing=True)
    return await unit.first(statement.with_for_update() if lock else statement)


async def run_across(unit: Unit, run_id: str, *, lock: bool = False) -> ManagedRun | None:
    """The run of that id, of whichever workspace: for the platform itself."""
    statement = select(ManagedRun).where(ManagedRun.id == run_id).execution_options(populate_existing=True)
    found = across_workspaces(statement, reason="the dispatcher looks at the runs of every workspace")
    return await unit.first(found.with_for_update() if lock else found)


async def by_name_or_id(unit: Unit, scope: WorkspaceScope, name_or_id: str, *, lock: bool = False) -> RunRow | None:
    """The run of that name, or else of that id."""
    statement = (
        scope.select_columns(ManagedRun, ManagedRun, User.name, User.email)
        .outerjoin(User, User.id == ManagedRun.created_by)
        .where(or_(ManagedRun.name == name_or_id, ManagedRun.id == name_or_id))
        .order_by((ManagedRun.name == name_or_id).desc())
        .limit(1)
        .execution_options(populate_existing=True)
    )
    found = await unit.rows(statement.with_for_update(of=ManagedRun) if lock else statement)
    return RunRow(*found[0]) if found else None


async def runs(unit: Unit, scope: WorkspaceScope, *, limit: int, offset: int) -> Page[ListedRun]:
    """The runs of the workspace, new ones first.

    A page past the middle is read from the oldest on: a database reads over all rows before a page.
    """
    total = int((await unit.fetch(_COUNTED, id=scope.workspace_id))[0][0])
    size = max(min(limit, total - offset), 0)
    end = offset + size
    if offset < total - end:
        rows = await unit.fetch_in(scope, _FROM_THE_NEWEST, limit=size, offset=offset)
    else:
        rows = await unit.fetch_in(scope, _FROM_THE_OLDEST, limit=size, offset=max(total - end, 0))
    return Page([ListedRun(*row) for row in rows], total, end if end < total else None)


async def name_is_taken(unit: Unit, scope: WorkspaceScope, name: str) -> bool:
    """Whether the workspace has a run of that name."""
    return await unit.first(scope.select(ManagedRun).where(ManagedRun.name == name)) is not None


async def unfinished_count(unit: Unit, scope: WorkspaceScope) -> int:
    """How many runs of the workspace have not ended."""
    return await unit.count(scope.select_columns(ManagedRun, func.count()).where(ManagedRun.status.in_(_OPEN)))


async def add_run(unit: Unit, scope: WorkspaceScope, values: Mapping[str, Any]) -> None:
    """Inserts a run, and counts it."""
    await unit.insert(ManagedRun, values, scope=scope)
    counted = update(Workspace).where(Workspace.id == scope.workspace_id)
    await unit.change(counted.values(run_count=Workspace.run_count + 1))


async def change_run(unit: Unit, scope: WorkspaceScope, run_id: str, **values: Any) -> None:
    """Sets columns of a run."""
    await unit.change(scope.update(ManagedRun).where(ManagedRun.id == run_id).values(**values))


async def queued(unit: Unit, pool: str, *, is_default: bool) -> Sequence[ManagedRun]:
    """Runs that wait for a job in a pool and have no launch under way, of every workspace, the longest waiting first.

    Those that name no pool wait for the default one.
    """
    waiting = _waiting_runs(unit.now, pool, _default(pool, is_default=is_default))
    statement = select(ManagedRun).where(*waiting).order_by(ManagedRun.queued_at, ManagedRun.id)
    return await unit.all(across_workspaces(statement, reason="the queue is one for all workspaces"))


async def any_queued(unit: Unit, pool: str, *, is_default: bool) -> bool:
    """Whether `queued` gives a run."""
    default = _default(pool, is_default=is_default)
    return bool(await unit.fetch(_ANY_QUEUED, now=unit.now, pool=pool, default_pool=default))


def _default(pool: str, *, is_default: bool) -> str:
    """The pool of runs that name none, as seen from one pool; no pool has an empty name."""
    return pool if is_default else ""


async def queued_elsewhere(unit: Unit, pools: Sequence[str]) -> Sequence[ManagedRun]:
    """Runs that wait for a job in a pool that is none of these."""
    statement = select(ManagedRun).where(ManagedRun.status == "pending", ManagedRun.pool.not_in(pools))
    return await unit.all(across_workspaces(statement, reason="pools are shared by all workspaces"))


async def active_by_workspace(unit: Unit) -> dict[str, int]:
    """How many launches of each workspace occupy a slot or are about to."""
    statement = (
        select(JobLaunch.workspace_id, func.count())
        .where(or_(JobLaunch.ended_at.is_(None), JobLaunch.gone_at.is_(None)))
        .group_by(JobLaunch.workspace_id)
    )
    found = await unit.rows(across_workspaces(statement, reason="slots are shared by all workspaces"))
    return dict(found)


async def occupied_slots(unit: Unit, pool: str) -> int:
    """How many launches of a pool occupy a slot or are about to."""
    statement = select(func.count()).select_from(JobLaunch)
    statement = statement.where(JobLaunch.pool == pool, JobLaunch.gone_at.is_(None))
    return await unit.count(across_workspaces(statement, reason="a pool is shared by all workspaces"))


async def open_launches(unit: Unit) -> Sequence[OpenLaunch]:
    """Launches that the platform or their pool is not done with."""
    return [OpenLaunch(*row) for row in await unit.fetch(_OPEN_LAUNCHES)]


async def launches_of(unit: Unit, scope: WorkspaceScope, run_id: str) -> Sequence[JobLaunch]:
    """The launches of a run that the platform is not done with."""
    statement = scope.select(JobLaunch).where(JobLaunch.run_id == run_id, JobLaunch.ended_at.is_(None))
    return await unit.all(statement.order_by(JobLaunch.created_at))


async def change_launch(unit: Unit, launch_id: str, **values: Any) -> None:
    """Sets columns of a launch."""
    statement = update(JobLaunch).where(JobLaunch.id == launch_id).values(**values)
    await unit.change(across_workspaces(statement, reason="a launch is known by its id"))


async def advance_launch(unit: Unit, launch_id: str, before: str, after: str) -> None:
    """Moves a launch to a state, if it is in that one."""
    statement = update(JobLaunch).where(JobLaunch.id == launch_id, JobLaunch.state == before).values(state=after)
    await unit.change(across_workspaces(statement, reason="a launch is known by its id"))


async def launch(unit: Unit, launch_id: str) -> JobLaunch | None:
    """The launch of that id, as it is now."""
    statement = select(JobLaunch).where(JobLaunch.id == launch_id).execution_options(populate_existing=True)
    return await unit.first(across_workspaces(statement, reason="a launch is known by its id"))


async def overdue_stops(unit: Unit, before: datetime) -> Sequence[ManagedRun]:
    """Runs that were to be stopped since before that time, and have not ended."""
    statement = select(ManagedRun).where(ManagedRun.stop_requested_at < before, ManagedRun.status.in_(_OPEN))
    return await unit.all(across_workspaces(statement, reason="the dispatcher looks at the runs of every workspace"))


async def launch_by_ticket(unit: Unit, ticket_hash: str) -> JobLaunch | None:
    """The launch whose ticket has that hash."""
    statement = select(JobLaunch).where(JobLaunch.ticket_hash == ticket_hash).with_for_update()
    return await unit.first(across_workspaces(statement, reason="the ticket names the launch"))


async def launch_by_token(unit: Unit, token_hash: str) -> TokenLaunch | None:
    """The launch whose job has the token of that hash."""
    found = await unit.fetch(_BY_TOKEN, token_hash=token_hash)
    return TokenLaunch(*found[0]) if found else None


async def any_overdue(unit: Unit, stop_before: datetime) -> bool:
    """Whether a lease has expired, or a run has not ended that was to be stopped since before that time."""
    return bool(await unit.fetch(_OVERDUE, now=unit.now, stop_before=stop_before))


async def expired_leases(unit: Unit) -> Sequence[ManagedRun]:
    """Running runs whose job did not renew in time."""
    statement = select(ManagedRun).where(ManagedRun.status == "running", ManagedRun.lease_until <= unit.now)
    return await unit.all(across_workspaces(statement, reason="the dispatcher looks at the runs of every workspace"))


async def extend_leases(unit: Unit, until: datetime) -> None:
    """No lease ends before that time: a job could not renew while no server was there to ask."""
    statement = update(ManagedRun).where(ManagedRun.status == "running", ManagedRun.lease_until < until)
    await unit.change(across_workspaces(statement.values(lease_until=until), reason="every job waited alike"))


async def behind(unit: Unit, limit: int) -> Sequence[tuple[str, str]]:
    """Id and status of runs whose stored figures lack a batch of their journal, of every workspace."""
    return [(row[0], row[1]) for row in await unit.fetch(_BEHIND, most=limit)]


async def stored_bytes(unit: Unit, scope: WorkspaceScope, run_id: str) -> int:
    """How many bytes the files of a run have."""
    sizes = scope.select_columns(RunFile, func.sum(RunFile.size)).where(RunFile.run_id == run_id)
    return await unit.count(sizes.where(RunFile.state == "stored"))


async def batch(unit: Unit, scope: WorkspaceScope, run_id: str, number: int) -> JournalBatch | None:
    """The batch of that number."""
    return await unit.first(
        scope.select(JournalBatch).where(JournalBatch.run_id == run_id, JournalBatch.batch == number)
    )


async def batches(
    unit: Unit, scope: WorkspaceScope, run_id: str, *, after: int = 0, limit: int | None = None
) -> Sequence[JournalBatch]:
    """The batches after that one, in order."""
    statement = scope.select(JournalBatch).where(JournalBatch.run_id == run_id, JournalBatch.batch > after)
    statement = statement.order_by(JournalBatch.batch)
    return await unit.all(statement if limit is None else statement.limit(limit))


async def file(unit: Unit, scope: WorkspaceScope, run_id: str, path: str) -> RunFile | None:
    """The file of that path."""
    return await unit.first(scope.select(RunFile).where(RunFile.run_id == run_id, RunFile.path == path))


async def files_at(unit: Unit, scope: WorkspaceScope, run_id: str, paths: Sequence[str]) -> dict[str, RunFile]:
    """The files of those paths that there are, by path."""
    statement = scope.select(RunFile).where(RunFile.run_id == run_id, RunFile.path.in_(paths))
    return {each.path: each for each in await unit.all(statement)}


async def files(unit: Unit, scope: WorkspaceScope, run_id: str) -> Sequence[RunFile]:
    """Every file that arrived whole, by path."""
    statement = scope.select(RunFile).where(RunFile.run_id == run_id, RunFile.state == "stored")
    return await unit.all(statement.order_by(RunFile.path))


async def change_file(unit: Unit, scope: WorkspaceScope, file_id: str, **values: Any) -> None:
    """Sets columns of a file."""
    await unit.change(scope.update(RunFile).where(RunFile.id == file_id).values(**values))


async def remove_file(unit: Unit, scope: WorkspaceScope, file_id: str) -> None:
    """Removes the row of a file."""
    await unit.change(scope.delete(RunFile).where(RunFile.id == file_id))


async def old_files(unit: Unit, before: datetime, limit: int) -> Sequence[RunFile]:
    """Files, older than that time, of runs that ended before it; the oldest first."""
    statement = select(RunFile).join(ManagedRun, ManagedRun.id == RunFile.run_id)
    statement = statement.where(RunFile.created_at < before, ManagedRun.completed_at < before)
    statement = statement.order_by(RunFile.created_at).limit(limit)
    return await unit.all(across_workspaces(statement, reason="files are kept alike in every workspace"))


async def remove_old_lines(unit: Unit, before: datetime, limit: int) -> int:
    """Removes lines of the logs of runs that ended before that time; how many."""
    ended = select(ManagedRun.id).where(ManagedRun.completed_at < before)
    old = select(RunLogLine.id).where(RunLogLine.run_id.in_(ended)).limit(limit)
    statement = delete(RunLogLine).where(RunLogLine.id.in_(old.scalar_subquery()))
    return await unit.change(across_workspaces(statement, reason="logs are kept alike in every workspace"), long=True)


async def lines(
    unit: Unit, scope: WorkspaceScope, run_id: str, *, limit: int, before: int | None = None, after: int | None = None
) -> Sequence[RunLogLine]:
    """Lines of the log, oldest first: the last ones before a line, or the first ones after one."""
    statement = scope.select(RunLogLine).where(RunLogLine.run_id == run_id)
    if after is not None:
        return await unit.all(statement.where(RunLogLine.id > after).order_by(RunLogLine.id).limit(limit))
    if before is not None:
        statement = statement.where(RunLogLine.id < before)
    return list(reversed(await unit.all(statement.order_by(RunLogLine.id.desc()).limit(limit))))


async def last_line(unit: Unit, scope: WorkspaceScope, run_id: str) -> int:
    """The number of the last line of the log; 0 without one."""
    newest = scope.select_columns(RunLogLine, func.max(RunLogLine.id)).where(RunLogLine.run_id == run_id)
    return await unit.count(newest)


async def drop_run_secrets(unit: Unit, scope: WorkspaceScope, run_id: str) -> None:
    """Removes the values that were given for the run alone."""
    statement = scope.delete(EnvironmentSecret)
    await unit.change(statement.where(EnvironmentSecret.scope == "run", EnvironmentSecret.owner_id == run_id))
