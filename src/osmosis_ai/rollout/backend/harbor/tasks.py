"""Which task a rollout is tried on, and the copy of it that its trial gets.

A copy belongs to one rollout: the prompt is written into it, the grader's script, and what the image needs for a
bundle. The task itself is never written to.
"""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from osmosis_ai.base.config.toml_text import parse_toml
from osmosis_ai.base.files.path_segments import is_single_path_segment
from osmosis_ai.rollout.backend.harbor.failures import TaskError
from osmosis_ai.rollout.types import ExecutionRequest

__all__ = [
    "TaskMode",
    "TaskSource",
    "copy_task",
    "find_tasks",
    "has_tests",
    "select_task",
    "task_directory",
    "task_settings",
]

logger = logging.getLogger(__name__)

_LOCAL = (".", "/", "~")
_PACKAGE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]*(@[^@\s]+)?")
_COMMIT = re.compile(r"[0-9a-f]{7,64}")
_SCHEMA = 'schema_version = "1.4"\n'


class TaskMode(StrEnum):
    """What `tasks_dir` is: one task for every rollout, or a folder of tasks of which a rollout names one."""

    TEMPLATE = "template"
    DATASET = "dataset"


@dataclass(frozen=True, slots=True)
class TaskSource:
    """Where a task is. Exactly one of `path` (a local directory), `package` and `git_url` is given.

    `inside` is the task's path in the git repository. `from_prompt`: the row's prompt is the instruction.
    """

    path: Path | None = None
    package: str | None = None
    ref: str | None = None
    git_url: str | None = None
    git_commit_id: str | None = None
    inside: str | None = None
    from_prompt: bool = False

    @property
    def name(self) -> str:
        """A short name for messages."""
        return self.package or self.inside or (self.path.name if self.path is not None else "")


def select_task(request: ExecutionRequest, tasks_dir: Path, mode: TaskMode) -> TaskSource:
    """The task that a rollout names, or the one of the mode. Raises TaskError, a ValueError, where there is none."""
    metadata = request.metadata or {}
    named = metadata.get("harbor_task")
    if named is not None:
        return _named_task(named, metadata)
    if mode is TaskMode.TEMPLATE:
        return TaskSource(path=tasks_dir, from_prompt=bool(request.prompt))  # without one, the task's own instruction
    task_id = metadata.get("harbor_task_id")
    if not isinstance(task_id, str) or not task_id:
        raise TaskError(
            "in dataset mode a row names its task: set metadata.harbor_task_id to a directory of the dataset, or "
            "metadata.harbor_task to another task"
        )
    return TaskSource(path=task_directory(tasks_dir, task_id))


def task_directory(tasks_dir: Path, task_id: str) -> Path:
    """The directory of a task of the dataset. Raises TaskError for one that is not there, or not below it."""
    parts = task_id.split("/")
    if not all(is_single_path_segment(part) for part in parts):
        raise TaskError(f"harbor_task_id {task_id!r} is not the path of a directory below {tasks_dir}")
    path = tasks_dir.joinpath(*parts)
    if not path.is_dir() or path.is_symlink():
        raise TaskError(f"harbor_task_id {task_id!r}: there is no task directory {path}")
    return path


def find_tasks(tasks_dir: Path) -> list[str]:
    """The ids of a dataset's tasks: directories with a `task.toml`, and direct children that look like a task."""
    found: list[str] = []
    for folder, folders, names in os.walk(tasks_dir):
        path = Path(folder)
        if path != tasks_dir and "task.toml" in names:
            found.append(path.relative_to(tasks_dir).as_posix())
            folders.clear()
        elif path.parent == tasks_dir and ("instruction.md" in names or "environment" in folders):
            found.append(path.name)
            folders.clear()
        folders[:] = sorted(each for each in folders if not each.startswith("."))
    return sorted(found)


def has_tests(task: Path) -> bool:
    """Whether the task verifies by itself: it has a test script of its own, or of each of its steps."""
    if (task / "tests" / "test.sh").is_file() or (task / "tests" / "test.bat").is_file():
        return True
    return any((task / "steps").glob("*/tests/test.sh"))


def task_settings(task: Path) -> dict[str, Any]:
    """The task's `task.toml`; empty where it has none. Raises TaskError for one that is not TOML."""
    path = task / "task.toml"
    try:
        return parse_toml(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except (ValueError, OSError) as error:
        raise TaskError(f"{path} cannot be read: {error}") from None


def copy_task(source: Path, target: Path, *, prompt: list[dict[str, Any]] | None) -> None:
    """A copy of the task, with the prompt as its instruction where one is given.

    Raises TaskError for a task that has a symbolic link or a special file in it, or no instruction.
    """
    if not source.is_dir():
        raise TaskError(f"there is no task directory {source}")
    _refuse_links(source)
    shutil.copytree(source, target)
    if not (target / "task.toml").is_file():
        (target / "task.toml").write_text(_SCHEMA, encoding="utf-8")
    instruction = target / "instruction.md"
    if prompt is not None:
        instruction.write_text(json.dumps(prompt, ensure_ascii=False, indent=2), encoding="utf-8")
    elif not instruction.is_file() and not task_settings(target).get("steps"):
        raise TaskError(f"{source} has no instruction.md, and the row's prompt does not stand for one in this mode")


def _named_task(named: object, metadata: Mapping[str, Any]) -> TaskSource:
    if not isinstance(named, str) or not named:
        raise TaskError(f"metadata.harbor_task is {type(named).__name__}, not the name of a task")
    url, commit = metadata.get("git_url"), metadata.get("git_commit_id")
    if url is not None:
        if not isinstance(url, str) or not url:
            raise TaskError("metadata.git_url is not a URL")
        if commit is not None and not (isinstance(commit, str) and _COMMIT.fullmatch(commit)):
            raise TaskError(f"metadata.git_commit_id {commit!r} is not the hash of a commit")
        if commit is None:
            logger.warning("task %r of %s is not pinned; set metadata.git_commit_id", named, url)
        if named.startswith(("/", "~")) or ".." in Path(named).parts:
            raise TaskError(f"metadata.harbor_task {named!r} leads out of the repository that metadata.git_url names")
        return TaskSource(git_url=url, git_commit_id=commit, inside=named)
    if commit is not None:
        raise TaskError("metadata.git_commit_id is given without metadata.git_url")
    if named.startswith(_LOCAL):
        return TaskSource(path=Path(named).expanduser().resolve())
    if not _PACKAGE.fullmatch(named):
        raise TaskError(
            f"metadata.harbor_task {named!r} is neither a path (beginning with '.', '/' or '~') nor a package "
            "('org/name' or 'org/name@ref')"
        )
    name, _, ref = named.partition("@")
    return TaskSource(package=name, ref=ref or None)


def _refuse_links(source: Path) -> None:
    for folder, folders, names in os.walk(source):
        for name in (*folders, *names):
            mode = os.lstat(Path(folder, name)).st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                kind = "a symbolic link" if stat.S_ISLNK(mode) else "a special file"
                raise TaskError(f"{Path(folder, name)} is {kind}; a task holds files and directories only")
