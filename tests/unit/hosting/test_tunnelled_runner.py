"""Attempts whose agents reach the model through a tunnel that ends."""

import asyncio
from collections.abc import Callable

import pytest

from osmosis_ai.datasets import DatasetRow
from osmosis_ai.engine.work import Attempt, AttemptResult, WorkItem
from osmosis_ai.hosting.tunnel import TunnelledRunner
from osmosis_ai.rollout.types import RolloutErrorCategory
from osmosis_ai.semantics.outcomes import AgentFailed, Cancelled, InfrastructureFailed, Outcome, Scored

FAILED = AgentFailed("no connection", RolloutErrorCategory.AGENT_ERROR)
ENDED = "the tunnel ended"


class TunnelDouble:
    """A tunnel that ends when it is told to."""

    def __init__(self) -> None:
        self.end = asyncio.Event()

    async def died(self) -> str:
        await self.end.wait()
        return ENDED


class RunnerDouble:
    """Ends every attempt at once with one outcome."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.cancelled = False
        self.before_each: Callable[[], None] = lambda: None

    async def run(self, attempt: Attempt) -> AttemptResult:
        self.before_each()
        for _ in range(3):  # whoever waits for something gets a turn
            await asyncio.sleep(0)
        return AttemptResult(self.outcome, 1.0)

    async def restart(self) -> None:
        raise AssertionError

    async def cancel(self) -> None:
        self.cancelled = True


def attempt() -> Attempt:
    return Attempt(WorkItem(0, 0, DatasetRow(0, [], None, None)), 0, "rollout")


async def ran(outcome: Outcome, *, ends: bool) -> Outcome:
    """What an attempt comes to that the runner below ends with `outcome`, the tunnel up or just gone."""
    tunnel, runner = TunnelDouble(), RunnerDouble(outcome)
    if ends:
        runner.before_each = tunnel.end.set
    tunnelled = TunnelledRunner(runner, tunnel)
    try:
        result = await tunnelled.run(attempt())
        assert tunnelled.ended == (ENDED if ends else None)
        await asyncio.sleep(0)
        assert runner.cancelled is ends
    finally:
        await tunnelled.close()
    return result.outcome


@pytest.mark.parametrize("outcome", [Scored(1.0), Cancelled()])
async def test_outcome_is_what_it_is_while_the_tunnel_is_up(outcome: Outcome):
    """A tunnel that is up changes nothing."""
    assert await ran(outcome, ends=False) == outcome


@pytest.mark.parametrize("outcome", [FAILED, Scored(0.0), InfrastructureFailed("other")])
async def test_end_of_the_tunnel_is_nobody_s_failure(outcome: Outcome):
    """What ends once the tunnel is gone is the infrastructure's failure, and the rest in flight is cancelled."""
    assert await ran(outcome, ends=True) == InfrastructureFailed(ENDED)


async def test_cancelled_stays_cancelled():
    """A rollout that was cancelled is nothing else."""
    assert await ran(Cancelled(), ends=True) == Cancelled()
