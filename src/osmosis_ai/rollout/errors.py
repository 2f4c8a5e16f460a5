"""Which category an exception of user code belongs to."""

from __future__ import annotations

from osmosis_ai.base.text import truncate
from osmosis_contract.models.rollout import RolloutErrorCategory

__all__ = ["categorize_exception", "describe_exception"]

_SANDBOX_CONNECTION = frozenset(
    {"SandboxConnectionException", "SandboxRateLimitException", "PoolStateStoreUnavailableException"}
)
_SANDBOX_API = frozenset({"SandboxApiException", "SandboxAPIError"})
_SANDBOX_STATUS = frozenset({401, 402, 403, 429, 500, 502, 503, 504})
_LONGEST_MESSAGE = 4000


def categorize_exception(error: BaseException) -> RolloutErrorCategory:
    """The category of an exception that a workflow, a grader or a backend raised.

    Sandbox libraries are recognised by class name, so that none has to be installed.
    """
    if isinstance(error, TimeoutError):
        return RolloutErrorCategory.TIMEOUT
    names = {base.__name__ for base in type(error).__mro__}
    if names & _SANDBOX_CONNECTION:
        return RolloutErrorCategory.HTTP_ERROR
    status = getattr(error, "status_code", None)
    if names & _SANDBOX_API and isinstance(status, int) and status in _SANDBOX_STATUS:
        return RolloutErrorCategory.HTTP_ERROR
    if isinstance(error, (ValueError, TypeError, AssertionError)):
        return RolloutErrorCategory.VALIDATION_ERROR
    return RolloutErrorCategory.AGENT_ERROR


def describe_exception(error: BaseException) -> str:
    """The exception's class and text, one readable string of bounded length. Never raises, whatever the class does."""
    try:
        text = str(error).strip()
    except Exception:
        text = ""
    message = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return truncate(message, _LONGEST_MESSAGE)
