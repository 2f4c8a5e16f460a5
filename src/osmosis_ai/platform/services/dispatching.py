"""Which run is launched next, and what becomes of launches: decisions over rows, with no pool in sight.

The rows are the queue. Slots go round the workspaces: the next one is of the workspace with the fewest jobs, and inside
it of the run that has waited longest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from osmosis_ai.platform.access.tokens import hash_token, new_token
from osmosis_ai.platform.ids import new_launch_id
from osmosis_ai.platform.services import run_state
from osmosis_ai.platform.settings import Limits
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store.run_tables import JobLaunch, ManagedRun
from osmosis_ai.platform.store.runs import OpenLaunch
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "NewLaunch",
    "drop_pools",
    "expire_leases",
    "force_stops",
    "is_due",
    "launched",
    "let_go",
    "next_launch",
    "pool_ended",
    "pool_refused",
    "revive_leases",
    "unclaimed",
]


@dataclass(frozen=True, slots=True)
class NewLaunch:
    """A launch that is in the database, and that a pool is to be asked for. Its ticket is nowhere else."""

    launch_id: str
    run_id: str
    workspace_id: str
    ticket: str


async def next_launch(
    unit: Unit, limits: Limits, pool: str, slots: int, *, is_default: bool = True
) -> NewLaunch | None:
    """Takes the next run off the queue of a pool; None where no slot is free, or no run may be launched."""
    if await rows.occupied_slots(unit, pool) >= slots:
        return None
    waiting = await rows.queued(unit, pool, is_default=is_default)
    active = await rows.active_by_workspace(unit)
    run = _next_run(waiting, active, limits.runs_at_once)
    if run is None:
        return None
    ticket = new_token("tkt")
    launch_id = new_launch_id(run.id, run.epoch)
    values = {
        "id": launch_id,
        "run_id": run.id,
        "epoch": run.epoch,
        "pool": pool,
        "state": "new",
        "ticket_hash": hash_token(ticket),
        "ref": {},
        "created_at": unit.now,
        "start_by": unit.now + timedelta(seconds=limits.start_seconds),
    }
    await unit.insert(JobLaunch, values, scope=unit.in_workspace(run.workspace_id))
    return NewLaunch(launch_id, run.id, run.workspace_id, ticket)


def _next_run(waiting: Sequence[ManagedRun], active: dict[str, int], at_once: int) -> ManagedRun | None:
    first: dict[str, ManagedRun] = {}
    for run in waiting:  # the longest waiting first
        first.setdefault(run.workspace_id, run)
    candidates = [run for run in first.values() if active.get(run.workspace_id, 0) < at_once]
    return min(candidates, key=lambda run: (active.get(run.workspace_id, 0), run.queued_at, run.id), default=None)


async def launched(unit: Unit, launch_id: str, *, incarnation: str, native_id: str) -> None:
    """A pool has taken the launch, under this name."""
    ref = {"incarnation": incarnation, "native_id": native_id}
    await rows.change_launch(unit, launch_id, ref=ref)
    await rows.advance_launch(unit, launch_id, "new", "submitted")


async def pool_refused(unit: Unit, launch: NewLaunch, why: str, limits: Limits) -> None:
    """A pool will not start it: nothing runs, and its slot is free."""
    await rows.change_launch(unit, launch.launch_id, gone_at=unit.now)
    found = await rows.launch(unit, launch.launch_id)
    if found is not None:
        await unclaimed(unit, found, why, limits)


async def unclaimed(unit: Unit, launch: JobLaunch | OpenLaunch, why: str, limits: Limits) -> None:
    """No job claimed the run by this launch, and none will: its run is launched again, or fails."""
    run = await rows.run_across(unit, launch.run_id, lock=True)
    present = await rows.launch(unit, launch.id)
    if run is None or present is None or present.ended_at is not None or present.claimed_at is not None:
        return
    if run_state.is_over(run) or run.epoch != launch.epoch:
        await rows.change_launch(unit, launch.id, state="ended", ended_at=unit.now, reason=why)
        return
    await run_state.never_claimed(unit, run, present, why, limits)


async def pool_ended(unit: Unit, launch: JobLaunch | OpenLaunch, why: str, limits: Limits) -> None:
    """A pool says that a launch has ended: a run that its job still had is given away. The slot is free with `let_go`,
    once the pool has forgotten the launch: whoever is killed in between finds it open again."""
    present = await rows.launch(unit, launch.id)
    if present is None or present.ended_at is not None:
        return
    if present.claimed_at is None:
        await unclaimed(unit, present, why, limits)
        return
    run = await rows.run_across(unit, launch.run_id, lock=True)
    if run is not None and run.status == "running" and run.epoch == launch.epoch:
        await run_state.give_away(unit, run, why, limits)


async def let_go(unit: Unit, launch: JobLaunch | OpenLaunch) -> None:
    """A pool is done with a launch, and its slot is free."""
    await rows.change_launch(unit, launch.id, gone_at=unit.now)


async def expire_leases(unit: Unit, limits: Limits) -> int:
    """Gives away every run whose job did not renew in time; how many."""
    expired = await rows.expired_leases(unit)
    for found in expired:
        run = await rows.run_across(unit, found.id, lock=True)
        if run is not None and run.status == "running" and run.lease_until is not None and run.lease_until <= unit.now:
            await run_state.give_away(unit, run, "its job did not renew its lease", limits)
    return len(expired)


async def drop_pools(unit: Unit, pools: Sequence[str], limits: Limits) -> None:
    """Ends what is left in pools that are not among the platform's any more: nobody asks them.

    A run that waits for one of them fails. A job that was claimed there goes on for as long as it renews its lease.
    """
    for launch in await rows.open_launches(unit):
        if launch.pool in pools or (launch.claimed_at is not None and launch.ended_at is None):
            continue
        await unclaimed(unit, launch, _no_pool(launch.pool, pools), limits)
        await let_go(unit, launch)
    for found in await rows.queued_elsewhere(unit, pools):
        run = await rows.run_across(unit, found.id, lock=True)
        if run is not None and run.status == "pending" and run.pool is not None:
            message = f"{_no_pool(run.pool, pools)}. Submit it again."
            await run_state.end(unit, run, "failed", reason="POOL_UNKNOWN", message=message)


def _no_pool(name: str, pools: Sequence[str]) -> str:
    return f"the platform has no pool {name} any more; it has {', '.join(pools)}"


async def is_due(unit: Unit, limits: Limits) -> bool:
    """Whether `expire_leases` or `force_stops` has something to do."""
    return await rows.any_overdue(unit, unit.now - timedelta(seconds=limits.stop_seconds))


async def revive_leases(unit: Unit, limits: Limits) -> None:
    """Once a server or the database is back: jobs that could not renew meanwhile get one more lease to do so."""
    await rows.extend_leases(unit, unit.now + timedelta(seconds=limits.lease_seconds))


async def force_stops(unit: Unit, limits: Limits) -> int:
    """Ends runs whose jobs were asked to stop and did not, whatever their pools say; how many.

    The jobs lose their right to write in this moment; that their processes end is wished for as long as it takes.
    """
    overdue = await rows.overdue_stops(unit, unit.now - timedelta(seconds=limits.stop_seconds))
    for found in overdue:
        run = await rows.run_across(unit, found.id, lock=True)
        if run is not None and not run_state.is_over(run):
            scope = unit.in_workspace(run.workspace_id)
            await rows.change_run(unit, scope, run.id, epoch=run.epoch + 1)
            await run_state.end(unit, run, "stopped", message="Its job did not end in time.")
    return len(overdue)
