"""Cases and clauses: the YAML files read, checked against their schemas, and unfolded into what is run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from osmosis_conformance.documents import data_folder, faults

__all__ = ["Case", "CaseError", "Clause", "load_cases", "load_clauses", "load_documents", "read_yaml"]

_VARIABLE = re.compile(r"\$\{([a-z0-9_]+)\}")


class CaseError(Exception):
    """A file of the suite, or one that it was given, is not what it has to be."""


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML as JSON would have it: text that looks like a date, or like `on`, stays text."""


_Loader.yaml_implicit_resolvers = {
    first: [
        (tag, pattern)
        for tag, pattern in resolvers
        if tag not in ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:bool")
    ]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule of the specification under its number."""

    id: str
    at: str
    text: str
    ways: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """One test in one dialect, or in none."""

    name: str
    title: str
    clauses: tuple[str, ...]
    ways: tuple[str, ...]
    dialect: str | None
    needs: frozenset[str]
    settings: Mapping[str, float]
    own_server: bool
    steps: tuple[Mapping[str, Any], ...] = field(repr=False)

    @property
    def id(self) -> str:
        """The name under which it is reported."""
        return self.name if self.dialect is None else f"{self.name}@{self.dialect}"


def read_yaml(path: Path, schema: str) -> Any:
    """A file as its schema says it is. Raises CaseError that names the file and what is wrong."""
    content = _parsed(path)
    problem = faults(schema, content)
    if problem is not None:
        raise CaseError(f"{path} is not a {schema}: {problem}")
    return content


def _parsed(path: Path) -> Any:
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 - a safe loader
    except (OSError, UnicodeDecodeError) as error:
        raise CaseError(f"{path} cannot be read: {error}") from None
    except yaml.YAMLError as error:
        raise CaseError(f"{path} is not YAML: {error}") from None


def load_documents(folder: Path) -> Iterator[tuple[Path, Any]]:
    """Every YAML file of a folder, sorted by name, with its content."""
    for path in sorted(folder.glob("*.yaml")):
        yield path, _parsed(path)


def load_clauses(folder: Path | None = None) -> dict[str, Clause]:
    """Every clause by its id. Raises CaseError for a number that is given twice."""
    path = (folder or data_folder()) / "clauses.yaml"
    found: dict[str, Clause] = {}
    for clause in read_yaml(path, "ConformanceClauses")["clauses"]:
        if clause["id"] in found:
            raise CaseError(f"{path}: the clause {clause['id']} is there twice")
        found[clause["id"]] = Clause(clause["id"], clause["at"], clause["text"], tuple(clause.get("ways", ())))
    return found


def load_cases(kind: str, folder: Path | None = None, *, check: bool = False) -> list[Case]:
    """Every case of a kind (`server`), in the order of files and of cases in them.

    Raises CaseError for a name that is given twice, a clause that is not there, or a step that says two things. `check`
    holds each against its schema, which takes seconds; a test does it for those that the suite brings.
    """
    clauses = load_clauses(folder)
    found: dict[str, Case] = {}
    for path, document in load_documents((folder or data_folder()) / kind):
        for written in document["cases"]:
            for case in _unfolded(written, path, check=check):
                if case.id in found:
                    raise CaseError(f"{path}: the case {case.id} is there twice")
                unknown = [name for name in case.clauses if name not in clauses]
                unknown += [way for way in case.ways if not _has_way(clauses, way)]
                if unknown:
                    raise CaseError(f"{path}: {case.name} names clauses that are not there: {', '.join(unknown)}")
                for step in case.steps:
                    if len(set(step) - {"expect"}) != 1:
                        raise CaseError(f"{path}: a step of {case.name} has not exactly one action: {sorted(step)}")
                found[case.id] = case
    return list(found.values())


def _unfolded(written: Mapping[str, Any], path: Path, *, check: bool) -> Iterator[Case]:
    """The case for each of its variants in each of its dialects. Raises CaseError for one that its schema refuses."""
    for variant in written.get("each", [None]):
        case = {key: value for key, value in written.items() if key != "each"}
        if variant is not None:
            case["name"] = f"{written['name']}.{variant['name']}"
            case["steps"] = _filled(written["steps"], variant)
            case["clauses"] = _filled(written["clauses"], variant)
        problem = faults("ConformanceCase", case) if check else None
        if problem is not None:
            raise CaseError(f"{path}: {case.get('name')} is not a ConformanceCase: {problem}")
        for dialect in case.get("dialects", [None]):
            needs = set(case.get("needs", ())) | ({dialect} if dialect else set())
            if case.get("settings"):
                needs.add("settings")
            yield Case(
                name=case["name"],
                title=case["title"],
                clauses=tuple(dict.fromkeys(name.partition("/")[0] for name in case["clauses"])),
                ways=tuple(name for name in case["clauses"] if "/" in name),
                dialect=dialect,
                needs=frozenset(needs),
                settings=case.get("settings", {}),
                own_server=case.get("own_server", False),
                steps=tuple(case["steps"]),
            )


def _has_way(clauses: Mapping[str, Clause], way: str) -> bool:
    name, _, rest = way.partition("/")
    return name in clauses and rest in clauses[name].ways


def _filled(node: Any, variant: Mapping[str, Any]) -> Any:
    """The node with each `${member}` replaced; one that is the whole text becomes the value itself."""
    if isinstance(node, str):
        whole = _VARIABLE.fullmatch(node)
        if whole:
            return _of(variant, whole[1])
        return _VARIABLE.sub(lambda match: str(_of(variant, match[1])), node)
    if isinstance(node, list):
        return [_filled(item, variant) for item in node]
    if isinstance(node, dict):
        return {_filled(key, variant): _filled(item, variant) for key, item in node.items()}
    return node


def _of(variant: Mapping[str, Any], name: str) -> Any:
    if name not in variant:
        raise CaseError(f"the variant {variant['name']!r} has no member {name!r}")
    return variant[name]
