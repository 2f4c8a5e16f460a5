"""A job from its ticket to its end. It runs the steps of `eval run` on what the platform gave it.

A round is one use of the engine. There is a second one only where the platform was away for so long that the run might
have been given away, and was not: what the first round had brought is on this machine, and goes on from there.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from osmosis_ai.base.cache import cache_root
from osmosis_ai.base.errors import KilledError, OsmosisError
from osmosis_ai.base.garbage import less_frequent_gc
from osmosis_ai.base.redaction.redactor import Redactor, ambient_secrets
from osmosis_ai.engine.ports import JournalError, LeaseLostError, Ports
from osmosis_ai.engine.records import JournalRecord
from osmosis_ai.engine.replay import counting_events
from osmosis_ai.engine.run import Phase, RunControl
from osmosis_ai.engine.work import WorkKey
from osmosis_ai.eval.options import EvalOptions
from osmosis_ai.eval.plan import EvalPlan, make_plan
from osmosis_ai.eval.run import Chosen, EvalRun, Prepared, agree, choose, execute, prepare
from osmosis_ai.job.connection import JobConnection, JobRefusedError, RunTakenError
from osmosis_ai.job.folder import job_folder
from osmosis_ai.job.isolation import PoolIsolation, check_model, isolated_host, require_isolation, without_acting
from osmosis_ai.job.lease import JobLease
from osmosis_ai.job.ports import JobWatcher, managed_ports
from osmosis_ai.job.prompter import Unattended
from osmosis_ai.job.shipping import LogShipper, Shipper
from osmosis_ai.job.together import together
from osmosis_ai.job.workspace import JobWorkspace
from osmosis_ai.runs.journal import LocalJournal
from osmosis_ai.runs.local_run import LocalRun
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.clients.platform.api.job import describe_job, exchange_ticket, finish_job, take_job_secrets
from osmosis_contract.models import (
    JobDescription,
    JobEnd,
    JobFinishRequest,
    JobFinishResponse,
    JobSecrets,
    JobSecretsRequest,
    TicketExchangeRequest,
    TicketExchangeResponse,
)
from osmosis_contract.models.run_events import RowStatus

__all__ = ["NOTHING_TO_DO", "TAKEN", "run_job"]

NOTHING_TO_DO = 0
TAKEN = 0
_FAILED = 1
_EXCHANGE_SEC = 120.0
_LONGEST_REASON = 64


@dataclass(frozen=True, slots=True)
class _End:
    """How the run ended, as the platform is told."""

    status: JobEnd
    reason: str | None = None
    message: str | None = None


async def run_job(url: str, ticket: str, environ: Mapping[str, str]) -> int:
    """Works on the run that the ticket is for; the exit status of the process.

    It is 0 where the run has ended and where there is nothing (left) to do for this job: the ticket is used, the run
    was stopped, or another job has it.
    """
    asked_at = time.monotonic()
    try:
        async with JobConnection(url) as connection:
            claim = await connection.call(
                exchange_ticket.asyncio_detailed,
                TicketExchangeResponse,
                body=TicketExchangeRequest(ticket=ticket, host=socket.gethostname()[:255], process_id=os.getpid()),
                may_wait=lambda: time.monotonic() < asked_at + _EXCHANGE_SEC,
            )
    except RunTakenError:
        return NOTHING_TO_DO
    async with JobConnection(url, token=claim.token) as connection:
        lease = JobLease(connection, epoch=claim.epoch, seconds=claim.lease_seconds, asked_at=asked_at)
        logs = LogShipper(connection, epoch=claim.epoch)
        work = _Work(connection, lease, logs, claim.epoch, environ)
        async with _beside(lease.keep(), logs.run()):
            try:
                return await work.run()
            except RunTakenError:
                return TAKEN


class _Work:
    """The run of one epoch."""

    def __init__(
        self, connection: JobConnection, lease: JobLease, logs: LogShipper, epoch: int, environ: Mapping[str, str]
    ) -> None:
        self._connection = connection
        self._lease = lease
        self._logs = logs
        self._epoch = epoch
        self._environ = dict(environ)
        self._control = RunControl()
        self._signalled = False
        self._working: asyncio.Future[_End | None] | None = None
        self._stopping: asyncio.Future[None] | None = None

    async def run(self) -> int:
        """Raises RunTakenError once the run is another job's."""
        self._lease.on_stop(self._stop)
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._on_signal)
        description = await self._connection.call(describe_job.asyncio_detailed, JobDescription)
        batch = description.acknowledged_batch
        shipper = Shipper(self._connection, self._lease, epoch=self._epoch, batch=batch)
        redact = Redactor([*ambient_secrets(self._environ)])
        with job_folder() as folder:
            async with _beside(shipper.run()):
                working = asyncio.ensure_future(self._work(description, folder, shipper))
                self._working = working
                if self._signalled or self._lease.stop_wanted:
                    self._stop()
                try:
                    end = await working
                except asyncio.CancelledError:
                    if not (self._signalled or self._lease.stop_wanted):
                        raise
                    end = _End(JobEnd.STOPPED) if self._lease.stop_wanted else None
                except (LeaseLostError, JournalError, JobRefusedError):
                    if self._lease.taken:
                        raise RunTakenError("the run was given away", status=409, platform_code=None) from None
                    raise
                except KilledError as error:  # what the run asks for is not the cause, and the next job may succeed
                    self._logs.add("error", "job", str(error.with_text(redact)))
                    end = None
                except OsmosisError as error:
                    shown = error.with_text(redact)
                    self._logs.add("error", "job", str(shown))
                    end = _End(JobEnd.FAILED, (error.code or "ERROR")[:_LONGEST_REASON], str(shown))
                if end is None:
                    await self._logs.flush()
                    return _FAILED
                async with together() as group:
                    group.create_task(self._until_drained(shipper))
                    group.create_task(self._logs.flush())
            await self._finish(end, shipper.batch)  # before the folder is removed, which takes its time
        return 0

    async def _finish(self, end: _End, batch: int) -> None:
        await self._logs.flush()
        await self._connection.call(
            finish_job.asyncio_detailed,
            JobFinishResponse,
            body=JobFinishRequest(
                epoch=self._epoch,
                status=end.status,
                acknowledged_batch=batch,
                **omit_none(reason=end.reason, message=end.message),
            ),
            may_wait=lambda: not self._lease.taken,
        )

    async def _work(self, description: JobDescription, folder: Path, shipper: Shipper) -> _End | None:
        """Fetches, plans and runs; None where the process was told to end and the run was not."""
        isolation = PoolIsolation.of(self._environ)
        workspace = JobWorkspace(folder, description)
        async with together() as group:
            group.create_task(require_isolation(isolation))
            group.create_task(workspace.fetch(self._connection, may_wait=lambda: not self._lease.taken))
            taking = group.create_task(
                self._connection.call(
                    take_job_secrets.asyncio_detailed, JobSecrets, body=JobSecretsRequest(epoch=self._epoch)
                )
            )
        secrets = taking.result()
        environ = {**self._environ, **secrets.secrets}
        plan = await asyncio.to_thread(_plan, workspace)
        await asyncio.to_thread(check_model, isolation, plan, secrets.secrets)
        local = LocalRun(plan.output, description.name, rows=plan.scan.selected_count, inputs=plan.inputs)
        local.create(plan.provenance, run_id=description.run_id)
        before_retry = await workspace.journal(self._connection, local.folder.attempts)
        reopened = _retried(plan, before_retry)
        while True:
            losses = self._lease.losses
            end = await self._round(plan, environ, reopened, shipper, isolation)
            if self._signalled and not self._lease.stop_wanted:
                return None
            if end is not None and losses == self._lease.losses:
                return end
            if not await self._lease.until_certain():
                raise LeaseLostError("the platform gave the run away")
            if self._lease.stop_wanted:
                return _End(JobEnd.STOPPED)
            self._logs.add("warning", "job", "The platform was away. The run goes on from what it had.")

    async def _round(
        self,
        plan: EvalPlan,
        environ: Mapping[str, str],
        reopened: Mapping[WorkKey, str],
        shipper: Shipper,
        isolation: PoolIsolation,
    ) -> _End | None:
        """Runs what is pending; None where the lease became uncertain meanwhile."""
        ready = _Ready(plan if isolation.is_off else without_acting(plan), JobWatcher(self._logs, self._lease), environ)
        async with _beside_the_loop(lambda: ready.enter(reopened)) as prepared:
            folder = prepared.local.folder

            def adapt(local: Ports) -> Ports:
                return managed_ports(local, folder, shipper, self._lease)

            cache = cache_root(self._environ)  # a secret must not choose it
            shared = replace(
                prepared.host, environments=cache / "envs", sdk_cache=cache / "sdk", environment_by_content=True
            )
            if not isolation.is_off:
                shared = isolated_host(
                    isolation,
                    shared,
                    plan,
                    folder=plan.workspace.root.parent,
                    environ=self._environ,
                    secrets=ready.secret_values,
                )
            self._control = RunControl()
            try:
                result = await execute(replace(prepared, host=shared), self._control, less_frequent_gc, adapt=adapt)
            except LeaseLostError:
                return None
            except OsmosisError as error:
                raise error.with_text(prepared.redact) from None
        return self._end_of(result)

    def _end_of(self, result: EvalRun) -> _End:
        if result.complete:
            return _End(JobEnd.FINISHED)
        if self._lease.stop_wanted:
            return _End(JobEnd.STOPPED)
        pending = result.results.pending
        why = result.report.halted or next((each.message for each in result.unfinished.values() if each.message), "")
        message = f"{pending} of {result.results.items} samples have no result. {why}".strip()
        return _End(JobEnd.FAILED, "INCOMPLETE", message)

    async def _until_drained(self, shipper: Shipper) -> None:
        """Waits until the platform has everything, however long it is away."""
        while True:
            try:
                return await shipper.drain()
            except LeaseLostError:
                if not await self._lease.until_certain():
                    raise RunTakenError("the run was given away", status=409, platform_code=None) from None

    def _stop(self) -> None:
        """Cancels what is in flight; before anything was dispatched, the work itself."""
        if self._control.phase is Phase.STARTING and self._working is not None:
            self._working.cancel()
        self._stopping = asyncio.ensure_future(self._control.stop())

    def _on_signal(self) -> None:
        self._signalled = True
        self._stop()


