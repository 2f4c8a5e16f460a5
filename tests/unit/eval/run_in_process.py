"""Evaluations without processes: a workspace, a display that answers as it is told, services that score at once."""

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from osmosis_ai.engine.ports import RunProgressUpdate
from osmosis_ai.engine.work import Attempt, AttemptResult
from osmosis_ai.eval.options import EvalOptions
from osmosis_ai.eval.run import EvalRun, run_eval
from osmosis_ai.hosting import services
from osmosis_ai.hosting.spec import HostSpec
from osmosis_ai.rollout.types import RolloutErrorCategory
from osmosis_ai.semantics.outcomes import AgentFailed, Cancelled, Outcome, Scored
from osmosis_ai.semantics.spent import Spent
from osmosis_contract.models import SampleJudge

CONFIG = """\
[experiment]
rollout = "demo"
entrypoint = "main.py"
model_path = "openai/stub"
dataset = "demo"
[secrets]
required = {secrets}
"""


class RefusedError(Exception):
    """What the display raises when it is to say no."""


class DisplayDouble:
    """Agrees unless told otherwise, and keeps what it was told."""

    def __init__(self) -> None:
        self.agrees = True
        self.wants_offers = False
        self.secrets: dict[str, str] = {}
        self.on_confirm: Callable[[], None] = lambda: None
        self.questions: list[str] = []
        self.offered: list[str] = []
        self.summary: Mapping[str, object] = {}
        self.notes: Sequence[str] = ()
        self.warnings: list[tuple[str | None, str]] = []

    def status(self, text: str) -> None:
        pass

    def warning(self, code: str | None, message: str) -> None:
        self.warnings.append((code, message))

    def confirm(self, prompt: str, *, summary: Mapping[str, object], notes: Sequence[str]) -> None:
        self.questions.append(prompt)
        self.summary, self.notes = summary, notes
        self.on_confirm()
        if not self.agrees:
            raise RefusedError

    def ask_yes_no(self, prompt: str) -> bool:
        self.offered.append(prompt)
        return self.wants_offers

    def ask_secret(self, name: str) -> str | None:
        return self.secrets.get(name)

    def progress(self, update: RunProgressUpdate) -> None:
        pass

    def log_line(self, line: str) -> None:
        pass


class RunnerDouble:
    """Ends every attempt at once, as `outcomes` has for the row or with a reward of 1; or never, until cancelled."""

    def __init__(self) -> None:
        self.hangs = False
        self.cancelled = False
        self._cancel = asyncio.Event()
        self.outcomes: dict[int, Outcome] = {}
        self.judges: list[SampleJudge] = []
        self.ran: list[int] = []
        self.before_each: Callable[[], None] = lambda: None

    async def run(self, attempt: Attempt) -> AttemptResult:
        self.before_each()
        self.ran.append(attempt.item.row_index)
        for _ in range(3):  # whoever waits for something gets a turn
            await asyncio.sleep(0)
        if self.hangs:
            await self._cancel.wait()
            return AttemptResult(Cancelled(), 1.0)
        outcome = self.outcomes.get(attempt.item.row_index, Scored(1.0))
        return AttemptResult(outcome, 1.0, tokens=10, judges=self.judges)

    async def restart(self) -> None:
        raise AssertionError

    async def cancel(self) -> None:
        self.cancelled = True
        self._cancel.set()


class Bench:
    """A workspace of three rows, in which evaluations run on the doubles."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.display = DisplayDouble()
        self.runner = RunnerDouble()
        self.host_spec: HostSpec | None = None
        for folder in ("rollouts/demo", "configs/training", "configs/eval", "data"):
            (root / folder).mkdir(parents=True)
        (root / "rollouts/demo/main.py").write_text("app = None\n")
        rows = [{"user_prompt": f"question {number}", "ground_truth": "answer"} for number in range(3)]
        (root / "data/demo.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        self.config()
        monkeypatch.setattr(services, "hosted", self._hosted)

    def config(self, *secrets: str, more: str = "") -> None:
        """Writes the config."""
        (self.root / "configs/eval/demo.toml").write_text(CONFIG.format(secrets=json.dumps(secrets)) + more)

    def run(self, **options: Any) -> EvalRun:
        """An evaluation to its end."""
        self.options = EvalOptions(config=Path("configs/eval/demo.toml"), **options)
        return run_eval(self.options, self.display, cwd=self.root, environ=dict(os.environ))

    def fail(self, *rows: int) -> None:
        """From now on these rows fail."""
        failed = AgentFailed("it went wrong", RolloutErrorCategory.AGENT_ERROR)
        self.runner.outcomes = dict.fromkeys(rows, failed)

    def folder(self, name: str) -> Path:
        """The folder of a run."""
        return self.root / ".osmosis" / "evals" / name

    def files(self) -> dict[str, bytes]:
        """Everything there is on disk."""
        return {
            os.fspath(path.relative_to(self.root)): path.read_bytes() if path.is_file() else b""
            for path in self.root.rglob("*")
        }

    @contextlib.asynccontextmanager
    async def _hosted(self, spec: HostSpec, _observer: Any, **_given: Any) -> AsyncIterator[services.Hosted]:
        self.host_spec = spec
        yield services.Hosted(
            runner=self.runner,
            width=1,
            spent=lambda: Spent(10 * len(self.runner.ran)),
            stop_reason=lambda: None,
        )
