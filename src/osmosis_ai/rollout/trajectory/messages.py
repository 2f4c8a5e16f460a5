"""The conversation of an agent that left a trajectory file and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from osmosis_ai.base.files.no_follow import FileFaultError, read_bounded
from osmosis_ai.rollout.trajectory.read import MOST_TRAJECTORY_BYTES
from osmosis_ai.rollout.types import Messages
from osmosis_contract.models.trajectory import Trajectory

__all__ = ["messages_from_trajectory", "messages_of_directory"]

_ROLES = {"system": "system", "user": "user", "agent": "assistant"}


def messages_from_trajectory(document: Trajectory | Mapping[str, Any]) -> Messages:
    """The messages in chat-completions form that a trajectory's steps stand for.

    An agent's step becomes a message of the assistant, with its tool calls, and a message of each tool's result.
    """
    value = document.to_wire() if isinstance(document, Trajectory) else document
    return [message for step in value.get("steps") or () for message in _messages_of_step(step)]


def _messages_of_step(step: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    message: dict[str, Any] = {"role": _ROLES.get(step.get("source", ""), "user"), "content": step.get("message", "")}
    if step.get("reasoning_content"):
        message["reasoning_content"] = step["reasoning_content"]
    if step.get("timestamp"):
        message["created_at"] = step["timestamp"]
    metrics = dict(step.get("metrics") or {})
    for name in ("prompt_token_ids", "completion_token_ids", "logprobs"):
        if metrics.get(name) is not None:
            message[name] = metrics.pop(name)
    usage = {name: value for name, value in metrics.items() if name != "extra" and value is not None}
    if usage:
        message["usage"] = usage
    calls = step.get("tool_calls") or ()
    if calls:
        message["tool_calls"] = [
            {
                "id": call["tool_call_id"],
                "type": "function",
                "function": {"name": call["function_name"], "arguments": json.dumps(call.get("arguments") or {})},
            }
            for call in calls
        ]
    yield message
    ids = [call["tool_call_id"] for call in calls]
    for number, result in enumerate((step.get("observation") or {}).get("results") or ()):
        content = result.get("content")
        call = result.get("source_call_id") or (ids[number] if number < len(ids) else None)
        shown = content if isinstance(content, str) else json.dumps(content)
        if call is None:  # what the environment said without having been asked by a tool call
            yield {"role": "user", "content": shown}
        else:
            yield {"role": "tool", "tool_call_id": call, "content": shown}


def messages_of_directory(directory: Path) -> Messages | None:
    """The conversation of the first `*trajectory*.json` in a directory that holds one, as steps or as `messages`."""
    for path in sorted(directory.glob("*trajectory*.json")):
        try:
            document = json.loads(read_bounded(path, at_most=MOST_TRAJECTORY_BYTES, follow_links=False))
        except (FileFaultError, ValueError, RecursionError):
            continue
        if not isinstance(document, dict):
            continue
        messages = document.get("messages")
        if isinstance(messages, list) and all(isinstance(each, dict) for each in messages):
            return messages
        try:
            return messages_from_trajectory(Trajectory.read(document))
        except ValueError:
            continue
    return None
