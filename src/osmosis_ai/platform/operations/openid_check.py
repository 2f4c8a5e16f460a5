"""The OpenID provider of the settings: whether people can be sent there and come back."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

import httpx

from osmosis_ai.base.http.limits import peer_client
from osmosis_ai.platform.errors import AccessDeniedError
from osmosis_ai.platform.operations.findings import Found, clock_ahead, clock_finding
from osmosis_ai.platform.operations.openid import CALLBACK_PATH, OpenIdProvider, ProviderUnavailableError
from osmosis_ai.platform.settings import OpenIdSettings

__all__ = ["check_provider"]

_TIMEOUT_SEC = 10.0
_HINT = (
    "Correct [oidc] in platform.toml: `issuer` is the one of the provider's discovery document, character by character."
)


async def check_provider(settings: OpenIdSettings, public_url: str) -> list[Found]:
    """Reads its discovery document and keys, asks whether it knows the client's redirect address, looks at its clock.

    The last question is an authorization request that shows no page (`prompt=none`); no one is signed in by it.
    """
    redirect = public_url + CALLBACK_PATH
    provider = OpenIdProvider(settings, redirect)
    try:
        await provider.check()
    except ProviderUnavailableError as error:
        return [Found(False, f"{settings.issuer}: {error.reason}", _HINT)]
    except AccessDeniedError:
        return [Found(False, f"{settings.issuer} refuses to be asked for its discovery document", _HINT)]
    clock = clock_finding(settings.issuer, clock_ahead(provider.date), "the provider's tokens are refused")
    return [*clock, await _redirect(provider, redirect)]


async def _redirect(provider: OpenIdProvider, redirect: str) -> Found:
    client = f"the client {provider.settings.client_id!r}"
    register = f"Register {redirect} as a redirect address of {client} at {provider.settings.issuer}."
    _, address = await provider.begin()
    try:
        async with asyncio.timeout(_TIMEOUT_SEC), peer_client(address, timeout_sec=_TIMEOUT_SEC) as http:
            answer = await http.request("GET", f"{address}&prompt=none")
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
        reason = f"{type(error).__name__}: {error}"
        message = f"the authorization_endpoint of {provider.settings.issuer} does not answer: {reason}"
        return Found(False, message, "See the provider's log.")
    target = answer.headers.get("location", "")
    if answer.is_redirect and (target == redirect or target.startswith(f"{redirect}?")):
        return Found(True, f"{provider.settings.issuer} knows {client} with the redirect address {redirect}")
    if answer.is_client_error and answer.status_code != HTTPStatus.TOO_MANY_REQUESTS:
        return Found(
            False,
            f"{provider.settings.issuer} refuses to send {client} back to {redirect} ({answer.status_code})",
            register,
        )
    return Found(
        False,
        f"{provider.settings.issuer} answers, and does not say whether it sends {client} back to {redirect}",
        register,
        advisory=True,
    )
