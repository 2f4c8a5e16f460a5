"""The body of an admission, as a step of a case describes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

__all__ = ["QUESTION", "admission_body", "respelled", "with_changes"]

QUESTION = [{"role": "user", "content": "What is 7 times 8?"}]
LABEL = "56"


def admission_body(
    step: Mapping[str, Any],
    *,
    rollout_id: str,
    dialect: str | None,
    model_url: str,
    model_key: str | None,
    callback_urls: tuple[str, str],
    callback_key: str | None,
) -> dict[str, Any]:
    """The body before `set` and `remove`."""
    body: dict[str, Any] = {
        "rollout_id": rollout_id,
        "initial_messages": QUESTION,
        "label": step.get("label", LABEL),
        "metadata": {"conformance": step.get("conformance", {})},
        "chat_completions_url": model_url,
        "llm_api_key": model_key,
        "agent_timeout_sec": 600,
        "grader_timeout_sec": 600,
    }
    if dialect == "callbacks":
        completion, grader = callback_urls
        body |= {
            "completion_callback_url": completion,
            "grader_callback_url": grader,
            "controller_api_key": callback_key,
        }
    return body


def with_changes(body: Mapping[str, Any], step: Mapping[str, Any]) -> dict[str, Any]:
    """The body with the members that a step sets, and without those that it removes."""
    changed = dict(body) | step.get("set", {})
    return {name: value for name, value in changed.items() if name not in step.get("remove", ())}


def respelled(body: Mapping[str, Any], how: str | None) -> bytes:
    """The bytes of a body: as it is, with its members in another order, or with another spelling of whole numbers."""
    if how == "reordered":
        return json.dumps(_reversed(body), indent=1).encode()
    if how == "respelled":
        return json.dumps(_with_fractions(body)).encode()
    return json.dumps(body).encode()


def _reversed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _reversed(item) for key, item in reversed(list(value.items()))}
    return [_reversed(item) for item in value] if isinstance(value, list) else value


def _with_fractions(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _with_fractions(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_fractions(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value
