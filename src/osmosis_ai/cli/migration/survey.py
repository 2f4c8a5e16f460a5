"""All rollouts of a workspace, looked through for API from before 0.3. Nothing is imported, executed or changed."""

import ast
import importlib.util
import os
import tomllib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from osmosis_ai.base.files.no_follow import FileFaultError, read_bounded
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.migration.finding import CERTAIN, Finding
from osmosis_ai.cli.migration.uses import find_uses

MOST_BYTES = 2 * 1024**2
"""A larger file is not read, which is told."""

PROJECT_FILE = "pyproject.toml"
_NEVER_SOURCE = frozenset({"__pycache__", "__pypackages__", "node_modules", "site-packages", "venv"})
_MADE_BY_BUILDS = frozenset({"build", "dist"})


@dataclass(frozen=True, slots=True)
class Survey:
    """What was found, by path and line, and what could not be looked at, as sentences."""

    findings: list[Finding] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def survey(workspace: Workspace) -> Survey:
    """Look through every Python file and project file below `rollouts/`.

    Left aside: hidden directories, environments (`venv`, or whatever holds a pyvenv.cfg), caches, what builds leave
    behind, and symbolic links. A file that cannot be read or parsed is a finding.
    """
    found = Survey()
    if not workspace.rollouts.is_dir():
        return found
    reads_pins = importlib.util.find_spec("packaging") is not None
    for file in _files(workspace.rollouts, found.remarks):
        shown = file.relative_to(workspace.root).as_posix()
        if file.name == PROJECT_FILE:
            if reads_pins:
                found.findings.extend(_of_project(file, shown))
        else:
            found.findings.extend(_of_module(file, shown))
    if not reads_pins:
        found.remarks.append("Requirements in pyproject.toml are not checked: the package `packaging` is missing.")
    found.findings.sort()
    return found


def _files(root: Path, remarks: list[str]) -> Iterator[Path]:
    """The files to read, in order."""
    for folder, directories, names in os.walk(root, onerror=lambda error: remarks.append(_unlisted(error))):
        here = Path(folder)
        if "pyvenv.cfg" in names:
            directories.clear()
            continue
        directories[:] = sorted(name for name in directories if _holds_source(name, names, here))
        for name in sorted(names):
            file = here / name
            if (name.endswith(".py") or name == PROJECT_FILE) and not name.startswith(".") and not file.is_symlink():
                yield file


def _holds_source(name: str, siblings: list[str], folder: Path) -> bool:
    if name.startswith(".") or name in _NEVER_SOURCE or name.endswith((".egg-info", ".dist-info")):
        return False
    made = name in _MADE_BY_BUILDS and PROJECT_FILE in siblings and not (folder / name / "__init__.py").exists()
    return not made and not (folder / name).is_symlink()


def _of_module(file: Path, shown: str) -> list[Finding]:
    try:
        source = read_bounded(file, at_most=MOST_BYTES, follow_links=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the rollout's own, such as an invalid escape
            return find_uses(ast.parse(source, filename=shown), shown)
    except FileFaultError as fault:
        return [_unread(shown, fault)]
    except SyntaxError as error:
        said = f"the file cannot be parsed: {error.msg}"
        return [Finding(shown, max(error.lineno or 1, 1), "SyntaxError", said, _MEND, CERTAIN)]
    except (ValueError, RecursionError, MemoryError) as error:
        said = f"the file cannot be parsed: {str(error) or type(error).__name__}"
        return [Finding(shown, 1, "SyntaxError", said, _MEND, CERTAIN)]


_MEND = "correct it, and look again; its uses of the SDK are not known"


def _of_project(file: Path, shown: str) -> list[Finding]:
    from osmosis_ai.cli.migration.pins import find_pins

    try:
        return find_pins(read_bounded(file, at_most=MOST_BYTES, follow_links=False).decode("utf-8-sig"), shown)
    except FileFaultError as fault:
        return [_unread(shown, fault)]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        line = getattr(error, "lineno", None) or 1
        said = f"the file is no TOML: {str(error) or 'it is nested too deeply'}"
        return [Finding(shown, line, "TOMLDecodeError", said, "correct it, and look again", CERTAIN)]


def _unread(shown: str, fault: FileFaultError) -> Finding:
    return Finding(shown, 1, Path(shown).name, f"the file is not read: {fault.problem}", fault.remedy, CERTAIN)


def _unlisted(error: OSError) -> str:
    return f"{error.filename} is not looked through: {error.strerror or error}."
