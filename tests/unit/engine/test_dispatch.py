"""Dispatch: every item has a result or given up, whatever the runner and the ledger do."""

import asyncio
import itertools
from collections.abc import Iterator

import pytest
from engine_doubles import LedgerDouble, RunnerDouble, items

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine import dispatch
from osmosis_ai.engine.dispatch import Dispatcher
from osmosis_ai.engine.work import WorkItem
from osmosis_ai.semantics.outcomes import AgentFailed, Cancelled, InfrastructureFailed, Scored

FAULT = InfrastructureFailed("the provider failed")


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "RETRY_PAUSES_SEC", (0.0,))


def dispatcher(runner: RunnerDouble, ledger: LedgerDouble, width: int = 3, **options: object) -> Dispatcher:
    numbers = itertools.count()
    return Dispatcher(runner, ledger, max_in_flight=width, new_id=lambda: f"id-{next(numbers)}", **options)


@pytest.mark.parametrize("width", [1, 4, 50])
async def test_every_item_is_tried_once_at_most_so_many_at_a_time(width: int):
    """All items have a result, never more than the width in flight, each attempt started before it ends."""
    runner, ledger = RunnerDouble(), LedgerDouble()
    report = await dispatcher(runner, ledger, width).run(items(20))
    assert (report.dispatched, report.completed, report.given_up, report.halted) == (20, 20, 0, None)
    assert runner.most <= width
    assert len(ledger.scored()) == 20
    assert len({attempt.rollout_id for attempt in ledger.started_attempts}) == 20


async def test_rows_are_read_as_they_are_needed():
    """No more items are taken from the source than are in flight."""
    taken = 0

    def counted() -> Iterator[WorkItem]:
        nonlocal taken
        for item in items(1000):
            taken += 1
            yield item

    runner, ledger = RunnerDouble({0: ["hang"], 1: ["hang"]}), LedgerDouble()
    dispatching = dispatcher(runner, ledger, 2)
    running = asyncio.create_task(dispatching.run(counted()))
    await asyncio.sleep(0.02)
    assert taken == 2
    await dispatching.stop()
    report = await running
    assert report.cancelled
    assert taken == 2


async def test_infrastructure_failure_is_tried_again_with_a_new_id():
    """A fault that passes costs an attempt, not the row; attempts are numbered without gaps."""
    runner, ledger = RunnerDouble({1: [FAULT, FAULT, Scored(0.5)]}), LedgerDouble()
    report = await dispatcher(runner, ledger).run(items(3))
    assert (report.dispatched, report.completed, report.given_up) == (3, 3, 0)
    attempts = [attempt for attempt in ledger.started_attempts if attempt.item.row_index == 1]
    assert [attempt.number for attempt in attempts] == [0, 1, 2]
    assert len({attempt.rollout_id for attempt in attempts}) == 3


async def test_infrastructure_failure_is_given_up_after_three_tries():
    """A fault that stays leaves the row without a result, and the others are not kept from theirs."""
    runner, ledger = RunnerDouble({1: [FAULT]}), LedgerDouble()
    report = await dispatcher(runner, ledger).run(items(3))
    assert (report.completed, report.given_up, report.halted) == (2, 1, None)
    assert runner.tried[1] == 3
    assert ledger.lost(1)


async def test_agent_failure_is_a_result_and_not_tried_again():
    """What the agent did wrong is a result at once."""
    runner, ledger = RunnerDouble({0: [AgentFailed("raised")]}), LedgerDouble()
    report = await dispatcher(runner, ledger).run(items(1))
    assert (report.completed, runner.tried[0]) == (1, 1)


async def test_attempts_of_earlier_invocations_are_counted_on():
    """Numbers go on where the last invocation stopped, and an item has all its tries again."""
    runner, ledger = RunnerDouble({0: [FAULT]}), LedgerDouble()
    await dispatcher(runner, ledger, attempts_before={(0, 0): 5}.__getitem__).run(items(1))
    assert [attempt.number for attempt in ledger.started_attempts] == [5, 6, 7]


async def test_faults_without_end_halt_the_run():
    """When nothing but the infrastructure answers any more, the rest is not burnt: the run stops and says why."""
    runner, ledger = RunnerDouble({row: [FAULT] for row in range(1000)}), LedgerDouble()
    report = await dispatcher(runner, ledger, 2).run(items(1000))
    assert report.halted is not None
    assert "the provider failed" in report.halted
    assert report.dispatched < 20


@pytest.mark.parametrize("width", [1, 4, 8])
async def test_item_that_takes_the_runner_down_is_given_up_and_neighbours_are_scored(width: int):
    """Nobody else pays for a killer: innocent neighbours are tried again alone and scored, then all goes on."""
    runner, ledger = RunnerDouble({3: ["die"]}), LedgerDouble()
    report = await dispatcher(runner, ledger, width).run(items(10))
    assert (report.completed, report.given_up, report.halted) == (9, 1, None)
    assert {key[0] for key in ledger.scored()} == set(range(10)) - {3}
    assert runner.tried[3] <= 3
    assert runner.restarts == runner.tried[3]


async def test_several_killers_side_by_side_do_not_keep_neighbours_from_their_result():
    """However many of those in flight kill, each is found out, and everything else gets its result."""
    runner, ledger = RunnerDouble({row: ["die"] for row in range(6)}), LedgerDouble()
    report = await dispatcher(runner, ledger, 8).run(items(10))
    assert (report.completed, report.given_up, report.halted) == (4, 6, None)


