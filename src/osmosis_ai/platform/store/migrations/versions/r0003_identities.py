"""People may sign in by an OpenID provider."""

import sqlalchemy as sa
from alembic import op

from osmosis_ai.platform.store.columns import UtcTime

revision = "0003"
down_revision = "0001"


def upgrade() -> None:
    """Creates the table that says who at a provider is who here."""
    op.create_table(
        "user_identities",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.String(length=64), nullable=False),
        sa.Column("issuer", sa.String(length=500), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_user_identities_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_user_identities")),
        sa.UniqueConstraint("issuer", "subject", name=op.f("uq_user_identities_issuer_subject")),
        sa.UniqueConstraint("user_id", "issuer", name=op.f("uq_user_identities_user_id_issuer")),
    )
