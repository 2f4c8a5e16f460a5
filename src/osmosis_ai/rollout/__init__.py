"""The rollout SDK: what a rollout's code imports."""

from importlib import import_module
from typing import Any

from osmosis_ai.rollout.backend.base import ExecutionBackend
from osmosis_ai.rollout.backend.local import LocalBackend
from osmosis_ai.rollout.config import AgentWorkflowConfig, BaseConfig, ConcurrencyConfig, GraderConfig
from osmosis_ai.rollout.context import RolloutContext, SampleSource, get_rollout_context
from osmosis_ai.rollout.grader import Grader, GraderContext
from osmosis_ai.rollout.types import (
    AgentWorkflowOutput,
    ExecutionOutcome,
    ExecutionRequest,
    ExecutionResult,
    MessageDict,
    RolloutErrorCategory,
    RolloutInitRequest,
    RolloutInitResponse,
    RolloutResultResponse,
    RolloutSample,
    RolloutStatus,
)
from osmosis_ai.rollout.workflow import AgentWorkflow, AgentWorkflowContext

__all__ = [
    "AgentWorkflow",
    "AgentWorkflowConfig",
    "AgentWorkflowContext",
    "AgentWorkflowOutput",
    "BaseConfig",
    "ConcurrencyConfig",
    "ExecutionBackend",
    "ExecutionOutcome",
    "ExecutionRequest",
    "ExecutionResult",
    "Grader",
    "GraderConfig",
    "GraderContext",
    "LocalBackend",
    "MessageDict",
    "RolloutContext",
    "RolloutErrorCategory",
    "RolloutInitRequest",
    "RolloutInitResponse",
    "RolloutResultResponse",
    "RolloutSample",
    "RolloutStatus",
    "SampleSource",
    "get_rollout_context",
]

_LOOP_NAMES = frozenset(
    {
        "CompletionsResult",
        "OpenAIFunctionParametersSchema",
        "OpenAIFunctionPropertySchema",
        "OpenAIFunctionSchema",
        "OpenAIFunctionToolSchema",
        "RolloutAgentLoop",
        "RolloutMetrics",
        "RolloutRequest",
        "RolloutResult",
        "create_tool_error_result",
        "create_tool_result",
        "execute_tool_calls",
        "get_agent_loop",
        "get_tool_call_info",
        "list_agent_loops",
        "parse_tool_arguments",
        "register_agent_loop",
        "serialize_tool_result",
        "unregister_agent_loop",
    }
)


def __getattr__(name: str) -> Any:
    """A name that agent loops import from here, of `test_mode`. Raises AttributeError for every other name."""
    if name not in _LOOP_NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("osmosis_ai.rollout.test_mode"), name)
