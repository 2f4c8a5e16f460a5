"""Chat completions as OpenAI's API writes them, from what providers send under that name.

One normaliser for whole and streamed answers. It never raises and never drops what the model said: a member of the
wrong type becomes text or JSON text, a missing one gets the value the API would have, a lone surrogate is U+FFFD.
Tool calls of a whole answer are told apart by their place in the list, never by an `index` in them; those of a stream
by id, index and name together.
"""

from __future__ import annotations

import json
import math
import re
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

__all__ = [
    "MOST_TOKENS",
    "DeltaNormaliser",
    "MessageAssembler",
    "count_of",
    "first_choice",
    "log_probabilities",
    "message_of_choice",
    "normal_finish_reason",
    "normal_logprobs",
    "normal_message",
    "normal_usage",
    "text_of_content",
    "token_ids",
]

JsonObject = dict[str, Any]

MOST_TOKENS = 10**9
"""The largest count of tokens that is believed of one call."""

UNNAMED_TOOL = "unnamed_tool"
"""The name of a call that came without one: frameworks drop such a call, and what the model said with it."""

_TEXT_KINDS = frozenset({"text", "output_text", "input_text"})
_REASONING_KINDS = frozenset({"thinking", "reasoning", "reasoning_text", "summary_text"})
_TEXT_MEMBERS = ("reasoning_content", "reasoning", "refusal")
_CALL_MEMBERS = frozenset({"id", "type", "index", "function"})
_FLAT_MEMBERS = frozenset({"name", "arguments", "input", "parameters"})
_DEEPEST = 100
_COUNT = re.compile(r"_tokens$")
_SURROGATE = re.compile("[\ud800-\udfff]")


def first_choice(answer: Mapping[str, Any]) -> JsonObject | None:
    """The choice of an answer or a chunk that counts; None where there is not one."""
    choices = answer.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else choices
    return choice if isinstance(choice, dict) else None


def message_of_choice(choice: Mapping[str, Any]) -> JsonObject | None:
    """What a choice says, raw: its message or delta, or its text in the older form; None where it says nothing."""
    for name in ("message", "delta"):
        said = choice.get(name)
        if isinstance(said, dict):
            return said
        if isinstance(said, str):
            return {"content": said}
    text = choice.get("text")
    return {"content": text} if isinstance(text, str) else None


def normal_message(raw: Mapping[str, Any]) -> JsonObject:
    """The assistant's message of a whole answer: content is text, ids are unique text, arguments are JSON text.

    Members that the API does not know are kept unless they are null.
    """
    message: JsonObject = {"role": "assistant", "content": ""}
    _add_members(message, raw)
    calls = _DeltaCalls()
    asked: list[JsonObject] = []
    for entry in _entries(raw):
        call = calls.begin(entry)
        call.pop("index", None)
        if "function" in call:
            call["function"]["name"] = call["function"]["name"] or UNNAMED_TOOL
            call["function"]["arguments"] = call["function"]["arguments"] or "{}"
        asked.append(call)
    if asked:
        message["tool_calls"] = asked
    return message


def normal_finish_reason(reason: object, *, has_calls: bool) -> str:
    """Why the model stopped. An answer with tool calls stopped for them, unless another reason than "stop" is given."""
    given = reason if isinstance(reason, str) else ""
    if given in {"", "stop", "function_call"}:
        return "tool_calls" if has_calls else "stop"
    return given


class DeltaNormaliser:
    """The deltas of one streamed answer, made normal in the order they come."""

    def __init__(self) -> None:
        self._calls = _DeltaCalls()

    @property
    def has_calls(self) -> bool:
        """Whether a tool call has begun."""
        return bool(self._calls.begun)

    def take(self, raw: Mapping[str, Any]) -> JsonObject:
        """The delta with text as text, and on each piece of a tool call the index it belongs to; empty for none."""
        delta: JsonObject = {}
        _add_members(delta, raw)
        if "role" in raw and raw["role"] is not None:
            delta["role"] = "assistant"
        if entries := _entries(raw):
            delta["tool_calls"] = self._calls.pieces(entries)
        return delta

    def finish(self) -> JsonObject:
        """What is missing at the end: a name for calls without one, `{}` for those without arguments. Often empty."""
        pieces: list[JsonObject] = []
        for index, call in enumerate(self._calls.begun):
            function: JsonObject = {}
            if call.takes_arguments and not call.arguments:
                function["arguments"] = "{}"
                call.arguments.append("{}")
            if call.held is not None:
                call.name = UNNAMED_TOOL
                pieces.append(call.release())
            elif function:
                pieces.append({"index": index, "function": function})
        return {"tool_calls": pieces} if pieces else {}


