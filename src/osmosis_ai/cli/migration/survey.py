"""All rollouts of a workspace, searched for API from before 0.3. Nothing is imported, executed or changed."""

import ast
import os
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from osmosis_ai.base.files.no_follow import FileFaultError, read_bounded
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.migration.finding import CERTAIN, Finding
from osmosis_ai.cli.migration.uses import find_uses

MOST_BYTES = 2 * 1024**2
"""A larger file is not read, which is reported."""

PROJECT_FILE = "pyproject.toml"
_NEVER_SOURCE = frozenset({"__pycache__", "__pypackages__", "node_modules", "site-packages", "venv"})
_MADE_BY_BUILDS = frozenset({"build", "dist"})


@dataclass(frozen=True)
class Survey:
    """What was found, by path and line, and what could not be searched, as sentences."""

    findings: list[Finding] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def survey(workspace: Workspace) -> Survey:
    """Search every Python file and project file below `rollouts/`.

    Left aside: hidden directories, environments (`venv`, or whatever holds a pyvenv.cfg), caches, what builds leave
    behind, and symbolic links. A file that cannot be read or parsed is a finding.
    """
    found = Survey()
    if not workspace.rollouts.is_dir():
        return found
    for file in _files(workspace.rollouts, found.remarks):
        found.findings.extend(_search(file, file.relative_to(workspace.root).as_posix()))
    found.findings.sort()
    return found


def _files(root: Path, remarks: list[str]) -> Iterator[Path]:
    """The files to read, in order."""

    def unlisted(error: OSError) -> None:
        remarks.append(f"{error.filename} is not searched: {error.strerror or error}.")

    for folder, directories, names in os.walk(root, onerror=unlisted):
        here = Path(folder)
        if "pyvenv.cfg" in names:
            directories.clear()
            continue
        directories[:] = sorted(name for name in directories if _holds_source(name, names, here))
        for name in sorted(names):
            if (name.endswith(".py") and not name.startswith(".")) or name == PROJECT_FILE:
                yield from [] if (here / name).is_symlink() else [here / name]


def _holds_source(name: str, siblings: list[str], folder: Path) -> bool:
    if name.startswith(".") or name in _NEVER_SOURCE or name.endswith((".egg-info", ".dist-info")):
        return False
    return not (name in _MADE_BY_BUILDS and PROJECT_FILE in siblings and not (folder / name / "__init__.py").exists())


def _search(file: Path, shown: str) -> list[Finding]:
    def unusable(line: int, symbol: str, message: str, replacement: str) -> list[Finding]:
        return [Finding(shown, line, symbol, message, replacement, CERTAIN)]

    is_project = file.name == PROJECT_FILE
    kind, symbol = ("TOML", "TOMLDecodeError") if is_project else ("Python", "SyntaxError")
    try:
        source = read_bounded(file, at_most=MOST_BYTES, follow_links=False)
        if is_project:
            from osmosis_ai.cli.migration.pins import find_pins

            return find_pins(source.decode("utf-8-sig"), shown)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the rollout's, such as an invalid escape
            return find_uses(ast.parse(source, filename=shown), shown)
    except FileFaultError as error:
        return unusable(1, file.name, f"the file is not read: {error.problem}", error.remedy)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        said = getattr(error, "msg", None) or str(error) or "it is nested too deeply"
        return unusable(max(line, 1), symbol, f"the file is not valid {kind}: {said}", "correct it, and run this again")
