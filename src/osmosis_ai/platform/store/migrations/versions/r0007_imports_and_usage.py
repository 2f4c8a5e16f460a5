"""Imports of local runs, the stored figures of runs, usage and budgets."""

import sqlalchemy as sa
from alembic import op

from osmosis_ai.platform.store.migrations.pieces import big, column, create, json, text, time

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Creates the tables of imports, usage and budgets, and last of all adds columns to runs.

    Only those need a table for themselves. Where something reads it for long, this revision is begun again
    (`migrate.upgrade`) and holds nobody up meanwhile.
    """
    create(
        "run_imports",
        text("id"),
        text("local_run_id", 32),
        text("manifest_digest"),
        text("files_digest"),
        text("status", 16),
        json("run"),
        text("run_id", null=True, of="managed_runs"),
        column("replaces", sa.Boolean()),
        text("created_by", null=True, of="users", on_delete="SET NULL"),
        time("created_at"),
        time("expires_at"),
        time("finalized_at", null=True),
        text("workspace_id", of="workspaces"),
        check={"status": "status IN ('uploading', 'finalized')"},
        unique=[["workspace_id", "local_run_id", "status"]],
        index=[["status", "expires_at"]],
    )
    create(
        "run_import_files",
        text("id"),
        text("import_id", of="run_imports"),
        text("path", 1024),
        big("size"),
        text("sha256"),
        text("state", 16),
        text("key", 255),
        text("workspace_id", of="workspaces"),
        check={"state": "state IN ('pending', 'uploaded')"},
        unique=[["import_id", "path"]],
    )
    create(
        "usage_entries",
        text("id"),
        text("day", 10),
        text("kind", 32),
        text("run_id"),
        text("unit", 16),
        column("quantity", sa.Double()),
        text("workspace_id", of="workspaces"),
        unique=[["workspace_id", "day", "kind", "run_id", "unit"]],
    )
    create(
        "workspace_budgets",
        text("id"),
        column("usd_per_month", sa.Double()),
        time("updated_at"),
        text("workspace_id", of="workspaces"),
        unique=[["workspace_id"]],
    )
    if op.get_context().dialect.name == "postgresql":
        op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("managed_runs", json("figures", null=True))
    op.add_column("managed_runs", sa.Column("figures_batch", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("managed_runs", sa.Column("local_run_id", sa.String(length=32), nullable=True))
