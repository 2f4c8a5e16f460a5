"""Columns of a file that are read by another name."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets.errors import file_error
from osmosis_ai.datasets.row import COLUMNS, missing_column_hint

__all__ = ["parse_column_map", "require_mapped", "unmapped_column"]

_EXAMPLE = "Write it like question=user_prompt."


def parse_column_map(pairs: Sequence[str]) -> Mapping[str, str]:
    """The renaming that `COLUMN=NAME` words ask for. Raises OsmosisError for a word of another form, for a name that
    is not read, and for two columns with one name.
    """
    columns: dict[str, str] = {}
    for pair in pairs:
        column, sign, name = pair.rpartition("=")
        if not sign or not column:
            raise OsmosisError(f"--map {pair!r} does not name a column and what it is read as", hint=_EXAMPLE)
        if name not in COLUMNS:
            raise OsmosisError(
                f"--map {pair!r}: {name!r} is not a column that is read", hint=f"Choose one of {', '.join(COLUMNS)}."
            )
        if column in columns or name in columns.values():
            raise OsmosisError(f"--map {pair!r}: the column or the name is mapped already", hint="Map each once.")
        columns[column] = name
    return columns


def unmapped_column(name: str, found: Iterable[str]) -> tuple[str, str]:
    """What is wrong where a column that is mapped is not in a file, and what to do, from the columns that are."""
    hint = missing_column_hint(name, list(found), "--map names a column of the file.")
    return f"there is no column {name} to map.", hint


def require_mapped(path: Path, renames: Mapping[str, str], found: Collection[str]) -> None:
    """Raises DatasetError for the first column that is mapped and is not among those of the file."""
    for name in renames:
        if name not in found:
            message, hint = unmapped_column(name, found)
            raise file_error(path, message, hint=hint)