class _Call:
    """A tool call of a stream, as far as it came."""

    __slots__ = ("arguments", "given_id", "held", "id", "name", "takes_arguments")

    def __init__(self, id_: str, given_id: str | None, name: str, *, takes_arguments: bool) -> None:
        self.id = id_
        self.given_id = given_id
        self.name = name
        self.takes_arguments = takes_arguments
        self.arguments: list[str] = []
        self.held: JsonObject | None = None
        """What came before the name did: clients take a call by its first piece, which must have one."""

    def release(self) -> JsonObject:
        """The piece that everything held back adds up to."""
        held, self.held = self.held or {}, None
        function = {**held["function"], "name": self.name, "arguments": "".join(self.arguments)}
        return {**held, "function": function}

    @property
    def is_complete(self) -> bool:
        """Whether the arguments so far are a whole JSON value."""
        text = "".join(self.arguments)
        if not text.endswith(("}", "]", '"')):
            return False
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            return False
        return True


class _DeltaCalls:
    """Which call of an answer each piece belongs to."""

    def __init__(self) -> None:
        self.begun: list[_Call] = []
        self._ids: set[str] = set()
        self._at_index: dict[int, int] = {}

    def begin(self, entry: Mapping[str, Any]) -> JsonObject:
        """The normal form of a call's first piece, or of a whole call."""
        given, name, arguments = _id(entry), _name(entry), _arguments(entry)
        custom = entry.get("type") == "custom" and isinstance(entry.get("custom"), dict)
        id_ = given if given and given not in self._ids else _made_id()
        self._ids.add(id_)
        position = len(self.begun)
        call = _Call(id_, given, name, takes_arguments=not custom)
        self.begun.append(call)
        index = entry.get("index")
        if type(index) is int:
            self._at_index[index] = position
        normal = {"index": position, "id": id_, "type": "function", **_others(entry)}
        if custom:
            return normal | {"type": "custom", "custom": entry["custom"]}
        if arguments:
            call.arguments.append(arguments)
        normal["function"] = {**_other_function_members(entry), "name": name, "arguments": arguments}
        return normal

    def pieces(self, entries: list[JsonObject]) -> list[JsonObject]:
        """The normal form of the pieces of one delta, in which two that have a name are two calls."""
        named: set[int] = set()
        normal: list[JsonObject] = []
        for entry in entries:
            position = self._position(entry)
            has_name = bool(_name(entry))
            if position is None or (has_name and position in named):
                piece = self.begin(entry)
            else:
                piece = self._more(position, entry)
            if has_name:
                named.add(piece["index"])
            call = self.begun[piece["index"]]
            if call.takes_arguments and not call.name:
                call.held = {**(call.held or {}), **piece}
            elif call.held is not None:
                normal.append(call.release())
            else:
                normal.append(piece)
        return normal

    def _more(self, position: int, entry: JsonObject) -> JsonObject:
        """The normal form of a further piece of the call at a position."""
        call = self.begun[position]
        normal: JsonObject = {"index": position, **_others(entry)}
        if not call.takes_arguments:
            return normal
        arguments = _arguments(entry)
        if arguments and call.arguments and not isinstance(_function(entry).get("arguments"), str):
            arguments = ""  # an object again: it was whole when it first came
        if arguments and _name(entry) and arguments == "".join(call.arguments) and call.is_complete:
            arguments = ""  # the whole call again
        if arguments:
            call.arguments.append(arguments)
        function: JsonObject = {**_other_function_members(entry), "arguments": arguments}
        name = _name(entry)
        if name and not call.name:
            call.name = function["name"] = name
        return normal | {"function": function}

    def _position(self, entry: JsonObject) -> int | None:
        """The place of the call that a piece continues; None if it begins another."""
        if not self.begun:
            return None
        given, name, index = _id(entry), _name(entry), entry.get("index")
        known: int | None
        if type(index) is int:
            known = self._at_index.get(index)
            if known is None and not name and not given and 0 <= index < len(self.begun):
                known = index  # the calls began without an index
            if known is None:
                return None
        else:
            known = len(self.begun) - 1
        call = self.begun[known]
        if given and given != call.given_id:
            same = (at for at, other in enumerate(self.begun) if other.given_id == given)
            earlier = next(same, None) if type(index) is not int or not name else None
            if earlier is not None:
                known, call = earlier, self.begun[earlier]
            elif name and call.given_id:
                return None
        if not name:
            return known
        if call.name and name != call.name:
            return None
        if not call.is_complete:
            return known
        repeated = given is not None and given == call.given_id and _arguments(entry) in {"", "".join(call.arguments)}
        return known if repeated else None


