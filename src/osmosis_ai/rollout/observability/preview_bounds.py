"""A conversation cut to what a preview may hold.

The copy is made where the conversation lives, between two steps of the code that writes it, so it must be quick however
large the source is: it stops after 8 MiB. Secrets are taken out later, elsewhere. A text is therefore cut a little
beyond its limit, by the longest form of a secret, so that no part of one is left standing at the cut.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.rollout.types import RolloutSample
from osmosis_ai.rollout.wire import json_safe, utf8_text

__all__ = ["MAX_MESSAGES", "MAX_SOURCE", "Cleaner", "Snapshot", "snapshot_of_messages", "snapshot_of_sample"]

MAX_MESSAGES = 100
MAX_SOURCE = 8 * 1024 * 1024
MAX_TEXT = 16_384
MAX_DEPTH = 20
MAX_ITEMS = 1000
_NODE = 64  # about what a small value takes in memory
_SHORTEST_SECRET = 4
_TOO_DEEP = "[cut: nested too deeply]"
_TOO_MUCH = "[cut: too large]"
_TOKENS = re.compile(r"(token_?ids?|log_?probs?)$", re.IGNORECASE)
_RESULT_ROLES = ("tool", "function")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The end of a conversation.

    `steps`: for each of `messages`, the number that its step has in the whole conversation. `turn`: how many answers
    of the agent there have been. `sourced` is False where nothing but the workflow's own list could be looked at.
    """

    messages: list[Any]
    steps: list[int]
    turn: int
    truncated: bool
    sourced: bool


def snapshot_of_messages(
    messages: Sequence[Any], reach: int, *, sourced: bool = False, source: int = MAX_SOURCE
) -> Snapshot:
    """The last messages of a conversation, copied. `reach`: how much of a text is kept, see `Cleaner.reach`."""
    whole = list(messages)
    steps, turn = _numbered(whole)
    copier = _Copier(reach, source)
    kept: list[Any] = []
    for message in reversed(whole[-MAX_MESSAGES:]):
        if kept and copier.left <= 0:
            break
        kept.append(copier.message(message))
    truncated = copier.truncated or len(kept) < len(whole)
    return Snapshot(kept[::-1], steps[len(whole) - len(kept) :], turn, truncated, sourced)


def snapshot_of_sample(sample: RolloutSample, reach: int) -> Snapshot | None:
    """The same for a sample; None for one that says to keep no trajectory of it.

    A source that cuts the conversation itself says so in `_preview_truncated` and `_preview_turn` of the sample's extra
    fields.
    """
    if sample.trajectory_messages is None:
        return None
    snapshot = snapshot_of_messages(sample.trajectory_messages, reach, sourced=True)
    turn = sample.extra_fields.get("_preview_turn")
    return Snapshot(
        snapshot.messages,
        snapshot.steps,
        turn if isinstance(turn, int) and not isinstance(turn, bool) else snapshot.turn,
        snapshot.truncated or sample.extra_fields.get("_preview_truncated") is True,
        sourced=True,
    )


def _numbered(messages: Iterable[Any]) -> tuple[list[int], int]:
    """The number of each message's step, as `steps_of_messages` makes steps, and how many the agent answered."""
    steps: list[int] = []
    number = turn = 0
    of_agent = False
    for message in messages:
        role = _role(message)
        if not (of_agent and role in _RESULT_ROLES):
            number += 1
            of_agent = role == "assistant"
            turn += of_agent
        steps.append(number)
    return steps, turn


def _role(message: Any) -> str | None:
    role = message.get("role") if isinstance(message, Mapping) else getattr(message, "role", None)
    return role if isinstance(role, str) else None


class _Copier:
    """Copies values until so much has been copied; what comes after that is left out."""

    def __init__(self, reach: int, left: float) -> None:
        self._reach = reach
        self.left = left
        self.truncated = False

    def message(self, message: Any) -> Any:
        """A message, its role before all else, so that it is kept even when little else is."""
        plain = message if isinstance(message, Mapping) else json_safe(message)
        if isinstance(plain, Mapping) and "role" in plain:
            plain = {"role": plain["role"], **plain}
        return self.copy(plain, 0)

    def copy(self, value: Any, depth: int) -> Any:
        """A value that is nested so deeply."""
        self.left -= _NODE
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, Mapping):
            return self._mapping(value, depth)
        if isinstance(value, (list, tuple)):
            return self._list(value, depth)
        plain = json_safe(value)
        return self.copy(plain, depth) if isinstance(plain, (str, dict, list)) else plain

    def _text(self, text: str) -> str:
        kept = str(text[: self._reach])
        if len(kept) > self.left:  # a text cut anywhere else could end within a secret
            self.truncated = True
            return _TOO_MUCH
        self.truncated |= len(text) > MAX_TEXT
        self.left -= len(kept)
        return kept

    def _mapping(self, value: Mapping[Any, Any], depth: int) -> Any:
        if depth >= MAX_DEPTH:
            self.truncated = True
            return _TOO_DEEP
        copied: dict[str, Any] = {}
        for key, entry in value.items():
            if isinstance(key, str) and _TOKENS.search(key):
                continue
            if len(copied) >= MAX_ITEMS or self.left <= 0:
                self.truncated = True
                break
            name = self._text(key if isinstance(key, str) else str(json_safe(key)))
            copied[name] = self.copy(entry, depth + 1)
        return copied

    def _list(self, value: Sequence[Any], depth: int) -> Any:
        if depth >= MAX_DEPTH:
            self.truncated = True
            return _TOO_DEEP
        copied: list[Any] = []
        for entry in value[:MAX_ITEMS]:
            if self.left <= 0:
                break
            copied.append(self.copy(entry, depth + 1))
        self.truncated |= len(copied) < len(value)
        return copied


class Cleaner:
    """Takes secrets out of plain values, and cuts their texts to the limit; `reach` is what it needs of a text.

    Secrets of fewer than 4 characters are left alone: they would be found in every other word.
    """

    def __init__(self, secrets: Iterable[str]) -> None:
        self._redact = Redactor(secrets, shortest=_SHORTEST_SECRET)
        self._margin = self._redact.longest + 1
        self.reach = MAX_TEXT + self._margin

    def messages(self, copied: Sequence[Any]) -> list[Any]:
        """What a snapshot holds, clean. A text as long as the reach may end within a secret: its end is dropped."""
        return [_mapped(message, self._source_text, frozenset()) for message in copied]

    def steps(self, steps: Sequence[Any], names: frozenset[str]) -> list[Any]:
        """Steps made of clean messages, cleaned again: making them decodes and joins texts. `names` stay as they are.

        What the texts of arguments decode to is held to the same limits as everything else.
        """
        copier = _Copier(self.reach * 1000, math.inf)
        return [_mapped(copier.copy(step, -_STEP_DEPTH), self._whole_text, names) for step in steps]

    def _source_text(self, text: str) -> str:
        redacted = self._redact(utf8_text(text))
        if len(text) >= self.reach:
            redacted = redacted[: max(0, len(redacted) - self._margin)]
        return redacted[:MAX_TEXT]

    def _whole_text(self, text: str) -> str:
        return self._redact(text)[:MAX_TEXT]


_STEP_DEPTH = 4  # step, tool_calls, call, arguments: the document's own levels


def _mapped(value: Any, clean: Callable[[str], str], names: frozenset[str]) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {key if key in names else clean(key): _mapped(entry, clean, names) for key, entry in value.items()}
    if isinstance(value, list):
        return [_mapped(entry, clean, names) for entry in value]
    return value
