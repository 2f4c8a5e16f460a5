"""What `evaluate_rubric` raises.

OsmosisError
├── MissingAPIKeyError          the judge's key is not set
└── ProviderRequestError        the judge gave too few scores, `result` has every call
    └── ModelNotFoundError      the provider does not know the judge
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from osmosis_ai.base.errors import OsmosisError

if TYPE_CHECKING:
    from osmosis_ai.eval.rubric.result import RubricResult

__all__ = ["MissingAPIKeyError", "ModelNotFoundError", "ProviderRequestError"]


class MissingAPIKeyError(OsmosisError):
    """The judge needs an API key and none of `variables` is set."""

    def __init__(self, model: str, variables: tuple[str, ...]) -> None:
        self.model, self.variables = model, variables
        super().__init__(
            f"The judge {model} needs an API key: {' or '.join(variables)} is not set.",
            hint=f"Set {variables[-1]} in the environment.",
            details={"missing": list(variables)},
        )


class ProviderRequestError(OsmosisError):
    """The judge gave fewer scores than are needed. `reason` is the code of the first error, `detail` its words."""

    default_code = "PLATFORM_ERROR"

    def __init__(self, provider: str, model: str, detail: str, *, reason: str, result: RubricResult) -> None:
        self.provider, self.model, self.detail, self.reason, self.result = provider, model, detail, reason, result
        super().__init__(f"The judge {model} gave no score ({reason}): {detail}", details={"reason": reason})


class ModelNotFoundError(ProviderRequestError):
    """The provider does not know the model."""
