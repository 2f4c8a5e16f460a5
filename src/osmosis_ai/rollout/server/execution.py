"""Running admitted rollouts, completing each exactly once, and draining at the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from osmosis_ai.rollout.artifacts import default_artifact_root
from osmosis_ai.rollout.backend.base import ExecutionBackend, reporting_progress
from osmosis_ai.rollout.context import RolloutContext
from osmosis_ai.rollout.errors import categorize_exception, describe_exception
from osmosis_ai.rollout.observability.observers import Observers
from osmosis_ai.rollout.server.callbacks import CallbackClient, CallbackPoster
from osmosis_ai.rollout.server.leases import Rollout, RolloutRegistry
from osmosis_ai.rollout.server.marked_output import finish_output
from osmosis_ai.rollout.types import (
    ExecutionOutcome,
    ExecutionRequest,
    ExecutionResult,
    RolloutErrorCategory,
    RolloutResultResponse,
    RolloutStatus,
)
from osmosis_ai.rollout.wire import result_response, with_carried_fields
from osmosis_ai.semantics.outcomes import TERMINAL_STATUSES
from osmosis_contract.models.rollout import CallbackRolloutInitRequest, CancelDisposition, RolloutInitRequest

__all__ = ["AnyInitRequest", "RolloutExecutor"]

logger = logging.getLogger(__name__)

AnyInitRequest = RolloutInitRequest | CallbackRolloutInitRequest

_DRAIN_SEC = 10.0
_CANCEL_SEC = 120.0
_FORCE_SEC = 10.0
_BROKEN = "the rollout server failed to run this rollout; its log has the cause"


@dataclass(frozen=True, slots=True)
class _Job:
    """An admitted rollout with what it takes to run it."""

    rollout: Rollout
    init: AnyInitRequest
    request: ExecutionRequest
    api_key: str | None
    poster: CallbackPoster | None


class RolloutExecutor:
    """Runs rollouts on a backend, as tasks of the server's loop."""

    def __init__(
        self,
        backend: ExecutionBackend,
        rollouts: RolloutRegistry,
        callback_transport: httpx.AsyncBaseTransport | None,
        observers: Observers,
    ) -> None:
        self.backend = backend
        self.accepting = True
        self._rollouts = rollouts
        self._artifact_root = default_artifact_root()
        self._transport = callback_transport
        self._observers = observers
        self._client: CallbackClient | None = None

    def start(self, rollout: Rollout, init: AnyInitRequest) -> None:
        """Schedules the work of a rollout that has just been registered."""
        job = self._callback_job(rollout, init) if isinstance(init, CallbackRolloutInitRequest) else _job(rollout, init)
        rollout.watch = self._observers.watch(rollout.id, init.metadata)
        rollout.task = asyncio.get_running_loop().create_task(self._run(job))
        rollout.task.add_done_callback(lambda task: self._ended(rollout, task))

    def _callback_job(self, rollout: Rollout, init: CallbackRolloutInitRequest) -> _Job:
        if self._client is None:
            self._client = CallbackClient(self._transport)
        return _Job(
            rollout=rollout,
            init=init,
            request=_execution_request(
                rollout.id, init, grade=init.grader_callback_url is not None or self.backend.capture_final_result
            ),
            api_key=init.llm_api_key or init.controller_api_key,
            poster=CallbackPoster(self._client, rollout.id, init),
        )

    async def _run(self, job: _Job) -> None:
        rollout = job.rollout
        rollout.started = True
        try:
            outcome = await self._execute(job)
            saved, response = _to_deliver(rollout.id, outcome)
        except Exception:
            logger.exception("the server failed to run rollout %r", rollout.id)
            rollout.executed = True
            outcome = _failure(_BROKEN, RolloutErrorCategory.INTERNAL_ERROR)
            saved, response = _to_deliver(rollout.id, outcome)
        diagnostics = outcome.result.extra_fields
        await self._save(job, saved, diagnostics)
        if job.poster is not None:
            await job.poster.post_outcome(outcome.workflow, response)
            if job.poster.report is not None:
                await self._save(job, saved, diagnostics)
        self._rollouts.complete(rollout, response)
        if job.poster is not None:
            self._rollouts.delivered(rollout)

    async def _save(self, job: _Job, result: ExecutionResult, diagnostics: Mapping[str, Any] | None) -> None:
        from osmosis_ai.rollout.trajectory import save_trajectory

        await save_trajectory(
            rollout_id=job.rollout.id,
            result=result,
            request_label=job.init.label,
            request_metadata=job.init.metadata,
            request_extra_fields=job.init.extra_fields,
            report=None if job.poster is None else job.poster.report,
            artifact_root=self._artifact_root,
            diagnostics=diagnostics,
        )

    async def _execute(self, job: _Job) -> ExecutionOutcome:
        """The backend's outcome, or the failure or cancellation that stands for it."""
        rollout = job.rollout
        if rollout.cancelled is not None:
            return _cancelled(None)
        posting: list[asyncio.Task[None]] = []

        def report(status: RolloutStatus, workflow: ExecutionResult | None) -> None:
            rollout.move_to(status)
            if workflow is not None and job.poster is not None and not posting:
                posting.append(asyncio.ensure_future(job.poster.post_completion(workflow)))

        reporting_progress.set(report)
        context = RolloutContext(
            chat_completions_url=job.init.chat_completions_url, api_key=job.api_key, rollout_id=rollout.id
        )
        with context:
            outcome = await self._outcome(job.request)
        finish_output(rollout.id)
        rollout.executed = True  # from here on no cancellation takes the outcome away
        rollout.watch.executed(outcome)
        for task in posting:
            await task
        return outcome

    async def _outcome(self, request: ExecutionRequest) -> ExecutionOutcome:
        try:
            outcome: object = await self.backend.execute(request)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or not task.cancelling():
                return _failure("the backend cancelled itself", RolloutErrorCategory.INTERNAL_ERROR)
            while task.uncancel():
                pass
            return _cancelled("cancelled")
        except (Exception, SystemExit) as error:
            logger.exception("the backend failed to execute rollout %r", request.id)
            return _failure(describe_exception(error), categorize_exception(error))
        if not isinstance(outcome, ExecutionOutcome):
            fault = f"returned {type(outcome).__name__}, not an ExecutionOutcome"
        elif outcome.result.status not in TERMINAL_STATUSES:
            fault = f"ended a rollout with status {outcome.result.status}"
        else:
            return outcome
        logger.error("rollout %r: %s.execute %s", request.id, type(self.backend).__name__, fault)
        return _failure(f"the backend {fault}", RolloutErrorCategory.INTERNAL_ERROR)

    def _ended(self, rollout: Rollout, task: asyncio.Task[None]) -> None:
        """Nothing runs any more; a rollout that its task left without a result gets one here."""
        if task.cancelled():
            outcome = _cancelled("cancelled")
        else:
            if task.exception() is not None:
                logger.error("the task of rollout %r crashed", rollout.id, exc_info=task.exception())
            outcome = _failure(_BROKEN, RolloutErrorCategory.INTERNAL_ERROR)
        self._rollouts.complete(rollout, result_response(rollout.id, outcome.result))
        rollout.task = None  # with it goes everything that the work held on to
        self._rollouts.archive(rollout)

    def cancel(
        self, ids: Sequence[str] | None = None, prefix: str | None = None, everything: bool = False
    ) -> dict[str, CancelDisposition]:
        """Cancels what the selector names; the dispositions by id."""
        if ids is not None:
            selected = list(dict.fromkeys(ids))
        else:
            selected = self._rollouts.ids("" if everything or prefix is None else prefix)
        live = [rollout_id for rollout_id in selected if self._cancellable(rollout_id)]
        by_backend = self._cancelled_by_backend(live) if live else {}
        return {rollout_id: self._cancel_one(rollout_id, by_backend.get(rollout_id)) for rollout_id in selected}

    def _cancellable(self, rollout_id: str) -> bool:
        rollout = self._rollouts.get(rollout_id)
        return rollout is not None and rollout.live and not rollout.executed and rollout.cancelled is None

    def _cancelled_by_backend(self, ids: list[str]) -> Mapping[str, str]:
        try:
            return self.backend.cancel_rollouts(ids=ids)
        except Exception:
            logger.exception("the backend failed to cancel rollouts; the server cancels them")
            return {}

    def _cancel_one(self, rollout_id: str, by_backend: str | None) -> CancelDisposition:
        """The first answer is kept, and given again as long as the rollout is ending."""
        rollout = self._rollouts.get(rollout_id)
        if rollout is None or not rollout.live:
            return CancelDisposition.NOT_FOUND
        if rollout.cancelled is not None:
            return rollout.cancelled
        if rollout.executed:  # only its delivery is still under way, and that is not cut short
            return CancelDisposition.NOT_FOUND
        if by_backend in (CancelDisposition.CANCELLED_QUEUED, CancelDisposition.CANCELLED_RUNNING):
            rollout.cancelled = CancelDisposition(by_backend)
        elif rollout.started and rollout.task is not None:
            rollout.cancelled = CancelDisposition.CANCELLED_RUNNING
            rollout.task.cancel()
        else:
            rollout.cancelled = CancelDisposition.CANCELLED_QUEUED
        return rollout.cancelled

    async def shut_down(self) -> None:
        """Takes nothing more, waits, cancels what is left, gives up on what is left then, and releases the backend."""
        self.accepting = False
        if not await self._idle(_DRAIN_SEC):
            self.cancel(everything=True)
            if not await self._idle(_CANCEL_SEC):
                logger.error("%d rollouts did not end when cancelled", self._rollouts.active)
                for rollout in self._rollouts:
                    if rollout.task is not None:
                        rollout.task.cancel()
                await self._idle(_FORCE_SEC)
        try:
            await self.backend.shutdown()
        finally:
            self._rollouts.close()
            if self._client is not None:
                await self._client.aclose()

    async def _idle(self, within: float) -> bool:
        """True once no rollout has work running, waiting at most so many seconds."""
        tasks = {rollout.task for rollout in self._rollouts if rollout.task is not None and not rollout.task_ended}
        if tasks:
            await asyncio.wait(tasks, timeout=within)
        return all(task.done() for task in tasks)


