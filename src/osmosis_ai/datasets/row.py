"""What one row means: from a file's cells to a prompt, a label and metadata.

A row without a `metadata` cell is in prompt mode: `user_prompt` and a label are required. A row with one,
even an empty one, is in metadata mode: both are optional, but a user prompt or non-empty metadata is needed.
Columns other than these five are ignored.
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

COLUMNS = ("system_prompt", "user_prompt", "ground_truth", "label", "metadata")

_MODES = (
    "Every row needs a user_prompt and a ground_truth (or label); "
    "a row with a metadata column needs a user_prompt or metadata that is not empty."
)


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
    system = _text(cells, "system_prompt")
    user = _text(cells, "user_prompt")
    label = _text(cells, "ground_truth")
    if label is None:
        label = _text(cells, "label")
    metadata = _metadata(cells["metadata"]) if "metadata" in cells else None
    if "metadata" in cells:
        if user is None and metadata is None:
            raise RowFault("user_prompt and metadata are both missing or empty.", hint=_MODES)
    elif user is None:
        raise _missing("user_prompt", "user_prompt", cells, columns)
    elif label is None:
        raise _missing("ground_truth", "ground_truth (or label)", cells, columns)
    prompt: list[dict[str, Any]] = []
    if system is not None:
        prompt.append({"role": "system", "content": system})
    if user is not None:
        prompt.append({"role": "user", "content": user})
    return DatasetRow(index, prompt, label, metadata)


def _text(cells: Mapping[str, Any], column: str) -> str | None:
    value = cells.get(column)
    if value is None or isinstance(value, str):
        return value or None
    if isinstance(value, Decimal) and value.is_finite():
        return format(value, "f")
    fault = _not_json(value, column)
    if fault is not None:
        raise RowFault(f"{fault}, which has no text form.", hint="Write the cell as text, or leave it empty.")
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _metadata(value: Any) -> dict[str, Any] | None:
    if isinstance(value, str):
        if not value.strip():
            return None
        value = parse_json(value.encode(), "metadata is text that is not JSON")
    elif value is None:
        return None
    if not isinstance(value, dict):
        raise RowFault(
            f"metadata is {kind(value)}, not an object.",
            hint='Write metadata as a JSON object, such as {"tag": "algebra"}.',
        )
    fault = _not_json(value, "metadata")
    if fault is not None:
        raise RowFault(f"{fault}, which JSON cannot hold.", hint="Use null, or leave the key out.")
    return value or None


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


def _missing(column: str, said: str, cells: Mapping[str, Any], columns: Iterable[str]) -> RowFault:
    if column in cells:
        return RowFault(f"{said} is empty.", hint=_MODES)
    names = [name for name in columns if name not in COLUMNS]
    folded = {name.strip().lower().replace(" ", "_").replace("-", "_"): name for name in names}
    close = get_close_matches(column, folded, n=1, cutoff=0.8)
    hint = f"Is it the column {folded[close[0]]!r}? Names are exact: rename it to {column}." if close else _MODES
    return RowFault(f"{said} is missing.", hint=hint)
