"""Rollouts as trials of Harbor: each in a sandbox of its own, with a verifier that the agent cannot reach."""

from __future__ import annotations

import asyncio
import logging
import os
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harbor.models.trial.config import EnvironmentConfig
from harbor.trial.hooks import TrialEvent, TrialHookEvent
from harbor.trial.queue import TrialQueue

from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.rollout.artifacts import default_artifact_root
from osmosis_ai.rollout.backend.base import ExecutionBackend, ResultCallback, cancel_held, report_progress
from osmosis_ai.rollout.backend.harbor import environments
from osmosis_ai.rollout.backend.harbor.agents import (
    DEFAULT_MODEL,
    agent_uses_model,
    check_native_kwargs,
    runs_on_host,
)
from osmosis_ai.rollout.backend.harbor.bundles import import_path, made_bundle
from osmosis_ai.rollout.backend.harbor.evidence import archive_trial, redact_tree
from osmosis_ai.rollout.backend.harbor.failures import TaskError
from osmosis_ai.rollout.backend.harbor.notes import TrialNotes, drop_notes
from osmosis_ai.rollout.backend.harbor.outcomes import (
    TrialFailure,
    TrialOutcome,
    failed_before_trial,
    outcome_of_trial,
    phase_of,
)
from osmosis_ai.rollout.backend.harbor.preparing import PreparedTrial, Preparer
from osmosis_ai.rollout.backend.harbor.prewarm import Prewarmer, prewarm_mode
from osmosis_ai.rollout.backend.harbor.running import run_trial
from osmosis_ai.rollout.backend.harbor.staging import Staging
from osmosis_ai.rollout.backend.harbor.tasks import TaskMode
from osmosis_ai.rollout.context import get_rollout_context
from osmosis_ai.rollout.errors import categorize_exception
from osmosis_ai.rollout.types import (
    ExecutionOutcome,
    ExecutionRequest,
    ExecutionResult,
    RolloutErrorCategory,
    RolloutStatus,
)
from osmosis_contract.models.harbor import HarborFailureCode

__all__ = ["HarborBackend"]

logger = logging.getLogger(__name__)

_SHUTDOWN_SEC = 180.0


@dataclass(slots=True, eq=False)
class _Held:
    """A rollout being executed. `disposition` is the answer to the first request to cancel it."""

    task: asyncio.Task[TrialOutcome]
    admitted: float
    status: RolloutStatus = RolloutStatus.QUEUED
    started: float | None = None
    disposition: str | None = None
    on_workflow: ResultCallback | None = None

    def cancel(self) -> str:
        """Ends the work, once; whether it had a slot already."""
        if self.disposition is None:
            self.disposition = "cancelled_queued" if self.started is None else "cancelled_running"
            self.task.cancel()
        return self.disposition


