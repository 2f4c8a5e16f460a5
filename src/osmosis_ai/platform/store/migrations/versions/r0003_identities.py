"""People may sign in by an OpenID provider."""

from osmosis_ai.platform.store.migrations.pieces import create, text, time

revision = "0003"
down_revision = "0001"


def upgrade() -> None:
    """Creates the table that says who at a provider is who here."""
    create(
        "user_identities",
        text("id"),
        text("user_id", of="users"),
        text("issuer", 500),
        text("subject", 255),
        time("created_at"),
        unique=[["issuer", "subject"], ["user_id", "issuer"]],
    )
