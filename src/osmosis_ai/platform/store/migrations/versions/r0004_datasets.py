"""Datasets."""

import sqlalchemy as sa
from alembic import op

from osmosis_ai.platform.store.migrations.pieces import big, column, create, json, long_text, serial, text, time

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Creates the tables of datasets and of their logs."""
    create(
        "datasets",
        text("id"),
        text("name", 255),
        column("holds_name", sa.Boolean()),
        text("status", 16),
        long_text("status_message", null=True),
        text("format", 16),
        big("size"),
        text("sha256", null=True),
        big("row_count", null=True),
        json("preview"),
        text("key", 255),
        text("upload_key", 255),
        text("upload_id", 1024, null=True),
        big("part_size"),
        time("upload_expires_at"),
        text("created_by", null=True, of="users", on_delete="SET NULL"),
        time("created_at"),
        time("updated_at"),
        time("deleted_at", null=True),
        text("workspace_id", of="workspaces"),
        unique=[["key"], ["upload_key"]],
    )
    columns = (["workspace_id", "created_at", "id"], ["deleted_at"], ["status", "upload_expires_at"])
    for names in columns:
        label = "_".join(f"datasets_{name}" for name in names)
        op.create_index(op.f(f"ix_{label}"), "datasets", names, unique=False)
    op.create_index(
        "uq_datasets_held_name",
        "datasets",
        ["workspace_id", "name"],
        unique=True,
        postgresql_where=sa.text("holds_name"),
        sqlite_where=sa.text("holds_name"),
    )
    create(
        "dataset_log",
        serial("id"),
        text("dataset_id", of="datasets"),
        time("at"),
        text("level", 16),
        text("step", 32),
        long_text("message"),
        json("details"),
        text("workspace_id", of="workspaces"),
        numbered=True,
    )
    name = op.f("ix_dataset_log_dataset_id_dataset_log_id")
    op.create_index(name, "dataset_log", ["dataset_id", "id"], unique=False)
