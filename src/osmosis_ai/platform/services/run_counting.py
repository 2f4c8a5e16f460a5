"""Keeps in each run's row what its journal comes to, so that lists and pages of runs read no journal.

A run that a job ends is counted before it ends; any other within about a second of a new batch, with a pause after each
count of many times what it took, so that counting stays a small part of the platform's work. What model calls used is
added to the workspace's usage in the transaction that stores the figures: once, whichever process counts.
"""

from __future__ import annotations

import time

from osmosis_ai.platform.services import run_state, usage
from osmosis_ai.platform.services.run_figures import RunFigures, figures_of
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.run_tables import ManagedRun
from osmosis_ai.platform.store.unit import Unit

__all__ = ["Counting", "count", "store"]

_AT_ONCE = 50
_SHARE = 20
"""A run that is at work is counted again after so many times as long as counting it took."""


class Counting:
    """Counts the runs whose stored figures are behind their journals. One a process; several do no harm."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._again_at: dict[str, float] = {}

    async def step(self) -> None:
        """Counts each run that is due."""
        async with self._database.read() as unit:
            found = await rows.behind(unit, _AT_ONCE)
        started = time.monotonic()
        self._again_at = {run_id: self._again_at.get(run_id, 0.0) for run_id, _ in found}
        for run_id, status in found:
            if status not in run_state.TERMINAL and self._again_at[run_id] > started:
                continue
            before = time.monotonic()
            await count(self._database, run_id)
            after = time.monotonic()
            self._again_at[run_id] = after + _SHARE * (after - before)


async def count(database: Database, run_id: str) -> None:
    """Stores the figures of a run as of its last batch, unless they are stored."""
    async with database.read() as unit:
        run = await rows.run_across(unit, run_id)
        if run is None or run.figures_batch >= run.batch:
            return
        figures = await figures_of(unit, run)
    async with database.write() as unit:
        run = await rows.run_across(unit, run_id, lock=True)
        if run is not None and run.figures_batch < figures.batches:
            await store(unit, run, figures)


async def store(unit: Unit, run: ManagedRun, figures: RunFigures, *, metered: bool = True) -> None:
    """Stores the figures of a run that is locked; with `metered`, what is new in them is usage of today."""
    scope = unit.in_workspace(run.workspace_id)
    spent = figures.replayed.spent
    size = await rows.stored_bytes(unit, scope, run.id)
    values = {
        "summary": figures.summary.to_wire(),
        "tokens": spent.tokens,
        "cost_usd": spent.cost_usd,
        "bytes": size,
    }
    await rows.change_run(unit, scope, run.id, figures=values, figures_batch=figures.batches)
    before = run.figures or {}
    added: dict[str, float] = {"bytes": max(size - (before.get("bytes") or 0), 0)}
    if metered:
        added["tokens"] = spent.tokens - (before.get("tokens") or 0)
        added["usd"] = (spent.cost_usd or 0.0) - (before.get("cost_usd") or 0.0)
    await usage.add(unit, scope, run.id, added)
