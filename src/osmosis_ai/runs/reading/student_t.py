"""Student's t distribution, as much of it as a confidence interval needs.

SciPy has it, at a hundred megabytes; nothing light that is well kept does. The incomplete beta function is evaluated by
its continued fraction (Abramowitz and Stegun 26.5.8, with the modified Lentz method of Press et al., Numerical Recipes,
section 6.4), the quantile found by bisection.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["PairedInterval", "cumulative", "paired_interval", "quantile"]

_TINY = 1e-300
_ROUNDS = 10_000


@dataclass(frozen=True, slots=True)
class PairedInterval:
    """The mean of paired differences and, from two pairs on, the interval that holds it with `confidence`."""

    mean: float
    low: float | None
    high: float | None
    confidence: float
    pairs: int


def paired_interval(differences: Sequence[float], confidence: float = 0.95) -> PairedInterval | None:
    """Student's interval for the mean of n differences: mean ± t · s / √n, n - 1 degrees of freedom. None for n = 0."""
    count = len(differences)
    if count == 0:
        return None
    mean = statistics.fmean(differences)
    if count == 1:
        return PairedInterval(mean, None, None, confidence, count)
    half = quantile((1 + confidence) / 2, count - 1) * statistics.stdev(differences, mean) / math.sqrt(count)
    return PairedInterval(mean, mean - half, mean + half, confidence, count)


def cumulative(t: float, degrees: float) -> float:
    """The chance that a t variable of that many degrees of freedom is at most t. Raises ValueError for degrees <= 0."""
    if not degrees > 0:
        raise ValueError(f"degrees of freedom are positive, not {degrees}")
    tail = _incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2
    return 1 - tail if t > 0 else tail


def quantile(probability: float, degrees: float) -> float:
    """The t up to which the distribution has that probability. Raises ValueError unless 0 < probability < 1."""
    if not 0 < probability < 1:
        raise ValueError(f"a probability strictly between 0 and 1 is asked for, not {probability}")
    if probability < 0.5:  # noqa: PLR2004 - the middle of a symmetric distribution
        return -quantile(1 - probability, degrees)
    high = 1.0
    while cumulative(high, degrees) < probability:
        high *= 2
    low = 0.0
    while (middle := (low + high) / 2) not in {low, high}:
        low, high = (middle, high) if cumulative(middle, degrees) < probability else (low, middle)
    return high


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b)."""
    if x in {0.0, 1.0}:
        return x
    scale = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return scale * _fraction(a, b, x) / a
    return 1 - scale * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _ROUNDS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _away_from_zero(1 + term * d)
            c = _away_from_zero(1 + term / c)
            value *= d * c
        if abs(d * c - 1) < 1e-16:  # noqa: PLR2004 - beyond a double's precision
            break
    return value


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
