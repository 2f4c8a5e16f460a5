"""The rollouts of a step, or of an evaluation: a run of the engine, and the tokens of each of its rollouts.

`Rollouts` asks for n rollouts of each row and gives back as many trajectories. What could not be scored is tried again
by the engine and once more here, then it is unscorable: never a reward of zero, never a row fewer.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import override

from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.memory import MemoryJournal
from osmosis_ai.engine.ports import Lease, Observer, RunProgressUpdate
from osmosis_ai.engine.records import Unfinished
from osmosis_ai.engine.replay import replay
from osmosis_ai.engine.run import RunControl, RunResult, new_rollout_id, run
from osmosis_ai.engine.spec import RunSpec
from osmosis_ai.engine.work import Attempt, AttemptResult, OpenRunner, Row, Runner, WorkKey
from osmosis_ai.models.bridge.token_capture import CapturedCall, Sampling, TokenCapture
from osmosis_ai.semantics.spent import Spent
from osmosis_ai.train.sampler import seed_of
from osmosis_ai.train.step_ports import QuietObserver, step_ports
from osmosis_ai.train.trajectories import Limits, Trajectory, trajectory_of, unscorable
from osmosis_contract.models.run_events import RolloutOutcome, RowStatus, RunEvent
from osmosis_contract.models.run_manifest import RunInputs
from osmosis_contract.models.token_trajectory import ScoredTokenTrajectory, UnscorableReason

__all__ = ["Rollout", "Rollouts", "StepStoppedError"]

_PASSES = 2


class StepStoppedError(Exception):
    """Someone asked for the run to stop while rollouts were in flight."""


@dataclass(frozen=True, slots=True)
class Rollout:
    """One rollout that was asked for, with its tokens or the reason why it has none that count."""

    source_row_index: int
    sample_index: int
    trajectory: Trajectory
    reward: float | None
    """The reward that the grader gave, also where the tokens cannot be trained on; an evaluation counts it."""
    messages: Sequence[object] = ()
    texts: Sequence[str] = ()
    prompt_ids: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class _Opened:
    """The runner of the whole training, as one of its many runs sees it."""

    runner: Runner
    width: int
    spent_before: Spent
    spent_now: Callable[[], Spent]
    reason: Callable[[], str | None]

    def spent(self) -> Spent:
        """What this run used."""
        now = self.spent_now()
        return Spent(tokens=now.tokens - self.spent_before.tokens)

    def stop_reason(self) -> str | None:
        """As the runner says."""
        return self.reason()


class _CapturingRunner(Runner):
    """Runs attempts elsewhere and keeps the model calls of each."""

    def __init__(self, inner: Runner, capture: TokenCapture, seed: int) -> None:
        self._inner = inner
        self._capture = capture
        self._seed = seed
        self.calls: dict[str, list[CapturedCall]] = {}

    @override
    async def run(self, attempt: Attempt) -> AttemptResult:
        item = attempt.item
        seed = seed_of(self._seed, item.source_row_index, item.run_index, attempt.number)
        self._capture.expect(attempt.rollout_id, seed)
        try:
            return await self._inner.run(attempt)
        finally:
            self.calls[attempt.rollout_id] = self._capture.take(attempt.rollout_id)

    @override
    async def restart(self) -> None:
        await self._inner.restart()

    @override
    async def cancel(self) -> None:
        await self._inner.cancel()


@dataclass(slots=True)
class Rollouts:
    """Asks one hosted rollout server and one policy for rollouts. For one step at a time."""

    opened: OpenRunner
    capture: TokenCapture
    inputs: RunInputs
    name: str
    trials: Path
    lease: Lease
    observer: Observer
    redact: Redactor
    progress: Callable[[RunProgressUpdate], None] = lambda _: None
    control: RunControl = field(default_factory=RunControl)
    stopping: bool = False

    async def run(
        self, rows: Sequence[Row], samples: int, *, sampling: Sampling, limits: Limits, seed: int
    ) -> list[Rollout]:
        """`samples` rollouts of each row, those of a row side by side, in the order of the rows.

        Raises StepStoppedError once `stop` was called, OsmosisError for what halts a run of the engine.
        """
        self.capture.sampling = sampling
        runner = _CapturingRunner(self.opened.runner, self.capture, seed)
        spec = self._spec(rows, samples)
        journal = MemoryJournal()
        ports = step_ports(journal, self.trials, self.lease, QuietObserver(self.observer, self.progress), self.redact)
        result: RunResult | None = None
        for number in range(_PASSES):
            if self.stopping:
                raise StepStoppedError
            before = replay(journal.records(), rows=spec.row_count, runs_per_row=samples)
            if number:
                before.results.reopen(RowStatus.FAILED)
            if not before.results.pending:
                break
            self.control = RunControl()
            result = await run(spec, lambda: self._open(runner), ports, before=before, control=self.control)
        if self.stopping:
            raise StepStoppedError
        assert result is not None  # noqa: S101 - the first pass always has something to do
        events = {(event.row_index, event.run_index): event for event in journal.results(result.results.keys())}
        return [
            self._rollout(
                (row, sample), rows[row].source_row_index, events, result.unfinished, runner=runner, limits=limits
            )
            for row in range(len(rows))
            for sample in range(samples)
        ]

    async def stop(self) -> None:
        """Ends what is in flight; `run` raises StepStoppedError."""
        self.stopping = True
        await self.control.stop()

    def _rollout(
        self,
        key: WorkKey,
        source: int,
        events: Mapping[WorkKey, RunEvent],
        unfinished: Mapping[WorkKey, Unfinished],
        *,
        runner: _CapturingRunner,
        limits: Limits,
    ) -> Rollout:
        event = events.get(key)
        if event is None:
            last = unfinished.get(key)
            message = (last and last.message) or "the run was halted before it was tried"
            lost = unscorable(UnscorableReason.INFRASTRUCTURE_FAILED, message)
            return Rollout(source, key[1], lost, None)
        calls = runner.calls.get(event.rollout_id, [])
        outcome = event.outcome or RolloutOutcome.UNGRADED
        trajectory = trajectory_of(
            event.rollout_id, outcome, event.reward, event.err_message, calls=calls, limits=limits
        )
        scored = isinstance(trajectory, ScoredTokenTrajectory)
        last_call = calls[-1] if calls else None
        return Rollout(
            source,
            key[1],
            trajectory,
            event.reward,
            messages=[] if last_call is None else [*last_call.messages, dict(last_call.answer)],
            texts=[text for call in calls for text in call.texts] if scored and len(calls) == 1 else [],
            prompt_ids=calls[0].prompt_ids if calls else [],
        )

    @asynccontextmanager
    async def _open(self, runner: Runner) -> AsyncIterator[OpenRunner]:
        opened = self.opened
        yield _Opened(runner, opened.width, opened.spent(), opened.spent, opened.stop_reason)

    def _spec(self, rows: Sequence[Row], samples: int) -> RunSpec:
        inputs = self.inputs.model_copy(update={"n": samples})
        return RunSpec(
            run_id=new_rollout_id(),
            name=self.name,
            dataset_name=self.name,
            inputs=inputs,
            rows=lambda: iter(rows),
            row_count=len(rows),
            dataset_row_count=len(rows),
        )
