"""The lines of a run's log that are about one row and run."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from osmosis_ai.base.files.no_follow import open_below
from osmosis_ai.engine.records import row_mark

__all__ = ["row_log"]

_MOST_LINES = 200
_LONGEST_LINE = 2000


def row_log(folder: Path, source_row_index: int, run_index: int) -> list[str]:
    """What user code printed and logged under a row and run, and its tracebacks: the last 200 lines, each cut.

    Empty where there is no log.
    """
    mark = f"] {row_mark(source_row_index, run_index)}".encode()
    found: deque[bytes] = deque(maxlen=_MOST_LINES)
    try:
        with open_below(folder, ["logs.txt"]) as file:
            found.extend(line[:_LONGEST_LINE] for line in file if mark in line)
    except OSError:
        return []
    return [line.decode("utf-8", "replace").rstrip("\n") for line in found]
