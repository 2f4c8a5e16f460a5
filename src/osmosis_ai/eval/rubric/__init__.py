"""Judging text by a rubric with a language model: one verdict or several, and nothing but a whole verdict counts."""

from osmosis_ai.eval.rubric.criteria import Criterion
from osmosis_ai.eval.rubric.errors import (
    MissingAPIKeyError,
    ModelNotFoundError,
    ProviderRequestError,
)
from osmosis_ai.eval.rubric.evaluate import evaluate_rubric
from osmosis_ai.eval.rubric.prompt import parse_prompt
from osmosis_ai.eval.rubric.result import Attempt, RubricResult, RubricSample, SampleError, Statistics

__all__ = [
    "Attempt",
    "Criterion",
    "MissingAPIKeyError",
    "ModelNotFoundError",
    "ProviderRequestError",
    "RubricResult",
    "RubricSample",
    "SampleError",
    "Statistics",
    "evaluate_rubric",
    "parse_prompt",
]