class HarborBackend(ExecutionBackend):
    """Runs each rollout as a trial of Harbor: a workflow, or one of Harbor's agents, in a sandbox.

    `orchestrator` runs the trials; its number of concurrent ones is the backend's. `tasks_dir` is one task
    (`task_mode="template"`: the prompt is its instruction) or a folder of tasks (`"dataset"`: a row names its task in
    `metadata.harbor_task_id`). `agent` is an `AgentWorkflow` or its path, or the name of a native agent, which
    `native_agent_kwargs` configure and `model_name`, or a row's `metadata.harbor_model`, gives a model. `grader` grades
    where a task has no tests of its own. The workflow's project (`code_dir`, else the one that holds it), or a `bundle`
    that was built before, is what the sandbox runs.

    `count_reward_after_timeout`: an agent that was cut off at its limit counts as scored where the verifier gave a
    reward; otherwise that reward is evidence in the diagnostics alone.

    Raises ValueError for arguments that contradict each other or name nothing, TypeError for those of another kind.
    """

    def __init__(
        self,
        *,
        orchestrator: TrialQueue,
        tasks_dir: str | os.PathLike[str],
        agent: type | str | None = None,
        native_agent_kwargs: dict[str, Any] | None = None,
        task_mode: TaskMode | str = TaskMode.TEMPLATE,
        model_name: str = DEFAULT_MODEL,
        grader: type | str | None = None,
        workflow_config: Any = None,
        grader_config: Any = None,
        code_dir: str | os.PathLike[str] | None = None,
        bundle: str | os.PathLike[str] | None = None,
        environment_config: EnvironmentConfig | None = None,
        trials_dir: str | os.PathLike[str] | None = None,
        cleanup_successful_trials: bool = True,
        patch_dockerfile_with_sdk: bool | None = None,
        agent_setup_timeout_sec: float | None = None,
        max_queue_depth: int | None = None,
        prewarm: str | bool | None = None,
        verified_tasks: bool | Iterable[str] = False,
        count_reward_after_timeout: bool = False,
    ) -> None:
        if not isinstance(orchestrator, TrialQueue):
            raise TypeError(f"orchestrator must be a harbor.trial.queue.TrialQueue, not {type(orchestrator).__name__}")
        if max_queue_depth is not None and (isinstance(max_queue_depth, bool) or max_queue_depth < 1):
            raise ValueError(f"max_queue_depth must be 1 or more, or None for no limit, not {max_queue_depth}")
        if agent_setup_timeout_sec is not None and not agent_setup_timeout_sec > 0:
            raise ValueError(f"agent_setup_timeout_sec must be above 0, or None, not {agent_setup_timeout_sec}")
        folder = Path(tasks_dir).expanduser().resolve()
        if not folder.is_dir():
            raise ValueError(f"tasks_dir {folder} is not a directory")
        native, workflow = _agent_of(agent, bundle)
        if native is not None:
            check_native_kwargs(native, native_agent_kwargs or {})
            if workflow_config is not None:
                raise ValueError("workflow_config belongs to a workflow, and the agent is one of Harbor's")
        elif native_agent_kwargs is not None:
            raise ValueError("native_agent_kwargs configure one of Harbor's agents, and the agent is a workflow")
        if grader_config is not None and grader is None and bundle is None:
            raise ValueError("grader_config is given without a grader")
        grader_path = import_path("grader", grader)
        self._bundle = made_bundle(
            workflow=workflow,
            grader=grader_path,
            workflow_config=import_path("workflow_config", workflow_config, beside=workflow),
            grader_config=import_path("grader_config", grader_config, beside=grader_path),
            code_dir=None if code_dir is None else Path(code_dir),
            bundle=None if bundle is None else Path(bundle),
        )
        if native is None and (self._bundle is None or self._bundle.info.agent_script is None):
            raise ValueError("there is no agent: pass agent=, or a bundle that was built with workflow=")
        if grader is not None and self._bundle is not None and self._bundle.info.grader_script is None:
            raise ValueError("the bundle has no grader; build it with grader=")
        if patch_dockerfile_with_sdk and self._bundle is None:
            raise ValueError("patch_dockerfile_with_sdk puts a bundle into the image, and there is none")
        self._queue = orchestrator
        self._native = native
        self._max_queue_depth = max_queue_depth
        self._cleanup = cleanup_successful_trials
        self._count_late = count_reward_after_timeout
        self._artifact_root = default_artifact_root()
        self._process_id = str(uuid.uuid4())
        self._environment = environments.prepared_environment(environment_config)
        self._staging = Staging(None if trials_dir is None else Path(trials_dir).expanduser().resolve(), folder)
        self._staging_made = asyncio.Lock()
        self._staging_ready = False
        self._preparer = Preparer(
            tasks_dir=folder,
            task_mode=TaskMode(task_mode),
            native=native,
            native_kwargs=native_agent_kwargs or {},
            model_name=model_name,
            bundle=self._bundle,
            environment=self._environment,
            staging=self._staging,
            patch_dockerfile=patch_dockerfile_with_sdk,
            agent_setup_timeout_sec=agent_setup_timeout_sec,
        )
        self._held: dict[str, _Held] = {}
        self._trials: dict[str, tuple[TrialNotes, _Held | None]] = {}
        self._ended: dict[str, tuple[float, dict[str, Any]]] = {}
        self._closing = False
        self._prewarmer = Prewarmer(
            self._preparer, self._run_install, mode=prewarm_mode(prewarm), verified=verified_tasks
        )
        for event, hook in (
            (TrialEvent.START, self._trial_started),
            (TrialEvent.VERIFICATION_START, self._verification_starts),
        ):
            orchestrator.add_hook(event, hook)

    # -- what the server asks

    @property
    def capture_final_result(self) -> bool:
        """Trials are verified whether or not the controller asked for a grader's callback."""
        return True

    @property
    def max_concurrency(self) -> int:
        """How many trials run at once."""
        return int(self._queue._n_concurrent)

    def has_capacity(self) -> bool:
        """False while as many rollouts wait for a slot as may."""
        return self._max_queue_depth is None or self._queued < self._max_queue_depth

    @property
    def _queued(self) -> int:
        return sum(held.started is None for held in self._held.values())

    def rollout_status(self, rollout_id: str) -> dict[str, Any] | None:
        """Where a rollout stands, and for the server's retention, or 900 s, how it ended; None for any other."""
        held = self._held.get(rollout_id)
        if held is not None:
            return {"status": held.status, "reward": None, "err_message": None}
        self._forget_old()
        ended = self._ended.get(rollout_id)
        return None if ended is None else dict(ended[1])

    def cancel_rollouts(
        self,
        ids: Sequence[str] | None = None,
        prefix: str | None = None,
        all: bool = False,  # noqa: A002 - the documented name
    ) -> dict[str, str]:
        """Cancels what the selector names among the rollouts being executed; `execute` returns `cancelled` for them."""
        return cancel_held(self._held, ids, prefix, everything=all)

    def health(self) -> dict[str, Any]:
        """Load, limits, and whether the sandboxes need a model at a public address."""
        queued = self._queued
        native = self._native
        local = native is not None and (not agent_uses_model(native) or runs_on_host(native))
        return {
            "status": "ok",
            "backend": "harbor",
            "agent": native or "workflow",
            "in_flight": len(self._held),
            "running": len(self._held) - queued,
            "queued": queued,
            "max_queue_depth": self._max_queue_depth,
            "chat_endpoint": {
                "environment": environments.environment_name(self._environment),
                "requires_public_url": not local and not environments.reaches_host_loopback(self._environment),
            },
        }

    async def shutdown(self) -> None:
        """Ends every trial, and waits until their sandboxes are gone."""
        self._closing = True
        tasks = [held.task for held in self._held.values()]
        self.cancel_rollouts(all=True)
        if tasks:
            await asyncio.wait(tasks, timeout=_SHUTDOWN_SEC)

    # -- prewarming

    async def prewarm(self, task_ids: Sequence[str] | None = None, *, prewarm: str | bool | None = None) -> None:
        """Builds the images and sets the agent up for the task, or the named ones of a dataset, before they are needed.

        Raises ValueError in dataset mode without task ids, RuntimeError where too many of them fail.
        """
        await self._make_staging()
        await self._prewarmer.run(task_ids, mode=None if prewarm is None else prewarm_mode(prewarm))

    def prewarm_lifespan(
        self, task_ids: Sequence[str] | None = None, *, prewarm: str | bool | None = None
    ) -> Callable[[Any], AbstractAsyncContextManager[None]]:
        """`prewarm` as the lifespan of a server: it takes no rollout before it is done."""
        return self._prewarmer.lifespan(lambda: self.prewarm(task_ids, prewarm=prewarm))

    @property
    def prewarm_summary(self) -> dict[str, Any] | None:
        """What the last prewarming did; None before one."""
        return self._prewarmer.summary

    # -- running

    async def execute(
        self,
        request: ExecutionRequest,
        on_workflow_complete: ResultCallback | None = None,
        on_grader_complete: ResultCallback | None = None,
    ) -> ExecutionOutcome:
        """Runs the rollout as a trial. In the documented form each callback is awaited once with its phase's result."""
        reported: list[ExecutionResult] = []

        async def workflow_done(result: ExecutionResult) -> None:
            if on_workflow_complete is not None and not reported:
                reported.append(result)
                await on_workflow_complete(result)

        held = _Held(
            asyncio.ensure_future(self._run(request)), asyncio.get_running_loop().time(), on_workflow=workflow_done
        )
        self._held[request.id] = held
        self._ended.pop(request.id, None)  # of an earlier rollout with that id
        ended: TrialOutcome | None = None
        try:
            ended = await held.task
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if held.disposition is None or (caller is not None and caller.cancelling()):
                raise
            ended = _cancelled()
        finally:
            self._held.pop(request.id, None)
            self._retain(request.id, ended)
        outcome = ended.outcome
        await workflow_done(outcome.workflow)
        if on_grader_complete is not None and outcome.grader is not None:
            await on_grader_complete(outcome.grader)
        return outcome

    async def _run(self, request: ExecutionRequest) -> TrialOutcome:
        if self._closing:
            return _before(RuntimeError("the backend is shut down"), HarborFailureCode.INTERNAL)
        if request.agent_timeout_sec is not None and request.agent_timeout_sec <= 0:
            late = TimeoutError(f"the agent's limit of {request.agent_timeout_sec} s had passed before it began")
            return _before(late, HarborFailureCode.AGENT_TIMEOUT)
        context = get_rollout_context()
        url = "" if context is None else context.chat_completions_url
        key = None if context is None else context.api_key
        try:
            await self._make_staging()
            self._prewarmer.check(request)
            prepared = await self._preparer.prepare(request, url, key)
        except (TaskError, ValueError, OSError) as error:
            return _before(error, HarborFailureCode.TASK_INVALID)
        except Exception as error:
            logger.exception("rollout %r could not be prepared", request.id)
            return _before(error, HarborFailureCode.INTERNAL)
        if self._native == "oracle" and request.grade and not prepared.verifies:
            drop_notes(prepared.notes)
            await asyncio.to_thread(self._staging.remove, prepared.name)
            return _before(
                TaskError("the task has no tests/test.sh to verify with"), HarborFailureCode.NO_REWARD_SOURCE
            )
        return await self._run_prepared(request, prepared, key)

    async def _run_prepared(self, request: ExecutionRequest, prepared: PreparedTrial, key: str | None) -> TrialOutcome:
        notes = prepared.notes
        held = self._held.get(request.id)
        self._trials[prepared.name] = (notes, held)
        succeeded = cancelled = False
        try:
            try:
                ended_by = await run_trial(self._queue.submit(prepared.config), notes)
            except asyncio.CancelledError:
                if held is None or held.disposition is None:
                    cancelled = True
                    raise
                ended_by = TrialFailure(HarborFailureCode.CANCELLED, phase_of(notes.result), "cancelled")
            outcome = self._outcome(request, prepared, held, ended_by)
            succeeded = outcome.succeeded
            cancelled = outcome.code is HarborFailureCode.CANCELLED
            return outcome
        finally:
            self._trials.pop(prepared.name, None)
            drop_notes(notes)
            await asyncio.shield(
                asyncio.to_thread(
                    self._archive,
                    request.id,
                    prepared.name,
                    key,
                    keep=not cancelled and not (succeeded and self._cleanup),
                )
            )

    def _outcome(
        self, request: ExecutionRequest, prepared: PreparedTrial, held: _Held | None, ended_by: TrialFailure | None
    ) -> TrialOutcome:
        waited = 0.0 if held is None or held.started is None else held.started - held.admitted
        if ended_by is not None and ended_by.code is HarborFailureCode.CANCELLED:
            return _cancelled(prepared.notes.workflow)
        return outcome_of_trial(
            request,
            prepared.notes,
            prepared.notes.result,
            queued_sec=waited,
            ended_by=ended_by,
            native=self._native,
            trainable=self._native != "oracle",
            grades=prepared.verifies,
            count_reward_after_timeout=self._count_late,
        )

    async def _run_install(self, prepared: PreparedTrial) -> str | None:
        """Runs a trial that only sets up; why it failed, None where it did not."""
        self._trials[prepared.name] = (prepared.notes, None)
        try:
            ended_by = await run_trial(self._queue.submit(prepared.config), prepared.notes)
            if ended_by is not None:
                return ended_by.message
            exception = prepared.notes.result.exception_info
            return None if exception is None else f"{exception.exception_type}: {exception.exception_message}"
        finally:
            self._trials.pop(prepared.name, None)
            drop_notes(prepared.notes)
            self._staging.remove(prepared.name)

    def _archive(self, rollout_id: str, name: str, key: str | None, *, keep: bool) -> None:
        secrets = [key] if key else []
        archive_trial(
            self._staging.trials / name,
            self._artifact_root / rollout_id,
            rollout_id=rollout_id,
            process_id=self._process_id,
            secrets=secrets,
        )
        self._staging.close(name, keep_trial=keep)

    async def _make_staging(self) -> None:
        if self._staging_ready:
            return
        async with self._staging_made:
            if not self._staging_ready:
                await asyncio.to_thread(self._staging.make)
                self._staging_ready = True

    # -- Harbor's hooks

    async def _trial_started(self, event: TrialHookEvent) -> None:
        known = self._trials.get(event.trial_name)
        if known is None or event.config.trials_dir != self._staging.trials:
            return
        notes, held = known
        notes.result = event.result
        key = None if notes.container_input is None else notes.container_input.api_key
        if key:  # Harbor has just written the agent's configuration down
            await asyncio.to_thread(redact_tree, self._staging.trials / event.trial_name, Redactor([key]))
        if held is not None:
            held.started = asyncio.get_running_loop().time()
            held.status = RolloutStatus.RUNNING
            report_progress(RolloutStatus.RUNNING)

    async def _verification_starts(self, event: TrialHookEvent) -> None:
        known = self._trials.get(event.trial_name)
        if known is None or event.config.trials_dir != self._staging.trials:
            return
        notes, held = known
        notes.result = event.result
        if held is None or held.status is RolloutStatus.GRADING:
            return
        held.status = RolloutStatus.GRADING
        workflow = notes.workflow
        if workflow is None or workflow.status is not RolloutStatus.SUCCESS:
            report_progress(RolloutStatus.GRADING)
            return
        report_progress(RolloutStatus.GRADING, workflow)
        if held.on_workflow is not None:
            await held.on_workflow(workflow)

    # -- what ended

    def _retain(self, rollout_id: str, ended: TrialOutcome | None) -> None:
        self._forget_old()
        if ended is None:
            return
        result = ended.outcome.result
        scored = result.status is RolloutStatus.SUCCESS and result.sample is not None
        sample = result.sample if scored else None
        reward = None if sample is None or sample.remove_sample else sample.reward
        self._ended[rollout_id] = (
            time.monotonic(),
            {"status": result.status, "reward": reward, "err_message": result.err_message},
        )

    def _forget_old(self) -> None:
        oldest = time.monotonic() - self.result_retention_sec
        for rollout_id, (ended, _) in list(self._ended.items()):
            if ended > oldest:
                break
            del self._ended[rollout_id]


def _agent_of(agent: type | str | None, bundle: object) -> tuple[str | None, str | None]:
    """The name of a native agent, and the path of a workflow: one of them, or neither where a bundle says it."""
    if agent is None:
        if bundle is None:
            raise ValueError("agent is missing: a workflow, the name of a native agent, or a bundle with a workflow")
        return None, None
    if isinstance(agent, str) and ":" not in agent:
        return agent, None
    return None, import_path("agent", agent)


def _before(error: Exception, code: HarborFailureCode) -> TrialOutcome:
    category = (
        RolloutErrorCategory.INTERNAL_ERROR if code is HarborFailureCode.INTERNAL else categorize_exception(error)
    )
    return failed_before_trial(error, code, category)


def _cancelled(workflow: ExecutionResult | None = None) -> TrialOutcome:
    sample = None if workflow is None else workflow.sample
    result = ExecutionResult(
        status=RolloutStatus.CANCELLED, err_message="cancelled", sample=sample, sample_cut_off=sample is not None
    )
    return TrialOutcome(ExecutionOutcome(workflow=result), HarborFailureCode.CANCELLED)
