"""Running admitted rollouts, settling each exactly once, and draining at the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

import httpx
from httpx_retries import Retry, RetryTransport

from osmosis_ai.rollout.artifacts import default_artifact_root
from osmosis_ai.rollout.backend.base import ExecutionBackend, reporting_progress
from osmosis_ai.rollout.context import RolloutContext
from osmosis_ai.rollout.errors import categorize_exception, describe_exception
from osmosis_ai.rollout.server.callbacks import CallbackPoster
from osmosis_ai.rollout.server.leases import Rollout, RolloutRegistry
from osmosis_ai.rollout.trajectory import save_trajectory
from osmosis_ai.rollout.types import (
    ExecutionOutcome,
    ExecutionRequest,
    ExecutionResult,
    RolloutErrorCategory,
    RolloutStatus,
)
from osmosis_ai.rollout.wire import result_response
from osmosis_contract.models.rollout import (
    CallbackRolloutInitRequest,
    CancelDisposition,
    RolloutInitRequest,
    RolloutResultResponse,
)

__all__ = ["AnyInitRequest", "RolloutExecutor"]

logger = logging.getLogger(__name__)

AnyInitRequest = RolloutInitRequest | CallbackRolloutInitRequest

_DRAIN_SEC = 10.0
_CANCEL_SEC = 120.0
_CALLBACK_TIMEOUT_SEC = 10.0
_CALLBACK_RETRIES = Retry(
    total=4,
    allowed_methods=["POST"],
    status_forcelist=[429, 500, 502, 503, 504],
    backoff_factor=0.5,
    backoff_jitter=0.5,
    max_backoff_wait=8.0,
    respect_retry_after_header=True,
)


@dataclass(frozen=True, slots=True)
class _Job:
    """An admitted rollout with what it takes to run it."""

    rollout: Rollout
    request: ExecutionRequest
    init: AnyInitRequest
    poster: CallbackPoster | None


class RolloutExecutor:
    """Runs rollouts on a backend, as tasks of the server's loop."""

    def __init__(
        self,
        backend: ExecutionBackend,
        rollouts: RolloutRegistry,
        callback_transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self.backend = backend
        self.accepting = True
        self._rollouts = rollouts
        self._artifact_root = default_artifact_root()
        self._transport = callback_transport
        self._client: httpx.AsyncClient | None = None

    def start(self, rollout: Rollout, init: AnyInitRequest) -> None:
        """Schedules the work of a rollout that has just been registered."""
        poster = None
        if isinstance(init, CallbackRolloutInitRequest):
            poster = CallbackPoster(self._callbacks(), rollout.id, init)
        job = _Job(rollout, self._execution_request(rollout.id, init), init, poster)
        rollout.task = asyncio.get_running_loop().create_task(self._run(job))
        rollout.task.add_done_callback(lambda task: self._ended(rollout, task))

    def _execution_request(self, rollout_id: str, init: AnyInitRequest) -> ExecutionRequest:
        if isinstance(init, RolloutInitRequest):
            grade = init.grade
        else:
            grade = init.grader_callback_url is not None or self.backend.capture_final_result
        return ExecutionRequest(
            id=rollout_id,
            prompt=init.initial_messages,
            label=init.label,
            metadata=init.metadata,
            agent_timeout_sec=init.agent_timeout_sec,
            grader_timeout_sec=init.grader_timeout_sec,
            grade=grade,
        )

    def _callbacks(self) -> httpx.AsyncClient:
        if self._client is None:
            transport = self._transport or httpx.AsyncHTTPTransport()
            self._client = httpx.AsyncClient(
                transport=RetryTransport(transport=transport, retry=_CALLBACK_RETRIES),
                timeout=_CALLBACK_TIMEOUT_SEC,
                follow_redirects=False,
            )
        return self._client

    async def _run(self, job: _Job) -> None:
        rollout = job.rollout
        rollout.started = True
        if rollout.cancel_asked:
            outcome = _failure(RolloutStatus.CANCELLED, None, None)
        else:
            outcome = await self._execute(job)
        await save_trajectory(
            rollout_id=rollout.id,
            result=outcome.result_to_save,
            request_label=job.init.label,
            request_metadata=job.init.metadata,
            request_extra_fields=job.init.extra_fields,
            artifact_root=self._artifact_root,
            diagnostics=outcome.result.extra_fields,
        )
        if job.poster is not None:
            await job.poster.post_outcome(outcome)
        self._rollouts.finish(rollout, result_response(rollout.id, outcome.result))

    async def _execute(self, job: _Job) -> ExecutionOutcome:
        rollout = job.rollout
        posting: list[asyncio.Task[None]] = []

        def report(status: RolloutStatus, workflow: ExecutionResult | None) -> None:
            rollout.move_to(status)
            if workflow is not None and job.poster is not None and not posting:
                posting.append(asyncio.ensure_future(job.poster.post_completion(workflow)))

        api_key = job.init.llm_api_key
        if isinstance(job.init, CallbackRolloutInitRequest):
            api_key = api_key or job.init.controller_api_key
        reporting_progress.set(report)
        with RolloutContext(chat_completions_url=job.init.chat_completions_url, api_key=api_key, rollout_id=rollout.id):
            try:
                outcome = await self.backend.execute(job.request)
            except asyncio.CancelledError:
                outcome = _failure(RolloutStatus.CANCELLED, "cancelled", None)
            except Exception as error:
                logger.exception("the backend failed to execute rollout %r", rollout.id)
                outcome = _failure(RolloutStatus.FAILURE, describe_exception(error), categorize_exception(error))
        for task in posting:
            await task
        return outcome

    def _ended(self, rollout: Rollout, task: asyncio.Task[None]) -> None:
        """Nothing runs any more; a rollout that its task left unsettled is settled here."""
        if rollout.live:
            if task.cancelled():
                result = _unsettled(rollout, RolloutStatus.CANCELLED, "cancelled", None)
            else:
                logger.error("the task of rollout %r crashed", rollout.id, exc_info=task.exception())
                result = _unsettled(
                    rollout,
                    RolloutStatus.FAILURE,
                    "the rollout server failed to run this rollout; its log has the cause",
                    RolloutErrorCategory.INTERNAL_ERROR,
                )
            self._rollouts.finish(rollout, result)
        elif not task.cancelled() and task.exception() is not None:
            logger.error("the task of rollout %r crashed after its end", rollout.id, exc_info=task.exception())
        self._rollouts.drop_if_over(rollout)

    def cancel(
        self, ids: Sequence[str] | None = None, prefix: str | None = None, everything: bool = False
    ) -> dict[str, CancelDisposition]:
        """Cancels what the selector names; the dispositions by id."""
        if ids is not None:
            selected = list(dict.fromkeys(ids))
        else:
            selected = [held.id for held in self._rollouts if everything or held.id.startswith(prefix or "")]
        known = self.backend.cancel_rollouts(ids=selected) if selected else {}
        return {rollout_id: self._cancel_one(rollout_id, known.get(rollout_id)) for rollout_id in selected}

    def _cancel_one(self, rollout_id: str, by_backend: str | None) -> CancelDisposition:
        rollout = self._rollouts.get(rollout_id)
        if rollout is None or not rollout.live:
            return CancelDisposition.NOT_FOUND
        disposition = CancelDisposition.CANCELLED_RUNNING if rollout.started else CancelDisposition.CANCELLED_QUEUED
        if by_backend in (CancelDisposition.CANCELLED_QUEUED, CancelDisposition.CANCELLED_RUNNING):
            return CancelDisposition(by_backend)
        if not rollout.cancel_asked and rollout.started and rollout.task is not None:
            rollout.task.cancel()
        rollout.cancel_asked = True
        return disposition

    async def shut_down(self) -> None:
        """Takes nothing more, waits, cancels what is left, and releases the backend."""
        self.accepting = False
        if not await self._idle(_DRAIN_SEC):
            self.cancel(everything=True)
            if not await self._idle(_CANCEL_SEC):
                logger.error("%d rollouts did not end when cancelled", self._rollouts.active)
        await self.backend.shutdown()
        if self._client is not None:
            await self._client.aclose()

    async def _idle(self, within: float) -> bool:
        tasks = {rollout.task for rollout in self._rollouts if rollout.task is not None and not rollout.task_ended}
        if tasks:
            await asyncio.wait(tasks, timeout=within)
        return all(task.done() for task in tasks)


def _failure(status: RolloutStatus, message: str | None, category: RolloutErrorCategory | None) -> ExecutionOutcome:
    return ExecutionOutcome(workflow=ExecutionResult(status=status, err_message=message, err_category=category))


def _unsettled(
    rollout: Rollout, status: RolloutStatus, message: str | None, category: RolloutErrorCategory | None
) -> RolloutResultResponse:
    return RolloutResultResponse(
        rollout_id=rollout.id, status=status, sample=None, err_message=message, err_category=category
    )
