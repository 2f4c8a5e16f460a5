"""From chat messages to the steps of a trajectory."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from pydantic_core import to_json

from osmosis_ai.rollout.trajectory.metrics import message_metrics
from osmosis_ai.rollout.wire import json_safe
from osmosis_contract.base import parse_json

__all__ = ["steps_of_messages"]

JsonObject = dict[str, Any]

_SOURCES = {"system": "system", "developer": "system", "user": "user", "assistant": "agent"}
_RESULT_ROLES = ("tool", "function")
_TIMES = ("created_at", "timestamp", "completed_at")
_MINUTE = 60


def steps_of_messages(messages: list[Any]) -> list[JsonObject]:
    """The steps of a conversation of plain JSON values: every message is a step, or a result within one."""
    steps: list[JsonObject] = []
    for entry in messages:
        message = entry if isinstance(entry, dict) else {"content": entry}
        role = message.get("role")
        if role in _RESULT_ROLES:
            if steps and steps[-1]["source"] == "agent":
                _add_result(steps[-1], message)
                continue
            step = _result_step(len(steps) + 1, message)
        else:
            step = _step(len(steps) + 1, role, message)
        steps.append(step)
    return steps


def _step(step_id: int, role: Any, message: JsonObject) -> JsonObject:
    source = _SOURCES.get(role) if isinstance(role, str) else None
    step: JsonObject = {"step_id": step_id}
    _add_time(step, message)
    step["source"] = source or "user"
    if source == "agent":
        model = _model_name(message)
        if model:
            step["model_name"] = model
    step["message"] = _content_text(message.get("content"))
    extra: JsonObject = {} if source else {"original_role": _text(role)}
    _add_reasoning_and_calls(step if source == "agent" else extra, message)
    if source == "agent":
        metrics = message_metrics(message)
        if metrics:
            step["metrics"] = metrics
            step["llm_call_count"] = 1
    if extra:
        step["extra"] = extra
    return step


def _result_step(step_id: int, message: JsonObject) -> JsonObject:
    """A step for a tool's message that follows no agent step."""
    step: JsonObject = {"step_id": step_id}
    _add_time(step, message)
    step["source"] = "system"
    step["message"] = ""
    extra: JsonObject = {"original_role": message["role"]}
    _add_reasoning_and_calls(extra, message)
    _add_result(step, message)
    step["extra"] = extra
    return step


def _add_result(step: JsonObject, message: JsonObject) -> None:
    call_id = message.get("tool_call_id")
    name = _text(call_id)
    result: JsonObject = {}
    if any(call["tool_call_id"] == name for call in step.get("tool_calls", ())):
        result["source_call_id"] = name
    result["content"] = _content_text(message.get("content"))
    if call_id is not None and "source_call_id" not in result:
        result["extra"] = {"tool_call_id": call_id}
    step.setdefault("observation", {"results": []})["results"].append(result)


def _add_reasoning_and_calls(target: JsonObject, message: JsonObject) -> None:
    reasoning = message.get("reasoning_content")
    if reasoning is not None:
        target["reasoning_content"] = _text(reasoning)
    calls = message.get("tool_calls")
    if isinstance(calls, list):
        converted = [_tool_call(index, call) for index, call in enumerate(calls) if isinstance(call, dict)]
        if converted:
            target["tool_calls"] = converted


def _tool_call(index: int, call: JsonObject) -> JsonObject:
    function = call.get("function")
    named = function if isinstance(function, dict) else call
    return {
        "tool_call_id": _text(call.get("id")) or f"call_{index}",
        "function_name": _text(named.get("name")) or "unknown",
        "arguments": _arguments(named.get("arguments")),
    }


def _arguments(given: Any) -> JsonObject:
    if isinstance(given, dict):
        return given
    if not isinstance(given, str) or not given:
        return {}
    parsed = _parsed(given)
    return parsed if isinstance(parsed, dict) else {"_raw": given}


def _parsed(text: str) -> Any:
    """The value of a JSON text, with NaN and lone surrogates replaced; None if it is not JSON."""
    try:
        return parse_json(text)
    except ValueError:
        pass
    try:
        return json_safe(json.loads(text))
    except (ValueError, RecursionError):
        return None


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except ValueError:  # an integer with more digits than Python turns into text
        return to_json(value).decode()


def _content_text(content: Any) -> str:
    if isinstance(content, list) and content:
        texts = list(_texts(content))
        if len(texts) == len(content):
            return "\n".join(texts)
    return _text(content)


def _texts(parts: list[Any]) -> Iterator[str]:
    """The texts of the leading parts that are text; fewer than there are parts if one is not."""
    for part in parts:
        if not isinstance(part, dict) or part.get("type") != "text":
            return
        yield _text(part.get("text"))


def _add_time(step: JsonObject, message: JsonObject) -> None:
    extra = message.get("extra")
    nested = extra.get("timestamp") if isinstance(extra, Mapping) else None
    for value in (*(message.get(name) for name in _TIMES), nested):
        if value is not None:
            time = _iso_8601(value)
            if time is not None:
                step["timestamp"] = time
                return


def _iso_8601(value: Any) -> str | None:
    """A time (seconds since 1970, or text) as ISO 8601, any offset in whole minutes; None if it is none."""
    try:
        if isinstance(value, str):
            time = datetime.fromisoformat(value)
            offset = time.utcoffset()
            if offset is not None and offset.total_seconds() % _MINUTE:
                time = time.astimezone(UTC)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            time = datetime.fromtimestamp(value, UTC)
        else:
            return None
    except (ValueError, OverflowError, OSError):
        return None
    return time.isoformat()


def _model_name(message: JsonObject) -> str:
    extra = message.get("extra")
    response = extra.get("response") if isinstance(extra, Mapping) else None
    nested = response.get("model") if isinstance(response, Mapping) else None
    for name in (message.get("model"), message.get("model_name"), nested):
        if name is not None and name != "":
            return _text(name)
    return ""
