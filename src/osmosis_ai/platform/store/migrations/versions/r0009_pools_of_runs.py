"""A run may name the pool that its jobs run in."""

from alembic import op

from osmosis_ai.platform.store.migrations.pieces import text

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Adds the column. Where something reads the table for long, this revision is begun again (`migrate.upgrade`)."""
    if op.get_context().dialect.name == "postgresql":
        op.execute("SET LOCAL lock_timeout = '1s'")
    op.add_column("managed_runs", text("pool", 32, null=True))
