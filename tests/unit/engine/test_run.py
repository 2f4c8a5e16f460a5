"""A run on ports held in memory: no folder, no command and no server process is needed for one."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from engine_doubles import RunnerDouble
from tests.support.memory_ports import MemoryRun, opened
from tests.support.run_specs import run_spec

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine import dispatch
from osmosis_ai.engine.budget import Budget
from osmosis_ai.engine.ports import LeaseLostError
from osmosis_ai.engine.run import Phase, RunControl, run
from osmosis_ai.semantics.outcomes import AgentFailed, InfrastructureFailed, Removed, Scored
from osmosis_ai.semantics.spent import Spent
from osmosis_contract.models.rollout import ErrorLocation
from osmosis_contract.models.run_metrics import RunState


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "RETRY_PAUSES_SEC", (0.0,))


async def test_run_records_everything_through_its_ports():
    """Every attempt is in the journal before it counts; index, metrics, rows and progress are made from it."""
    memory, runner = (
        MemoryRun(),
        RunnerDouble({1: [AgentFailed("raised")], 2: [InfrastructureFailed("down"), Scored(0.5)]}),
    )
    result = await run(run_spec(3), opened(runner, 2), memory.ports)
    assert result.complete
    assert [record.event for record in memory.journal.kept].count("started") == 4
    assert [str(row.status) for row in memory.snapshots.index] == ["success", "failed", "success"]
    assert memory.snapshots.metrics is not None
    assert memory.snapshots.metrics.eval_run.status is RunState.FINISHED
    assert memory.snapshots.metrics.summary == result.metrics.summary
    assert [row.prompt for row in memory.snapshots.rows] == ["question 0", "question 1", "question 2"]
    assert [update.done for update in memory.observer.updates] == [1, 2, 3]
    assert memory.artifacts.redactions == 1


async def test_there_are_no_more_workers_than_items():
    """However many attempts at a time are wanted, and the runner takes: three items are three workers."""
    memory = MemoryRun()
    result = await run(run_spec(3, max_in_flight=10**12), opened(RunnerDouble(), 10**12), memory.ports)
    assert result.complete
    assert "Running 3 rollouts, 3 at a time" in memory.observer.statuses


async def test_run_is_resumed_from_its_journal_alone():
    """A second invocation reads the journal, runs only what has no result, and numbers its attempts on."""
    memory = MemoryRun()
    down = RunnerDouble({1: [InfrastructureFailed("down")]})
    first = await run(run_spec(2), opened(down), memory.ports)
    assert (first.complete, list(first.unfinished)) == (False, [(1, 0)])
    up = RunnerDouble()
    second = await run(run_spec(2), opened(up), memory.ports)
    assert (second.complete, second.resumed, dict(up.tried)) == (True, 1, {1: 1})
    assert memory.journal.kept[-1].attempt == 3


async def test_complete_run_opens_no_runner():
    """With nothing pending no runner is opened, and what a crashed invocation left is searched all the same."""
    memory = MemoryRun()
    await run(run_spec(1), opened(RunnerDouble()), memory.ports)

    def refused() -> None:
        raise AssertionError

    again = await run(run_spec(1), refused, memory.ports, previous_run_crashed=True)  # type: ignore[arg-type]
    assert (again.complete, again.report.dispatched) == (True, 0)
    assert memory.artifacts.redactions == 2


async def test_budget_counts_what_the_runner_spent_and_what_was_spent_before():
    """The engine keeps to the budget: it asks the opened runner what it has used."""
    memory = MemoryRun()
    spec = run_spec(3, budget=Budget(tokens=10))
    result = await run(spec, opened(RunnerDouble(), used=Spent(10)), memory.ports)
    assert result.report.halted == "the budget of 10 tokens is spent (10 used)"
    assert not result.complete


async def test_lost_lease_ends_the_run_and_nothing_more_is_written():
    """What is in flight is cancelled and not recorded; the snapshots stay as they were."""
    memory, runner = MemoryRun(), RunnerDouble({0: ["hang"]})
    control = RunControl()
    running = asyncio.create_task(run(run_spec(2), opened(runner), memory.ports, control=control))
    await runner.hanging.wait()
    assert control.phase is Phase.DISPATCHING
    before = list(memory.journal.kept)
    memory.lease.lose()
    with pytest.raises(LeaseLostError):
        await running
    assert memory.journal.kept == before
    assert memory.snapshots.index == []
    assert memory.artifacts.redactions == 0


async def test_stopped_run_can_be_resumed():
    """A stop cancels what is in flight; those attempts are on record without a result, and the rest stays pending."""
    memory, runner = MemoryRun(), RunnerDouble({1: ["hang"]})
    control = RunControl()
    running = asyncio.create_task(run(run_spec(3), opened(runner), memory.ports, control=control))
    await runner.hanging.wait()
    await control.stop()
    result = await running
    assert (result.report.cancelled, len(result.results), list(result.unfinished)) == (True, 1, [(1, 0)])
    assert memory.snapshots.metrics is not None
    assert memory.snapshots.metrics.eval_run.status is RunState.INCOMPLETE


async def test_error_of_a_port_is_raised_after_the_snapshots_are_finished():
    """A runner that cannot be opened ends the run; what is known is in the snapshots."""
    memory = MemoryRun()

    def broken() -> None:
        raise OsmosisError("no runner")

    with pytest.raises(OsmosisError, match="no runner"):
        await run(run_spec(1), broken, memory.ports)  # type: ignore[arg-type]
    assert memory.snapshots.metrics is not None
    assert memory.snapshots.metrics.eval_run.status is RunState.INCOMPLETE
    assert any("ended early" in line for line in memory.observer.lines)


def test_engine_loads_no_http_library_no_model_and_no_command():
    """Importing all of the engine, as a program that embeds it does, loads none of the outer layers."""
    folder = Path(dispatch.__file__).parent
    modules = sorted(f"osmosis_ai.engine.{path.stem}" for path in folder.glob("*.py") if path.stem != "__init__")
    code = (
        f"import sys, importlib; [importlib.import_module(name) for name in {modules!r}]; "
        "print(*sorted({'.'.join(name.split('.')[:2]) if name.startswith('osmosis_ai') else name.split('.')[0] "
        "for name in sys.modules}))"
    )
    loaded = set(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    )
    assert not loaded & {"httpx", "aiohttp", "starlette", "uvicorn", "litellm", "openai", "rich", "cyclopts"}
    ours = {name.partition(".")[2] for name in loaded if name.startswith("osmosis_ai.")}
    assert ours <= {"base", "engine", "semantics"}


async def test_where_user_code_failed_is_recorded_and_logged_with_row_and_run():
    """Location and traceback are in the attempt's record, the event and the log; the secrets of the run are in none."""
    memory = MemoryRun({"KEY": "hunter22"})
    runner = RunnerDouble({1: [AgentFailed("KeyError: 'x' (main.py:15 in parse)")]})
    runner.said = {
        "err_location": ErrorLocation(file="main.py", line=15, function="parse"),
        "err_traceback": 'Traceback (most recent call last):\n  File "main.py", line 15, in parse\n    f("hunter22")\n',
    }
    await run(run_spec(2), opened(runner), memory.ports)
    event = memory.journal.events[1, 0]
    assert event.err_location is not None
    assert (event.err_location.file, event.err_location.line) == ("main.py", 15)
    assert event.err_traceback is not None
    assert "[REDACTED]" in event.err_traceback
    assert memory.journal.events[0, 0].err_traceback is None
    logged = [line for line in memory.observer.lines if "[traceback]" in line]
    assert len(logged) == 3
    assert all("row 1 run 0 | " in line for line in logged)
    assert "hunter22" not in memory.everything()


async def test_metrics_and_answer_reach_events_index_and_figures():
    """A sample's numbers are in its event and its index row; the run's metrics have mean, deviation and count."""
    memory, runner = MemoryRun(), RunnerDouble({1: [Removed()], 2: [AgentFailed("raised")]})
    runner.said = {"metrics": {"steps": 3.0}, "answer": "a" * 600}
    result = await run(run_spec(4), opened(runner), memory.ports)
    assert memory.journal.events[0, 0].metrics == {"steps": 3.0}
    assert [row.metrics for row in memory.snapshots.index] == [{"steps": 3.0}] * 4
    assert all(row.answer is not None and len(row.answer) == 500 for row in memory.snapshots.index)
    stats = result.metrics.summary.metrics
    assert stats is not None
    assert (stats["steps"].count, stats["steps"].mean, stats["steps"].std) == (3, 3.0, 0.0)
    again = await run(run_spec(4), opened(RunnerDouble()), memory.ports)
    assert again.metrics.summary.metrics == stats
