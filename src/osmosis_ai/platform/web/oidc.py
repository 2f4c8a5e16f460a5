"""Signing in by the OpenID provider: sending the browser there, and taking it back."""

from __future__ import annotations

import hmac
import re
from collections.abc import Awaitable, Callable
from dataclasses import asdict

from itsdangerous import BadData, URLSafeTimedSerializer
from starlette.responses import RedirectResponse, Response

from osmosis_ai.platform.errors import AccessDeniedError
from osmosis_ai.platform.operations.openid import CALLBACK_PATH, Attempt, OpenIdProvider
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import identities, rate_limits
from osmosis_ai.platform.settings import OpenIdSettings
from osmosis_ai.platform.web.pages import BROWSER_COOKIE, HEADERS, Page, safe_next

__all__ = ["START_PATH", "OpenIdPages"]

START_PATH = "/oidc/start"
_COOKIE = "osmosis_oidc"
_SALT = "osmosis-oidc"
_SECONDS = 600
_ERROR = re.compile(r"[a-z_]{1,60}")
_LONGEST_CODE = 4096

type PageFunction = Callable[[Page], Awaitable[Response]]


class OpenIdPages:
    """The two addresses of the flow."""

    def __init__(self, platform: Platform, settings: OpenIdSettings) -> None:
        self._provider = OpenIdProvider(settings, platform.link(CALLBACK_PATH))

    async def start(self, page: Page) -> Response:
        """Sends the browser to the provider."""
        attempt, address = await self._provider.begin()
        kept = {**asdict(attempt), "next": safe_next(page.request.query_params.get("next"))}
        response = RedirectResponse(address, 303, dict(HEADERS))
        page.set_cookie(
            response, _COOKIE, URLSafeTimedSerializer(page.browser, salt=_SALT).dumps(kept), seconds=_SECONDS
        )
        if page.is_new_browser:
            page.set_cookie(response, BROWSER_COOKIE, page.browser, seconds=24 * 3600)
        return response

    async def callback(self, page: Page) -> Response:
        """Takes the browser back, and signs the person in or links them."""
        attempt, target = self._attempt(page)
        given = page.request.query_params
        if given.get("error"):
            code = given["error"] if _ERROR.fullmatch(given["error"]) else "error"
            raise AccessDeniedError(f"The provider did not sign you in: {code}.", code="PROVIDER_REFUSED")
        limits = page.platform.settings.limits
        async with page.platform.read() as unit:
            await rate_limits.check_client(unit, page.origin, limits)
        try:
            identity = await self._provider.finish(attempt, given.get("code", "")[:_LONGEST_CODE])
        except AccessDeniedError:
            async with page.platform.write() as unit:
                await rate_limits.count_failed(unit, page.origin, limits)
            raise
        async with page.platform.write() as unit:
            signed_in = await identities.by_identity(unit, identity, page.origin, page.actor)
        response = page.go(target) if signed_in is None else page.sign_in(signed_in, target)
        page.forget_cookie(response, _COOKIE)
        return response

    def _attempt(self, page: Page) -> tuple[Attempt, str]:
        """The attempt that this browser began, and where it leads. Raises AccessDeniedError for any other."""
        given = page.request.query_params
        try:
            kept = URLSafeTimedSerializer(page.browser, salt=_SALT).loads(
                page.request.cookies.get(_COOKIE, ""), max_age=_SECONDS
            )
            attempt = Attempt(kept["state"], kept["nonce"], kept["verifier"])
            target = safe_next(kept["next"])
        except (BadData, KeyError, TypeError):
            raise _not_begun() from None
        if not hmac.compare_digest(given.get("state", "").encode(), attempt.state.encode()):
            raise _not_begun()
        if "iss" in given and given["iss"] != self._provider.settings.issuer:  # RFC 9207
            raise _not_begun()
        return attempt, target


def _not_begun() -> AccessDeniedError:
    return AccessDeniedError(
        "This browser did not begin to sign in, or began too long ago. Try again.", code="FORM_REFUSED"
    )
