"""The runs a page may show, read on demand and kept while they are looked at."""

from __future__ import annotations

import time
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from osmosis_ai.base.errors import NotFoundError
from osmosis_ai.runs.reading.exceptions import Exceptions
from osmosis_ai.runs.reading.items import NONE
from osmosis_ai.runs.reading.overview import overview, pictures, runs_listed
from osmosis_ai.runs.reading.places import run_folders
from osmosis_ai.runs.reading.query import Query, matching
from osmosis_ai.runs.reading.records import JsonObject, message_of
from osmosis_ai.runs.reading.row_texts import RowTexts
from osmosis_ai.runs.reading.run import Run

__all__ = ["OpenRun", "RunCache"]

_MOST_RUNS = 4
_MOST_ORDERS = 8
_PAUSE_SEC = 0.3
_LONGEST_MESSAGE = 300


class OpenRun:
    """A run that is being looked at. What was worked out for its present state is kept until it changes."""

    def __init__(self, folder: Path) -> None:
        self.run = Run(folder)
        self.texts = RowTexts(folder)
        self.exceptions = Exceptions(folder)
        self.lock = Lock()
        self._read_at = 0.0
        self._orders: OrderedDict[tuple[int, Query], array[int]] = OrderedDict()
        self._worked_out: tuple[tuple[int, str], JsonObject] | None = None

    def refresh(self) -> None:
        """Reads what is new on disk, unless that was done a moment ago."""
        if time.monotonic() - self._read_at >= _PAUSE_SEC:
            self.run.refresh()
            self._read_at = time.monotonic()

    def matching(self, query: Query) -> array[int]:
        """The slots that match."""
        key = (self.run.revision, query)
        if key not in self._orders:
            self._orders[key] = matching(self.run.items, self.run.folder, self.run.threshold, query, self.exceptions)
            while len(self._orders) > _MOST_ORDERS:
                self._orders.popitem(last=False)
        self._orders.move_to_end(key)
        return self._orders[key]

    def figures(self) -> JsonObject:
        """The overview and the data of the pictures."""
        key = (self.run.revision, str(self.run.status.state))
        if self._worked_out is None or self._worked_out[0] != key:
            more = {"pictures": pictures(self.run), "failed_groups": self._failed_groups(), "revision": key[0]}
            self._worked_out = (key, overview(self.run) | more)
        return self._worked_out[1]

    def _failed_groups(self) -> list[JsonObject]:
        """What failed, by outcome and exception, each with the first message and rows to look at."""
        items = self.run.items
        return [
            {
                "outcome": group.outcome,
                "kind": group.kind,
                "pending": group.pending,
                "count": group.count,
                "places": self._places(group.examples),
                "message": (message_of(self.run, group.examples[0]) or "")[:_LONGEST_MESSAGE] or None,
                "examples": [f"{items.row[slot]}.{items.run[slot]}" for slot in group.examples],
                "example_rows": [items.source[slot] for slot in group.examples],
                "rows": group.rows,
            }
            for group in self.exceptions.groups(items)
        ]

    def _places(self, slots: Iterable[int]) -> list[str]:
        """Where in the user's code these failed, each place once."""
        found = (self.run.items.place[slot] for slot in slots)
        places = (self.run.items.places[code] for code in dict.fromkeys(found) if code != NONE)
        return [f"{place.file}:{place.line} in {place.function}" for place in places]


class RunCache:
    """The runs below `root`, or `only` one of them."""

    def __init__(self, root: Path, only: str | None = None) -> None:
        self.root = root
        self.only = only
        self._open: OrderedDict[str, OpenRun] = OrderedDict()
        self._lock = Lock()

    def runs(self) -> list[JsonObject]:
        """What there is, the newest first."""
        return runs_listed(self._folders())

    @contextmanager
    def reading(self, name: str) -> Iterator[OpenRun]:
        """The run of that name, read up to now, for one reader at a time.

        Raises NotFoundError for a name that is not here, OsmosisError for a run that cannot be read.
        """
        with self._lock:
            found = self._open.get(name) or self._opened(name)
            self._open[name] = found
            self._open.move_to_end(name)
            while len(self._open) > _MOST_RUNS:
                self._open.popitem(last=False)
        with found.lock:
            found.refresh()
            yield found

    def _folders(self) -> Iterable[Path]:
        return run_folders(self.root) if self.only is None else [self.root / self.only]

    def _opened(self, name: str) -> OpenRun:
        for folder in self._folders():
            if folder.name == name:
                return OpenRun(folder)
        raise NotFoundError(f"There is no run {name!r} in {self.root}.")
