"""The tables of managed runs: the run, the launches of its jobs, its journal, its files and its log."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, LargeBinary, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from osmosis_ai.platform.store.columns import Base, BigId
from osmosis_ai.platform.store.tables import WorkspaceOwned

__all__ = ["JobLaunch", "JournalBatch", "ManagedRun", "RunFile", "RunLogLine"]

_ID = String(64)
_HASH = String(64)


class ManagedRun(WorkspaceOwned, Base):
    """A run that the platform has a job work on. The row is queue, fence and record of it."""

    __tablename__ = "managed_runs"
    __table_args__ = (
        UniqueConstraint("workspace_id", "name"),
        CheckConstraint("status IN ('pending', 'running', 'finished', 'failed', 'stopped')", name="status"),
        Index(None, "workspace_id", "created_at"),
        Index(None, "status", "queued_at"),
        Index("ix_managed_runs_newest", "workspace_id", "created_at", "id"),
        Index(None, "completed_at"),
        Index(
            "ix_managed_runs_figures_behind",
            "id",
            postgresql_where=text("figures_batch < batch"),
            sqlite_where=text("figures_batch < batch"),
        ),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    """`eval`."""
    name: Mapped[str] = mapped_column(String(255))
    status: Mapped[str] = mapped_column(String(16))
    """`pending` until a job claims it, `running` while one has it, then `finished`, `failed` or `stopped`."""
    reason: Mapped[str | None] = mapped_column(String(64))
    """Why it is where it is: a word in capitals."""
    message: Mapped[str | None] = mapped_column(Text)
    """Why, for people."""
    created_by: Mapped[str | None] = mapped_column(_ID, ForeignKey("users.id", ondelete="SET NULL"))
    created_at: Mapped[datetime]
    queued_at: Mapped[datetime]
    """Its place in the queue of its workspace; a retry queues it again."""
    started_at: Mapped[datetime | None]
    completed_at: Mapped[datetime | None]
    stop_requested_at: Mapped[datetime | None]

    config: Mapped[dict[str, Any]]
    """The submission, without values of secrets."""
    connection_id: Mapped[str] = mapped_column(_ID)
    """The repository whose mirror has the commit."""
    rollout_id: Mapped[str] = mapped_column(_ID)
    rollout_name: Mapped[str] = mapped_column(String(255))
    entrypoint: Mapped[str] = mapped_column(Text)
    branch: Mapped[str | None] = mapped_column(String(255))
    commit_sha: Mapped[str] = mapped_column(String(64))
    model_path: Mapped[str] = mapped_column(Text)
    dataset_id: Mapped[str] = mapped_column(_ID)
    dataset_name: Mapped[str] = mapped_column(String(255))
    dataset: Mapped[dict[str, Any]]
    """The dataset as it was resolved: `key` of the blob, `format`, `size`, `sha256`."""
    selected_rows: Mapped[str] = mapped_column(Text)
    """The rows of the dataset, such as `0-4,7`; decided once."""
    sampled_rows: Mapped[int]
    dataset_rows: Mapped[int]
    attempts_per_row: Mapped[int]
    pass_threshold: Mapped[float]
    pool: Mapped[str | None] = mapped_column(String(32))
    """The pool that was asked for; None for the first one of the settings."""
    secret_scopes: Mapped[dict[str, Any]]
    """By the name of each secret, where its value is: `workspace`, `user`, `user_override`, or `run`."""

    epoch: Mapped[int]
    """Which job of the run may write, from 1. Giving the run away adds one, so that the job before is refused."""
    lease_until: Mapped[datetime | None]
    """Until when the job that has it need not renew; None while no job has it."""
    secrets_epoch: Mapped[int]
    """The last epoch that took the secrets."""
    batch: Mapped[int]
    """The last batch of the journal."""
    batch_at_claim: Mapped[int]
    """What it was when the run was claimed last: whether that job brought anything."""
    fruitless_jobs: Mapped[int]
    """Jobs in a row that claimed the run and brought nothing."""
    unclaimed_launches: Mapped[int]
    """Launches in a row that no job claimed."""
    next_launch_at: Mapped[datetime]
    retry_through: Mapped[int]
    """Failed and skipped results in batches up to this one are tried again; 0 unless the run was retried."""
    log_bytes: Mapped[int] = mapped_column(BigId)
    figures: Mapped[dict[str, Any] | None]
    """What the journal came to as of `figures_batch`; None before anything was counted."""
    figures_batch: Mapped[int] = mapped_column(server_default="0")
    """The last batch that `figures` has; behind `batch` while it is being counted."""
    local_run_id: Mapped[str | None] = mapped_column(String(32))
    """The run on a person's machine that this one was imported from; None for one that a job worked on."""


