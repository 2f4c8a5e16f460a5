"""What a step saw, what a case said of it, and how a case can end before its last step."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from osmosis_conformance.documents import PROBLEM_JSON, faults, misfit, undocumented
from osmosis_conformance.matching import mismatch

__all__ = ["FailedError", "LateError", "Observation", "SkippedError", "check", "parsed", "shortened"]

_SHOWN = 4000
_FIRST_ERROR = 400
_JSON = "application/json"
_INVALID = 422
_FAULT = ("type", "loc", "msg")
_GENERAL = frozenset({404, 405, 500})


class FailedError(Exception):
    """What came is not what had to come."""


class LateError(Exception):
    """The suite itself was too late for what the case asks, so that nothing can be said."""


class SkippedError(Exception):
    """The case needs something that is not there."""


@dataclass(frozen=True, slots=True)
class Observation:
    """An answer, or something else that a step looked at. Status 0 is a connection that closed without an answer."""

    status: int | None = None
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    operation: str | None = None
    text: str = ""
    has_body: bool = True
    loose: bool = False


def check(observation: Observation, expected: Mapping[str, Any], *, problems: bool) -> None:
    """Holds what came against what a case expects, and against the API document. Raises FailedError."""
    status, wanted = observation.status, expected.get("status")
    if wanted is not None and status not in wanted:
        shown = "" if not observation.text else f"; the answer was {shortened(observation.text, 400)}"
        raise FailedError(f"expected status {' or '.join(map(str, wanted))}, came {status}{shown}")
    if status is not None and status != 0 and not observation.loose:
        _check_document(observation, problems=problems)
    headers = {name.lower(): value for name, value in observation.headers.items()}
    for name, pattern in expected.get("headers", {}).items():
        if name not in headers:
            if pattern != {"$absent": True}:
                raise FailedError(f"the header {name} is missing")
        elif (problem := mismatch(pattern, headers[name])) is not None:
            raise FailedError(f"the header {name}{problem}")
    if "body" in expected:
        problem = mismatch(expected["body"], observation.body)
        if problem is not None:
            raise FailedError(f"the body at {problem}")
    if "schema" in expected:
        problem = faults(expected["schema"], observation.body)
        if problem is not None:
            raise FailedError(f"the body is not a {expected['schema']}: {problem}")


def _check_document(observation: Observation, *, problems: bool) -> None:
    """The answer is one that the document has, and its body is of that shape and media type."""
    status, operation = observation.status, observation.operation
    if status is None or (status >= _FIRST_ERROR and not problems):
        return
    media = {name.lower(): value for name, value in observation.headers.items()}.get("content-type", "")
    media = media.partition(";")[0].strip().lower()
    if operation is not None and not undocumented("rollout", operation, status):
        problem = misfit("rollout", operation, status, observation.body) if observation.has_body else None
    elif operation is None and status in _GENERAL:
        problem = faults("Problem", observation.body) if observation.has_body else None
    else:
        raise FailedError(
            f"{operation or 'this path'} may not answer {status}; it was {shortened(observation.text, 400)}"
        )
    if problem is not None:
        raise FailedError(f"the body of {status} does not fit the document: {problem}")
    expected = PROBLEM_JSON if status >= _FIRST_ERROR else _JSON
    if status == _INVALID and observation.has_body:
        _check_fault_lists(observation.body)
    if observation.has_body and media != expected:
        raise FailedError(f"the media type of {status} is {media!r}, not {expected}")
    if status >= _FIRST_ERROR and observation.has_body and observation.body.get("status") != status:
        raise FailedError(f"the problem says status {observation.body.get('status')}, the answer {status}")


def _check_fault_lists(body: Any) -> None:
    """Where `detail` is a list, it is that of `errors`, with what was found."""
    if not isinstance(body.get("detail"), list):
        return
    detail, errors = (
        [{name: fault.get(name) for name in _FAULT} for fault in body[key]] for key in ("detail", "errors")
    )
    if detail != errors:
        raise FailedError("`detail` and `errors` of the refusal do not list the same faults in the same order")
    if any("input" in fault for fault in body["errors"]):
        raise FailedError("`errors` of the refusal shows inputs, which are for `detail`")


def shortened(text: str, length: int = _SHOWN) -> str:
    """The text, cut to a length."""
    return text if len(text) <= length else f"{text[:length]}… ({len(text)} characters)"


def parsed(text: str) -> Any:
    """JSON text as its value; None where it is no JSON, NaN and infinities included."""

    def refuse(constant: str) -> Any:
        raise ValueError(constant)

    try:
        return json.loads(text, parse_constant=refuse)
    except ValueError:
        return None
