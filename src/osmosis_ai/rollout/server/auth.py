"""The optional key of a rollout server."""

from __future__ import annotations

import hmac

from starlette.types import ASGIApp, Receive, Scope, Send

from osmosis_contract.servers.rollout import problem

__all__ = ["ServerKeyMiddleware"]


class ServerKeyMiddleware:
    """Refuses every HTTP request whose Authorization header is not, byte for byte, `Bearer <key>`."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app = app
        self._expected = f"Bearer {key}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets the request through, or answers 401."""
        if scope["type"] == "http":
            shown = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
            if not hmac.compare_digest(shown, self._expected):
                response = problem(
                    401, "unauthorized", instance=scope.get("path"), headers={"WWW-Authenticate": "Bearer"}
                )
                await response(scope, receive, send)
                return
        await self._app(scope, receive, send)
