"""Bodies of the generated clients: pydantic models written strictly and read tolerantly."""

from __future__ import annotations

from functools import cache
from typing import Any

import httpx
from pydantic import TypeAdapter, ValidationError

from osmosis_contract_runtime.models import ContractModel, adapter, parse_json

_ERROR_STATUS = 400


class UnreadableAnswerError(ValueError):
    """A successful answer whose body is not what the operation documents; carries the status and the body."""

    def __init__(self, status_code: int, content: bytes, why: str) -> None:
        self.status_code = status_code
        self.content = content
        super().__init__(f"status {status_code} with a body that cannot be read ({why})")


def write_body(kind: Any, body: object) -> bytes:
    """The JSON of a request's body: a model's own, or that of a value of the type `kind`."""
    return body.to_json() if isinstance(body, ContractModel) else _adapter(kind).dump_json(body, by_alias=True)


def read_answer(kind: Any, response: httpx.Response) -> Any:
    """The body of an answer as a value of the type `kind`; unknown members are kept.

    An error answer with another body than the documented one (a proxy's page, say) is None: its status is the message.
    Raises UnreadableAnswerError for such a body of a successful answer.
    """
    try:
        value = parse_json(response.content, title="answer")
        return _adapter(kind).validator.validate_python(value, extra="allow", by_alias=True, by_name=False)
    except ValidationError as error:
        if response.status_code >= _ERROR_STATUS:
            return None
        errors = error.errors(include_url=False, include_context=False, include_input=False)
        deepest = max(errors, key=lambda found: len(found["loc"]))  # of the forms of a union, the one that fits best
        where = ".".join(str(step) for step in deepest["loc"]) or "the body"
        raise UnreadableAnswerError(response.status_code, response.content, f"{where}: {deepest['msg']}") from error


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return adapter(kind)
