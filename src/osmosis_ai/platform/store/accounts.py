"""Queries on people and what identifies them: links, tokens, sessions, device logins, failed sign-ins."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, func, or_, select, update

from osmosis_ai.platform.store.pages import Page, page_of
from osmosis_ai.platform.store.prepared import Prepared
from osmosis_ai.platform.store.tables import (
    ApiToken,
    DeviceCode,
    OneTimeLink,
    SignInFailure,
    User,
    UserIdentity,
    WebSession,
)
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "TokenRow",
    "active_tokens",
    "change_device",
    "change_user",
    "count_failure",
    "count_users",
    "device_by_code",
    "device_by_user_code",
    "end_session",
    "end_user_credentials",
    "failures",
    "has_identity",
    "identity",
    "identity_of",
    "link_by_hash",
    "pending_devices",
    "remove_expired",
    "revoke_token",
    "session_by_hash",
    "token_by_hash",
    "touch_token",
    "use_link",
    "user_by_email",
    "user_by_id",
    "users",
]


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token with its person."""

    id: str
    expires_at: datetime
    revoked_at: datetime | None
    last_used_at: datetime | None
    user_id: str
    email: str
    name: str
    is_operator: bool
    disabled_at: datetime | None


_TOKEN_BY_HASH = Prepared(
    select(
        ApiToken.id,
        ApiToken.expires_at,
        ApiToken.revoked_at,
        ApiToken.last_used_at,
        User.id,
        User.email,
        User.name,
        User.is_operator,
        User.disabled_at,
    )
    .join(User, User.id == ApiToken.user_id)
    .where(ApiToken.token_hash == bindparam("token_hash"))
)


async def user_by_id(unit: Unit, user_id: str) -> User | None:
    """The person of that id."""
    return await unit.first(select(User).where(User.id == user_id))


async def user_by_email(unit: Unit, email: str) -> User | None:
    """The person of that address, which is in lower case."""
    return await unit.first(select(User).where(User.email == email))


async def users(unit: Unit, limit: int, offset: int) -> Page[User]:
    """Everyone, the oldest account first."""
    return await page_of(unit, select(User).order_by(User.created_at, User.id), limit, offset)


async def count_users(unit: Unit) -> int:
    """How many people have an account."""
    return await unit.count(select(func.count()).select_from(User))


async def change_user(unit: Unit, user_id: str, **values: object) -> None:
    """Sets columns of a person."""
    await unit.change(update(User).where(User.id == user_id).values(**values))


async def identity(unit: Unit, issuer: str, subject: str) -> tuple[UserIdentity, User] | None:
    """Someone at a provider, and the person that they are here."""
    statement = (
        select(UserIdentity, User)
        .join(User, User.id == UserIdentity.user_id)
        .where(UserIdentity.issuer == issuer, UserIdentity.subject == subject)
    )
    found = await unit.rows(statement)
    return (found[0][0], found[0][1]) if found else None


async def has_identity(unit: Unit, user_id: str) -> bool:
    """Whether a person signs in by any provider."""
    return await unit.first(select(UserIdentity).where(UserIdentity.user_id == user_id).limit(1)) is not None


async def identity_of(unit: Unit, user_id: str, issuer: str) -> UserIdentity | None:
    """Who a person is at a provider."""
    statement = select(UserIdentity).where(UserIdentity.user_id == user_id, UserIdentity.issuer == issuer)
    return await unit.first(statement)


async def link_by_hash(unit: Unit, token_hash: str) -> OneTimeLink | None:
    """The link whose token has that hash, whatever its state."""
    return await unit.first(select(OneTimeLink).where(OneTimeLink.token_hash == token_hash))


async def use_link(unit: Unit, link_id: str) -> bool:
    """Marks a link used; False where it was already."""
    statement = update(OneTimeLink).where(OneTimeLink.id == link_id, OneTimeLink.used_at.is_(None))
    return await unit.change(statement.values(used_at=unit.now)) == 1


async def token_by_hash(unit: Unit, token_hash: str) -> TokenRow | None:
    """The token and its person, whatever their state."""
    found = await unit.fetch(_TOKEN_BY_HASH, token_hash=token_hash)
    return TokenRow(*found[0]) if found else None


async def active_tokens(unit: Unit, user_id: str, limit: int, offset: int) -> Page[ApiToken]:
    """A person's tokens that are neither expired nor revoked, the newest first."""
    statement = (
        select(ApiToken)
        .where(ApiToken.user_id == user_id, ApiToken.revoked_at.is_(None), ApiToken.expires_at > unit.now)
        .order_by(ApiToken.created_at.desc(), ApiToken.id)
    )
    return await page_of(unit, statement, limit, offset)


