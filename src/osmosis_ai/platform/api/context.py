"""What is known of the request that is being answered."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass

from starlette.datastructures import Headers

from osmosis_ai.platform.access.actors import Actor, Member, Origin
from osmosis_ai.platform.services.jobs import Job

__all__ = ["RequestContext", "current", "set_current"]


@dataclass(slots=True)
class RequestContext:
    """One request. `actor` and `member` are there once the operation's access has been decided."""

    path: str
    """The path as it was asked for, percent-encoded, without the prefix of the public URL and without any token."""
    headers: Headers
    origin: Origin
    operation_id: str = ""
    actor: Actor | None = None
    member: Member | None = None
    job: Job | None = None

    @property
    def request_id(self) -> str:
        """The id of the request, as in `X-Request-Id` and in the log."""
        return self.origin.request_id or ""

    def require_actor(self) -> Actor:
        """The person who asks. Raises RuntimeError in an operation that its table lets anyone call."""
        if self.actor is None:
            raise RuntimeError(f"{self.operation_id} has no actor: its access scope is public")
        return self.actor

    def require_job(self) -> Job:
        """The job that asks. Raises RuntimeError where the scope is not a job."""
        if self.job is None:
            raise RuntimeError(f"{self.operation_id} has no job: its access scope is not job")
        return self.job

    def require_member(self) -> Member:
        """The person in the workspace of the request. Raises RuntimeError where the scope is not a workspace."""
        if self.member is None:
            raise RuntimeError(f"{self.operation_id} has no workspace: its access scope is not workspace")
        return self.member


_current: ContextVar[RequestContext] = ContextVar("osmosis_platform_request")


def current() -> RequestContext:
    """The request of this task. Raises LookupError outside one."""
    return _current.get()


def set_current(context: RequestContext) -> None:
    """Makes context the request of this task and of the tasks it starts."""
    _current.set(context)
