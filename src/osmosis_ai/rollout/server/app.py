"""The application: the contract's routes behind a door, and the server's life."""

from __future__ import annotations

import inspect
import logging
import math
import os
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from osmosis_ai.base import variables
from osmosis_ai.base.garbage import less_frequent_gc
from osmosis_ai.rollout.backend.base import ExecutionBackend, as_outcome_backend
from osmosis_ai.rollout.backend.discovery import backend_found
from osmosis_ai.rollout.observability.observers import Observers
from osmosis_ai.rollout.server.breakpoints import refuse_breakpoints
from osmosis_ai.rollout.server.captured import BackendCaptured, capturing
from osmosis_ai.rollout.server.door import Door
from osmosis_ai.rollout.server.execution import RolloutExecutor
from osmosis_ai.rollout.server.handlers import RolloutHandlers
from osmosis_ai.rollout.server.leases import RolloutRegistry
from osmosis_ai.rollout.server.marked_output import RolloutLogHandler, mark_output
from osmosis_ai.rollout.server.preload import preload_first_use
from osmosis_ai.rollout.server.result_store import ResultStore
from osmosis_ai.rollout.types import POLLING_LEASE_HEADER
from osmosis_contract.servers import rollout as api
from osmosis_contract_runtime.problems import instance_of, invalid_request, json_safe

__all__ = [
    "DEFAULT_POLLING_LEASE_TIMEOUT_SEC",
    "DEFAULT_RESULT_RETENTION_SEC",
    "DEFAULT_RESULT_WAIT_TIMEOUT_SEC",
    "POLLING_LEASE_HEADER",
    "RolloutApp",
    "create_rollout_server",
]

DEFAULT_RESULT_WAIT_TIMEOUT_SEC = 30.0
DEFAULT_POLLING_LEASE_TIMEOUT_SEC = 120.0
DEFAULT_RESULT_RETENTION_SEC = ExecutionBackend.result_retention_sec
DEFAULT_MAX_BODY_BYTES = 64 * 1024**2
DEFAULT_BODY_TIMEOUT_SEC = 60.0

Lifespan = Callable[[Any], AbstractAsyncContextManager[Any]]
Endpoint = Callable[..., Any]


class RolloutApp(Starlette):
    """A Starlette application that also takes routes by decorator, as FastAPI's do: `@app.get("/version")`.

    The function takes no argument or the request, and returns a response or what JSON can hold. Nothing is injected.
    """

    def api_route(self, path: str, *, methods: Sequence[str]) -> Callable[[Endpoint], Endpoint]:
        """Adds a route for the decorated function, which may be a coroutine function."""

        def add(function: Endpoint) -> Endpoint:
            takes_request = bool(inspect.signature(function).parameters)

            async def endpoint(request: Request) -> Response:
                given = [request] if takes_request else []
                if inspect.iscoroutinefunction(function):
                    found = await function(*given)
                else:
                    found = await run_in_threadpool(function, *given)
                return found if isinstance(found, Response) else JSONResponse(found)

            self.add_route(path, endpoint, methods=list(methods))
            return function

        return add

    def get(self, path: str) -> Callable[[Endpoint], Endpoint]:
        """A route for GET."""
        return self.api_route(path, methods=["GET"])

    def post(self, path: str) -> Callable[[Endpoint], Endpoint]:
        """A route for POST."""
        return self.api_route(path, methods=["POST"])

    def put(self, path: str) -> Callable[[Endpoint], Endpoint]:
        """A route for PUT."""
        return self.api_route(path, methods=["PUT"])

    def delete(self, path: str) -> Callable[[Endpoint], Endpoint]:
        """A route for DELETE."""
        return self.api_route(path, methods=["DELETE"])


