"""One digest for all that is below a folder."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

__all__ = ["EVERY_PERMISSION", "tree_digest"]

EVERY_PERMISSION = 0o7777


def tree_digest(root: Path, *, permissions: int = EVERY_PERMISSION, leave_out: str | None = None) -> str:
    """SHA-256 over the names, kinds, permissions and contents of everything below `root`, 64 hexadecimal digits.

    Of links it is where they lead. `permissions` masks those that count; folders of the name `leave_out` do not count.
    Raises OSError.
    """
    digest = hashlib.sha256()
    for parent, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name != leave_out)
        for name in sorted([*names, *folders]):
            path = Path(parent, name)
            mode = path.lstat().st_mode
            digest.update(f"{path.relative_to(root).as_posix()}\0".encode(errors="surrogateescape"))
            digest.update(f"{stat.S_IFMT(mode) | mode & permissions:o}\0".encode())
            if stat.S_ISLNK(mode):
                digest.update(os.fsencode(path.readlink()))
            elif stat.S_ISREG(mode):
                with path.open("rb") as file:
                    digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()
