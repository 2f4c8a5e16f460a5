"""The bundled specification: self-contained documents, one for all schemas and one for each API."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def load(name: str) -> dict[str, Any]:
    """The document called name, such as `schemas` or `rollout`. Raises LookupError when it does not exist."""
    source = files(__name__) / f"{name}.json"
    if not source.is_file():
        raise LookupError(f"no bundled document {name!r}; there are {', '.join(names())}")
    document: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    return document


def names() -> list[str]:
    """The names of the bundled documents, sorted."""
    return sorted(item.name.removesuffix(".json") for item in files(__name__).iterdir() if item.name.endswith(".json"))
