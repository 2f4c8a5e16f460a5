"""Training runs of this machine, as commands list and show them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai.base.errors import ConflictError, NotFoundError, OsmosisError
from osmosis_ai.runs.lock import RunLock
from osmosis_ai.runs.training.folder import TrainingFolder
from osmosis_ai.runs.training.journal import read_journal
from osmosis_ai.runs.training.metrics import status_of
from osmosis_ai.runs.training.state import TrainingState
from osmosis_contract.models.local_training import LocalTrainingManifest
from osmosis_contract.models.platform_training_runs import TrainingRunStatus

__all__ = ["FoundRun", "find_training_run", "training_runs"]


@dataclass(frozen=True, slots=True)
class FoundRun:
    """A training run and how far it is."""

    folder: TrainingFolder
    manifest: LocalTrainingManifest
    state: TrainingState
    status: TrainingRunStatus

    @property
    def name(self) -> str:
        """Its name."""
        return self.manifest.run_name

    @property
    def reward(self) -> float | None:
        """The mean reward of the last step."""
        last = self.state.steps.get(self.state.last_step)
        return None if last is None else last.metrics.get("rollout/raw_reward")


def training_runs(root: Path) -> Iterator[FoundRun]:
    """The runs below `root`, the newest first; what cannot be read is left out."""
    found = []
    try:
        folders = [path for path in root.iterdir() if path.is_dir() and not path.name.startswith(".")]
    except OSError:
        return
    for path in folders:
        try:
            run = _read(root, path.name)
        except OsmosisError:
            continue
        if run is not None:
            found.append(run)
    yield from sorted(found, key=lambda run: run.manifest.created_at, reverse=True)


def find_training_run(root: Path, name: str) -> FoundRun:
    """The run of that name. Raises NotFoundError where there is none, OsmosisError for one that cannot be read."""
    run = _read(root, name) if "/" not in name and name not in {"", ".", ".."} else None
    if run is None:
        raise NotFoundError(f"There is no training run {name!r} in {root}.", hint="See `osmosis train list`.")
    return run


def _read(root: Path, name: str) -> FoundRun | None:
    folder = TrainingFolder(root / name)
    manifest = folder.read_manifest()
    if manifest is None:
        return None
    state = read_journal(folder.journal)
    try:
        RunLock(root, name).refuse_if_taken()
        alive = False
    except ConflictError:
        alive = True
    return FoundRun(folder, manifest, state, status_of(state, alive=alive))
