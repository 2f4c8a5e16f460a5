"""Accepting a credential that a request carries."""

from __future__ import annotations

from datetime import datetime, timedelta

from osmosis_ai.platform.access.actors import Actor, Origin
from osmosis_ai.platform.access.tokens import has_token_form, hash_token
from osmosis_ai.platform.errors import UnauthenticatedError
from osmosis_ai.platform.store import accounts as rows
from osmosis_ai.platform.store.unit import Unit

__all__ = ["by_bearer", "by_session", "note_use", "wants_note"]

_NOTE_EVERY = timedelta(minutes=10)


async def by_bearer(unit: Unit, token: str | None, origin: Origin) -> Actor:
    """The person whose token this is.

    Raises UnauthenticatedError with a code that published clients know: TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED or
    TOKEN_REVOKED. Everything about a token that never existed is TOKEN_INVALID.
    """
    if not token:
        raise UnauthenticatedError("A token is required.", code="TOKEN_MISSING")
    found = await rows.token_by_hash(unit, hash_token(token)) if has_token_form(token, "pat") else None
    if found is None or found.disabled_at is not None:
        raise UnauthenticatedError("The token is not valid.", code="TOKEN_INVALID")
    if found.revoked_at is not None:
        raise UnauthenticatedError("The token was revoked.", code="TOKEN_REVOKED")
    if found.expires_at <= unit.now:
        raise UnauthenticatedError("The token has expired.", code="TOKEN_EXPIRED")
    return Actor(
        found.user_id,
        found.email,
        found.name,
        found.is_operator,
        "token",
        found.id,
        found.expires_at,
        origin,
        found.last_used_at,
    )


async def by_session(unit: Unit, token: str | None, origin: Origin) -> Actor | None:
    """The person signed in with a browser, or None."""
    if not token or not has_token_form(token, "ses"):
        return None
    found = await rows.session_by_hash(unit, hash_token(token))
    if found is None:
        return None
    kept, user = found
    if kept.revoked_at is not None or kept.expires_at <= unit.now or user.disabled_at is not None:
        return None
    return Actor(user.id, user.email, user.name, user.is_operator, "session", kept.id, kept.expires_at, origin)


def wants_note(actor: Actor, now: datetime) -> bool:
    """Whether the use of a token is worth a write: not again within ten minutes."""
    if actor.credential != "token":
        return False
    return actor.last_used_at is None or now - actor.last_used_at >= _NOTE_EVERY


async def note_use(unit: Unit, actor: Actor) -> None:
    """Records that a token was used."""
    await rows.touch_token(unit, actor.credential_id)
