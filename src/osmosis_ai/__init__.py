"""Osmosis: agent rollouts, their evaluation and the protocol between them."""

from importlib import import_module
from typing import Any

__version__ = "0.3.100"

_RUBRIC_NAMES = frozenset(
    {"MissingAPIKeyError", "ModelNotFoundError", "ProviderRequestError", "RubricResult", "evaluate_rubric"}
)


def __getattr__(name: str) -> Any:
    """A public name of rubric judging, imported when first used. Raises AttributeError for every other name."""
    if name not in _RUBRIC_NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module("osmosis_ai.eval.rubric"), name)
    globals()[name] = value
    return value
