"""What pydantic finds wrong with a document, as places of the document and sentences for its writer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from osmosis_ai.base.files.json_document import escaped
from osmosis_ai.base.text import truncate
from osmosis_ai.semantics.trajectories import TrajectoryFault

__all__ = ["Place", "SchemaFault", "kind_of", "schema_faults"]

Place = tuple[str | int, ...]

_WANTED = {
    "string_type": "text",
    "integer": "a whole number",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "an array",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}
_DISCRIMINATOR = "type"
_LONGEST_VALUE = 60


@dataclass(frozen=True, slots=True)
class SchemaFault:
    """A fault, and its place as steps into the document."""

    place: Place
    reported: TrajectoryFault


@dataclass(frozen=True, slots=True)
class _Error:
    """An error of pydantic: the place it means, and the place of the union it is under, if any."""

    place: Place
    union: Place | None
    details: ErrorDetails


def schema_faults(document: object, error: ValidationError) -> list[SchemaFault]:
    """One fault a place. Of a union the branch that came furthest is reported; where none did, what all ask for."""
    errors = [_placed(document, details) for details in error.errors(include_url=False)]
    groups: dict[Place | None, list[_Error]] = {}
    for found in errors:
        groups.setdefault(found.union, []).append(found)
    faults: list[SchemaFault] = []
    for union, group in groups.items():
        inside = [found for found in group if union is None or len(found.place) > len(union)]
        if inside:
            faults.extend(SchemaFault(found.place, _told(found.place, [found.details])) for found in inside)
        elif union is not None:
            faults.append(SchemaFault(union, _told(union, [found.details for found in group])))
    return faults


def kind_of(value: object) -> str:
    """What kind of JSON value it is, with its article."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list() | tuple():
            return "an array"
        case dict():
            return "an object"
        case _:
            return f"a {type(value).__name__}"


def _placed(document: object, details: ErrorDetails) -> _Error:
    """Follows pydantic's location through the document; what is no step of it names a branch of a union."""
    place: list[str | int] = []
    union: Place | None = None
    here: Any = document
    tagged = False
    for step in _steps(details):
        if not tagged and isinstance(here, dict) and step == here.get(_DISCRIMINATOR) and _is_part(place):
            tagged = True  # the branch that a part's type chose: its place is certain, so no union to weigh
        elif _leads_on(here, step):
            place.append(step)
            here = here[step]
            tagged = False
        elif union is None:
            union = tuple(place)
    return _Error(tuple(place), union, details)


def _leads_on(here: Any, step: str | int) -> bool:
    if isinstance(here, list):
        return isinstance(step, int) and step < len(here)
    return isinstance(here, dict) and step in here


def _steps(details: ErrorDetails) -> Iterator[str | int]:
    location = details["loc"]
    yield from location[:-1] if details["type"] == "missing" else location


def _is_part(place: Sequence[str | int]) -> bool:
    return len(place) > 1 and isinstance(place[-1], int) and place[-2] in {"message", "content"}


def _told(place: Place, errors: list[ErrorDetails]) -> TrajectoryFault:
    pointer = "".join(f"/{escaped(step)}" for step in place)
    details = errors[0]
    given, kind, context = details["input"], details["type"], details.get("ctx", {})
    if kind == "missing":
        return TrajectoryFault(pointer, f"the member {details['loc'][-1]!r} is missing", "add it")
    if given is None and not (place and isinstance(place[-1], int)):
        return TrajectoryFault(pointer, "null stands here", "leave the member out; it may be absent, but not null")
    wanted = dict.fromkeys(_WANTED[error["type"]] for error in errors if error["type"] in _WANTED)
    if wanted:
        what = " or ".join(wanted)
        return TrajectoryFault(pointer, f"{what} belongs here, not {kind_of(given)}", f"write {what}")
    match kind:
        case "enum" | "literal_error":
            problem = f"{_shown(given)} is not one of the words that may stand here"
            return TrajectoryFault(pointer, problem, f"write {context['expected']}")
        case "union_tag_invalid":
            tag = f"the part's type {_shown(context['tag'])} is unknown"
            return TrajectoryFault(pointer, tag, f"write {context['expected_tags']}")
        case "union_tag_not_found":
            return TrajectoryFault(pointer, "the part has no type", "add a type, 'text' or 'image'")
        case "too_short":
            return TrajectoryFault(pointer, "the array is empty", f"write at least {context['min_length']}")
        case "greater_than_equal":
            return TrajectoryFault(pointer, f"{given} is too small", f"write {context['ge']} or more")
        case "finite_number":
            return TrajectoryFault(pointer, f"{given} is not a finite number", "leave the member out")
        case _:
            said = details["msg"]
            return TrajectoryFault(pointer, said[:1].lower() + said[1:], "correct the value")


def _shown(value: object) -> str:
    text = repr(value)
    return truncate(text, _LONGEST_VALUE)
