"""Issues of a config that are reported together: unknown keys, wrong types, values out of range."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from osmosis_ai.base.config.source import ConfigSource
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.text import truncate

_FORMS = {
    ("experiment", "branch"): "must be the name of a branch: not empty, no white space",
    ("experiment", "commit_sha"): "must be 7 to 40 hexadecimal digits",
}
"""What a pattern or a length means, for keys whose schema has one."""

_LONGEST_VALUE = 60
_MOST_LOCATED = 20  # finding a line takes up to a fifth of a second
_SHOULD = re.compile(r"(Input|String|List) should")
_FORM_ERRORS = {"string_pattern_mismatch", "string_too_short"}


@dataclass(frozen=True, slots=True)
class Issue:
    """One issue: the path of the key, dotted, and what is wrong with it."""

    path: tuple[str, ...]
    message: str
    form_only: bool = False
    """Whether the type is right and only the pattern or the length is not."""

    @property
    def key(self) -> str:
        """The path as text, such as `evaluation.n`."""
        return ".".join(self.path)


def grouped(kind: str, source: ConfigSource, issues: Iterable[Issue]) -> OsmosisError:
    """One error for all issues, a line each, in the order of the file. `details` is `{error, issues}`."""
    header = f"Invalid {kind} config"
    listed_first, rest = (all_issues := list(issues))[:_MOST_LOCATED], all_issues[_MOST_LOCATED:]
    placed = [(source.line(*issue.path), issue) for issue in listed_first]
    placed = [*sorted(placed, key=lambda pair: pair[0] or 0), *((None, issue) for issue in rest)]
    listed = [
        {"key": issue.key, "message": issue.message + (f" (line {line})" if line else "")} for line, issue in placed
    ]
    lines = "".join(f"\n  {item['key']}: {item['message']}" for item in listed)
    return OsmosisError(f"{header}: {source.shown}{lines}", details={"error": header, "issues": listed})


def from_validation(error: ValidationError, sections: dict[str, frozenset[str] | None]) -> list[Issue]:
    """The issues behind a model's refusal. `sections` are those of the config, see `sections_of`."""
    issues = []
    for fault in error.errors(include_url=False):
        path = tuple(str(part) for part in fault["loc"])
        unknown = fault["type"] == "extra_forbidden"
        message = _unknown(path, sections) if unknown else _wrong(path, fault)
        issues.append(Issue(path, message, form_only=fault["type"] in _FORM_ERRORS))
    return issues


def sections_of(model: type[BaseModel]) -> dict[str, frozenset[str] | None]:
    """The sections a config model has and the keys each takes; None for a section that takes any key."""
    sections: dict[str, frozenset[str] | None] = {}
    for name, field in model.model_fields.items():
        types = (field.annotation, *get_args(field.annotation))
        table = next((one for one in types if isinstance(one, type) and issubclass(one, BaseModel)), None)
        sections[name] = None if table is None else frozenset(table.model_fields)
    return sections


def _unknown(path: tuple[str, ...], sections: dict[str, frozenset[str] | None]) -> str:
    *tables, name = path
    what = "unknown key" if tables else "unknown section or key"
    known = (sections.get(tables[0]) or frozenset()) if tables else frozenset(sections)
    if close := get_close_matches(name, sorted(known), n=1):
        return f"{what}; did you mean {close[0]}?"
    if home := next((section for section, keys in sections.items() if keys and name in keys), None):
        return f"{what}; {name} belongs in [{home}]"
    return f"{what}; known here: {', '.join(sorted(known))}"


def _wrong(path: tuple[str, ...], fault: ErrorDetails) -> str:
    if fault["type"] in _FORM_ERRORS and path in _FORMS:
        said = _FORMS[path]
    else:
        said = _SHOULD.sub("must", fault["msg"], count=1)
        said = said.replace("a valid ", "a ").replace("a integer", "an integer")
    return said if path[0] == "env" else f"{said}; it is {_brief(fault['input'])}"


def _brief(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(value)
    return truncate(text, _LONGEST_VALUE)
