"""Who is asking, from where, and in which workspace."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from osmosis_ai.platform.access.roles import Action, Role, require_role

__all__ = ["Actor", "Member", "Origin"]

type Credential = Literal["token", "session"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a request comes from."""

    address: str | None = None
    """The client's address, after trusted proxies; None for the operator on the machine itself."""
    user_agent: str = ""
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class Actor:
    """A person whose credential was accepted."""

    user_id: str
    email: str
    name: str
    is_operator: bool
    """Whether they manage the platform's users."""
    credential: Credential
    credential_id: str
    """The id of the token or of the session."""
    expires_at: datetime
    origin: Origin
    last_used_at: datetime | None = None
    """When the token was last known to be used."""


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a workspace that they are a member of."""

    actor: Actor
    workspace_id: str
    workspace_name: str
    role: Role

    def require(self, action: Action) -> None:
        """Raises AccessDeniedError where the role may not do the action."""
        require_role(self.role, action)
