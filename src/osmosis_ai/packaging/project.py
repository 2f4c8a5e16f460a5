"""A project that is to be bundled: its one package, its metadata, and the files that belong to it."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from osmosis_ai.base.config.toml_text import parse_toml

__all__ = ["Project", "normalized", "project_of_module", "read_project"]

_EXCLUDED = frozenset(
    {"__pycache__", ".git", ".venv", "venv", "dist", "build", "node_modules", ".pytest_cache", ".ruff_cache"}
)
_MODULE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Project:
    """A project on disk, as a bundle takes it. `files` are the package's, by their path below the package's parent."""

    directory: Path
    name: str
    version: str
    requirements: tuple[str, ...]
    requires_python: str | None
    package: str
    files: tuple[tuple[str, Path], ...]

    @property
    def digest(self) -> str:
        """The SHA-256 of what the bundle is made of, in hexadecimal."""
        digest = hashlib.sha256(
            repr((self.name, self.version, self.requirements, self.requires_python, self.package)).encode()
        )
        for name, path in self.files:
            content = path.read_bytes()
            digest.update(f"{name}\0{len(content)}\0{os.access(path, os.X_OK)}\0".encode())
            digest.update(content)
        return digest.hexdigest()


def read_project(code_dir: Path, *, package: str | None = None, deps: Sequence[str] | None = None) -> Project:
    """The project in a directory with a `pyproject.toml` and one importable package, at its root or below `src/`.

    `package` names one of several. `deps` take the place of `[project] dependencies`. Raises ValueError for a project
    that cannot be bundled: which file, what is wrong and what to do.
    """
    directory = code_dir.expanduser().resolve()
    pyproject = directory / "pyproject.toml"
    if not pyproject.is_file():
        raise ValueError(f"{directory} has no pyproject.toml; code_dir is the directory of a Python project")
    try:
        table = parse_toml(pyproject.read_text(encoding="utf-8")).get("project", {})
    except ValueError as error:
        raise ValueError(f"{pyproject} is not valid TOML: {error}") from None
    name = table.get("name")
    if not isinstance(name, str) or not name:
        raise ValueError(f"{pyproject} has no [project] name; give the project one")
    found = _package(directory, package)
    return Project(
        directory=directory,
        name=name,
        version=_version(pyproject, table),
        requirements=_requirements(pyproject, table, deps),
        requires_python=table.get("requires-python"),
        package=found.name,
        files=tuple(_files(found)),
    )


def project_of_module(file: str | Path) -> Path:
    """The directory of the nearest `pyproject.toml` above a module's file. Raises ValueError where there is none."""
    path = Path(file).resolve()
    for parent in path.parents:
        if (parent / "pyproject.toml").is_file():
            return parent
    raise ValueError(f"no directory above {path} has a pyproject.toml; pass code_dir, the project to package")


def _version(pyproject: Path, table: dict[str, Any]) -> str:
    version = table.get("version", "0")
    try:
        return str(Version(version))
    except (InvalidVersion, TypeError):
        raise ValueError(f"{pyproject}: [project] version {version!r} is not a version") from None


def _requirements(pyproject: Path, table: dict[str, Any], deps: Sequence[str] | None) -> tuple[str, ...]:
    if deps is None and "dependencies" in table.get("dynamic", ()):
        raise ValueError(f"{pyproject}: dependencies are dynamic; pass deps, the dependencies of the bundle")
    wanted = table.get("dependencies", []) if deps is None else list(deps)
    try:
        return tuple(sorted({str(Requirement(each)) for each in wanted}))
    except (InvalidRequirement, TypeError) as error:
        raise ValueError(f"{pyproject}: a dependency is not a requirement: {error}") from None


def _package(directory: Path, package: str | None) -> Path:
    root = directory / "src" if (directory / "src").is_dir() else directory
    found = sorted(
        each
        for each in root.iterdir()
        if each.is_dir() and _MODULE.fullmatch(each.name) and (each / "__init__.py").is_file() and _kept(each.name)
    )
    if package is not None:
        named = [each for each in found if each.name == package]
        if not named:
            raise ValueError(f"{root} has no package {package!r} with an __init__.py")
        return named[0]
    if len(found) != 1:
        names = ", ".join(each.name for each in found) or "none"
        raise ValueError(
            f"{root} must hold exactly one importable package, a folder with an __init__.py, and holds: {names}. "
            "Move the code into one, or name it with package="
        )
    return found[0]


def _kept(name: str) -> bool:
    return name not in _EXCLUDED and not name.endswith((".egg-info", ".dist-info")) and name != "uv.lock"


def _files(package: Path) -> Iterator[tuple[str, Path]]:
    """Every file of the package by its path below the package's parent. Links to files inside the package are read."""
    for folder, folders, names in os.walk(package):
        for name in (*folders, *names):
            path = Path(folder, name)
            if not path.is_symlink():
                continue
            if path.is_dir() or not path.is_file():
                raise ValueError(f"{path} is a link to a directory or to nothing; a bundle holds files only")
            if not path.resolve().is_relative_to(package):
                raise ValueError(f"{path} links to a file outside of the package; put the file itself there")
        folders[:] = sorted(each for each in folders if _kept(each))
        for name in sorted(names):
            path = Path(folder, name)
            if _kept(name) and not name.endswith(".pyc") and stat.S_ISREG(path.stat().st_mode):
                yield path.relative_to(package.parent).as_posix(), path


def normalized(name: str) -> str:
    """A distribution's name as file names of wheels have it."""
    return canonicalize_name(name).replace("-", "_")
