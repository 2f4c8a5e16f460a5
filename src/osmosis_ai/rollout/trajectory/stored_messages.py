"""The messages of a sample exactly as its grader read them, beside the steps of its trajectory, which say less.

Most conversations are plain texts that the steps hold in full; of those a mark is kept, of all others the messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from osmosis_ai.rollout.wire import json_safe

__all__ = ["messages_of_document", "messages_to_store"]

_ROLES = {"system": "system", "user": "user", "agent": "assistant"}

JsonObject = dict[str, Any]


def messages_to_store(messages: Sequence[Any], steps: Sequence[Mapping[str, Any]]) -> JsonObject:
    """The members of the document's `extra.osmosis` from which `messages_of_document` has the messages again."""
    plain = json_safe(messages)
    return {"messages_in_steps": True} if _of_steps(steps) == plain else {"sample_messages": plain}


def messages_of_document(document: Mapping[str, Any]) -> list[JsonObject] | None:
    """The messages; None where the document does not have them: it is older, of another program, or was cut off."""
    extra = document.get("extra")
    osmosis = extra.get("osmosis") if isinstance(extra, Mapping) else None
    if not isinstance(osmosis, Mapping) or osmosis.get("sample_cut_off"):
        return None
    if osmosis.get("messages_in_steps"):
        return _of_steps(document["steps"])
    messages = osmosis.get("sample_messages")
    return messages if isinstance(messages, list) else None


def _of_steps(steps: Sequence[Mapping[str, Any]]) -> list[JsonObject]:
    return [{"role": _ROLES.get(step["source"], "user"), "content": step["message"]} for step in steps]
