"""What user code raised in the rows of a run that failed, so that failures can be grouped and filtered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pydantic_core import from_json

from osmosis_ai.runs.reading.figures import row_ranges
from osmosis_ai.runs.reading.items import NONE, OUTCOMES, Items, ItemState

__all__ = ["LOST", "Exceptions", "FailureGroup", "exception_name"]

LOST = "lost"
"""The outcome of an attempt that began and never ended."""

_MOST_READ = 20_000
_LONGEST = 80
_EXAMPLES = 5
_CLASS_NAME = re.compile(r"(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?=:|$| \()")


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """Rows that failed, or are pending, with one outcome and one kind of failure.

    `examples` are the first slots of it, `rows` all rows of the dataset as `--rows` takes them.
    """

    outcome: str
    kind: str
    pending: bool
    count: int
    examples: tuple[int, ...]
    rows: str


def exception_name(message: str | None) -> str | None:
    """The class of the exception that a message begins with, such as `KeyError` of `KeyError: 'x'`; else None."""
    found = _CLASS_NAME.match(message or "")
    return None if found is None else found[0][:_LONGEST]


class Exceptions:
    """The kind of failure of each slot that failed or is pending: an exception's class, or the category recorded.

    The first 20,000 messages are read from the run's files, each once; the failures after them have their category.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[tuple[str, int], str | None] = {}

    def kinds(self, items: Items) -> dict[int, str]:
        """By slot, the kind of its failure."""
        kinds: dict[int, str] = {}
        with ExitStack() as files:
            opened: dict[str, BinaryIO | None] = {}
            for slot in _failed(items):
                name, offset = _record_place(items, slot)
                if name not in opened:
                    opened[name] = self._open(name, files)
                kinds[slot] = self._exception(name, opened[name], offset) or _category(items, slot)
        return kinds

    def groups(self, items: Items) -> list[FailureGroup]:
        """Failures by outcome and kind, the most frequent first."""
        found: dict[tuple[str, str, bool], list[int]] = {}
        for slot, kind in self.kinds(items).items():
            outcome = LOST if items.outcome[slot] == NONE else str(OUTCOMES[items.outcome[slot]])
            found.setdefault((outcome, kind, items.state[slot] == ItemState.PENDING), []).append(slot)
        groups = [
            FailureGroup(
                outcome,
                kind,
                pending,
                len(slots),
                tuple(sorted(slots, key=items.row.__getitem__)[:_EXAMPLES]),
                row_ranges(items.source[slot] for slot in slots),
            )
            for (outcome, kind, pending), slots in found.items()
        ]
        return sorted(groups, key=lambda group: (-group.count, group.outcome, group.kind))

    def _open(self, name: str, files: ExitStack) -> BinaryIO | None:
        with suppress(OSError):
            return files.enter_context((self._folder / name).open("rb"))
        return None

    def _exception(self, name: str, file: BinaryIO | None, offset: int) -> str | None:
        key = (name, offset)
        if key not in self._read:
            if file is None or offset == NONE or len(self._read) >= _MOST_READ:
                return None
            file.seek(offset)
            try:
                record = from_json(file.readline())
            except ValueError:
                record = None
            self._read[key] = exception_name(record.get("err_message")) if isinstance(record, dict) else None
        return self._read[key]


def _failed(items: Items) -> Iterator[int]:
    return (slot for slot, state in enumerate(items.state) if state in {ItemState.FAILED, ItemState.PENDING})


def _record_place(items: Items, slot: int) -> tuple[str, int]:
    if items.event_at[slot] != NONE:
        return "events.jsonl", items.event_at[slot]
    return "attempts.jsonl", items.ended_at[slot]


def _category(items: Items, slot: int) -> str:
    return LOST if items.error[slot] == NONE else items.error_types[items.error[slot]][:_LONGEST]
