"""From chat messages, such as a row's prompt, to the messages that Strands keeps."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["native_messages"]

JsonObject = dict[str, Any]


def native_messages(messages: Sequence[Mapping[str, Any]]) -> list[JsonObject]:
    """The messages with their content in blocks; what is in Strands' form already stays as it is.

    A text becomes a text block, an assistant's `tool_calls` become `toolUse`, a tool's message becomes the user's
    `toolResult`, an image in a data URL an image. Raises ValueError for a part of content that Strands has no block
    for.
    """
    return [_native(message) for message in messages]


def _native(message: Mapping[str, Any]) -> JsonObject:
    content = message.get("content")
    if message.get("role") == "tool":
        result = {"toolUseId": message.get("tool_call_id", ""), "status": "success", "content": _blocks(content)}
        return {"role": "user", "content": [{"toolResult": result}]}
    blocks = _blocks(content)
    calls = message.get("tool_calls")
    if isinstance(calls, list):
        blocks += [{"toolUse": _tool_use(call)} for call in calls]
    native = {name: value for name, value in message.items() if name != "tool_calls"}
    return {**native, "content": blocks}


def _blocks(content: object) -> list[JsonObject]:
    if content is None:
        return []
    if isinstance(content, str):
        return [{"text": content}]
    if not isinstance(content, list):
        raise ValueError(f"the content of a message is text or a list of parts, not {type(content).__name__}")
    return [{"text": part} if isinstance(part, str) else _block(part) for part in content]


def _block(part: Mapping[str, Any]) -> JsonObject:
    match part.get("type"):
        case None:
            return dict(part)
        case "text":
            return {"text": part["text"]}
        case "image_url":
            return {"image": _image(part["image_url"])}
        case kind:
            raise ValueError(f"Strands has no block for a part of content of type {kind!r}")


def _image(given: object) -> JsonObject:
    url = given.get("url") if isinstance(given, Mapping) else given
    head, comma, data = url.partition(",") if isinstance(url, str) else ("", "", "")
    if not (comma and head.startswith("data:image/") and head.endswith(";base64")):
        raise ValueError("Strands takes images as data URLs (data:image/png;base64,…), not by their address")
    try:
        content = base64.b64decode(data, validate=True)
    except binascii.Error as error:
        raise ValueError(f"the data URL of an image is not base64: {error}") from None
    return {"format": head.removeprefix("data:image/").removesuffix(";base64"), "source": {"bytes": content}}


def _tool_use(call: Mapping[str, Any]) -> JsonObject:
    function = call.get("function") or {}
    arguments = function.get("arguments") or "{}"
    try:
        given = json.loads(arguments) if isinstance(arguments, str) else arguments
    except (ValueError, RecursionError):
        given = {"_raw": arguments}
    return {"toolUseId": call.get("id", ""), "name": function.get("name", ""), "input": given}
