"""The workspace directory: where rollouts, configs and datasets live, and where local state is kept."""

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai.base.errors import (
    FileUnreadableError,
    NotFoundError,
    OsmosisError,
    PathInTheWayError,
    SymbolicLinkError,
    WorkspaceRequiredError,
)

REQUIRED_DIRECTORIES = ("rollouts", "configs/training", "configs/eval", "data")
"""Directories without which no command but ``doctor`` works, relative to the root."""

REQUIRED_FILES = ("AGENTS.md", "CLAUDE.md", "configs/AGENTS.md")
"""Files that ``doctor`` asks for as well."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """A workspace directory by its root. Holds paths only: nothing is read until a method says so."""

    root: Path

    @classmethod
    def find(cls, start: Path) -> "Workspace":
        """The workspace around ``start``: the nearest directory upwards with ``rollouts/`` and ``configs/``.

        No git repository is needed. Raises WorkspaceRequiredError where there is none.
        """
        workspace = cls.locate(start)
        if workspace is None:
            raise WorkspaceRequiredError(
                f"{start.resolve()} is not inside an Osmosis workspace: neither it nor a directory above it"
                " holds rollouts/ and configs/.",
                hint="Change into your workspace, or make this directory one with `osmosis doctor --fix`.",
                details={"path": str(start.resolve())},
            )
        return workspace

    @classmethod
    def locate(cls, start: Path) -> "Workspace | None":
        """As ``find``, None outside any workspace."""
        start = start.resolve()
        for directory in (start, *start.parents):
            if (directory / "rollouts").is_dir() and (directory / "configs").is_dir():
                return cls(directory)
        return None

    @property
    def rollouts(self) -> Path:
        """One directory a rollout."""
        return self.root / "rollouts"

    @property
    def data(self) -> Path:
        """Local datasets."""
        return self.root / "data"

    @property
    def eval_configs(self) -> Path:
        """Evaluation configs, one TOML file each."""
        return self.root / "configs" / "eval"

    @property
    def training_configs(self) -> Path:
        """Training configs, one TOML file each."""
        return self.root / "configs" / "training"

    @property
    def state(self) -> Path:
        """What commands write for themselves. Not source code; git ignores it."""
        return self.root / ".osmosis"

    @property
    def evals(self) -> Path:
        """One directory a local evaluation run."""
        return self.state / "evals"

    def missing(self, names: Iterable[str] = REQUIRED_DIRECTORIES) -> list[str]:
        """Which of the required directories or files, given relative to the root, are not there.

        Raises ConflictError where something else is in their place: a symbolic link, which would let a
        command write outside the workspace, or a file where a directory belongs and the reverse.
        """
        return [name for name in names if not self._is_present(name)]

    def require_directories(self) -> None:
        """Raise OsmosisError unless every required directory is there, and ``.osmosis`` is one or can be made."""
        self.check_state()
        if missing := self.missing():
            listed = ", ".join(f"{name}/" for name in missing)
            raise OsmosisError(
                f"The workspace {self.root} lacks {listed}.",
                hint="Create what is missing with `osmosis doctor --fix`.",
                details={"workspace_directory": str(self.root), "missing": [f"{name}/" for name in missing]},
            )

    def check_state(self) -> None:
        """Raise PathInTheWayError where ``.osmosis`` is a file, or a link that leads nowhere or back to itself."""
        if os.path.lexists(self.state) and not self.state.is_dir():
            raise PathInTheWayError(self.state, "directory")

    def _is_present(self, name: str) -> bool:
        path = self.root
        *parents, last = Path(name).parts
        for part in parents:
            path /= part
            if not _has_kind(path, directory=True):
                return False
        return _has_kind(path / last, directory=name in REQUIRED_DIRECTORIES)


def _has_kind(path: Path, *, directory: bool) -> bool:
    """Whether there is a real directory (or regular file) at ``path``; False where there is nothing."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    except OSError as error:
        raise FileUnreadableError(path, error) from error
    if stat.S_ISLNK(mode):
        raise SymbolicLinkError(path)
    if not (stat.S_ISDIR(mode) if directory else stat.S_ISREG(mode)):
        raise PathInTheWayError(path, "directory" if directory else "regular file")
    return True


def existing_directory(path: Path) -> Path:
    """``path`` made absolute, its links resolved. Raises NotFoundError unless it is a directory."""
    resolved = path.resolve()
    if not resolved.is_dir():
        what = "is not a directory" if resolved.exists() else "does not exist"
        raise NotFoundError(f"{resolved} {what}.", details={"path": str(resolved)})
    return resolved
