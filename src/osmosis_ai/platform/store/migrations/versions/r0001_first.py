"""The first released schema."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from osmosis_ai.platform.store.columns import UtcTime

revision = "0001"
down_revision = None

JSON = sa.JSON().with_variant(JSONB(), "postgresql")
BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates every table, and what keeps the audit trail append only."""
    _audit_entries()
    _audit_retention()
    _instance()
    _leases()
    _outbox()
    _secret_keys()
    _sign_in_failures()
    _users()
    _workspaces()
    _api_tokens()
    _blobs()
    _device_codes()
    _environment_secrets()
    _git_branches()
    _git_connections()
    _invitations()
    _memberships()
    _one_time_links()
    _rollouts()
    _sync_records()
    _usage_counters()
    _web_sessions()
    _branch_rollouts()
    _append_only()


def _audit_entries() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("id", BIG, sa.Identity(always=False), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=True),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("actor_id", sa.String(length=64), nullable=True),
        sa.Column("actor", sa.String(length=320), nullable=False),
        sa.Column("action", sa.String(length=64), nullable=False),
        sa.Column("target", sa.String(length=320), nullable=True),
        sa.Column("address", sa.String(length=64), nullable=True),
        sa.Column("request_id", sa.String(length=64), nullable=True),
        sa.Column("details", JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entries")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_audit_entries_at"), "audit_entries", ["at"], unique=False)
    op.create_index(
        op.f("ix_audit_entries_workspace_id_audit_entries_action_audit_entries_id"),
        "audit_entries",
        ["workspace_id", "action", "id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_audit_entries_workspace_id_audit_entries_id"), "audit_entries", ["workspace_id", "id"], unique=False
    )


