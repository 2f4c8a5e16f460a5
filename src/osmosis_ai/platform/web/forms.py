"""Forms: reading one that was posted, and whether this browser was given it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from itsdangerous import BadData, URLSafeTimedSerializer
from starlette.requests import ClientDisconnect, Request

from osmosis_ai.platform.errors import AccessDeniedError, InvalidRequestError

__all__ = ["FORM_SECONDS", "check_form_token", "form_token", "read_form"]

FORM_SECONDS = 3600
"""For how long a page that was opened can be sent."""

_MOST_BYTES = 64 * 1024
_MOST_FIELDS = 50
_FORM = "application/x-www-form-urlencoded"
_SALT = "osmosis-form"
_EXPIRED = "This page was open for too long, or in another session. Try again."


async def read_form(request: Request, *, seconds: float) -> dict[str, str]:
    """The fields of a posted form; of a repeated one the last.

    Raises InvalidRequestError for another media type and for a body that is too large, too slow or not UTF-8.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        raise InvalidRequestError("This page takes a form.")
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > _MOST_BYTES:
                    raise InvalidRequestError("The form is too large.")
        text = body.decode("ascii")
        return dict(parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS))
    except (TimeoutError, ClientDisconnect, ValueError):
        raise InvalidRequestError("The form did not arrive whole.") from None


def form_token(browser: str) -> str:
    """A token for the forms of a page. `browser` is the secret in the browser's cookie; the token is worth nothing
    without it."""
    return URLSafeTimedSerializer(browser, salt=_SALT).dumps("form")


def check_form_token(request: Request, form: Mapping[str, str], browser: str | None) -> None:
    """Raises AccessDeniedError unless the form comes from a page that this browser was given within the hour."""
    origin = request.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != request.headers.get("host"):
        raise AccessDeniedError("The form was sent from a page of another site.", code="FORM_REFUSED")
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise AccessDeniedError("The form was sent from a page of another site.", code="FORM_REFUSED")
    if not browser:
        raise AccessDeniedError(_EXPIRED, code="FORM_REFUSED")
    try:
        URLSafeTimedSerializer(browser, salt=_SALT).loads(form.get("form_token", ""), max_age=FORM_SECONDS)
    except BadData:
        raise AccessDeniedError(_EXPIRED, code="FORM_REFUSED") from None
