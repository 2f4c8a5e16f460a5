"""The forms of rows: an evaluation's, and an agent loop's, which has every column."""

import base64
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from osmosis_ai.datasets.errors import RowFault
from osmosis_ai.datasets.row import COLUMNS, DatasetRow, build_row, kind

__all__ = ["EVALUATION_ROWS", "LOOP_ROWS", "REQUIRED_COLUMNS", "RowForm", "build_loop_row"]

REQUIRED_COLUMNS = ("ground_truth", "user_prompt", "system_prompt")
"""What every row of an agent loop has."""


@dataclass(frozen=True, slots=True)
class RowForm:
    """Which columns of a file are read, and the row that they make.

    `columns` None reads every column. `build` gets the row's index, its cells by column and all names that the row has;
    it raises RowFault.
    """

    build: Callable[[int, Mapping[str, Any], Iterable[str]], DatasetRow]
    columns: tuple[str, ...] | None

    def reads(self, column: str) -> bool:
        """Whether the column is read."""
        return self.columns is None or column in self.columns


def build_loop_row(index: int, cells: Mapping[str, Any], columns: Iterable[str]) -> DatasetRow:
    """The row of an agent loop: both prompts, the ground truth as the label, and every other cell as metadata.

    The three columns are found in any case of letters, and each holds text that is not blank. Metadata keeps the names
    of its columns; what JSON cannot hold becomes text (dates in ISO 8601, decimals in digits, bytes in base64) and a
    number that is not finite becomes null. Raises RowFault.
    """
    names = list(columns)
    found = {required: _column(required, names) for required in REQUIRED_COLUMNS}
    system, user = _text(cells, found, "system_prompt"), _text(cells, found, "user_prompt")
    label = _text(cells, found, "ground_truth")
    metadata = {name: _json_value(value) for name, value in cells.items() if name not in found.values()}
    prompt = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    return DatasetRow(index, prompt, label, metadata or None)


def _column(required: str, names: list[str]) -> str:
    """The name under which a row has a column."""
    if required in names:
        return required
    close = [name for name in names if name.lower() == required]
    if close:
        return close[0]
    listed = ", ".join(repr(name[:40]) for name in names[:12])
    raise RowFault(
        f"{required} is missing.",
        hint=f"An agent loop's row has {', '.join(REQUIRED_COLUMNS)}. The columns are {listed or 'none'}.",
    )


def _text(cells: Mapping[str, Any], found: Mapping[str, str], required: str) -> str:
    value = cells.get(found[required])
    if not isinstance(value, str):
        raise RowFault(f"{required} is {kind(value)}, not a text.", hint="Write the cell as text.")
    if not value.strip():
        raise RowFault(f"{required} is blank.", hint="Every row of an agent loop has a text there.")
    return value


def _json_value(value: Any) -> Any:
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else None
        case Mapping():
            return {str(name): _json_value(item) for name, item in value.items()}
        case list() | tuple():
            return [_json_value(item) for item in value]
        case datetime() | date() | time():
            return value.isoformat()
        case timedelta():
            return value.total_seconds()
        case bytes():
            return base64.b64encode(value).decode()
        case _:
            return str(value)


EVALUATION_ROWS = RowForm(build_row, COLUMNS)
"""What `eval run` reads: the columns it knows."""

LOOP_ROWS = RowForm(build_loop_row, None)
"""What an agent loop is given: three columns that must be there, and all the others as metadata."""
