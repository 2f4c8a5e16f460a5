"""The hand-written specification on disk: schema libraries and OpenAPI documents, as parsed YAML."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

type Json = Any
type Pointer = tuple[str, ...]


@dataclass(frozen=True)
class Fault:
    """Something in the specification that generation refuses: where it is and what to do about it."""

    file: str
    pointer: Pointer
    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.file}#{format_pointer(self.pointer)}: {self.message}\n  Hint: {self.hint}"


class SpecError(Exception):
    """The specification cannot be generated from; carries every fault that was found."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        super().__init__("\n".join(str(fault) for fault in faults))


@dataclass(frozen=True)
class Spec:
    """Every document of a specification: schema libraries by file name, APIs by folder name."""

    schemas: dict[str, Json]
    apis: dict[str, Json]

    def schema_file(self, file: str) -> str:
        """The path shown to people for a schema library."""
        return f"schemas/{file}"


def format_pointer(pointer: Pointer) -> str:
    """The JSON Pointer (RFC 6901) for a path of keys."""
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in pointer)


class _Loader(yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader):  # type: ignore[misc]
    """YAML as JSON would have it: text that looks like a date stays text, a repeated key is an error."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """A dict with text keys, each given once."""
        seen: set[str] = set()
        for key_node, _ in node.value:
            key = str(self.construct_object(key_node, deep=True))
            if key in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key!r} is given twice", key_node.start_mark
                )
            seen.add(key)
        return {str(key): value for key, value in super().construct_mapping(node, deep).items()}


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def load_spec(root: Path) -> Spec:
    """Read every schema library and OpenAPI document under root, in sorted order.

    Raises SpecError naming the file when one is not a YAML mapping.
    """
    schemas = {path.name: _load(path, root) for path in sorted((root / "schemas").glob("*.yaml"))}
    apis = {path.parent.name: _load_api(path, root) for path in sorted(root.glob("*/openapi.yaml"))}
    if not schemas and not apis:
        raise SpecError(
            [
                Fault(
                    str(root),
                    (),
                    "there is no specification here",
                    "give --spec a folder that holds schemas/*.yaml",
                )
            ]
        )
    return Spec(schemas, apis)


def _load_api(path: Path, root: Path) -> Json:
    """An OpenAPI document with the path items that other files of its folder hold in their places."""
    document = _load(path, root)
    parts: dict[str, Json] = {}
    paths = document.get("paths", {})
    for name, item in paths.items() if isinstance(paths, dict) else ():
        ref = item.get("$ref") if isinstance(item, dict) else None
        if ref is None:
            continue
        file, _, pointer = str(ref).partition("#")
        pointer_here = ("paths", name, "$ref")
        where = path.relative_to(root).as_posix()
        if "/" in file or not (path.parent / file).is_file() or pointer != format_pointer(("paths", name)):
            hint = "write other-file.yaml#/paths/<this path, / as ~1>"
            raise SpecError([Fault(where, pointer_here, f"$ref to {ref}: not a path item beside this file", hint)])
        if file not in parts:
            parts[file] = _load(path.parent / file, root).get("paths", {})
        if name not in parts[file]:
            raise SpecError([Fault(where, pointer_here, f"{file} has no path {name}", "define it there")])
        paths[name] = _local_references(parts[file][name], path.name)
    return document


def _local_references(node: Json, file: str) -> Json:
    """node with references to the components of file written as references inside one document."""
    if isinstance(node, list):
        return [_local_references(item, file) for item in node]
    if not isinstance(node, dict):
        return node
    result = {key: _local_references(value, file) for key, value in node.items()}
    if isinstance(result.get("$ref"), str):
        result["$ref"] = result["$ref"].removeprefix(file) if "#/components/" in result["$ref"] else result["$ref"]
    return result


def _load(path: Path, root: Path) -> Json:
    name = path.relative_to(root).as_posix()
    try:
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 - a safe loader
    except yaml.YAMLError as error:
        raise SpecError([Fault(name, (), f"this is not YAML: {error}", "correct the syntax")]) from None
    if not isinstance(document, dict):
        raise SpecError([Fault(name, (), "the document is not a mapping", "see spec/README.md for its form")])
    return document
