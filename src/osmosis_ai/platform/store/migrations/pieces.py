"""Pieces of revisions: tables, columns and constraints, under the names that `columns.Base` gives those declared.

Released revisions are made of these: what they emit never changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from osmosis_ai.platform.store.columns import BigId, JsonObject, UtcTime

__all__ = ["big", "column", "create", "json", "long_text", "serial", "text", "time"]

_OF, _ON_DELETE = "of", "on_delete"
_ID_LENGTH = 64


def create(
    table: str,
    *columns: sa.Column[Any],
    key: str = "id",
    check: Mapping[str, str] | None = None,
    unique: Sequence[Sequence[str]] = (),
    index: Sequence[Sequence[str]] = (),
    numbered: bool = False,
) -> None:
    """Creates a table with its foreign keys, constraints and indexes.

    `check` are conditions by name. The numbers of a `numbered` table are never given twice, in SQLite either.
    """
    op.create_table(
        table,
        *columns,
        *(sa.CheckConstraint(text, name=op.f(f"ck_{table}_{name}")) for name, text in (check or {}).items()),
        *_foreign_keys(table, columns),
        sa.PrimaryKeyConstraint(key, name=op.f(f"pk_{table}")),
        *(sa.UniqueConstraint(*names, name=op.f(f"uq_{table}_{'_'.join(names)}")) for names in unique),
        sqlite_autoincrement=numbered,
    )
    for names in index:
        op.create_index(op.f("ix_" + "_".join(f"{table}_{name}" for name in names)), table, list(names))


def _foreign_keys(table: str, columns: Sequence[sa.Column[Any]]) -> Iterator[sa.ForeignKeyConstraint]:
    for name, info in sorted((column.name, column.info) for column in columns if _OF in column.info):
        fixed = op.f(f"fk_{table}_{name}")
        yield sa.ForeignKeyConstraint([name], [f"{info[_OF]}.id"], name=fixed, ondelete=info[_ON_DELETE])


def column(
    name: str, kind: Any, *, null: bool = False, of: str | None = None, on_delete: str | None = "CASCADE"
) -> sa.Column[Any]:
    """A column; `of` names the table whose id it has, `on_delete` what happens to the row when that goes."""
    return sa.Column(name, kind, nullable=null, info={} if of is None else {_OF: of, _ON_DELETE: on_delete})


def text(name: str, length: int = _ID_LENGTH, **rest: Any) -> sa.Column[Any]:
    """A bounded text; else as `column`."""
    return column(name, sa.String(length=length), **rest)


def long_text(name: str, *, null: bool = False) -> sa.Column[Any]:
    """A text of any length."""
    return column(name, sa.Text(), null=null)


def time(name: str, *, null: bool = False) -> sa.Column[Any]:
    """A time in UTC."""
    return column(name, UtcTime(), null=null)


def json(name: str, *, null: bool = False) -> sa.Column[Any]:
    """A JSON object."""
    return column(name, JsonObject, null=null)


def big(name: str, *, null: bool = False) -> sa.Column[Any]:
    """A whole number of 64 bits."""
    return column(name, BigId, null=null)


def serial(name: str) -> sa.Column[Any]:
    """Numbers that the database gives."""
    return sa.Column(name, BigId, sa.Identity(always=False), nullable=False)
