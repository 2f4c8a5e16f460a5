"""JSON Lines: one object a line. Blank lines are ignored and do not count as rows."""

from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader
from pathlib import Path
from typing import Any

from osmosis_ai.datasets.errors import RowFault
from osmosis_ai.datasets.forms import RowForm
from osmosis_ai.datasets.json_text import parse_json
from osmosis_ai.datasets.row import DatasetRow, kind, refuse_nul
from osmosis_ai.datasets.text_lines import Line, check_length, not_utf8, read_lines


def read_jsonl(
    stream: BufferedReader, path: Path, wanted: Callable[[int], bool], renames: Mapping[str, str], form: RowForm
) -> Iterator[DatasetRow | None]:
    """One item a row, in order: the row if `wanted` says so of its index, else None, and then it is not
    parsed.

    Raises DatasetError naming the row (and the line, where blank lines make them differ).
    """
    index = 0
    for line in read_lines(stream, path):
        if not line.data or line.data.isspace():
            continue
        try:
            check_length(line)
            yield _row(index, line, renames, form) if wanted(index) else None
        except RowFault as fault:
            raise fault.at(path, index, line.number if line.number != index + 1 else None) from None
        index += 1


def _row(index: int, line: Line, renames: Mapping[str, str], form: RowForm) -> DatasetRow:
    cells = line_cells(line)
    if renames:
        cells = {renames.get(name, name): value for name, value in cells.items()}
    return form.build(index, cells, cells)


def line_cells(line: Line) -> dict[str, Any]:
    """The object that a line holds, by column. Raises RowFault."""
    try:
        cells = parse_json(line.data, "not valid JSON")
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
