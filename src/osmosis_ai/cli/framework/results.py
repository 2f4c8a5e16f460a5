"""What a command hands back. It says what is so; the frame decides how that looks in each mode.

Each result knows its machine-readable envelope. People's words (messages in a table's cells, next steps as
sentences) are beside the data and never enter it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from osmosis_ai.base.errors import InternalError

SCHEMA_VERSION = 1

type Json = object
"""Anything the json module writes; numbers must be finite."""


class Result(Protocol):
    """What the frame needs of a result besides how to show it to people."""

    @property
    def exit_code(self) -> int:
        """0, or 1 for a partial result."""
        ...

    def envelope(self) -> dict[str, Json]:
        """The one JSON document of this result."""
        ...


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list as people see it: which key of an item, under which heading, in which words."""

    key: str
    heading: str
    numeric: bool = False
    words: Callable[[Json], str] | None = None

    def value(self, item: Mapping[str, Json]) -> Json:
        """What the column shows of an item."""
        found = item.get(self.key)
        return found if self.words is None or found is None else self.words(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationResult:
    """Something was done. ``status``: ``success``, ``partial`` (exit code 1) or the operation's own word.

    ``unmet``: what the user asked of the result does not hold, which makes the exit code 1 too.

    For people alone: ``table`` beneath the message, then ``facts`` as label and value pairs, ``notes`` as lines under
    a heading, and ``next_steps``, what to type next. ``then`` is called once the result is printed: a server that
    was announced, and runs until it is interrupted.
    """

    operation: str
    status: str = "success"
    resource: Mapping[str, Json] | None = None
    message: str | None = None
    table: "Page | None" = None
    facts: Sequence[tuple[str, object]] = ()
    notes: Sequence[str] = ()
    notes_title: str = "Notes"
    next_steps: Sequence[str] = ()
    next_steps_structured: Sequence[Mapping[str, Json]] = ()
    extra: Mapping[str, Json] = field(default_factory=dict)
    then: Callable[[], None] | None = None
    unmet: bool = False

    @property
    def exit_code(self) -> int:
        """1 for a partial result and for an unmet one, else 0."""
        return 1 if self.status == "partial" or self.unmet else 0

    def envelope(self) -> dict[str, Json]:
        """``{schema_version, status, operation, resource?, message?, next_steps_structured?, …extra}``."""
        document: dict[str, Json] = {
            "schema_version": SCHEMA_VERSION,
            "status": self.status,
            "operation": self.operation,
        }
        if self.resource is not None:
            document["resource"] = dict(self.resource)
        if self.message is not None:
            document["message"] = self.message
        if self.next_steps_structured:
            document["next_steps_structured"] = [dict(step) for step in self.next_steps_structured]
        return _with_extra(document, self.extra, ("resource", "message", "next_steps_structured"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a detailed result as people see it, under a heading: label and value pairs, lines, a table."""

    title: str
    fields: Sequence[tuple[str, object]] = ()
    lines: Sequence[str] = ()
    table: "Page | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailResult:
    """One thing in full. ``fields`` are label and value pairs for people; without them every key is shown.

    ``sections`` follow the fields, for people alone.
    """

    data: Mapping[str, Json]
    title: str | None = None
    fields: Sequence[tuple[str, object]] | None = None
    sections: Sequence[Section] = ()
    exit_code: int = 0

    def envelope(self) -> dict[str, Json]:
        """``{schema_version, data}``."""
        return {"schema_version": SCHEMA_VERSION, "data": dict(self.data)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some of a list: the items, how many there are in all, and where the next ones begin.

    ``how_to_go_on``: what to type for more of them, for people alone.
    """

    items: Sequence[Mapping[str, Json]]
    columns: Sequence[Column]
    title: str = ""
    total_count: int | None = None
    has_more: bool = False
    next_offset: int | None = None
    how_to_go_on: str = ""

    def members(self) -> dict[str, Json]:
        """``{items, total_count, has_more, next_offset}``."""
        return {
            "items": [dict(item) for item in self.items],
            "total_count": len(self.items) if self.total_count is None else self.total_count,
            "has_more": self.has_more,
            "next_offset": self.next_offset,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ListResult:
    """One list."""

    page: Page
    extra: Mapping[str, Json] = field(default_factory=dict)
    exit_code: int = 0

    def envelope(self) -> dict[str, Json]:
        """``{schema_version, items, total_count, has_more, next_offset, …extra}``."""
        return _with_extra({"schema_version": SCHEMA_VERSION, **self.page.members()}, self.extra)


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionedListResult:
    """Several lists, each under its key. A page's title is what people see above it."""

    sections: Mapping[str, Page]
    extra: Mapping[str, Json] = field(default_factory=dict)
    exit_code: int = 0

    def envelope(self) -> dict[str, Json]:
        """``{schema_version, <key>: {items, total_count, has_more, next_offset}, …, …extra}``."""
        members = {key: page.members() for key, page in self.sections.items()}
        document: dict[str, Json] = {"schema_version": SCHEMA_VERSION}
        return _with_extra(_with_extra(document, members), self.extra)


def error_envelope(
    *, command: str, version: str, code: str, message: str, hint: str | None, details: Mapping[str, Json]
) -> dict[str, Json]:
    """``{schema_version, command, cli_version, error: {code, message, details, hint?}}``."""
    error: dict[str, Json] = {"code": code, "message": message, "details": dict(details)}
    if hint is not None:
        error["hint"] = hint
    return {"schema_version": SCHEMA_VERSION, "command": command, "cli_version": version, "error": error}


def warning_envelope(*, version: str, code: str | None, message: str) -> dict[str, Json]:
    """``{schema_version, cli_version, warning: {code, message}}``, for standard error."""
    return {
        "schema_version": SCHEMA_VERSION,
        "cli_version": version,
        "warning": {"code": code, "message": message},
    }


def _with_extra(document: dict[str, Json], extra: Mapping[str, Json], reserved: Sequence[str] = ()) -> dict[str, Json]:
    """``document`` with the extra members, none of which may take a name that has a meaning already."""
    if taken := sorted(set(extra) & {*document, *reserved}):
        raise InternalError(f"A result's extra members would override {', '.join(taken)}.")
    return {**document, **extra}
