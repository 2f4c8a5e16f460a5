"""Statements on rows that belong to a workspace. There is no way to run one without saying which workspace.

Every statement that names a table of WorkspaceOwned has to come from a WorkspaceScope, or to be marked by
`across_workspaces` with the reason why it looks at all of them. A guard on the engine refuses all others, whatever
built them: ORM, Core, or a subquery inside a statement on other tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import (
    ClauseElement,
    Connection,
    Delete,
    Engine,
    Executable,
    Select,
    Table,
    Update,
    delete,
    event,
    select,
    update,
)
from sqlalchemy.sql import visitors

from osmosis_ai.platform.store.columns import Base
from osmosis_ai.platform.store.tables import WorkspaceOwned

__all__ = ["UnscopedStatementError", "WorkspaceScope", "across_workspaces", "guard", "require_scope"]

_OPTION = "osmosis_workspace"


class UnscopedStatementError(Exception):
    """A statement reads or changes rows of workspaces without saying of which one: a defect of the program."""


@dataclass(frozen=True, slots=True)
class WorkspaceScope:
    """One workspace, as the source of statements on what belongs to it."""

    workspace_id: str

    def select[W: WorkspaceOwned](self, entity: type[W]) -> Select[W]:
        """A SELECT of the workspace's rows."""
        return select(entity).where(self._owned(entity)).execution_options(**{_OPTION: self.workspace_id})

    def select_columns(self, entity: type[WorkspaceOwned], *columns: Any) -> Select[*tuple[Any, ...]]:
        """A SELECT of columns or aggregates over the workspace's rows of an entity."""
        statement: Select[*tuple[Any, ...]] = select(*columns).select_from(entity)
        return statement.where(self._owned(entity)).execution_options(**{_OPTION: self.workspace_id})

    def update(self, entity: type[WorkspaceOwned]) -> Update:
        """An UPDATE of the workspace's rows."""
        return update(entity).where(self._owned(entity)).execution_options(**{_OPTION: self.workspace_id})

    def delete(self, entity: type[WorkspaceOwned]) -> Delete:
        """A DELETE of the workspace's rows."""
        return delete(entity).where(self._owned(entity)).execution_options(**{_OPTION: self.workspace_id})

    def joined[S: Select[*tuple[Any, ...]]](self, statement: S, entity: type[WorkspaceOwned], on: Any) -> S:
        """The statement with another entity of the workspace joined to it."""
        return statement.join(entity, on).where(self._owned(entity))

    def insertion(self, values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """The values of a new row with its workspace, and the execution options of its INSERT."""
        return {**values, "workspace_id": self.workspace_id}, {_OPTION: self.workspace_id}

    def _owned(self, entity: type[WorkspaceOwned]) -> Any:
        return entity.workspace_id == self.workspace_id


def across_workspaces[E: Executable](statement: E, *, reason: str) -> E:
    """The statement, allowed to look at all workspaces. The reason is for the reader and the log of statements."""
    if not reason:
        raise ValueError("a statement across workspaces needs a reason")
    return statement.execution_options(**{_OPTION: f"*: {reason}"})


def guard(engine: Engine) -> None:
    """Makes the engine refuse statements on rows of workspaces that carry no scope, before they are sent."""

    @event.listens_for(engine, "before_execute")
    def check(
        connection: Connection,
        statement: Executable,
        multiparams: Any,
        params: Any,
        execution_options: dict[str, Any],
    ) -> None:
        if _OPTION not in execution_options:
            require_scope(statement)


def require_scope(statement: Executable) -> None:
    """Raises UnscopedStatementError for a statement on rows of workspaces that carries no scope."""
    if not isinstance(statement, ClauseElement) or _OPTION in statement.get_execution_options():
        return
    named = _owned_tables(len(Base.metadata.tables)).intersection(_tables(statement))
    if named:
        names = ", ".join(sorted(table.name for table in named))
        raise UnscopedStatementError(f"a statement on {names} does not say for which workspace")


@cache
def _owned_tables(_: int) -> frozenset[Table]:
    """The tables of rows of workspaces, of so many tables that are declared: statements are prepared while modules that
    declare more are still to be imported."""
    return frozenset(
        table
        for mapper in Base.registry.mappers
        if issubclass(mapper.class_, WorkspaceOwned) and isinstance(table := mapper.local_table, Table)
    )


def _tables(statement: ClauseElement) -> set[Table]:
    found = {element for element in visitors.iterate(statement) if isinstance(element, Table)}
    target = getattr(statement, "table", None)
    if isinstance(target, Table):
        found.add(target)
    return found
