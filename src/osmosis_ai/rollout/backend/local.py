"""Runs workflows and graders in this process."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import inspect
import logging
import os
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from osmosis_ai.base import variables
from osmosis_ai.base.redaction.redactor import Redactor, ambient_secrets
from osmosis_ai.rollout.artifacts import create_rollout_artifacts_dir, default_artifact_root
from osmosis_ai.rollout.backend.base import ExecutionBackend, ResultCallback, cancel_held, report_progress
from osmosis_ai.rollout.backend.limiter import ConcurrencyLimiter
from osmosis_ai.rollout.backend.user_loop import DeadlinePassedError, LoopLostError, UserLoop, call
from osmosis_ai.rollout.config import AgentWorkflowConfig
from osmosis_ai.rollout.context import RolloutContext, get_rollout_context
from osmosis_ai.rollout.errors import (
    LONGEST_TRACEBACK_BYTES,
    categorize_exception,
    definition_location,
    describe_exception,
    error_location,
    missing_dependency_hint,
    user_traceback,
)
from osmosis_ai.rollout.grader import Grader, GraderContext
from osmosis_ai.rollout.imports import resolve_object
from osmosis_ai.rollout.judges import noting_judges
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
from osmosis_contract.models.rollout import ErrorLocation

__all__ = ["DEFAULT_MAX_CONCURRENT", "LocalBackend"]

logger = logging.getLogger(__name__)

DEFAULT_MAX_CONCURRENT = 4
_MAX_STUCK = 3
_WORTH_NAMING_SEC = 0.1
_SO_FAR_SEC = 0.2  # within the grace that a cancelled task has

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class _Held:
    """A rollout being executed.

    `disposition` is the answer to the first request to cancel it, `so_far` the conversation of a workflow that was cut
    off.
    """

    task: asyncio.Task[ExecutionOutcome]
    status: RolloutStatus = RolloutStatus.QUEUED
    disposition: str | None = None
    so_far: RolloutSample | None = None

    def cancel(self) -> str:
        """Ends the work, once; whether it had a slot already."""
        if self.disposition is None:
            queued = self.status is RolloutStatus.QUEUED
            self.disposition = "cancelled_queued" if queued else "cancelled_running"
            self.task.cancel()
        return self.disposition


class LocalBackend(ExecutionBackend):
    """Runs each rollout's workflow and grader in this process, off the server's loop.

    Deadlines fire even when user code blocks; see `user_loop`. `run` and `grade` may be plain functions: they are
    called in threads of their own.

    Each argument is an object or a `"module:attribute"` string. `workflow` and `grader` are classes, of which each
    rollout gets an instance of its own. `workflow_config.concurrency.max_concurrent` limits how many rollouts run at
    once, None is no limit; a config that does not mention it, like no config, keeps the limit of 4. One slot covers
    workflow and grading. `max_queue_depth` limits how many may wait for a slot before `has_capacity` is
    false; None is no limit. `artifact_root` holds a folder a rollout; left out, it is where the
    environment has it. Raises TypeError for arguments of another kind, ValueError for a depth below one.
    """

    def __init__(
        self,
        *,
        workflow: type[AgentWorkflow[Any]] | str,
        workflow_config: AgentWorkflowConfig | str | None = None,
        grader: type[Grader] | str | None = None,
        grader_config: Any = None,
        max_queue_depth: int | None = None,
        artifact_root: Path | None = None,
    ) -> None:
        if max_queue_depth is not None and max_queue_depth < 1:
            raise ValueError(f"max_queue_depth must be 1 or more, or None for no limit, not {max_queue_depth}")
        self._workflow: type[AgentWorkflow[Any]] = _require_class("workflow", resolve_object(workflow), AgentWorkflow)
        self._grader: type[Grader] | None = (
            None if grader is None else _require_class("grader", resolve_object(grader), Grader)
        )
        config = resolve_object(workflow_config)
        if config is not None and not isinstance(config, AgentWorkflowConfig):
            raise TypeError(f"workflow_config must be an AgentWorkflowConfig or 'module:attribute', not {config!r}")
        self._workflow_config: AgentWorkflowConfig | None = config
        self._grader_config = resolve_object(grader_config)
        self._limiter = ConcurrencyLimiter(_limit_of(self._workflow_config))
        self._max_queue_depth = max_queue_depth
        self._held: dict[str, _Held] = {}
        self._on_workflow: dict[str, ResultCallback] = {}
        self._artifact_root = artifact_root or default_artifact_root()
        # Whoever launches a server with a key also replaces it: see spec/rollout/process/launch.md.
        self._users = UserLoop(replaceable=not os.environ.get(variables.ROLLOUT_API_KEY, "").strip())

    @property
    def max_concurrency(self) -> int:
        """How many rollouts run at once; 0 is no limit."""
        return self._limiter.limit or 0

    def has_capacity(self) -> bool:
        """False while as many rollouts wait for a slot as may."""
        return self._max_queue_depth is None or self._limiter.queued < self._max_queue_depth

    def rollout_status(self, rollout_id: str) -> dict[str, Any] | None:
        """Where a rollout that is being executed stands; None for any other."""
        held = self._held.get(rollout_id)
        return None if held is None else {"status": held.status, "reward": None, "err_message": None}

    def cancel_rollouts(
        self,
        ids: Sequence[str] | None = None,
        prefix: str | None = None,
        all: bool = False,  # noqa: A002 - the documented name
    ) -> dict[str, str]:
        """Cancels what the selector names among the rollouts being executed; `execute` returns `cancelled` for them."""
        return cancel_held(self._held, ids, prefix, everything=all)

    @property
    def used_up(self) -> str | None:
        """Why no rollout can be run here any more: user code blocks the thread that they share."""
        return self._users.used_up

    def health(self) -> dict[str, Any]:
        """Load and limit; `degraded`, with a `reason`, while threads or tasks are held by code that nothing can end."""
        stuck = self._users.stuck
        reason = self._users.abandoned
        if reason is None and stuck >= _MAX_STUCK:
            reason = f"{stuck} threads and tasks are held by user code past its deadline"
        return {
            "status": "ok" if reason is None else "degraded",
            **({} if reason is None else {"reason": reason}),
            "concurrency": {
                "max_concurrent": self._limiter.limit,
                "queued": self._limiter.queued,
                "running": self._limiter.running,
            },
        }

    async def shutdown(self) -> None:
        """Ends the loop of user code."""
        await self._users.close()

    async def execute(
        self,
        request: ExecutionRequest,
        on_workflow_complete: ResultCallback | None = None,
        on_grader_complete: ResultCallback | None = None,
    ) -> ExecutionOutcome:
        """Runs the workflow, then the grader when one is there and the row has something to grade against.

        In the documented form, with `on_workflow_complete`, each callback is awaited once with the result of its phase,
        and nothing is graded without `on_grader_complete`. The outcome is returned in either form.
        """
        if on_workflow_complete is None:
            return await self._outcome(request)
        reported: list[ExecutionResult] = []

        async def workflow_done(result: ExecutionResult) -> None:
            if not reported:
                reported.append(result)
                await on_workflow_complete(result)

        grade = request.grade and on_grader_complete is not None
        self._on_workflow[request.id] = workflow_done
        try:
            outcome = await self._outcome(request.model_copy(update={"grade": grade}))
        finally:
            del self._on_workflow[request.id]
        await workflow_done(outcome.workflow)
        if on_grader_complete is not None and outcome.grader is not None:
            await on_grader_complete(outcome.grader)
        return outcome

    async def _outcome(self, request: ExecutionRequest) -> ExecutionOutcome:
        held = _Held(asyncio.ensure_future(self._queued(request)))
        self._held[request.id] = held
        try:
            return await held.task
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if held.disposition is None or (caller is not None and caller.cancelling()):
                raise
            cancelled = ExecutionResult(status=RolloutStatus.CANCELLED, err_message="cancelled")
            return ExecutionOutcome(workflow=_cut_off(cancelled, held.so_far))
        finally:
            if self._held.get(request.id) is held:
                del self._held[request.id]

    @property
    def has_grader(self) -> bool:
        """Whether samples can be graded."""
        return self._grader is not None

    async def grade(
        self,
        request: ExecutionRequest,
        sample: RolloutSample,
        artifacts: Path | None,
        *,
        context: type[GraderContext] = GraderContext,
    ) -> ExecutionResult:
        """Grades a sample that was made earlier, in a slot as a rollout has; no workflow is run.

        A success without a reward where there is nothing to grade against. `artifacts` is the folder the grader gets.
        """
        if not self._gradable(request):
            return ExecutionResult(status=RolloutStatus.SUCCESS, sample=sample)
        return await self.grade_any(request, sample, artifacts, context=context)

    async def grade_any(
        self,
        request: ExecutionRequest,
        sample: RolloutSample | None,
        artifacts: Path | None,
        *,
        context: type[GraderContext] = GraderContext,
    ) -> ExecutionResult:
        """As `grade`, whether or not the row has something to grade against, and for a workflow without a sample."""
        await self._limiter.acquire()
        try:
            return await self._run_grader(request, sample, artifacts, context)
        finally:
            self._limiter.release()

    def _stands(
        self, request: ExecutionRequest, status: RolloutStatus, workflow: ExecutionResult | None = None
    ) -> None:
        held = self._held.get(request.id)
        if held is not None:
            held.status = status
        report_progress(status, workflow)

    async def _queued(self, request: ExecutionRequest) -> ExecutionOutcome:
        """Waits for a slot, within the workflow's time, and executes in it."""
        now = asyncio.get_running_loop().time
        asked = now()
        try:
            async with asyncio.timeout(request.agent_timeout_sec):
                await self._limiter.acquire()
        except TimeoutError:
            return ExecutionOutcome(workflow=_workflow_late(request, now() - asked))
        try:
            self._stands(request, RolloutStatus.RUNNING)
            return await self._execute(request, now() - asked)
        finally:
            self._limiter.release()

    async def _execute(self, request: ExecutionRequest, queued: float) -> ExecutionOutcome:
        artifacts = await asyncio.to_thread(self._artifacts_dir, request.id)
        workflow = await self._run_workflow(request, artifacts, queued)
        if workflow.status is not RolloutStatus.SUCCESS or not self._gradable(request):
            return ExecutionOutcome(workflow=workflow)
        self._stands(request, RolloutStatus.GRADING, workflow)
        workflow_done = self._on_workflow.get(request.id)
        if workflow_done is not None:
            await workflow_done(workflow)
        return ExecutionOutcome(workflow=workflow, grader=await self._run_grader(request, workflow.sample, artifacts))

    def _artifacts_dir(self, rollout_id: str) -> Path | None:
        return create_rollout_artifacts_dir(self._artifact_root, rollout_id)

    def _workflow_starts(self, rollout: RolloutContext) -> None:
        """Called in the loop of user code, when the rollout's workflow is about to run in this context."""

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
            rollout = RolloutContext(
                chat_completions_url="" if outer is None else outer.chat_completions_url,
                api_key=None if outer is None else outer.api_key,
                rollout_id=request.id,
            )
            with rollout:
                self._workflow_starts(rollout)
                try:
                    returned = await call(instance.run, context)
                except BaseException:
                    so_far.append(await _conversation_so_far(rollout, request.label))
                    if held is not None:
                        held.so_far = so_far[-1]
                    raise
                try:
                    return await _sample_of(returned, rollout, request.label)
                except (TypeError, ValueError) as error:  # nonsense that run() returned
                    raise _UserCodeError(error, redact, definition_location(instance.run)) from None

        held = self._held.get(request.id)
        so_far: list[RolloutSample | None] = []
        redact = Redactor([*ambient_secrets(), *([outer.api_key] if outer is not None and outer.api_key else [])])
        limit = request.agent_timeout_sec
        try:
            sample = await self._run_user_code(request, work, None if limit is None else limit - queued, redact)
        except DeadlinePassedError as late:
            return _cut_off(_workflow_late(request, queued, late.location), *so_far)
        except Exception as error:
            return _cut_off(_failed(error), *so_far)
        return ExecutionResult(status=RolloutStatus.SUCCESS, sample=sample)

    async def _run_grader(
        self,
        request: ExecutionRequest,
        sample: RolloutSample | None,
        artifacts: Path | None,
        context_class: type[GraderContext] = GraderContext,
    ) -> ExecutionResult:
        grader_class = self._grader
        assert grader_class is not None  # noqa: S101 - _gradable holds
        graded = sample

        async def work() -> None:
            nonlocal graded
            # A copy each time: an attempt that was left behind may set a reward whenever it likes, on its own.
            mine = graded = None if sample is None else sample.model_copy()
            context = context_class(
                label=request.label,
                sample=mine,
                metadata=copy.deepcopy(request.metadata),
                artifacts_dir=artifacts,
            )
            with RolloutContext(rollout_id=request.id), noting_judges(mine):
                await call(grader_class(self._grader_config).grade, context)

        try:
            await self._run_user_code(request, work, request.grader_timeout_sec, Redactor(ambient_secrets()))
        except DeadlinePassedError as late:
            failure = _timed_out(f"the grader passed its limit of {request.grader_timeout_sec} s", late.location)
        except Exception as error:
            failure = _failed(error)
        else:
            return ExecutionResult(status=RolloutStatus.SUCCESS, sample=graded)
        # What the grader left is saved with the trajectory; the wire carries no reward of a failure.
        return failure.model_copy(update={"sample": None if graded is None else graded.model_copy()})

    async def _run_user_code(
        self,
        request: ExecutionRequest,
        work: Callable[[], Coroutine[Any, Any, T]],
        limit_sec: float | None,
        redact: Redactor,
    ) -> T:
        """The result of user code. Raises DeadlinePassedError, at once when the time was up before it began.

        The error's `location` is where the code waited then, as far as it let itself be cancelled there.
        """
        if limit_sec is not None and limit_sec <= 0:
            raise DeadlinePassedError
        waited_at: list[ErrorLocation] = []
        try:
            return await self._users.run(request.id, lambda: _contained(work, redact, waited_at), limit_sec)
        except DeadlinePassedError as error:
            error.location = next(iter(waited_at), None)
            raise


