"""The folder of a training run: where each file is."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from osmosis_ai.base.workspace import Workspace
from osmosis_ai.runs.documents import compact_line, make_folders, pretty_document, read_document, replace_file
from osmosis_contract.base import ContractModel
from osmosis_contract.models.local_training import LocalTrainingManifest, TrainingRollout

__all__ = ["TrainingFolder", "training_root"]


def training_root(workspace: Workspace) -> Path:
    """Where a workspace's training runs are kept."""
    return workspace.state / "training"


class TrainingFolder:
    """Paths below one training run. Files have mode 0600 and are replaced as a whole."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.manifest = root / "manifest.json"
        self.journal = root / "journal.jsonl"
        self.metrics = root / "metrics.json"
        self.logs = root / "logs.txt"
        self.stop_request = root / "stop"
        self.rollouts = root / "rollouts"
        self.checkpoints = root / "checkpoints"
        self.adapters = root / "adapters"
        self.trials = root / "rollout_trials"
        self.server_record = root / "server.json"
        self.tunnel_record = root / "tunnel.json"

    def create(self) -> None:
        """Makes the folder and those in it. Raises OsmosisError."""
        make_folders(self.root, self.rollouts, self.checkpoints, self.adapters, self.trials)

    def read_manifest(self) -> LocalTrainingManifest | None:
        """The manifest; None where there is none. Raises OsmosisError for one that cannot be read."""
        return read_document(self.manifest, LocalTrainingManifest)

    def write_json(self, path: Path, model: ContractModel) -> None:
        """Replaces a document."""
        self.write(path, [pretty_document(model)])

    def write_rollouts(self, step: int, rollouts: Iterable[TrainingRollout]) -> None:
        """Replaces the rollouts of a step."""
        self.write(self.rollouts_of(step), map(compact_line, rollouts))

    def write(self, path: Path, parts: Iterable[bytes]) -> None:
        """Replaces a file as a whole. Raises OsmosisError."""
        replace_file(path, parts)

    def rollouts_of(self, step: int) -> Path:
        """The rollouts of a step."""
        return self.rollouts / f"step-{step:06}.jsonl"

    def checkpoint_of(self, step: int) -> Path:
        """The checkpoint after a step."""
        return self.checkpoints / f"step-{step:06}"

    def adapter_of(self, version: int) -> Path:
        """The adapter of a version of the policy, for serving it during the run."""
        return self.adapters / f"policy-{version:06}.gguf"
