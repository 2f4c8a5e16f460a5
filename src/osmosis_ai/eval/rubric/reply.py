"""A judge's reply to a verdict, or the one reason why it is not a verdict.

Nothing is repaired: no fence is removed, no number is read out of text, no score is moved into its range. Whatever a
judged text makes the judge repeat can therefore make a reply invalid, and never change the score of a valid one.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn

from osmosis_ai.eval.rubric.criteria import EXPLANATION, Criterion, Value, Verdict, VerdictForm

__all__ = ["TOOL_NAME", "ReplyError", "read_reply", "read_verdict", "text_of"]

TOOL_NAME = "give_verdict"
_SHOWN = 60
_ENDS = frozenset({"stop", "tool_calls", "function_call", "end_turn", "eos"})
_TYPES: dict[type, str] = {dict: "an object", list: "an array"}


class ReplyError(Exception):
    """The reply is not a verdict. `code` is one of the contract's RubricErrorCode."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


class _NotFinite:
    """Stands for NaN and infinities, which JSON does not have."""


def text_of(message: Mapping[str, Any], *, tool: bool) -> str | None:
    """What of an assistant's message is the reply: the tool's arguments where a tool was forced, else the text."""
    calls = message.get("tool_calls")
    if tool and isinstance(calls, list) and len(calls) == 1:
        function = calls[0].get("function") if isinstance(calls[0], dict) else None
        if isinstance(function, dict) and function.get("name") == TOOL_NAME:
            arguments = function.get("arguments")
            return arguments if isinstance(arguments, str) else None
    content = message.get("content")
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"]
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else None


def read_reply(response: Mapping[str, Any], form: VerdictForm, *, tool: bool) -> Verdict:
    """The verdict in a chat completion. Raises ReplyError for everything else."""
    choices = response["choices"]
    if len(choices) != 1:
        raise ReplyError("several_choices", f"the judge gave {len(choices)} choices instead of one")
    choice = choices[0]
    message, finish = choice["message"], choice.get("finish_reason")
    if finish == "length":
        raise ReplyError("truncated", "the judge stopped at its token limit")
    if finish == "content_filter":
        raise ReplyError("content_filter", "the provider's content filter stopped the judge")
    if message.get("refusal"):
        raise ReplyError("refusal", f"the judge refused: {_short(message['refusal'])}")
    if finish not in _ENDS:
        raise ReplyError("unexpected_finish", f"the judge ended for the reason {finish!r}")
    calls = message.get("tool_calls") or []
    text = text_of(message, tool=tool)
    if tool:
        names = [call.get("function", {}).get("name") for call in calls if isinstance(call, dict)]
        if names != [TOOL_NAME]:
            code = "unexpected_tool_call" if calls else "no_tool_call"
            raise ReplyError(code, f"the judge called {names or 'no tool'} instead of {TOOL_NAME} once")
    elif calls:
        raise ReplyError("unexpected_tool_call", "the judge called a tool, and none was offered")
    return read_verdict(text or "", form)


def read_verdict(text: str, form: VerdictForm) -> Verdict:
    """The verdict that the whole text is. Raises ReplyError for everything else."""
    if not text.strip():
        raise ReplyError("empty_reply", "the reply is empty")
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=lambda _name: _NotFinite())
    except (ValueError, RecursionError):
        raise ReplyError("not_json", f"the whole reply is not JSON: {_short(text)}") from None
    if not isinstance(value, dict):
        raise ReplyError("not_an_object", f"the reply is JSON, and not an object: {_short(text)}")
    for name in form.keys:
        if name not in value:
            raise ReplyError("missing_key", f"the reply lacks {name!r}")
    for name in value:
        if name not in form.keys:
            raise ReplyError("unexpected_key", f"the reply has {_short(name)!r}, which was not asked for")
    explanation = value[EXPLANATION]
    if not isinstance(explanation, str) or not explanation.strip() or _unencodable(explanation):
        raise ReplyError("invalid_explanation", "the explanation is not a text, or it is empty")
    values = {criterion.name: _read(criterion, value[criterion.name]) for criterion in form.criteria}
    return Verdict(form.score(values), values, explanation)


def _read(criterion: Criterion, value: object) -> Value:
    name = criterion.name
    if value is None:
        raise ReplyError("score_null", f"{name} is null")
    if isinstance(value, _NotFinite) or (isinstance(value, float) and not math.isfinite(value)):
        raise ReplyError("score_not_finite", f"{name} is not a finite number")
    if criterion.type == "boolean":
        if isinstance(value, bool):
            return value
        _wrong_type(name, value, "true or false")
    if isinstance(value, bool):
        raise ReplyError("score_boolean", f"{name} is {str(value).lower()}; it must be {criterion.instruction()}")
    if criterion.type == "choice":
        if not isinstance(value, str):
            _wrong_type(name, value, "a text")
        if value not in criterion.choices:
            raise ReplyError("unknown_choice", f"{name} is {_short(value)!r}; it must be {criterion.instruction()}")
        return value
    if not isinstance(value, int | float):
        _wrong_type(name, value, "a number")
    if not criterion.minimum <= value <= criterion.maximum:
        bounds = f"{criterion.minimum:g} to {criterion.maximum:g}"
        raise ReplyError("score_out_of_range", f"{name} is {_short(str(value))}, outside {bounds}")
    return float(value)


def _wrong_type(name: str, value: object, wanted: str) -> NoReturn:
    if isinstance(value, str):
        raise ReplyError("score_string", f"{name} is the text {_short(value)!r}; it must be {wanted}")
    raise ReplyError("score_wrong_type", f"{name} is {_TYPES.get(type(value), 'a number')}; it must be {wanted}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ReplyError("repeated_key", f"the reply has {_short(twice)!r} more than once")
    return found


def _unencodable(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)


def _short(value: object) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