class _UserCodeError(Exception):
    """An exception that user code raised, with all there is to say about it."""

    def __init__(self, error: BaseException, redact: Redactor, otherwise: ErrorLocation | None = None) -> None:
        """`otherwise` is the place of an exception that passed through no user code."""
        ends_process = not isinstance(error, Exception)
        message = describe_exception(error)
        super().__init__(f"RuntimeError: the code asked the process to end: {message}" if ends_process else message)
        self.error = error
        self.category = RolloutErrorCategory.AGENT_ERROR if ends_process else categorize_exception(error)
        self.location: ErrorLocation | None = None
        self.traceback: str | None = None
        place = ""
        try:
            at = self.location = error_location(error) or otherwise
            place = _place(at)
            trace = user_traceback(error)
            self.traceback = None if trace is None else redact(trace)[-LONGEST_TRACEBACK_BYTES:]
        except Exception:
            logger.warning("where an exception of user code was raised cannot be said", exc_info=True)
        self.message = redact(f"{self}{place}{missing_dependency_hint(error)}")


async def _contained[R](
    work: Callable[[], Coroutine[Any, Any, R]], redact: Redactor, waited_at: list[ErrorLocation]
) -> R:
    """The work's result; whatever it raises, be it to end the process, is described here, where it may block.

    For work that is cancelled, the place in user code where it waited is added to `waited_at`.
    """
    try:
        return await work()
    except asyncio.CancelledError as error:
        with contextlib.suppress(Exception):
            at = error_location(error)
            waited_at += [] if at is None else [at]
        raise
    except _UserCodeError:
        raise
    except BaseException as error:
        raise _UserCodeError(error, redact) from None


