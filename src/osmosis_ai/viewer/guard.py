"""Who may ask the page's server what: only the person who started it, from the page itself."""

from __future__ import annotations

import secrets
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["SECURITY_HEADERS", "Guard"]

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""What every answer says, a refusal too."""

_OPEN_THE_ADDRESS = "Open the address that `{command}` printed: it has the token that this server asks for.\n"


_TO_THE_PAGE = '<!doctype html><title>Osmosis</title><meta http-equiv="refresh" content="0;url=/">'


class Guard:
    """Lets a request through to `app` when it names this server, only reads, and comes from who has the token.

    `command` is what printed the address, for people without the token. The Host header must be `host`, which a page of
    another site cannot send even if its name resolves to loopback.
    `/?token=…` exchanges the token for a cookie and leads to `/`, so that the token leaves the address bar.
    `/open?token=…` does so by a page that leads there, for a browser that comes from a file: only a step from a page of
    this server sends the cookie, which is SameSite=Strict.
    """

    def __init__(self, app: ASGIApp, *, host: str, token: str, command: str = "osmosis eval view") -> None:
        self._app = app
        self._host = host
        self._refusal = _OPEN_THE_ADDRESS.format(command=command)
        self._token = token.encode()
        self._session = secrets.token_urlsafe(32)
        self._cookie = f"osmosis_view_{host.rpartition(':')[2]}"  # cookies are not kept apart by port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers, or hands on; adds the headers to whatever is answered."""
        if scope["type"] != "http":
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers[name] = value
            await send(message)

        await (self._answer(scope) or self._app)(scope, receive, send_guarded)

    def _answer(self, scope: Scope) -> Response | None:
        """The answer to a request that goes no further; None for one that may."""
        headers = Headers(scope=scope)
        if headers.getlist("host") != [self._host]:
            return PlainTextResponse(f"This server answers to http://{self._host} alone.\n", 421)
        if scope["method"] not in {"GET", "HEAD"}:
            return PlainTextResponse("This server only shows: GET and HEAD.\n", 405, {"Allow": "GET, HEAD"})
        token = QueryParams(scope["query_string"]).get("token") if scope["path"] in {"/", "/open"} else None
        if token is not None and secrets.compare_digest(token.encode(), self._token):
            response = RedirectResponse("/", 303) if scope["path"] == "/" else HTMLResponse(_TO_THE_PAGE)
            response.set_cookie(self._cookie, self._session, path="/", httponly=True, samesite="strict")
            return response
        if not self._has_cookie(headers.get("cookie", "")):
            return PlainTextResponse(self._refusal, 403)
        return None

    def _has_cookie(self, header: str) -> bool:
        try:
            cookie = SimpleCookie(header).get(self._cookie)
        except CookieError:
            return False
        return cookie is not None and secrets.compare_digest(cookie.value.encode(), self._session.encode())
