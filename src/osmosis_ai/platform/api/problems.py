"""Refusals: from what a service raises to the answer that the operation documents for it."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from osmosis_ai.platform import errors
from osmosis_contract.models import PlatformProblem, ProblemIssue
from osmosis_contract_runtime.operations import Answer, Operation

__all__ = [
    "MAX_ISSUES",
    "NotServedError",
    "answer_for",
    "invalid_request",
    "problem_of",
    "problem_response",
    "status_of",
]

logger = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"
MAX_ISSUES = 50
_LONGEST_TEXT = 1000

_STATUSES: tuple[tuple[type[errors.ServiceError], int, str], ...] = (
    (errors.InvalidRequestError, 400, "VALIDATION"),
    (errors.UnauthenticatedError, 401, "UNKNOWN_AUTH_ERROR"),
    (errors.AccessDeniedError, 403, "FORBIDDEN"),
    (errors.ResourceNotFoundError, 404, "NOT_FOUND"),
    (errors.StateConflictError, 409, "CONFLICT"),
    (errors.ResourceGoneError, 410, "GONE"),
    (errors.RateLimitedError, 429, "RATE_LIMITED"),
    (errors.UnavailableError, 503, "UNAVAILABLE"),
)
_KEYS = frozenset(PlatformProblem.model_fields)


class NotServedError(errors.ServiceError):
    """The operation is described and not offered here."""

    def __init__(self) -> None:
        super().__init__("This platform does not offer this operation.", code="NOT_SERVED")


def status_of(error: errors.ServiceError) -> tuple[int, str]:
    """The status and the code that an error is answered with. A code of its own wins over that of its kind."""
    if isinstance(error, NotServedError):
        return 501, "NOT_SERVED"
    for kind, status, code in _STATUSES:
        if isinstance(error, kind):
            return status, error.code or code
    return 400, error.code or "VALIDATION"


def problem_of(
    status: int,
    detail: str,
    *,
    code: str,
    field: str | None = None,
    issues: Sequence[ProblemIssue] = (),
    extra: Mapping[str, object] | None = None,
) -> PlatformProblem:
    """A problem document.

    It holds nothing that differs from one request to the next: what belongs to others and what never existed are
    answered with the same bytes. The request's id is in the header `X-Request-Id`.
    """
    members: dict[str, Any] = {
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "message": detail,
        "code": code,
    }
    if field is not None:
        members["field"] = field
    if issues:
        members["issues"] = list(issues[:MAX_ISSUES])
    members |= {key: value for key, value in (extra or {}).items() if key in _KEYS}
    return PlatformProblem(**members)


def problem_response(problem: PlatformProblem, headers: Mapping[str, str] | None = None) -> Response:
    """A problem document as a response."""
    return Response(problem.to_json(), problem.status, dict(headers or {}), PROBLEM_JSON)


def answer_for(operation: Operation, error: errors.ServiceError) -> object:
    """The operation's own response for an error.

    Raises RuntimeError from the error where the operation does not document its status: a defect, answered with 500.
    """
    status, code = status_of(error)
    answer = _documented(operation, status)
    if answer is None:
        raise RuntimeError(f"{operation.id} does not document {status}") from error
    issues: list[ProblemIssue] = []
    if isinstance(error, errors.InvalidRequestError):
        issues = [ProblemIssue(key=issue.key, message=issue.message) for issue in error.issues]
    body = problem_of(status, error.message, code=code, field=error.field, issues=issues, extra=error.extra)
    members: dict[str, Any] = {"body": body}
    if isinstance(error, (errors.RateLimitedError, errors.UnavailableError)):
        members["retry_after"] = error.retry_after
    return answer.response(**members)


def invalid_request(operation: Operation, faults: Sequence[Mapping[str, Any]]) -> object:
    """The operation's 400 for a request that does not fit its schema. What was sent is not repeated."""
    issues = [ProblemIssue(key=_key(fault["loc"]), message=str(fault["msg"])[:_LONGEST_TEXT]) for fault in faults]
    count = len(issues)
    first = f"{issues[0].key}: {issues[0].message}" if issues else ""
    detail = f"The request does not fit: {count} issue{'' if count == 1 else 's'}. {first}".strip()
    in_body = [fault["loc"] for fault in faults if fault["loc"][:1] == ["body"] and len(fault["loc"]) > 1]
    body = problem_of(
        400,
        detail,
        code="VALIDATION",
        field=str(in_body[0][1])[:_LONGEST_TEXT] if in_body else None,
        issues=issues,
    )
    answer = _documented(operation, 400)
    if answer is None:
        raise RuntimeError(f"{operation.id} does not document 400")
    return answer.response(body=body)


def _documented(operation: Operation, status: int) -> Answer | None:
    return next((answer for answer in operation.answers if answer.status == status), None)


def _key(location: Sequence[object]) -> str:
    """Where a fault is: a member of the body by its own name, a parameter after where it stands."""
    steps = [str(step) for step in location]
    if steps[:1] == ["body"] and len(steps) > 1:
        steps = steps[1:]
    return ".".join(steps)[:512] or "body"
