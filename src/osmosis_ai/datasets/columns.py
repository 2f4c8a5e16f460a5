"""Columns of a file that are read by another name."""

from collections.abc import Mapping, Sequence

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets.row import COLUMNS

__all__ = ["parse_column_map"]

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
