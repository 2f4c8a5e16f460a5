"""A rollout server under test: scripted backends, and a client that speaks to the application directly."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowContext,
    ExecutionBackend,
    ExecutionOutcome,
    ExecutionRequest,
    ExecutionResult,
    Grader,
    GraderContext,
    RolloutErrorCategory,
    RolloutSample,
    RolloutStatus,
)
from osmosis_ai.rollout.server import create_rollout_server
from osmosis_ai.rollout.types import POLLING_LEASE_HEADER

Execute = Callable[[ExecutionRequest], Awaitable[ExecutionOutcome]]

JSON = {"Content-Type": "application/json"}

ANSWER = [{"role": "user", "content": "7*8?"}, {"role": "assistant", "content": "56"}]


class EchoWorkflow(AgentWorkflow):
    """Answers with the prompt, and calls no model."""

    async def run(self, ctx: AgentWorkflowContext) -> Any:
        return list(ctx.prompt)


class OneGrader(Grader):
    """Gives every sample a reward of one."""

    async def grade(self, ctx: GraderContext) -> None:
        ctx.set_reward(1.0)


def succeeded(**members: Any) -> ExecutionResult:
    """A success with a sample."""
    return ExecutionResult(
        status=RolloutStatus.SUCCESS, sample=RolloutSample(**{"messages": list(ANSWER), "label": "56", **members})
    )


def failed(category: str = "agent_error", message: str = "RuntimeError: no", **members: Any) -> ExecutionResult:
    """A failure."""
    return ExecutionResult(
        status=RolloutStatus.FAILURE, err_message=message, err_category=RolloutErrorCategory(category), **members
    )


def scored(reward: float = 1.0, **members: Any) -> ExecutionOutcome:
    """A graded success."""
    return ExecutionOutcome(workflow=succeeded(), grader=succeeded(reward=reward, **members))


class ScriptedBackend(ExecutionBackend):
    """Executes as it is told; by default scores at once."""

    def __init__(self, execute: Execute | None = None, **answers: Any) -> None:
        self._execute = execute
        self.capacity: bool = answers.get("capacity", True)
        self.statuses: dict[str, dict[str, Any]] = answers.get("statuses", {})
        self.cancels: dict[str, str] = answers.get("cancels", {})
        self.health_answer: Any = answers.get("health", {"status": "ok"})
        self.requests: list[ExecutionRequest] = []
        self.shut_down = False

    async def execute(self, request: ExecutionRequest) -> ExecutionOutcome:
        self.requests.append(request)
        return scored() if self._execute is None else await self._execute(request)

    def has_capacity(self) -> bool:
        return self.capacity

    def rollout_status(self, rollout_id: str) -> dict[str, Any] | None:
        return self.statuses.get(rollout_id)

    def cancel_rollouts(
        self,
        ids: Sequence[str] | None = None,
        prefix: str | None = None,
        all: bool = False,  # noqa: A002
    ) -> dict[str, str]:
        return self.cancels

    def health(self) -> dict[str, Any]:
        if isinstance(self.health_answer, Exception):
            raise self.health_answer
        return self.health_answer

    async def shutdown(self) -> None:
        self.shut_down = True


async def forever(request: ExecutionRequest) -> ExecutionOutcome:
    """An execution that only a cancellation ends."""
    await asyncio.Event().wait()
    raise AssertionError


def after(seconds: float, outcome: ExecutionOutcome | None = None) -> Execute:
    """An execution that takes so long."""

    async def execute(request: ExecutionRequest) -> ExecutionOutcome:
        await asyncio.sleep(seconds)
        return scored() if outcome is None else outcome

    return execute


def body(rollout_id: str | None = "a1", /, **members: Any) -> dict[str, Any]:
    """An admission of the lease dialect."""
    named = {} if rollout_id is None else {"rollout_id": rollout_id}
    usual = {"initial_messages": list(ANSWER[:1]), "label": "56", "chat_completions_url": ""}
    return {**usual, **named, **members}


def callback_body(rollout_id: str | None = "c1", /, *, grader: bool = True, **members: Any) -> dict[str, Any]:
    """An admission of the callback dialect."""
    urls = {"completion_callback_url": "http://controller/completion"}
    if grader:
        urls["grader_callback_url"] = "http://controller/grader"
    return body(rollout_id, **{**urls, **members})


class Server:
    """A served application, with the calls that tests make."""

    def __init__(self, app: Any, http: httpx.AsyncClient) -> None:
        self.app = app
        self.http = http

    async def admit(self, rollout_id: str = "a1", *, headers: dict[str, str] | None = None, **members: Any) -> str:
        """Admits a rollout under a lease; its token."""
        response = await self.http.post("/rollout", json=body(rollout_id, **members), headers=headers)
        assert response.status_code == 202, response.text
        token = response.json()["polling_lease_token"]
        assert isinstance(token, str)
        return token

    async def poll(self, rollout_id: str, token: str, until: str | None = None) -> dict[str, Any]:
        """One answer to a poll."""
        response = await self.raw_poll(rollout_id, token, until)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    async def raw_poll(self, rollout_id: str, token: str, until: str | None = None) -> httpx.Response:
        params = {} if until is None else {"until": until}
        return await self.http.get(
            f"/rollout/{rollout_id}/result", headers={POLLING_LEASE_HEADER: token}, params=params
        )

    async def result(self, rollout_id: str, token: str) -> dict[str, Any]:
        """The terminal result."""
        while True:
            answer = await self.poll(rollout_id, token, "terminal")
            if answer["status"] not in ("queued", "running", "grading"):
                return answer

    async def run(self, rollout_id: str = "a1", **members: Any) -> dict[str, Any]:
        """Admits a rollout and waits for its result."""
        return await self.result(rollout_id, await self.admit(rollout_id, **members))

    async def status(self, rollout_id: str) -> dict[str, Any]:
        response = await self.http.get(f"/rollout/{rollout_id}/status")
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    async def cancel(self, **selector: Any) -> dict[str, str]:
        response = await self.http.post("/rollout/cancel", json=selector)
        assert response.status_code == 200, response.text
        dispositions: dict[str, str] = response.json()["dispositions"]
        return dispositions

    async def health(self) -> dict[str, Any]:
        response = await self.http.get("/health")
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer


@contextlib.asynccontextmanager
async def serving(backend: Any = None, **options: Any) -> AsyncIterator[Server]:
    """A server on the test's own event loop, from its start to the end of its drain."""
    app = create_rollout_server(
        backend=ScriptedBackend() if backend is None else backend, **{"configure_logging": False, **options}
    )
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://server") as http:
            yield Server(app, http)


