"""The rollouts of a step: as many as asked for, whatever fails, and nothing that failed is a zero."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import override

from tests.support.memory_ports import MemoryRun, Opened
from tests.support.run_specs import MadeUpRow, run_inputs

from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.work import Attempt, AttemptResult, Runner
from osmosis_ai.models.bridge.token_capture import TokenCapture
from osmosis_ai.semantics.outcomes import AgentFailed, InfrastructureFailed, Scored
from osmosis_ai.train.figures import reasons_of, scored_of, step_figures
from osmosis_ai.train.rollouts import Rollouts
from osmosis_ai.train.trajectories import Limits
from osmosis_contract.models.rollout import RolloutErrorCategory

from .calls import SAMPLING, answer

LIMITS = Limits(0, 100, 100)


class ModelRunner(Runner):
    """Answers through the capture as a rollout would, and scores 1; `fails` says how an attempt ends instead."""

    def __init__(self, capture: TokenCapture, fails) -> None:
        self.capture = capture
        self.fails = fails
        self.tried: Counter[tuple[int, int]] = Counter()

    @override
    async def run(self, attempt: Attempt) -> AttemptResult:
        self.tried[attempt.item.key] += 1
        outcome = self.fails(attempt)
        if outcome is not None:
            return AttemptResult(outcome, 1.0)
        body = self.capture.prepared(attempt.rollout_id, {"messages": [{"role": "user", "content": "?"}]})
        await self.capture.answered(attempt.rollout_id, body, answer([5, 6]))
        return AttemptResult(Scored(1.0), 1.0)

    @override
    async def restart(self) -> None:
        return None

    @override
    async def cancel(self) -> None:
        return None


async def tokenize(_text: str) -> list[int]:
    return [1, 2, 3]


def rollouts_of(fails, tmp_path: Path) -> tuple[Rollouts, ModelRunner]:
    capture = TokenCapture(tokenize, SAMPLING)
    runner = ModelRunner(capture, fails)
    memory = MemoryRun()
    return (
        Rollouts(
            opened=Opened(runner, 4),
            capture=capture,
            inputs=run_inputs(4),
            name="made-up",
            trials=tmp_path,
            lease=memory.lease,
            observer=memory.observer,
            redact=Redactor([]),
        ),
        runner,
    )


ROWS = [MadeUpRow(number, [{"role": "user", "content": "?"}]) for number in range(4)]


async def test_every_rollout_asked_for_comes_back_in_its_place(tmp_path: Path):
    rollouts, _ = rollouts_of(lambda _: None, tmp_path)
    found = await rollouts.run(ROWS, 5, sampling=SAMPLING, limits=LIMITS, seed=1)
    assert [(each.source_row_index, each.sample_index) for each in found] == [
        (r, s) for r in range(4) for s in range(5)
    ]
    assert len(scored_of(found)) == 20
    assert found[0].messages[-1] == {"role": "assistant", "content": "x"}


async def test_a_fifth_that_fails_for_good_is_counted_as_unscorable_and_never_as_zero(tmp_path: Path):
    """4 of 20 rollouts have no permanent luck: the mean is that of the other 16, and 4 have their reason."""

    def fails(attempt: Attempt):
        unlucky = attempt.item.run_index == 0
        return InfrastructureFailed("the sandbox died", permanent=True) if unlucky else None

    rollouts, _ = rollouts_of(fails, tmp_path)
    found = await rollouts.run(ROWS, 5, sampling=SAMPLING, limits=LIMITS, seed=1)
    assert len(found) == 20
    assert reasons_of(found) == {"infrastructure_failed": 4}
    assert step_figures(scored_of(found), None)["rollout/raw_reward"] == 1.0
    assert found[0].reward is None


async def test_a_rollout_whose_agent_failed_is_tried_once_more(tmp_path: Path):
    """An agent that raises has no reward: the first failure is tried again, the second is its reason."""
    failed = AgentFailed("boom", RolloutErrorCategory.AGENT_ERROR)

    def fails(attempt: Attempt):
        row = attempt.item.row_index
        return failed if row == 0 or (row == 1 and attempt.number == 0) else None

    rollouts, runner = rollouts_of(fails, tmp_path)
    found = await rollouts.run(ROWS, 1, sampling=SAMPLING, limits=LIMITS, seed=1)
    assert runner.tried == {(0, 0): 2, (1, 0): 2, (2, 0): 1, (3, 0): 1}
    assert reasons_of(found) == {"agent_failed": 1}
    assert len(scored_of(found)) == 3


async def test_figures_without_a_scored_rollout_have_no_reward(tmp_path: Path):
    assert step_figures([], None) == {}
