"""What a judge's calls came to: every request, every verdict, and figures over the scores."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from osmosis_ai.eval.rubric.criteria import Value

__all__ = ["Attempt", "Cost", "RubricResult", "RubricSample", "SampleError", "Statistics"]


@dataclass(frozen=True, slots=True)
class SampleError:
    """Why a call gave no score. `code` is one of the contract's RubricErrorCode."""

    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One request to the judge's provider. `temperature` None: none was sent; `cost_usd` None: not known."""

    output_mode: str
    temperature: float | None
    error: SampleError | None = None
    status: int | None = None
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricSample:
    """One verdict: a score or an error, never both."""

    score: float | None
    error: SampleError | None
    values: dict[str, Value] | None = None
    explanation: str | None = None
    reply: str | None = None
    """The judge's reply as it came."""
    finish_reason: str | None = None
    output_mode: str
    """`json_schema`, `tool` or `json_object`: how the last request asked for JSON."""
    temperature_left_out: bool = False
    attempts: tuple[Attempt, ...] = ()

    def __post_init__(self) -> None:
        if (self.score is None) == (self.error is None):
            raise ValueError("a sample is a score or an error")

    def to_json(self) -> dict[str, Any]:
        """The contract's RubricSample."""
        return {**asdict(self), "attempts": [asdict(attempt) for attempt in self.attempts]}


@dataclass(frozen=True, slots=True)
class Statistics:
    """Figures over scores; None for each without one. The variance is the population's."""

    valid: int
    asked: int
    average: float | None = None
    variance: float | None = None
    stdev: float | None = None
    min: float | None = None
    max: float | None = None
    agreement: float | None = None
    """The share of pairs of scores that are equal."""

    @classmethod
    def over(cls, scores: Sequence[float | None]) -> Statistics:
        """The figures over the scores that are not None, of as many as there are places."""
        valid = [score for score in scores if score is not None]
        if not valid:
            return cls(0, len(scores))
        count = len(valid)
        variance = statistics.pvariance(valid)
        pairs = count * (count - 1)
        agreement = sum(n * (n - 1) for n in Counter(valid).values()) / pairs if pairs else None
        average = statistics.fmean(valid)
        return cls(count, len(scores), average, variance, variance**0.5, min(valid), max(valid), agreement)

    def __str__(self) -> str:
        shown = "no score" if self.average is None else f"{self.average:.4g}"
        return f"{shown} over {self.valid:,} of {self.asked:,}"


@dataclass(frozen=True, slots=True)
class Cost:
    """What requests used. `usd` is None where the price of an answered one is not known."""

    requests: int
    prompt_tokens: int
    completion_tokens: int
    usd: float | None

    @classmethod
    def of(cls, samples: Sequence[RubricSample]) -> Cost:
        """The sum over every attempt of the samples, failed ones included."""
        attempts = [attempt for sample in samples for attempt in sample.attempts]
        unknown = any(attempt.cost_usd is None and attempt.error is None for attempt in attempts)
        return cls(
            len(attempts),
            sum(attempt.prompt_tokens for attempt in attempts),
            sum(attempt.completion_tokens for attempt in attempts),
            None if unknown else float(sum(attempt.cost_usd or 0.0 for attempt in attempts)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricResult:
    """The judge's verdicts on one text: a score or an error, never both.

    `score` is the mean of the valid samples' scores, None where there are fewer than were asked for.
    """

    score: float | None
    error: SampleError | None
    explanation: str | None
    """The reasons of the first valid sample."""
    model: str
    messages: tuple[dict[str, str], ...]
    """The prompt as it was sent."""
    samples: tuple[RubricSample, ...]
    statistics: Statistics = field(init=False)
    cost: Cost = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "statistics", Statistics.over([sample.score for sample in self.samples]))
        object.__setattr__(self, "cost", Cost.of(self.samples))

    @classmethod
    def of(
        cls, model: str, messages: Sequence[dict[str, str]], samples: Sequence[RubricSample], min_valid: int
    ) -> RubricResult:
        """The result of samples, an error where fewer than `min_valid` have a score."""
        valid = [sample for sample in samples if sample.score is not None]
        if len(valid) >= min_valid:
            score = Statistics.over([sample.score for sample in valid]).average
            error, explanation = None, valid[0].explanation
        else:
            first = next(sample.error for sample in samples if sample.error is not None)
            counted = f" ({len(valid)} of {len(samples)} verdicts are valid, {min_valid} are needed)"
            error = SampleError(first.code, first.message + (counted if len(samples) > 1 else ""))
            score = explanation = None
        return cls(
            score=score,
            error=error,
            explanation=explanation,
            model=model,
            messages=tuple(messages),
            samples=tuple(samples),
        )
