"""The folder of a run: where each file is, and how snapshots are written."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
import stat
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from pydantic_core import from_json

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.atomic import write_atomic_in
from osmosis_ai.base.files.no_follow import FileFaultError, open_regular, read_at_most, read_bounded
from osmosis_ai.base.files.tree import OpenFolder
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.ports import CollectedTrajectory
from osmosis_ai.runs.copies import DISK_FAULTS, copy_tree, remove_tree
from osmosis_ai.runs.documents import make_folders, pretty_document, replace_file
from osmosis_ai.runs.leftovers import redact_leftovers, redact_tree
from osmosis_contract.base import ContractModel
from osmosis_contract.models.run_manifest import RunManifest
from osmosis_contract.models.run_metrics import RunMetrics, RunState

__all__ = ["RunFolder", "is_of_rollout"]

_MODE = 0o600
_ROOM = 1 << 16
_TRAJECTORY = "trajectory.json"
_LARGEST_TRAJECTORY = 256 << 20
_LARGEST_DOCUMENT = 64 << 20
_MOST_WARNINGS = 5
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC


class RunFolder:
    """Paths below one run, and the writing of its whole-file snapshots.

    Folders made here have mode 0700, whatever the umask. Everything written ends up with mode 0600: to a temporary
    sibling, synced, then renamed over the old file.
    `redact` knows the secrets of the run; they are taken out of what a rollout wrote.
    """

    def __init__(self, root: Path, redact: Redactor | None = None) -> None:
        self.root = root
        self.redact = redact or Redactor(())
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
        self.tunnel_record = root / "tunnel.json"

    def create(self, manifest: RunManifest) -> None:
        """Makes the folder with its manifest, the first thing of a run on disk.

        Raises OsmosisError when it cannot be.
        """
        make_folders(self.root, self.trajectories, self.artifacts, self.trials)
        self.write_json(self.manifest, manifest)

    def remove_partial_files(self) -> None:
        """Removes what a crash has left half written."""
        for folder in (self.root, self.trajectories, self.trials):
            for part in folder.glob(".*.part"):
                with contextlib.suppress(OSError):
                    part.unlink()

    def previous_run_crashed(self) -> bool:
        """True when the metrics say that an invocation is at work. Asked under the lock, that invocation has died."""
        try:
            data = read_bounded(self.metrics, at_most=_LARGEST_DOCUMENT, follow_links=False)
            return RunMetrics.read(data).eval_run.status is RunState.RUNNING
        except (OSError, ValueError):
            return False

    def is_unfinished(self) -> bool:
        """True when nothing is in the folder but what `create` makes before the manifest, so that it can go on."""
        made = {path.name for path in (self.trajectories, self.artifacts, self.trials)}
        return all(
            path.is_dir() if path.name in made else path.name.startswith(f".{self.manifest.name}.")
            for path in self.root.iterdir()
        )

    def write_json(self, path: Path, model: ContractModel) -> None:
        """A snapshot, two spaces of indentation, non-ASCII kept."""
        self.write(path, [pretty_document(model)])

    def write(self, path: Path, parts: Iterable[bytes]) -> None:
        """Replaces a file as a whole: a reader sees the old bytes or the new ones. Raises OsmosisError."""
        replace_file(path, parts, safe="; results in the journal are safe")

    def trial_of(self, rollout_id: str) -> Path:
        """Where the rollout server writes the files of an attempt."""
        return self.trials / rollout_id

    def trajectory_of(self, rollout_id: str) -> Path:
        """Where the rollout server writes the trajectory of an attempt."""
        return self.trial_of(rollout_id) / _TRAJECTORY

    def collect(
        self, rollout_id: str, row_index: int, run_index: int, warn: Callable[[str], object] = lambda _: None
    ) -> CollectedTrajectory | None:
        """Copies the trajectory and the artifacts of the attempt that counts, and says what its trajectory is.

        Secrets are taken out of all that the attempt left before anything is copied. None when there is no trajectory,
        or none that names this rollout. Earlier copies for the same row and run are replaced. Symbolic links are never
        followed. `warn` gets a sentence about what could not be redacted or collected. Raises OSError.
        """
        name = f"row_{row_index}_run_{run_index}"
        failed: list[OSError] = []
        with contextlib.ExitStack() as stack:
            into_trajectories = stack.enter_context(OpenFolder(self.trajectories)).descriptor
            into_artifacts = stack.enter_context(OpenFolder(self.artifacts)).descriptor
            if stat.S_ISDIR(_mode_of(name, into_artifacts)):
                remove_tree(name, into_artifacts)
            trial = self._open_trial(rollout_id, stack, failed)
            data = None
            if trial is not None:
                try:
                    redact_tree(".", self.redact, directory=trial)
                except OSError as error:
                    failed.append(error)
                copy_tree(trial, "artifacts", into_artifacts, name, failed.append, skip={"manifest.json"})
                data = _read_trajectory(trial, failed)
            if data is None or not is_of_rollout(data, rollout_id):
                _remove(f"{name}.json", into_trajectories)
                found = None
            else:
                write_atomic_in(into_trajectories, f"{name}.json", data, mode=_MODE)
                path = f"{self.trials.name}/{rollout_id}/{_TRAJECTORY}"
                found = CollectedTrajectory(path, hashlib.sha256(data).hexdigest())
        for failure in failed:
            if failure.errno in DISK_FAULTS:
                raise failure
        if failed:
            warn("; ".join(dict.fromkeys(map(str, failed[:_MOST_WARNINGS]))))
        return found

    def _open_trial(self, rollout_id: str, stack: contextlib.ExitStack, failed: list[OSError]) -> int | None:
        """The open folder of an attempt; None where there is none, or something else has taken its place."""
        try:
            trials = stack.enter_context(OpenFolder(self.trials)).descriptor
            return stack.enter_context(OpenFolder(rollout_id, directory=trials)).descriptor
        except FileNotFoundError:
            return None
        except OSError as error:
            if error.errno not in {errno.ELOOP, errno.ENOTDIR}:
                raise
            failed.append(FileFaultError("its folder is a link or a file", "its trajectory and artifacts are left out"))
            return None

    def check_room(self) -> None:
        """Raises OSError unless the disk has room for a usual trajectory. Leaves nothing behind."""
        part = self.trials / f".{secrets.token_hex(4)}.part"
        try:
            with os.fdopen(os.open(part, _NEW, _MODE), "wb") as file:
                file.write(bytes(_ROOM))
        finally:
            part.unlink(missing_ok=True)

    def redact_leftovers(self) -> list[OSError]:
        """Takes secrets out of what was never collected, or written later. Returns what could not be done.

        For when the rollout server has ended: lost, cancelled and crashed attempts leave files too.
        """
        return redact_leftovers(self.trials, self.attempts, self.redact)

    def archive(self) -> Path:
        """Renames the folder to `<name>.archive-<YYYYmmddTHHMMSSZ>`, with `-2`, `-3` … where that is taken.

        To be called under the run's lock. Returns the new path; raises OsmosisError when it cannot be done.
        """
        stem = f"{self.root.name}.archive-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
        names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
        target = next(path for name in names if not (path := self.root.with_name(name)).exists())
        try:
            return self.root.rename(target)
        except OSError as error:
            raise OsmosisError(
                f"{self.root} cannot be archived as {target.name}: {error.strerror}",
                hint="Make the folder above it writable, or choose another --name.",
            ) from None

    def collected(self, rollout_id: str, row_index: int, run_index: int) -> str | None:
        """The path, below the run, of the trajectory kept for a row and run; None unless it is of this rollout.

        For results that another program wrote: only the files themselves show whether there is a trajectory.
        """
        kept = self.trajectories / f"row_{row_index}_run_{run_index}.json"
        try:
            data = _read_regular(kept)
        except OSError:
            return None
        return kept.relative_to(self.root).as_posix() if data is not None and is_of_rollout(data, rollout_id) else None


def _mode_of(name: str, directory: int) -> int:
    """The mode of what is there, not of what a link there leads to; 0 for nothing."""
    try:
        return os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return 0


def _remove(name: str, directory: int) -> None:
    """Nothing is there any more, if anything was."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(name, dir_fd=directory)


