"""Requirements in a rollout's pyproject.toml that keep version 0.3 out."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from osmosis_ai.cli.migration.finding import CERTAIN, Finding

DISTRIBUTION = "osmosis-ai"
WANTED = ">=0.3,<0.4"

_MANY = 1000
_RELEASES = [f"0.3.{patch}" for patch in range(_MANY)]
_PYTHONS = [f"3.{minor}.{patch}" for minor in range(12, 30) for patch in (0, 1, 99)]
_NAME = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)")
_POETRY = re.compile(r"[\^~]\s*(\d+(?:\.\d+)*)")


def find_pins(text: str, path: str) -> list[Finding]:
    """The requirements of a project file that admit no 0.3, or no Python that runs it, and those nobody can read.

    Reads `project`, dependency groups and Poetry's tables. Raises tomllib.TOMLDecodeError for what is no TOML.
    """
    document = tomllib.loads(text)
    findings = [
        Finding(path, _line(text, written), written, message, f"write {asked}", CERTAIN)
        for written in dict.fromkeys(_requirements(document))
        if (found := _fault(written)) is not None
        for message, asked in [found]
    ]
    for key, version in _poetry(document):
        if not _poetry_admits(version):
            symbol = f'{key} = "{version}"'
            message, asked = _EXCLUDED, f'write {key} = "{WANTED}"'
            findings.append(Finding(path, _line(text, version, key), symbol, message, asked, CERTAIN))
    python = _table(document, "project").get("requires-python")
    if isinstance(python, str) and not _admits(python, _PYTHONS):
        message = "version 0.3 needs Python 3.12 or later"
        written = f'requires-python = "{python}"'
        findings.append(
            Finding(path, _line(text, python, "requires-python"), written, message, 'write ">=3.12"', CERTAIN)
        )
    return sorted(findings)


_EXCLUDED = "the requirement admits no version 0.3"


def _fault(written: str) -> tuple[str, str] | None:
    """What is wrong with a requirement of ours and what to write; None for others, and where nothing is."""
    name = _NAME.match(written)
    if name is None or canonicalize_name(name[1]) != DISTRIBUTION:
        return None
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
    """Whether a specifier takes one of the versions, or one of 0.3 that it names itself. One nobody reads does."""
    try:
        accepted = SpecifierSet(specifier)
    except InvalidSpecifier:
        return True
    named = [part.version.removesuffix(".*") for part in accepted if part.version.startswith("0.3")]
    return any(accepted.contains(version, prereleases=True) for version in (*versions, *named))


def _poetry_admits(version: str) -> bool:
    """The same for Poetry, whose ^0.2 and ~0.2 mean below 0.3."""
    short = _POETRY.fullmatch(version.strip())
    if short is None:
        return _admits(version, _RELEASES) if version.strip() != "*" else True
    try:
        lowest = Version(short[1])
    except InvalidVersion:
        return True
    return lowest.release[:2] == (0, 3) or lowest.release == (0,)


def _requirements(document: Mapping[str, Any]) -> Iterator[str]:
    project = _table(document, "project")
    lists = [
        project.get("dependencies"),
        *_table(project, "optional-dependencies").values(),
        *_table(document, "dependency-groups").values(),
    ]
    for entries in lists:
        if isinstance(entries, list):
            yield from (entry for entry in entries if isinstance(entry, str))


def _poetry(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    poetry = _table(_table(document, "tool"), "poetry")
    groups = [_table(group, "dependencies") for group in _table(poetry, "group").values() if isinstance(group, dict)]
    for table in (_table(poetry, "dependencies"), _table(poetry, "dev-dependencies"), *groups):
        for key, value in table.items():
            version = value.get("version") if isinstance(value, dict) else value
            if canonicalize_name(key) == DISTRIBUTION and isinstance(version, str):
                yield key, version


def _table(of: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = of.get(key)
    return value if isinstance(value, dict) else {}


def _line(text: str, *parts: str) -> int:
    """The first line that holds all the parts, none of them in a comment; 1 if they are written in another way."""
    for number, line in enumerate(text.splitlines(), start=1):
        if all(part in line for part in parts) and not line.lstrip().startswith("#"):
            return number
    return 1
