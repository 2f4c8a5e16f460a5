"""Self-contained documents out of the specification: no reference leads out of a file."""

from __future__ import annotations

import json
from typing import Any

from codegen.documents import Json, Spec
from codegen.subset import DIALECT, split_ref


def bundle(spec: Spec) -> dict[str, dict[str, Any]]:
    """`schemas` with every definition under `$defs`, and one OpenAPI document for each API by its name."""
    definitions = all_schemas(spec)
    documents = {
        "schemas": {
            "$schema": DIALECT,
            "title": "Every schema of the contract",
            "$defs": {name: _rewrite(definitions[name], "#/$defs/") for name in sorted(definitions)},
        }
    }
    for name, document in spec.apis.items():
        documents[name] = _bundle_api(document, definitions)
    return documents


def all_schemas(spec: Spec) -> dict[str, Json]:
    """Every schema by name, its references written as bare names: `{$ref: Name}`."""
    return {
        name: _rewrite(schema, "", file)
        for file, document in spec.schemas.items()
        for name, schema in document["$defs"].items()
    }


def _rewrite(node: Json, prefix: str, file: str | None = None) -> Json:
    """node with each schema reference replaced by prefix and the schema's name."""
    if isinstance(node, list):
        return [_rewrite(item, prefix, file) for item in node]
    if not isinstance(node, dict):
        return node
    result = {key: _rewrite(value, prefix, file) for key, value in node.items()}
    ref = node.get("$ref")
    if isinstance(ref, str) and not ref.startswith("#/components/"):
        name = split_ref(ref, file)[1] if "#" in ref else ref
        result["$ref"] = f"{prefix}{name}"
    return result


def _bundle_api(document: dict[str, Any], definitions: dict[str, Json]) -> dict[str, Any]:
    prefix = "#/components/schemas/"
    result: dict[str, Any] = _rewrite(document, prefix)
    needed: set[str] = set()
    waiting = _names(result, prefix)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting |= _names(definitions[name], "")
    schemas = {name: _rewrite(definitions[name], prefix) for name in sorted(needed)}
    result["components"] = {**result.get("components", {}), "schemas": schemas}
    return result


def _names(node: Json, prefix: str) -> set[str]:
    """The schemas that references starting with prefix name, anywhere inside node."""
    if isinstance(node, list):
        return set().union(*(_names(item, prefix) for item in node))
    if not isinstance(node, dict):
        return set()
    found: set[str] = set().union(*(_names(value, prefix) for value in node.values()))
    ref = node.get("$ref")
    if isinstance(ref, str) and ref.startswith(prefix) and not ref.startswith("#/components/" if not prefix else "\0"):
        found.add(ref.removeprefix(prefix))
    return found


def to_text(document: Json) -> str:
    """The document as JSON text: readable, the same every time."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
