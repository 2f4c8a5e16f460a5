"""Queries on imports of local runs and their files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select

from osmosis_ai.platform.store.import_tables import RunImport, RunImportFile
from osmosis_ai.platform.store.run_tables import JournalBatch, ManagedRun, RunFile, RunLogLine
from osmosis_ai.platform.store.scope import WorkspaceScope, across_workspaces
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "change",
    "change_file",
    "clear_run",
    "expired",
    "file",
    "files",
    "imported_run",
    "of_run",
    "remove",
    "session",
]


async def session(unit: Unit, scope: WorkspaceScope, session_id: str, *, lock: bool = False) -> RunImport | None:
    """The import of that id."""
    statement = scope.select(RunImport).where(RunImport.id == session_id).execution_options(populate_existing=True)
    return await unit.first(statement.with_for_update() if lock else statement)


async def of_run(unit: Unit, scope: WorkspaceScope, local_run_id: str) -> dict[str, RunImport]:
    """The imports of a local run, by status: at most one of each."""
    statement = scope.select(RunImport).where(RunImport.local_run_id == local_run_id).with_for_update()
    return {found.status: found for found in await unit.all(statement)}


async def files(unit: Unit, scope: WorkspaceScope, session_id: str) -> Sequence[RunImportFile]:
    """The files of an import, by path."""
    statement = scope.select(RunImportFile).where(RunImportFile.import_id == session_id)
    return await unit.all(statement.order_by(RunImportFile.path).execution_options(populate_existing=True))


async def file(unit: Unit, scope: WorkspaceScope, session_id: str, path: str) -> RunImportFile | None:
    """The file of an import at that path."""
    statement = scope.select(RunImportFile).where(RunImportFile.import_id == session_id, RunImportFile.path == path)
    return await unit.first(statement.execution_options(populate_existing=True))


async def change(unit: Unit, scope: WorkspaceScope, session_id: str, **values: Any) -> None:
    """Sets columns of an import."""
    await unit.change(scope.update(RunImport).where(RunImport.id == session_id).values(**values))


async def change_file(unit: Unit, scope: WorkspaceScope, file_id: str, **values: Any) -> None:
    """Sets columns of a file of an import."""
    await unit.change(scope.update(RunImportFile).where(RunImportFile.id == file_id).values(**values))


async def remove(unit: Unit, scope: WorkspaceScope, session_id: str) -> None:
    """Removes an import, with the rows of its files."""
    await unit.change(scope.delete(RunImportFile).where(RunImportFile.import_id == session_id))
    await unit.change(scope.delete(RunImport).where(RunImport.id == session_id))


async def expired(unit: Unit, before: datetime, limit: int) -> Sequence[RunImport]:
    """Imports that were not finalized, and that expired before that time."""
    statement = select(RunImport).where(RunImport.status == "uploading", RunImport.expires_at < before).limit(limit)
    marked = across_workspaces(statement, reason="abandoned imports of every workspace are removed")
    return await unit.all(marked.with_for_update())


async def imported_run(unit: Unit, scope: WorkspaceScope, local_run_id: str) -> ManagedRun | None:
    """The run that a local run became."""
    return await unit.first(scope.select(ManagedRun).where(ManagedRun.local_run_id == local_run_id).with_for_update())


async def clear_run(unit: Unit, scope: WorkspaceScope, run_id: str) -> Sequence[str]:
    """Removes the journal, the log and the rows of the files of a run; the keys of the files."""
    keys = [each.key for each in await unit.all(scope.select(RunFile).where(RunFile.run_id == run_id))]
    for entity in (RunFile, JournalBatch, RunLogLine):
        await unit.change(scope.delete(entity).where(entity.run_id == run_id))
    return keys
