"""What a judge is asked to decide, the JSON schema of the reply, and the score that the values make."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["CRITERION_TYPES", "Criterion", "Value", "Verdict", "VerdictForm"]

CRITERION_TYPES = ("number", "boolean", "choice")
EXPLANATION = "explanation"

type Value = float | bool | str
"""What a judge answers for one criterion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """One thing to decide: a number in a range, true or false, or one of some choices with a value each.

    Raises ValueError for a range that is empty or not finite, choices that are missing or misplaced, and a weight that
    is not positive.
    """

    name: str
    type: Literal["number", "boolean", "choice"] = "number"
    description: str = ""
    minimum: float = 0.0
    maximum: float = 1.0
    choices: Mapping[str, float] = field(default_factory=dict)
    weight: float = 1.0

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a criterion needs a name")
        if self.type not in CRITERION_TYPES:
            raise ValueError(f"{self.name}: the type is number, boolean or choice, not {self.type!r}")
        if not (math.isfinite(self.minimum) and math.isfinite(self.maximum) and self.minimum < self.maximum):
            raise ValueError(f"{self.name}: the minimum must be less than the maximum, and both finite")
        if bool(self.choices) != (self.type == "choice"):
            raise ValueError(f"{self.name}: choices belong to the type choice, which needs them")
        if not all(math.isfinite(value) for value in self.choices.values()):
            raise ValueError(f"{self.name}: the value of a choice must be finite")
        if not (math.isfinite(self.weight) and self.weight > 0):
            raise ValueError(f"{self.name}: the weight must be greater than 0")

    def schema(self) -> dict[str, Any]:
        """The JSON schema of its value."""
        if self.type == "number":
            return {"type": "number", "minimum": self.minimum, "maximum": self.maximum}
        return {"type": "boolean"} if self.type == "boolean" else {"type": "string", "enum": list(self.choices)}

    def instruction(self) -> str:
        """What the judge is told to write."""
        if self.type == "number":
            return f"a JSON number from {self.minimum:g} to {self.maximum:g}, both included"
        if self.type == "boolean":
            return "true or false"
        import json

        return "one of " + ", ".join(json.dumps(choice, ensure_ascii=False) for choice in self.choices)

    def points(self, value: Value) -> float:
        """A valid value as a number."""
        return self.choices[value] if isinstance(value, str) else float(value)

    def share(self, value: Value) -> float:
        """A valid value as a share of the range, in [0, 1]."""
        low, high = self.minimum, self.maximum
        if self.type == "boolean":
            low, high = 0.0, 1.0
        if self.type == "choice":
            low, high = min(self.choices.values()), max(self.choices.values())
        return (self.points(value) - low) / (high - low) if high > low else 1.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """A whole, valid reply."""

    score: float
    values: dict[str, Value]
    explanation: str


@dataclass(frozen=True, slots=True)
class VerdictForm:
    """What the reply must hold: the criteria's values and an explanation, each key once.

    A `single` criterion's value is the score. Of several, the score is the weighted mean of their shares, on the scale
    from `score_min` to `score_max`.
    """

    criteria: tuple[Criterion, ...]
    single: bool
    score_min: float = 0.0
    score_max: float = 1.0

    @classmethod
    def of(
        cls,
        *,
        score_min: float,
        score_max: float,
        choices: Mapping[str, float] | None,
        criteria: Sequence[Criterion] | None,
    ) -> VerdictForm:
        """The form the arguments of `evaluate_rubric` ask for. Raises ValueError where they do not fit together."""
        if not (math.isfinite(score_min) and math.isfinite(score_max) and score_max > score_min):
            raise ValueError("score_max must be greater than score_min, and both finite")
        if choices is not None and criteria is not None:
            raise ValueError("give choices or criteria, not both")
        if criteria is not None:
            names = [criterion.name for criterion in criteria]
            if not names or len(set(names)) != len(names) or EXPLANATION in names:
                raise ValueError(f"criteria need names that differ, none of them {EXPLANATION}, and there must be one")
            return cls(tuple(criteria), False, score_min, score_max)
        if choices is not None:
            return cls((Criterion(name="choice", type="choice", choices=choices),), True)
        return cls((Criterion(name="score", minimum=score_min, maximum=score_max),), True, score_min, score_max)

    @property
    def keys(self) -> list[str]:
        """The keys of the reply."""
        return [*(criterion.name for criterion in self.criteria), EXPLANATION]

    def schema(self) -> dict[str, Any]:
        """The JSON schema of the reply."""
        properties = {criterion.name: criterion.schema() for criterion in self.criteria}
        return {
            "type": "object",
            "properties": {**properties, EXPLANATION: {"type": "string"}},
            "required": self.keys,
            "additionalProperties": False,
        }

    def score(self, values: Mapping[str, Value]) -> float:
        """The score of valid values."""
        if self.single:
            (criterion,) = self.criteria
            return criterion.points(values[criterion.name])
        weight = sum(criterion.weight for criterion in self.criteria)
        mean = sum(criterion.weight * criterion.share(values[criterion.name]) for criterion in self.criteria) / weight
        return self.score_min + mean * (self.score_max - self.score_min)
