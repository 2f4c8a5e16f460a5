"""Datasets."""

import sqlalchemy as sa
from alembic import op

from osmosis_ai.platform.store.columns import BigId, JsonObject, UtcTime

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Creates the tables of datasets and of their logs."""
    op.create_table(
        "datasets",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("holds_name", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("status_message", sa.Text(), nullable=True),
        sa.Column("format", sa.String(length=16), nullable=False),
        sa.Column("size", BigId, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=True),
        sa.Column("row_count", BigId, nullable=True),
        sa.Column("preview", JsonObject, nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("upload_key", sa.String(length=255), nullable=False),
        sa.Column("upload_id", sa.String(length=1024), nullable=True),
        sa.Column("part_size", BigId, nullable=False),
        sa.Column("upload_expires_at", UtcTime(), nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
        sa.Column("deleted_at", UtcTime(), nullable=True),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_datasets_created_by"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_datasets_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_datasets")),
        sa.UniqueConstraint("key", name=op.f("uq_datasets_key")),
        sa.UniqueConstraint("upload_key", name=op.f("uq_datasets_upload_key")),
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
    op.create_table(
        "dataset_log",
        sa.Column("id", BigId, sa.Identity(always=False), nullable=False),
        sa.Column("dataset_id", sa.String(length=64), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("level", sa.String(length=16), nullable=False),
        sa.Column("step", sa.String(length=32), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("details", JsonObject, nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["dataset_id"], ["datasets.id"], name=op.f("fk_dataset_log_dataset_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_dataset_log_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dataset_log")),
        sqlite_autoincrement=True,
    )
    name = op.f("ix_dataset_log_dataset_id_dataset_log_id")
    op.create_index(name, "dataset_log", ["dataset_id", "id"], unique=False)
