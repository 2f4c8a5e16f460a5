"""How a judge's scores compare with those of a person."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["LabelAgreement", "compare_labels"]


@dataclass(frozen=True, slots=True)
class LabelAgreement:
    """The contract's RubricLabelAgreement. None where a figure is not defined."""

    labels: int
    compared: int
    exact: float | None = None
    mean_absolute_error: float | None = None
    pearson: float | None = None
    kappa: float | None = None


def compare_labels(scores: Mapping[str, float | None], labels: Mapping[str, float]) -> LabelAgreement:
    """The agreement over the records that have a score and a label."""
    pairs = [(score, labels[name]) for name, score in scores.items() if score is not None and name in labels]
    if not pairs:
        return LabelAgreement(len(labels), 0)
    judged, given = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    count = len(pairs)
    exact = sum(a == b for a, b in pairs) / count
    distance = statistics.fmean(abs(a - b) for a, b in pairs)
    varied = len(set(judged)) > 1 and len(set(given)) > 1
    counts, given_counts = Counter(judged), Counter(given)
    chance = sum(counts[value] * given_counts[value] for value in counts) / count**2
    return LabelAgreement(
        len(labels),
        count,
        exact,
        distance,
        statistics.correlation(judged, given) if varied else None,
        (exact - chance) / (1 - chance) if chance < 1 else None,
    )
