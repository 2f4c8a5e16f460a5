"""The tables of imports of local runs, of usage and of budgets."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from osmosis_ai.platform.store.columns import Base, BigId
from osmosis_ai.platform.store.tables import WorkspaceOwned

__all__ = ["RunImport", "RunImportFile", "UsageEntry", "WorkspaceBudget"]

_ID = String(64)
_HASH = String(64)


class RunImport(WorkspaceOwned, Base):
    """An import of a local run. Of each run at most one is under way, and at most one is finalized."""

    __tablename__ = "run_imports"
    __table_args__ = (
        UniqueConstraint("workspace_id", "local_run_id", "status"),
        CheckConstraint("status IN ('uploading', 'finalized')", name="status"),
        Index(None, "status", "expires_at"),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    local_run_id: Mapped[str] = mapped_column(String(32))
    manifest_digest: Mapped[str] = mapped_column(_HASH)
    files_digest: Mapped[str] = mapped_column(_HASH)
    """SHA-256 of the list of files, by which the same import is known."""
    status: Mapped[str] = mapped_column(String(16))
    run: Mapped[dict[str, Any]]
    """What the client says of the run: `run`, `schema_versions`, `provenance`."""
    run_id: Mapped[str | None] = mapped_column(_ID, ForeignKey("managed_runs.id", ondelete="CASCADE"))
    """The run that it became, or that it is to replace."""
    replaces: Mapped[bool]
    """Whether it may replace what was imported before."""
    created_by: Mapped[str | None] = mapped_column(_ID, ForeignKey("users.id", ondelete="SET NULL"))
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    """When it is dropped unless it was finalized."""
    finalized_at: Mapped[datetime | None]


class RunImportFile(WorkspaceOwned, Base):
    """A file of an import."""

    __tablename__ = "run_import_files"
    __table_args__ = (
        UniqueConstraint("import_id", "path"),
        CheckConstraint("state IN ('pending', 'uploaded')", name="state"),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    import_id: Mapped[str] = mapped_column(_ID, ForeignKey("run_imports.id", ondelete="CASCADE"))
    path: Mapped[str] = mapped_column(String(1024))
    size: Mapped[int] = mapped_column(BigId)
    sha256: Mapped[str] = mapped_column(_HASH)
    state: Mapped[str] = mapped_column(String(16))
    """`pending` until the file was seen whole."""
    key: Mapped[str] = mapped_column(String(255))
    """Its key in the blob store."""


class UsageEntry(WorkspaceOwned, Base):
    """How much one run, or the workspace itself, used of something on one day. It outlives the run."""

    __tablename__ = "usage_entries"
    __table_args__ = (UniqueConstraint("workspace_id", "day", "kind", "run_id", "unit"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    day: Mapped[str] = mapped_column(String(10))
    """In UTC, `YYYY-MM-DD`."""
    kind: Mapped[str] = mapped_column(String(32))
    """`eval_run`, or `storage`."""
    run_id: Mapped[str] = mapped_column(_ID)
    """Empty for what no run used."""
    unit: Mapped[str] = mapped_column(String(16))
    """`seconds`, `tokens`, `bytes` or `usd`."""
    quantity: Mapped[float]


class WorkspaceBudget(WorkspaceOwned, Base):
    """What a workspace may cost in a month."""

    __tablename__ = "workspace_budgets"
    __table_args__ = (UniqueConstraint("workspace_id"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    usd_per_month: Mapped[float]
    updated_at: Mapped[datetime]
