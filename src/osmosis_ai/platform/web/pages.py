"""What every page shares: who is signed in, how a page is drawn, and how a refusal is."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from urllib.parse import quote

import structlog
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from osmosis_ai.base.numbers import short_number
from osmosis_ai.base.text import duration_text, printable, size_text
from osmosis_ai.platform import errors
from osmosis_ai.platform.access.actors import Actor, Member, Origin
from osmosis_ai.platform.api.access import workspace_of
from osmosis_ai.platform.api.context import current
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import credentials
from osmosis_ai.platform.services.page_paths import dataset_page, run_page
from osmosis_ai.platform.services.sign_in import SESSION_LIFETIME, SignedIn
from osmosis_ai.platform.store.unit import Unit
from osmosis_ai.platform.web.forms import check_form_token, form_token, read_form

__all__ = ["BROWSER_COOKIE", "HEADERS", "SESSION_COOKIE", "Page", "PageFunction", "Pages", "explained", "safe_next"]

_OFFSET_DIGITS = 9
_log = structlog.get_logger("osmosis.platform.http")

SESSION_COOKIE = "osmosis_session"
BROWSER_COOKIE = "osmosis_browser"

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "cache-control": "no-store",
    "referrer-policy": "same-origin",  # with none at all, browsers send forms with the origin "null"
}
_STATUSES: tuple[tuple[type[errors.ServiceError], int], ...] = (
    (errors.UnauthenticatedError, 401),
    (errors.AccessDeniedError, 403),
    (errors.ResourceNotFoundError, 404),
    (errors.StateConflictError, 409),
    (errors.RateLimitedError, 429),
    (errors.UnavailableError, 503),
)

type PageFunction = Callable[[Page], Awaitable[Response]]
type Endpoint = Callable[[Request], Awaitable[Response]]


def _minutes(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M UTC")


_templates = Environment(
    loader=PackageLoader("osmosis_ai.platform.web", "templates"), autoescape=True, undefined=StrictUndefined
)
_templates.filters["from_wire"] = datetime.fromisoformat
_templates.filters["minutes"] = _minutes
_templates.filters["count"] = lambda number: f"{number:,}"
_templates.filters["reward"] = lambda reward: f"{reward:.4g}"
_templates.filters["percent"] = lambda share: f"{share:.1%}"
_templates.filters["seconds"] = lambda milliseconds: f"{milliseconds / 1000:,.2f}"
_templates.filters["size"] = size_text
_templates.filters["duration"] = duration_text
_templates.filters["printable"] = printable
_templates.globals.update(dataset_page=dataset_page, run_page=run_page)


@dataclass(slots=True)
class Page:
    """One request of a page."""

    platform: Platform
    request: Request
    origin: Origin
    actor: Actor | None
    """Who is signed in."""
    browser: str
    """The secret that this browser's forms are bound to: its session's, or that of a cookie given before it."""
    is_new_browser: bool = False

    async def member(self, unit: Unit) -> Member:
        """Who is signed in, in the workspace that the address names. Raises ResourceNotFoundError."""
        assert self.actor is not None  # noqa: S101 - pages of a workspace are only for people who are signed in
        return await workspace_of(unit, self.actor, self.request.path_params["workspace"])

    @property
    def offset(self) -> int:
        """Where the part of a list that is asked for begins; 0 for anything that is no number."""
        return short_number(self.request.query_params.get("offset", ""), digits=_OFFSET_DIGITS) or 0

    def address(self, path: str) -> str:
        """The path of a page as browsers ask for it, with the prefix of the public URL."""
        return self.platform.settings.path_prefix + path

    def show(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """A page."""
        text = _templates.get_template(template).render(
            actor=self.actor,
            address=self.address,
            form_token=form_token(self.browser),
            public_url=self.platform.settings.public_url,
            provider=None if self.platform.settings.oidc is None else self.platform.settings.oidc.name,
            **values,
        )
        response = HTMLResponse(text, status, dict(HEADERS))
        if self.is_new_browser:
            self.set_cookie(response, BROWSER_COOKIE, self.browser, seconds=24 * 3600)
        return response

    def go(self, path: str) -> Response:
        """Sends the browser to another page, which it asks for by GET."""
        return RedirectResponse(self.address(path), 303, dict(HEADERS))

    def to_sign_in(self) -> Response:
        """Sends the browser to the sign-in page, which leads back here."""
        query = self.request.url.query
        here = self.request.url.path + (f"?{query}" if query else "")
        return self.go(f"/login?next={quote(here, safe='')}")

    async def form(self) -> Mapping[str, str]:
        """The posted form. Raises InvalidRequestError, and AccessDeniedError for one this browser was not given."""
        fields = await read_form(self.request, seconds=self.platform.settings.limits.request_seconds)
        check_form_token(self.request, fields, None if self.is_new_browser else self.browser)
        return fields

    def sign_in(self, signed_in: SignedIn, path: str) -> Response:
        """Gives the browser its session and sends it on."""
        response = self.go(path)
        self.set_cookie(response, SESSION_COOKIE, signed_in.token, seconds=int(SESSION_LIFETIME.total_seconds()))
        return response

    def forget_session(self, response: Response) -> None:
        """Takes the session's cookie from the browser."""
        self.forget_cookie(response, SESSION_COOKIE)

    def forget_cookie(self, response: Response, name: str) -> None:
        """Takes a cookie from the browser."""
        response.delete_cookie(name, path=self._cookie_path())

    def set_cookie(self, response: Response, name: str, value: str, *, seconds: int) -> None:
        """A cookie that scripts cannot read and other sites' forms do not carry."""
        same_site: Literal["lax"] = "lax"  # a link in a terminal has to find the person signed in
        response.set_cookie(
            name,
            value,
            max_age=seconds,
            path=self._cookie_path(),
            secure=self.platform.settings.secure_cookies,
            httponly=True,
            samesite=same_site,
        )

    def _cookie_path(self) -> str:
        return self.platform.settings.path_prefix + "/"


