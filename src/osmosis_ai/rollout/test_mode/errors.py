"""What can go wrong with an agent loop and its test.

OsmosisError
└── TestModeError (LocalExecutionError)
    ├── ToolValidationError         a tool's schema is not one that models take
    └── ProviderError               the model gave no answer
        └── SystemicProviderError   and it will give none to any other row
OsmosisRolloutError
├── AgentLoopNotFoundError
└── ToolExecutionError
    └── ToolArgumentError
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from osmosis_ai.base.errors import OsmosisError

__all__ = [
    "AgentLoopNotFoundError",
    "LocalExecutionError",
    "OsmosisRolloutError",
    "ProviderError",
    "SystemicProviderError",
    "TestModeError",
    "ToolArgumentError",
    "ToolExecutionError",
    "ToolValidationError",
]


class TestModeError(OsmosisError):
    """A test of an agent loop cannot go on, or a row of it cannot."""

    __test__: ClassVar[bool] = False  # pytest takes classes of this name for tests


LocalExecutionError = TestModeError


class ToolValidationError(TestModeError):
    """A tool that `get_tools` returned cannot be offered to a model."""


class ProviderError(TestModeError):
    """The model's provider gave no usable answer. `status` is the HTTP status, None where none is known."""

    def __init__(self, message: str, *, status: int | None = None, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.status = status


class SystemicProviderError(ProviderError):
    """No row can get an answer: the key, the credit, the address or the model's name is wrong."""


class OsmosisRolloutError(Exception):
    """The base of what a loop's own helpers raise."""


class AgentLoopNotFoundError(OsmosisRolloutError):
    """No agent loop of that name is registered."""

    def __init__(self, name: str, available: Sequence[str]) -> None:
        names = ", ".join(available) or "none"
        super().__init__(f"no agent loop {name!r} is registered; there are: {names}")
        self.name = name
        self.available = list(available)


class ToolExecutionError(OsmosisRolloutError):
    """A tool call failed."""

    def __init__(self, message: str, tool_call_id: str | None = None, tool_name: str | None = None) -> None:
        super().__init__(message)
        self.tool_call_id = tool_call_id
        self.tool_name = tool_name


class ToolArgumentError(ToolExecutionError):
    """The arguments of a tool call are not a JSON object."""
