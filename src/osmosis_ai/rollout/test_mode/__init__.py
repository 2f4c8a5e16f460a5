"""Agent loops of the API before version 0.3, and what `osmosis test` runs them with.

The loop's own names are here; the runners, the client and the reader are imported from `osmosis_ai.eval.test_mode`
when they are first used, so that a loop imports nothing of them.
"""

from importlib import import_module
from typing import Any

from osmosis_ai.rollout.test_mode.errors import (
    AgentLoopNotFoundError,
    LocalExecutionError,
    OsmosisRolloutError,
    ProviderError,
    SystemicProviderError,
    TestModeError,
    ToolArgumentError,
    ToolExecutionError,
    ToolValidationError,
)
from osmosis_ai.rollout.test_mode.llm import CompletionsResult, LLMClientProtocol, RolloutMetrics
from osmosis_ai.rollout.test_mode.loop import LoopContext, LoopStatus, RolloutAgentLoop, RolloutRequest, RolloutResult
from osmosis_ai.rollout.test_mode.registry import (
    get_agent_loop,
    list_agent_loops,
    register_agent_loop,
    unregister_agent_loop,
)
from osmosis_ai.rollout.test_mode.tool_calls import (
    count_messages_by_role,
    create_tool_error_result,
    create_tool_result,
    execute_tool_calls,
    get_message_content,
    get_message_role,
    get_tool_call_info,
    is_assistant_message,
    is_tool_message,
    is_user_message,
    normalize_stop,
    parse_tool_arguments,
    parse_tool_calls,
    serialize_tool_result,
)
from osmosis_ai.rollout.test_mode.tools import (
    OpenAIFunctionParametersSchema,
    OpenAIFunctionPropertySchema,
    OpenAIFunctionSchema,
    OpenAIFunctionToolSchema,
    validate_tools,
)

RolloutContext = LoopContext
"""The name that loops know their context by; `osmosis_ai.rollout.RolloutContext` is something else."""

_ELSEWHERE = {
    "DatasetReader": "osmosis_ai.eval.test_mode.dataset_reader",
    "ExternalLLMClient": "osmosis_ai.eval.test_mode.client",
    "InteractiveLLMClient": "osmosis_ai.eval.test_mode.interactive",
    "InteractiveRunner": "osmosis_ai.eval.test_mode.interactive",
    "InteractiveStep": "osmosis_ai.eval.test_mode.interactive",
    "LocalTestBatchResult": "osmosis_ai.eval.test_mode.results",
    "LocalTestRunResult": "osmosis_ai.eval.test_mode.results",
    "LocalTestRunner": "osmosis_ai.eval.test_mode.runner",
}

__all__ = [
    "AgentLoopNotFoundError",
    "CompletionsResult",
    "LLMClientProtocol",
    "LocalExecutionError",
    "LoopContext",
    "LoopStatus",
    "OpenAIFunctionParametersSchema",
    "OpenAIFunctionPropertySchema",
    "OpenAIFunctionSchema",
    "OpenAIFunctionToolSchema",
    "OsmosisRolloutError",
    "ProviderError",
    "RolloutAgentLoop",
    "RolloutContext",
    "RolloutMetrics",
    "RolloutRequest",
    "RolloutResult",
    "SystemicProviderError",
    "TestModeError",
    "ToolArgumentError",
    "ToolExecutionError",
    "ToolValidationError",
    "count_messages_by_role",
    "create_tool_error_result",
    "create_tool_result",
    "execute_tool_calls",
    "get_agent_loop",
    "get_message_content",
    "get_message_role",
    "get_tool_call_info",
    "is_assistant_message",
    "is_tool_message",
    "is_user_message",
    "list_agent_loops",
    "normalize_stop",
    "parse_tool_arguments",
    "parse_tool_calls",
    "register_agent_loop",
    "serialize_tool_result",
    "unregister_agent_loop",
    "validate_tools",
]


def __getattr__(name: str) -> Any:
    """A name of the runners, imported when first used. Raises AttributeError for every other name."""
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_ELSEWHERE[name]), name)
    globals()[name] = value
    return value
