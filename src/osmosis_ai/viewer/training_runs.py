"""What the page of `train view` shows: training runs, their curves with bands, and the rollouts of a step."""

from __future__ import annotations

import math
import statistics
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from osmosis_ai.base.errors import NotFoundError, OsmosisError
from osmosis_ai.base.files.no_follow import open_below
from osmosis_ai.runs.training.folder import TrainingFolder
from osmosis_ai.runs.training.listing import FoundRun, find_training_run, training_runs
from osmosis_ai.runs.training.metrics import TITLES, series_of
from osmosis_ai.runs.training.state import TrainingState
from osmosis_ai.semantics.faults import first_fault
from osmosis_contract.models.local_training import TrainingRollout, TrainingStep
from osmosis_contract.models.platform_training_runs import TrainingRunStatus
from osmosis_contract.models.token_trajectory import ScoredTokenTrajectory

__all__ = ["TrainingRuns"]

type JsonObject = dict[str, Any]
type Band = tuple[float, float]

_Z = 1.959964
"""The normal distribution has 95 % within this many standard deviations."""
_INNER = (0.1, 0.9)
_INNER_WORDS = "the middle 80 % of the rollouts"
_LONGEST_LINE = 1 << 26
_MOST_STEPS_KEPT = 20_000
_ANSWER = 200
_BANDS = {
    "rollout/raw_reward": "one standard deviation of the rollouts, within their lowest and highest",
    "rollout/truncated_ratio": "95 % interval (Wilson)",
    "eval/validation/reward": "",
    "train/entropy_loss": f"mean -log p a token of {_INNER_WORDS}",
    "rollout/response_lengths": _INNER_WORDS,
    "rollout/total_lengths": _INNER_WORDS,
}


@dataclass(frozen=True, slots=True)
class _Spread:
    """How the scored rollouts of a step differ: the band of a metric that only they tell."""

    bands: dict[str, Band]


class TrainingRuns:
    """The training runs below `root`, or `only` one of them."""

    def __init__(self, root: Path, only: str | None = None) -> None:
        self.root = root
        self.only = only
        self._spreads: OrderedDict[tuple[str, int, int, int], _Spread] = OrderedDict()
        self._lock = Lock()

    def listed(self) -> list[JsonObject]:
        """What there is, the newest first."""
        return [_item(run) for run in training_runs(self.root) if self.only in {None, run.folder.root.name}]

    def find(self, name: str) -> FoundRun:
        """The run of that name. Raises NotFoundError, OsmosisError."""
        if self.only not in {None, name}:
            raise NotFoundError(f"There is no training run {name!r} here.")
        return find_training_run(self.root, name)

    def state(self, name: str) -> JsonObject:
        """Little, to be asked for often: whether anything changed."""
        run = self.find(name)
        return {"revision": _revision(run), "status": run.status.value}

    def figures(self, name: str) -> JsonObject:
        """Everything but the rollouts."""
        run = self.find(name)
        state, inputs = run.state, run.manifest.inputs
        return {
            "run": _item(run),
            "revision": _revision(run),
            "path": str(run.folder.root),
            "message": None if state.ended is None else state.ended.message,
            "settings": _flat(inputs.to_wire()),
            "metrics": self._curves(run),
            "phases": _phases(state),
            "steps": [_step(run.folder, record) for _, record in sorted(state.steps.items())],
            "checkpoints": _checkpoints(run),
            "evaluations": [each.to_wire() for _, each in sorted(state.evaluations.items())],
        }

    def rollouts(self, name: str, step: int) -> JsonObject:
        """The rollouts of a step that is done, one line each."""
        run = self.find(name)
        record = run.state.steps.get(step)
        if record is None:
            raise NotFoundError(f"Step {step} is not done in the run {name!r}.")
        rows = [_line(index, each) for index, each in enumerate(_read(run.folder, step))]
        return {"step": _step(run.folder, record), "rollouts": rows}

    def rollout(self, name: str, step: int, index: int) -> JsonObject:
        """One rollout of a step in full."""
        run = self.find(name)
        for at, each in enumerate(_read(run.folder, step) if step in run.state.steps else ()):
            if at == index:
                return {"index": index, **each.to_wire()}
        raise NotFoundError(f"Step {step} of the run {name!r} has no rollout {index}.")

    def _curves(self, run: FoundRun) -> list[JsonObject]:
        found = []
        for key, points in series_of(run.state).items():
            bands = {step: self._band(run, key, step) for step, _, _ in points}
            found.append(
                {
                    "key": key,
                    "title": TITLES[key],
                    "band": _BANDS.get(key, "") if any(bands.values()) else "",
                    "points": [[step, value, *(bands[step] or (None, None))] for step, value, _ in points],
                }
            )
        return found

    def _band(self, run: FoundRun, key: str, step: int) -> Band | None:
        record = run.state.steps.get(step)
        if record is None or key not in _BANDS or not record.scored or key not in record.metrics:
            return None
        value = record.metrics[key]
        if key == "rollout/truncated_ratio":
            return _wilson(value, record.scored)
        if key == "rollout/raw_reward":
            std = record.metrics.get("rollout/reward_std", 0.0)
            low, high = (record.metrics.get(f"rollout/reward_{end}", value) for end in ("min", "max"))
            return max(low, value - std), min(high, value + std)
        return self._spread(run.folder, step).bands.get(key)

    def _spread(self, folder: TrainingFolder, step: int) -> _Spread:
        try:
            about = folder.rollouts_of(step).lstat()
        except OSError:
            return _Spread({})
        key = (str(folder.root), step, about.st_mtime_ns, about.st_size)
        with self._lock:
            if key in self._spreads:
                return self._spreads[key]
        try:
            spread = _spread_of(_read(folder, step))
        except (OsmosisError, OSError):  # its rollouts say what is wrong when they are asked for
            spread = _Spread({})
        with self._lock:
            self._spreads[key] = spread
            while len(self._spreads) > _MOST_STEPS_KEPT:
                self._spreads.popitem(last=False)
        return spread