def create_rollout_server(
    *,
    backend: Any,
    lifespan: Lifespan | None = None,
    configure_logging: bool = True,
    result_wait_timeout_sec: float = DEFAULT_RESULT_WAIT_TIMEOUT_SEC,
    polling_lease_timeout_sec: float = DEFAULT_POLLING_LEASE_TIMEOUT_SEC,
    result_retention_sec: float = DEFAULT_RESULT_RETENTION_SEC,
    api_key: str | None = None,
    callback_transport: httpx.AsyncBaseTransport | None = None,
    allowed_hosts: Collection[str] = (),
    max_body_bytes: int = DEFAULT_MAX_BODY_BYTES,
    body_timeout_sec: float = DEFAULT_BODY_TIMEOUT_SEC,
) -> RolloutApp:
    """An ASGI application that serves a backend under the rollout protocol, in both dialects.

    `backend`: an `ExecutionBackend`, of either form. `lifespan`: entered before serving, left last.
    `configure_logging`: gives the root logger a handler at INFO if it has none. Times are in seconds: how long a poll
    may block, how long a lease lives after the last poll, how long a result is kept. `api_key`: guards every path, as
    does a launcher's key in `_OSMOSIS_ROLLOUT_API_KEY`. `callback_transport`: what callbacks are posted through, by
    default httpx's own. `allowed_hosts`: names that a `Host` header may hold besides those of loopback. A body may have
    `max_body_bytes`, and arrives within `body_timeout_sec`.

    Raises ValueError for a blank key, a wait that is not positive, a retention below zero or a lease not longer than
    the wait; TypeError for an object that is not a backend.
    """
    if api_key is not None and not api_key.strip():
        raise ValueError("api_key is blank; give a key, or None for a server without one")
    if not (math.isfinite(result_wait_timeout_sec) and result_wait_timeout_sec > 0):
        raise ValueError(f"result_wait_timeout_sec must be more than 0, not {result_wait_timeout_sec}")
    if not (math.isfinite(result_retention_sec) and result_retention_sec >= 0):
        raise ValueError(f"result_retention_sec must be 0 or more, not {result_retention_sec}")
    if not (math.isfinite(polling_lease_timeout_sec) and polling_lease_timeout_sec > result_wait_timeout_sec):
        raise ValueError(
            f"polling_lease_timeout_sec ({polling_lease_timeout_sec}) must be more than "
            f"result_wait_timeout_sec ({result_wait_timeout_sec})"
        )
    if capturing.get():
        raise BackendCaptured(backend)
    mark_output()
    refuse_breakpoints()
    if configure_logging and not logging.getLogger().handlers:
        logging.basicConfig(
            level=logging.INFO,
            format="%(asctime)s %(levelname)s %(name)s %(message)s",
            handlers=[RolloutLogHandler()],
        )

    backend_found(backend)
    observers = Observers()
    rollouts = RolloutRegistry(
        lease_timeout_sec=polling_lease_timeout_sec,
        retention_sec=result_retention_sec,
        store=ResultStore(),
    )
    outcome_backend = as_outcome_backend(backend)
    if isinstance(outcome_backend, ExecutionBackend):
        outcome_backend.result_retention_sec = result_retention_sec
    executor = RolloutExecutor(outcome_backend, rollouts, callback_transport, observers)
    handlers = RolloutHandlers(
        executor, rollouts, wait_sec=result_wait_timeout_sec, lease_sec=polling_lease_timeout_sec
    )

    @asynccontextmanager
    async def run(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            if lifespan is not None:
                await stack.enter_async_context(lifespan(app))
            await stack.enter_async_context(observers)
            stack.push_async_callback(executor.shut_down)
            await run_in_threadpool(preload_first_use)
            stack.enter_context(less_frequent_gc())
            yield

    app = RolloutApp(
        routes=[*api.routes(handlers), *_refusing_ids_with_slashes()],
        lifespan=run,
        middleware=[
            Middleware(
                Door,
                keys=_keys(api_key),
                allowed_hosts=allowed_hosts,
                max_body_bytes=max_body_bytes,
                body_sec=body_timeout_sec,
            )
        ],
        exception_handlers=api.exception_handlers(),
    )
    app.router.redirect_slashes = False  # a path that is not in the contract is not there
    return app


def _keys(api_key: str | None) -> list[str]:
    """The keys that open the server: its own, and that of whatever launched it."""
    launcher = os.environ.get(variables.ROLLOUT_API_KEY, "").strip()
    return [key for key in (api_key, launcher) if key]


def _refusing_ids_with_slashes() -> list[Route]:
    """Routes for ids that hold a percent-encoded slash, or nothing: servers decode it before any route is chosen."""

    async def refuse(request: Request) -> Response:
        fault = {
            "type": "string_pattern_mismatch",
            "loc": ["path", "rollout_id"],
            "msg": "a rollout id is one path segment: not empty, without '/'",
            "input": json_safe(request.path_params["rollout_id"]),
        }
        return invalid_request(422, [fault], instance_of(request.scope))

    return [Route(f"/rollout/{{rollout_id:path}}/{view}", refuse, methods=["GET"]) for view in ("result", "status")]