async def _conversation_so_far(rollout: RolloutContext, label: str | None) -> RolloutSample | None:
    """What the sample source of a workflow that was cut off has; None where there is none, or none in time."""
    try:
        async with asyncio.timeout(_SO_FAR_SEC):
            return await _sample_of(None, rollout, label)
    except Exception as error:
        logger.debug("rollout %r has no conversation to show: %r", rollout.rollout_id, error)
        return None


def _cut_off(result: ExecutionResult, so_far: RolloutSample | None = None) -> ExecutionResult:
    """The result with the conversation so far, where there is one."""
    return result if so_far is None else result.model_copy(update={"sample": so_far, "sample_cut_off": True})


async def _sample_of(returned: object, rollout: RolloutContext, label: str | None) -> RolloutSample | None:
    """The sample that a workflow's return value stands for. Raises TypeError or ValueError for anything else."""
    if returned is None:
        sample: object = await rollout.get_sample()
        if sample is None:
            return None
        if not isinstance(sample, RolloutSample):
            raise TypeError(f"the sample source gave {type(sample).__name__}, not a RolloutSample")
        # Rewards come from graders alone; one that is set already would pass for a grade.
        return sample.model_copy(update={"reward": None, "label": label if sample.label is None else sample.label})
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


def _place(at: ErrorLocation | None) -> str:
    return "" if at is None else f" ({at.file}:{at.line} in {at.function})"


def _timed_out(message: str, at: ErrorLocation | None = None) -> ExecutionResult:
    return ExecutionResult(
        status=RolloutStatus.FAILURE,
        err_message=f"{message}{_place(at)}",
        err_category=RolloutErrorCategory.TIMEOUT,
        err_location=at,
    )


def _workflow_late(request: ExecutionRequest, queued: float, at: ErrorLocation | None = None) -> ExecutionResult:
    waited = f", {queued:.1f} s of them waiting for a slot" if queued >= _WORTH_NAMING_SEC else ""
    return _timed_out(f"the workflow passed its limit of {request.agent_timeout_sec} s{waited}", at)


def _failed(error: BaseException) -> ExecutionResult:
    if isinstance(error, _UserCodeError):
        return ExecutionResult(
            status=RolloutStatus.FAILURE,
            err_message=error.message,
            err_category=error.category,
            err_location=error.location,
            err_traceback=error.traceback,
            exception=error.error,
        )
    if isinstance(error, LoopLostError):
        return ExecutionResult(
            status=RolloutStatus.FAILURE,
            err_message=f"{error}; this rollout was lost with it and can be tried again",
            err_category=RolloutErrorCategory.INTERNAL_ERROR,
        )
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
