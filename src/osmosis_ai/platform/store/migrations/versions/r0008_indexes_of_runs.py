"""Indexes for pages of runs, for what is to be counted and for what is to be removed."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Creates them. Apart from the columns: while an index is made, nobody who reads has to wait."""
    op.create_index(
        "ix_managed_runs_figures_behind",
        "managed_runs",
        ["id"],
        postgresql_where=sa.text("figures_batch < batch"),
        sqlite_where=sa.text("figures_batch < batch"),
    )
    op.create_index("ix_managed_runs_newest", "managed_runs", ["workspace_id", "created_at", "id"])
    op.create_index(op.f("ix_managed_runs_completed_at"), "managed_runs", ["completed_at"])
    op.create_index(op.f("ix_run_files_created_at"), "run_files", ["created_at"])
