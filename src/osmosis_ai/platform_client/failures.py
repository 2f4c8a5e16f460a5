"""Errors of a platform as commands report them.

OsmosisError
├── LoginRequiredError          AUTH_REQUIRED: no token, or one that the platform does not accept
├── CredentialsError            CREDENTIALS_*, KEYRING_*, ENV_TOKEN_*, TOKEN_NOT_FOUND: the code says which
├── PlatformUnreachableError    PLATFORM_ERROR: no answer, or one that cannot be read
└── PlatformAnswerError         a refusal; the code follows from the status
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from osmosis_ai.base.errors import OsmosisError
from osmosis_contract.models import PlatformProblem, UpgradeRequired

__all__ = [
    "CredentialsError",
    "LoginRequiredError",
    "PlatformAnswerError",
    "PlatformUnreachableError",
    "answer_error",
]

_CODES = {
    400: "VALIDATION",
    401: "AUTH_REQUIRED",
    404: "NOT_FOUND",
    409: "CONFLICT",
    426: "UPGRADE_REQUIRED",
    429: "RATE_LIMITED",
}
_BILLING = ("SUBSCRIPTION_REQUIRED", "BILLING_REQUIRED")
_LONGEST_BODY = 200
_FORBIDDEN = 403
_LOGIN_HINT = "Log in with `osmosis auth login`."
_HINTS = {
    "AUTH_REQUIRED": _LOGIN_HINT,
    "RATE_LIMITED": "Wait a minute and try again.",
    "UPGRADE_REQUIRED": "Upgrade osmosis-ai.",
    "WORKSPACE_SCOPE_HEADER_ACCESS_DENIED": "Check --workspace, and with `osmosis auth whoami` the account.",
    "GIT_SCOPE_HEADER_ACCESS_DENIED": "Connect the repository: `osmosis --workspace NAME platform git connect`. Or name"
    " a workspace that has another one with --workspace, or check the account with `osmosis auth whoami`.",
    "GIT_REPOSITORY_NOT_CONNECTED": "Connect one: `osmosis --workspace NAME platform git connect URL`. Without URL it"
    " is the origin of the repository around you.",
    "REPOSITORY_CONNECTED": "`osmosis platform git show` shows it, `osmosis platform git disconnect` ends it.",
    "ROLE_REQUIRED": "Ask one of them, or check the account with `osmosis auth whoami`.",
}


class LoginRequiredError(OsmosisError):
    """There is no login for the platform, or it has expired."""

    default_code: ClassVar[str] = "AUTH_REQUIRED"

    def __init__(self, message: str, *, hint: str = _LOGIN_HINT) -> None:
        super().__init__(message, hint=hint)


class CredentialsError(OsmosisError):
    """Stored credentials, or a token of the environment, that cannot be used; ``code`` says why."""

    def __init__(
        self, code: str, message: str, *, hint: str | None = None, details: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(message, code=code, hint=hint, details=details)


class PlatformUnreachableError(OsmosisError):
    """The platform did not answer, or not as a platform does."""

    default_code: ClassVar[str] = "PLATFORM_ERROR"

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(
            f"The platform at {url} cannot be used: {reason.rstrip('.')}.",
            hint="Check the address (--platform, OSMOSIS_PLATFORM_URL) and that the platform is running.",
        )


class PlatformAnswerError(OsmosisError):
    """The platform refused a call. ``status`` is the HTTP status, ``platform_code`` its word for the problem."""

    def __init__(
        self, message: str, *, code: str, status: int, platform_code: str | None, details: Mapping[str, object]
    ) -> None:
        hint = _HINTS.get(platform_code or "") or _HINTS.get(code)
        super().__init__(message, code=code, hint=hint, details=details)
        self.status = status
        self.platform_code = platform_code


def answer_error(status: int, content: bytes, problem: object) -> PlatformAnswerError:
    """The error for an answer that is not a success; ``problem`` is its body as the contract's model, if it is one."""
    code = _CODES.get(status, "PLATFORM_ERROR")
    bare = {"status_code": status}
    if isinstance(problem, UpgradeRequired):
        return PlatformAnswerError(problem.message, code=code, status=status, platform_code=problem.code, details=bare)
    if not isinstance(problem, PlatformProblem):
        text = content[:_LONGEST_BODY].decode(errors="replace").strip()
        message = f"The platform answered with status {status}" + (f": {text}" if text else ".")
        return PlatformAnswerError(message, code=code, status=status, platform_code=None, details=bare)
    if status == _FORBIDDEN:
        about_subscription = "subscription" in (problem.error or "").lower()
        code = problem.code if problem.code in _BILLING else _BILLING[0] if about_subscription else code
    lines = [problem.message, *(f"  {issue.key}: {issue.message}" for issue in problem.issues or ())]
    body = problem.model_dump(mode="json", exclude_none=True)
    details = {"platform_code": problem.code, **body, "status_code": status}
    return PlatformAnswerError("\n".join(lines), code=code, status=status, platform_code=problem.code, details=details)
