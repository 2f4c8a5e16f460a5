"""Two runs in one process and one loop do not mix: one on a folder, one on ports held in memory."""

import ast
import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from run_in_process import Bench
from tests.support.memory_ports import MemoryRun, opened
from tests.support.run_specs import run_spec

from osmosis_ai.engine.run import run
from osmosis_ai.engine.work import Attempt, AttemptResult
from osmosis_ai.eval.options import EvalOptions
from osmosis_ai.eval.plan import make_plan
from osmosis_ai.eval.run import agree, choose, execute, prepare
from osmosis_ai.hosting import services
from osmosis_ai.hosting.spec import HostSpec
from osmosis_ai.semantics.outcomes import AgentFailed, Scored
from osmosis_ai.semantics.spent import Spent

FOLDER_SECRET, MEMORY_SECRET = "secret-of-the-folder", "secret-in-memory"


class Meeting:
    """Runners that wait for each other in the first attempt, so that both runs are in flight at once."""

    def __init__(self) -> None:
        self.arrived = {"folder": asyncio.Event(), "memory": asyncio.Event()}

    async def of(self, name: str) -> None:
        self.arrived[name].set()
        for event in self.arrived.values():
            await event.wait()


class Leaky:
    """Scores even rows, fails odd ones, and says a secret in every failure."""

    def __init__(self, name: str, meeting: Meeting, secret: str, model: str, reward: float) -> None:
        self.name, self.meeting, self.secret, self.model, self.reward = name, meeting, secret, model, reward
        self.prompts: list[str] = []

    async def run(self, attempt: Attempt) -> AttemptResult:
        await self.meeting.of(self.name)
        self.prompts.append(attempt.item.row.prompt[0]["content"])
        if attempt.item.row_index % 2:
            return AttemptResult(AgentFailed(f"{self.model} was called with {self.secret}"), 1.0, tokens=1)
        return AttemptResult(Scored(self.reward), 1.0, tokens=1)

    async def restart(self) -> None:
        raise AssertionError

    async def cancel(self) -> None:
        raise AssertionError


async def test_two_runs_in_one_loop_do_not_mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """With other secrets, models and rows, each run has its own results, logs and secrets, and only those.

    Neither touches what the process shares: environment, signal handlers, current directory.
    """
    bench = Bench(tmp_path, monkeypatch)
    bench.config("KEY", more='[env]\nCOLOUR = "red"\n')
    meeting = Meeting()
    of_folder = Leaky("folder", meeting, FOLDER_SECRET, "openai/stub", 1.0)
    of_memory = Leaky("memory", meeting, MEMORY_SECRET, "openai/other", 0.25)
    specs: list[HostSpec] = []

    @contextlib.asynccontextmanager
    async def hosted(spec: HostSpec, _observer: Any, **_: Any) -> AsyncIterator[services.Hosted]:
        specs.append(spec)
        yield services.Hosted(runner=of_folder, width=1, spent=Spent, stop_reason=lambda: None)

    monkeypatch.setattr(services, "hosted", hosted)
    shared = (dict(os.environ), Path.cwd(), signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM))
    environ = {"PATH": "/bin", "KEY": FOLDER_SECRET}
    plan = make_plan(EvalOptions(config=Path("configs/eval/demo.toml"), name="folder"), tmp_path)
    agreed = agree(choose(plan, bench.display), bench.display, bench.display, environ)
    memory = MemoryRun({"KEY": MEMORY_SECRET})
    with prepare(agreed, bench.display, environ) as prepared:
        on_folder, in_memory = await asyncio.gather(
            execute(prepared),
            run(
                run_spec(4, question="riddle", model_path="openai/other"),
                opened(of_memory),
                memory.ports,
            ),
        )
    assert (dict(os.environ), Path.cwd(), signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == shared

    assert (on_folder.complete, len(on_folder.results), on_folder.metrics.summary.passed) == (True, 3, 2)
    assert (in_memory.complete, len(in_memory.results), in_memory.metrics.summary.passed) == (True, 4, 0)
    assert of_folder.prompts == [f"question {number}" for number in range(3)]
    assert of_memory.prompts == [f"riddle {number}" for number in range(4)]
    assert on_folder.metrics.eval_run.model_name == "openai/stub"
    assert in_memory.metrics.eval_run.model_name == "openai/other"

    written = "\n".join(path.read_text() for path in bench.folder("folder").rglob("*") if path.is_file())
    kept = memory.everything()
    for text in (written, kept):
        assert FOLDER_SECRET not in text
        assert MEMORY_SECRET not in text
        assert "was called with [REDACTED]" in text
    assert "openai/other" not in written
    assert "riddle" not in written
    assert "openai/stub" not in kept
    assert "question" not in kept
    assert specs[0].rollout_environment == {"PATH": "/bin", "COLOUR": "red", "KEY": FOLDER_SECRET}


def test_neither_side_imports_the_other():
    """The ports in memory know nothing of runs on disk, and the engine knows neither."""
    root = Path(__file__).parents[3]
    engine = sorted((root / "src/osmosis_ai/engine").glob("*.py"))
    for path in (root / "tests/support/memory_ports.py", root / "tests/support/run_specs.py", *engine):
        imported = {node.module for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)}
        assert not [name for name in imported if name and name.startswith(("osmosis_ai.runs", "osmosis_ai.eval"))]
    for path in (root / "src/osmosis_ai/runs").rglob("*.py"):
        assert "memory_ports" not in path.read_text()
