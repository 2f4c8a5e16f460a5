"""Runs workflows and graders in this process."""

from __future__ import annotations

import asyncio
import copy
import inspect
import logging
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from osmosis_ai.rollout.artifacts import create_rollout_artifacts_dir, default_artifact_root
from osmosis_ai.rollout.backend.base import ExecutionBackend, report_progress
from osmosis_ai.rollout.backend.limiter import ConcurrencyLimiter
from osmosis_ai.rollout.backend.user_loop import LoopAbandonedError, UserLoops, call
from osmosis_ai.rollout.config import AgentWorkflowConfig
from osmosis_ai.rollout.context import RolloutContext, get_rollout_context
from osmosis_ai.rollout.errors import categorize_exception, describe_exception
from osmosis_ai.rollout.grader import Grader, GraderContext
from osmosis_ai.rollout.imports import resolve_object
from osmosis_ai.rollout.types import (
    AgentWorkflowOutput,
    ExecutionOutcome,
    ExecutionRequest,
    ExecutionResult,
    RolloutErrorCategory,
    RolloutSample,
    RolloutStatus,
)
from osmosis_ai.rollout.workflow import AgentWorkflow, AgentWorkflowContext

__all__ = ["DEFAULT_MAX_CONCURRENT", "LocalBackend"]

logger = logging.getLogger(__name__)

DEFAULT_MAX_CONCURRENT = 4
_MAX_STUCK_THREADS = 3
_MAX_RERUNS = 20
_WORTH_NAMING_SEC = 0.1

T = TypeVar("T")


class LocalBackend(ExecutionBackend):
    """Runs each rollout's workflow and grader in this process, off the server's loop.

    Each argument is an object or a `"module:attribute"` string. `workflow` and `grader` are classes, of which each
    rollout gets an instance of its own. `workflow_config.concurrency.max_concurrent` limits how many rollouts run at
    once, None is no limit; a config that does not mention it, like no config, keeps the limit of 4. One slot covers
    workflow and grading. Raises TypeError for arguments of another kind.
    """

    def __init__(
        self,
        *,
        workflow: type[AgentWorkflow[Any]] | str,
        workflow_config: AgentWorkflowConfig | str | None = None,
        grader: type[Grader] | str | None = None,
        grader_config: Any = None,
    ) -> None:
        self._workflow: type[AgentWorkflow[Any]] = _require_class("workflow", resolve_object(workflow), AgentWorkflow)
        self._grader: type[Grader] | None = (
            None if grader is None else _require_class("grader", resolve_object(grader), Grader)
        )
        self._workflow_config: AgentWorkflowConfig | None = resolve_object(workflow_config)
        self._grader_config = resolve_object(grader_config)
        self._limiter = ConcurrencyLimiter(_limit_of(self._workflow_config))
        self._artifact_root = default_artifact_root()
        self._users = UserLoops()

    @property
    def max_concurrency(self) -> int:
        """How many rollouts run at once; 0 is no limit."""
        return self._limiter.limit or 0

    def health(self) -> dict[str, Any]:
        """Load and limit; `degraded` once several threads are held by code that blocks."""
        return {
            "status": "degraded" if self._users.stuck_threads >= _MAX_STUCK_THREADS else "ok",
            "concurrency": {
                "max_concurrent": self._limiter.limit,
                "queued": self._limiter.queued,
                "running": self._limiter.running,
            },
        }

    async def shutdown(self) -> None:
        """Ends the loop of user code."""
        await self._users.close()

    async def execute(self, request: ExecutionRequest) -> ExecutionOutcome:
        """Runs the workflow, then the grader when one is there and the row has something to grade against."""
        report_progress(RolloutStatus.RUNNING)
        asked = time.monotonic()
        async with self._limiter:
            queued = time.monotonic() - asked
            artifacts = await asyncio.to_thread(create_rollout_artifacts_dir, self._artifact_root, request.id)
            workflow = await self._run_workflow(request, artifacts, queued)
            if workflow.status is not RolloutStatus.SUCCESS or not self._gradable(request):
                return ExecutionOutcome(workflow=workflow)
            report_progress(RolloutStatus.GRADING, workflow)
            return ExecutionOutcome(
                workflow=workflow, grader=await self._run_grader(request, workflow.sample, artifacts)
            )

    def _gradable(self, request: ExecutionRequest) -> bool:
        has_reference = request.label is not None or request.metadata is not None
        return request.grade and self._grader is not None and has_reference

    async def _run_workflow(self, request: ExecutionRequest, artifacts: Path | None, queued: float) -> ExecutionResult:
        outer = get_rollout_context()

        async def work() -> RolloutSample | None:
            config = copy.deepcopy(self._workflow_config)
            instance = self._workflow(config)
            context = AgentWorkflowContext(
                prompt=copy.deepcopy(request.prompt),
                config=config,
                metadata=copy.deepcopy(request.metadata),
                artifacts_dir=artifacts,
            )
            with RolloutContext(
                chat_completions_url="" if outer is None else outer.chat_completions_url,
                api_key=None if outer is None else outer.api_key,
                rollout_id=request.id,
            ) as rollout:
                returned = await call(instance.run, context)
                return await _sample_of(returned, rollout, request.label)

        limit = request.agent_timeout_sec
        left = None if limit is None else max(0.0, limit - queued)
        waited = f", {queued:.1f} s of them waiting for a slot" if queued >= _WORTH_NAMING_SEC else ""
        result, sample = await self._phase(work, left, f"the workflow passed its limit of {limit} s{waited}")
        if result is not None:
            return result
        return ExecutionResult(status=RolloutStatus.SUCCESS, sample=sample)

    async def _run_grader(
        self, request: ExecutionRequest, sample: RolloutSample | None, artifacts: Path | None
    ) -> ExecutionResult:
        grader_class = self._grader
        assert grader_class is not None  # noqa: S101 - _gradable holds
        if sample is not None and sample.label is None:
            sample.label = request.label

        async def work() -> None:
            instance = grader_class(self._grader_config)
            context = GraderContext(
                label=request.label,
                sample=sample,
                metadata=copy.deepcopy(request.metadata),
                artifacts_dir=artifacts,
            )
            with RolloutContext(rollout_id=request.id):
                await call(instance.grade, context)

        limit = request.grader_timeout_sec
        left = None if limit is None else max(0.0, limit)
        result, _ = await self._phase(work, left, f"the grader passed its limit of {limit} s")
        if result is not None:
            return result.model_copy(update={"sample": _without_reward(sample)})
        return ExecutionResult(status=RolloutStatus.SUCCESS, sample=sample)

    async def _phase(
        self, work: Callable[[], Coroutine[Any, Any, T]], timeout: float | None, late: str
    ) -> tuple[ExecutionResult | None, T | None]:
        """The failure of a phase and None, or None and what it returned."""
        for _ in range(_MAX_RERUNS):
            marked = _Marked(work)
            try:
                return None, await self._users.run(marked, timeout)
            except LoopAbandonedError:
                continue  # a neighbour blocked the thread; what this row did so far is undone by doing it again
            except TimeoutError as error:
                if isinstance(marked.raised, TimeoutError):  # the code's own, not the deadline's
                    return _failed(error), None
                return ExecutionResult(
                    status=RolloutStatus.FAILURE, err_message=late, err_category=RolloutErrorCategory.TIMEOUT
                ), None
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is not None and task.cancelling():
                    raise
                return _failed(RuntimeError("the code cancelled itself")), None
            except Exception as error:
                logger.info("user code raised", exc_info=error)
                return _failed(error), None
        return ExecutionResult(
            status=RolloutStatus.FAILURE,
            err_message=f"neighbours blocked the thread {_MAX_RERUNS} times",
            err_category=RolloutErrorCategory.INTERNAL_ERROR,
        ), None