def _audit_retention() -> None:
    op.create_table(
        "audit_retention",
        sa.Column("id", BIG, sa.Identity(always=False), nullable=False),
        sa.Column("remove_before", UtcTime(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_retention")),
    )


def _instance() -> None:
    op.create_table(
        "instance",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("value", JSON, nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_instance")),
    )


def _leases() -> None:
    op.create_table(
        "leases",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("holder", sa.String(length=64), nullable=False),
        sa.Column("until", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_leases")),
    )


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("payload", JSON, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("available_at", UtcTime(), nullable=False),
        sa.Column("finished_at", UtcTime(), nullable=True),
        sa.Column("failed", sa.Boolean(), nullable=False),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
    )
    op.create_index(op.f("ix_outbox_finished_at"), "outbox", ["finished_at"], unique=False)
    op.create_index(
        "ix_outbox_waiting",
        "outbox",
        ["available_at"],
        unique=False,
        postgresql_where=sa.text("finished_at IS NULL"),
        sqlite_where=sa.text("finished_at IS NULL"),
    )


def _secret_keys() -> None:
    op.create_table(
        "secret_keys",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("check_nonce", sa.LargeBinary(), nullable=False),
        sa.Column("check_value", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_secret_keys")),
    )


def _sign_in_failures() -> None:
    op.create_table(
        "sign_in_failures",
        sa.Column("bucket", sa.String(length=64), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("window_ends_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name=op.f("pk_sign_in_failures")),
    )
    op.create_index(op.f("ix_sign_in_failures_window_ends_at"), "sign_in_failures", ["window_ends_at"], unique=False)


def _users() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("email", sa.String(length=320), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=True),
        sa.Column("is_operator", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("disabled_at", UtcTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("email", name=op.f("uq_users_email")),
    )


def _workspaces() -> None:
    op.create_table(
        "workspaces",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=63), nullable=False),
        sa.Column("timezone", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_workspaces")),
        sa.UniqueConstraint("name", name=op.f("uq_workspaces_name")),
    )


def _api_tokens() -> None:
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("hint", sa.String(length=16), nullable=False),
        sa.Column("origin", sa.String(length=16), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("expires_at", UtcTime(), nullable=False),
        sa.Column("last_used_at", UtcTime(), nullable=True),
        sa.Column("revoked_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_api_tokens_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_tokens")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_api_tokens_token_hash")),
    )
    op.create_index(
        op.f("ix_api_tokens_user_id_api_tokens_created_at"), "api_tokens", ["user_id", "created_at"], unique=False
    )


def _blobs() -> None:
    op.create_table(
        "blobs",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("size", BIG, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_blobs_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_blobs")),
        sa.UniqueConstraint("key", name=op.f("uq_blobs_key")),
    )
    op.create_index(
        op.f("ix_blobs_workspace_id_blobs_created_at"), "blobs", ["workspace_id", "created_at"], unique=False
    )


def _device_codes() -> None:
    op.create_table(
        "device_codes",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("device_hash", sa.String(length=64), nullable=False),
        sa.Column("user_code", sa.String(length=16), nullable=False),
        sa.Column("device_name", sa.String(length=200), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("user_agent", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("interval", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.String(length=64), nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("expires_at", UtcTime(), nullable=False),
        sa.Column("polled_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_device_codes_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device_codes")),
        sa.UniqueConstraint("device_hash", name=op.f("uq_device_codes_device_hash")),
        sa.UniqueConstraint("user_code", name=op.f("uq_device_codes_user_code")),
    )
    op.create_index(op.f("ix_device_codes_expires_at"), "device_codes", ["expires_at"], unique=False)


def _environment_secrets() -> None:
    op.create_table(
        "environment_secrets",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("scope", sa.String(length=16), nullable=False),
        sa.Column("owner_id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("key_id", sa.String(length=64), nullable=False),
        sa.Column("nonce", sa.LargeBinary(), nullable=False),
        sa.Column("ciphertext", sa.LargeBinary(), nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=True),
        sa.Column("updated_by", sa.String(length=64), nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.CheckConstraint("(scope = 'workspace') = (owner_id = '')", name=op.f("ck_environment_secrets_owner")),
        sa.ForeignKeyConstraint(
            ["created_by"], ["users.id"], name=op.f("fk_environment_secrets_created_by"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["key_id"], ["secret_keys.id"], name=op.f("fk_environment_secrets_key_id")),
        sa.ForeignKeyConstraint(
            ["updated_by"], ["users.id"], name=op.f("fk_environment_secrets_updated_by"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_environment_secrets_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_environment_secrets")),
        sa.UniqueConstraint(
            "workspace_id",
            "scope",
            "owner_id",
            "name",
            name=op.f("uq_environment_secrets_workspace_id_scope_owner_id_name"),
        ),
    )
    op.create_index(op.f("ix_environment_secrets_key_id"), "environment_secrets", ["key_id"], unique=False)


def _git_branches() -> None:
    op.create_table(
        "git_branches",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("commit_sha", sa.String(length=64), nullable=False),
        sa.Column("rollouts_found", sa.Integer(), nullable=False),
        sa.Column("synced_at", UtcTime(), nullable=False),
        sa.Column("deleted_at", UtcTime(), nullable=True),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_git_branches_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_git_branches")),
        sa.UniqueConstraint("workspace_id", "name", name=op.f("uq_git_branches_workspace_id_name")),
    )


def _git_connections() -> None:
    op.create_table(
        "git_connections",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("full_name", sa.String(length=255), nullable=False),
        sa.Column("default_branch", sa.String(length=255), nullable=True),
        sa.Column("credential", sa.String(length=255), nullable=True),
        sa.Column("hook_hash", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("blocked_code", sa.String(length=64), nullable=True),
        sa.Column("blocked_message", sa.Text(), nullable=True),
        sa.Column("connected_by", sa.String(length=64), nullable=True),
        sa.Column("connected_at", UtcTime(), nullable=False),
        sa.Column("synced_at", UtcTime(), nullable=True),
        sa.Column("poll_at", UtcTime(), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["connected_by"], ["users.id"], name=op.f("fk_git_connections_connected_by"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_git_connections_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_git_connections")),
        sa.UniqueConstraint("full_name", name=op.f("uq_git_connections_full_name")),
        sa.UniqueConstraint("hook_hash", name=op.f("uq_git_connections_hook_hash")),
        sa.UniqueConstraint("workspace_id", name=op.f("uq_git_connections_workspace_id")),
    )
    op.create_index(op.f("ix_git_connections_poll_at"), "git_connections", ["poll_at"], unique=False)


def _invitations() -> None:
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("email", sa.String(length=320), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("invited_by", sa.String(length=64), nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("expires_at", UtcTime(), nullable=False),
        sa.Column("accepted_at", UtcTime(), nullable=True),
        sa.Column("revoked_at", UtcTime(), nullable=True),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["invited_by"], ["users.id"], name=op.f("fk_invitations_invited_by"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_invitations_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitations_token_hash")),
    )
    op.create_index(
        op.f("ix_invitations_workspace_id_invitations_created_at"),
        "invitations",
        ["workspace_id", "created_at"],
        unique=False,
    )


def _memberships() -> None:
    op.create_table(
        "memberships",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.CheckConstraint("role IN ('owner', 'admin', 'member')", name=op.f("ck_memberships_role")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_memberships_user_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_memberships_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memberships")),
        sa.UniqueConstraint("workspace_id", "user_id", name=op.f("uq_memberships_workspace_id_user_id")),
    )
    op.create_index(op.f("ix_memberships_user_id"), "memberships", ["user_id"], unique=False)


def _one_time_links() -> None:
    op.create_table(
        "one_time_links",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.String(length=64), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("expires_at", UtcTime(), nullable=False),
        sa.Column("used_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_one_time_links_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_one_time_links")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_one_time_links_token_hash")),
    )
    op.create_index(op.f("ix_one_time_links_user_id"), "one_time_links", ["user_id"], unique=False)


def _rollouts() -> None:
    op.create_table(
        "rollouts",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_rollouts_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rollouts")),
        sa.UniqueConstraint("workspace_id", "name", name=op.f("uq_rollouts_workspace_id_name")),
    )


def _sync_records() -> None:
    op.create_table(
        "sync_records",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("branch", sa.String(length=255), nullable=True),
        sa.Column("commit_sha", sa.String(length=64), nullable=True),
        sa.Column("author", sa.String(length=320), nullable=True),
        sa.Column("subject", sa.String(length=500), nullable=True),
        sa.Column("trigger", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("rollouts_found", sa.Integer(), nullable=False),
        sa.Column("details", JSON, nullable=False),
        sa.Column("started_at", UtcTime(), nullable=False),
        sa.Column("finished_at", UtcTime(), nullable=True),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_sync_records_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sync_records")),
    )
    op.create_index(
        op.f("ix_sync_records_workspace_id_sync_records_started_at"),
        "sync_records",
        ["workspace_id", "started_at"],
        unique=False,
    )


def _usage_counters() -> None:
    op.create_table(
        "usage_counters",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("amount", BIG, nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_usage_counters_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_usage_counters")),
        sa.UniqueConstraint("workspace_id", "kind", "day", name=op.f("uq_usage_counters_workspace_id_kind_day")),
    )


def _web_sessions() -> None:
    op.create_table(
        "web_sessions",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.String(length=64), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("user_agent", sa.String(length=200), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("expires_at", UtcTime(), nullable=False),
        sa.Column("revoked_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_web_sessions_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_web_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_web_sessions_token_hash")),
    )
    op.create_index(op.f("ix_web_sessions_expires_at"), "web_sessions", ["expires_at"], unique=False)
    op.create_index(op.f("ix_web_sessions_user_id"), "web_sessions", ["user_id"], unique=False)


def _branch_rollouts() -> None:
    op.create_table(
        "branch_rollouts",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("branch_id", sa.String(length=64), nullable=False),
        sa.Column("rollout_id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("tree_sha", sa.String(length=64), nullable=False),
        sa.Column("commit_sha", sa.String(length=64), nullable=False),
        sa.Column("details", JSON, nullable=False),
        sa.Column("synced_at", UtcTime(), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["branch_id"], ["git_branches.id"], name=op.f("fk_branch_rollouts_branch_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["rollout_id"], ["rollouts.id"], name=op.f("fk_branch_rollouts_rollout_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_branch_rollouts_workspace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_branch_rollouts")),
        sa.UniqueConstraint(
            "workspace_id", "branch_id", "name", name=op.f("uq_branch_rollouts_workspace_id_branch_id_name")
        ),
    )
    op.create_index(op.f("ix_branch_rollouts_branch_id"), "branch_rollouts", ["branch_id"], unique=False)
    op.create_index(op.f("ix_branch_rollouts_rollout_id"), "branch_rollouts", ["rollout_id"], unique=False)


def _append_only() -> None:
    """Entries are never changed, and removed only when a retention run has recorded that they may be."""
    if op.get_context().dialect.name == "sqlite":
        op.execute(
            "CREATE TRIGGER audit_entries_unchanged BEFORE UPDATE ON audit_entries "
            "BEGIN SELECT RAISE(ABORT, 'audit entries are never changed'); END"
        )
        op.execute(
            "CREATE TRIGGER audit_entries_retained BEFORE DELETE ON audit_entries WHEN NOT EXISTS "
            "(SELECT 1 FROM audit_retention WHERE remove_before > OLD.at) "
            "BEGIN SELECT RAISE(ABORT, 'audit entries are removed by retention alone'); END"
        )
        return
    op.execute(
        "CREATE FUNCTION audit_entries_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM audit_retention WHERE remove_before > OLD.at) THEN "
        "RETURN OLD; END IF; "
        "RAISE EXCEPTION 'audit entries are never changed, and removed by retention alone'; END $$"
    )
    op.execute(
        "CREATE TRIGGER audit_entries_guard BEFORE UPDATE OR DELETE ON audit_entries "
        "FOR EACH ROW EXECUTE FUNCTION audit_entries_guard()"
    )
