"""Queries on environment secrets and the keys they are encrypted with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Integer, bindparam, delete, func, or_, select, type_coerce, update
from sqlalchemy.orm import aliased

from osmosis_ai.platform.store.columns import WireTime
from osmosis_ai.platform.store.pages import Page, page_of_prepared
from osmosis_ai.platform.store.prepared import PreparedInWorkspace
from osmosis_ai.platform.store.scope import WorkspaceScope, across_workspaces
from osmosis_ai.platform.store.tables import EnvironmentSecret, SecretKey, User, Workspace
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "KeptSecret",
    "NamedSecret",
    "SecretRow",
    "add_key",
    "delete_secret",
    "every_secret",
    "kept_secret",
    "keys",
    "remove_key",
    "replace_ciphertext",
    "secret",
    "secrets_of",
    "secrets_with_other_keys",
    "update_secret",
    "uses_of_key",
]


_VALUE_COLUMNS = ("version", "key_id", "nonce", "ciphertext", "updated_by", "updated_at")


class SecretRow(NamedTuple):
    """A secret with the names of those who wrote it. Never its value. Times are as on the wire."""

    id: str
    name: str
    scope: str
    created_at: str
    updated_at: str
    creator_name: str | None
    updater_name: str | None


@dataclass(frozen=True, slots=True)
class KeptSecret:
    """What has to be known of a secret to replace it."""

    id: str
    version: int
    created_by: str | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class NamedSecret:
    """A secret, with the name of its workspace."""

    row: EnvironmentSecret
    workspace_name: str


_SEEN = (
    or_(EnvironmentSecret.scope == "workspace", EnvironmentSecret.owner_id == bindparam("owner_id")),
    or_(EnvironmentSecret.scope == bindparam("kind"), EnvironmentSecret.scope == bindparam("other_kind")),
)
_CREATOR, _UPDATER = aliased(User), aliased(User)
_LISTED = PreparedInWorkspace(
    lambda scope: (
        scope.select_columns(
            EnvironmentSecret,
            EnvironmentSecret.id,
            EnvironmentSecret.name,
            EnvironmentSecret.scope,
            type_coerce(EnvironmentSecret.created_at, WireTime()),
            type_coerce(EnvironmentSecret.updated_at, WireTime()),
            _CREATOR.name,
            _UPDATER.name,
        )
        .outerjoin(_CREATOR, _CREATOR.id == EnvironmentSecret.created_by)
        .outerjoin(_UPDATER, _UPDATER.id == EnvironmentSecret.updated_by)
        .where(*_SEEN)
        .order_by(EnvironmentSecret.name, EnvironmentSecret.scope)
        .limit(bindparam("limit", type_=Integer))
        .offset(bindparam("offset", type_=Integer))
    )
)
_COUNTED = PreparedInWorkspace(lambda scope: scope.select_columns(EnvironmentSecret, func.count()).where(*_SEEN))
_ONE = PreparedInWorkspace(
    lambda scope: (
        scope.select_columns(
            EnvironmentSecret,
            EnvironmentSecret.id,
            EnvironmentSecret.version,
            EnvironmentSecret.created_by,
            EnvironmentSecret.created_at,
        )
        .where(
            EnvironmentSecret.scope == bindparam("kind"),
            EnvironmentSecret.owner_id == bindparam("owner_id"),
            EnvironmentSecret.name == bindparam("name"),
        )
        .with_for_update()
    )
)
_WRITTEN = PreparedInWorkspace(
    lambda scope: (
        scope.update(EnvironmentSecret)
        .where(EnvironmentSecret.id == bindparam("secret_id"))
        .values({name: bindparam(f"new_{name}") for name in _VALUE_COLUMNS})
    )
)


async def secret(unit: Unit, scope: WorkspaceScope, kind: str, owner_id: str, name: str) -> EnvironmentSecret | None:
    """The secret of that scope, owner and name."""
    statement = scope.select(EnvironmentSecret).where(
        EnvironmentSecret.scope == kind, EnvironmentSecret.owner_id == owner_id, EnvironmentSecret.name == name
    )
    return await unit.first(statement)


async def kept_secret(unit: Unit, scope: WorkspaceScope, kind: str, owner_id: str, name: str) -> KeptSecret | None:
    """What is kept of it beside its value; locked until the transaction ends."""
    found = await unit.fetch_in(scope, _ONE, kind=kind, owner_id=owner_id, name=name)
    return KeptSecret(*found[0]) if found else None


async def secrets_of(
    unit: Unit, scope: WorkspaceScope, owner_id: str, kinds: Sequence[str], *, limit: int, offset: int
) -> Page[SecretRow]:
    """The secrets that a person sees: the workspace's and their own, of those scopes, by name."""
    asked = {"owner_id": owner_id, "kind": kinds[0], "other_kind": kinds[-1]}
    page = await page_of_prepared(unit, scope, _LISTED, _COUNTED, limit=limit, offset=offset, **asked)
    return page.map(SecretRow._make)


