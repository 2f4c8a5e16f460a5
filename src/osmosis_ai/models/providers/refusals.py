"""What a provider's error answer says: its words in whatever shape, what kind of fault it is, when to come back."""

import json
import time
from email.utils import parsedate_to_datetime
from typing import Any

from osmosis_ai.models.policy import FaultKind, ProviderError, Sanitiser, kind_of_status

_ERROR_STATUS = range(400, 600)
_ERROR_TEXT_LIMIT = 4000


def refusal(status: int, text: str, retry_after: str | None, sanitise: Sanitiser) -> ProviderError:
    """The error for an answer with this status and body, and its Retry-After header."""
    return ProviderError(
        sanitise(message_in(text) or f"HTTP status {status}"),
        kind=_kind_in(text, status),
        status=status,
        retry_after=read_retry_after(retry_after),
    )


def error_in_success(answer: Any, sanitise: Sanitiser) -> ProviderError | None:
    """The error in a decoded answer of status 200, or a chunk of one; None if there is none.

    Some gateways answer 200 and put the failure of the provider behind them into the body.
    """
    if not isinstance(answer, dict) or not answer.get("error") or answer.get("choices"):
        return None
    error = answer["error"]
    code = error.get("code") if isinstance(error, dict) else None
    status = code if isinstance(code, int) and code in _ERROR_STATUS else 502
    text = json.dumps({"error": error})
    return ProviderError(
        sanitise(message_in(text) or "the provider failed"), kind=_kind_in(text, status), status=status
    )


def message_in(text: str) -> str:
    """The provider's own words in an error body, in the shapes that are around; else the body."""
    try:
        body = json.loads(text)
    except ValueError:
        return text[:_ERROR_TEXT_LIMIT]
    if not isinstance(body, dict):
        return text[:_ERROR_TEXT_LIMIT]
    error = body.get("error")
    for holder in (error, body):
        if isinstance(holder, dict):
            for key in ("message", "detail", "error_description"):
                said = holder.get(key)
                if isinstance(said, str) and said:
                    upstream = holder.get("metadata")
                    raw = upstream.get("raw") if isinstance(upstream, dict) else None
                    return f"{said}: {raw}" if isinstance(raw, str) and raw else said
    return error if isinstance(error, str) and error else text[:_ERROR_TEXT_LIMIT]


def _kind_in(text: str, status: int) -> FaultKind:
    """By status, except that an exhausted account is told from a rate limit where the provider does."""
    kind = kind_of_status(status)
    if kind is FaultKind.RATE_LIMIT and "insufficient_quota" in text:
        return FaultKind.BUDGET
    return kind


def read_retry_after(value: str | None) -> float | None:
    """Seconds from now that a Retry-After header asks for, in either form; None if it says nothing."""
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
