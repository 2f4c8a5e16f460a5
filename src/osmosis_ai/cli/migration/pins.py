"""Requirements in a rollout's pyproject.toml that keep version 0.3 out."""

import re
from collections.abc import Iterator
from typing import Any

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name

from osmosis_ai.base.config.toml_text import parse_toml
from osmosis_ai.cli.migration.finding import CERTAIN, Finding

DISTRIBUTION, WANTED = "osmosis-ai", ">=0.3,<0.4"

_TABLES = ("project.dependencies", "project.optional-dependencies", "dependency-groups", "tool.poetry")
_RELEASES = [f"0.3.{patch}" for patch in range(1000)]
_PYTHONS = [f"3.{minor}.{patch}" for minor in range(12, 30) for patch in (0, 1, 99)]
_NAME = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)")
_POETRY = re.compile(r"[\^~]\s*(\d+)(?:\.(\d+))?[.\d]*|\*")
_EXCLUDED = "the requirement admits no version 0.3"


def find_pins(text: str, path: str) -> list[Finding]:
    """The requirements of a project file that admit no 0.3, or no Python that runs it, and those that cannot be read.

    Reads `project`, dependency groups and Poetry's tables. Raises ValueError for what is not TOML.
    """
    document = parse_toml(text)
    found: set[Finding] = set()

    def add(symbol: str, message: str, wanted: str, *parts: str) -> None:
        lines = enumerate(text.splitlines(), start=1)
        with_all = (n for n, line in lines if all(part in line for part in parts) and not line.lstrip().startswith("#"))
        found.add(Finding(path, next(with_all, 1), symbol, message, f"write {wanted}", CERTAIN))

    for key, written in (pair for table in _TABLES for pair in _strings(_at(document, table), "")):
        name = _NAME.match(written)
        if _is_ours(key):  # Poetry's: a name and a version
            if not _admits_in_poetry(written):
                add(f'{key} = "{written}"', _EXCLUDED, f'{key} = "{WANTED}"', written, key)
        elif name is not None and _is_ours(name[1]) and (problem := _problem(written)) is not None:
            add(written, *problem, written)
    python = _at(document, "project.requires-python")
    if isinstance(python, str) and not _admits(python, _PYTHONS):
        message = "version 0.3 needs Python 3.12 or later"
        add(f'requires-python = "{python}"', message, '">=3.12"', python, "requires-python")
    return sorted(found)


def _problem(written: str) -> tuple[str, str] | None:
    """What is wrong with a requirement and what to write; None where nothing is."""
    try:
        requirement = Requirement(written)
    except InvalidRequirement:
        return "the requirement cannot be read", f"{DISTRIBUTION}{WANTED}"
    if requirement.url is not None or _admits(str(requirement.specifier), _RELEASES):
        return None
    extras = f"[{','.join(sorted(requirement.extras))}]" if requirement.extras else ""
    marker = f"; {requirement.marker}" if requirement.marker else ""
    return _EXCLUDED, f"{DISTRIBUTION}{extras}{WANTED}{marker}"


def _admits(specifier: str, versions: list[str]) -> bool:
    """Whether a specifier takes one of the versions, or one of 0.3 that it names. One that cannot be read does."""
    try:
        accepted = SpecifierSet(specifier)
    except InvalidSpecifier:
        return True
    named = [part.version.removesuffix(".*") for part in accepted if part.version.startswith("0.3")]
    return any(accepted.contains(version, prereleases=True) for version in (*versions, *named))


def _admits_in_poetry(version: str) -> bool:
    """The same for Poetry, whose ^0.2 and ~0.2 mean below 0.3."""
    short = _POETRY.fullmatch(version.strip())
    return _admits(version, _RELEASES) if short is None else short.groups() in {("0", "3"), ("0", None), (None, None)}


def _strings(value: Any, key: str) -> Iterator[tuple[str, str]]:
    """Every string of nested tables and lists, with the key it stands under; ours is kept all the way down."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, key)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _strings(item, key if _is_ours(key) else name)


def _is_ours(name: str) -> bool:
    return canonicalize_name(name) == DISTRIBUTION


def _at(document: dict[str, Any], path: str) -> Any:
    value: Any = document
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value
