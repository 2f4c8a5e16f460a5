"""TRL's GRPOTrainer in a separate process, in whichever Python has torch."""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import InternalError, OsmosisError
from osmosis_ai.base.processes.supervisor import ChildProcess, describe_exit
from osmosis_ai.train.trainer import TrainerInfo, TrainerSettings, TrainingRow, Update
from osmosis_ai.train.worker import (
    PYTHON_VARIABLE,
    MissingTrainExtraError,
    without_secrets,
    worker_command,
    worker_python,
)
from osmosis_contract.models.token_trajectory import ScoredTokenTrajectory

__all__ = ["PYTHON_VARIABLE", "MissingTrainExtraError", "TrlTrainer", "open_trl_trainer"]

_OPEN_SEC = 3600.0  # a machine whose cores are all taken needed more than 900
_LONGEST_LINE = 1 << 28
_STOP_GRACE = 2.0


class TrlTrainer:
    """The worker's side of a run. Make one with `open_trl_trainer`; one command at a time."""

    info: TrainerInfo

    def __init__(
        self, child: ChildProcess, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, python: str
    ) -> None:
        self._child = child
        self._python = python
        self._reader = reader
        self._writer = writer

    async def step(self, step: int, rows: Sequence[TrainingRow], adapter: Path) -> Update:
        """See Trainer.step."""
        sent = [_sent(row) for row in rows]
        said = await self.ask("step", step=step, rows=sent, adapter=str(adapter))
        return Update(said["figures"], said["adapter_sha256"])

    async def save(self, folder: Path) -> None:
        """See Trainer.save."""
        await self.ask("save", into=str(folder))

    async def write_adapter(self, path: Path) -> str:
        """See Trainer.write_adapter."""
        return str((await self.ask("adapter", path=str(path)))["adapter_sha256"])

    async def ask(self, command: str, **given: object) -> dict[str, Any]:
        """Sends the worker a command and returns its answer. Raises OsmosisError."""
        self._writer.write(json.dumps({"do": command, **given}).encode() + b"\n")
        with contextlib.suppress(ConnectionError):
            await self._writer.drain()
        return await self._answer()

    async def _answer(self) -> dict[str, Any]:
        try:
            line = await self._reader.readline()
        except (ConnectionError, ValueError):
            line = b""
        if not line:
            code = await self._child.wait()
            last = [text for text in self._child.tail if text.strip()][-3:]
            raise OsmosisError(
                f"the trainer's process ended ({describe_exit(code)}): {' | '.join(last) or 'it printed nothing'}",
                hint="If it was killed, there was not enough memory: lower rollout_batch_size or n_samples_per_prompt.",
            )
        said = json.loads(line)
        if "missing" in said:
            raise MissingTrainExtraError(self._python, said["missing"])
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
    python = worker_python(environ)
    with tempfile.TemporaryDirectory(prefix="osmosis-train-") as folder:
        path = f"{folder}/socket"
        connected: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = (
            asyncio.get_running_loop().create_future()
        )

        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if not connected.done():
                connected.set_result((reader, writer))

        server = await asyncio.start_unix_server(accept, path, limit=_LONGEST_LINE)
        try:
            child = await ChildProcess.start(
                worker_command(python, "trl_worker", "--socket", path),
                name="the trainer",
                env={**without_secrets(environ), "OMP_WAIT_POLICY": "PASSIVE"},
                on_line=lambda _stream, line: log(line),
                grace=_STOP_GRACE,
            )
            async with child:
                reader, writer = await _connected(child, connected, python)
                try:
                    trainer = TrlTrainer(child, reader, writer, python)
                    async with asyncio.timeout(_OPEN_SEC):
                        said = await trainer.ask(
                            "open",
                            base=str(base),
                            cache=str(prepared),
                            settings={**asdict(settings), "scratch": folder},
                            resume=None if resume is None else str(resume),
                        )
                    trainer.info = TrainerInfo(
                        Path(said["served"]), said["parameters"], said["trained_parameters"], said["versions"]
                    )
                    yield trainer
                finally:
                    writer.close()
        except TimeoutError:
            raise OsmosisError(f"the trainer did not load {base.name} within {_OPEN_SEC:g} s") from None
        finally:
            server.close()


async def _connected(
    child: ChildProcess, connected: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]], python: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    ended = asyncio.create_task(child.wait())
    either: list[asyncio.Future[Any]] = [connected, ended]
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if connected.done():
            return connected.result()
        raise OsmosisError(
            f"the trainer's process did not start with {python}: {' | '.join(child.tail[-3:])}",
            hint=f"{PYTHON_VARIABLE} names a Python of version 3.11 or later that has the packages of the extra train.",
        )
    finally:
        ended.cancel()
