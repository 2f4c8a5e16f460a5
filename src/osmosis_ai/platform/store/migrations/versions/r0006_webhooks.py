"""A workspace may have a webhook, and what is sent to it waits in a table."""

import sqlalchemy as sa
from alembic import op

from osmosis_ai.platform.store.migrations.pieces import column, create, long_text, text, time

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Creates the tables of webhooks and of their deliveries."""
    create(
        "webhooks",
        text("id"),
        long_text("url"),
        column("enabled", sa.Boolean()),
        column("failures", sa.Integer()),
        long_text("paused_reason", null=True),
        time("previous_until", null=True),
        time("created_at"),
        time("updated_at"),
        text("workspace_id", of="workspaces"),
        unique=[["workspace_id"]],
    )
    create(
        "webhook_deliveries",
        text("id"),
        text("webhook_id", of="webhooks"),
        text("event"),
        long_text("body"),
        text("status", 16),
        column("attempts", sa.Integer()),
        time("created_at"),
        time("available_at"),
        time("last_attempt_at", null=True),
        column("response_status", sa.Integer(), null=True),
        long_text("error", null=True),
        text("workspace_id", of="workspaces"),
    )
    with op.batch_alter_table("webhook_deliveries") as batch:
        batch.create_index(op.f("ix_webhook_deliveries_webhook_id"), ["webhook_id"])
        batch.create_index(
            op.f("ix_webhook_deliveries_workspace_id_webhook_deliveries_created_at"),
            ["workspace_id", "created_at"],
            unique=False,
        )
        batch.create_index(
            "ix_webhook_deliveries_waiting",
            ["available_at"],
            postgresql_where=sa.text("status = 'pending'"),
            sqlite_where=sa.text("status = 'pending'"),
        )
