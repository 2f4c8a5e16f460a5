"""TRL's GRPOTrainer in a separate process, in whichever Python has torch."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import InternalError, OsmosisError
from osmosis_ai.train.trainer import ADAPTER, TrainerInfo, TrainerSettings, TrainingRow, Update
from osmosis_ai.train.worker import (
    PYTHON_VARIABLE,
    TORCH,
    ConnectedWorker,
    MissingTrainExtraError,
    connected_worker,
    without_secrets,
)
from osmosis_contract.models.token_trajectory import ScoredTokenTrajectory

__all__ = ["PYTHON_VARIABLE", "MissingTrainExtraError", "TrlTrainer", "open_trl_trainer"]

_OPEN_SEC = 3600.0  # a machine whose cores are all taken needed more than 900


class TrlTrainer:
    """The worker's side of a run. Make one with `open_trl_trainer`; one command at a time."""

    info: TrainerInfo

    def __init__(self, worker: ConnectedWorker) -> None:
        self._worker = worker

    async def step(self, step: int, rows: Sequence[TrainingRow], adapter: Path) -> Update:
        """See Trainer.step."""
        sent = [_sent(row) for row in rows]
        said = await self.ask("step", step=step, rows=sent, adapter=str(adapter))
        return Update(said["figures"])

    async def save(self, folder: Path, served: Path) -> None:
        """See Trainer.save."""
        await self.ask("save", into=str(folder))
        await asyncio.to_thread(shutil.copyfile, served, folder / ADAPTER)

    async def ask(self, command: str, **given: object) -> dict[str, Any]:
        """Sends the worker a command and returns its answer. Raises OsmosisError."""
        self._worker.writer.write(json.dumps({"do": command, **given}).encode() + b"\n")
        with contextlib.suppress(ConnectionError):
            await self._worker.writer.drain()
        return await self._answer()

    async def _answer(self) -> dict[str, Any]:
        try:
            line = await self._worker.reader.readline()
        except (ConnectionError, ValueError):
            line = b""
        if not line:
            raise await self._worker.ended(
                "If it was killed, there was not enough memory: lower rollout_batch_size or n_samples_per_prompt."
            )
        said = json.loads(line)
        if "missing" in said:
            raise MissingTrainExtraError(self._worker.python, said["missing"])
        if "error" in said:
            raise OsmosisError(f"the trainer failed: {said['error']['message']}", hint=said["error"]["hint"])
        answer: dict[str, Any] = said["ok"]
        return answer


def _sent(row: TrainingRow) -> dict[str, object]:
    """A row as the worker takes it. Raises InternalError for a trajectory of several sequences: those are refused."""
    trajectory = row.trajectory
    if not isinstance(trajectory, ScoredTokenTrajectory):
        return {"prompt_ids": list(row.prompt_ids), "sampled_ids": [], "mask": [], "logprobs": [], "reward": None}
    if len(trajectory.segments) != 1:
        raise InternalError("a trajectory of several sequences reached a trainer that takes one")
    only = trajectory.segments[0]
    return {
        "prompt_ids": only.prompt_ids,
        "sampled_ids": only.sampled_ids,
        "mask": only.mask,
        "logprobs": only.logprobs,
        "reward": trajectory.reward,
    }


@asynccontextmanager
async def open_trl_trainer(
    base: Path,
    settings: TrainerSettings,
    *,
    resume: Path | None,
    prepared: Path,
    environ: Mapping[str, str],
    log: Callable[[str], None],
) -> AsyncIterator[TrlTrainer]:
    """The trainer of a base model in GGUF, in a process that ends with the context.

    What is made of the base model is kept in `prepared`, and not made again. Raises OsmosisError,
    MissingTrainExtraError where packages are missing.
    """
    env = {**without_secrets(environ), "OMP_WAIT_POLICY": "PASSIVE"}
    async with connected_worker("trl_worker", TORCH, environ=environ, env=env, log=log) as worker:
        trainer = TrlTrainer(worker)
        try:
            async with asyncio.timeout(_OPEN_SEC):
                said = await trainer.ask(
                    "open",
                    base=str(base),
                    cache=str(prepared),
                    settings={**asdict(settings), "scratch": str(worker.folder)},
                    resume=None if resume is None else str(resume),
                )
        except TimeoutError:
            raise OsmosisError(f"the trainer did not load {base.name} within {_OPEN_SEC:g} s") from None
        trainer.info = TrainerInfo(
            Path(said["served"]), said["parameters"], said["trained_parameters"], said["versions"]
        )
        yield trainer
