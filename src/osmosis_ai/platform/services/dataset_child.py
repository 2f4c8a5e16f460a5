"""The process that reads the rows of one dataset: `python -m … PATH CPU_SECONDS MEMORY_BYTES`.

Its result is an `Outcome` on standard output. It bounds itself before it reads anything, and ends with its parent.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import resource
import sys
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

_NICENESS = 10
"""Requests of people do not wait for it."""
_OUT_OF_MEMORY = 3
_SHOWN_PROBLEMS = 50
_PREVIEW_ROWS = 20
_PREVIEW_BYTES = 256 * 1024
_LONGEST_TEXT = 4000
_MOST_ITEMS = 100
_DEEPEST = 8


def main(arguments: list[str]) -> None:
    """Reads the dataset, and writes an Outcome as JSON."""
    os.nice(_NICENESS)
    path, cpu_seconds, memory = Path(arguments[0]), int(arguments[1]), int(arguments[2])
    threading.Thread(target=_end_with_parent, daemon=True).start()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 5))
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    try:
        result = _outcome(path)
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)
    sys.stdout.write(json.dumps(result))
    sys.stdout.flush()
    os._exit(0)  # threads of readers need not end in order


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


def _outcome(path: Path) -> dict[str, Any]:
    from osmosis_ai.base.errors import OsmosisError
    from osmosis_ai.datasets.validate import validate_dataset

    try:
        report = validate_dataset(path, most=_SHOWN_PROBLEMS)
    except OsmosisError as error:
        return {"error": _sentence(error.message.partition(": ")[2] or error.message)}
    problems = [
        {
            "level": level,
            "message": _sentence(str(problem) if problem.hint is None else f"{problem} {problem.hint}"),
            "details": {
                key: value for key in ("code", "row", "line", "column") if (value := getattr(problem, key)) is not None
            },
        }
        for level, found in (("error", report.errors), ("warning", report.warnings))
        for problem in found.shown
    ]
    if not report.valid:
        more = report.errors.total - 1
        first = problems[0]["message"]
        return {"error": first if not more else f"{first} ({more:,} more: see the log.)", "problems": problems}
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {"sha256": digest, "row_count": report.rows, "preview": _preview(path), "problems": problems}


def _sentence(text: str) -> str:
    return _storable(text[:1].upper() + text[1:])


def _storable(text: str) -> str:
    """The text without what a database refuses: NUL, and surrogates that stand alone."""
    return text.encode("utf-8", "replace").decode().replace("\0", "\ufffd")


def _preview(path: Path) -> list[dict[str, Any]]:
    """The first rows, as they are in the file, shortened to what a page shows."""
    from osmosis_ai.datasets.dataset import open_dataset
    from osmosis_ai.datasets.forms import RowForm
    from osmosis_ai.datasets.row import DatasetRow

    def as_it_is(index: int, cells: Mapping[str, Any], columns: Iterable[str]) -> DatasetRow:
        return DatasetRow(index, [], None, {_storable(str(name)): shown(value) for name, value in cells.items()})

    rows: list[dict[str, Any]] = []
    size = 0
    for row in open_dataset(path, form=RowForm(as_it_is, None)).rows(limit=_PREVIEW_ROWS):
        cells = row.metadata or {}
        size += len(json.dumps(cells))
        if size > _PREVIEW_BYTES and rows:
            break
        rows.append(cells)
    return rows


def shown(value: object, depth: int = 0) -> Any:
    """A value as JSON that is not long: text and lists are cut, what JSON cannot hold becomes text."""
    match value:
        case None | bool():
            return value
        case int():
            return value if abs(value) < 1 << 63 else str(value)
        case float():
            return value if math.isfinite(value) else str(value)
        case str():
            text = _storable(value)
            return text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT] + "…"
        case Mapping() if depth < _DEEPEST:
            return {_storable(str(key)): shown(item, depth + 1) for key, item in list(value.items())[:_MOST_ITEMS]}
        case list() | tuple() if depth < _DEEPEST:
            return [shown(item, depth + 1) for item in value[:_MOST_ITEMS]]
        case _:
            return shown(str(value))


if __name__ == "__main__":
    main(sys.argv[1:])
