"""Writing a wheel of pure Python files: the same bytes for the same content, without a build backend."""

from __future__ import annotations

import hashlib
import secrets
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from pathlib import Path

__all__ = ["write_wheel"]

_EPOCH = (2020, 1, 1, 0, 0, 0)
_WHEEL = b"Wheel-Version: 1.0\nGenerator: osmosis-ai\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def write_wheel(path: Path, info: str, members: Mapping[str, bytes], *, executable: frozenset[str]) -> None:
    """Writes the wheel whole or not at all. `info` is the name of its metadata folder, whose files are members too."""
    content = {**members, f"{info}/WHEEL": _WHEEL}
    record = [
        f"{name},sha256={urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
        for name, data in content.items()
    ]
    content[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{secrets.token_hex(4)}.part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as wheel:
            for name, data in content.items():
                entry = zipfile.ZipInfo(name, _EPOCH)
                entry.external_attr = (0o755 if name in executable else 0o644) << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                wheel.writestr(entry, data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
