"""Which folder is meant by a run's name or path."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from osmosis_ai.base.errors import NotFoundError
from osmosis_ai.base.workspace import Workspace

__all__ = ["evals_folder", "find_run", "is_path", "run_folders"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}")
_MANIFEST = "manifest.json"
_MOST_NAMES = 5


def evals_folder(cwd: Path, output: Path | None) -> Path:
    """Where runs are kept: the folder given, else the workspace's, else `.osmosis/evals` in the current directory."""
    if output is not None:
        return (cwd / output).resolve()
    workspace = Workspace.locate(cwd)
    return workspace.evals if workspace is not None else cwd / ".osmosis" / "evals"


def is_path(text: str, cwd: Path) -> bool:
    """A path rather than a name: it has a separator, begins with `.` or `~`, or a directory of that name is here."""
    return os.sep in text or text.startswith((".", "~")) or (cwd / text).is_dir()


def run_folders(root: Path) -> Iterator[Path]:
    """The folders of the runs below a root, by name. Links and what has no manifest are none."""
    try:
        entries = sorted(os.scandir(root), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if _NAME.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False) and _has_manifest(Path(entry.path)):
            yield Path(entry.path)


def find_run(text: str, cwd: Path, roots: list[Path]) -> Path:
    """The folder of the run that a name (below one of the roots, the first that has it) or a path means.

    Raises NotFoundError that says where it looked, and which names are close.
    """
    for root in roots:
        if _NAME.fullmatch(text) and _has_manifest(root / text):
            return root / text
    if is_path(text, cwd):
        folder = (cwd / Path(text).expanduser()).resolve()
        if _has_manifest(folder):
            return folder
        what = "has no manifest.json, so it is not a run" if folder.is_dir() else "does not exist"
        raise NotFoundError(
            f"{folder} {what}.",
            hint="Name a run's own folder, such as .osmosis/evals/NAME.",
            details={"path": str(folder)},
        )
    names = [folder.name for root in roots for folder in run_folders(root)]
    close = difflib.get_close_matches(text, names, n=_MOST_NAMES, cutoff=0.5)
    looked = " and ".join(map(str, roots))
    raise NotFoundError(
        f"There is no run {text!r}: looked in {looked}.",
        hint=_hint(close, names),
        details={"name": text, "looked_in": [str(root) for root in roots], "similar": close},
    )


def _hint(close: list[str], names: list[str]) -> str:
    if close:
        return f"Did you mean {' or '.join(close)}?"
    if not names:
        return "No run is kept there. Give its path, or the folder it is in with --output DIR."
    some = ", ".join(names[:_MOST_NAMES])
    return f"The runs there: {some}{', …' if len(names) > _MOST_NAMES else ''}. Or give a path."


def _has_manifest(folder: Path) -> bool:
    return (folder / _MANIFEST).is_file()