class MessageAssembler:
    """Puts normal deltas together into `message`, in place; texts are joined when it is finished."""

    def __init__(self, message: JsonObject) -> None:
        self.begun = False
        self._message = message
        self._texts: dict[str, list[str]] = {}
        self._calls: dict[int, JsonObject] = {}
        self._arguments: dict[int, list[str]] = {}

    def add(self, delta: Mapping[str, Any]) -> None:
        """Take a delta that a DeltaNormaliser made."""
        self.begun = True
        for key, value in delta.items():
            if key == "tool_calls":
                for piece in value:
                    self._add_call(piece)
            elif key == "role":
                self._message[key] = value
            elif isinstance(value, str):
                self._texts.setdefault(key, []).append(value)
            elif isinstance(value, list) and isinstance(self._message.setdefault(key, []), list):
                _extend(self._message[key], value)
            else:
                self._message[key] = value

    def _add_call(self, piece: JsonObject) -> None:
        index = piece["index"]
        call = self._calls.setdefault(index, {})
        for key, value in piece.items():
            if key == "function":
                held = call.setdefault("function", {})
                for name, member in value.items():
                    if name == "arguments":
                        self._arguments.setdefault(index, []).append(member)
                    else:
                        held[name] = member
            elif key == "custom" and isinstance(value, dict) and isinstance(call.get("custom"), dict):
                more, so_far = value.get("input"), call["custom"].get("input")
                joined = f"{so_far or ''}{more}" if isinstance(more, str) else so_far
                call["custom"] = {**call["custom"], **value, "input": joined}
            elif key != "index":
                call[key] = value

    def finish(self) -> None:
        """Join what came in pieces. More deltas may follow, and another finish."""
        for key, pieces in self._texts.items():
            self._message[key] = "".join(pieces)
        for index, pieces in self._arguments.items():
            self._calls[index]["function"]["arguments"] = "".join(pieces)
        if self._calls:
            self._message["tool_calls"] = [self._calls[index] for index in sorted(self._calls)]


_JOINED = ("text", "thinking", "summary", "data")
_CLOSING = ("signature",)


def _extend(blocks: list[Any], pieces: list[Any]) -> None:
    """Add pieces of reasoning blocks: one that continues the last block is joined to it, until that is signed."""
    for piece in pieces:
        last = blocks[-1] if blocks else None
        if not (isinstance(piece, dict) and isinstance(last, dict) and _continues(last, piece)):
            blocks.append(dict(piece) if isinstance(piece, dict) else piece)
            continue
        for key, value in piece.items():
            if key in _JOINED and isinstance(value, str) and isinstance(last.get(key), str):
                last[key] += value
            elif value is not None:
                last[key] = value


def _continues(last: JsonObject, piece: JsonObject) -> bool:
    if last.get("type") != piece.get("type") or last.get("index") != piece.get("index"):
        return False
    same_id = piece.get("id") is None or piece.get("id") == last.get("id")
    return same_id and not any(last.get(key) for key in _CLOSING)


def text_of_content(content: object) -> str:
    """The text of a content that is text, parts, null or anything else that JSON can hold."""
    return content if isinstance(content, str) else _split(content)[0]


