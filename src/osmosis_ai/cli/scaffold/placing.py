"""Putting a rollout's files into a workspace: everything in the way is found before anything is written."""

import stat
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from osmosis_ai.base.errors import ConflictError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.framework import files


def check_targets(
    workspace: Workspace, directory: Path, companions: Iterable[Path], *, force: bool, another: str
) -> None:
    """Raise ConflictError, naming every such path, if something may not be written over.

    ``force`` allows to replace a real directory at ``directory`` and regular files at ``companions``, and nothing else.
    ``another`` is what else people could do, for the hint.
    """
    targets = (directory, *companions)
    unfit = [path for path in targets if _is_unfit(path, directory=path == directory)]
    if unfit:
        raise ConflictError(
            "\n".join(
                ["These are symbolic links, or no regular file or directory, and are never replaced:"]
                + [f"  {path}" for path in unfit]
            ),
            hint=f"Move them elsewhere{another}.",
            details={"paths": [str(path) for path in unfit]},
        )
    existing = [path.relative_to(workspace.root).as_posix() for path in targets if path.exists()]
    if existing and not force:
        raise ConflictError(
            "\n".join(["These exist already:", *(f"  {path}" for path in existing)]),
            hint=f"Replace all of them with --force{another}.",
            details={"workspace_directory": str(workspace.root), "paths": existing},
        )


def write_directory(directory: Path, contents: Mapping[str, str]) -> None:
    """Put a directory with those files in place of the one there, which stays until the new one is whole."""
    with (
        files.file_errors(directory),
        tempfile.TemporaryDirectory(dir=directory.parent, prefix=f".{directory.name}.") as at,
    ):
        staged = Path(at) / "new"
        staged.mkdir()
        for name, text in contents.items():
            files.create(staged / name, text)
        if directory.exists():
            directory.rename(Path(at) / "old")
        staged.rename(directory)


def has_text(path: Path, text: str) -> bool:
    """Whether a regular file with exactly that text is at ``path``."""
    with files.file_errors(path):
        return _is_regular(path) and path.read_bytes() == text.encode()


def _is_unfit(path: Path, *, directory: bool) -> bool:
    """Whether something is at ``path`` that is not a real directory (or regular file)."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    return not (stat.S_ISDIR(mode) if directory else stat.S_ISREG(mode))


def _is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False