class _Ready:
    """The steps of `eval run` before anything is dispatched. They read and import for as long as the machine makes
    them, and the lease is renewed meanwhile: they are for a thread."""

    def __init__(self, plan: EvalPlan, watcher: JobWatcher, environ: Mapping[str, str]) -> None:
        self._plan = plan
        self._watcher = watcher
        self._environ = environ
        self.secret_values: Mapping[str, str] = {}

    def enter(self, reopened: Mapping[WorkKey, str]) -> tuple[Prepared, contextlib.ExitStack]:
        """The run as it is taken, and what gives it up again."""
        from osmosis_ai.hosting import services  # noqa: F401 - what the run imports next, on the loop
        from osmosis_ai.models import open_model  # noqa: F401
        from osmosis_ai.models.bridge import app  # noqa: F401

        unattended = Unattended()
        chosen: Chosen = choose(self._plan, unattended)
        _reopen(chosen, reopened)
        agreed = agree(chosen, unattended, self._watcher, self._environ)
        self.secret_values = agreed.secret_values
        with contextlib.ExitStack() as stack:
            prepared = stack.enter_context(prepare(agreed, self._watcher, self._environ))
            return prepared, stack.pop_all()


@contextlib.asynccontextmanager
async def _beside_the_loop[T](enter: Callable[[], tuple[T, contextlib.ExitStack]]) -> AsyncIterator[T]:
    """Enters in a thread. Cancelled meanwhile, it waits for the thread, and leaves what was entered."""
    entering = asyncio.ensure_future(asyncio.to_thread(enter))
    try:
        value, stack = await asyncio.shield(entering)
    except asyncio.CancelledError:
        with contextlib.suppress(OsmosisError, OSError):
            (await entering)[1].close()
        raise
    with stack:
        yield value


