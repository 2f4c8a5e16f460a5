"""All that a bundle needs to run where nothing is installed: itself, the SDK and what both depend on, an interpreter.

The files are those of the running environment, so that the container has the versions that the server has, and nothing
is fetched. They are copied once, by content, into folders that containers mount read-only.
"""

from __future__ import annotations

import compileall
import hashlib
import os
import re
import secrets
import shutil
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from py_compile import PycInvalidationMode

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from osmosis_ai.packaging.bundle import MAIN_MODULE, BundleInfo

__all__ = ["PYTHON_MOUNT", "RUNTIME_MOUNT", "SITE_MOUNT", "MissingDistributionError", "Runtime", "build_runtime"]

PYTHON_MOUNT = "/opt/osmosis/python"
RUNTIME_MOUNT = "/opt/osmosis/runtime"
SITE_MOUNT = "/opt/osmosis/site"
SDK = "osmosis-ai"
_SDK_PACKAGES = ("osmosis_ai", "osmosis_contract", "osmosis_contract_runtime")
_NOT_CONTAINED = frozenset({"harbor", "eval", "local", "platform", "train"})  # extras of the SDK that containers lack
_RUN = """import os, sys
os.environ.pop("LD_LIBRARY_PATH", None)
os.environ["_OSMOSIS_CONTAINER_PROCESS"] = "1"
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(here, "bundle"), "/opt/osmosis/site"]
sys.dont_write_bytecode = True
if sys.argv[1] == "check":
    print("osmosis-runtime-ok")
    sys.exit(0)
from {package}.{main} import main
sys.exit(main())
"""
_SCRIPT = f"""#!/bin/sh
unset LD_PRELOAD PYTHONHOME PYTHONPATH
LD_LIBRARY_PATH={PYTHON_MOUNT}/lib exec {PYTHON_MOUNT}/bin/python3 -I {RUNTIME_MOUNT}/run.py "$@"
"""
_SCRIPTS = re.compile(r"(^|/)\.\.(/|$)")