def _item(run: FoundRun) -> JsonObject:
    inputs = run.manifest.inputs
    rewards = {step: each.reward for step, each in run.state.evaluations.items() if each.reward is not None}
    return {
        "name": run.folder.root.name,
        "status": run.status.value,
        "active": run.status is TrainingRunStatus.RUNNING,
        "current_step": run.state.last_step,
        "total_steps": run.state.total_steps,
        "reward": run.reward,
        "validation": rewards[max(rewards)] if rewards else None,
        "model": inputs.model_path,
        "rollout": inputs.rollout.name,
        "dataset": inputs.dataset.name,
        "created_at": run.manifest.created_at,
    }


def _revision(run: FoundRun) -> str:
    state = run.state
    parts = (len(state.steps), state.last_step, len(state.evaluations), sorted(state.checkpoints))
    return f"{parts}{state.started and state.started.at}{run.status.value}"


def _flat(document: JsonObject, prefix: str = "") -> dict[str, object]:
    """Nested tables as one, with dots in the names."""
    found: dict[str, object] = {}
    for key, value in document.items():
        if isinstance(value, dict):
            found |= _flat(value, f"{prefix}{key}.")
        elif value not in (None, [], {}):
            found[prefix + key] = value
    return found


def _phases(state: TrainingState) -> JsonObject:
    names = list(dict.fromkeys(phase for record in state.steps.values() for phase in record.seconds))
    points = [[step, [record.seconds.get(name, 0.0) for name in names]] for step, record in sorted(state.steps.items())]
    return {"names": names, "points": points}


def _step(folder: TrainingFolder, record: TrainingStep) -> JsonObject:
    return {
        "step": record.step,
        "at": record.at,
        "policy_version": record.policy_version,
        "reward": record.metrics.get("rollout/raw_reward"),
        "prompts": record.prompts,
        "rollouts": record.rollouts,
        "scored": record.scored,
        "unscorable": dict(record.unscorable),
        "kept": folder.rollouts_of(record.step).is_file(),
    }


