"""What an exception of LiteLLM says: the provider's fault or the request's, its true status, when to come back.

The library's own classes are the best guide to the kind. Status and Retry-After are better read from what it wraps: it
files an overload (529) and a lost connection under 500, and keeps no headers.
"""

from collections.abc import Iterator

import httpx

from osmosis_ai.models.policy import FaultKind, ProviderError, Sanitiser, kind_of_status
from osmosis_ai.models.providers.refusals import read_retry_after

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


def fault_of(error: Exception, sanitise: Sanitiser) -> ProviderError:
    """The ProviderError for an exception that a call through the library raised."""
    chain = list(_chain(error))
    text = str(error) or type(error).__name__
    answer = next((link.response for link in chain if isinstance(link, httpx.HTTPStatusError)), None)
    kind = _kind(error, chain, text, answer)
    status = answer.status_code if answer is not None else _status(error)
    retry_after = answer.headers.get("retry-after") if answer is not None else None
    return ProviderError(
        sanitise(text),
        kind=kind,
        status=None if kind in {FaultKind.CONNECTION, FaultKind.TIMEOUT} else status,
        retry_after=read_retry_after(retry_after),
    )


def _kind(error: Exception, chain: list[BaseException], text: str, answer: httpx.Response | None) -> FaultKind:
    names = _names(error)
    if _UNREADABLE in text:
        return FaultKind.INVALID_RESPONSE
    kind = next((kind for name, kind in _KINDS if name in names), None)
    if kind is FaultKind.RATE_LIMIT and "insufficient_quota" in text:
        return FaultKind.BUDGET
    if kind is not None:
        return kind
    if answer is not None:
        return kind_of_status(answer.status_code)
    if any(isinstance(link, httpx.TimeoutException) and not isinstance(link, httpx.ConnectTimeout) for link in chain):
        return FaultKind.TIMEOUT
    if any(isinstance(link, httpx.TransportError) or _names(link) & _NOT_CONNECTED for link in chain):
        return FaultKind.CONNECTION
    status = _status(error)
    return FaultKind.SERVER if status is None else kind_of_status(status)


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
    return status if isinstance(status, int) else None
