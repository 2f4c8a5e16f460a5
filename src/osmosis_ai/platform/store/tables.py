"""The tables. A class that inherits from WorkspaceOwned belongs to a workspace and is read only through a scope."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, LargeBinary, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from osmosis_ai.platform.store.columns import Base, BigId

__all__ = [
    "ApiToken",
    "AuditEntry",
    "AuditRetention",
    "Blob",
    "BranchRollout",
    "Dataset",
    "DatasetLogEntry",
    "DeviceCode",
    "EnvironmentSecret",
    "GitBranch",
    "GitConnection",
    "InstanceValue",
    "Invitation",
    "Lease",
    "Membership",
    "OneTimeLink",
    "OutboxEntry",
    "Rollout",
    "SecretKey",
    "SignInFailure",
    "SyncRecord",
    "UsageCounter",
    "User",
    "UserIdentity",
    "WebSession",
    "Workspace",
    "WorkspaceOwned",
]

_ID = String(64)
_HASH = String(64)
_EMAIL = String(320)


class InstanceValue(Base):
    """What is true of the whole platform: its identity, and the state of work that resumes."""

    __tablename__ = "instance"

    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[dict[str, Any]]


class User(Base):
    """A person."""

    __tablename__ = "users"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    email: Mapped[str] = mapped_column(_EMAIL, unique=True)
    """In lower case."""
    name: Mapped[str] = mapped_column(String(200))
    password_hash: Mapped[str | None] = mapped_column(String(200))
    is_operator: Mapped[bool] = mapped_column(default=False)
    """Whether the person manages the platform itself: its users, and nothing inside workspaces."""
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]


class UserIdentity(Base):
    """Someone at an OpenID provider, and the person here that they are."""

    __tablename__ = "user_identities"
    __table_args__ = (UniqueConstraint("issuer", "subject"), UniqueConstraint("user_id", "issuer"))

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    user_id: Mapped[str] = mapped_column(_ID, ForeignKey("users.id", ondelete="CASCADE"))
    issuer: Mapped[str] = mapped_column(String(500))
    subject: Mapped[str] = mapped_column(String(255))
    """Whom the provider means; unlike an address, it is never given to anyone else."""
    created_at: Mapped[datetime]


class OneTimeLink(Base):
    """A link that lets a person set a password, once."""

    __tablename__ = "one_time_links"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    user_id: Mapped[str] = mapped_column(_ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(_HASH, unique=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class Workspace(Base):
    """A team's space. Its name is the first segment of its pages' addresses."""

    __tablename__ = "workspaces"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(63), unique=True)
    timezone: Mapped[str] = mapped_column(String(64), default="UTC")
    created_at: Mapped[datetime]
    run_count: Mapped[int] = mapped_column(server_default=text("0"))
    """How many runs it has: to count their rows for each page of a list takes longer than the page."""


class WorkspaceOwned:
    """A row that belongs to one workspace and goes with it."""

    @declared_attr
    @classmethod
    def workspace_id(cls) -> Mapped[str]:
        """The workspace it belongs to."""
        return mapped_column(_ID, ForeignKey("workspaces.id", ondelete="CASCADE"))


class Membership(WorkspaceOwned, Base):
    """A person's role in a workspace."""

    __tablename__ = "memberships"
    __table_args__ = (
        UniqueConstraint("workspace_id", "user_id"),
        CheckConstraint("role IN ('owner', 'admin', 'member')", name="role"),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    user_id: Mapped[str] = mapped_column(_ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    role: Mapped[str] = mapped_column(String(16))
    created_at: Mapped[datetime]


class Invitation(WorkspaceOwned, Base):
    """An offer to join a workspace, made to an e-mail address."""

    __tablename__ = "invitations"
    __table_args__ = (Index(None, "workspace_id", "created_at"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    email: Mapped[str] = mapped_column(_EMAIL)
    role: Mapped[str] = mapped_column(String(16))
    token_hash: Mapped[str] = mapped_column(_HASH, unique=True)
    invited_by: Mapped[str | None] = mapped_column(_ID, ForeignKey("users.id", ondelete="SET NULL"))
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    accepted_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class ApiToken(Base):
    """A bearer token of a person. Only its SHA-256 is kept."""

    __tablename__ = "api_tokens"
    __table_args__ = (Index(None, "user_id", "created_at"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    user_id: Mapped[str] = mapped_column(_ID, ForeignKey("users.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(200))
    token_hash: Mapped[str] = mapped_column(_HASH, unique=True)
    hint: Mapped[str] = mapped_column(String(16))
    """Its first characters, by which a person tells tokens apart."""
    origin: Mapped[str] = mapped_column(String(16))
    """`personal`, or `device` for a token of a device login."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class DeviceCode(Base):
    """A device login in progress."""

    __tablename__ = "device_codes"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    device_hash: Mapped[str] = mapped_column(_HASH, unique=True)
    user_code: Mapped[str] = mapped_column(String(16), unique=True)
    device_name: Mapped[str] = mapped_column(String(200))
    address: Mapped[str] = mapped_column(String(64))
    user_agent: Mapped[str] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(16))
    """`pending`, `approved`, `denied` or `used`."""
    interval: Mapped[int]
    """Seconds that the device has to wait between two polls."""
    user_id: Mapped[str | None] = mapped_column(_ID, ForeignKey("users.id", ondelete="CASCADE"))
    """Who approved it."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    polled_at: Mapped[datetime | None]


class WebSession(Base):
    """A person signed in with a browser."""

    __tablename__ = "web_sessions"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    user_id: Mapped[str] = mapped_column(_ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(_HASH, unique=True)
    address: Mapped[str] = mapped_column(String(64))
    user_agent: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    revoked_at: Mapped[datetime | None]


class SignInFailure(Base):
    """How often signing in failed in a window of time, for one client or one account."""

    __tablename__ = "sign_in_failures"

    bucket: Mapped[str] = mapped_column(_HASH, primary_key=True)
    """SHA-256 of what is counted: no address and no name is kept."""
    failures: Mapped[int]
    window_ends_at: Mapped[datetime] = mapped_column(index=True)


class SecretKey(Base):
    """A key that secrets are encrypted with: its name, and a text encrypted with it. The key is elsewhere."""

    __tablename__ = "secret_keys"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    check_nonce: Mapped[bytes] = mapped_column(LargeBinary)
    check_value: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]


class EnvironmentSecret(WorkspaceOwned, Base):
    """A secret of a workspace, or of one person in it."""

    __tablename__ = "environment_secrets"
    __table_args__ = (
        UniqueConstraint("workspace_id", "scope", "owner_id", "name"),
        CheckConstraint("(scope = 'workspace') = (owner_id = '')", name="owner"),
        Index(None, "key_id"),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    scope: Mapped[str] = mapped_column(String(16))
    """`workspace` or `user`."""
    owner_id: Mapped[str] = mapped_column(_ID)
    """The person whose secret it is; empty for one of the workspace, so that its name is unique."""
    name: Mapped[str] = mapped_column(String(255))
    version: Mapped[int]
    key_id: Mapped[str] = mapped_column(_ID, ForeignKey("secret_keys.id"))
    nonce: Mapped[bytes] = mapped_column(LargeBinary)
    ciphertext: Mapped[bytes] = mapped_column(LargeBinary)
    created_by: Mapped[str | None] = mapped_column(_ID, ForeignKey("users.id", ondelete="SET NULL"))
    updated_by: Mapped[str | None] = mapped_column(_ID, ForeignKey("users.id", ondelete="SET NULL"))
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class GitConnection(WorkspaceOwned, Base):
    """The one repository of a workspace."""

    __tablename__ = "git_connections"
    __table_args__ = (UniqueConstraint("workspace_id"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    url: Mapped[str] = mapped_column(Text)
    full_name: Mapped[str] = mapped_column(String(255), unique=True)
    """`owner/repo` in lower case, by which clients name the workspace."""
    default_branch: Mapped[str | None] = mapped_column(String(255))
    credential: Mapped[str | None] = mapped_column(String(255))
    """The name of the workspace's secret that holds a token (https) or a private key (ssh)."""
    hook_hash: Mapped[str] = mapped_column(_HASH, unique=True)
    """SHA-256 of the push hook's token."""
    state: Mapped[str] = mapped_column(String(16))
    """`pending`, `syncing`, `ready` or `blocked`."""
    blocked_code: Mapped[str | None] = mapped_column(String(64))
    blocked_message: Mapped[str | None] = mapped_column(Text)
    connected_by: Mapped[str | None] = mapped_column(_ID, ForeignKey("users.id", ondelete="SET NULL"))
    connected_at: Mapped[datetime]
    synced_at: Mapped[datetime | None]
    poll_at: Mapped[datetime] = mapped_column(index=True)
    """When it is looked at next."""


class GitBranch(WorkspaceOwned, Base):
    """A branch of the repository, and the commit whose catalogue is the present one."""

    __tablename__ = "git_branches"
    __table_args__ = (UniqueConstraint("workspace_id", "name"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(255))
    commit_sha: Mapped[str] = mapped_column(String(64))
    rollouts_found: Mapped[int]
    synced_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]
    """When the branch was found to be gone. Its catalogue is then empty; its history stays."""


class Rollout(WorkspaceOwned, Base):
    """A rollout of a workspace, by name. It keeps its identity while branches drop it and have it again."""

    __tablename__ = "rollouts"
    __table_args__ = (UniqueConstraint("workspace_id", "name"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(255))
    created_at: Mapped[datetime]


class BranchRollout(WorkspaceOwned, Base):
    """A rollout as one branch has it."""

    __tablename__ = "branch_rollouts"
    __table_args__ = (UniqueConstraint("workspace_id", "branch_id", "name"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    branch_id: Mapped[str] = mapped_column(_ID, ForeignKey("git_branches.id", ondelete="CASCADE"), index=True)
    rollout_id: Mapped[str] = mapped_column(_ID, ForeignKey("rollouts.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(255))
    """The rollout's, so that a page of a branch's is read from one index."""
    description: Mapped[str | None] = mapped_column(Text)
    tree_sha: Mapped[str] = mapped_column(String(64))
    commit_sha: Mapped[str] = mapped_column(String(64))
    """The commit it was last synced from."""
    details: Mapped[dict[str, Any]]
    """`problems`: what is wrong with it, in words; `configs`: the config files that name it."""
    synced_at: Mapped[datetime]


class SyncRecord(WorkspaceOwned, Base):
    """One sync of one branch, or of a repository that could not be read."""

    __tablename__ = "sync_records"
    __table_args__ = (Index(None, "workspace_id", "started_at"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    branch: Mapped[str | None] = mapped_column(String(255))
    commit_sha: Mapped[str | None] = mapped_column(String(64))
    author: Mapped[str | None] = mapped_column(String(320))
    subject: Mapped[str | None] = mapped_column(String(500))
    trigger: Mapped[str] = mapped_column(String(16))
    """`connect`, `push`, `poll` or `manual`."""
    status: Mapped[str] = mapped_column(String(16))
    """`pending`, `syncing`, `success` or `failed`."""
    message: Mapped[str | None] = mapped_column(Text)
    rollouts_found: Mapped[int]
    details: Mapped[dict[str, Any]]
    """`problems`: what in the repository was left out, and why."""
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


class Webhook(WorkspaceOwned, Base):
    """Where a workspace is told of finished runs. What it signs with are secrets of the scope `webhook`."""

    __tablename__ = "webhooks"
    __table_args__ = (UniqueConstraint("workspace_id"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    url: Mapped[str] = mapped_column(Text)
    enabled: Mapped[bool]
    failures: Mapped[int]
    """How many deliveries in a row failed."""
    paused_reason: Mapped[str | None] = mapped_column(Text)
    """Why the platform turned deliveries off; None where a person did, or they are on."""
    previous_until: Mapped[datetime | None]
    """Until when the secret before the present one signs too."""
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class WebhookDelivery(WorkspaceOwned, Base):
    """One event on its way to a webhook, and what became of it."""

    __tablename__ = "webhook_deliveries"
    __table_args__ = (
        Index(None, "workspace_id", "created_at"),
        Index(
            "ix_webhook_deliveries_waiting",
            "available_at",
            postgresql_where=text("status = 'pending'"),
            sqlite_where=text("status = 'pending'"),
        ),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    webhook_id: Mapped[str] = mapped_column(_ID, ForeignKey("webhooks.id", ondelete="CASCADE"), index=True)
    event: Mapped[str] = mapped_column(String(64))
    body: Mapped[str] = mapped_column(Text)
    """JSON, the same bytes at each attempt."""
    status: Mapped[str] = mapped_column(String(16))
    """`pending`, `delivered` or `failed`."""
    attempts: Mapped[int]
    created_at: Mapped[datetime]
    available_at: Mapped[datetime]
    """When it may be tried next. Who tries it moves this to the end of the attempt's lease."""
    last_attempt_at: Mapped[datetime | None]
    response_status: Mapped[int | None]
    error: Mapped[str | None] = mapped_column(Text)


class AuditEntry(Base):
    """Who did what, when and from where. Entries are added and, past their retention, removed; never changed."""

    __tablename__ = "audit_entries"
    __table_args__ = (
        Index(None, "workspace_id", "id"),
        Index(None, "workspace_id", "action", "id"),
        Index(None, "at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(BigId, Identity(always=False), primary_key=True)
    workspace_id: Mapped[str | None] = mapped_column(_ID)
    """No foreign key: an entry outlives its workspace."""
    at: Mapped[datetime]
    actor_id: Mapped[str | None] = mapped_column(_ID)
    actor: Mapped[str] = mapped_column(String(320))
    """The person's e-mail address, or `system`, `operator` or `anonymous`."""
    action: Mapped[str] = mapped_column(String(64))
    target: Mapped[str | None] = mapped_column(String(320))
    address: Mapped[str | None] = mapped_column(String(64))
    request_id: Mapped[str | None] = mapped_column(String(64))
    details: Mapped[dict[str, Any]]


class AuditRetention(Base):
    """Up to when entries may be removed. The database refuses to remove a later one."""

    __tablename__ = "audit_retention"

    id: Mapped[int] = mapped_column(BigId, Identity(always=False), primary_key=True)
    remove_before: Mapped[datetime]
    at: Mapped[datetime]


class OutboxEntry(Base):
    """Something that must happen after a commit, and again until it has happened."""

    __tablename__ = "outbox"
    __table_args__ = (
        Index(
            "ix_outbox_waiting",
            "available_at",
            postgresql_where=text("finished_at IS NULL"),
            sqlite_where=text("finished_at IS NULL"),
        ),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    kind: Mapped[str] = mapped_column(String(64))
    payload: Mapped[dict[str, Any]]
    attempts: Mapped[int]
    created_at: Mapped[datetime]
    available_at: Mapped[datetime]
    """When it may be tried next. A worker that takes it moves this to the end of its lease."""
    finished_at: Mapped[datetime | None] = mapped_column(index=True)
    failed: Mapped[bool]
    """Whether it was given up."""
    last_error: Mapped[str | None] = mapped_column(Text)


class Lease(Base):
    """A kind of work that one server process does at a time."""

    __tablename__ = "leases"

    name: Mapped[str] = mapped_column(String(200), primary_key=True)
    holder: Mapped[str] = mapped_column(_ID)
    until: Mapped[datetime]


class UsageCounter(WorkspaceOwned, Base):
    """How much of something a workspace used on one day, in UTC."""

    __tablename__ = "usage_counters"
    __table_args__ = (UniqueConstraint("workspace_id", "kind", "day"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    kind: Mapped[str] = mapped_column(String(64))
    day: Mapped[str] = mapped_column(String(10))
    amount: Mapped[int] = mapped_column(BigId)


class Blob(WorkspaceOwned, Base):
    """A file in the blob store. It is written before this row, and removed after it."""

    __tablename__ = "blobs"
    __table_args__ = (Index(None, "workspace_id", "created_at"),)

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    key: Mapped[str] = mapped_column(String(255), unique=True)
    size: Mapped[int] = mapped_column(BigId)
    sha256: Mapped[str] = mapped_column(_HASH)
    created_at: Mapped[datetime]


class Dataset(WorkspaceOwned, Base):
    """A dataset: its name, its upload, and once that is completed its file."""

    __tablename__ = "datasets"
    __table_args__ = (
        Index(None, "workspace_id", "created_at", "id"),
        Index(
            "uq_datasets_held_name",
            "workspace_id",
            "name",
            unique=True,
            postgresql_where=text("holds_name"),
            sqlite_where=text("holds_name"),
        ),
        Index(None, "deleted_at"),
        Index(None, "status", "upload_expires_at"),
    )

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(255))
    holds_name: Mapped[bool]
    """Whether the name means this one. One that is to replace another gets it when its upload is completed."""
    status: Mapped[str] = mapped_column(String(16))
    """`uploading`, `pending`, `processing`, `uploaded`, `error` or `cancelled`."""
    status_message: Mapped[str | None] = mapped_column(Text)
    format: Mapped[str] = mapped_column(String(16))
    size: Mapped[int] = mapped_column(BigId)
    """The bytes that were announced, and that the file has."""
    sha256: Mapped[str | None] = mapped_column(_HASH)
    row_count: Mapped[int | None] = mapped_column(BigId)
    preview: Mapped[dict[str, Any]]
    """`rows`: the first ones, once they were read."""
    key: Mapped[str] = mapped_column(String(255), unique=True)
    """Where its file is kept."""
    upload_key: Mapped[str] = mapped_column(String(255), unique=True)
    """Where its file is sent to."""
    upload_id: Mapped[str | None] = mapped_column(String(1024))
    """The store's id of an upload in parts; None for one that is sent whole."""
    part_size: Mapped[int] = mapped_column(BigId)
    upload_expires_at: Mapped[datetime]
    """Until when its URLs are good."""
    created_by: Mapped[str | None] = mapped_column(_ID, ForeignKey("users.id", ondelete="SET NULL"))
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    """When its bytes last changed."""
    deleted_at: Mapped[datetime | None]
    """When it was deleted or replaced; its file is kept a while longer."""


class DatasetLogEntry(WorkspaceOwned, Base):
    """A line of a dataset's log."""

    __tablename__ = "dataset_log"
    __table_args__ = (Index(None, "dataset_id", "id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(BigId, Identity(always=False), primary_key=True)
    dataset_id: Mapped[str] = mapped_column(_ID, ForeignKey("datasets.id", ondelete="CASCADE"))
    at: Mapped[datetime]
    level: Mapped[str] = mapped_column(String(16))
    step: Mapped[str] = mapped_column(String(32))
    message: Mapped[str] = mapped_column(Text)
    details: Mapped[dict[str, Any]]
