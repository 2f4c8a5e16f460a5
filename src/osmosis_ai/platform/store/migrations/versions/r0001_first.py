"""The first released schema."""

import sqlalchemy as sa
from alembic import op

from osmosis_ai.platform.store.audit_guards import AUDIT_GUARDS
from osmosis_ai.platform.store.migrations.pieces import big, column, create, json, long_text, serial, text, time

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates every table, and what keeps the audit trail append only."""
    create(
        "audit_entries",
        serial("id"),
        text("workspace_id", null=True),
        time("at"),
        text("actor_id", null=True),
        text("actor", 320),
        text("action"),
        text("target", 320, null=True),
        text("address", null=True),
        text("request_id", null=True),
        json("details"),
        index=[["at"], ["workspace_id", "action", "id"], ["workspace_id", "id"]],
        numbered=True,
    )
    create(
        "audit_retention",
        serial("id"),
        time("remove_before"),
        time("at"),
    )
    create(
        "instance",
        text("name"),
        json("value"),
        key="name",
    )
    create(
        "leases",
        text("name", 200),
        text("holder"),
        time("until"),
        key="name",
    )
    create(
        "outbox",
        text("id"),
        text("kind"),
        json("payload"),
        column("attempts", sa.Integer()),
        time("created_at"),
        time("available_at"),
        time("finished_at", null=True),
        column("failed", sa.Boolean()),
        long_text("last_error", null=True),
        index=[["finished_at"]],
    )
    op.create_index(
        "ix_outbox_waiting",
        "outbox",
        ["available_at"],
        unique=False,
        postgresql_where=sa.text("finished_at IS NULL"),
        sqlite_where=sa.text("finished_at IS NULL"),
    )
    create(
        "secret_keys",
        text("id"),
        column("check_nonce", sa.LargeBinary()),
        column("check_value", sa.LargeBinary()),
        time("created_at"),
    )
    create(
        "sign_in_failures",
        text("bucket"),
        column("failures", sa.Integer()),
        time("window_ends_at"),
        key="bucket",
        index=[["window_ends_at"]],
    )
    create(
        "users",
        text("id"),
        text("email", 320),
        text("name", 200),
        text("password_hash", 200, null=True),
        column("is_operator", sa.Boolean()),
        time("created_at"),
        time("disabled_at", null=True),
        unique=[["email"]],
    )
    create(
        "workspaces",
        text("id"),
        text("name", 63),
        text("timezone"),
        time("created_at"),
        unique=[["name"]],
    )
    create(
        "api_tokens",
        text("id"),
        text("user_id", of="users"),
        text("name", 200),
        text("token_hash"),
        text("hint", 16),
        text("origin", 16),
        time("created_at"),
        time("expires_at"),
        time("last_used_at", null=True),
        time("revoked_at", null=True),
        unique=[["token_hash"]],
        index=[["user_id", "created_at"]],
    )
    create(
        "blobs",
        text("id"),
        text("key", 255),
        big("size"),
        text("sha256"),
        time("created_at"),
        text("workspace_id", of="workspaces"),
        unique=[["key"]],
        index=[["workspace_id", "created_at"]],
    )
    create(
        "device_codes",
        text("id"),
        text("device_hash"),
        text("user_code", 16),
        text("device_name", 200),
        text("address"),
        text("user_agent", 200),
        text("state", 16),
        column("interval", sa.Integer()),
        text("user_id", null=True, of="users"),
        time("created_at"),
        time("expires_at"),
        time("polled_at", null=True),
        unique=[["device_hash"], ["user_code"]],
        index=[["expires_at"]],
    )
    create(
        "environment_secrets",
        text("id"),
        text("scope", 16),
        text("owner_id"),
        text("name", 255),
        column("version", sa.Integer()),
        text("key_id", of="secret_keys", on_delete=None),
        column("nonce", sa.LargeBinary()),
        column("ciphertext", sa.LargeBinary()),
        text("created_by", null=True, of="users", on_delete="SET NULL"),
        text("updated_by", null=True, of="users", on_delete="SET NULL"),
        time("created_at"),
        time("updated_at"),
        text("workspace_id", of="workspaces"),
        check={"owner": "(scope = 'workspace') = (owner_id = '')"},
        unique=[["workspace_id", "scope", "owner_id", "name"]],
        index=[["key_id"]],
    )
    create(
        "git_branches",
        text("id"),
        text("name", 255),
        text("commit_sha"),
        column("rollouts_found", sa.Integer()),
        time("synced_at"),
        time("deleted_at", null=True),
        text("workspace_id", of="workspaces"),
        unique=[["workspace_id", "name"]],
    )
    create(
        "git_connections",
        text("id"),
        long_text("url"),
        text("full_name", 255),
        text("default_branch", 255, null=True),
        text("credential", 255, null=True),
        text("hook_hash"),
        text("state", 16),
        text("blocked_code", null=True),
        long_text("blocked_message", null=True),
        text("connected_by", null=True, of="users", on_delete="SET NULL"),
        time("connected_at"),
        time("synced_at", null=True),
        time("poll_at"),
        text("workspace_id", of="workspaces"),
        unique=[["full_name"], ["hook_hash"], ["workspace_id"]],
        index=[["poll_at"]],
    )
    create(
        "invitations",
        text("id"),
        text("email", 320),
        text("role", 16),
        text("token_hash"),
        text("invited_by", null=True, of="users", on_delete="SET NULL"),
        time("created_at"),
        time("expires_at"),
        time("accepted_at", null=True),
        time("revoked_at", null=True),
        text("workspace_id", of="workspaces"),
        unique=[["token_hash"]],
        index=[["workspace_id", "created_at"]],
    )
    create(
        "memberships",
        text("id"),
        text("user_id", of="users"),
        text("role", 16),
        time("created_at"),
        text("workspace_id", of="workspaces"),
        check={"role": "role IN ('owner', 'admin', 'member')"},
        unique=[["workspace_id", "user_id"]],
        index=[["user_id"]],
    )
    create(
        "one_time_links",
        text("id"),
        text("user_id", of="users"),
        text("token_hash"),
        time("created_at"),
        time("expires_at"),
        time("used_at", null=True),
        unique=[["token_hash"]],
        index=[["user_id"]],
    )
    create(
        "rollouts",
        text("id"),
        text("name", 255),
        time("created_at"),
        text("workspace_id", of="workspaces"),
        unique=[["workspace_id", "name"]],
    )
    create(
        "sync_records",
        text("id"),
        text("branch", 255, null=True),
        text("commit_sha", null=True),
        text("author", 320, null=True),
        text("subject", 500, null=True),
        text("trigger", 16),
        text("status", 16),
        long_text("message", null=True),
        column("rollouts_found", sa.Integer()),
        json("details"),
        time("started_at"),
        time("finished_at", null=True),
        text("workspace_id", of="workspaces"),
        index=[["workspace_id", "started_at"]],
    )
    create(
        "usage_counters",
        text("id"),
        text("kind"),
        text("day", 10),
        big("amount"),
        text("workspace_id", of="workspaces"),
        unique=[["workspace_id", "kind", "day"]],
    )
    create(
        "web_sessions",
        text("id"),
        text("user_id", of="users"),
        text("token_hash"),
        text("address"),
        text("user_agent", 200),
        time("created_at"),
        time("expires_at"),
        time("revoked_at", null=True),
        unique=[["token_hash"]],
        index=[["expires_at"], ["user_id"]],
    )
    create(
        "branch_rollouts",
        text("id"),
        text("branch_id", of="git_branches"),
        text("rollout_id", of="rollouts"),
        text("name", 255),
        long_text("description", null=True),
        text("tree_sha"),
        text("commit_sha"),
        json("details"),
        time("synced_at"),
        text("workspace_id", of="workspaces"),
        unique=[["workspace_id", "branch_id", "name"]],
        index=[["branch_id"], ["rollout_id"]],
    )
    for statement in AUDIT_GUARDS[op.get_context().dialect.name]:
        op.execute(statement)
