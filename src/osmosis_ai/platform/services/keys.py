"""The keys of secrets: checked at the start, rotated at will, and never dropped while in use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.secrets.key_file import Keys
from osmosis_ai.platform.secrets.keyring import Keyring, Sealed, SecretUnreadableError
from osmosis_ai.platform.services import audit
from osmosis_ai.platform.services.secrets import place_of, sealed_of
from osmosis_ai.platform.store import secrets as rows
from osmosis_ai.platform.store.database import Database

__all__ = [
    "KeyState",
    "Rotation",
    "UnreadableSecret",
    "finish_rotation",
    "is_unfinished",
    "prepare",
    "rotate",
    "unreadable",
]

_BATCH = 100


@dataclass(frozen=True, slots=True)
class KeyState:
    """What a start found."""

    active: str | None
    """The key that secrets are encrypted with, or None where there is no key file."""
    created: bool
    """Whether there was no key file, so that one was made."""
    missing: Sequence[str]
    """Keys that secrets are encrypted with and the file does not hold: those secrets are unreadable."""


@dataclass(frozen=True, slots=True)
class UnreadableSecret:
    """A secret that cannot be decrypted."""

    workspace: str
    scope: str
    owner_id: str
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Rotation:
    """What a rotation did."""

    active: str
    encrypted_again: int
    dropped: Sequence[str]
    kept: Sequence[str]
    """Keys that secrets are still encrypted with, because those could not be read."""


async def prepare(database: Database, keyring: Keyring, *, create: bool = True) -> KeyState:
    """Makes a key where there is no key file, with `create`, and checks those there are.

    A key that the file lacks leaves its secrets unreadable, and nothing else: the platform starts. Raises OsmosisError
    for a key file whose key has the right name and is not the right key: it belongs to another platform.
    """
    absent = keyring.file.read() is None
    created = absent and create and keyring.file.create(Keys.generate())
    async with database.read() as unit:
        known = await rows.keys(unit)
        missing = [row.id for row in known if not keyring.has(row.id) and await rows.uses_of_key(unit, row.id)]
    if absent and not create:
        return KeyState(None, False, missing)
    for row in known:
        if keyring.has(row.id) and not keyring.recognizes(Sealed(row.id, row.check_nonce, row.check_value)):
            raise OsmosisError(
                f"the key {row.id} in {keyring.file.path} is not the one that this database was encrypted with.",
                hint="Put the key file of this platform in its place.",
            )
    active = keyring.keys.active
    await _make_known(database, keyring, active)
    return KeyState(active, created, missing)


async def rotate(database: Database, keyring: Keyring, *, actor: str = "operator") -> Rotation:
    """Encrypts every secret with a new key and drops the old ones.

    Killed at any point, every secret stays readable; `finish_rotation`, at the next start or called again, goes on.
    The order is what makes it so: a key is in the file before anything is encrypted with it, and leaves the file only
    after the database has let go of it.
    """
    keys, key_id = keyring.keys.with_new()
    keyring.file.write(keys)
    await _make_known(database, keyring, key_id)
    keyring.file.write(keys.with_active(key_id))
    async with database.write() as unit:
        await audit.record_system(unit, "key.rotate", actor=actor, target=key_id)
    return await finish_rotation(database, keyring)


async def is_unfinished(database: Database, keyring: Keyring) -> bool:
    """Whether a rotation was interrupted: another key than the active one is in the file and can still be read with."""
    async with database.read() as unit:
        known = [row.id for row in await rows.keys(unit)]
    present = set(keyring.keys.keys)
    return any(key_id != keyring.keys.active and key_id in present for key_id in {*known, *present})


async def finish_rotation(database: Database, keyring: Keyring) -> Rotation:
    """Encrypts with the active key what another key encrypts, and drops the keys that are no longer in use."""
    active = keyring.keys.active
    changed = 0
    after = ""
    while True:
        async with database.write() as unit:
            batch = await rows.secrets_with_other_keys(unit, active, _BATCH, after)
            for row in batch:
                try:
                    value = keyring.open(place_of(row), sealed_of(row))
                except SecretUnreadableError:
                    continue  # its key may come back; until then it is left as it is
                sealed = keyring.seal(place_of(row), value)
                changed += await rows.replace_ciphertext(unit, row, sealed.key_id, sealed.nonce, sealed.ciphertext)
        if not batch:
            break
        after = batch[-1].id
    dropped, kept = await _drop_unused(database, keyring)
    return Rotation(active, changed, dropped, kept)


async def unreadable(database: Database, keyring: Keyring) -> Sequence[UnreadableSecret]:
    """Every secret that cannot be decrypted, with the reason."""
    found: list[UnreadableSecret] = []
    after = ""
    while True:
        async with database.read() as unit:
            batch = await rows.every_secret(unit, _BATCH, after)
        if not batch:
            return found
        for named in batch:
            row = named.row
            try:
                keyring.open(place_of(row), sealed_of(row))
            except SecretUnreadableError as error:
                found.append(UnreadableSecret(named.workspace_name, row.scope, row.owner_id, row.name, str(error)))
        after = batch[-1].row.id


async def _make_known(database: Database, keyring: Keyring, key_id: str) -> None:
    check = keyring.check_value(key_id)
    async with database.write() as unit:
        await rows.add_key(unit, key_id, check.nonce, check.ciphertext)


async def _drop_unused(database: Database, keyring: Keyring) -> tuple[list[str], list[str]]:
    dropped, kept = [], []
    active = keyring.keys.active
    async with database.read() as unit:
        known = {row.id for row in await rows.keys(unit)}
    for key_id in sorted((known | set(keyring.keys.keys)) - {active}):
        async with database.write() as unit:
            if await rows.uses_of_key(unit, key_id) > 0:
                kept.append(key_id)
                continue
            await rows.remove_key(unit, key_id)
            await audit.record_system(unit, "key.drop", target=key_id)
        if keyring.has(key_id):
            keyring.file.write(keyring.keys.without(key_id))
        dropped.append(key_id)
    return dropped, kept