def _plan(workspace: JobWorkspace) -> EvalPlan:
    options = EvalOptions(
        config=workspace.config,
        name=workspace.description.name,
        dataset_file=workspace.dataset,
        rows=workspace.description.rows,
    )
    return make_plan(options, workspace.root)


def _retried(plan: EvalPlan, records: Sequence[JournalRecord]) -> dict[WorkKey, str]:
    """The items that a retry tries again, each with the rollout of the result that it is to replace."""
    events = counting_events(records, rows=plan.scan.selected_count, runs_per_row=plan.inputs.n)
    return {key: event.rollout_id for key, event in events.items() if event.status is not RowStatus.SUCCESS}


def _reopen(chosen: Chosen, reopened: Mapping[WorkKey, str]) -> None:
    """Those of the items whose result is still the one that was retried."""
    if not reopened:
        return
    plan, folder = chosen.plan, chosen.local.folder
    rows, runs = plan.scan.selected_count, plan.inputs.n
    journal = LocalJournal(folder.attempts, folder.events, rows=rows, runs_per_row=runs)
    events = counting_events(journal.records(), rows=rows, runs_per_row=runs)
    chosen.before.results.reopen_items(
        key for key, rollout_id in reopened.items() if events[key].rollout_id == rollout_id
    )


@contextlib.asynccontextmanager
async def _beside(*works: object) -> AsyncIterator[None]:
    """While the block runs, so do these coroutines."""
    tasks = [asyncio.ensure_future(work) for work in works]  # type: ignore[call-overload]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