def _job(rollout: Rollout, init: RolloutInitRequest) -> _Job:
    request = _execution_request(rollout.id, init, grade=init.grade)
    return _Job(rollout, init, request, api_key=init.llm_api_key, poster=None)


def _execution_request(rollout_id: str, init: AnyInitRequest, *, grade: bool) -> ExecutionRequest:
    return ExecutionRequest(
        id=rollout_id,
        prompt=init.initial_messages,
        label=init.label,
        metadata=init.metadata,
        agent_timeout_sec=init.agent_timeout_sec,
        grader_timeout_sec=init.grader_timeout_sec,
        grade=grade,
    )


def _to_deliver(rollout_id: str, outcome: ExecutionOutcome) -> tuple[ExecutionResult, RolloutResultResponse]:
    """What is saved and what is answered, with one warning for whatever neither can carry."""
    result, saved = outcome.result, with_carried_fields(outcome.result_to_save)
    if result.sample is not None:
        same = result.sample is outcome.result_to_save.sample
        result = result.model_copy(update={"sample": saved.sample}) if same else with_carried_fields(result)
    return saved, result_response(rollout_id, result)


def _failure(message: str, category: RolloutErrorCategory) -> ExecutionOutcome:
    return ExecutionOutcome(
        workflow=ExecutionResult(status=RolloutStatus.FAILURE, err_message=message, err_category=category)
    )


def _cancelled(message: str | None) -> ExecutionOutcome:
    return ExecutionOutcome(workflow=ExecutionResult(status=RolloutStatus.CANCELLED, err_message=message))
