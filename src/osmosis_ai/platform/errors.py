"""What a service raises when a request cannot be done.

    ServiceError
    ├── InvalidRequestError     400  what was sent is not acceptable; `issues` lists each problem
    ├── UnauthenticatedError    401  no valid credential
    ├── AccessDeniedError       403  a valid credential, without the right to do this
    ├── ResourceNotFoundError   404  it does not exist, or belongs to another workspace: one and the same
    ├── StateConflictError      409  the present state is in the way
    ├── ResourceGoneError       410  it was there once and is used up
    ├── RateLimitedError        429  too many attempts; `retry_after` seconds
    └── UnavailableError        503  the platform cannot do it now: a full disk, a missing key, no database

The numbers are what the HTTP layer answers; nothing below it uses them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = [
    "AccessDeniedError",
    "InvalidRequestError",
    "Issue",
    "RateLimitedError",
    "ResourceGoneError",
    "ResourceNotFoundError",
    "ServiceError",
    "StateConflictError",
    "UnauthenticatedError",
    "UnavailableError",
]


@dataclass(frozen=True, slots=True)
class Issue:
    """One problem with one member of a request."""

    key: str
    """The member's name, dotted where it is nested."""
    message: str


class ServiceError(Exception):
    """A request that was refused, with a message that may be shown to the person who sent it.

    `code` is a machine-readable code of the contract, `field` the member at fault, `extra` further members of the
    error body, which must hold only what JSON can carry. No secret value is ever put into any of them.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        field: str | None = None,
        extra: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.field = field
        self.extra = dict(extra or {})


class InvalidRequestError(ServiceError):
    """What was sent is not acceptable."""

    def __init__(
        self,
        message: str,
        *,
        issues: Sequence[Issue] = (),
        code: str | None = None,
        field: str | None = None,
        extra: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(message, code=code, field=field, extra=extra)
        self.issues = tuple(issues)


class UnauthenticatedError(ServiceError):
    """There is no valid credential. `code` is one that published clients know, such as `TOKEN_EXPIRED`."""


class AccessDeniedError(ServiceError):
    """The credential is valid and does not give the right to do this."""


class ResourceNotFoundError(ServiceError):
    """It does not exist, or it belongs to another workspace: the answer is the same."""


class StateConflictError(ServiceError):
    """The present state is in the way."""


class ResourceGoneError(ServiceError):
    """It was there once and is used up."""


class RateLimitedError(ServiceError):
    """Too many attempts."""

    def __init__(self, message: str, *, retry_after: int, code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.retry_after = retry_after
        """Whole seconds, at least 1, after which another attempt is allowed."""


class UnavailableError(ServiceError):
    """The platform cannot do this at the moment, for a reason that passes or that its operator can remove."""

    def __init__(self, message: str, *, code: str | None = None, retry_after: int | None = None) -> None:
        super().__init__(message, code=code)
        self.retry_after = retry_after
        """Whole seconds, at least 1, after which to ask again; None where no time can be said."""
