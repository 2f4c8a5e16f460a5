"""The journal of a training run: what counts after a crash, what the metrics say, which checkpoints are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.runs.training.journal import TrainingJournal, read_journal
from osmosis_ai.runs.training.metrics import metrics_of, status_of
from osmosis_ai.runs.training.state import fold
from osmosis_ai.train.checkpoints import to_prune
from osmosis_contract.models.local_training import (
    TrainingCheckpointPruned,
    TrainingCheckpointSaved,
    TrainingEnded,
    TrainingEvaluation,
    TrainingStarted,
    TrainingStep,
)

AT = "2026-11-29T10:00:00.000Z"


def started(from_step: int = 0) -> TrainingStarted:
    return TrainingStarted(event="started", at=AT, from_step=from_step, total_steps=8)


def step(number: int, reward: float = 0.5) -> TrainingStep:
    return TrainingStep(
        event="step",
        at=AT,
        step=number,
        policy_version=number - 1,
        prompts=1,
        rollouts=4,
        scored=3,
        unscorable={"infrastructure_failed": 1},
        metrics={"rollout/raw_reward": reward},
        seconds={"update": 1.0},
    )


def saved(number: int, reward: float | None = None) -> TrainingCheckpointSaved:
    more = {} if reward is None else {"reward": reward}
    return TrainingCheckpointSaved(
        event="checkpoint", at=AT, step=number, path=f"checkpoints/step-{number:06}", adapter_sha256="ab" * 32, **more
    )


def test_steps_after_the_checkpoint_of_a_killed_run_count_once_it_did_them_again():
    """Killed in step 4 with a checkpoint of step 2: steps 3 and 4 are there once, as they were done the second time."""
    records = [started(), step(1), step(2), saved(2), step(3, 0.1), started(2), step(3, 0.9), step(4)]
    state = fold(records)
    assert sorted(state.steps) == [1, 2, 3, 4]
    assert state.steps[3].metrics["rollout/raw_reward"] == 0.9
    points = next(
        series for series in metrics_of(state, alive=True).metrics if series.metric_key == "rollout/raw_reward"
    )
    assert [point.step for point in points.data_points] == [1, 2, 3, 4]


def test_what_a_killed_run_did_after_its_checkpoint_is_taken_back_at_once():
    """Evaluations and checkpoints of steps that are done again go too."""
    late = TrainingEvaluation(event="evaluation", at=AT, step=4, rows=1, scored=1, reward=1.0, seconds=1.0)
    state = fold([started(), step(1), step(2), saved(2), step(3), step(4), saved(4), late, started(2)])
    assert sorted(state.steps) == [1, 2]
    assert (state.resume_step, state.evaluations) == (2, {})


def test_a_pruned_checkpoint_is_not_resumed_from():
    gone = TrainingCheckpointPruned(event="pruned", at=AT, step=4)
    assert fold([started(), saved(2), saved(4), gone]).resume_step == 2


def test_a_run_that_was_killed_is_crashed_and_one_that_ended_says_how():
    records = [started(), step(1)]
    assert status_of(fold(records), alive=True) == "running"
    assert status_of(fold(records), alive=False) == "crashed"
    end = TrainingEnded(event="ended", at=AT, status="stopped")
    assert status_of(fold([*records, end]), alive=False) == "stopped"


def test_unscorable_rollouts_are_a_metric_and_no_examples():
    metrics = metrics_of(fold([started(), step(1), step(2)]), alive=False)
    unscorable = next(series for series in metrics.metrics if series.metric_key == "rollout/unscorable")
    assert [point.value for point in unscorable.data_points] == [1.0, 1.0]
    assert metrics.overview.examples_processed_count == 6


def test_the_newest_and_the_best_checkpoint_are_kept():
    records = [started(), saved(1, 0.2), saved(2, 0.9), saved(3, 0.3), saved(4, 0.4)]
    assert to_prune(fold(records), 2) == [1, 3]
    assert to_prune(fold(records), 1) == [1, 2, 3]
    assert to_prune(fold(records), 4) == []


async def test_a_torn_last_line_is_left_out_and_the_journal_goes_on(tmp_path: Path):
    """A crash in the middle of a line costs that line alone."""
    path = tmp_path / "journal.jsonl"
    journal = TrainingJournal(path)
    for record in (started(), step(1)):
        await journal.append(record)
    journal.close()
    with path.open("ab") as file:
        file.write(b'{"event":"step","st')
    assert sorted(read_journal(path).steps) == [1]
    journal = TrainingJournal(path)
    await journal.append(step(2))
    journal.close()
    assert sorted(read_journal(path).steps) == [1, 2]


def test_a_line_that_is_no_record_is_an_error_with_its_number(tmp_path: Path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(started().to_json() + b"\n" + step(1).to_json().replace(b'"scored":3', b'"scored":4') + b"\n")
    with pytest.raises(OsmosisError, match="line 2"):
        read_journal(path)