def log_probabilities(logprobs: object) -> list[float]:
    """The log-probability of each token that a choice names; what is not a finite number is left out."""
    content = logprobs.get("content") if isinstance(logprobs, Mapping) else None
    entries = content if isinstance(content, list) else ()
    values = (entry.get("logprob") for entry in entries if isinstance(entry, dict))
    return [float(value) for value in values if isinstance(value, int | float) and _is_number(value)]


def normal_logprobs(logprobs: object) -> JsonObject | None:
    """The log-probabilities of a choice, each entry with its token, a finite number and a list of alternatives."""
    if not isinstance(logprobs, dict):
        return None
    normal: JsonObject = {}
    for name in ("content", "refusal"):
        entries = logprobs.get(name)
        if isinstance(entries, list):
            normal[name] = [_log_entry(entry) for entry in entries if _is_log_entry(entry)]
    return normal or None


def _is_log_entry(entry: object) -> bool:
    return isinstance(entry, dict) and _is_number(entry.get("logprob"))


def _log_entry(entry: JsonObject) -> JsonObject:
    token, others = entry.get("token"), entry.get("top_logprobs")
    others = (
        [_log_entry({**one, "top_logprobs": []}) for one in others if _is_log_entry(one)]
        if isinstance(others, list)
        else []
    )
    return {**entry, "token": token if isinstance(token, str) else "", "top_logprobs": others}


def token_ids(value: object) -> list[int] | None:
    """A list of token ids; None where it is not one."""
    if isinstance(value, list) and value and all(type(one) is int and 0 <= one < 2**63 for one in value):
        return value
    return None


def count_of(value: object) -> int | None:
    """A count of tokens of one call, from 0 to 10^9; None for what cannot be one."""
    if type(value) is float and value.is_integer():
        value = int(value) if abs(value) <= MOST_TOKENS else -1
    return value if type(value) is int and 0 <= value <= MOST_TOKENS else None


def normal_usage(usage: object) -> JsonObject | None:
    """The usage without the counts that cannot be counts; None where none is left."""
    if not isinstance(usage, Mapping):
        return None
    kept = _counts(usage, 2)
    return kept if any(isinstance(value, int) and not isinstance(value, bool) for value in kept.values()) else None


def _counts(usage: Mapping[str, Any], depth: int) -> JsonObject:
    kept: JsonObject = {}
    for name, value in usage.items():
        if isinstance(value, Mapping):
            if depth:
                kept[name] = _counts(value, depth - 1)
        elif _COUNT.search(name):
            if (count := count_of(value)) is not None:
                kept[name] = count
        elif isinstance(value, (str, bool)) or _is_number(value):
            kept[name] = value
    return kept


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return abs(value) < 2**63 if isinstance(value, int) else math.isfinite(value)


def _clean(value: Any, depth: int = 0) -> Any:
    """The value with U+FFFD for lone surrogates, which no request could carry; cut off where it is nested deeply."""
    if isinstance(value, str):
        return value if value.isascii() else _SURROGATE.sub("\ufffd", value)
    if depth >= _DEEPEST:
        return None
    if isinstance(value, dict):
        return {_clean(key): _clean(member, depth + 1) for key, member in value.items()}
    if isinstance(value, list):
        return [_clean(member, depth + 1) for member in value]
    return value


def _add_members(message: JsonObject, raw: Mapping[str, Any]) -> None:
    """Put the members of a raw message or delta into `message`, tool calls and role apart."""
    for name, value in raw.items():
        if value is None or name in {"role", "tool_calls", "function_call"}:
            continue
        if name == "content":
            if isinstance(value, str):
                message["content"] = _clean(value)
                continue
            text, reasoning, refusal, others = _split(_clean(value))
            message["content"] = text
            if reasoning and not raw.get("reasoning_content"):
                message["reasoning_content"] = reasoning
            if refusal and not raw.get("refusal"):
                message["refusal"] = refusal
            if others:
                message["content_parts"] = others
        elif name in _TEXT_MEMBERS:
            message[name] = text_of_content(_clean(value))
        elif name == "thinking_blocks":
            if blocks := [block for block in value if _is_thinking(block)] if isinstance(value, list) else []:
                message[name] = _clean(blocks)
        else:
            message[_clean(name)] = _clean(value)


