"""Models that training runs of the workspace have left: `local/RUN@STEP`, or `local/RUN` for the newest checkpoint."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai.base.cache import cache_root
from osmosis_ai.base.errors import NotFoundError, OsmosisError
from osmosis_ai.base.files.no_follow import read_bounded
from osmosis_contract.models.local_training import LocalServingPrecision, LocalTrainer, LocalTrainingManifest

__all__ = ["TRAINING", "TrainedModel", "find_trained", "prepared_folder", "saved_steps"]

TRAINING = Path(".osmosis", "training")
"""Where a workspace's training runs are, relative to its root."""
_NAME = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]{0,95})(?:@([0-9]{1,9}))?")
_CHECKPOINT = re.compile(r"step-([0-9]{6,9})")
_LARGEST_MANIFEST = 1 << 20


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """A checkpoint: the base model's path as a config names it, and the adapter on it."""

    run: str
    step: int
    base: str
    adapter: Path
    serve: LocalServingPrecision

    def weights(self, base: Path, env: Mapping[str, str]) -> Path:
        """The file to serve: the copy with 16-bit weights that the training served, where it is still there."""
        if self.serve is LocalServingPrecision.F16:
            copy = prepared_folder(base, env) / "f16.gguf"
            if copy.is_file():
                return copy
        return base


def find_trained(name: str, root: Path | None) -> TrainedModel | None:
    """What `name` means; None where the workspace at `root` has no such run. Raises OsmosisError for no such step."""
    match = _NAME.fullmatch(name)
    if root is None or match is None:
        return None
    folder = root / TRAINING / match[1]
    try:
        manifest = LocalTrainingManifest.read(
            read_bounded(folder / "manifest.json", at_most=_LARGEST_MANIFEST, follow_links=False)
        )
    except (OSError, ValueError):
        return None
    inputs = manifest.inputs
    base = inputs.model_path if inputs.trainer == LocalTrainer.TRL else inputs.local.tinker_local_base
    if base is None:
        raise OsmosisError(
            f"experiment.model_path: the base model of the training run {match[1]} is on a Tinker server, not here.",
            hint=f"Its adapters are peft's, in {folder / 'checkpoints'}. To serve them here, set tinker_local_base.",
        )
    steps = saved_steps(folder)
    if not steps:
        raise OsmosisError(
            f"experiment.model_path: the training run {match[1]} has no checkpoint yet.",
            hint="Go on with it, or lower checkpoint_save_freq.",
        )
    step = steps[-1] if match[2] is None else int(match[2])
    if step not in steps:
        raise NotFoundError(
            f"experiment.model_path: the training run {match[1]} has no checkpoint of step {step}.",
            hint=f"There are {', '.join(f'local/{match[1]}@{each}' for each in steps)}.",
        )
    adapter = folder / "checkpoints" / f"step-{step:06}" / "adapter.gguf"
    return TrainedModel(match[1], step, base, adapter, inputs.local.serve)


def saved_steps(folder: Path) -> list[int]:
    """The steps of the complete checkpoints of a run, in order."""
    try:
        names = [path.name for path in (folder / "checkpoints").iterdir() if (path / "adapter.gguf").is_file()]
    except OSError:
        return []
    return sorted(int(found[1]) for name in names if (found := _CHECKPOINT.fullmatch(name)))


def prepared_folder(base: Path, env: Mapping[str, str]) -> Path:
    """Where what is made of a base model for training is kept: by the digest of its bytes."""
    with base.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return cache_root(env) / "train" / digest[:32]
