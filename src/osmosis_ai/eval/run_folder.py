"""The folder of a run: where each file is, and how snapshots are written."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine.documents import pretty_document
from osmosis_contract.base import ContractModel
from osmosis_contract.models.run_manifest import RunManifest
from osmosis_contract.models.server_record import ServerRecord

__all__ = ["RunFolder"]

_MODE = 0o600
_LONGEST_STEM = 255


class RunFolder:
    """Paths below one run, and the writing of its whole-file snapshots.

    Everything written here ends up with mode 0600: to a temporary sibling, synced, then renamed over the old file.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.manifest = root / "manifest.json"
        self.attempts = root / "attempts.jsonl"
        self.events = root / "events.jsonl"
        self.index = root / "index.jsonl"
        self.summary = root / "summary.jsonl"
        self.rows = root / "rows.jsonl"
        self.progress = root / "progress.json"
        self.metrics = root / "metrics.json"
        self.logs = root / "logs.txt"
        self.trajectories = root / "trajectories"
        self.artifacts = root / "artifacts"
        self.trials = root / "rollout_trials"
        self.server_record = root / "server.json"

    def create(self, manifest: RunManifest) -> None:
        """Makes the folder with its manifest, the first thing of a run on disk. Raises OsmosisError when it cannot be."""
        try:
            self.root.mkdir(parents=True)
            for folder in (self.trajectories, self.artifacts, self.trials):
                folder.mkdir()
            self.write_json(self.manifest, manifest)
        except OSError as error:
            raise OsmosisError(
                f"the run folder {self.root} cannot be made: {error.strerror}",
                hint="Choose another root with --output.",
            ) from None

    def write_json(self, path: Path, model: ContractModel) -> None:
        """A snapshot, two spaces of indentation, non-ASCII kept."""
        self.write(path, pretty_document(model))

    def write(self, path: Path, data: bytes) -> None:
        """Replaces a file as a whole: a reader sees the old bytes or the new ones."""
        part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _MODE)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(descriptor)
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise

    def write_server_record(self, record: ServerRecord) -> None:
        """Who the running rollout server is, so that a later run can end it if this one cannot."""
        self.write_json(self.server_record, record)

    def remove_server_record(self) -> None:
        """The rollout server has ended."""
        self.server_record.unlink(missing_ok=True)

    def trial(self, rollout_id: str) -> Path:
        """The folder the rollout server writes for one rollout."""
        return self.trials / rollout_id

    def collect(self, rollout_id: str, row_index: int, run_index: int) -> Path | None:
        """Copies the trajectory and the artifacts of the attempt that counts; the trajectory's copy, or None.

        Earlier copies for the same row and run are replaced. Symbolic links are never followed.
        """
        name = f"row_{row_index}_run_{run_index}"
        trial = self.trial(rollout_id)
        artifacts = self.artifacts / name
        if artifacts.is_dir() and not artifacts.is_symlink():
            shutil.rmtree(artifacts)
        if _has_files(trial / "artifacts"):
            _copy_tree(trial / "artifacts", artifacts)
        target = self.trajectories / f"{name}.json"
        target.unlink(missing_ok=True)
        source = trial / "trajectory.json"
        if not source.is_file() or source.is_symlink():
            return None
        shutil.copyfile(source, target)
        return target


def _has_files(folder: Path) -> bool:
    if not folder.is_dir() or folder.is_symlink():
        return False
    with os.scandir(folder) as entries:
        return any(entries)


def _copy_tree(source: Path, target: Path) -> None:
    """Regular files and folders, nothing else; links and special files are left out."""
    target.mkdir(parents=True, exist_ok=True)
    with os.scandir(source) as entries:
        for entry in entries:
            if entry.is_symlink():
                continue
            if entry.is_dir():
                _copy_tree(Path(entry.path), target / entry.name)
            elif entry.is_file():
                shutil.copyfile(entry.path, target / entry.name)