def _is_thinking(block: object) -> bool:
    return isinstance(block, dict) and all(
        isinstance(block.get(name, ""), str) for name in ("type", "thinking", "signature", "data")
    )


def _split(content: object) -> tuple[str, str, str, list[Any]]:
    """Content that is not text: its text, its reasoning, its refusal, and the parts that are none of these."""
    parts = content if isinstance(content, list) else [content]
    text: list[str] = []
    reasoning: list[str] = []
    refusal: list[str] = []
    others: list[Any] = []
    for part in parts:
        if part is None:
            continue
        if isinstance(part, str):
            text.append(part)
        elif not isinstance(part, dict):
            text.append(_json_text(part))
        elif part.get("type") in _REASONING_KINDS:
            reasoning.append(_said(part, ("thinking", "reasoning", "text", "content", "summary")))
        elif part.get("type") == "refusal":
            refusal.append(_said(part, ("refusal", "text")))
        elif "text" in part or part.get("type") in _TEXT_KINDS:
            text.append(_said(part, ("text", "content")))
        elif isinstance(content, list):
            others.append(part)
        else:
            text.append(_json_text(part))
    return "".join(text), "".join(reasoning), "".join(refusal), others


def _said(part: JsonObject, names: Iterable[str], depth: int = 0) -> str:
    """The text under the first of these members that holds some; parts within parts are joined."""
    for name in names:
        value = part.get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, dict) and depth < _DEEPEST:
            return _said(value, ("value", "text"), depth + 1)
        if isinstance(value, list) and depth < _DEEPEST:
            return "".join(
                one if isinstance(one, str) else _said(one, names, depth + 1) if isinstance(one, dict) else ""
                for one in value
            )
        if value is not None:
            return _json_text(value)
    return ""


def _entries(raw: Mapping[str, Any]) -> list[JsonObject]:
    """The tool calls of a message or delta as objects; the older `function_call` counts as one."""
    calls = raw.get("tool_calls")
    if isinstance(calls, dict):
        calls = [calls]
    if isinstance(calls, list):
        entries = [_clean(entry) for entry in calls if isinstance(entry, dict)]
        if entries:
            return entries
    legacy = raw.get("function_call")
    return [{"index": 0, "function": _clean(legacy)}] if isinstance(legacy, dict) and legacy else []


def _function(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """The function member of a call, also where its members stand on the call itself."""
    function = entry.get("function")
    if isinstance(function, dict):
        return function
    flat = {"arguments": entry.get("arguments", entry.get("input", entry.get("parameters")))}
    name = function if isinstance(function, str) else entry.get("name")
    return {"name": name, **flat}


def _name(entry: Mapping[str, Any]) -> str:
    name = _function(entry).get("name")
    return name if isinstance(name, str) else "" if name is None else _json_text(name)


def _arguments(entry: Mapping[str, Any]) -> str:
    arguments = _function(entry).get("arguments")
    return arguments if isinstance(arguments, str) else "" if arguments is None else _json_text(arguments)


def _id(entry: Mapping[str, Any]) -> str | None:
    given = entry.get("id")
    if isinstance(given, str):
        return given or None
    return str(given) if type(given) is int and abs(given) < 2**63 else None


def _made_id() -> str:
    return f"call_{uuid.uuid4().hex[:24]}"


def _others(entry: Mapping[str, Any]) -> JsonObject:
    """Members of a call beyond the API's, such as a signature of the reasoning before it."""
    if entry.keys() <= _CALL_MEMBERS:
        return {}
    own = _CALL_MEMBERS if isinstance(entry.get("function"), dict) else _CALL_MEMBERS | _FLAT_MEMBERS
    return {name: value for name, value in entry.items() if name not in own and value is not None}


def _other_function_members(entry: Mapping[str, Any]) -> JsonObject:
    function = entry.get("function")
    if not isinstance(function, dict) or function.keys() <= {"name", "arguments"}:
        return {}
    return {key: value for key, value in function.items() if key not in {"name", "arguments"} and value is not None}


def _json_text(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (ValueError, RecursionError):
        return ""
