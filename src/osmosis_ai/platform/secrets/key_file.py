"""The file of keys: outside the database and its backups, mode 600, replaced in one step.

{"version": 1, "active": "key_…", "keys": {"key_…": "<32 bytes, base64>"}}
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import secrets
import stat
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.ids import new_id

__all__ = ["KeyFile", "Keys"]

_VERSION = 1
_KEY_BYTES = 32
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True, slots=True, repr=False)
class Keys:
    """Keys by their ids. New secrets are encrypted with the active one."""

    active: str
    keys: dict[str, bytes]

    @classmethod
    def generate(cls) -> Self:
        """One new key."""
        key_id = new_id("key")
        return cls(key_id, {key_id: secrets.token_bytes(_KEY_BYTES)})

    def with_new(self) -> tuple[Self, str]:
        """With another key added, which is not the active one yet; and its id."""
        key_id = new_id("key")
        return replace(self, keys={**self.keys, key_id: secrets.token_bytes(_KEY_BYTES)}), key_id

    def with_active(self, key_id: str) -> Self:
        """With that key as the active one."""
        if key_id not in self.keys:
            raise ValueError(f"{key_id} is not among the keys")
        return replace(self, active=key_id)

    def without(self, key_id: str) -> Self:
        """Without that key, which must not be the active one."""
        if key_id == self.active:
            raise ValueError(f"{key_id} is the active key")
        return replace(self, keys={name: key for name, key in self.keys.items() if name != key_id})


class KeyFile:
    """The file at a path."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def stamp(self) -> tuple[int, int, int] | None:
        """What changes when the file is replaced, or None where there is none."""
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return None
        return status.st_mtime_ns, status.st_ino, status.st_size

    def read(self) -> Keys | None:
        """The keys, or None where there is no file. Raises OsmosisError for a damaged or a readable-by-others one."""
        try:
            descriptor = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise OsmosisError(
                f"the key file {self.path} cannot be read: {error.strerror}.", hint="Give it to the server's account."
            ) from None
        with os.fdopen(descriptor, "rb") as file:
            if os.fstat(file.fileno()).st_mode & _OTHERS:
                raise OsmosisError(
                    f"the key file {self.path} can be read by other accounts.", hint=f"Run: chmod 600 {self.path}"
                )
            content = file.read()
        return self._parse(content)

    def create(self, keys: Keys) -> bool:
        """Makes the file; False where there is one already, which then stays as it is."""
        return self._place(keys, lambda temporary: os.link(temporary, self.path))

    def write(self, keys: Keys) -> None:
        """Replaces the file in one step; on disk before this returns."""
        self._place(keys, lambda temporary: temporary.replace(self.path))

    def _place(self, keys: Keys, place: Callable[[Path], object]) -> bool:
        document = {
            "version": _VERSION,
            "active": keys.active,
            "keys": {name: base64.b64encode(key).decode() for name, key in keys.keys.items()},
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.path.with_name(f".{self.path.name}.{secrets.token_hex(8)}")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(json.dumps(document, indent=2).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            place(temporary)
        except FileExistsError:
            return False
        finally:
            temporary.unlink(missing_ok=True)
        folder = os.open(self.path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        return True

    def _parse(self, content: bytes) -> Keys:
        try:
            document = json.loads(content)
            keys = {str(name): base64.b64decode(text, validate=True) for name, text in document["keys"].items()}
            active = document["active"]
            good = (
                document["version"] == _VERSION
                and active in keys
                and all(len(key) == _KEY_BYTES for key in keys.values())
            )
        except (ValueError, KeyError, TypeError, AttributeError, binascii.Error):
            good = False
        if not good:
            raise OsmosisError(
                f"the key file {self.path} is damaged.", hint="Restore it from where it was saved; nothing else can."
            )
        return Keys(active, keys)
