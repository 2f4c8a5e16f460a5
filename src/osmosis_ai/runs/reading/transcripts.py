"""Searching what was said in whole rollouts: messages, reasoning, tool calls and what they gave back."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pydantic_core import from_json, to_json

from osmosis_ai.base.files.no_follow import open_below, read_at_most

__all__ = ["LARGEST_FILE", "Found", "Match", "TranscriptSearch", "matches_in"]

LARGEST_FILE = 16 << 20
"""Larger trajectories are not searched, but counted."""

_MOST_MATCHES = 3
_BEFORE, _AFTER = 60, 120


@dataclass(frozen=True, slots=True)
class Match:
    """One place where the text was found: whose words, and the words around it."""

    step: int
    source: str
    before: str
    text: str
    after: str


@dataclass(slots=True)
class Found:
    """What a search found: by slot, its first matches; `next` is where to go on, None at the end."""

    slots: dict[int, list[Match]] = field(default_factory=dict)
    searched: int = 0
    too_large: int = 0
    next: int | None = None

    def matches_of(self, slot: int) -> list[dict[str, Any]]:
        """The matches as JSON has them."""
        return [asdict(match) for match in self.slots[slot]]


class TranscriptSearch:
    """Searches the trajectories of a run for a text, whatever its case, a bounded part at a time."""

    def __init__(self, folder: Path, text: str) -> None:
        self._folder = folder
        self._pattern = re.compile(re.escape(text), re.IGNORECASE)

    def search(
        self,
        slots: Sequence[int],
        places: Callable[[int], Iterator[list[str]]],
        *,
        start: int,
        most_rows: int,
        seconds: float,
    ) -> Found:
        """Goes on at `start` in the slots, until that many rows matched, that time has passed, or all are searched.

        `places` says where below the run a slot's trajectory may be; the first that is there is read.
        """
        found = Found()
        ends = time.monotonic() + seconds
        for at in range(start, len(slots)):
            if len(found.slots) >= most_rows or (found.searched and time.monotonic() >= ends):
                found.next = at
                break
            found.searched += 1
            content = self._read(places(slots[at]))
            if content is None:
                continue
            if len(content) > LARGEST_FILE:
                found.too_large += 1
            elif matches := matches_in(content, self._pattern):
                found.slots[slots[at]] = matches
        return found

    def _read(self, places: Iterator[list[str]]) -> bytes | None:
        for parts in places:
            try:
                with open_below(self._folder, parts) as file:
                    return read_at_most(file, LARGEST_FILE + 1)
            except FileNotFoundError:
                continue
        return None


def matches_in(content: bytes, pattern: re.Pattern[str]) -> list[Match]:
    """The first three places in a trajectory; a file that is not a trajectory is searched as text."""
    try:
        passages = list(_passages(from_json(content)))
    except (ValueError, AttributeError, TypeError):
        passages = [(0, "file", content.decode(errors="replace"))]
    matches: list[Match] = []
    for step, source, text in passages:
        for hit in pattern.finditer(text):
            before = text[max(0, hit.start() - _BEFORE) : hit.start()]
            matches.append(Match(step, source, before, hit[0], text[hit.end() : hit.end() + _AFTER]))
            if len(matches) == _MOST_MATCHES:
                return matches
    return matches


def _passages(document: Any) -> Iterator[tuple[int, str, str]]:
    for number, step in enumerate(document.get("steps") or [], 1):
        source = str(step.get("source", ""))
        yield number, source, _text(step.get("message"))
        yield number, "reasoning", _text(step.get("reasoning_content"))
        for call in step.get("tool_calls") or []:
            yield number, "tool call", f"{call.get('function_name')} {_text(call.get('arguments'))}"
        for result in (step.get("observation") or {}).get("results") or []:
            yield number, "tool result", _text(result.get("content"))


def _text(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, list):
        return "\n".join(str(part.get("text", "")) if isinstance(part, dict) else str(part) for part in value)
    return to_json(value).decode()