@dataclass
class Controller:
    """Receives callbacks, as a transport. `answers`: what to answer to each post in turn, 200 when there is none."""

    answers: list[Any] = field(default_factory=list)
    posts: list[tuple[str, dict[str, Any], httpx.Headers]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        """The last part of each path posted to, in order."""
        return [path for path, _, _ in self.posts]

    @property
    def transport(self) -> httpx.AsyncBaseTransport:
        """For `create_rollout_server(callback_transport=...)`."""
        return httpx.MockTransport(self._receive)

    async def _receive(self, request: httpx.Request) -> httpx.Response:
        self.posts.append((request.url.path.rpartition("/")[2], json.loads(request.content), request.headers))
        self.times.append(asyncio.get_running_loop().time())
        answer = self.answers.pop(0) if self.answers else httpx.Response(200, json={"ok": True})
        if isinstance(answer, Exception):
            raise answer
        if callable(answer):
            answer = await answer()
        assert isinstance(answer, httpx.Response)
        return answer


async def settled(server: Server, rollout_id: str) -> dict[str, Any]:
    """The status of a rollout of the callback dialect, once it is terminal."""
    while True:
        answer = await server.status(rollout_id)
        if answer["status"] in ("success", "failure", "cancelled"):
            return answer
        await asyncio.sleep(0.05)
