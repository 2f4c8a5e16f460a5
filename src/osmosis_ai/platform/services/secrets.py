"""Environment secrets: written, listed and deleted, never shown again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.errors import InvalidRequestError, Issue, ResourceNotFoundError, UnavailableError
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.secrets.keyring import Keyring, Place, Sealed, SecretUnreadableError
from osmosis_ai.platform.services import audit
from osmosis_ai.platform.store import secrets as rows
from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.tables import EnvironmentSecret
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "MAXIMUM_VALUE_BYTES",
    "Secret",
    "SecretScope",
    "delete",
    "keep",
    "listing",
    "next_version",
    "place_of",
    "put",
    "sealed_of",
]

SecretScope = Literal["workspace", "user"]
"""The workspace's, or one person's in the workspace, which beats the workspace's of the same name."""

MAXIMUM_VALUE_BYTES = 64 * 1024
_LONGEST_NAME = 255
_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_SCOPES: tuple[SecretScope, ...] = ("workspace", "user")
_RESERVED = frozenset({"DAYTONA_API_KEY", "DAYTONA_API_URL"})


Secret = rows.SecretRow
"""A secret as it may be shown: everything but its value."""


async def put(unit: Unit, member: Member, keyring: Keyring, *, name: str, value: str, scope: str) -> Secret:
    """Writes a secret, new or in the place of the one of that name and scope.

    Raises InvalidRequestError, AccessDeniedError (the workspace's secrets are for owners and admins), and
    UnavailableError where the platform has no key.
    """
    kind = _scope(scope)
    member.require("secret.write_workspace" if kind == "workspace" else "secret.write_personal")
    _check(name, value)
    owner_id = _owner(member, kind)
    in_workspace = unit.in_workspace(member.workspace_id)
    present = await rows.kept_secret(unit, in_workspace, kind, owner_id, name)
    version = next_version(present)
    place = Place(member.workspace_id, kind, owner_id, name, version)
    secret_id = await keep(unit, keyring, place, value, by=member.actor.user_id, present=present)
    await audit.record(
        unit,
        member.actor,
        "secret.set",
        workspace_id=member.workspace_id,
        target=secret_id,
        details={"name": name, "scope": kind, "version": version},
    )
    return Secret(
        id=secret_id,
        name=name,
        scope=kind,
        created_at=wire_time(unit.now if present is None else present.created_at),
        updated_at=wire_time(unit.now),
        creator_name=member.actor.name if present is None or present.created_by == member.actor.user_id else None,
        updater_name=member.actor.name,
    )


async def listing(unit: Unit, member: Member, *, scope: str, limit: int, offset: int) -> Page[Secret]:
    """The secrets that the person sees, by name; `scope` is `workspace`, `user` (their own) or `all`."""
    member.require("secret.read")
    kinds: Sequence[SecretScope] = _SCOPES if scope == "all" else (_scope(scope),)
    scope_of_rows = unit.in_workspace(member.workspace_id)
    return await rows.secrets_of(unit, scope_of_rows, member.actor.user_id, kinds, limit=limit, offset=offset)


async def delete(unit: Unit, member: Member, *, name: str, scope: str) -> None:
    """Removes a secret. Raises ResourceNotFoundError, InvalidRequestError, AccessDeniedError."""
    kind = _scope(scope)
    member.require("secret.write_workspace" if kind == "workspace" else "secret.write_personal")
    in_workspace = unit.in_workspace(member.workspace_id)
    present = await rows.kept_secret(unit, in_workspace, kind, _owner(member, kind), name)
    if present is None:
        raise ResourceNotFoundError("There is no such secret.")
    await rows.delete_secret(unit, in_workspace, present.id)
    await audit.record(
        unit,
        member.actor,
        "secret.delete",
        workspace_id=member.workspace_id,
        target=present.id,
        details={"name": name, "scope": kind},
    )


def place_of(row: EnvironmentSecret) -> Place:
    """Where a row belongs."""
    return Place(row.workspace_id, row.scope, row.owner_id, row.name, row.version)


def sealed_of(row: EnvironmentSecret) -> Sealed:
    """What a row holds."""
    return Sealed(row.key_id, row.nonce, row.ciphertext)


def next_version(present: EnvironmentSecret | rows.KeptSecret | None) -> int:
    """The version of the value that takes the place of the present one."""
    return 1 if present is None else present.version + 1


async def keep(
    unit: Unit,
    keyring: Keyring,
    place: Place,
    value: str,
    *,
    by: str | None,
    present: EnvironmentSecret | rows.KeptSecret | None = None,
) -> str:
    """Encrypts a value for a place and stores it there, in the row of the `present` one or in a new one; the row's id.

    `by` is the person, None for the platform. Who may do this was decided. Raises UnavailableError where the platform
    has no key.
    """
    try:
        sealed = keyring.seal(place, value)
    except (SecretUnreadableError, OsmosisError, OSError):
        raise UnavailableError("The platform's key file cannot be read, so no secret can be stored.") from None
    scope = unit.in_workspace(place.workspace_id)
    written = {
        "version": place.version,
        "key_id": sealed.key_id,
        "nonce": sealed.nonce,
        "ciphertext": sealed.ciphertext,
        "updated_by": by,
        "updated_at": unit.now,
    }
    if present is not None:
        await rows.update_secret(unit, scope, present.id, **written)
        return present.id
    secret_id = new_id("sec")
    made = {"id": secret_id, "scope": place.scope, "owner_id": place.owner_id, "name": place.name}
    created = {"created_by": by, "created_at": unit.now}
    await unit.insert(EnvironmentSecret, {**made, **written, **created}, scope=scope)
    return secret_id


def _owner(member: Member, kind: SecretScope) -> str:
    return member.actor.user_id if kind == "user" else ""


def _scope(text: str) -> SecretScope:
    scope = next((each for each in _SCOPES if each == text), None)
    if scope is None:
        issue = Issue("scope", f"must be one of {', '.join(_SCOPES)}")
        raise InvalidRequestError("The scope is not known.", field="scope", issues=[issue])
    return scope


def _check(name: str, value: str) -> None:
    issues = []
    if not _NAME.fullmatch(name) or len(name) > _LONGEST_NAME:
        issues.append(Issue("name", "must be A-Z, 0-9 and _, begin with a letter and have at most 255 characters"))
    elif name in _RESERVED:
        issues.append(Issue("name", "is reserved by the platform"))
    if not value:
        issues.append(Issue("value", "must not be empty"))
    elif "\0" in value or len(value.encode("utf-8", "replace")) > MAXIMUM_VALUE_BYTES:
        issues.append(Issue("value", f"must have at most {MAXIMUM_VALUE_BYTES} bytes, none of them NUL"))
    elif any("\ud800" <= character <= "\udfff" for character in value):
        issues.append(Issue("value", "must be valid Unicode"))
    if issues:
        raise InvalidRequestError("The secret cannot be stored.", field=issues[0].key, issues=issues)
