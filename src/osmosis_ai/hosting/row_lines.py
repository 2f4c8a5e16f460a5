"""The lines that a rollout server prints, under the row and run that they belong to."""

from __future__ import annotations

import re
from collections import OrderedDict

from osmosis_ai.engine.ports import Observer
from osmosis_ai.engine.records import row_mark
from osmosis_ai.engine.work import Attempt

__all__ = ["RowLines", "without_mark"]

_MARK = re.compile(r"\[rollout ([^\]]{1,200})\] ?")
_MOST_ATTEMPTS = 10_000


class RowLines:
    """Writes each line that the server prints to the run's log: those of a rollout as user code's, with row and run."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._attempts: OrderedDict[str, Attempt] = OrderedDict()

    def expect(self, attempt: Attempt) -> None:
        """Lines of this attempt may come from now on, also for a while after its end."""
        self._attempts[attempt.rollout_id] = attempt
        while len(self._attempts) > _MOST_ATTEMPTS:
            self._attempts.popitem(last=False)

    def line(self, line: str) -> None:
        """Another line."""
        found = _MARK.match(line)
        attempt = None if found is None else self._attempts.get(found[1])
        if found is None or attempt is None:
            self._observer.log("info", "rollout-server", line)
            return
        mark = row_mark(attempt.item.source_row_index, attempt.item.run_index)
        self._observer.log("info", "user", f"{mark}{line[found.end() :]}")


def without_mark(line: str) -> str:
    """The line as user code wrote it."""
    return _MARK.sub("", line, count=1) if line.startswith("[rollout ") else line
