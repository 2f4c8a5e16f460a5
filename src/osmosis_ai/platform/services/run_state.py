"""The states of a managed run, and who may write to it. Every change of a run's status is made here.

    pending ── claimed ──► running ── finished, failed, stopped
       ▲                      │
       └──── given away ──────┘    the epoch goes up by one, and the job before is refused from then on

A pool's word never ends a run: it frees a slot, and has a run given away sooner than its lease would.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Literal

from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.outbox.queue import enqueue
from osmosis_ai.platform.services import usage
from osmosis_ai.platform.settings import Limits
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store.run_tables import JobLaunch, ManagedRun, RunLogLine
from osmosis_ai.platform.store.unit import Unit

__all__ = ["ENDED", "TERMINAL", "End", "claim", "end", "give_away", "is_over", "log", "never_claimed", "unclaimed"]

type End = Literal["finished", "failed", "stopped"]

ENDED = "run.ended"
"""The kind of outbox entry that has the end of a run told; its payload is `run` and `completed_at`."""

TERMINAL = frozenset({"finished", "failed", "stopped"})
"""Where a run stays."""

_FIRST_PAUSE = timedelta(seconds=2)
_LONGEST_PAUSE = timedelta(minutes=1)


def is_over(run: ManagedRun) -> bool:
    """Whether the run has ended."""
    return run.status in TERMINAL


def unclaimed(now: datetime) -> dict[str, Any]:
    """The columns of a new run that say what its jobs have come to: nothing so far."""
    return {
        "epoch": 1,
        "lease_until": None,
        "secrets_epoch": 0,
        "batch": 0,
        "batch_at_claim": 0,
        "fruitless_jobs": 0,
        "unclaimed_launches": 0,
        "next_launch_at": now,
        "retry_through": 0,
        "log_bytes": 0,
    }


async def claim(unit: Unit, run: ManagedRun, launch: JobLaunch, limits: Limits, **values: Any) -> None:
    """The job of a launch has the run from now on. `values` are further columns of the launch."""
    scope = unit.in_workspace(run.workspace_id)
    await rows.change_launch(unit, launch.id, state="claimed", claimed_at=unit.now, **values)
    await rows.change_run(
        unit,
        scope,
        run.id,
        status="running",
        reason=None,
        message=None,
        started_at=run.started_at or unit.now,
        lease_until=unit.now + timedelta(seconds=limits.lease_seconds),
        batch_at_claim=run.batch,
        unclaimed_launches=0,
    )
    await log(unit, run, "info", "job", f"A job has claimed the run, as number {run.epoch}.")


async def give_away(unit: Unit, run: ManagedRun, why: str, limits: Limits) -> None:
    """Takes a running run from its job: another job may have it, or it ends, where that was asked for.

    A run whose jobs brought nothing several times in a row fails.
    """
    fruitless = 0 if run.batch > run.batch_at_claim else run.fruitless_jobs + 1
    await _end_launches(unit, run, why)
    await log(unit, run, "warning", "job", f"The run was taken from its job: {why}.")
    scope = unit.in_workspace(run.workspace_id)
    await rows.change_run(unit, scope, run.id, epoch=run.epoch + 1, lease_until=None, fruitless_jobs=fruitless)
    if run.stop_requested_at is not None:
        await end(unit, run, "stopped")
    elif fruitless >= limits.failed_starts:
        message = f"{fruitless} jobs in a row ended without a result. The last one: {why}."
        await end(unit, run, "failed", reason="JOB_LOST", message=message)
    else:
        await rows.change_run(
            unit, scope, run.id, status="pending", reason="JOB_LOST", next_launch_at=unit.now + _pause(fruitless)
        )


async def never_claimed(unit: Unit, run: ManagedRun, launch: JobLaunch, why: str, limits: Limits) -> None:
    """A launch came to nothing: its ticket is refused from now on, and the run is launched again or fails.

    It is a launch and not an attempt: the two are counted apart.
    """
    scope = unit.in_workspace(run.workspace_id)
    count = run.unclaimed_launches + 1
    await rows.change_launch(unit, launch.id, state="ended", ended_at=unit.now, reason=why)
    await rows.change_run(unit, scope, run.id, epoch=run.epoch + 1, unclaimed_launches=count)
    await log(unit, run, "warning", "launch", f"A launch came to nothing: {why}.")
    if run.stop_requested_at is not None:
        await end(unit, run, "stopped")
    elif count >= limits.failed_starts:
        message = f"{count} launches in a row came to nothing. The last one: {why}."
        await end(unit, run, "failed", reason="NOT_STARTED", message=message)
    else:
        await rows.change_run(unit, scope, run.id, next_launch_at=unit.now + _pause(count))


async def end(
    unit: Unit, run: ManagedRun, status: End, *, reason: str | None = None, message: str | None = None
) -> None:
    """Ends a run: nothing may write to it any more, and what was given for it alone is removed."""
    scope = unit.in_workspace(run.workspace_id)
    await _end_launches(unit, run, f"the run has {status}" if status != "stopped" else "the run was stopped")
    await rows.change_run(
        unit,
        scope,
        run.id,
        status=status,
        reason=reason,
        message=message,
        completed_at=unit.now,
        lease_until=None,
        stop_requested_at=None,
    )
    await rows.drop_run_secrets(unit, scope, run.id)
    await enqueue(unit, ENDED, {"run": run.id, "completed_at": wire_time(unit.now)})
    text = {"finished": "The run has finished.", "failed": "The run has failed.", "stopped": "The run was stopped."}
    await log(
        unit, run, "error" if status == "failed" else "info", "run", " ".join(filter(None, (text[status], message)))
    )


async def log(unit: Unit, run: ManagedRun | rows.HeldRun, level: str, step: str, message: str, **details: Any) -> None:
    """A line of the run's log, about its life on the platform."""
    values = {"run_id": run.id, "at": unit.now, "level": level, "step": step, "message": message, "details": details}
    await unit.insert(RunLogLine, values, scope=unit.in_workspace(run.workspace_id))


async def _end_launches(unit: Unit, run: ManagedRun, why: str) -> None:
    for launch in await rows.launches_of(unit, unit.in_workspace(run.workspace_id), run.id):
        await rows.change_launch(unit, launch.id, state="ended", ended_at=unit.now, reason=why)
        if launch.claimed_at is not None:
            await usage.add_seconds(unit, unit.in_workspace(run.workspace_id), run.id, launch.claimed_at)


def _pause(failures: int) -> timedelta:
    return min(_FIRST_PAUSE * 2 ** min(failures - 1, 16), _LONGEST_PAUSE) if failures else timedelta()
