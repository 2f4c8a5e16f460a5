"""Clients out of the OpenAPI documents: openapi-python-client with templates of ours.

Its own models are not used. It is given each document with the schemas taken out: where a body's schema was
stands `{description: <Python annotation>}`, which our template writes as it is. What remains of the generator
is what it is good at: operations, parameters and their names.
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
from codegen.openapi_subset import METHODS, STREAMS
from codegen.operations import Reader, python_type
from codegen.stubs import module

TEMPLATES = Path(__file__).parent / "templates" / "clients"


def generate_clients(apis: dict[str, dict[str, Any]]) -> dict[str, str]:
    """The packages below `clients`, one for each bundled API document, by their paths inside the package."""
    files: dict[str, str] = {}
    for name, document in apis.items():
        folder = f"clients/{module(name)}"
        title = document["info"]["title"]
        files[f"{folder}/__init__.py"] = f'"""Client of: {title}. A module each operation. Generated; do not edit."""\n'
        for function, text in _run(_simplify(document)).items():
            files[f"{folder}/{function}.py"] = text
    return files


def _run(document: dict[str, Any]) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "document.json").write_text(json.dumps(document), encoding="utf-8")
        (root / "config.json").write_text(json.dumps({"post_hooks": []}), encoding="utf-8")
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
        api = root / "client" / "api" / "default"
        return {
            path.stem: path.read_text(encoding="utf-8") for path in sorted(api.glob("*.py")) if path.stem != "__init__"
        }


def _simplify(document: dict[str, Any]) -> dict[str, Any]:
    """The document without schemas, references, tags, callbacks and the operations no client is made for."""
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
    return {"openapi": "3.1.0", "info": {"title": "client", "version": "0"}, "paths": paths}


def _operation(reader: Reader, item: Json, node: Json) -> Json:
    given = {}
    for parameter in [*item.get("parameters", []), *node.get("parameters", [])]:
        resolved = copy.deepcopy(reader.resolve(parameter))
        resolved["schema"] = _primitive(reader, resolved["schema"])
        given[resolved["in"], resolved["name"]] = resolved
    description = " ".join(node["description"].split())
    result: dict[str, Any] = {
        "operationId": node["operationId"],
        "summary": " ".join(str(node.get("summary", node["operationId"])).split()),
        "description": description,
        "parameters": list(given.values()),
        "responses": {status: _response(reader.resolve(response)) for status, response in node["responses"].items()},
    }
    if "requestBody" in node:
        body = node["requestBody"]
        result["requestBody"] = {"required": bool(body.get("required", False)), **_content(body)}
    return result


def _primitive(reader: Reader, schema: Json) -> Json:
    schema = reader.schema(schema)
    given = schema.get("type", "string")
    kind = given[0] if isinstance(given, list) else given
    return {"type": "array", "items": _primitive(reader, schema["items"])} if kind == "array" else {"type": kind}


def _response(node: Json) -> Json:
    return {"description": "", **_content(node)}


def _content(node: Json) -> Json:
    for media, value in node.get("content", {}).items():
        if media not in STREAMS:
            return {"content": {"application/json": {"schema": {"description": python_type(value["schema"])}}}}
    return {}
