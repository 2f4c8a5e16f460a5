"""The application that a platform serves."""

from __future__ import annotations

import os
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from osmosis_ai.platform.api.edge import Edge
from osmosis_ai.platform.api.endpoint import bounded_routes
from osmosis_ai.platform.api.metrics import RequestMetrics
from osmosis_ai.platform.api.problems import problem_of, problem_response
from osmosis_ai.platform.api.server import build_server
from osmosis_ai.platform.api.spans import RequestSpans, request_spans
from osmosis_ai.platform.api.versions import ClientVersions
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.web import page_routes
from osmosis_contract.servers.platform import OPERATIONS, routes

__all__ = ["create_platform_app"]

_DETAILS = {404: "There is nothing at this path.", 405: "This path does not take this method."}
_CODES = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}


def create_platform_app(
    platform: Platform,
    *,
    versions: ClientVersions | None = None,
    metrics: RequestMetrics | None = None,
    spans: RequestSpans | None = None,
) -> ASGIApp:
    """An ASGI application that answers for an open platform; any ASGI server may run it.

    It opens and closes nothing: the platform outlives it. `versions` says which command lines are served, `metrics`
    where requests are counted, `spans` where they are traced: as the environment says, if left out.
    """
    counted = metrics or RequestMetrics()
    server = build_server(platform, counted)
    operations = bounded_routes(routes(server), OPERATIONS, platform.settings.limits, versions or ClientVersions())
    app = Starlette(routes=[*operations, *page_routes(platform)], exception_handlers={HTTPException: _refused})
    app.router.redirect_slashes = False
    return Edge(app, platform.settings, counted, spans or request_spans(os.environ))


async def _refused(request: Request, error: Exception) -> Response:
    """Unknown paths and methods, as problem documents."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers: Any = error.headers if isinstance(error, HTTPException) else None
    detail = _DETAILS.get(status) or (str(error.detail) if isinstance(error, HTTPException) else "")
    return problem_response(problem_of(status, detail, code=_CODES.get(status, "REFUSED")), headers)