class _Marked:
    """Work that remembers what it raised itself, to tell a user's TimeoutError from a deadline's."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        self._work = work
        self.raised: BaseException | None = None

    async def __call__(self) -> Any:
        try:
            return await self._work()
        except (SystemExit, KeyboardInterrupt) as error:
            # Let through, these would end the thread that every other rollout runs on.
            self.raised = RuntimeError(f"the code asked the process to end: {describe_exception(error)}")
            raise self.raised from error
        except BaseException as error:
            self.raised = error
            raise


async def _sample_of(returned: object, rollout: RolloutContext, label: str | None) -> RolloutSample | None:
    """The sample that a workflow's return value stands for. Raises TypeError or ValueError for anything else."""
    if returned is None:
        return await rollout.get_sample()
    if isinstance(returned, AgentWorkflowOutput):
        if returned.messages is None:
            return None
        return RolloutSample(messages=returned.messages, label=label, metrics=dict(returned.metrics))
    if isinstance(returned, list):
        return RolloutSample(messages=returned, label=label)
    raise TypeError(
        f"run() returned {type(returned).__name__}; it may return a list of messages, an AgentWorkflowOutput, or None "
        "after registering a sample source"
    )


def _without_reward(sample: RolloutSample | None) -> RolloutSample | None:
    """A failed grading keeps the sample, and no reward in it."""
    return None if sample is None else sample.model_copy(update={"reward": None})


def _failed(error: BaseException) -> ExecutionResult:
    return ExecutionResult(
        status=RolloutStatus.FAILURE,
        err_message=describe_exception(error),
        err_category=categorize_exception(error),
    )


def _limit_of(config: AgentWorkflowConfig | None) -> int | None:
    """The limit a config asks for. Only an explicit None removes the default limit."""
    if config is None:
        return DEFAULT_MAX_CONCURRENT
    concurrency = config.concurrency
    if concurrency.max_concurrent is None and "max_concurrent" not in concurrency.model_fields_set:
        return DEFAULT_MAX_CONCURRENT
    return concurrency.max_concurrent


def _require_class(argument: str, found: Any, base: type) -> Any:
    if not (inspect.isclass(found) and issubclass(found, base)):
        raise TypeError(f"{argument} must be a subclass of {base.__name__} or 'module:attribute', not {found!r}")
    if inspect.isabstract(found):
        missing = ", ".join(sorted(getattr(found, "__abstractmethods__", ())))
        raise TypeError(f"{argument} {found.__name__} is abstract: it does not implement {missing}")
    return found
