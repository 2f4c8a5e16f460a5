"""What a server asks of whatever runs rollouts."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, Protocol

from osmosis_ai.rollout.types import ExecutionOutcome, ExecutionRequest, ExecutionResult, RolloutStatus

__all__ = [
    "CallbackBackend",
    "ExecutionBackend",
    "ProgressReporter",
    "ResultCallback",
    "as_outcome_backend",
    "cancel_held",
    "report_progress",
    "reporting_progress",
]

ResultCallback = Callable[[ExecutionResult], Awaitable[None]]
ProgressReporter = Callable[[RolloutStatus, ExecutionResult | None], None]


class _Held(Protocol):
    def cancel(self) -> str: ...


def cancel_held(
    held: Mapping[str, _Held], ids: Sequence[str] | None, prefix: str | None, *, everything: bool
) -> dict[str, str]:
    """Cancels what a selector names among the rollouts that a backend holds; dispositions by id. Ids go first."""
    if ids is not None:
        selected = [each for each in ids if each in held]
    else:
        selected = [each for each in held if everything or (prefix is not None and each.startswith(prefix))]
    return {each: held[each].cancel() for each in selected}


reporting_progress: ContextVar[ProgressReporter | None] = ContextVar("osmosis_progress", default=None)


def report_progress(status: RolloutStatus, workflow: ExecutionResult | None = None) -> None:
    """Reports the status of the rollout being executed to the server; `workflow` once that phase has succeeded.

    Called from inside `ExecutionBackend.execute`; outside of a server it does nothing.
    """
    reporter = reporting_progress.get()
    if reporter is not None:
        reporter(status, workflow)


class ExecutionBackend(ABC):
    """Runs rollouts. Implement `execute`; the rest has defaults that suit a backend without a queue of its own.

    Two forms of `execute` are accepted. The canonical one takes the request and returns an `ExecutionOutcome`. The
    older one takes `(request, on_workflow_complete, on_grader_complete=None)`, awaits each callback once with the
    result of its phase, and returns None.
    """

    result_retention_sec: float = 900.0
    """For how long `rollout_status` may tell how a rollout ended; a server that keeps results sets it to its own."""

    @abstractmethod
    async def execute(self, request: ExecutionRequest) -> ExecutionOutcome:
        """Run one rollout to its end. An exception becomes a failure, with a category by its class."""

    @property
    def max_concurrency(self) -> int:
        """How many rollouts run at once; 0 is no limit."""
        return 0

    @property
    def capture_final_result(self) -> bool:
        """True for backends that grade by themselves, even when the controller asked for no grader callback."""
        return False

    @property
    def used_up(self) -> str | None:
        """Why no rollout can be run in this process any more, which makes the server refuse all with 503; else None."""
        return None

    def has_capacity(self) -> bool:
        """False makes the server refuse admissions with 429."""
        return True

    def rollout_status(self, rollout_id: str) -> dict[str, Any] | None:
        """`{status, reward, err_message}` of a rollout where the backend knows better than the server, else None."""
        return None

    def cancel_rollouts(
        self,
        ids: Sequence[str] | None = None,
        prefix: str | None = None,
        all: bool = False,  # noqa: A002 - the documented name
    ) -> dict[str, str]:
        """Dispositions by id, for rollouts that the backend cancels itself; the server cancels the others."""
        return {}

    def health(self) -> dict[str, Any]:
        """What `GET /health` says of the backend; `status` is `ok` or `degraded`."""
        return {"status": "ok"}

    async def shutdown(self) -> None:  # noqa: B027 - nothing to release is the usual case
        """Releases what the backend holds; called once, when the server has drained."""


class CallbackBackend(ExecutionBackend):
    """Makes a backend of the older, callback-taking form look like the canonical one."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend

    async def execute(self, request: ExecutionRequest) -> ExecutionOutcome:
        """Runs the wrapped backend and gathers what it reports; reporting nothing is an error of the backend."""
        results: dict[str, ExecutionResult] = {}
        grading = request.grade or self.capture_final_result

        async def workflow_done(result: ExecutionResult) -> None:
            results.setdefault("workflow", result)
            if result.status is RolloutStatus.SUCCESS:
                report_progress(RolloutStatus.GRADING if grading else RolloutStatus.RUNNING, result)

        async def grader_done(result: ExecutionResult) -> None:
            results.setdefault("grader", result)

        await self._backend.execute(request, workflow_done, grader_done if grading else None)
        if "workflow" not in results:
            raise RuntimeError(
                f"{type(self._backend).__name__}.execute returned without reporting the workflow's result"
            )
        return ExecutionOutcome(workflow=results["workflow"], grader=results.get("grader"))

    @property
    def max_concurrency(self) -> int:
        """The wrapped backend's limit."""
        return int(getattr(self._backend, "max_concurrency", 0))

    @property
    def capture_final_result(self) -> bool:
        """Whether the wrapped backend grades by itself."""
        return bool(getattr(self._backend, "capture_final_result", False))

    @property
    def used_up(self) -> str | None:
        """The wrapped backend's answer, where it has one."""
        reason = getattr(self._backend, "used_up", None)
        return reason if isinstance(reason, str) else None

    def has_capacity(self) -> bool:
        """The wrapped backend's answer."""
        return bool(self._backend.has_capacity())

    def rollout_status(self, rollout_id: str) -> dict[str, Any] | None:
        """The wrapped backend's answer."""
        found: dict[str, Any] | None = self._backend.rollout_status(rollout_id)
        return found

    def cancel_rollouts(
        self,
        ids: Sequence[str] | None = None,
        prefix: str | None = None,
        all: bool = False,  # noqa: A002 - the documented name
    ) -> dict[str, str]:
        """The wrapped backend's answer."""
        return dict(self._backend.cancel_rollouts(ids=ids, prefix=prefix, all=all))

    def health(self) -> dict[str, Any]:
        """The wrapped backend's answer."""
        return dict(self._backend.health())

    async def shutdown(self) -> None:
        """Passes on to the wrapped backend, where it has such a method."""
        shutdown = getattr(self._backend, "shutdown", None)
        if shutdown is not None:
            await shutdown()


def as_outcome_backend(backend: Any) -> ExecutionBackend:
    """The backend itself if its `execute` returns an outcome, else a `CallbackBackend` around it.

    Raises TypeError for an object whose `execute` has neither form.
    """
    execute = getattr(backend, "execute", None)
    if not callable(execute):
        raise TypeError(f"{type(backend).__name__} is not an execution backend: it has no execute method")
    parameters = inspect.signature(execute).parameters
    callback = parameters.get("on_workflow_complete")
    if callback is not None and callback.default is callback.empty:
        return CallbackBackend(backend)
    required = [
        name
        for name, parameter in parameters.items()
        if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD
    ]
    if len(required) == 1 and isinstance(backend, ExecutionBackend):
        return backend
    raise TypeError(
        f"{type(backend).__name__}.execute takes ({', '.join(required)}); it must take (request), or "
        "(request, on_workflow_complete, on_grader_complete=None), and the class must extend ExecutionBackend"
    )
