"""Signing in with a browser: by password, or once by a link.

A password takes a tenth of a second to check. That happens between two transactions, so that no one else's write waits
for it, and so that a failed attempt is counted although the request is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from osmosis_ai.platform.access.actors import Actor, Origin
from osmosis_ai.platform.access.passwords import hash_password, verify_password
from osmosis_ai.platform.access.tokens import has_token_form, hash_token, new_token
from osmosis_ai.platform.errors import ResourceNotFoundError, UnauthenticatedError
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.services import audit, rate_limits
from osmosis_ai.platform.settings import Limits
from osmosis_ai.platform.store import accounts as rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.tables import User, WebSession
from osmosis_ai.platform.store.unit import Unit

__all__ = ["SESSION_LIFETIME", "SignedIn", "by_link", "by_password", "check_link", "sign_out", "start_session"]

SESSION_LIFETIME = timedelta(days=14)
_LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A new browser session. The token exists here and in the person's cookie, and nowhere else."""

    token: str
    actor: Actor
    expires_at: datetime


async def by_password(database: Database, email: str, password: str, origin: Origin, limits: Limits) -> SignedIn:
    """Signs a person in. Raises UnauthenticatedError, the same for a wrong password and for no account.

    Raises RateLimitedError for a client that failed too often, before the password is looked at.
    """
    async with database.read() as unit:
        await rate_limits.check_client(unit, origin, limits)
        user = await rows.user_by_email(unit, email.strip().lower())
    active = user is not None and user.disabled_at is None
    right = await verify_password(password, user.password_hash if user is not None and active else None)
    async with database.write() as unit:
        if user is None or not right:
            await rate_limits.count_failed(unit, origin, limits)
            target = None if user is None else user.id
            await audit.record_system(unit, "sign_in.failed", actor="anonymous", origin=origin, target=target)
        else:
            return await start_session(unit, user, origin, "sign_in.password")
    raise UnauthenticatedError("The e-mail address or the password is wrong.", code="SIGN_IN_FAILED")


async def check_link(unit: Unit, token: str) -> str:
    """The e-mail address that a one-time link is for. Raises ResourceNotFoundError for one that cannot be used."""
    return (await _usable(unit, token))[1].email


async def by_link(database: Database, token: str, password: str, origin: Origin) -> SignedIn:
    """Uses a one-time link: sets the person's password, ends their other sessions and signs them in."""
    async with database.read() as unit:
        await _usable(unit, token)
    kept = await hash_password(password)
    async with database.write() as unit:
        link_id, user = await _usable(unit, token)
        if not await rows.use_link(unit, link_id):
            raise _unusable()
        await rows.end_user_credentials(unit, user.id, tokens=False)
        await rows.change_user(unit, user.id, password_hash=kept)
        return await start_session(unit, user, origin, "sign_in.link")


async def start_session(unit: Unit, user: User, origin: Origin, action: str) -> SignedIn:
    """A new browser session of a person, whose identity has been established."""
    token = new_token("ses")
    session_id = new_id("ses")
    expires_at = unit.now + SESSION_LIFETIME
    await unit.insert(
        WebSession,
        {
            "id": session_id,
            "user_id": user.id,
            "token_hash": hash_token(token),
            "address": origin.address or "",
            "user_agent": origin.user_agent[:_LONGEST_TEXT],
            "created_at": unit.now,
            "expires_at": expires_at,
            "revoked_at": None,
        },
    )
    actor = Actor(user.id, user.email, user.name, user.is_operator, "session", session_id, expires_at, origin)
    await audit.record(unit, actor, action)
    return SignedIn(token, actor, expires_at)


async def sign_out(unit: Unit, actor: Actor) -> None:
    """Ends the session that the person is signed in with."""
    await rows.end_session(unit, actor.credential_id)
    await audit.record(unit, actor, "sign_in.ended")


async def _usable(unit: Unit, token: str) -> tuple[str, User]:
    link = await rows.link_by_hash(unit, hash_token(token)) if has_token_form(token, "lnk") else None
    user = None if link is None else await rows.user_by_id(unit, link.user_id)
    if link is None or user is None or user.disabled_at is not None:
        raise _unusable()
    if link.used_at is not None or link.expires_at <= unit.now:
        raise _unusable()
    return link.id, user


def _unusable() -> ResourceNotFoundError:
    return ResourceNotFoundError("This link was used already, has expired, or never existed.", code="LINK_NOT_USABLE")
