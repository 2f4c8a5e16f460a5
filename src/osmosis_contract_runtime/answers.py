"""Answers of a server's handlers, held to the contract before they are sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, TypeAliasType, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from osmosis_contract_runtime.models import ContractModel
from osmosis_contract_runtime.operations import Answer
from osmosis_contract_runtime.problems import MAX_FAULTS

_MAX_ALIASES = 8  # an alias may name itself
_PLAIN = frozenset({str, int, float, bool, type(None)})  # these hold no members


class InvalidAnswerError(Exception):
    """A handler's answer is not one the contract allows."""


def answer_body(answer: Answer, body: object) -> bytes:
    """The bytes of an answer's body, validated as a reader of the contract would."""
    name = answer.response.__name__
    adapter = answer.adapter
    assert adapter is not None  # noqa: S101 - the caller looked
    if answer.models and not isinstance(body, answer.models):
        expected = " or ".join(model.__name__ for model in answer.models)
        raise InvalidAnswerError(f"the body of {name} is {type(body).__name__}, not {expected}")
    unknown = unknown_members(body)
    if unknown:
        raise InvalidAnswerError(f"the body of {name} has members its schema does not allow: {', '.join(unknown)}")
    try:
        data = adapter.serializer.to_json(body, by_alias=True, warnings=False)
        adapter.validator.validate_json(data, by_alias=True, by_name=False)
    except (ValidationError, PydanticSerializationError, AttributeError) as error:
        raise InvalidAnswerError(f"the body of {name} is not what its schema says: {_summary(error)}") from error
    return data


def unknown_members(value: object) -> list[str]:
    """The members of closed models inside value that their schema does not know, as dotted names."""
    if isinstance(value, ContractModel):
        members, shape = value.__dict__, _shape(type(value))
        extra = value.__pydantic_extra__
        if not extra and members.keys() <= shape.known:
            names: Iterable[str] = shape.holding
            found: list[str] = []
        else:
            names = members
            found = [name for name in (*members, *(extra or ())) if name not in shape.known] if shape.closed else []
        for name in names:
            member = members.get(name)
            if isinstance(member, (ContractModel, list, dict)):
                found += [f"{name}.{inner}" for inner in unknown_members(member)]
        return found
    if isinstance(value, list):
        return _unknown_members_of(value)
    if isinstance(value, dict):
        return _unknown_members_of(value.values())
    return []


def _unknown_members_of(items: Iterable[object]) -> list[str]:
    """The same of models that are items. Most are of one class that holds no models: those are looked at right here."""
    found: list[str] = []
    kind: type[object] | None = None
    flat: frozenset[str] | None = None
    for item in items:
        if type(item) is not kind:
            kind = type(item)
            shape = _shape(kind) if issubclass(kind, ContractModel) else None
            flat = None if shape is None or shape.holding else shape.known
        if flat is not None and flat.issuperset(item.__dict__) and not item.__pydantic_extra__:  # type: ignore[attr-defined]
            continue
        if isinstance(item, ContractModel):
            found += unknown_members(item)
    return found


@dataclass(frozen=True, slots=True)
class _Shape:
    """What is known of a model's members beforehand."""

    known: frozenset[str]
    closed: bool
    holding: tuple[str, ...]
    """The members that may hold a model."""


@cache
def _shape(kind: type[ContractModel]) -> _Shape:
    fields = kind.__pydantic_fields__
    holding = tuple(name for name, field in fields.items() if _may_hold_models(field.annotation))
    return _Shape(frozenset(fields), kind.model_config.get("extra") == "forbid", holding)


def _may_hold_models(annotation: Any, aliases: int = 0) -> bool:
    if isinstance(annotation, TypeAliasType):
        return aliases == _MAX_ALIASES or _may_hold_models(annotation.__value__, aliases + 1)
    if annotation in _PLAIN or (isinstance(annotation, type) and issubclass(annotation, Enum)):
        return False
    if get_origin(annotation) is Literal:
        return False
    inside = get_args(annotation)
    if get_origin(annotation) is Annotated:
        return _may_hold_models(inside[0], aliases)
    return not inside or any(_may_hold_models(argument, aliases) for argument in inside)


def answer_status(answer: Answer, given: object) -> int:
    """The status of an answer. Raises InvalidAnswerError for one that is not of the documented class."""
    if answer.status >= 100:  # noqa: PLR2004 - a status, not a class of them
        return answer.status
    status: object = given.status  # type: ignore[attr-defined]
    if type(status) is int and status // 100 == answer.status:
        return status
    raise InvalidAnswerError(f"the status of {answer.response.__name__} is {status!r}")


def _summary(error: Exception) -> str:
    """What is wrong and where, without the values: they may be private."""
    if not isinstance(error, ValidationError):
        return str(error)
    listed = error.errors(include_url=False, include_context=False, include_input=False)[:MAX_FAULTS]
    return "; ".join(f"{'.'.join(str(step) for step in fault['loc'])}: {fault['msg']}" for fault in listed)


def answer_headers(answer: Answer, given: object) -> dict[str, str]:
    """The documented headers as text. Raises InvalidAnswerError for one that does not fit, or cannot be sent."""
    headers: dict[str, str] = {}
    for header in answer.headers:
        value = getattr(given, header.name)
        if value is None and not header.required:
            continue
        try:
            header.adapter.validator.validate_python(value)
        except ValidationError as error:
            raise InvalidAnswerError(
                f"the header {header.wire} of {answer.response.__name__}: {_summary(error)}"
            ) from None
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if not text.isprintable() or not text.isascii():
            raise InvalidAnswerError(f"the header {header.wire} of {answer.response.__name__} is not printable ASCII")
        headers[header.wire] = text
    return headers
