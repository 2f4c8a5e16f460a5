"""Queries on environment secrets and the keys they are encrypted with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import aliased

from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.scope import WorkspaceScope, across_workspaces
from osmosis_ai.platform.store.tables import EnvironmentSecret, SecretKey, User, Workspace
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "NamedSecret",
    "SecretRow",
    "add_key",
    "delete_secret",
    "every_secret",
    "keys",
    "remove_key",
    "replace_ciphertext",
    "secret",
    "secrets_of",
    "secrets_with_other_keys",
    "update_secret",
    "uses_of_key",
]


@dataclass(frozen=True, slots=True)
class SecretRow:
    """A secret with the names of those who wrote it. Never its value."""

    row: EnvironmentSecret
    creator_name: str | None
    updater_name: str | None


@dataclass(frozen=True, slots=True)
class NamedSecret:
    """A secret, with the name of its workspace."""

    row: EnvironmentSecret
    workspace_name: str


async def secret(
    unit: Unit, scope: WorkspaceScope, kind: str, owner_id: str, name: str, *, lock: bool = False
) -> EnvironmentSecret | None:
    """The secret of that scope, owner and name."""
    statement = scope.select(EnvironmentSecret).where(
        EnvironmentSecret.scope == kind, EnvironmentSecret.owner_id == owner_id, EnvironmentSecret.name == name
    )
    return await unit.first(statement.with_for_update() if lock else statement)


async def secrets_of(
    unit: Unit, scope: WorkspaceScope, owner_id: str, kinds: Sequence[str], *, limit: int, offset: int
) -> Page[SecretRow]:
    """The secrets that a person sees: the workspace's and their own, of those scopes, by name."""
    seen = or_(EnvironmentSecret.scope == "workspace", EnvironmentSecret.owner_id == owner_id)
    creator, updater = aliased(User), aliased(User)
    listed = (
        scope.select_columns(EnvironmentSecret, EnvironmentSecret, creator.name, updater.name)
        .outerjoin(creator, creator.id == EnvironmentSecret.created_by)
        .outerjoin(updater, updater.id == EnvironmentSecret.updated_by)
        .where(seen, EnvironmentSecret.scope.in_(kinds))
        .order_by(EnvironmentSecret.name, EnvironmentSecret.scope)
        .limit(limit)
        .offset(offset)
    )
    counted = scope.select_columns(EnvironmentSecret, func.count()).where(seen, EnvironmentSecret.scope.in_(kinds))
    items = [SecretRow(*row) for row in await unit.rows(listed)]
    total = await unit.count(counted)
    following = offset + len(items)
    return Page(items, total, following if items and following < total else None)


async def update_secret(unit: Unit, scope: WorkspaceScope, secret_id: str, **values: Any) -> None:
    """Sets columns of a secret."""
    await unit.change(scope.update(EnvironmentSecret).where(EnvironmentSecret.id == secret_id).values(**values))


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
