"""Checkpoints: a folder a step, complete or not there, and which of them are kept."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from osmosis_ai.base.errors import ConflictError
from osmosis_ai.runs.training.folder import TrainingFolder
from osmosis_ai.runs.training.state import TrainingState
from osmosis_ai.train.trainer import ADAPTER, Trainer
from osmosis_contract.models.local_training import TrainingCheckpointSaved

__all__ = ["check_checkpoint", "save_checkpoint", "to_prune"]

_PEFT = Path("adapter", "adapter_model.safetensors")


async def save_checkpoint(folder: TrainingFolder, trainer: Trainer, step: int, served: Path) -> str:
    """Writes the checkpoint after a step: the adapter, and what the trainer goes on from; the adapter's SHA-256.

    The folder has its name once everything in it is on the disk. Raises OsmosisError.
    """
    target = folder.checkpoint_of(step)
    part = target.with_name(f".{target.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(mode=0o700)
    await trainer.save(part, served)
    digest = _digest(part)
    _sync(part)
    shutil.rmtree(target, ignore_errors=True)
    part.rename(target)
    _sync(target.parent)
    return digest


def check_checkpoint(folder: TrainingFolder, record: TrainingCheckpointSaved) -> Path:
    """The folder of a checkpoint. Raises ConflictError where it is not the one that the journal names."""
    path = folder.root / record.path
    try:
        digest = _digest(path)
    except OSError:
        digest = ""
    if digest != record.adapter_sha256:
        raise ConflictError(
            f"the checkpoint {path} is not what the run saved there",
            hint="Restore the folder, or start a new run with another --name.",
        )
    return path


def to_prune(state: TrainingState, keep: int) -> list[int]:
    """The steps whose checkpoints go: all but the newest ones; of those kept, one is the best by its step's reward."""
    steps = sorted(state.checkpoints)
    if len(steps) <= keep:
        return []
    best = _best(state.checkpoints)
    kept = {steps[-1]}
    if best is not None and len(kept) < keep:
        kept.add(best)
    for step in reversed(steps):
        if len(kept) >= keep:
            break
        kept.add(step)
    return [step for step in steps if step not in kept]


def _best(checkpoints: Mapping[int, TrainingCheckpointSaved]) -> int | None:
    rewards = {step: each.reward for step, each in checkpoints.items() if each.reward is not None}
    return max(rewards, key=lambda step: (rewards[step], step)) if rewards else None


def _digest(checkpoint: Path) -> str:
    """Of the adapter: in GGUF, or peft's where the base model is not of this machine."""
    path = checkpoint / ADAPTER
    with (path if path.exists() else checkpoint / _PEFT).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