def _checkpoints(run: FoundRun) -> list[JsonObject]:
    validated = {step: each.reward for step, each in run.state.evaluations.items()}
    return [
        {
            "step": step,
            "at": each.at,
            "reward": each.reward,
            "validation": validated.get(step),
            "model_path": f"local/{run.folder.root.name}@{step}",
            "path": each.path,
            "adapter_sha256": each.adapter_sha256,
        }
        for step, each in sorted(run.state.checkpoints.items())
    ]


def _read(folder: TrainingFolder, step: int) -> Iterator[TrainingRollout]:
    """The rollouts of a step, in the order of their file, read one at a time; no link is followed.

    Raises FileNotFoundError, OsmosisError for a line that is not one.
    """
    path = folder.rollouts_of(step)
    with open_below(folder.root, [path.parent.name, path.name]) as file:
        number = 0
        while line := file.readline(_LONGEST_LINE):
            number += 1
            try:
                yield TrainingRollout.read(line)
            except ValueError as error:
                raise OsmosisError(
                    f"{path.name}, line {number}: {first_fault(error)}",
                    hint="The other steps can be read; the run's journal does not need this file.",
                ) from None


def _line(index: int, rollout: TrainingRollout) -> JsonObject:
    trajectory = rollout.trajectory
    last = rollout.messages[-1] if rollout.messages else {}
    said = last.get("content")
    answer = said if isinstance(said, str) and last.get("role") == "assistant" else ""
    line: JsonObject = {
        "index": index,
        "source_row_index": rollout.source_row_index,
        "sample_index": rollout.sample_index,
        "answer": answer[:_ANSWER],
        "prompt": _prompt(rollout.messages)[:_ANSWER],
    }
    if not isinstance(trajectory, ScoredTokenTrajectory):
        return line | {"reward": None, "reason": trajectory.reason.value, "message": trajectory.message}
    logprobs = _own_logprobs(trajectory)
    return line | {
        "reward": trajectory.reward,
        "reason": None,
        "tokens": len(logprobs),
        "mean_logprob": statistics.fmean(logprobs) if logprobs else None,
        "finish_reason": trajectory.segments[-1].finish_reason,
    }


def _prompt(messages: Sequence[Any]) -> str:
    asked = [each.get("content") for each in messages if isinstance(each, dict) and each.get("role") == "user"]
    return next((text for text in reversed(asked) if isinstance(text, str)), "")


def _own_logprobs(trajectory: ScoredTokenTrajectory) -> list[float]:
    """Of the tokens that the policy sampled."""
    return [
        logprob
        for segment in trajectory.segments
        for logprob, own in zip(segment.logprobs, segment.mask, strict=False)
        if own
    ]


def _spread_of(rollouts: Iterator[TrainingRollout]) -> _Spread:
    values: dict[str, list[float]] = {
        "train/entropy_loss": [],
        "rollout/response_lengths": [],
        "rollout/total_lengths": [],
    }
    for each in rollouts:
        trajectory = each.trajectory
        if not isinstance(trajectory, ScoredTokenTrajectory):
            continue
        logprobs = _own_logprobs(trajectory)
        if logprobs:
            values["train/entropy_loss"].append(-statistics.fmean(logprobs))
        values["rollout/response_lengths"].append(len(logprobs))
        values["rollout/total_lengths"].append(
            sum(len(segment.prompt_ids) + len(segment.sampled_ids) for segment in trajectory.segments)
        )
    return _Spread({key: _inner(found) for key, found in values.items() if found})


def _inner(values: list[float]) -> Band:
    """The first and the last decile, by linear interpolation."""
    ordered = sorted(values)

    def at(share: float) -> float:
        place = share * (len(ordered) - 1)
        low = math.floor(place)
        high = min(low + 1, len(ordered) - 1)
        return ordered[low] + (ordered[high] - ordered[low]) * (place - low)

    return at(_INNER[0]), at(_INNER[1])


def _wilson(share: float, count: int) -> Band:
    """95 % interval of a share that was seen in so many (Wilson 1927)."""
    square = _Z * _Z
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = _Z / (1 + square / count) * math.sqrt(share * (1 - share) / count + square / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)
