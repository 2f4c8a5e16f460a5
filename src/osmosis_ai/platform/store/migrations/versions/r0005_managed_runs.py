"""Managed runs: the run, the launches of its jobs, its journal, its files and its log."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from osmosis_ai.platform.store.columns import UtcTime

revision = "0005"
down_revision = "0004"

JSON = sa.JSON().with_variant(JSONB(), "postgresql")
BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the tables of runs."""
    _managed_runs()
    _job_launches()
    _journal_batches()
    _run_files()
    _run_log_lines()


def _managed_runs() -> None:
    op.create_table(
        "managed_runs",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.String(length=64), nullable=True),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("created_by", sa.String(length=64), nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("queued_at", UtcTime(), nullable=False),
        sa.Column("started_at", UtcTime(), nullable=True),
        sa.Column("completed_at", UtcTime(), nullable=True),
        sa.Column("stop_requested_at", UtcTime(), nullable=True),
        sa.Column("config", JSON, nullable=False),
        sa.Column("connection_id", sa.String(length=64), nullable=False),
        sa.Column("rollout_id", sa.String(length=64), nullable=False),
        sa.Column("rollout_name", sa.String(length=255), nullable=False),
        sa.Column("entrypoint", sa.Text(), nullable=False),
        sa.Column("branch", sa.String(length=255), nullable=True),
        sa.Column("commit_sha", sa.String(length=64), nullable=False),
        sa.Column("model_path", sa.Text(), nullable=False),
        sa.Column("dataset_id", sa.String(length=64), nullable=False),
        sa.Column("dataset_name", sa.String(length=255), nullable=False),
        sa.Column("dataset", JSON, nullable=False),
        sa.Column("selected_rows", sa.Text(), nullable=False),
        sa.Column("sampled_rows", sa.Integer(), nullable=False),
        sa.Column("dataset_rows", sa.Integer(), nullable=False),
        sa.Column("attempts_per_row", sa.Integer(), nullable=False),
        sa.Column("pass_threshold", sa.Double(), nullable=False),
        sa.Column("secret_scopes", JSON, nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("lease_until", UtcTime(), nullable=True),
        sa.Column("secrets_epoch", sa.Integer(), nullable=False),
        sa.Column("batch", sa.Integer(), nullable=False),
        sa.Column("batch_at_claim", sa.Integer(), nullable=False),
        sa.Column("fruitless_jobs", sa.Integer(), nullable=False),
        sa.Column("unclaimed_launches", sa.Integer(), nullable=False),
        sa.Column("next_launch_at", UtcTime(), nullable=False),
        sa.Column("retry_through", sa.Integer(), nullable=False),
        sa.Column("log_bytes", BIG, nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.CheckConstraint(
            "status IN ('pending', 'running', 'finished', 'failed', 'stopped')", name=op.f("ck_managed_runs_status")
        ),
        sa.ForeignKeyConstraint(
            ["created_by"], ["users.id"], name=op.f("fk_managed_runs_created_by"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_managed_runs_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_managed_runs")),
        sa.UniqueConstraint("workspace_id", "name", name=op.f("uq_managed_runs_workspace_id_name")),
    )
    op.create_index(
        op.f("ix_managed_runs_status_managed_runs_queued_at"), "managed_runs", ["status", "queued_at"], unique=False
    )
    op.create_index(
        op.f("ix_managed_runs_workspace_id_managed_runs_created_at"),
        "managed_runs",
        ["workspace_id", "created_at"],
        unique=False,
    )


def _job_launches() -> None:
    op.create_table(
        "job_launches",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("run_id", sa.String(length=64), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("pool", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("ticket_hash", sa.String(length=64), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=True),
        sa.Column("token_expires_at", UtcTime(), nullable=True),
        sa.Column("ref", JSON, nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("start_by", UtcTime(), nullable=False),
        sa.Column("claimed_at", UtcTime(), nullable=True),
        sa.Column("ended_at", UtcTime(), nullable=True),
        sa.Column("gone_at", UtcTime(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("host", sa.String(length=255), nullable=True),
        sa.Column("process_id", sa.Integer(), nullable=True),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.CheckConstraint("state IN ('new', 'submitted', 'claimed', 'ended')", name=op.f("ck_job_launches_state")),
        sa.ForeignKeyConstraint(
            ["run_id"], ["managed_runs.id"], name=op.f("fk_job_launches_run_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_job_launches_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job_launches")),
        sa.UniqueConstraint("ticket_hash", name=op.f("uq_job_launches_ticket_hash")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_job_launches_token_hash")),
    )
    op.create_index(
        op.f("ix_job_launches_run_id_job_launches_created_at"), "job_launches", ["run_id", "created_at"], unique=False
    )
    op.create_index(
        op.f("ix_job_launches_state_job_launches_created_at"), "job_launches", ["state", "created_at"], unique=False
    )


def _journal_batches() -> None:
    op.create_table(
        "journal_batches",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("run_id", sa.String(length=64), nullable=False),
        sa.Column("batch", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("records", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", UtcTime(), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"], ["managed_runs.id"], name=op.f("fk_journal_batches_run_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_journal_batches_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal_batches")),
        sa.UniqueConstraint("run_id", "batch", name=op.f("uq_journal_batches_run_id_batch")),
    )


def _run_files() -> None:
    op.create_table(
        "run_files",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("run_id", sa.String(length=64), nullable=False),
        sa.Column("path", sa.String(length=1024), nullable=False),
        sa.Column("size", BIG, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("as_of", sa.String(length=64), nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.CheckConstraint("state IN ('pending', 'stored')", name=op.f("ck_run_files_state")),
        sa.ForeignKeyConstraint(["run_id"], ["managed_runs.id"], name=op.f("fk_run_files_run_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_run_files_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run_files")),
        sa.UniqueConstraint("run_id", "path", name=op.f("uq_run_files_run_id_path")),
    )


def _run_log_lines() -> None:
    op.create_table(
        "run_log_lines",
        sa.Column("id", BIG, sa.Identity(always=False), nullable=False),
        sa.Column("run_id", sa.String(length=64), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("level", sa.String(length=16), nullable=False),
        sa.Column("step", sa.String(length=64), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("details", JSON, nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"], ["managed_runs.id"], name=op.f("fk_run_log_lines_run_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_run_log_lines_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run_log_lines")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_run_log_lines_run_id_run_log_lines_id"), "run_log_lines", ["run_id", "id"], unique=False)
