"""Helpers of agent loops: reading the tool calls of an answer, making them, and giving back what came of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from osmosis_ai.rollout.test_mode.errors import ToolArgumentError
from osmosis_ai.rollout.types import MessageDict

__all__ = [
    "count_messages_by_role",
    "create_tool_error_result",
    "create_tool_result",
    "execute_tool_calls",
    "get_message_content",
    "get_message_role",
    "get_tool_call_info",
    "is_assistant_message",
    "is_tool_message",
    "is_user_message",
    "normalize_stop",
    "parse_tool_arguments",
    "parse_tool_calls",
    "serialize_tool_result",
]


def create_tool_result(tool_call_id: str, content: str) -> MessageDict:
    """The message that gives a tool's result back to the model."""
    return {"role": "tool", "content": content, "tool_call_id": tool_call_id}


def create_tool_error_result(tool_call_id: str, error_message: str) -> MessageDict:
    """The message that says that a tool failed, so that the model can correct itself."""
    return create_tool_result(tool_call_id, f"Error: {error_message}")


def serialize_tool_result(result: Any) -> str:
    """The result as text: text as it is, numbers in digits, all else as JSON."""
    if isinstance(result, str):
        return result
    if isinstance(result, (int, float)) and not isinstance(result, bool):
        return str(result)
    return json.dumps(result, ensure_ascii=False, default=str)


def parse_tool_arguments(arguments: Any) -> dict[str, Any]:
    """The arguments as an object. Raises ToolArgumentError for anything but one, or the JSON text of one."""
    if isinstance(arguments, Mapping):
        return dict(arguments)
    if not isinstance(arguments, str):
        raise ToolArgumentError(f"the arguments are {type(arguments).__name__}, not a JSON object")
    try:
        parsed = json.loads(arguments)
    except (ValueError, RecursionError) as error:
        raise ToolArgumentError(f"the arguments are not JSON: {error}") from None
    if not isinstance(parsed, dict):
        raise ToolArgumentError("the arguments are JSON, but not an object")
    return parsed


def get_tool_call_info(tool_call: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """Id, name and arguments of a call; `unknown` and an empty name where they are missing.

    Raises ToolArgumentError, which knows id and name.
    """
    function = tool_call.get("function") or {}
    call_id, name = tool_call.get("id") or "unknown", function.get("name") or ""
    try:
        return call_id, name, parse_tool_arguments(function.get("arguments") or {})
    except ToolArgumentError as error:
        raise ToolArgumentError(str(error), call_id, name) from None


async def execute_tool_calls(
    tool_calls: Sequence[MessageDict], executor: Callable[[MessageDict], Awaitable[MessageDict]]
) -> list[MessageDict]:
    """What `executor` makes of each call, all at the same time, in their order. The first exception is raised."""
    return list(await asyncio.gather(*map(executor, tool_calls)))


def parse_tool_calls(message: Any) -> list[MessageDict]:
    """The tool calls of a message; empty whatever it holds instead."""
    calls = message.get("tool_calls") if isinstance(message, Mapping) else None
    return calls if isinstance(calls, list) else []


def normalize_stop(stop: str | Sequence[str] | None) -> list[str] | None:
    """Stop sequences as a list; None for none."""
    if stop is None:
        return None
    return [stop] if isinstance(stop, str) else list(stop)


def get_message_content(message: Mapping[str, Any]) -> Any:
    """The content, an empty text where there is none."""
    return message.get("content") or ""


def get_message_role(message: Mapping[str, Any]) -> str:
    """The role, `unknown` where there is none."""
    return str(message.get("role") or "unknown")


def is_assistant_message(message: Mapping[str, Any]) -> bool:
    """Whether the model said it."""
    return message.get("role") == "assistant"


def is_tool_message(message: Mapping[str, Any]) -> bool:
    """Whether it is a tool's result."""
    return message.get("role") == "tool"


def is_user_message(message: Mapping[str, Any]) -> bool:
    """Whether a user said it."""
    return message.get("role") == "user"


def count_messages_by_role(messages: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """How many messages each role has."""
    counts: dict[str, int] = {}
    for message in messages:
        role = get_message_role(message)
        counts[role] = counts.get(role, 0) + 1
    return counts
