"""Grading stored samples: the process that runs a rollout's grader in its environment, and the runner before it."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from osmosis_ai.base.batched_writer import BatchedWriter
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.processes.supervisor import ChildProcess, describe_exit
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.ports import Observer
from osmosis_ai.engine.work import Attempt, AttemptResult, Runner, RunnerLostError
from osmosis_ai.hosting.child_environment import compiling_into, usable_environment
from osmosis_ai.hosting.environment import prepare_environment, speaks_socks
from osmosis_ai.hosting.sandbox import Sandbox, open_sandbox, start_user_code
from osmosis_ai.hosting.spec import HostSpec
from osmosis_ai.semantics.judges import judges_of
from osmosis_ai.semantics.outcomes import Cancelled, GraderFailed, TimedOut, outcome_of_result
from osmosis_ai.semantics.sample_figures import answer_of, metrics_of
from osmosis_ai.semantics.spent import Spent
from osmosis_contract.models.grading import GradingAnswer, GradingReady, GradingTask
from osmosis_contract.models.rollout import RolloutResultResponse

__all__ = ["FilesNotKeptError", "OpenGrading", "SampleStore", "grading"]

WIDTH = 128
_READY_SEC = 120.0
_GRACE_SEC = 5.0
_MOST_LINE_BYTES = 1 << 28


class FilesNotKeptError(OsmosisError):
    """The grader reads files of the workflow that were not kept, so the samples cannot be graded again."""


class SampleStore(Protocol):
    """The samples of an earlier run, as a runner needs them."""

    def task(self, attempt: Attempt) -> GradingTask | AttemptResult:
        """What is to be graded, or the result of an item that has no sample. Quick: called on the loop."""

    def keep(self, attempt: Attempt, result: RolloutResultResponse) -> None:
        """Writes the files of the graded attempt where the run collects them. Quick: called on the loop."""


@dataclass(frozen=True, slots=True)
class OpenGrading:
    """A grading process that is up."""

    runner: Runner
    width: int = WIDTH

    def spent(self) -> Spent:
        """Nothing: no model is called."""
        return Spent()

    def stop_reason(self) -> str | None:
        """Nothing keeps it from grading more."""
        return None


@asynccontextmanager
async def grading(
    spec: HostSpec, store: SampleStore, observer: Observer, *, redact: Redactor
) -> AsyncIterator[OpenGrading]:
    """A runner that grades the samples of a store, until the context closes; then its process is gone.

    Raises OsmosisError for what does not start, and for a rollout without a grader of its own.
    """
    async with AsyncExitStack() as stack:
        sandbox = None
        if spec.isolation is not None:
            opening = open_sandbox(spec.isolation, lambda said: observer.log("warning", "isolation", said))
            sandbox = await stack.enter_async_context(opening)
        observer.status("Syncing the rollout's dependencies")
        prepared = await prepare_environment(
            spec.rollout_dir,
            home=spec.environments,
            cache=spec.sdk_cache,
            variables=spec.tool_environment,
            log=lambda line: observer.log("info", "deps", line),
            sandbox=sandbox,
        )
        observer.status("Starting the grader")

        def warn(code: str, message: str) -> None:
            observer.log("warning", "grader", message)
            observer.warning(code, message)

        given = spec.rollout_environment
        environment = usable_environment(
            given if sandbox is not None else compiling_into(given, prepared.python.parent.parent),
            socks=sandbox is not None or speaks_socks(prepared.python),
            program="the grader",
            warn=warn,
        )
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="osmosis-"))
        runner = GradingRunner(
            prepared.python,
            spec,
            environment,
            store,
            observer=observer,
            redact=redact,
            socket=Path(folder, "grading.sock"),
            sandbox=sandbox,
        )
        try:
            await runner.restart()
            yield OpenGrading(runner)
        finally:
            await runner.close()


class GradingRunner(Runner):
    """Hands samples to the grading process, and starts another one when it dies."""

    def __init__(
        self,
        python: Path,
        spec: HostSpec,
        environment: Mapping[str, str],
        store: SampleStore,
        *,
        observer: Observer,
        redact: Redactor,
        socket: Path,
        sandbox: Sandbox | None = None,
    ) -> None:
        self._python = python
        self._spec = spec
        self._environment = environment
        self._store = store
        self._observer = observer
        self._redact = redact
        self._socket = socket
        self._sandbox = sandbox
        self._child: ChildProcess | None = None
        self._writer: BatchedWriter | None = None
        self._answers: asyncio.Task[None] | None = None
        self._waiting: dict[str, asyncio.Future[GradingAnswer]] = {}
        self._cancelled = False

    async def run(self, attempt: Attempt) -> AttemptResult:
        """The grade of a sample, or what its item keeps. Raises FilesNotKeptError, RunnerLostError."""
        began = time.monotonic()
        task = self._store.task(attempt)
        if isinstance(task, AttemptResult):
            return task
        if self._cancelled:
            return AttemptResult(Cancelled(), 0.0)
        answer = await self._ask(task)
        if answer is None:
            return AttemptResult(Cancelled(), 0.0)
        if answer.needs_files:
            raise FilesNotKeptError(
                f"the grader reads the files that the workflow wrote, and those of row "
                f"{attempt.item.source_row_index} were not kept",
                hint="Run the rows again with `osmosis eval run CONFIG --rows-from RUN`.",
            )
        result = answer.result
        outcome = outcome_of_result(result) or Cancelled()
        if result.sample is None and not isinstance(outcome, (TimedOut, Cancelled)):
            outcome = GraderFailed(result.err_message or "the grader failed")
        self._store.keep(attempt, result)
        graded = AttemptResult(
            outcome,
            (time.monotonic() - began) * 1000,
            metrics={} if result.sample is None else metrics_of(result.sample.metrics),
            answer=answer_of(task.sample.messages or []),
            judges=() if result.sample is None else judges_of(result.sample.extra_fields),
        )
        return replace(graded, err_location=result.err_location, err_traceback=result.err_traceback)

    async def _ask(self, task: GradingTask) -> GradingAnswer | None:
        """The answer to a task; None once grading was cancelled."""
        if self._writer is None or self._child is None or self._child.returncode is not None:
            raise RunnerLostError("the grading process was not running")
        future: asyncio.Future[GradingAnswer] = asyncio.get_running_loop().create_future()
        self._waiting[task.rollout_id] = future
        try:
            self._writer.send(task.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n")
            with contextlib.suppress(ConnectionError):  # the end of the process says more
                await self._writer.drain()
            return await future
        except asyncio.CancelledError:
            if self._cancelled and future.cancelled():
                return None
            raise
        finally:
            self._waiting.pop(task.rollout_id, None)

    async def restart(self) -> None:
        """A new process. Raises OsmosisError with what it printed when it does not come up."""
        await self.close()
        connected: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = (
            asyncio.get_running_loop().create_future()
        )

        def on_connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if connected.done():
                writer.close()
            else:
                connected.set_result((reader, writer))

        self._socket.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(on_connected, self._socket, limit=_MOST_LINE_BYTES)
        try:
            worker = [str(self._python), "-m", "osmosis_ai.rollout.grading_worker"]
            child = self._child = await start_user_code(
                self._sandbox,
                [*worker, self._spec.entrypoint, str(self._socket)],
                name="the grader",
                cwd=self._spec.rollout_dir,
                env={**self._environment, "PYTHONUNBUFFERED": "1"},
                writable=[self._spec.rollout_dir, self._spec.trials],
                readable=[self._python.parent.parent, self._socket.parent],
                doors=["rollout"],
                on_line=lambda _stream, line: self._observer.log("info", "grader", line),
                redact=self._redact.logs,
                grace=_GRACE_SEC,
            )
            ended = asyncio.ensure_future(child.wait())
            either: list[asyncio.Future[object]] = [connected, ended]  # type: ignore[list-item]
            try:
                await asyncio.wait(either, timeout=_READY_SEC, return_when=asyncio.FIRST_COMPLETED)
            finally:
                ended.cancel()
            if not connected.done():
                raise self._not_started(child)
            reader, writer = connected.result()
            self._writer = BatchedWriter(writer)
        finally:
            server.close()  # waiting for it would wait for the connection too
        ready = GradingReady.read(await reader.readline())
        if not ready.grader:
            raise OsmosisError(
                f"the rollout {self._spec.rollout_dir.name} has no grader that takes a sample by itself",
                hint="Give its LocalBackend a grader. Other backends grade while they run: use `osmosis eval run`.",
            )
        self._answers = asyncio.create_task(self._receive(reader, child))

    async def _receive(self, reader: asyncio.StreamReader, child: ChildProcess) -> None:
        with contextlib.suppress(ConnectionError):
            while line := await reader.readline():
                answer = GradingAnswer.read(line)
                future = self._waiting.get(answer.result.rollout_id)
                if future is not None and not future.done():
                    future.set_result(answer)
        code = await child.wait()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(RunnerLostError(f"the grading process ended ({describe_exit(code)})"))

    def _not_started(self, child: ChildProcess) -> OsmosisError:
        why = "ended" if child.returncode is not None else f"was not ready within {_READY_SEC:g} s"
        printed = "\n".join(list(child.tail)[-12:])
        return OsmosisError(
            f"the grader {why} before it was ready; it printed:\n{printed}",
            hint="The entrypoint must make its server with create_rollout_server, and its environment needs this SDK.",
        )

    async def cancel(self) -> None:
        """Ends what is in flight as cancelled."""
        self._cancelled = True
        for future in list(self._waiting.values()):
            future.cancel()

    async def close(self) -> None:
        """Ends the process."""
        answers, self._answers = self._answers, None
        if answers is not None:
            answers.cancel()
            await asyncio.gather(answers, return_exceptions=True)
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
        child, self._child = self._child, None
        if child is not None:
            await child.stop()
