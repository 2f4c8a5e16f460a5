"""The mutants: patches, and what each is to be killed by."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
_COPIED = {"node": "examples/node-rollout-server", "python": "src/osmosis_ai"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A bug that was planted on purpose."""

    patch: Path
    """A unified diff against the repository."""

    clause: str
    """The clause that it breaks."""

    what: str
    """What a person would have got wrong."""

    @property
    def name(self) -> str:
        """`node/...` or `python/...`."""
        return f"{self.server}/{self.patch.stem}"

    @property
    def server(self) -> str:
        """Which of the two servers it is for."""
        return self.patch.parent.name

    def apply(self, copy: Path) -> None:
        """A copy of the server with the bug in it. Raises RuntimeError where the patch does not fit any more."""
        source = _COPIED[self.server]
        ignored = shutil.ignore_patterns("node_modules", "__pycache__")
        shutil.copytree(ROOT / source, copy / source, ignore=ignored)
        command = ["git", "apply", "-C1", str(self.patch)]
        applied = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
        if applied.returncode != 0:
            raise RuntimeError(f"{self.patch} does not fit {source}; make it again: {applied.stderr.strip()}")


def read_mutants() -> Sequence[Mutant]:
    """All of them, in the order of the file."""
    found = yaml.safe_load((HERE / "mutants.yaml").read_text())["mutants"]
    return [Mutant(HERE / entry["patch"], entry["clause"], entry["what"]) for entry in found]
