"""Signing in by an OpenID provider: which person here someone at the provider is.

Whoever signed in before is known by the provider's subject, which names one person for ever; an address may be given to
another. The first time, the verified address decides, and it never gives away an account that someone already uses:

- the address of an account without a password: it is theirs;
- the address of an account with a password: they sign in with that once, and are linked while they are signed in;
- an address that is invited: they get an account;
- any other: refused, since no one signs up.
"""

from __future__ import annotations

from dataclasses import dataclass

from osmosis_ai.platform.access.actors import Actor, Origin
from osmosis_ai.platform.errors import AccessDeniedError, InvalidRequestError, StateConflictError
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.services import accounts, audit, sign_in
from osmosis_ai.platform.services.sign_in import SignedIn
from osmosis_ai.platform.store import accounts as rows
from osmosis_ai.platform.store import workspaces as workspace_rows
from osmosis_ai.platform.store.tables import User, UserIdentity
from osmosis_ai.platform.store.unit import Unit

__all__ = ["ProvedIdentity", "by_identity"]


@dataclass(frozen=True, slots=True)
class ProvedIdentity:
    """What a provider says, in a token whose signature, audience and nonce were checked, of who signed in with it."""

    issuer: str
    subject: str
    email: str | None
    email_verified: bool
    """Whether the provider says that the address is theirs. Without that the address means nothing."""
    name: str = ""


async def by_identity(unit: Unit, identity: ProvedIdentity, origin: Origin, actor: Actor | None) -> SignedIn | None:
    """Signs a person in, or links the identity to `actor`, who is signed in already; None for the latter.

    Raises AccessDeniedError where no account is theirs, StateConflictError (`SIGN_IN_REQUIRED`) for an account that has
    a password and is not linked yet.
    """
    found = await rows.identity(unit, identity.issuer, identity.subject)
    if found is not None:
        user = found[1]
        if user.disabled_at is not None:
            raise _refused()
        if actor is None:
            return await sign_in.start_session(unit, user, origin, "sign_in.oidc")
        if actor.user_id != user.id:
            raise StateConflictError(
                "You are signed in here with another account; sign out first.", code="WRONG_ACCOUNT"
            )
        return None
    email = _verified_address(identity)
    if actor is not None:
        if actor.email != email:
            raise StateConflictError(
                f"The provider says that you are {email}, and you are signed in here as {actor.email}; sign out first.",
                code="WRONG_ACCOUNT",
            )
        await _link(unit, identity, actor.user_id, origin, actor.email)
        return None
    user = await _account(unit, identity, email, origin)
    await _link(unit, identity, user.id, origin, user.email)
    return await sign_in.start_session(unit, user, origin, "sign_in.oidc")


async def _account(unit: Unit, identity: ProvedIdentity, email: str, origin: Origin) -> User:
    """The account that has the address and no password, or a new one for an address that is invited."""
    user = await rows.user_by_email(unit, email)
    if user is None:
        if not await workspace_rows.has_open_invitation(unit, email):
            raise _refused()
        added = await accounts.add(unit, email=email, name=identity.name)
        details = {"email": email, "issuer": identity.issuer}
        await audit.record_system(unit, "user.create", actor=email, origin=origin, target=added.id, details=details)
        user = await rows.user_by_id(unit, added.id)
    if user is None or user.disabled_at is not None:
        raise _refused()
    if user.password_hash is not None:
        raise StateConflictError(
            f"The account {email} has a password. Sign in with it once; then sign in here again to connect the two.",
            code="SIGN_IN_REQUIRED",
        )
    return user


async def _link(unit: Unit, identity: ProvedIdentity, user_id: str, origin: Origin, email: str) -> None:
    if await rows.identity_of(unit, user_id, identity.issuer) is not None:
        raise AccessDeniedError(
            f"{email} is someone else at the provider. Whoever runs this platform has to see to it.",
            code="IDENTITY_CHANGED",
        )
    values = {
        "id": new_id("idn"),
        "user_id": user_id,
        "issuer": identity.issuer,
        "subject": identity.subject,
        "created_at": unit.now,
    }
    await unit.insert(UserIdentity, values)
    details = {"issuer": identity.issuer, "subject": identity.subject}
    await audit.record_system(unit, "identity.link", actor=email, origin=origin, target=user_id, details=details)


def _verified_address(identity: ProvedIdentity) -> str:
    if identity.email is None or not identity.email_verified:
        raise AccessDeniedError("The provider does not say that your e-mail address is verified.", code="NOT_VERIFIED")
    try:
        return accounts.normal_email(identity.email)
    except InvalidRequestError:
        raise AccessDeniedError("The provider names no e-mail address.", code="NOT_VERIFIED") from None


def _refused() -> AccessDeniedError:
    return AccessDeniedError(
        "No account here is yours. Ask an owner or admin of a workspace for an invitation.", code="NO_ACCOUNT"
    )
