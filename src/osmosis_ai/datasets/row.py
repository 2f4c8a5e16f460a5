"""What one row means: from a file's cells to a prompt, a label and metadata.

A row needs a `user_prompt` or metadata that is not empty. The label is optional: a row that has neither label nor
metadata runs and ends ungraded. Columns other than these five are ignored.
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from osmosis_ai.datasets.errors import RowFault
from osmosis_ai.datasets.json_text import parse_json
from osmosis_ai.datasets.text_lines import NO_NUL, nul

COLUMNS = ("system_prompt", "user_prompt", "ground_truth", "label", "metadata")

NEEDED = "Every row needs a user_prompt, or metadata that is not empty."


@dataclass(frozen=True, slots=True)
class DatasetRow:
    """One row as a rollout gets it.

    `source_row_index` is the 0-based position in the file. `prompt` holds chat messages, the system prompt
    first; it is empty when the row has only metadata. `label` and `metadata` are None when absent, never
    empty.
    """

    source_row_index: int
    prompt: list[dict[str, Any]]
    label: str | None
    metadata: dict[str, Any] | None


def build_row(index: int, cells: Mapping[str, Any], columns: Iterable[str]) -> DatasetRow:
    """The row that `cells` (column name to decoded value) describe; `columns` are all the names the row has.

    Text cells: null and the empty string are absent; a string is taken as it is; any other value becomes its
    JSON compact JSON text (`345`, `true`, `{"a":1}`), a decimal its digits. Raises RowFault, which does not
    know the place.
    """
    system = text_cell(cells, "system_prompt")
    user = text_cell(cells, "user_prompt")
    label = text_cell(cells, "ground_truth")
    if label is None:
        label = text_cell(cells, "label")
    metadata = metadata_object(cells["metadata"]) if "metadata" in cells else None
    if user is None and metadata is None:
        if "metadata" in cells:
            raise RowFault("user_prompt and metadata are both missing or empty.", hint=NEEDED)
        raise _missing_prompt(cells, columns)
    prompt: list[dict[str, Any]] = []
    if system is not None:
        prompt.append({"role": "system", "content": system})
    if user is not None:
        prompt.append({"role": "user", "content": user})
    return DatasetRow(index, prompt, label, metadata)


def refuse_nul(cells: Mapping[str, Any], offset: int) -> None:
    """Raises RowFault when a key or a text anywhere in the cells holds a NUL; `offset` is where the file has it."""
    if holds_nul(cells):
        raise nul(offset)


def holds_nul(value: Any) -> bool:
    """Whether a key or a text anywhere in a JSON value holds U+0000."""
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, Mapping):
        return any("\0" in key or holds_nul(item) for key, item in value.items())
    return isinstance(value, list) and any(map(holds_nul, value))


def text_cell(cells: Mapping[str, Any], column: str) -> str | None:
    """The text of a cell; None for null and the empty string. Raises RowFault for a value without a text form."""
    value = cells.get(column)
    if value is None or isinstance(value, str):
        return value or None
    if isinstance(value, Decimal) and value.is_finite():
        return format(value, "f")
    fault = _not_json(value, column)
    if fault is not None:
        raise RowFault(f"{fault}, which has no text form.", hint="Write the cell as text, or leave it empty.")
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def metadata_object(value: Any, *, checked: bool = False) -> dict[str, Any] | None:
    """The metadata of a cell: an object, or text holding one; None for null, blank text and an empty object.

    Raises RowFault, also for numbers that JSON cannot hold unless the caller looks for those itself (`checked`).
    """
    if isinstance(value, str):
        if not value.strip():
            return None
        escaped_nul = "\\u0000" in value
        value = _json_of_text(value)
        if escaped_nul and holds_nul(value):
            raise RowFault("metadata holds a NUL (U+0000).", hint=NO_NUL)
    elif value is None:
        return None
    if not isinstance(value, dict):
        raise RowFault(
            f"metadata is {kind(value)}, not an object.",
            hint='Write metadata as a JSON object, such as {"tag": "algebra"}.',
        )
    fault = None if checked else _not_json(value, "metadata")
    if fault is not None:
        raise RowFault(f"{fault}, which JSON cannot hold.", hint="Use null, or leave the key out.")
    return value or None


def _json_of_text(text: str) -> Any:
    try:
        return parse_json(text.encode(), "metadata is text that is not JSON", root="metadata")
    except RowFault as fault:
        if fault.hint is None and text.lstrip().startswith("{'"):
            fault.hint = "It looks like a dict as Python prints it: write it with json.dumps, in double quotes."
        raise


def _not_json(value: Any, path: str) -> str | None:
    """What in `value` has no JSON form, as `<path> is <what>`; None when all of it has one."""
    match value:
        case None | bool() | int() | str():
            return None
        case float():
            return None if math.isfinite(value) else f"{path} is {_float_name(value)}"
        case dict():
            parts = ((item, f"{path}.{key}") for key, item in value.items())
        case list():
            parts = ((item, f"{path}[{at}]") for at, item in enumerate(value))
        case _:
            return f"{path} is {kind(value)}"
    return next((fault for item, where in parts if (fault := _not_json(item, where))), None)


def _float_name(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


def kind(value: Any) -> str:
    """How a person names the type of a decoded value, with its article."""
    for types, name in _KINDS:
        if isinstance(value, types):
            return name
    return f"of type {type(value).__name__}"


_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (type(None), "null"),
    (bool, "a boolean"),
    ((int, float), "a number"),
    (str, "a string"),
    (list, "a list"),
    (dict, "an object"),
)


def _missing_prompt(cells: Mapping[str, Any], columns: Iterable[str]) -> RowFault:
    if "user_prompt" in cells:
        return RowFault("user_prompt is empty.", hint=NEEDED)
    return RowFault("user_prompt is missing.", hint=missing_column_hint("user_prompt", list(columns)))


def missing_column_hint(column: str, found: list[str], needed: str = NEEDED) -> str:
    """What to do about a column that a file does not have, from the columns that it has; `needed` says what for."""
    if len(found) == 1 and (delimiter := next((mark for mark in ";\t|" if mark in found[0]), None)):
        name = {";": "semicolons", "\t": "tabs", "|": "vertical bars"}[delimiter]
        return f"The header is one column, {_listed(found)}: are the cells separated by {name}? Save it with commas."
    names = [name for name in found if name not in COLUMNS]
    folded = {name.strip().lower().replace(" ", "_").replace("-", "_"): name for name in names}
    close = get_close_matches(column, folded, n=1, cutoff=0.8)
    if close:
        asked = f"Is it the column {folded[close[0]]!r}? Names are exact: rename it to {column}."
        return asked if len(found) == 1 else f"{asked} The columns are {_listed(found)}."
    return f"{needed} The columns are {_listed(found)}." if found else needed


def _listed(names: list[str], most: int = 12) -> str:
    shown = ", ".join(repr(name[:40]) for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
