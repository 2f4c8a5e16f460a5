"""Statements that are built and compiled once, for what nearly every request asks.

Building a statement from its parts, and its rows into entities, costs many times what SQLite needs to run it. A
`Prepared` is a statement with named parameters, made when its module is imported; it gives plain rows. A statement on
rows of a workspace is a `PreparedInWorkspace`, which only `Unit.fetch_in` and `Unit.run_in` take, with a scope.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Delete, Insert, Select, Update, bindparam
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from osmosis_ai.platform.store.columns import Base
from osmosis_ai.platform.store.scope import WorkspaceScope, require_scope

__all__ = ["CompiledForSqlite", "Prepared", "PreparedInWorkspace", "insertion"]

type Statement = Select[*tuple[Any, ...]] | Update | Delete | Insert
type _Process = Callable[[Any], Any]

_WORKSPACE = "scope_workspace_id"


class CompiledForSqlite:
    """A statement's text for SQLite, and how values go into it and come out of its rows."""

    __slots__ = ("_into", "_out", "sql")

    def __init__(self, statement: Statement, columns: Sequence[str] | None = None) -> None:
        dialect = sqlite.dialect()
        compiled = statement.compile(dialect=dialect, column_keys=None if columns is None else list(columns))
        if not isinstance(compiled, SQLCompiler) or compiled.positiontup is None:
            raise TypeError(f"{type(compiled).__name__} has no positional parameters")
        self.sql = compiled.string
        own = {name: bind for name, bind in compiled.binds.items() if not bind.required}
        self._into: list[tuple[str, _Process | None, Any]] = [
            (
                name,
                compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect),
                own[name].effective_value if name in own else None,
            )
            for name in compiled.positiontup
        ]
        given = statement.selected_columns if isinstance(statement, Select) else ()
        processes = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in given]
        self._out = [(index, process) for index, process in enumerate(processes) if process is not None]

    @property
    def names(self) -> frozenset[str]:
        """The parameters."""
        return frozenset(name for name, _, _ in self._into)

    def parameters(self, values: Mapping[str, Any]) -> list[Any]:
        """The values in the order of the text, as SQLite keeps them."""
        given = []
        for name, process, own in self._into:
            value = values.get(name, own)
            given.append(value if process is None else process(value))
        return given

    def rows(self, kept: Sequence[Sequence[Any]]) -> Sequence[Sequence[Any]]:
        """Rows as they were meant."""
        if not self._out:
            return kept
        meant: list[Sequence[Any]] = []
        for row in kept:
            values = list(row)
            for index, process in self._out:
                value = values[index]
                if value is not None:
                    values[index] = process(value)
            meant.append(values)
        return meant


class Prepared:
    """A statement that is compiled once. Raises UnscopedStatementError for rows of workspaces without a scope."""

    def __init__(self, statement: Statement) -> None:
        require_scope(statement)
        self.statement = statement
        self._for_sqlite: CompiledForSqlite | None = None

    @property
    def for_sqlite(self) -> CompiledForSqlite:
        """The statement for SQLite."""
        if self._for_sqlite is None:
            self._for_sqlite = CompiledForSqlite(self.statement)
        return self._for_sqlite


class PreparedInWorkspace:
    """A statement on rows of the workspace whose scope it is run with. `build` makes it from the scope of any."""

    def __init__(self, build: Callable[[WorkspaceScope], Statement]) -> None:
        anywhere: Any = bindparam(_WORKSPACE)
        self._prepared = Prepared(build(WorkspaceScope(anywhere)))
        if _WORKSPACE not in self._prepared.for_sqlite.names:
            raise ValueError("the statement does not use the scope that it was given")

    def within(self, scope: WorkspaceScope, values: Mapping[str, Any]) -> tuple[Prepared, dict[str, Any]]:
        """The statement and its parameters in one workspace."""
        return self._prepared, {**values, _WORKSPACE: scope.workspace_id}


@lru_cache(maxsize=256)
def insertion(entity: type[Base], columns: tuple[str, ...], ignore_existing: bool) -> CompiledForSqlite | None:
    """The INSERT of these columns for SQLite; None where other columns have values that SQLAlchemy computes."""
    table: Any = entity.__table__
    statement = sqlite.insert(table)
    if ignore_existing:
        statement = statement.on_conflict_do_nothing()
    compiled = CompiledForSqlite(statement, columns)
    return compiled if compiled.names == frozenset(columns) else None
