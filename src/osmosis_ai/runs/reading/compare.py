"""Two runs over the same rows, compared row by row."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from osmosis_ai.base.errors import ConflictError
from osmosis_ai.runs.reading.items import NONE, ItemState
from osmosis_ai.runs.reading.records import JsonObject
from osmosis_ai.runs.reading.run import Run
from osmosis_ai.runs.reading.student_t import paired_interval
from osmosis_ai.semantics.answerers import answerer_changes

__all__ = ["METHOD", "RowDifference", "check_comparable", "compare", "differing_inputs"]

METHOD = (
    "Student's t over the differences of rows; the attempts of a row are averaged first,"
    " and only rows that both runs have a result for count"
)
_NOISE = 1e-9


@dataclass(slots=True)
class _Row:
    """What one run has for one row of the dataset."""

    rewards: list[float] = field(default_factory=list)
    passed: list[bool] = field(default_factory=list)
    states: Counter[int] = field(default_factory=Counter)
    tokens: list[int] = field(default_factory=list)
    durations: list[float] = field(default_factory=list)
    metrics: dict[str, list[float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RowDifference:
    """One row in both runs: mean rewards (None without any) and the shares of its results that passed."""

    source_row_index: int
    reward_a: float | None
    reward_b: float | None
    pass_a: float
    pass_b: float

    @property
    def reward(self) -> float | None:
        """B's reward minus A's, where both have one."""
        return None if self.reward_a is None or self.reward_b is None else self.reward_b - self.reward_a

    @property
    def passing(self) -> float:
        """B's share of passes minus A's."""
        return self.pass_b - self.pass_a

    @property
    def change(self) -> float:
        """The measure of how much a row changed: the reward's difference, else that of the passes."""
        return self.passing if self.reward is None else self.reward

    def to_json(self) -> JsonObject:
        """The row as the command's JSON has it."""
        return asdict(self) | {"reward_difference": self.reward, "pass_difference": self.passing}


def differing_inputs(a: Run, b: Run) -> list[str]:
    """What else than chance may be behind a difference: the inputs of the runs that are not the same, by name."""
    first, second = a.manifest.inputs, b.manifest.inputs
    parts = {
        "the dataset": (first.dataset.sha256, second.dataset.sha256),
        "the selected rows": (first.dataset.selected_source_rows, second.dataset.selected_source_rows),
        "the model": (first.model_path, second.model_path),
        "what answers": ([], answerer_changes(a.manifest.answered_by, b.manifest.answered_by)),
        "the judge": ([], a.judges.changes(b.judges)),
        "the rollout": (first.rollout.name, second.rollout.name),
        "the rollout's code": (first.rollout.source_digest, second.rollout.source_digest),
        "the attempts a row": (first.n, second.n),
        "the time limits": (first.timeouts.to_wire(), second.timeouts.to_wire()),
        "the environment": (first.env, second.env),
        "the versions": (first.versions.to_wire(), second.versions.to_wire()),
        "the pass threshold": (a.threshold, b.threshold),
    }
    return [name for name, (one, other) in parts.items() if one != other]


def check_comparable(a: Run, b: Run) -> None:
    """Raises ConflictError when the datasets differ, for then row 3 of one is not row 3 of the other."""
    if a.manifest.inputs.dataset.sha256 != b.manifest.inputs.dataset.sha256:
        raise ConflictError(
            f"The runs {a.name} and {b.name} are over different datasets, so their rows cannot be paired.",
            hint="If the rows are the same ones under the same numbers, say so with --different-datasets.",
            details={
                "dataset_a": a.manifest.inputs.dataset.sha256,
                "dataset_b": b.manifest.inputs.dataset.sha256,
            },
        )


def compare(a: Run, b: Run) -> JsonObject:
    """Both runs, their differences with intervals, and every row, in the form of `EvalCompareResult`."""
    rows_a, rows_b = _rows(a), _rows(b)
    pairs = [
        _difference(source, rows_a[source], rows_b[source])
        for source in sorted(rows_a.keys() & rows_b.keys())
        if rows_a[source].passed and rows_b[source].passed
    ]
    rewarded = [pair for pair in pairs if pair.reward is not None]
    paired = {pair.source_row_index for pair in pairs}
    with_reward = {pair.source_row_index for pair in rewarded}
    return {
        "a": _side(a, rows_a, pairs, rewarded, first=True),
        "b": _side(b, rows_b, pairs, rewarded, first=False),
        "method": METHOD,
        "differing_inputs": differing_inputs(a, b),
        "rows": {
            "paired": len(pairs),
            "with_rewards": len(rewarded),
            "left_out": _left_out(a, b, rows_a, rows_b, paired),
            "without_rewards": len(paired - with_reward),
        },
        "reward_difference": _interval([pair.reward for pair in rewarded if pair.reward is not None]),
        "pass_rate_difference": _interval([pair.passing for pair in pairs]),
        "metric_differences": _metric_differences(rows_a, rows_b, paired),
        "wins": sum(pair.change > _NOISE for pair in pairs),
        "ties": sum(abs(pair.change) <= _NOISE for pair in pairs),
        "losses": sum(pair.change < -_NOISE for pair in pairs),
        "regressions": [pair.source_row_index for pair in pairs if pair.passing < -_NOISE],
        "improvements": [pair.source_row_index for pair in pairs if pair.passing > _NOISE],
        "tokens_ratio": _ratio(rows_a, rows_b, paired, "tokens"),
        "time_ratio": _ratio(rows_a, rows_b, paired, "durations"),
        "row_differences": [pair.to_json() for pair in pairs],
    }


