"""Queries on managed runs, the launches of their jobs, their journals, files and logs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, or_, select, update

from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.run_tables import JobLaunch, JournalBatch, ManagedRun, RunFile, RunLogLine
from osmosis_ai.platform.store.scope import WorkspaceScope, across_workspaces
from osmosis_ai.platform.store.tables import EnvironmentSecret, User
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "RunRow",
    "active_by_workspace",
    "advance_launch",
    "batch",
    "batches",
    "by_name_or_id",
    "change_file",
    "change_launch",
    "change_run",
    "drop_run_secrets",
    "expired_leases",
    "extend_leases",
    "file",
    "files",
    "last_line",
    "launch",
    "launch_by_ticket",
    "launch_by_token",
    "launches_of",
    "lines",
    "name_is_taken",
    "occupied_slots",
    "open_launches",
    "overdue_stops",
    "queued",
    "remove_file",
    "run",
    "run_across",
    "runs",
    "unfinished_count",
]

_OPEN = ("pending", "running")


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run with the person who started it, as long as there is one."""

    run: ManagedRun
    creator_name: str | None
    creator_email: str | None


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


async def runs(unit: Unit, scope: WorkspaceScope, *, limit: int, offset: int) -> Page[RunRow]:
    """The runs of the workspace, new ones first."""
    listed = (
        scope.select_columns(ManagedRun, ManagedRun, User.name, User.email)
        .outerjoin(User, User.id == ManagedRun.created_by)
        .order_by(ManagedRun.created_at.desc(), ManagedRun.id)
        .limit(limit)
        .offset(offset)
    )
    items = [RunRow(*row) for row in await unit.rows(listed)]
    total = await unit.count(scope.select_columns(ManagedRun, func.count()))
    following = offset + len(items)
    return Page(items, total, following if items and following < total else None)


async def name_is_taken(unit: Unit, scope: WorkspaceScope, name: str) -> bool:
    """Whether the workspace has a run of that name."""
    return await unit.first(scope.select(ManagedRun).where(ManagedRun.name == name)) is not None


async def unfinished_count(unit: Unit, scope: WorkspaceScope) -> int:
    """How many runs of the workspace have not ended."""
    return await unit.count(scope.select_columns(ManagedRun, func.count()).where(ManagedRun.status.in_(_OPEN)))


async def change_run(unit: Unit, scope: WorkspaceScope, run_id: str, **values: Any) -> None:
    """Sets columns of a run."""
    await unit.change(scope.update(ManagedRun).where(ManagedRun.id == run_id).values(**values))


async def queued(unit: Unit) -> Sequence[ManagedRun]:
    """Runs that wait for a job and have no launch under way, of every workspace, the longest waiting first."""
    open_launch = select(JobLaunch.id).where(JobLaunch.run_id == ManagedRun.id, JobLaunch.ended_at.is_(None)).exists()
    statement = (
        select(ManagedRun)
        .where(
            ManagedRun.status == "pending",
            ManagedRun.stop_requested_at.is_(None),
            ManagedRun.next_launch_at <= unit.now,
            ~open_launch,
        )
        .order_by(ManagedRun.queued_at, ManagedRun.id)
    )
    return await unit.all(across_workspaces(statement, reason="the queue is one for all workspaces"))


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


async def open_launches(unit: Unit) -> Sequence[JobLaunch]:
    """Launches that the platform or their pool is not done with."""
    statement = select(JobLaunch).where(JobLaunch.gone_at.is_(None)).order_by(JobLaunch.created_at, JobLaunch.id)
    return await unit.all(across_workspaces(statement, reason="the dispatcher looks at every launch"))


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


async def launch_by_token(unit: Unit, token_hash: str) -> JobLaunch | None:
    """The launch whose job has the token of that hash."""
    statement = select(JobLaunch).where(JobLaunch.token_hash == token_hash)
    return await unit.first(across_workspaces(statement, reason="the token names the launch"))


async def expired_leases(unit: Unit) -> Sequence[ManagedRun]:
    """Running runs whose job did not renew in time."""
    statement = select(ManagedRun).where(ManagedRun.status == "running", ManagedRun.lease_until <= unit.now)
    return await unit.all(across_workspaces(statement, reason="the dispatcher looks at the runs of every workspace"))


async def extend_leases(unit: Unit, until: datetime) -> None:
    """No lease ends before that time: a job could not renew while no server was there to ask."""
    statement = update(ManagedRun).where(ManagedRun.status == "running", ManagedRun.lease_until < until)
    await unit.change(across_workspaces(statement.values(lease_until=until), reason="every job waited alike"))


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
