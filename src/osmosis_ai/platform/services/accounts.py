"""People's accounts. Nobody signs up: the operator adds people, and an invitation adds the one it was sent to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from osmosis_ai.platform.access.actors import Actor
from osmosis_ai.platform.access.passwords import hash_password, verify_password
from osmosis_ai.platform.access.tokens import hash_token, new_token
from osmosis_ai.platform.errors import (
    AccessDeniedError,
    InvalidRequestError,
    Issue,
    ResourceNotFoundError,
    StateConflictError,
)
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.services import audit, rate_limits
from osmosis_ai.platform.settings import Limits
from osmosis_ai.platform.store import accounts as rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.tables import OneTimeLink, User
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "LINK_LIFETIME",
    "Account",
    "add",
    "by_email",
    "change_password",
    "disable",
    "enable",
    "listing",
    "new_link",
    "normal_email",
]

LINK_LIFETIME = timedelta(days=3)
_EMAIL = re.compile(r"[^@\s\x00-\x1f\x7f]{1,64}@[^@\s\x00-\x1f\x7f]{1,255}")
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Account:
    """A person's account."""

    id: str
    email: str
    name: str
    is_operator: bool
    has_password: bool
    created_at: datetime
    disabled_at: datetime | None


def normal_email(text: str) -> str:
    """An e-mail address as it is kept: trimmed, in lower case. Raises InvalidRequestError for what is not one."""
    email = text.strip().lower()
    if not _EMAIL.fullmatch(email):
        raise InvalidRequestError(
            "The e-mail address is not valid.", field="email", issues=[Issue("email", "must be NAME@HOST")]
        )
    return email


async def add(unit: Unit, *, email: str, name: str = "", is_operator: bool = False) -> Account:
    """A new account, without a password. Raises StateConflictError where the address has one. The caller records it."""
    email = normal_email(email)
    account = Account(
        id=new_id("usr"),
        email=email,
        name=(name.strip() or email.partition("@")[0])[:_LONGEST_NAME],
        is_operator=is_operator,
        has_password=False,
        created_at=unit.now,
        disabled_at=None,
    )
    added = await unit.insert(
        User,
        {
            "id": account.id,
            "email": account.email,
            "name": account.name,
            "password_hash": None,
            "is_operator": is_operator,
            "created_at": unit.now,
            "disabled_at": None,
        },
        ignore_existing=True,
    )
    if not added:
        raise StateConflictError(f"{email} has an account already.", field="email")
    return account


async def new_link(unit: Unit, user_id: str) -> str:
    """A token for a link that lets the person set a password, once, within three days. The caller records it."""
    token = new_token("lnk")
    await unit.insert(
        OneTimeLink,
        {
            "id": new_id("lnk"),
            "user_id": user_id,
            "token_hash": hash_token(token),
            "created_at": unit.now,
            "expires_at": unit.now + LINK_LIFETIME,
            "used_at": None,
        },
    )
    return token


async def by_email(unit: Unit, email: str) -> Account:
    """The account of that address. Raises ResourceNotFoundError."""
    user = await rows.user_by_email(unit, normal_email(email))
    if user is None:
        raise ResourceNotFoundError(f"No account has the address {normal_email(email)}.")
    return _account(user)


async def listing(unit: Unit, *, limit: int, offset: int) -> Page[Account]:
    """Every account, the oldest first."""
    return (await rows.users(unit, limit, offset)).map(_account)


async def disable(unit: Unit, account: Account) -> None:
    """Ends everything the person is signed in with, and lets them sign in no more. The caller records it."""
    await rows.end_user_credentials(unit, account.id, tokens=True)
    if account.disabled_at is None:
        await rows.change_user(unit, account.id, disabled_at=unit.now)


async def enable(unit: Unit, account: Account) -> None:
    """Lets a disabled person sign in again. The caller records it."""
    await rows.change_user(unit, account.id, disabled_at=None)


async def change_password(database: Database, actor: Actor, *, present: str, new: str, limits: Limits) -> None:
    """Sets another password, and ends the person's other sessions and links. Their API tokens stay.

    Raises AccessDeniedError for a wrong present password, which counts as a failed sign-in; RateLimitedError.
    """
    async with database.read() as unit:
        await rate_limits.check_client(unit, actor.origin, limits)
        user = await rows.user_by_id(unit, actor.user_id)
    if not await verify_password(present, user.password_hash if user is not None else None):
        async with database.write() as unit:
            await rate_limits.count_failed(unit, actor.origin, limits)
        raise AccessDeniedError("The present password is wrong.", code="SIGN_IN_FAILED", field="present")
    kept = await hash_password(new)
    async with database.write() as unit:
        await rows.end_user_credentials(unit, actor.user_id, tokens=False, except_session=actor.credential_id)
        await rows.change_user(unit, actor.user_id, password_hash=kept)
        await audit.record(unit, actor, "password.change")


def _account(user: User) -> Account:
    return Account(
        user.id,
        user.email,
        user.name,
        user.is_operator,
        user.password_hash is not None,
        user.created_at,
        user.disabled_at,
    )