async def revoke_token(unit: Unit, user_id: str, token_id: str) -> bool:
    """Revokes a person's token; False where no such token exists, or it was revoked already."""
    statement = update(ApiToken).where(
        ApiToken.id == token_id, ApiToken.user_id == user_id, ApiToken.revoked_at.is_(None)
    )
    return await unit.change(statement.values(revoked_at=unit.now)) == 1


async def touch_token(unit: Unit, token_id: str) -> None:
    """Records that a token was used now."""
    await unit.change(update(ApiToken).where(ApiToken.id == token_id).values(last_used_at=unit.now))


async def session_by_hash(unit: Unit, token_hash: str) -> tuple[WebSession, User] | None:
    """The browser session and its person, whatever their state."""
    statement = (
        select(WebSession, User).join(User, User.id == WebSession.user_id).where(WebSession.token_hash == token_hash)
    )
    found = await unit.rows(statement)
    return (found[0][0], found[0][1]) if found else None


async def end_session(unit: Unit, session_id: str) -> None:
    """Ends a browser session."""
    statement = update(WebSession).where(WebSession.id == session_id, WebSession.revoked_at.is_(None))
    await unit.change(statement.values(revoked_at=unit.now))


async def end_user_credentials(unit: Unit, user_id: str, *, tokens: bool, except_session: str = "") -> None:
    """Ends every browser session but one and every link of a person, and every token as well where `tokens`."""
    ended = update(WebSession).where(
        WebSession.user_id == user_id, WebSession.revoked_at.is_(None), WebSession.id != except_session
    )
    await unit.change(ended.values(revoked_at=unit.now))
    links = update(OneTimeLink).where(OneTimeLink.user_id == user_id, OneTimeLink.used_at.is_(None))
    await unit.change(links.values(used_at=unit.now))
    if tokens:
        revoked = update(ApiToken).where(ApiToken.user_id == user_id, ApiToken.revoked_at.is_(None))
        await unit.change(revoked.values(revoked_at=unit.now))


async def device_by_code(unit: Unit, device_hash: str) -> DeviceCode | None:
    """The device login whose device code has that hash; locked until the transaction ends."""
    return await unit.first(select(DeviceCode).where(DeviceCode.device_hash == device_hash).with_for_update())


async def device_by_user_code(unit: Unit, user_code: str) -> DeviceCode | None:
    """The device login of that user code, whatever its state."""
    return await unit.first(select(DeviceCode).where(DeviceCode.user_code == user_code))


async def pending_devices(unit: Unit, address: str) -> int:
    """How many device logins from an address wait for a decision."""
    statement = select(func.count()).select_from(DeviceCode)
    return await unit.count(
        statement.where(DeviceCode.address == address, DeviceCode.state == "pending", DeviceCode.expires_at > unit.now)
    )


async def change_device(unit: Unit, device_id: str, *, from_state: str, **values: object) -> bool:
    """Sets columns of a device login that is in `from_state`; False where it no longer is."""
    statement = update(DeviceCode).where(DeviceCode.id == device_id, DeviceCode.state == from_state)
    return await unit.change(statement.values(**values)) == 1


async def failures(unit: Unit, bucket: str) -> tuple[int, datetime] | None:
    """How often signing in failed in the present window, and when it ends."""
    row = await unit.first(
        select(SignInFailure).where(SignInFailure.bucket == bucket, SignInFailure.window_ends_at > unit.now)
    )
    return None if row is None else (row.failures, row.window_ends_at)


async def count_failure(unit: Unit, bucket: str, window_ends_at: datetime) -> None:
    """Counts a failed sign-in, in the present window or in one that ends at `window_ends_at`."""
    await unit.change(
        delete(SignInFailure).where(SignInFailure.bucket == bucket, SignInFailure.window_ends_at <= unit.now)
    )
    values = {"bucket": bucket, "failures": 1, "window_ends_at": window_ends_at}
    await unit.add_to(SignInFailure, values, unique=("bucket",), column="failures")


async def remove_expired(unit: Unit, before: datetime) -> int:
    """Removes what identified someone until before that time, and no longer does; how many rows that were."""
    removed = 0
    for statement in (
        delete(OneTimeLink).where(OneTimeLink.expires_at < before),
        delete(WebSession).where(or_(WebSession.expires_at < before, WebSession.revoked_at < before)),
        delete(DeviceCode).where(DeviceCode.expires_at < before),
        delete(ApiToken).where(or_(ApiToken.expires_at < before, ApiToken.revoked_at < before)),
        delete(SignInFailure).where(SignInFailure.window_ends_at < before),
    ):
        removed += await unit.change(statement, long=True)
    return removed