async def test_item_that_took_the_runner_down_once_gets_its_result():
    """A loss among others and a single one alone convict nobody."""
    runner, ledger = RunnerDouble({0: ["die", "die", Scored(1.0)]}), LedgerDouble()
    report = await dispatcher(runner, ledger, 3).run(items(4))
    assert (report.completed, report.given_up, runner.restarts) == (4, 0, 2)


async def test_runner_that_always_dies_halts_the_run():
    """A runner that is lost over and over, with no result in between, is not started for ever."""
    runner, ledger = RunnerDouble({row: ["die"] for row in range(100)}), LedgerDouble()
    report = await dispatcher(runner, ledger, 2).run(items(100))
    assert report.halted is not None
    assert "times in a row" in report.halted
    assert runner.restarts < dispatch.MIN_LOSSES_IN_A_ROW


async def test_runner_that_cannot_be_had_again_halts_the_run():
    """The error of the restart is the reason."""
    runner, ledger = RunnerDouble({1: ["die"]}), LedgerDouble()
    runner.refuses_restart = True
    report = await dispatcher(runner, ledger).run(items(5))
    assert report.halted is not None
    assert "no second double" in report.halted


async def test_stop_ends_what_is_in_flight_as_cancelled():
    """After a stop nothing more is dispatched, what was in flight is recorded as cancelled, and `run` returns."""
    runner, ledger = RunnerDouble({1: ["hang"]}), LedgerDouble()
    dispatching = dispatcher(runner, ledger, 1)
    running = asyncio.create_task(dispatching.run(items(5)))
    await asyncio.sleep(0.05)
    await dispatching.stop()
    report = await running
    assert report.cancelled
    assert (report.dispatched, report.completed) == (2, 1)
    assert ledger.outcomes(1) == [Cancelled()]


async def test_rows_that_cannot_be_read_any_more_halt_the_run():
    """What is in flight when the source fails still gets its result."""

    def broken() -> Iterator[WorkItem]:
        yield from items(2)
        raise OsmosisError("row 2 is gone")

    runner, ledger = RunnerDouble(), LedgerDouble()
    report = await dispatcher(runner, ledger).run(broken())
    assert (report.completed, report.halted) == (2, "row 2 is gone")


async def test_ledger_that_cannot_record_ends_the_dispatch():
    """Without a record nothing may happen: what is in flight is cancelled, and the ledger's own error is raised."""
    runner, ledger = RunnerDouble({2: ["hang"]}), LedgerDouble(breaks_after=5)
    with pytest.raises(OsmosisError, match="the ledger is full"):
        await dispatcher(runner, ledger).run(items(50))
    assert len(ledger.started_attempts) + len(ledger.ended_attempts) == 5


async def test_fault_of_the_runner_itself_is_raised_alone():
    """An unforeseen exception ends the dispatch as itself, not wrapped, and no task is left running."""
    runner, ledger = RunnerDouble({1: [ZeroDivisionError("a bug")], 0: ["hang"]}), LedgerDouble()
    with pytest.raises(ZeroDivisionError, match="a bug"):
        await dispatcher(runner, ledger).run(items(50))
    assert len(asyncio.all_tasks()) == 1


async def test_cancelling_the_dispatch_leaves_no_task():
    """A dispatch that is cancelled from outside takes its workers with it."""
    runner, ledger = RunnerDouble({0: ["hang"], 1: ["hang"]}), LedgerDouble()
    running = asyncio.create_task(dispatcher(runner, ledger).run(items(5)))
    await runner.hanging.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert len(asyncio.all_tasks()) == 1


async def test_stop_reason_ends_the_dispatch_cleanly():
    """Once there is a reason to stop, nothing more is dispatched, what is in flight gets its result, the rest waits."""
    runner, ledger = RunnerDouble(), LedgerDouble()
    reason = lambda: "enough" if len(ledger.ended_attempts) >= 3 else None  # noqa: E731
    report = await dispatcher(runner, ledger, 2, stop_reason=reason).run(items(10))
    assert report.halted == "enough"
    assert 3 <= report.completed == report.dispatched <= 4


async def test_stop_reason_holds_for_retries_too():
    """A row that the infrastructure failed is not tried again once there is a reason to stop."""
    runner, ledger = RunnerDouble({0: [FAULT, Scored(1.0)]}), LedgerDouble()
    reason = lambda: "enough" if ledger.ended_attempts else None  # noqa: E731
    report = await dispatcher(runner, ledger, 1, stop_reason=reason).run(items(1))
    assert (report.halted, report.completed) == ("enough", 0)
    assert runner.tried[0] == 1


async def test_permanent_failure_is_not_tried_again():
    """A wrong key or an unknown model costs one attempt: the item is given up with the words of the failure."""
    words: list[str] = []
    runner, ledger = RunnerDouble({1: [InfrastructureFailed("no money left", permanent=True)]}), LedgerDouble()
    report = await dispatcher(runner, ledger, warn=words.append).run(items(4))
    assert runner.tried[1] == 1
    assert (report.completed, report.given_up, report.halted) == (3, 1, None)
    assert words == ["row 1: given up: no money left"]
