"""Programs that run in a Python that has a trainer's packages, which need not be the one that runs the command."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import InternalError, OsmosisError
from osmosis_ai.base.processes.supervisor import ChildProcess, describe_exit

__all__ = [
    "PYTHON_VARIABLE",
    "TORCH",
    "ConnectedWorker",
    "MissingTrainExtraError",
    "WorkerPython",
    "call_worker",
    "connected_worker",
    "without_secrets",
    "worker_command",
]

PYTHON_VARIABLE = "OSMOSIS_TRAIN_PYTHON"
"""Names the Python that has torch, where it is not the one that runs the command."""

_ISOLATED = Path(__file__).with_name("isolated")
_ANSWER = '{"answer":'
_LONGEST_LINE = 1 << 28
_STOP_GRACE = 2.0


class MissingTrainExtraError(OsmosisError):
    """The trainer's Python lacks packages of the extra `train`."""

    def __init__(self, python: str, missing: Sequence[str]) -> None:
        super().__init__(
            f"Training needs {', '.join(missing)}, which {python} does not have.",
            hint=(
                "Install the extra: pip install 'osmosis-ai[train]'. On Linux install PyTorch's CPU build first "
                "(pytorch.org, Start locally, Compute platform CPU), else pip takes a CUDA build of several GB. "
                f"Or name a Python that has them: {PYTHON_VARIABLE}=/path/to/python."
            ),
            details={"missing": list(missing), "extra": "train"},
        )


@dataclass(frozen=True, slots=True)
class WorkerPython:
    """Which Python has the packages: the one that `variable` names, else the one that runs the command.

    `lacks` makes the error for packages that are not there; `needs` says what has to be.
    """

    variable: str
    needs: str
    lacks: Callable[[str, Sequence[str]], OsmosisError]

    def of(self, environ: Mapping[str, str]) -> str:
        """Its path."""
        return environ.get(self.variable) or sys.executable


TORCH = WorkerPython(PYTHON_VARIABLE, "the packages of the extra train", MissingTrainExtraError)
"""Where TRL runs, and what reads and writes models."""


def worker_command(python: str, module: str, *arguments: str) -> list[str]:
    """The command line of a program of `isolated/`, which imports nothing else of this package."""
    program = (
        f"import sys, runpy; sys.path.insert(0, {str(_ISOLATED)!r}); "
        f"runpy.run_module({module!r}, run_name='__main__', alter_sys=True)"
    )
    return [python, "-P", "-c", program, *arguments]


async def call_worker(
    module: str,
    *arguments: str,
    name: str,
    environ: Mapping[str, str],
    secrets: Mapping[str, str] | None = None,
    log: Callable[[str], None],
    where: WorkerPython = TORCH,
) -> dict[str, Any]:
    """Runs a program that does one thing, and returns what it answers. `secrets` are variables for it alone.

    `name` is what it is called in errors. Raises OsmosisError, MissingTrainExtraError.
    """
    python = where.of(environ)
    answers: list[dict[str, Any]] = []

    def on_line(_: str, line: str) -> None:
        if line.startswith(_ANSWER):
            answers.append(json.loads(line)["answer"])
        else:
            log(line)

    child = await ChildProcess.start(
        worker_command(python, module, *arguments),
        name=name,
        env={**without_secrets(environ), **(secrets or {})},
        on_line=on_line,
    )
    async with child:
        code = await child.wait()
    answer = answers[-1] if answers else {}
    if "missing" in answer:
        raise where.lacks(python, answer["missing"])
    if "error" in answer:
        raise OsmosisError(f"{name}: {answer['error']}")
    if "ok" not in answer:
        last = [line for line in child.tail if line.strip()][-3:]
        raise InternalError(f"{name} ended ({describe_exit(code)}): {' | '.join(last) or 'it printed nothing'}")
    found: dict[str, Any] = answer["ok"]
    return found


@dataclass(frozen=True, slots=True)
class ConnectedWorker:
    """A program that serves a run over a Unix socket in a private folder, which may hold its own files too."""

    child: ChildProcess
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    python: str
    folder: Path

    async def ended(self, hint: str | None) -> OsmosisError:
        """The error for a process that is gone; waits until it is."""
        code = await self.child.wait()
        last = [text for text in self.child.tail if text.strip()][-3:]
        return OsmosisError(
            f"the trainer's process ended ({describe_exit(code)}): {' | '.join(last) or 'it printed nothing'}",
            hint=hint,
        )


@asynccontextmanager
async def connected_worker(
    module: str, where: WorkerPython, *, environ: Mapping[str, str], env: Mapping[str, str], log: Callable[[str], None]
) -> AsyncIterator[ConnectedWorker]:
    """The program, connected, in a process that ends with the context. `env` is all that it has of an environment.

    Raises OsmosisError where it does not start.
    """
    python = where.of(environ)
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
                worker_command(python, module, "--socket", path),
                name="the trainer",
                env=env,
                on_line=lambda _stream, line: log(line),
                grace=_STOP_GRACE,
            )
            async with child:
                reader, writer = await _connected(child, connected, python, where)
                try:
                    yield ConnectedWorker(child, reader, writer, python, Path(folder))
                finally:
                    writer.close()
        finally:
            server.close()


async def _connected(
    child: ChildProcess,
    connected: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]],
    python: str,
    where: WorkerPython,
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    ended = asyncio.create_task(child.wait())
    either: list[asyncio.Future[Any]] = [connected, ended]
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if connected.done():
            return connected.result()
        raise OsmosisError(
            f"the trainer's process did not start with {python}: {' | '.join(child.tail[-3:])}",
            hint=f"{where.variable} names a Python of version 3.11 or later that has {where.needs}.",
        )
    finally:
        ended.cancel()


def without_secrets(environ: Mapping[str, str]) -> dict[str, str]:
    """What a Python needs to start and to compute; the run's secrets are not the trainer's business."""
    kept = ("PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "VIRTUAL_ENV")
    prefixes = ("LC_", "OMP_", "MKL_", "OPENBLAS_", "PYTORCH_", "HF_HOME")
    return {name: value for name, value in environ.items() if name in kept or name.startswith(prefixes)}
