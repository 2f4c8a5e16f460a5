"""Who may do what in a workspace: one table, checked in one place."""

from __future__ import annotations

from typing import Literal, get_args

from osmosis_ai.platform.errors import AccessDeniedError

__all__ = ["ACTIONS", "ROLES", "Action", "Role", "may", "require_role"]

Role = Literal["owner", "admin", "member"]
ROLES: tuple[Role, ...] = get_args(Role)
"""From the one that may do most to the one that may do least; each may do what the next may."""

Action = Literal[
    "audit.read",
    "dataset.read",
    "dataset.write",
    "git.connect",
    "git.read",
    "git.sync",
    "invitation.manage",
    "member.change_role",
    "member.manage_owners",
    "member.read",
    "member.remove",
    "rollout.read",
    "run.read",
    "run.write",
    "secret.read",
    "secret.write_personal",
    "secret.write_workspace",
    "usage.manage",
    "usage.read",
    "webhook.manage",
    "webhook.read",
    "workspace.delete",
    "workspace.read",
    "workspace.update",
]

ACTIONS: dict[Action, Role] = {
    "audit.read": "admin",
    "dataset.read": "member",
    "dataset.write": "member",
    "git.connect": "admin",
    "git.read": "member",
    "git.sync": "member",
    "invitation.manage": "admin",
    "member.change_role": "admin",
    "member.manage_owners": "owner",
    "member.read": "member",
    "member.remove": "admin",
    "rollout.read": "member",
    "run.read": "member",
    "run.write": "member",
    "secret.read": "member",
    "secret.write_personal": "member",
    "secret.write_workspace": "admin",
    "usage.manage": "admin",
    "usage.read": "member",
    "webhook.manage": "admin",
    "webhook.read": "admin",
    "workspace.delete": "owner",
    "workspace.read": "member",
    "workspace.update": "admin",
}
"""The least role that may do each action."""


def may(role: Role, action: Action) -> bool:
    """Whether the role may do the action."""
    return ROLES.index(role) <= ROLES.index(ACTIONS[action])


def require_role(role: Role, action: Action) -> None:
    """Raises AccessDeniedError where the role may not do the action."""
    if not may(role, action):
        least = ACTIONS[action]
        who = "owners" if least == "owner" else "owners and admins"
        raise AccessDeniedError(f"Only {who} of the workspace may do this.", code="ROLE_REQUIRED")