def _metric_differences(rows_a: dict[int, _Row], rows_b: dict[int, _Row], paired: set[int]) -> JsonObject:
    """By name, each metric that both runs have on a row; the attempts of a row are averaged first."""
    values: dict[str, list[tuple[float, float]]] = {}
    for source in sorted(paired):
        of_a, of_b = rows_a[source].metrics, rows_b[source].metrics
        for name in of_a.keys() & of_b.keys():
            values.setdefault(name, []).append((_average(of_a[name]), _average(of_b[name])))
    return {
        name: {
            "rows": len(pairs),
            "mean_a": _average([a for a, _ in pairs]),
            "mean_b": _average([b for _, b in pairs]),
            "difference": _interval([b - a for a, b in pairs]),
        }
        for name, pairs in sorted(values.items())
    }


def _rows(run: Run) -> dict[int, _Row]:
    """By row of the dataset, what the run has of it; results that were removed count nowhere."""
    items = run.items
    rows: dict[int, _Row] = {}
    for slot, state in enumerate(items.state):
        row = rows.setdefault(items.source[slot], _Row())
        row.states[state] += 1
        if state not in {ItemState.SUCCESS, ItemState.FAILED}:
            continue
        reward = items.reward[slot]
        row.passed.append(reward >= run.threshold)
        if not math.isnan(reward):
            row.rewards.append(reward)
        if items.tokens[slot] != NONE:
            row.tokens.append(items.tokens[slot])
        if not math.isnan(items.duration[slot]):
            row.durations.append(items.duration[slot])
        for name, value in items.metrics_of(slot).items():
            row.metrics.setdefault(name, []).append(value)
    return rows


def _difference(source: int, a: _Row, b: _Row) -> RowDifference:
    return RowDifference(source, _mean(a.rewards), _mean(b.rewards), _share(a.passed), _share(b.passed))


def _side(
    run: Run, rows: dict[int, _Row], pairs: list[RowDifference], rewarded: list[RowDifference], *, first: bool
) -> JsonObject:
    rewards = [pair.reward_a if first else pair.reward_b for pair in rewarded]
    passes = [pair.pass_a if first else pair.pass_b for pair in pairs]
    return {
        "name": run.name,
        "path": str(run.folder),
        "status": str(run.status.state),
        "model": run.manifest.inputs.model_path,
        "rollout": run.manifest.inputs.rollout.name,
        "rows": run.selection.count,
        "mean_reward": _mean([reward for reward in rewards if reward is not None]),
        "pass_rate": _mean(passes),
        "failed": sum(row.states[ItemState.FAILED] for row in rows.values()),
        "failed_rows": sorted(source for source, row in rows.items() if row.states[ItemState.FAILED]),
    }


def _left_out(a: Run, b: Run, rows_a: dict[int, _Row], rows_b: dict[int, _Row], paired: set[int]) -> dict[str, int]:
    """Why rows of either run are not paired, and how many for each reason."""
    reasons: Counter[str] = Counter()
    selected = {"A": (a, rows_a), "B": (b, rows_b)}
    for source in (rows_a.keys() | rows_b.keys()) - paired:
        why = [_why(side, run, rows.get(source), source) for side, (run, rows) in selected.items()]
        reasons["; ".join(filter(None, why))] += 1
    return dict(reasons.most_common())


def _why(side: str, run: Run, row: _Row | None, source: int) -> str | None:
    """Why a side has no counted result of a row; None if it has one."""
    if row is None:
        return f"not tried yet in {side}" if source in run.selection else f"not selected in {side}"
    if row.passed:
        return None
    return f"removed in {side}" if row.states[ItemState.SKIPPED] else f"no result in {side}"


def _interval(differences: list[float]) -> JsonObject | None:
    found = paired_interval(differences)
    return None if found is None else asdict(found)


def _ratio(rows_a: dict[int, _Row], rows_b: dict[int, _Row], paired: set[int], what: str) -> float | None:
    """B's mean a result over A's, on the paired rows; None where either has none."""
    of_a = [value for source in paired for value in getattr(rows_a[source], what)]
    of_b = [value for source in paired for value in getattr(rows_b[source], what)]
    below = _mean(of_a)
    above = _mean(of_b)
    return None if not below or above is None else above / below


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def _average(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _share(passed: list[bool]) -> float:
    return sum(passed) / len(passed)
