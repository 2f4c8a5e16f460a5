"""A unit of work: one transaction, one moment in time, and what has to happen once it is committed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import CursorResult, Delete, Executable, Select, Update
from sqlalchemy.dialects import postgresql, sqlite

from osmosis_ai.platform.store.columns import Base
from osmosis_ai.platform.store.prepared import Prepared, PreparedInWorkspace
from osmosis_ai.platform.store.scope import WorkspaceScope
from osmosis_ai.platform.store.tables import WorkspaceOwned
from osmosis_ai.platform.store.transactions import Transaction

__all__ = ["Unit"]


class Unit:
    """One transaction. Everything in it happens at `now`.

    Rows that are read stay readable after it has ended. Statements on rows of workspaces come from `in_workspace`.
    """

    def __init__(self, transaction: Transaction, now: datetime, *, dialect: str) -> None:
        self._transaction = transaction
        self.now = now
        self.dialect = dialect
        """`sqlite` or `postgresql`."""
        self._after_commit: list[Callable[[], None]] = []

    @staticmethod
    def in_workspace(workspace_id: str) -> WorkspaceScope:
        """The scope of one workspace."""
        return WorkspaceScope(workspace_id)

    async def first[R](self, statement: Select[R]) -> R | None:
        """The first row's first column, or None."""
        return (await self._transaction.execute(statement.limit(1))).scalars().first()

    async def all[R](self, statement: Select[R]) -> Sequence[R]:
        """Every row's first column."""
        return (await self._transaction.execute(statement)).scalars().all()

    async def rows(self, statement: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        """Every row."""
        return list((await self._transaction.execute(statement)).all())

    async def count(self, statement: Select[*tuple[Any, ...]]) -> int:
        """The number that a statement of one row and one column gives."""
        return int((await self._transaction.execute(statement)).scalar_one() or 0)

    async def fetch(self, prepared: Prepared, **values: Any) -> Sequence[Any]:
        """Every row of a prepared SELECT."""
        return await self._transaction.fetch(prepared, values)

    async def fetch_in(self, scope: WorkspaceScope, prepared: PreparedInWorkspace, **values: Any) -> Sequence[Any]:
        """Every row of a prepared SELECT in one workspace."""
        return await self._transaction.fetch(*prepared.within(scope, values))

    async def run_in(self, scope: WorkspaceScope, prepared: PreparedInWorkspace, **values: Any) -> int:
        """Runs any other prepared statement in one workspace; the number of rows it changed."""
        return await self._transaction.run(*prepared.within(scope, values))

    async def change(self, statement: Update | Delete, *, long: bool = False) -> int:
        """Runs an UPDATE or DELETE; the number of rows it changed.

        Say `long` of one that changes many rows: on SQLite it then runs in a thread, and requests go on beside it.
        """
        result = await self._transaction.execute(statement, {"synchronize_session": False}, long=long)
        return cast("CursorResult[Any]", result).rowcount

    async def insert(
        self,
        entity: type[Base],
        values: Mapping[str, Any],
        *,
        scope: WorkspaceScope | None = None,
        ignore_existing: bool = False,
    ) -> bool:
        """Adds a row. With `ignore_existing`, False where one with the same unique values exists.

        Without it such a row raises sqlalchemy.exc.IntegrityError, and the transaction can only be rolled back.
        """
        full, options = self._insertion(entity, values, scope)
        added = await self._transaction.insert(entity, full, ignore_existing=ignore_existing)
        if added is not None:
            return added
        statement = self._insert(entity, full)
        if ignore_existing:
            statement = statement.on_conflict_do_nothing()
        result = await self._transaction.execute(statement, options)
        return cast("CursorResult[Any]", result).rowcount == 1

    async def add_to(
        self,
        entity: type[Base],
        values: Mapping[str, Any],
        *,
        unique: Sequence[str],
        column: str,
        scope: WorkspaceScope | None = None,
    ) -> None:
        """Adds a row, or adds its `column` to that of the row with the same `unique` columns."""
        full, options = self._insertion(entity, values, scope)
        table = entity.__table__
        statement = self._insert(entity, full)
        statement = statement.on_conflict_do_update(
            index_elements=list(unique), set_={column: table.c[column] + statement.excluded[column]}
        )
        await self._transaction.execute(statement, options)

    async def execute(self, statement: Executable) -> None:
        """Runs a statement that gives nothing back."""
        await self._transaction.execute(statement)

    def after_commit(self, action: Callable[[], None]) -> None:
        """Has `action` called once the transaction is committed, and never when it is rolled back."""
        self._after_commit.append(action)

    def committed(self) -> None:
        """Calls what waits for the commit."""
        for action in self._after_commit:
            action()
        self._after_commit.clear()

    def _insertion(
        self, entity: type[Base], values: Mapping[str, Any], scope: WorkspaceScope | None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        if (scope is None) == issubclass(entity, WorkspaceOwned):
            raise ValueError(f"{entity.__name__} needs {'a' if scope is None else 'no'} workspace")
        options: dict[str, Any] = {"preserve_rowcount": True}  # SQLAlchemy keeps that of an INSERT only if asked
        full = dict(values)
        if scope is not None:
            full, marked = scope.insertion(full)
            options |= marked
        return full, options

    def _insert(self, entity: type[Base], values: Mapping[str, Any]) -> Any:
        build: Any = sqlite.insert if self.dialect == "sqlite" else postgresql.insert
        return build(entity.__table__).values(values)
