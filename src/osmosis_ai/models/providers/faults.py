"""What a provider's error says: its words in whatever shape, the kind of fault, and when to come back.

Read from an error answer, from a success that holds an error, and from an exception of LiteLLM. The library's
classes are the best guide to the kind there; status and Retry-After are better read from what it wraps: it files an
overload (529) and a lost connection under 500, and keeps no headers.
"""

import json
from collections.abc import Iterator
from typing import Any

import httpx

from osmosis_ai.base.http.retry_after import parse_retry_after
from osmosis_ai.models.policy import FaultKind, ProviderError, Sanitiser
from osmosis_ai.models.providers.statuses import kind_of_status

__all__ = ["error_in_success", "fault_of_exception", "message_in", "refusal"]

_ERROR_STATUS = range(400, 600)
_ERROR_TEXT_LIMIT = 4000
_QUOTA_CODES = frozenset(
    {
        "access_terminated",
        "billing_hard_limit_reached",
        "billing_not_active",
        "credits_exhausted",
        "exceeded_current_quota_error",
        "insufficient_balance",
        "insufficient_credits",
        "insufficient_funds",
        "insufficient_quota",
        "payment_required",
        "quota_exceeded",
        "spend_limit_reached",
    }
)
_QUOTA_WORDS = ("insufficient_quota", "credit balance is too low", "insufficient balance", "insufficient credits")
_KEY_WORDS = ("api key not valid", "invalid api key", "incorrect api key", "api_key_invalid")
_KEY_CODES = frozenset({"invalid_api_key", "api_key_invalid", "authentication_error"})
_MODEL_CODES = frozenset({"model_not_found", "invalid_model", "model_not_available"})
_STATUS_OF_CODE = {
    "rate_limit_exceeded": 429,
    "rate_limit_error": 429,
    "overloaded_error": 529,
    "overloaded": 529,
    "server_error": 500,
    "internal_server_error": 500,
    "api_error": 500,
    "timeout": 504,
    "timeout_error": 504,
    "invalid_request_error": 400,
    "context_length_exceeded": 400,
    "content_filter": 400,
    "authentication_error": 401,
    "invalid_api_key": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "model_not_found": 404,
    "insufficient_quota": 429,
}


def refusal(
    status: int, text: str, retry_after: str | None, sanitise: Sanitiser, *, date: str | None = None
) -> ProviderError:
    """The error for an answer with this status and body, and its Retry-After and Date headers."""
    return ProviderError(
        sanitise(message_in(text) or f"HTTP status {status}"),
        kind=_kind_in(text, status),
        status=status,
        retry_after=parse_retry_after(retry_after, date),
    )


def error_in_success(answer: Any, sanitise: Sanitiser) -> ProviderError | None:
    """The error in a decoded answer of status 200, or a chunk of one; None where it holds none.

    Some gateways answer 200 and put the failure of the provider behind them into the body, or into its choice.
    """
    if not isinstance(answer, dict):
        return None
    error, choices = answer.get("error"), answer.get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else None
    if first is not None:
        failed = first.get("finish_reason") == "error"
        error = first.get("error") or (error if failed else None) or ("the provider failed" if failed else None)
    if not error:
        return None
    text = json.dumps({"error": error})
    status = _status_in(error)
    return ProviderError(
        sanitise(message_in(text) or "the provider failed"), kind=_kind_in(text, status), status=status
    )


def _status_in(error: Any) -> int:
    """The status that an error object names, as a number or by a known word; 502 where it names none."""
    if isinstance(error, dict):
        for name in ("code", "status", "type"):
            code = error.get(name)
            if isinstance(code, str):
                code = int(code) if code.isascii() and code.isdigit() and len(code) <= 3 else _STATUS_OF_CODE.get(code)  # noqa: PLR2004
            if isinstance(code, int) and code in _ERROR_STATUS:
                return code
    return 502


def message_in(text: str) -> str:
    """The provider's own words in an error body, in the shapes that are around; else the body."""
    body = _parsed(text)
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


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _kind_in(text: str, status: int) -> FaultKind:
    """By status, corrected where the body names another cause than its status does.

    An exhausted account comes as 429, 403 or 400, a wrong key or model as 400, a moderated prompt as 403.
    """
    kind = kind_of_status(status)
    if kind not in _CORRECTED:
        return kind
    codes, words, error = _marks(text)
    if codes & _QUOTA_CODES or any(mark in words for mark in _QUOTA_WORDS):
        return FaultKind.BUDGET
    if kind is FaultKind.BAD_REQUEST and status == 400:  # noqa: PLR2004
        if codes & _KEY_CODES or any(mark in words for mark in _KEY_WORDS):
            return FaultKind.AUTHENTICATION
        if codes & _MODEL_CODES:
            return FaultKind.NOT_FOUND
    metadata = error.get("metadata")
    if kind is FaultKind.PERMISSION and isinstance(metadata, dict) and "flagged_input" in metadata:
        return FaultKind.BAD_REQUEST
    return kind


