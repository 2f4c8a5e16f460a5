"""The running SDK as a wheel, so that a rollout's environment holds the same code as the command that drives it.

The package index has a distribution of the same name, which is not this one. The wheel is rebuilt from the files of the
installation, whatever form that has (a wheel, a source tree), and needs no build backend and no network.
"""

from __future__ import annotations

import hashlib
import secrets
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator
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

    Raises OsmosisError when the installation has no metadata to build from.
    """
    members = dict(_members())
    digest = hashlib.sha256()
    for name, content in sorted(members.items()):
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    version = metadata.version(DISTRIBUTION)
    target = cache / digest.hexdigest()[:32] / f"osmosis_ai-{version}-py3-none-any.whl"
    if not target.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_suffix(f".{secrets.token_hex(4)}.part")  # another process may build the same
        _write(part, members, f"osmosis_ai-{version}.dist-info")
        part.replace(target)
    return target


def _members() -> Iterator[tuple[str, bytes]]:
    for package in _PACKAGES:
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            raise InternalError(f"the package {package} cannot be found")
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield f"{package}/{path.relative_to(root).as_posix()}", path.read_bytes()
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
