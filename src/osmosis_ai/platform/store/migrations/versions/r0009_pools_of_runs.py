"""A run may name the pool that its jobs run in, and a workspace knows how many runs it has."""

import sqlalchemy as sa
from alembic import op

from osmosis_ai.platform.store.migrations.pieces import text

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Adds the columns. Where something reads the table for long, this revision is begun again (`migrate.upgrade`)."""
    if op.get_context().dialect.name == "postgresql":
        op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("managed_runs", text("pool", 32, null=True))
    op.add_column("workspaces", sa.Column("run_count", sa.Integer(), nullable=False, server_default=sa.text("0")))
    op.execute(
        "UPDATE workspaces SET run_count ="
        " (SELECT count(*) FROM managed_runs WHERE managed_runs.workspace_id = workspaces.id)"
    )