async def update_secret(unit: Unit, scope: WorkspaceScope, secret_id: str, **values: Any) -> None:
    """Gives a secret another value: `version`, `key_id`, `nonce`, `ciphertext`, `updated_by` and `updated_at`."""
    given = {f"new_{name}": values[name] for name in _VALUE_COLUMNS}
    await unit.run_in(scope, _WRITTEN, secret_id=secret_id, **given)


async def delete_secret(unit: Unit, scope: WorkspaceScope, secret_id: str) -> None:
    """Removes a secret."""
    await unit.change(scope.delete(EnvironmentSecret).where(EnvironmentSecret.id == secret_id))


async def keys(unit: Unit) -> Sequence[SecretKey]:
    """Every key that the database knows of, the oldest first."""
    return await unit.all(select(SecretKey).order_by(SecretKey.created_at, SecretKey.id))


async def add_key(unit: Unit, key_id: str, nonce: bytes, value: bytes) -> None:
    """Makes a key known, with its check value; nothing where it is already."""
    values = {"id": key_id, "check_nonce": nonce, "check_value": value, "created_at": unit.now}
    await unit.insert(SecretKey, values, ignore_existing=True)


async def remove_key(unit: Unit, key_id: str) -> None:
    """Forgets a key. The database refuses while a secret is encrypted with it."""
    await unit.change(delete(SecretKey).where(SecretKey.id == key_id))


async def uses_of_key(unit: Unit, key_id: str) -> int:
    """How many secrets are encrypted with a key."""
    statement = select(func.count()).select_from(EnvironmentSecret).where(EnvironmentSecret.key_id == key_id)
    return await unit.count(across_workspaces(statement, reason="keys belong to the platform"))


async def secrets_with_other_keys(unit: Unit, key_id: str, limit: int, after: str) -> Sequence[EnvironmentSecret]:
    """Secrets that are encrypted with any other key, by id, from the one after `after`; locked."""
    statement = (
        select(EnvironmentSecret)
        .where(EnvironmentSecret.key_id != key_id, EnvironmentSecret.id > after)
        .order_by(EnvironmentSecret.id)
        .limit(limit)
        .with_for_update()
    )
    return await unit.all(across_workspaces(statement, reason="a key rotation encrypts every secret again"))


async def replace_ciphertext(unit: Unit, row: EnvironmentSecret, key_id: str, nonce: bytes, ciphertext: bytes) -> bool:
    """Replaces the ciphertext of a row that was not written meanwhile; False where it was."""
    statement = update(EnvironmentSecret).where(
        EnvironmentSecret.id == row.id, EnvironmentSecret.version == row.version, EnvironmentSecret.key_id == row.key_id
    )
    changed = statement.values(key_id=key_id, nonce=nonce, ciphertext=ciphertext)
    return await unit.change(across_workspaces(changed, reason="a key rotation encrypts every secret again")) == 1


async def every_secret(unit: Unit, limit: int, after: str = "") -> Sequence[NamedSecret]:
    """Secrets of all workspaces, by id, from the one after `after`."""
    statement = (
        select(EnvironmentSecret, Workspace.name)
        .join(Workspace, Workspace.id == EnvironmentSecret.workspace_id)
        .where(EnvironmentSecret.id > after)
        .order_by(EnvironmentSecret.id)
        .limit(limit)
    )
    rows = await unit.rows(across_workspaces(statement, reason="the doctor names each unreadable secret"))
    return [NamedSecret(*row) for row in rows]
