"""A person's API tokens."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from osmosis_ai.platform.access.actors import Actor
from osmosis_ai.platform.access.tokens import hash_token, new_token
from osmosis_ai.platform.errors import InvalidRequestError, Issue
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.services import audit
from osmosis_ai.platform.store import accounts as rows
from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.tables import ApiToken
from osmosis_ai.platform.store.unit import Unit

__all__ = ["MAXIMUM_DAYS", "NewToken", "Token", "create", "issue", "listing", "revoke"]

MAXIMUM_DAYS = 366
_HINT_LENGTH = 12
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it may be shown."""

    id: str
    name: str
    hint: str
    """Its first characters."""
    origin: str
    """`personal` or `device`."""
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was just made. Its text is not kept and cannot be shown again."""

    text: str
    token: Token


async def create(unit: Unit, actor: Actor, *, name: str, days: int) -> NewToken:
    """A new personal token. Raises InvalidRequestError for an empty name, or days outside 1 to 366."""
    issues = []
    if not name.strip() or len(name) > _LONGEST_NAME:
        issues.append(Issue("name", f"must have 1 to {_LONGEST_NAME} characters"))
    if not 1 <= days <= MAXIMUM_DAYS:
        issues.append(Issue("days", f"must be 1 to {MAXIMUM_DAYS}"))
    if issues:
        raise InvalidRequestError("The token cannot be created.", issues=issues)
    made = await issue(unit, actor.user_id, name=name.strip(), origin="personal", days=days)
    await audit.record(unit, actor, "token.create", target=made.token.id, details={"name": made.token.name})
    return made


async def issue(unit: Unit, user_id: str, *, name: str, origin: str, days: int) -> NewToken:
    """A new token of a person, valid for that many days. The caller records it."""
    text = new_token("pat")
    token = Token(
        id=new_id("tok"),
        name=name[:_LONGEST_NAME],
        hint=text[:_HINT_LENGTH],
        origin=origin,
        created_at=unit.now,
        expires_at=unit.now + timedelta(days=days),
        last_used_at=None,
    )
    await unit.insert(
        ApiToken,
        {
            "id": token.id,
            "user_id": user_id,
            "name": token.name,
            "token_hash": hash_token(text),
            "hint": token.hint,
            "origin": origin,
            "created_at": token.created_at,
            "expires_at": token.expires_at,
            "last_used_at": None,
            "revoked_at": None,
        },
    )
    return NewToken(text, token)


async def listing(unit: Unit, actor: Actor, *, limit: int, offset: int) -> Page[Token]:
    """The person's tokens that can be used, the newest first."""
    found = await rows.active_tokens(unit, actor.user_id, limit, offset)
    return found.map(
        lambda row: Token(row.id, row.name, row.hint, row.origin, row.created_at, row.expires_at, row.last_used_at)
    )


async def revoke(unit: Unit, actor: Actor, token_id: str) -> bool:
    """Revokes one of the person's own tokens; False where there is nothing to revoke. Never an error: doing it twice,
    or to someone else's token, answers as if it had never existed."""
    revoked = await rows.revoke_token(unit, actor.user_id, token_id)
    if revoked:
        await audit.record(unit, actor, "token.revoke", target=token_id)
    return revoked