_CORRECTED = frozenset({FaultKind.RATE_LIMIT, FaultKind.PERMISSION, FaultKind.BAD_REQUEST})


def _marks(text: str) -> tuple[set[str], str, dict[str, Any]]:
    """The codes in an error body, its message in lower case, and the error object."""
    body = _parsed(text)
    error = body.get("error", body) if isinstance(body, dict) else None
    if isinstance(error, str):
        return set(), error.lower(), {}
    if not isinstance(error, dict):
        return set(), "", {}
    codes = {str(error[name]).lower() for name in ("code", "type", "status") if isinstance(error.get(name), str)}
    for detail in error["details"] if isinstance(error.get("details"), list) else ():
        if isinstance(detail, dict) and isinstance(detail.get("reason"), str):
            codes.add(detail["reason"].lower())
    message = error.get("message")
    return codes, message.lower() if isinstance(message, str) else "", error


_KINDS: tuple[tuple[str, FaultKind], ...] = (
    ("AuthenticationError", FaultKind.AUTHENTICATION),
    ("PermissionDeniedError", FaultKind.PERMISSION),
    ("BudgetExceededError", FaultKind.BUDGET),
    ("PaymentRequiredError", FaultKind.BUDGET),
    ("NotFoundError", FaultKind.NOT_FOUND),
    ("UnsupportedParamsError", FaultKind.UNSUPPORTED),
    ("UnprocessableEntityError", FaultKind.UNPROCESSABLE),
    ("RateLimitError", FaultKind.RATE_LIMIT),
    ("Timeout", FaultKind.TIMEOUT),
    ("APIResponseValidationError", FaultKind.INVALID_RESPONSE),
    ("BadRequestError", FaultKind.BAD_REQUEST),
)
_NOT_CONNECTED = frozenset({"ConnectError", "ConnectionRefusedError", "ClientConnectorError"})
_UNREADABLE = "Error converting to valid response"  # filed under bad requests


def fault_of_exception(error: Exception, sanitise: Sanitiser) -> ProviderError:
    """The ProviderError for an exception that a call through LiteLLM raised."""
    chain = list(_chain(error))
    text = str(error) or type(error).__name__
    answer = next((link.response for link in chain if isinstance(link, httpx.HTTPStatusError)), None)
    kind = _kind_of_exception(error, chain, text, answer)
    headers = answer.headers if answer is not None else {}
    status = answer.status_code if answer is not None else _status(error)
    return ProviderError(
        sanitise(text),
        kind=kind,
        status=None if answer is None and kind in {FaultKind.CONNECTION, FaultKind.TIMEOUT} else status,
        retry_after=parse_retry_after(headers.get("retry-after"), headers.get("date")),
    )


def _kind_of_exception(
    error: Exception, chain: list[BaseException], text: str, answer: httpx.Response | None
) -> FaultKind:
    if _UNREADABLE in text:
        return FaultKind.INVALID_RESPONSE
    names = _names(error)
    kind = next((kind for name, kind in _KINDS if name in names), None)
    if answer is not None and kind is not FaultKind.UNSUPPORTED:
        return _kind_in(_body_of(answer), answer.status_code)
    if kind is FaultKind.RATE_LIMIT and "insufficient_quota" in text:
        return FaultKind.BUDGET
    if kind is not None:
        return kind
    if any(isinstance(link, httpx.TimeoutException) and not isinstance(link, httpx.ConnectTimeout) for link in chain):
        return FaultKind.TIMEOUT
    if any(isinstance(link, httpx.TransportError) or _names(link) & _NOT_CONNECTED for link in chain):
        return FaultKind.CONNECTION
    status = _status(error)
    return FaultKind.SERVER if status is None else kind_of_status(status)


def _body_of(answer: httpx.Response) -> str:
    try:
        return answer.text
    except httpx.StreamError:  # it was streamed, and is closed
        return ""


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def _names(error: BaseException) -> set[str]:
    return {base.__name__ for base in type(error).__mro__}


def _status(error: BaseException) -> int | None:
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) and status in _ERROR_STATUS else None