class Pages:
    """Makes endpoints of page functions."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform

    def endpoint(
        self, name: str, function: PageFunction, *, signed_in: bool
    ) -> Callable[[Request], Awaitable[Response]]:
        """An endpoint that draws a page. With `signed_in`, only for people who are; others are sent to sign in."""

        async def answer(request: Request) -> Response:
            context = current()
            context.operation_id = f"page.{name}"
            try:
                page = await self._page(request, context.origin)
            except errors.UnavailableError as error:  # the database does not say who it is
                return refusal(Page(self.platform, request, context.origin, None, ""), error)
            context.actor = page.actor
            if signed_in and page.actor is None:
                return page.to_sign_in() if request.method in ("GET", "HEAD") else page.go("/login")
            try:
                return await function(page)
            except errors.ServiceError as error:
                return refusal(page, error)
            except Exception:
                _log.exception("page failed", path=context.path)
                said = f"The server failed to do this. Its log says why, at the request id {context.request_id}."
                return page.show("refused.html", status=500, message=said)

        return answer

    async def _page(self, request: Request, origin: Origin) -> Page:
        session = request.cookies.get(SESSION_COOKIE)
        actor = None
        if session:
            async with self.platform.read() as unit:
                actor = await credentials.by_session(unit, session, origin)
        given = session if actor is not None else request.cookies.get(BROWSER_COOKIE)
        return Page(self.platform, request, origin, actor, given or secrets.token_urlsafe(32), not given)


def status_of(error: errors.ServiceError) -> int:
    """The status of a page that shows an error."""
    return next((status for kind, status in _STATUSES if isinstance(error, kind)), 400)


def explained(error: errors.ServiceError) -> str:
    """What an error says to the person whose form was refused, with each member that is at fault."""
    issues = error.issues if isinstance(error, errors.InvalidRequestError) else ()
    return " ".join([error.message, "; ".join(f"{issue.key} {issue.message}" for issue in issues)]).strip()


def refusal(page: Page, error: errors.ServiceError) -> Response:
    """A page that says what was refused, and why."""
    response = page.show("refused.html", status=status_of(error), message=error.message)
    retry_after = error.retry_after if isinstance(error, (errors.RateLimitedError, errors.UnavailableError)) else None
    if retry_after is not None:
        response.headers["retry-after"] = str(retry_after)
    return response


def safe_next(text: str | None) -> str:
    """Where to go after signing in: a path of this platform, or its first page for anything else."""
    if text is None or not text.startswith("/") or text.startswith("//") or "\\" in text or not text.isprintable():
        return "/"
    return text
