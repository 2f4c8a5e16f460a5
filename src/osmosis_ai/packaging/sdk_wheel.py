"""The running SDK as a wheel, so that a rollout's environment holds the same code as the command that drives it.

The package index has a distribution of the same name, which is not this one. The wheel is rebuilt from the files of the
installation, whatever form that has (a wheel, a source tree), and needs no build backend and no network.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from osmosis_ai.base.errors import InternalError

__all__ = ["DISTRIBUTION", "build_sdk_wheel"]

DISTRIBUTION = "osmosis-ai"
_PACKAGES = ("osmosis_ai", "osmosis_contract", "osmosis_contract_runtime")
_EPOCH = (2020, 1, 1, 0, 0, 0)
_WHEEL = "Wheel-Version: 1.0\nGenerator: osmosis-ai\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def build_sdk_wheel(cache: Path) -> Path:
    """The wheel of the running SDK below `cache`, in a folder named by a digest of its content; built if not there.

    The files are read only where one of them was written since the last time. Raises OsmosisError when the
    installation has no metadata to build from.
    """
    files = dict(_files())
    stamp = cache / f"{_stamp(files)}.stamp"
    name = f"osmosis_ai-{metadata.version(DISTRIBUTION)}-py3-none-any.whl"
    with contextlib.suppress(OSError):
        known = cache / stamp.read_text() / name
        if known.is_file():
            return known
    members = {name: Path(found.path).read_bytes() for name, found in files.items()} | dict(_described())
    digest = hashlib.sha256()
    for member, content in sorted(members.items()):
        digest.update(f"{member}\0{len(content)}\0".encode())
        digest.update(content)
    folder = digest.hexdigest()[:32]
    target = cache / folder / name
    if not target.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_suffix(f".{secrets.token_hex(4)}.part")  # another process may build the same
        _write(part, members, name.removesuffix("-py3-none-any.whl") + ".dist-info")
        part.replace(target)
    part = stamp.with_suffix(f".{secrets.token_hex(4)}.part")
    part.write_text(folder)
    part.replace(stamp)
    return target


def _files() -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Every file of the packages, by its name in the wheel."""
    for package in _PACKAGES:
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            raise InternalError(f"the package {package} cannot be found")
        yield from _files_in(os.path.dirname(spec.origin), package)  # noqa: PTH120 - one of a thousand paths


def _files_in(folder: str, inside: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    yield from ((f"{inside}/{entry.name}", entry) for entry in entries if not entry.is_dir())
    for entry in entries:
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files_in(entry.path, f"{inside}/{entry.name}")


def _stamp(files: Mapping[str, os.DirEntry[str]]) -> str:
    """What changes whenever a file is written, added or removed, or another version is installed."""
    digest = hashlib.sha256(str(dict(_described())).encode())
    for name, found in files.items():
        status = found.stat()
        digest.update(f"{name}\0{found.path}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return digest.hexdigest()[:32]


def _described() -> Iterator[tuple[str, bytes]]:
    """What the installation says of itself."""
    distribution = metadata.distribution(DISTRIBUTION)
    info = f"osmosis_ai-{distribution.version}.dist-info"
    described = distribution.read_text("METADATA")
    if described is None:
        raise InternalError(
            f"the installed {DISTRIBUTION} has no metadata",
            hint=f"Install it again: pip install --force-reinstall {DISTRIBUTION}",
        )
    yield f"{info}/METADATA", described.encode()
    yield f"{info}/WHEEL", _WHEEL.encode()
    entry_points = distribution.read_text("entry_points.txt")
    if entry_points is not None:
        yield f"{info}/entry_points.txt", entry_points.encode()


def _write(path: Path, members: dict[str, bytes], info: str) -> None:
    record = [
        f"{name},sha256={urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()},{len(content)}"
        for name, content in members.items()
    ]
    record.append(f"{info}/RECORD,,")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as wheel:
        for name, content in (*members.items(), (f"{info}/RECORD", "\n".join([*record, ""]).encode())):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
