"""`eval run`: from a config to a folder of results.

The order is fixed: plan, lock, confirm, create, model, environment, server, bridge, dispatch, finish. Nothing is on disk
before the confirmation, nothing is left running after the end.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from filelock import FileLock, Timeout
from httpx_aiohttp import AiohttpTransport
from platformdirs import user_cache_path

from osmosis_ai.base.errors import InteractiveRequiredError, OsmosisError
from osmosis_ai.base.redaction import Redactor, ambient_secrets
from osmosis_ai.engine.dispatch import Dispatcher, DispatchReport
from osmosis_ai.engine.work import WorkKey
from osmosis_ai.eval.display import Display, ProgressLine
from osmosis_ai.eval.environment import prepare_environment
from osmosis_ai.eval.interrupts import interruptible
from osmosis_ai.eval.ledger import Entry, RunLedger, RunTotals
from osmosis_ai.eval.listener import listening
from osmosis_ai.eval.names import check_run_name, new_run_name
from osmosis_ai.eval.plan import EvalOptions, EvalPlan, make_plan
from osmosis_ai.eval.protocol_runner import ProtocolRunner
from osmosis_ai.eval.replay import Replay, check_same_inputs, read_manifest, replay
from osmosis_ai.eval.rollout_server import RolloutServerProcess
from osmosis_ai.eval.run_folder import RunFolder
from osmosis_ai.eval.run_log import RunLog, timestamp
from osmosis_ai.models.bridge import ChatBridge
from osmosis_ai.models.bridge_app import bridge_app
from osmosis_ai.models.endpoints import open_policy_model
from osmosis_ai.models.policy import preflight
from osmosis_ai.rollout.ids import new_rollout_id
from osmosis_contract.models.run_events import RowStatus
from osmosis_contract.models.run_manifest import RunManifest
from osmosis_contract.models.run_metrics import MetricsEvalRun, RunMetrics, RunState

__all__ = ["EvalRun", "run_eval"]

_DEFAULT_SLOTS = 4
_MOST_SLOTS = 8
_STOP_SEC = 15.0
_REQUEST_TIMEOUT_SEC = 60.0


@dataclass(slots=True)
class EvalRun:
    """What came of an evaluation."""

    plan: EvalPlan
    name: str
    local_run_id: str
    folder: Path
    report: DispatchReport
    resumed: int
    metrics: RunMetrics
    duration_ms: float
    entries: dict[WorkKey, Entry] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """True when every work item has a result."""
        return len(self.entries) == self.plan.work_items


async def run_eval(options: EvalOptions, display: Display, cwd: Path) -> EvalRun:
    """Runs an evaluation to its end, or resumes the named one.

    Raises OsmosisError for whatever keeps it from running; rows that fail are results, not errors.
    """
    display.status("Reading the config, the dataset and the rollout")
    plan = await asyncio.to_thread(make_plan, options, cwd)
    name = check_run_name(options.name) if options.name else new_run_name(plan.output)
    folder = RunFolder(plan.output / name)
    before = _before(plan, folder)
    pending = plan.work_items - len(before.events)
    if pending:
        display.confirm(
            f"Run {pending} rollouts on {plan.inputs.model_path}?",
            summary=_summary(plan, name, pending),
            notes=(),
        )
    secret_values = _secrets(plan)
    with _locked(plan.output, name):
        manifest = _manifest(plan, name, folder)
        redact = Redactor([*secret_values.values(), *ambient_secrets()])
        log = RunLog(folder.logs, redact, display.log_line)
        try:
            return await _Evaluation(
                plan=plan,
                name=name,
                folder=folder,
                manifest=manifest,
                before=before,
                secret_values=secret_values,
                redact=redact,
                log=log,
                display=display,
            ).run()
        finally:
            log.close()


def _before(plan: EvalPlan, folder: RunFolder) -> Replay:
    """What earlier invocations of the run did; nothing for a new one."""
    if not folder.manifest.exists():
        if folder.root.exists() and any(folder.root.iterdir()):
            raise OsmosisError(
                f"{folder.root} exists and is not the folder of a run",
                hint="Choose another --name, or move it away.",
            )
        return Replay()
    check_same_inputs(read_manifest(folder.manifest), plan.inputs)
    return replay(folder.events, folder.attempts)


def _summary(plan: EvalPlan, name: str, pending: int) -> Mapping[str, object]:
    summary: dict[str, object] = {
        "Run": name,
        "Rollout": f"{plan.inputs.rollout.name}/{plan.inputs.rollout.entrypoint}",
        "Model": plan.inputs.model_path,
        "Dataset": f"{plan.dataset.path} ({plan.scan.selected_count} of {plan.scan.row_count} rows)",
        "Attempts per row": plan.attempts_per_row,
    }
    if pending != plan.work_items:
        summary["Already done"] = plan.work_items - pending
    return summary


def _secrets(plan: EvalPlan) -> dict[str, str]:
    """Values of the secrets the config names, from the environment."""
    values = {name: os.environ.get(name, "") for name in plan.inputs.secret_names}
    missing = [name for name, value in values.items() if not value]
    if missing:
        raise InteractiveRequiredError(
            f"the config needs secrets that are not set: {', '.join(missing)}",
            hint="Export them, or put them into a file and name it with --env-file.",
            details={"missing": missing, "flags": ["--env-file"]},
        )
    return values


class _Lock:
    def __init__(self, lock: FileLock, name: str) -> None:
        self._lock, self._name = lock, name

    def __enter__(self) -> None:
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise OsmosisError(
                f"the run {self._name!r} is being worked on by another process",
                hint="Wait for it to end, or choose another --name.",
            ) from None

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def _locked(output: Path, name: str) -> _Lock:
    locks = output / ".locks"
    try:
        locks.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OsmosisError(
            f"{locks} cannot be made: {error.strerror}", hint="Choose another root with --output."
        ) from None
    return _Lock(FileLock(locks / f"{name}.lock", mode=0o600), name)


def _manifest(plan: EvalPlan, name: str, folder: RunFolder) -> RunManifest:
    if folder.manifest.exists():
        return read_manifest(folder.manifest)
    manifest = RunManifest(
        schema_version=1,
        local_run_id=uuid.uuid4().hex,
        run_name=name,
        created_at=timestamp(),
        inputs=plan.inputs,
        provenance=plan.provenance,
    )
    folder.create(manifest)
    return manifest


class _Evaluation:
    """One invocation of a run whose folder exists and is locked."""

    def __init__(
        self,
        *,
        plan: EvalPlan,
        name: str,
        folder: RunFolder,
        manifest: RunManifest,
        before: Replay,
        secret_values: Mapping[str, str],
        redact: Redactor,
        log: RunLog,
        display: Display,
    ) -> None:
        self._plan = plan
        self._name = name
        self._folder = folder
        self._manifest = manifest
        self._before = before
        self._secrets = secret_values
        self._log = log
        self._display = display
        self._began = time.monotonic()
        self._rewards = 0.0
        self._graded = 0
        self._failed = 0
        self._tokens = 0
        self._ledger = RunLedger(
            folder,
            MetricsEvalRun(
                id=manifest.local_run_id,
                status=RunState.RUNNING,
                name=name,
                dataset_name=plan.config.experiment.dataset,
                model_name=plan.inputs.model_path,
                rollout_name=plan.inputs.rollout.name,
                duration_ms=0.0,
                started_at=timestamp(),
            ),
            RunTotals(plan.scan.selected_count, plan.scan.row_count, plan.work_items),
            plan.pass_threshold,
            redact,
            log,
            self._settled,
        )

    async def run(self) -> EvalRun:
        """Everything pending is dispatched, then the run's files are finished."""
        self._ledger.carry(self._before)
        resumed = len(self._ledger.entries)
        report = DispatchReport()
        try:
            self._ledger.open()
            self._log.info("run", "started", name=self._name, items=self._plan.work_items, resumed=resumed)
            if resumed < self._plan.work_items:
                report = await self._dispatch()
            complete = len(self._ledger.entries) == self._plan.work_items
            metrics = self._ledger.finish(complete=complete)
            self._log.info("run", "finished" if complete else "incomplete", settled=len(self._ledger.entries))
        finally:
            self._ledger.close()
        return EvalRun(
            plan=self._plan,
            name=self._name,
            local_run_id=self._manifest.local_run_id,
            folder=self._folder.root,
            report=report,
            resumed=resumed,
            metrics=metrics,
            duration_ms=round((time.monotonic() - self._began) * 1000, 1),
            entries=self._ledger.entries,
        )

    async def _dispatch(self) -> DispatchReport:
        async with self._running() as (runner, width):
            dispatcher = Dispatcher(
                runner,
                self._ledger,
                max_in_flight=width,
                new_id=new_rollout_id,
                attempts_before=self._before.attempts,
            )
            self._log.info("schedule", "dispatching", in_flight=width)
            dispatching = asyncio.ensure_future(dispatcher.run(self._plan.items(self._before.events)))

            async def stop() -> None:
                self._log.warning("cancel", "interrupted: cancelling what is in flight")
                self._display.status("Interrupted: cancelling what is in flight")
                await dispatcher.stop()
                await asyncio.sleep(_STOP_SEC)
                dispatching.cancel()

            with interruptible(stop):
                try:
                    return await dispatching
                except asyncio.CancelledError:
                    dispatcher.report.cancelled = True
                    return dispatcher.report

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[tuple[ProtocolRunner, int]]:
        """The model, the rollout server and the bridge, up and checked; all ended when the context closes."""
        plan, log, display = self._plan, self._log, self._display
        environment = {**os.environ, **(plan.config.env or {}), **self._secrets}
        async with AsyncExitStack() as stack:
            display.status(f"Opening the model {plan.inputs.model_path}")
            model = await stack.enter_async_context(
                open_policy_model(
                    plan.inputs.model_path,
                    env=environment,
                    slots=min(plan.width or _DEFAULT_SLOTS, _MOST_SLOTS),
                    log=lambda line: log.info("model", line),
                )
            )
            warned = await preflight(model)
            if warned is not None:
                display.warning(None, warned)
            log.info("preflight", "the model answers", model=plan.inputs.model_path)

            display.status("Preparing the rollout's environment")
            prepared = await prepare_environment(
                plan.rollout_dir,
                home=plan.workspace.state / "envs",
                cache=_cache() / "sdk",
                log=lambda line: log.info("deps", line),
            )
            log.info("deps", "reused" if prepared.reused else "made", python=str(prepared.python))

            display.status("Starting the rollout server")
            server = RolloutServerProcess(
                python=prepared.python,
                rollout_dir=plan.rollout_dir,
                entrypoint=plan.inputs.rollout.entrypoint,
                environment={k: v for k, v in environment.items() if k != "VIRTUAL_ENV"},
                folder=self._folder,
                log=lambda line: log.info("rollout-server", line),
            )
            stack.push_async_callback(server.stop)
            health = await server.start()
            if not health.speaks_leases:
                raise OsmosisError(
                    "the rollout server speaks the callback dialect alone",
                    hint="Give the rollout's project an osmosis-ai of the 0.3 line that speaks leases.",
                )
            width = plan.width or health.capacity or 1
            width = min(width, health.capacity or width)
            log.info("server", "healthy", url=server.url, capacity=health.capacity)

            token = secrets.token_hex(32)
            bridge = ChatBridge(model, token)
            chat_base = await stack.enter_async_context(listening(bridge_app(bridge)))
            client = await stack.enter_async_context(_http_client(width))
            runner = ProtocolRunner(
                server,
                bridge,
                chat_base=chat_base,
                token=token,
                agent_timeout_sec=plan.inputs.timeouts.agent_timeout_sec,
                grader_timeout_sec=plan.inputs.timeouts.grader_timeout_sec,
                http_client=client,
            )
            stack.push_async_callback(runner.close)
            display.status(f"Running {plan.work_items - len(self._before.events)} rollouts, {width} at a time")
            yield runner, width

    def _settled(self, entry: Entry) -> None:
        event = entry.event
        self._failed += event.status is RowStatus.FAILED
        self._tokens += event.tokens or 0
        if event.reward is not None:
            self._graded += 1
            self._rewards += event.reward
        if not entry.resumed:
            self._log.info(
                "result",
                f"row {event.source_row_index} run {event.run_index}: {event.outcome}",
                **{k: v for k, v in (("reward", event.reward), ("error", event.err_message)) if v is not None},
            )
        self._display.progress(
            ProgressLine(
                done=len(self._ledger.entries),
                total=self._plan.work_items,
                failed=self._failed,
                mean_reward=self._rewards / self._graded if self._graded else None,
                tokens=self._tokens,
            )
        )


def _http_client(width: int) -> httpx.AsyncClient:
    """httpx's interface over aiohttp's transport: a tenth of the CPU a call."""
    limits = httpx.Limits(max_connections=2 * width + 8, max_keepalive_connections=2 * width + 8)
    transport: Any = AiohttpTransport(trust_env=False, limits=limits)
    return httpx.AsyncClient(transport=transport, timeout=_REQUEST_TIMEOUT_SEC, trust_env=False)


def _cache() -> Path:
    configured = os.environ.get("OSMOSIS_CACHE_DIR")
    return Path(configured) if configured else user_cache_path("osmosis", appauthor=False)
