"""Managed runs, for the members of their workspace: listed, shown, stopped, and tried again where they failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.errors import InvalidRequestError, Issue, ResourceNotFoundError, StateConflictError
from osmosis_ai.platform.secrets.keyring import Keyring
from osmosis_ai.platform.services import audit, run_state, usage
from osmosis_ai.platform.services.run_figures import figures_of, summary_of, summary_so_far
from osmosis_ai.platform.services.submissions import put_run_secrets
from osmosis_ai.platform.settings import Limits
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.run_tables import ManagedRun, RunLogLine
from osmosis_ai.platform.store.runs import ListedRun, RunRow
from osmosis_ai.platform.store.unit import Unit
from osmosis_contract.models.run_metrics import MetricsSummary

__all__ = ["LogPage", "Retried", "Shown", "listing", "log", "retry", "show", "stop"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A run with its figures."""

    row: RunRow
    summary: MetricsSummary


@dataclass(frozen=True, slots=True)
class Listed:
    """A run of a list with its figures."""

    run: ListedRun
    summary: MetricsSummary


@dataclass(frozen=True, slots=True)
class Retried:
    """A run that was queued again."""

    run_id: str
    name: str
    epoch: int
    samples: int
    """How many samples that failed or were skipped are tried again."""


@dataclass(frozen=True, slots=True)
class LogPage:
    """Lines from old to new, and where to go on in the direction that was asked for."""

    lines: Sequence[RunLogLine]
    next_cursor: int | None


async def listing(unit: Unit, member: Member, *, limit: int, offset: int) -> Page[Listed]:
    """The workspace's runs, new ones first, each with its figures as they were last stored."""
    member.require("run.read")
    page = await rows.runs(unit, unit.in_workspace(member.workspace_id), limit=limit, offset=offset)
    return page.map(lambda run: Listed(run, summary_of(run)))


async def show(unit: Unit, member: Member, name_or_id: str) -> Shown:
    """A run with its figures so far. Raises ResourceNotFoundError."""
    member.require("run.read")
    row = await _find(unit, member, name_or_id)
    return Shown(row, await summary_so_far(unit, row.run))


async def log(
    unit: Unit, member: Member, name_or_id: str, *, limit: int, direction: str, cursor: int | None
) -> LogPage:
    """A page of the run's log. Raises ResourceNotFoundError."""
    member.require("run.read")
    run = (await _find(unit, member, name_or_id)).run
    scope = unit.in_workspace(member.workspace_id)
    if direction == "newer":
        found = await rows.lines(unit, scope, run.id, limit=limit + 1, after=cursor or 0)
        more, kept = len(found) > limit, found[:limit]
        return LogPage(kept, kept[-1].id if more else None)
    found = await rows.lines(unit, scope, run.id, limit=limit + 1, before=cursor)
    more, kept = len(found) > limit, found[-limit:]
    return LogPage(kept, kept[0].id if more else None)


async def stop(unit: Unit, member: Member, name_or_id: str) -> ManagedRun:
    """Stops a run: one that no job has at once, another once its job, or the time for it, has ended.

    Asked again while it is stopping, nothing changes. Raises ResourceNotFoundError; StateConflictError for one that is
    over.
    """
    member.require("run.write")
    run = (await _find(unit, member, name_or_id, lock=True)).run
    if run_state.is_over(run):
        raise StateConflictError(f"The run {run.name} is over: it is {run.status}.", code="RUN_OVER")
    if run.stop_requested_at is None:
        scope = unit.in_workspace(member.workspace_id)
        await rows.change_run(unit, scope, run.id, stop_requested_at=unit.now)
        await run_state.log(unit, run, "info", "run", f"{member.actor.name} asked for the run to be stopped.")
        if run.status == "pending":
            await run_state.end(unit, run, "stopped")
        await _record(unit, member, run, "run.stop")
    return (await _find(unit, member, run.id)).run


async def retry(
    unit: Unit, member: Member, keyring: Keyring, limits: Limits, *, name_or_id: str, secrets: Mapping[str, str]
) -> Retried:
    """Queues a run again that is over: what failed or was skipped, and what has no result, is tried.

    Raises ResourceNotFoundError; StateConflictError for a run that is not over, or has nothing to try;
    InvalidRequestError with `run_secret_names` where values for the run alone have to be given again.
    """
    member.require("run.write")
    run = (await _find(unit, member, name_or_id, lock=True)).run
    if run.local_run_id is not None:
        raise _ran_elsewhere(run)
    if not run_state.is_over(run):
        raise StateConflictError(f"The run {run.name} is not over: it is {run.status}.", code="RUN_NOT_OVER")
    await usage.require_budget(unit, unit.in_workspace(member.workspace_id), limits)
    figures = await figures_of(unit, run)
    samples = figures.retryable()
    if not samples and not figures.replayed.results.pending:
        raise StateConflictError(f"Every sample of {run.name} succeeded.", code="NOTHING_TO_RETRY")
    needed = sorted(name for name, where in run.secret_scopes.items() if where == "run")
    unknown = sorted(set(secrets) - set(needed))
    if unknown:
        issues = [Issue(f"secrets.{name}", "was not given for this run alone") for name in unknown]
        raise InvalidRequestError("The run cannot be retried.", field="secrets", issues=issues)
    if missing := [name for name in needed if name not in secrets]:
        raise InvalidRequestError(
            "Secrets that were given for this run alone have to be given again.",
            field="secrets",
            code="RUN_SECRETS_REQUIRED",
            extra={"run_secret_names": missing},
        )
    await put_run_secrets(unit, member, keyring, run.id, secrets)
    await rows.change_run(
        unit,
        unit.in_workspace(member.workspace_id),
        run.id,
        status="pending",
        reason=None,
        message=None,
        completed_at=None,
        stop_requested_at=None,
        queued_at=unit.now,
        next_launch_at=unit.now,
        epoch=run.epoch + 1,
        fruitless_jobs=0,
        unclaimed_launches=0,
        retry_through=run.batch,
    )
    await run_state.log(unit, run, "info", "run", f"{member.actor.name} queued the run again.", samples=samples)
    await _record(unit, member, run, "run.retry")
    return Retried(run.id, run.name, run.epoch + 1, samples)


def _ran_elsewhere(run: ManagedRun) -> InvalidRequestError:
    """An imported run is tried again where it ran, and imported again."""
    path = run.config.get("imported", {}).get("provenance", {}).get("config_path")
    return InvalidRequestError(
        f"The run {run.name} was imported: run it again where it ran, with --retry-failed, and import it again.",
        code="RUN_IMPORTED",
        extra={"local_run": {"eval_run_name": run.name, **({} if path is None else {"config_path": path})}},
    )


async def _find(unit: Unit, member: Member, name_or_id: str, *, lock: bool = False) -> RunRow:
    found = await rows.by_name_or_id(unit, unit.in_workspace(member.workspace_id), name_or_id, lock=lock)
    if found is None:
        raise ResourceNotFoundError("There is no such run.")
    return found


async def _record(unit: Unit, member: Member, run: ManagedRun, action: str) -> None:
    await audit.record(
        unit, member.actor, action, workspace_id=member.workspace_id, target=run.id, details={"name": run.name}
    )
