"""JSON: one array of objects, an object a row. It is read whole, so it may not be large."""

from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader
from pathlib import Path

from osmosis_ai.datasets.errors import RowFault, file_error
from osmosis_ai.datasets.forms import RowForm
from osmosis_ai.datasets.json_text import parse_json
from osmosis_ai.datasets.row import DatasetRow, holds_nul, kind
from osmosis_ai.datasets.text_lines import NO_NUL

MOST_BYTES = 128 * 1024 * 1024
_BOM = b"\xef\xbb\xbf"
_LIST = "Write [{…}, {…}], or save it as JSON Lines (.jsonl), an object a line."
_JSONL = "Save it as JSON Lines (.jsonl), an object a line."


def read_json(
    stream: BufferedReader, path: Path, wanted: Callable[[int], bool], renames: Mapping[str, str], form: RowForm
) -> Iterator[DatasetRow | None]:
    """One item an object, in order: the row if `wanted` says so of its index, else None. Raises DatasetError."""
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise file_error(path, f"a .json file of more than {MOST_BYTES // 1024**2} MiB is not read.", hint=_JSONL)
    try:
        rows = parse_json(data.removeprefix(_BOM), "not valid JSON")
    except RowFault as fault:
        raise file_error(path, fault.message, hint=fault.hint) from None
    if not isinstance(rows, list):
        raise file_error(path, f"the file holds {kind(rows)}, not a list.", hint=_LIST)
    for index, cells in enumerate(rows):
        if not wanted(index):
            yield None
            continue
        try:
            if not isinstance(cells, dict):
                raise RowFault(f"the row is {kind(cells)}, not an object.", hint="A row has its columns by name.")
            if holds_nul(cells):
                raise RowFault("a cell holds a NUL (U+0000).", hint=NO_NUL)
            named = {renames.get(name, name): value for name, value in cells.items()}
            yield form.build(index, named, named)
        except RowFault as fault:
            raise fault.at(path, index) from None
