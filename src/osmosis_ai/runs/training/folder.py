"""The folder of a training run: where each file is."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from osmosis_ai.base.errors import FileUnwritableError, OsmosisError
from osmosis_ai.base.files.atomic import PRIVATE, write_atomic
from osmosis_ai.base.files.private import make_private_directory
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.runs.documents import compact_line, pretty_document, read_document
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
        try:
            for folder in (self.root, self.rollouts, self.checkpoints, self.adapters, self.trials):
                make_private_directory(os.fspath(folder))
        except OSError as error:
            raise OsmosisError(
                f"the run folder {self.root} cannot be made: {error.strerror}",
                hint="Choose another root with --output.",
            ) from None

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
        try:
            write_atomic(path, parts, mode=PRIVATE, durable=True, follow_directory=True)
        except OSError as error:
            hint = "Make room or repair the disk, then resume with the same --name."
            raise FileUnwritableError(path, error, hint=hint) from None

    def rollouts_of(self, step: int) -> Path:
        """The rollouts of a step."""
        return self.rollouts / f"step-{step:06}.jsonl"

    def checkpoint_of(self, step: int) -> Path:
        """The checkpoint after a step."""
        return self.checkpoints / f"step-{step:06}"

    def adapter_of(self, version: int) -> Path:
        """The adapter of a version of the policy, for serving it during the run."""
        return self.adapters / f"policy-{version:06}.gguf"
