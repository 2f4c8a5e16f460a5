"""The contract as the suite reads it: what an operation may answer, and whether a value fits a schema."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from osmosis_contract import spec

__all__ = [
    "PROBLEM_JSON",
    "data_folder",
    "faults",
    "member_schemas",
    "misfit",
    "operation_at",
    "statuses",
    "undocumented",
]

PROBLEM_JSON = "application/problem+json"
_METHODS = ("get", "post", "put", "delete", "patch")
_RANGE = "XX"


@cache
def data_folder() -> Path:
    """`spec/conformance`: beside the package where it is installed, in the repository where it is not."""
    installed = Path(str(files(__package__))) / "spec"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "spec" / "conformance"


@cache
def _document(api: str) -> dict[str, Any]:
    document: dict[str, Any] = spec.load(api)
    return document


@cache
def all_schemas() -> dict[str, Any]:
    """Every schema of the contract by its name."""
    found: dict[str, Any] = _document("schemas")["$defs"]
    return found


@cache
def _operations(api: str) -> dict[str, dict[str, Any]]:
    """Each operation by its id, with its method and path; those of callbacks too."""
    found: dict[str, dict[str, Any]] = {}

    def take(paths: dict[str, Any]) -> None:
        for path, item in paths.items():
            for method in _METHODS:
                if method not in item:
                    continue
                operation = item[method]
                found[operation["operationId"]] = operation | {"method": method.upper(), "path": path}
                for callback in operation.get("callbacks", {}).values():
                    take(callback)

    take(_document(api)["paths"])
    return found


def statuses(api: str) -> Iterator[tuple[str, str]]:
    """Every operation of a document with each status it documents."""
    for name, operation in _operations(api).items():
        for status in operation["responses"]:
            yield name, status


def operation_at(api: str, method: str, path: str) -> str | None:
    """The operation that answers a method at a path; None where the document has none."""
    parts = path.partition("?")[0].split("/")
    for name, operation in _operations(api).items():
        wanted = operation["path"].split("/")
        fits = len(parts) == len(wanted) and all(
            want == part or (want.startswith("{") and part) for want, part in zip(wanted, parts, strict=True)
        )
        if fits and operation["method"] == ("GET" if method == "HEAD" else method):
            return name
    return None


def _resolved(api: str, node: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in node:
        found: Any = _document(api)
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        node = found
    return node


@cache
def _answer_validator(api: str, operation: str, status: str) -> Draft202012Validator | None:
    response = _resolved(api, _operations(api)[operation]["responses"][status])
    for media, content in response.get("content", {}).items():
        if media.endswith("json"):
            return Draft202012Validator({**content["schema"], "components": _document(api)["components"]})
    return None


@cache
def _schema_validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": all_schemas()})


def undocumented(api: str, operation: str, status: int) -> bool:
    """Whether the document has no such status of the operation."""
    documented = _operations(api)[operation]["responses"]
    return str(status) not in documented and f"{status // 100}{_RANGE}" not in documented


def misfit(api: str, operation: str, status: int, body: Any) -> str | None:
    """Why a body is not what the document says of an answer; None where it is."""
    documented = _operations(api)[operation]["responses"]
    key = str(status) if str(status) in documented else f"{status // 100}{_RANGE}"
    validator = _answer_validator(api, operation, key)
    return None if validator is None else _why(validator, body)


def faults(schema: str, value: Any) -> str | None:
    """Why a value does not fit a schema of the contract; None where it does."""
    return _why(_schema_validator(schema), value)


def _why(validator: Draft202012Validator, value: Any) -> str | None:
    error: ValidationError | None = best_match(validator.iter_errors(value))
    if error is None:
        return None
    where = "/".join(str(step) for step in error.absolute_path)
    return f"/{where}: {error.message}"[:500]


@cache
def member_schemas(schema: str) -> tuple[dict[str, Any], frozenset[str]]:
    """The members of an object of the contract with their schemas, and those that are required."""
    found = all_schemas()[schema]
    return found.get("properties", {}), frozenset(found.get("required", ()))


def operation_of_pointer(at: str) -> tuple[str, str | None] | None:
    """The operation in whose description a clause is, and the status if it is in a response; None for other places."""
    file, _, pointer = at.partition("#")
    if file != "rollout/openapi.yaml":
        return None
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.strip("/").split("/")]
    node: Any = _document("rollout")
    operation: str | None = None
    status: str | None = None
    for before, step in zip([None, *steps], steps, strict=False):
        node = node[int(step)] if isinstance(node, list) else node.get(step, {})
        if isinstance(node, dict) and "operationId" in node:
            operation, status = node["operationId"], None
        if before == "responses":
            status = step
    return None if operation is None else (operation, status)
