"""The first start: a platform without people gets an owner, who gets a link."""

from __future__ import annotations

from dataclasses import dataclass

from osmosis_ai.platform.services import accounts, audit, workspaces
from osmosis_ai.platform.store import accounts as rows
from osmosis_ai.platform.store.unit import Unit

__all__ = ["DEFAULT_EMAIL", "DEFAULT_WORKSPACE", "FirstOwner", "create_first_owner", "is_empty", "link_path"]

DEFAULT_EMAIL = "owner@localhost"
DEFAULT_WORKSPACE = "main"


@dataclass(frozen=True, slots=True)
class FirstOwner:
    """The first person. The token is for a link that sets their password, once."""

    email: str
    workspace: str
    token: str


async def is_empty(unit: Unit) -> bool:
    """Whether there is no one yet."""
    return await rows.count_users(unit) == 0


async def create_first_owner(
    unit: Unit, *, email: str = DEFAULT_EMAIL, workspace: str = DEFAULT_WORKSPACE
) -> FirstOwner | None:
    """Makes an operator who owns a first workspace, or None where there is anyone already.

    Raises InvalidRequestError for an address or a name that is not valid.
    """
    if not await is_empty(unit):
        return None
    workspaces.check_name(workspace)
    owner = await accounts.add(unit, email=email, is_operator=True)
    workspace_id = await workspaces.add(unit, workspace, owner_id=owner.id)
    token = await accounts.new_link(unit, owner.id)
    await audit.record_system(unit, "user.create", target=owner.id, details={"email": owner.email, "is_operator": True})
    await audit.record_system(unit, "workspace.create", workspace_id=workspace_id, target=workspace_id)
    return FirstOwner(owner.email, workspace, token)


def link_path(token: str) -> str:
    """The path, under the public URL, of the page that a one-time link opens."""
    return f"/link/{token}"
