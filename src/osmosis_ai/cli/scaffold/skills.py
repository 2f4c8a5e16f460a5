"""The workspace's skills: ``.agents/skills/NAME/SKILL.md``, and a link to each folder from ``.claude/skills/``.

A workspace can do without them. What a user put in their place stays. Symbolic links are refused, as everywhere in
the scaffold, but for those that are written here, and ``.claude/skills`` as one link to ``.agents/skills``.
"""

import os
from contextlib import suppress
from pathlib import Path

from osmosis_ai.base.errors import PathInTheWayError, SymbolicLinkError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli import scaffold
from osmosis_ai.cli.framework import files

CANONICAL = ".agents/skills"
LINKS = ".claude/skills"
ALL_IN_ONE = Path("../.agents/skills")


def missing(workspace: Workspace) -> list[str]:
    """The skills and links that are not there, as paths relative to the workspace.

    Raises ConflictError for a symbolic link on the way to one, and for a link in place of one that leads elsewhere than
    to the skill of its name.
    """
    absent = workspace.missing(_skill(name) for name in scaffold.SKILLS)
    return [*absent, *(_link(name) for name in scaffold.SKILLS if not _is_linked(workspace.root, name))]


def create(workspace: Workspace, wanted: list[str]) -> list[str]:
    """Create those of ``missing``, and return what came to be. Where a file system has no links, none is made."""
    texts = scaffold.skill_files()
    created = []
    for name, text in texts.items():
        if _skill(name) in wanted and files.create(workspace.root / _skill(name), text):
            created.append(_skill(name))
    for name in texts:
        if _link(name) in wanted:
            path = workspace.root / _link(name)
            with files.file_errors(path):
                path.parent.mkdir(parents=True, exist_ok=True)
            with suppress(OSError, NotImplementedError):
                path.symlink_to(_target(name), target_is_directory=True)
                created.append(_link(name))
    return created


def _skill(name: str) -> str:
    return f"{CANONICAL}/{name}/SKILL.md"


def _link(name: str) -> str:
    return f"{LINKS}/{name}"


def _target(name: str) -> Path:
    return Path("../..", CANONICAL, name)


def _is_linked(root: Path, name: str) -> bool:
    """Whether something is where the link to that skill belongs: the link, or what a user put there instead."""
    folder = root / LINKS
    _refuse_unless(folder.parent, None)
    if folder.is_symlink():
        _refuse_unless(folder, ALL_IN_ONE)
        return True
    _refuse_unless(folder / name, _target(name))
    for parent in (folder.parent, folder):
        if parent.exists() and not parent.is_dir():
            raise PathInTheWayError(parent, "directory")
    return os.path.lexists(folder / name)


def _refuse_unless(path: Path, target: Path | None) -> None:
    """Raise ConflictError for a symbolic link, unless it leads to that target."""
    if path.is_symlink() and (target is None or Path(os.path.normpath(path.readlink())) != target):
        allowed = "" if target is None else f", or make it lead to {target.as_posix()}"
        raise SymbolicLinkError(path, hint=f"Replace the link with what it points to{allowed}.")