class JobLaunch(WorkspaceOwned, Base):
    """One start of a job: written before a pool is asked for it, so that no ticket is ever good for two."""

    __tablename__ = "job_launches"
    __table_args__ = (
        CheckConstraint("state IN ('new', 'submitted', 'claimed', 'ended')", name="state"),
        Index(None, "run_id", "created_at"),
        Index(None, "state", "created_at"),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    """The id by which the pool knows it too."""
    run_id: Mapped[str] = mapped_column(_ID, ForeignKey("managed_runs.id", ondelete="CASCADE"))
    epoch: Mapped[int]
    """The epoch of the run that its job would have."""
    pool: Mapped[str] = mapped_column(String(64))
    state: Mapped[str] = mapped_column(String(16))
    ticket_hash: Mapped[str] = mapped_column(_HASH, unique=True)
    token_hash: Mapped[str | None] = mapped_column(_HASH, unique=True)
    token_expires_at: Mapped[datetime | None]
    ref: Mapped[dict[str, Any]]
    """What the pool calls it: `incarnation` and `native_id`; empty until the pool said so."""
    created_at: Mapped[datetime]
    start_by: Mapped[datetime]
    """When it counts as never claimed, and its ticket is refused."""
    claimed_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    """When the platform was done with it."""
    gone_at: Mapped[datetime | None]
    """When its pool was done with it too, and its slot free."""
    reason: Mapped[str | None] = mapped_column(Text)
    host: Mapped[str | None] = mapped_column(String(255))
    process_id: Mapped[int | None]


class JournalBatch(WorkspaceOwned, Base):
    """Records of a run's journal that were acknowledged together."""

    __tablename__ = "journal_batches"
    __table_args__ = (UniqueConstraint("run_id", "batch"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    run_id: Mapped[str] = mapped_column(_ID, ForeignKey("managed_runs.id", ondelete="CASCADE"))
    batch: Mapped[int]
    """Its number, from 1, without gaps."""
    epoch: Mapped[int]
    digest: Mapped[str] = mapped_column(_HASH)
    """SHA-256 of the records, by which a batch that is sent again is known."""
    records: Mapped[bytes] = mapped_column(LargeBinary)
    """The JSON array of records, deflated (RFC 1950)."""
    received_at: Mapped[datetime]


class RunFile(WorkspaceOwned, Base):
    """A file of a run: one that its job sent, or one that the platform made of the journal and the log."""

    __tablename__ = "run_files"
    __table_args__ = (
        UniqueConstraint("run_id", "path"),
        CheckConstraint("state IN ('pending', 'stored')", name="state"),
        Index(None, "created_at"),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    run_id: Mapped[str] = mapped_column(_ID, ForeignKey("managed_runs.id", ondelete="CASCADE"))
    path: Mapped[str] = mapped_column(String(1024))
    size: Mapped[int] = mapped_column(BigId)
    sha256: Mapped[str] = mapped_column(_HASH)
    state: Mapped[str] = mapped_column(String(16))
    """`pending` until the file was seen whole."""
    key: Mapped[str] = mapped_column(String(255))
    """Its key in the blob store."""
    epoch: Mapped[int]
    as_of: Mapped[str | None] = mapped_column(String(64))
    """What a file that the platform made was made of; None for one that a job sent."""
    created_at: Mapped[datetime]


class RunLogLine(WorkspaceOwned, Base):
    """A line of a run's log: of its life on the platform, or from its job."""

    __tablename__ = "run_log_lines"
    __table_args__ = (Index(None, "run_id", "id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(BigId, Identity(always=False), primary_key=True)
    run_id: Mapped[str] = mapped_column(_ID, ForeignKey("managed_runs.id", ondelete="CASCADE"))
    at: Mapped[datetime]
    level: Mapped[str] = mapped_column(String(16))
    step: Mapped[str] = mapped_column(String(64))
    message: Mapped[str] = mapped_column(Text)
    details: Mapped[dict[str, Any]]
