"""Clients out of the OpenAPI documents: openapi-python-client, its own package for each document.

Our models take the place of its own. It is given each document with an empty object in the place of every schema, so
that it knows names and operations only; templates of ours write and read the bodies (`write_body`, `read_answer` of
osmosis_contract_runtime), its `models` folder is dropped, and its imports from there lead to `osmosis_contract.models`.
"""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from codegen.documents import Json
from codegen.openapi_subset import BINARY, METHODS, STREAMS
from codegen.operations import PREFIX, Reader
from codegen.stubs import module

TEMPLATES = Path(__file__).parent / "templates" / "clients"
NO_BODY: Json = {"content": {"text/plain": {"schema": {"type": "null"}}}}
HEADER = "# Generated from the specification by openapi-python-client; do not edit.\n"
RUNTIME = "from osmosis_contract_runtime.clients import read_answer, write_body\n"


def generate_clients(apis: dict[str, dict[str, Any]], owners: dict[str, str]) -> dict[str, str]:
    """The packages below `clients`, one for each bundled API document, by their paths inside the package.

    owners: the module of `models` that defines each schema.
    """
    files = {"clients/__init__.py": '"""Clients: a package for each API. Generated; do not edit."""\n'}
    for name, document in apis.items():
        for path, text in _run(_simplify(document), owners).items():
            files[f"clients/{module(name)}/{path}"] = text
    return files


def _run(document: dict[str, Any], owners: dict[str, str]) -> dict[str, str]:
    overrides = {name: {"class_name": name, "module_name": owners[name]} for name in document["components"]["schemas"]}
    config = {
        "post_hooks": [],
        "class_overrides": overrides,
        "content_type_overrides": dict.fromkeys(BINARY, "application/octet-stream"),
    }
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "document.json").write_text(json.dumps(document), encoding="utf-8")
        (root / "config.json").write_text(json.dumps(config), encoding="utf-8")
        done = subprocess.run(
            [
                *(sys.executable, "-m", "openapi_python_client", "generate", "--path", "document.json"),
                *("--config", "config.json", "--meta", "none", "--output-path", "client"),
                *("--custom-template-path", str(TEMPLATES), "--fail-on-warning"),
            ],
            capture_output=True,
            text=True,
            check=False,
            cwd=root,
        )
        if done.returncode:
            raise RuntimeError(f"openapi-python-client failed:\n{done.stdout}{done.stderr}")
        client = root / "client"
        written = {path.relative_to(client).as_posix(): path for path in sorted(client.rglob("*.py"))}
        return {name: _finish(name, path) for name, path in written.items() if not name.startswith("models/")}


def _finish(name: str, path: Path) -> str:
    """A module of the generator with its imports of models leading to ours."""
    text = path.read_text(encoding="utf-8")
    if not name.startswith("api/") or "_build_response" not in text:
        return HEADER + text
    return HEADER + RUNTIME + text.replace("from ...models.", "from .....models.")


def _simplify(document: dict[str, Any]) -> dict[str, Any]:
    """The document with named empty schemas, and without references, callbacks and operations without a client."""
    reader = Reader(document)
    paths: dict[str, Any] = {}
    for path, item in document["paths"].items():
        kept = {
            method: _operation(reader, item, item[method])
            for method in METHODS
            if method in item and item[method].get("x-osmosis-client", True) is not False
        }
        if kept:
            paths[path] = kept
    used = json.dumps(paths)
    schemas = {
        name: {"type": "object", "properties": {}}
        for name in document["components"]["schemas"]
        if f'"{PREFIX}{name}"' in used
    }
    info = {"title": document["info"]["title"], "version": "0"}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": schemas}}


def _operation(reader: Reader, item: Json, node: Json) -> Json:
    given = {}
    for parameter in [*item.get("parameters", []), *node.get("parameters", [])]:
        resolved = copy.deepcopy(reader.resolve(parameter))
        resolved["schema"] = _primitive(reader, resolved["schema"])
        resolved["description"] = " ".join(resolved["description"].split())
        given[resolved["in"], resolved["name"]] = resolved
    result: dict[str, Any] = {
        "operationId": node["operationId"],
        "summary": " ".join(str(node.get("summary", node["operationId"])).split()),
        "description": " ".join(node["description"].split()),
        "tags": node.get("tags", []),
        "parameters": list(given.values()),
        "responses": {status: _response(reader.resolve(response)) for status, response in node["responses"].items()},
    }
    security = node.get("security", reader.document.get("security", []))
    if security and {} not in security:
        result["security"] = security
    if "requestBody" in node:
        body = node["requestBody"]
        result["requestBody"] = {"required": bool(body.get("required", False)), "content": body["content"]}
    return result


def _primitive(reader: Reader, schema: Json) -> Json:
    schema = reader.schema(schema)
    given = schema.get("type", "string")
    kind = given[0] if isinstance(given, list) else given
    return {"type": "array", "items": _primitive(reader, schema["items"])} if kind == "array" else {"type": kind}


def _response(node: Json) -> Json:
    """The one body a client reads: of several media types, the first that is not a stream of events."""
    for media, value in node.get("content", {}).items():
        if media not in STREAMS:
            return {"description": "", "content": {media: value}}
    return {"description": "", **NO_BODY}