class MissingDistributionError(ValueError):
    """A bundle depends on a distribution that is not installed here."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """Folders of this machine, by where a container has them."""

    mounts: Mapping[str, Path]


def build_runtime(bundle: BundleInfo, cache: Path) -> Runtime:
    """The folders for a bundle, each built unless `cache` has it.

    Raises MissingDistributionError, a ValueError, which names what is not installed in the running environment.
    """
    needed = _closure([SDK, *bundle.requirements])
    sdk = sorted(_sdk_files())
    site = hashlib.sha256(repr((sys.version, sorted((name, each.version) for name, each in needed.items()))).encode())
    for name, path in sdk:
        status = path.stat()
        site.update(f"{name}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    own = hashlib.sha256(repr((_RUN, _SCRIPT, sys.version, bundle.package)).encode() + bundle.wheel.read_bytes())

    def fill_site(folder: Path) -> None:
        for distribution in needed.values():
            _copy(_distribution_files(distribution), folder)
        _copy(sdk, folder)
        _compile(folder, SITE_MOUNT, [folder / package for package in _SDK_PACKAGES])

    def fill_own(folder: Path) -> None:
        _unpack(bundle.wheel, folder / "bundle")
        (folder / "run.py").write_text(_RUN.format(package=bundle.package, main=MAIN_MODULE), encoding="utf-8")
        script = folder / "run.sh"
        script.write_text(_SCRIPT, encoding="utf-8")
        script.chmod(0o755)
        _compile(folder, RUNTIME_MOUNT, [folder / "bundle"])

    return Runtime(
        {
            RUNTIME_MOUNT: _built(cache / "bundles", own.hexdigest()[:32], fill_own),
            SITE_MOUNT: _built(cache / "sites", site.hexdigest()[:32], fill_site),
            PYTHON_MOUNT: Path(sys.base_prefix),
        }
    )


def _built(cache: Path, key: str, fill: Callable[[Path], None]) -> Path:
    """The folder of that key, filled unless it is there; it appears whole or not at all."""
    target = cache / key
    if target.is_dir():
        return target
    cache.mkdir(parents=True, exist_ok=True)
    part = cache / f".{key}.{secrets.token_hex(4)}.part"
    part.mkdir()
    try:
        fill(part)
        try:
            part.rename(target)
        except OSError:
            if not target.is_dir():  # else another process built the same
                raise
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return target


def _closure(wanted: Iterable[str]) -> dict[str, metadata.Distribution]:
    """The installed distributions that the requirements lead to, by their canonical names, without the SDK itself."""
    environment: dict[str, str] = {key: str(value) for key, value in default_environment().items()}
    found: dict[str, metadata.Distribution] = {}
    asked: set[tuple[str, frozenset[str]]] = set()
    waiting = [(Requirement(each), "the bundle") for each in wanted]
    while waiting:
        requirement, wanted_by = waiting.pop()
        name = canonicalize_name(requirement.name)
        extras = frozenset(requirement.extras)
        if name == SDK:
            extras = (extras | {"server"}) - _NOT_CONTAINED
        if (name, extras) in asked:
            continue
        asked.add((name, extras))
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            raise MissingDistributionError(
                f"{wanted_by} needs {requirement}, which is not installed in the server's environment; add it to the "
                "dependencies of the rollout's pyproject.toml"
            ) from None
        if requirement.specifier and not requirement.specifier.contains(distribution.version, prereleases=True):
            raise MissingDistributionError(
                f"{wanted_by} needs {requirement}, and version {distribution.version} is installed in the server's "
                "environment"
            )
        found[name] = distribution
        for text in distribution.requires or ():
            inner = Requirement(text)
            kinds: list[dict[str, str]] = [{**environment, "extra": extra} for extra in (*extras, "")]
            if inner.marker is None or any(inner.marker.evaluate(kind) for kind in kinds):
                waiting.append((inner, name))
    del found[SDK]
    return found


def _distribution_files(distribution: metadata.Distribution) -> Iterator[tuple[str, Path]]:
    """The files of an installed distribution below its site folder; scripts and what is compiled anew are left out."""
    for file in distribution.files or ():
        name = file.as_posix()
        if _SCRIPTS.search(name) or name.startswith("/") or name.endswith((".pyc", ".pth")):
            continue
        path = Path(str(distribution.locate_file(file)))
        if path.is_file():
            yield name, path


def _sdk_files() -> Iterator[tuple[str, Path]]:
    for package in _SDK_PACKAGES:
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            raise MissingDistributionError(f"the package {package} of the SDK cannot be found")
        root = Path(spec.origin).parent
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(each for each in folders if each != "__pycache__")
            for name in names:
                path = Path(folder, name)
                yield path.relative_to(root.parent).as_posix(), path
    described = metadata.distribution(SDK)
    for file in described.files or ():
        if file.parent.name.endswith(".dist-info") and file.name in {"METADATA", "RECORD"}:
            yield f"{file.parent.name}/{file.name}", Path(str(described.locate_file(file)))


def _copy(files: Iterable[tuple[str, Path]], root: Path) -> None:
    """Copies the files below `root`, with what was compiled of them; of two of the same name the first is kept."""
    for name, path in files:
        target = root / name
        if target.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)
        if path.suffix == ".py":
            compiled = Path(cache_from_source(str(path)))
            if compiled.is_file():
                (target.parent / compiled.parent.name).mkdir(exist_ok=True)
                shutil.copy2(compiled, target.parent / compiled.parent.name / compiled.name)


def _compile(root: Path, mount: str, folders: Iterable[Path]) -> None:
    """Compiles what changes with every bundle and every SDK, since a container that mounts them cannot keep it."""
    for folder in folders:
        compileall.compile_dir(
            folder,
            quiet=2,
            stripdir=str(root),
            prependdir=mount,
            invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
        )


def _unpack(wheel: Path, root: Path) -> None:
    root.mkdir(parents=True)
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            if entry.filename.startswith("/") or ".." in Path(entry.filename).parts:
                raise ValueError(f"{wheel} holds {entry.filename!r}, which leads out of it")
        archive.extractall(root)
