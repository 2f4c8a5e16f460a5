"""JSON Lines: one object a line. Blank lines are ignored and do not count as rows."""

from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader
from pathlib import Path
from typing import Any

from osmosis_ai.datasets.columns import require_mapped
from osmosis_ai.datasets.errors import RowFault
from osmosis_ai.datasets.forms import RowForm
from osmosis_ai.datasets.json_text import parse_json
from osmosis_ai.datasets.row import DatasetRow, kind, refuse_nul
from osmosis_ai.datasets.text_lines import Line, check_length, not_utf8, nul, read_lines

_MOST_NAMES = 100
"""Columns whose names are kept to name them."""


def read_jsonl(
    stream: BufferedReader, path: Path, wanted: Callable[[int], bool], renames: Mapping[str, str], form: RowForm
) -> Iterator[DatasetRow | None]:
    """One item a row, in order: the row if `wanted` says so of its index, else None, and then it is not
    parsed.

    Raises DatasetError naming the row and its line, and at the end for a column of `renames` that none of the rows had.
    """
    index = 0
    found: dict[str, None] = {}  # in the order of the file
    for line in read_lines(stream, path):
        if not line.data or line.data.isspace():
            continue
        try:
            check_length(line)
            if wanted(index):
                cells = line_cells(line)
                if renames:
                    found |= dict.fromkeys(list(cells)[:_MOST_NAMES]) if len(found) < _MOST_NAMES else {}
                    found |= dict.fromkeys(renames.keys() & cells.keys())
                    cells = {renames.get(name, name): value for name, value in cells.items()}
                yield form.build(index, cells, cells)
            else:
                yield None
        except RowFault as fault:
            raise fault.at(path, index, line.number) from None
        index += 1
    if found:
        require_mapped(path, renames, found)


def line_cells(line: Line) -> dict[str, Any]:
    """The object that a line holds, by column. Raises RowFault."""
    if b"\0" in line.data:
        raise nul(line.offset + line.data.index(b"\0"))
    try:
        cells = parse_json(line.data, "not valid JSON", offset=line.offset)
    except RowFault:
        try:
            line.data.decode()
        except UnicodeDecodeError as error:
            raise not_utf8(error, line) from None
        raise
    if not isinstance(cells, dict):
        raise RowFault(
            f"the line is {kind(cells)}, not an object.",
            hint='Write one JSON object a line, such as {"user_prompt": "…", "ground_truth": "…"}.',
        )
    if b"\\" in line.data and b"\\u0000" in line.data:
        refuse_nul(cells, line.offset + line.data.index(b"\\u0000"))
    return cells
