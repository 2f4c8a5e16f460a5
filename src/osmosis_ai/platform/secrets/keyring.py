"""Encrypting and decrypting secrets: AES-256-GCM, bound to where a secret belongs.

A ciphertext is tied to its workspace, scope, owner, name and version: moved to another row it does not decrypt.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from osmosis_ai.platform.secrets.key_file import KeyFile, Keys

__all__ = ["Keyring", "Place", "Sealed", "SecretUnreadableError"]

_NONCE_BYTES = 12
_CHECK = b"osmosis platform: the key is the right one"


class SecretUnreadableError(Exception):
    """A secret cannot be decrypted: its key is missing or is not the right one, or the row was changed."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a secret belongs."""

    workspace_id: str
    scope: str
    owner_id: str
    name: str
    version: int

    def bound(self, key_id: str) -> bytes:
        """The associated data of the encryption; JSON, so that no two places give the same bytes."""
        parts = ["secret", key_id, self.workspace_id, self.scope, self.owner_id, self.name, self.version]
        return json.dumps(parts, separators=(",", ":")).encode()


@dataclass(frozen=True, slots=True)
class Sealed:
    """An encrypted value and what it takes, with the key, to decrypt it."""

    key_id: str
    nonce: bytes
    ciphertext: bytes


class Keyring:
    """The keys of the key file. It is read again when it was replaced, so that a rotation reaches every process."""

    def __init__(self, path: Path) -> None:
        self.file = KeyFile(path)
        self._stamp: tuple[int, int, int] | None = None
        self._keys: Keys | None = None

    @property
    def keys(self) -> Keys:
        """The present keys. Raises OsmosisError for a damaged file, SecretUnreadableError where there is none."""
        stamp = self.file.stamp()
        if self._keys is None or stamp != self._stamp:
            found = self.file.read()
            if found is None:
                raise SecretUnreadableError(f"there is no key file {self.file.path}")
            self._keys, self._stamp = found, stamp
        return self._keys

    def seal(self, place: Place, value: str) -> Sealed:
        """Encrypts a value with the active key."""
        return self._seal(self.keys.active, place.bound, value.encode("utf-8"))

    def open(self, place: Place, sealed: Sealed) -> str:
        """The value. Raises SecretUnreadableError, which says why and nothing of the value."""
        return self._open(sealed, place.bound(sealed.key_id)).decode("utf-8")

    def check_value(self, key_id: str) -> Sealed:
        """A text encrypted with that key, by which the key is recognized later."""
        return self._seal(key_id, _check_bound, _CHECK)

    def recognizes(self, check: Sealed) -> bool:
        """Whether the key of that id is the one that made the check value. False where the key is missing, too."""
        try:
            return self._open(check, _check_bound(check.key_id)) == _CHECK
        except SecretUnreadableError:
            return False

    def has(self, key_id: str) -> bool:
        """Whether the file holds a key of that id."""
        try:
            return key_id in self.keys.keys
        except SecretUnreadableError:
            return False

    def _seal(self, key_id: str, bound: Callable[[str], bytes], value: bytes) -> Sealed:
        nonce = os.urandom(_NONCE_BYTES)
        return Sealed(key_id, nonce, AESGCM(self.keys.keys[key_id]).encrypt(nonce, value, bound(key_id)))

    def _open(self, sealed: Sealed, bound: bytes) -> bytes:
        key = self.keys.keys.get(sealed.key_id)
        if key is None:
            raise SecretUnreadableError(f"its key {sealed.key_id} is not in the key file")
        try:
            return AESGCM(key).decrypt(sealed.nonce, sealed.ciphertext, bound)
        except (InvalidTag, ValueError):
            raise SecretUnreadableError(f"the key {sealed.key_id} does not decrypt it") from None


def _check_bound(key_id: str) -> bytes:
    return json.dumps(["check", key_id]).encode()
