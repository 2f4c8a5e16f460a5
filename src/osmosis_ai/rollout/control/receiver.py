"""The controller's receiver of callbacks, on the contract's own stub."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route

from osmosis_ai.rollout.control.deliveries import Delivery, Reporter
from osmosis_contract.models.chat import ChatError, ChatErrorBody
from osmosis_contract.models.rollout import Problem, ValidationFault, ValidationProblem
from osmosis_contract.servers import controller as api

__all__ = ["CallbackReceiver"]

DEFAULT_RETENTION_SEC = 900.0
_CHAT = "/chat/completions"


class CallbackReceiver(api.ControllerServer):
    """Takes the completion and grader callbacks of the rollouts it expects, each once.

    A callback that arrives again, or too late, gets the stored acknowledgement and counts for nothing. The caller
    serves `app()`, or `routes()` among its own, on the event loop that runs the client, at `base_url`: how the rollout
    server reaches it. `report` gives what the caller knows of a rollout's model calls, for the acknowledgement; it must
    not block. `retention_sec` is how long a rollout is remembered after its end.

    A subclass that overrides `create_chat_completion` serves the policy model too.
    """

    def __init__(
        self,
        *,
        base_url: str = "",
        report: Reporter | None = None,
        retention_sec: float = DEFAULT_RETENTION_SEC,
    ) -> None:
        self.base_url = base_url
        self._report = report
        self._retention = retention_sec
        self._deliveries: dict[str, Delivery] = {}

    def __len__(self) -> int:
        """How many rollouts are remembered."""
        return len(self._deliveries)

    def routes(self, *, chat: bool = False) -> list[Route]:
        """The routes of the callbacks; with `chat` that of the policy model too."""
        return [route for route in api.routes(self) if chat or not route.path.endswith(_CHAT)]

    def app(self, *others: BaseRoute, chat: bool = False) -> Starlette:
        """An application of these routes and others."""
        return Starlette(routes=[*others, *self.routes(chat=chat)], exception_handlers=api.exception_handlers())

    def expect(self, rollout_id: str, *, graded: bool, key: str | None = None) -> Delivery:
        """Takes the callbacks of this rollout from now on; `key` None makes one up for it.

        Raises ValueError for a rollout that is expected or remembered already.
        """
        if rollout_id in self._deliveries:
            raise ValueError(f"rollout {rollout_id!r} is expected already, or its end is still remembered")
        delivery = Delivery(
            rollout_id, key or secrets.token_urlsafe(32), graded, asyncio.get_running_loop().create_future()
        )
        self._deliveries[rollout_id] = delivery
        return delivery

    def release(self, delivery: Delivery) -> None:
        """The rollout is given up: what still comes is acknowledged until the retention is over."""
        delivery.given_up = not delivery.result.done()
        loop = asyncio.get_running_loop()
        loop.call_later(self._retention, self._deliveries.pop, delivery.rollout_id, None)

    def urls(self, rollout_id: str) -> tuple[str, str]:
        """Where the server is to post the completion and the grade."""
        here = f"{self.base_url.rstrip('/')}/v1/rollouts/{quote(rollout_id, safe='')}"
        return f"{here}/completion", f"{here}/grader"

    async def authorize(self, call: api.Call) -> Any:
        """404 for a rollout that is not expected here, 401 without its key."""
        if call.operation_id == "createChatCompletion":
            return None
        graded = call.operation_id == "receiveGrade"
        delivery = self._deliveries.get(call.path.get("rollout_id", ""))
        if delivery is None:
            unknown = api.ReceiveGrade404 if graded else api.ReceiveCompletion404
            return unknown(body=_problem(404, "Unknown rollout", "No such rollout is expected here."))
        scheme, _, shown = (call.authorization or "").partition(" ")
        if scheme.lower() == "bearer" and hmac.compare_digest(shown.strip().encode(), delivery.key.encode()):
            return None
        unauthorized = api.ReceiveGrade401 if graded else api.ReceiveCompletion401
        return unauthorized(body=_problem(401, "Unauthorized", "The key is missing or is not this rollout's."))

    async def receive_completion(self, request: api.ReceiveCompletionRequest) -> api.ReceiveCompletionResponse:
        """The end of the workflow."""
        if request.body.rollout_id != request.rollout_id:
            return api.ReceiveCompletion422(body=_other_id(request.body.rollout_id))
        delivery = self._deliveries[request.rollout_id]
        return api.ReceiveCompletion200(body=delivery.complete(request.body, self._report))

    async def receive_grade(self, request: api.ReceiveGradeRequest) -> api.ReceiveGradeResponse:
        """The grade."""
        if request.body.rollout_id != request.rollout_id:
            return api.ReceiveGrade422(body=_other_id(request.body.rollout_id))
        delivery = self._deliveries[request.rollout_id]
        return api.ReceiveGrade200(body=delivery.grade(request.body, self._report))

    async def create_chat_completion(
        self, request: api.CreateChatCompletionRequest
    ) -> api.CreateChatCompletionResponse:
        """No policy model is here."""
        message = "This controller takes callbacks; it serves no model."
        body = ChatError(error=ChatErrorBody(message=message, type="bridge_error", code=404), detail=message)
        return api.CreateChatCompletion4XX(status=404, body=body)


def _problem(status: int, title: str, detail: str) -> Problem:
    return Problem(type="about:blank", title=title, status=status, detail=detail)


def _other_id(named: str) -> ValidationProblem:
    fault = ValidationFault(
        type="value_error",
        loc=["body", "rollout_id"],
        msg="the body's rollout_id must be that of the URL",
        input=named,
    )
    title = "The request does not fit the contract"
    return ValidationProblem(type="about:blank", title=title, status=422, detail=[fault], errors=[fault])