def _read_trajectory(trial: int, failed: list[OSError]) -> bytes | None:
    try:
        with open_regular(_TRAJECTORY, directory=trial) as file:
            data = read_at_most(file, _LARGEST_TRAJECTORY + 1)
    except FileNotFoundError:
        return None
    except FileFaultError as error:
        failed.append(FileFaultError(f"{_TRAJECTORY}: {error.problem}", "it is left out"))
        return None
    if len(data) > _LARGEST_TRAJECTORY:
        failed.append(FileFaultError(f"{_TRAJECTORY} is larger than 256 MiB", "it is left out"))
        return None
    return data


def _read_regular(path: Path) -> bytes | None:
    """The bytes of a regular file; None for a link or anything else."""
    try:
        with open_regular(path) as file:
            return file.read()
    except FileFaultError:
        return None


def is_of_rollout(data: bytes, rollout_id: str) -> bool:
    """True when the document parses and says that it is of this rollout."""
    try:
        document = from_json(data)
    except ValueError:
        return False
    if not isinstance(document, dict):
        return False
    extra = document.get("extra")
    osmosis = extra.get("osmosis") if isinstance(extra, dict) else None
    named = osmosis.get("rollout_id") if isinstance(osmosis, dict) else None
    named = named or document.get("session_id") or str(document.get("trajectory_id") or "").split("/")[0]
    return bool(named == rollout_id)
