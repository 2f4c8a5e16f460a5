"""The types that metadata has, path by path, over all rows of a file: one type each, whatever the order of the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from osmosis_ai.base.numbers import INT64

__all__ = ["MAX_PATHS", "MetadataTypes", "TypeNode"]

MAX_PATHS = 100_000
"""Distinct paths over all rows; metadata whose keys are values would need memory without bound."""

_OBJECT, _LIST, _NUMBER, _STRING, _BOOLEAN = "an object", "a list", "a number", "a string", "a boolean"
_KINDS: dict[type, str | None] = {
    dict: _OBJECT, list: _LIST, str: _STRING, bool: _BOOLEAN, int: _NUMBER, float: _NUMBER, type(None): None,
}  # fmt: skip

type _Report = Callable[[str, str, str, str], None]


class TypeNode:
    """What is known of one path: the kind of its values, the row that fixed it, and what is below."""

    __slots__ = ("below", "kind", "path", "row")

    def __init__(self, path: str) -> None:
        self.path = path
        self.kind: str | None = None
        self.row = -1
        self.below: dict[str, TypeNode] = {}


class MetadataTypes:
    """Compares the metadata of each row with that of the rows before. `null` has no type and agrees with every one.

    `report` is called with a code, the path, what is wrong and what to do, for every problem of the row at hand.
    """

    def __init__(self, report: _Report) -> None:
        self._say = report
        self.root = TypeNode("metadata")
        self.version = 0
        """Grows whenever a path or a kind becomes known."""
        self._paths = 0

    @property
    def too_many_paths(self) -> bool:
        """Whether the rows so far have more than MAX_PATHS different paths; later ones are not compared then."""
        return self._paths > MAX_PATHS

    def observe(self, metadata: dict[str, Any], row: int) -> None:
        """Takes in one row's metadata, an object that is not empty."""
        self._object(metadata, self.root, row)

    def _object(self, value: dict[str, Any], node: TypeNode, row: int) -> None:
        below = node.below
        for key, item in value.items():
            kind = _KINDS[type(item)]
            if kind is None:
                continue
            child = below.get(key)
            if child is None:
                child = self._new(node, key, f"{node.path}.{key}")
                if child is None:
                    return
            if (child.kind is kind or self._agrees(child, kind, row)) and kind is not _STRING:
                self._value(item, kind, child, row)

    def _value(self, value: Any, kind: str, node: TypeNode, row: int) -> None:
        """A value whose kind agrees, and what is below it. All items of a list share one path, `[]`."""
        if kind is _NUMBER:
            if (value not in INT64) if type(value) is int else (value - value != 0):
                self._bad_number(value, node.path)
        elif kind is _OBJECT:
            if value:
                self._object(value, node, row)
            else:
                message = f"{node.path} is an empty object."
                self._report("metadata_empty_object", node.path, message, "Leave the key out, or use null.")
        elif kind is _LIST and value:
            items = node.below.get("[]") or self._new(node, "[]", f"{node.path}[]")
            if items is None:
                return
            for item in value:
                item_kind = _KINDS[type(item)]
                if item_kind is not None and (items.kind is item_kind or self._agrees(items, item_kind, row)):
                    self._value(item, item_kind, items, row)

    def _new(self, node: TypeNode, key: str, path: str) -> TypeNode | None:
        self._paths += 1
        self.version += 1
        if self._paths > MAX_PATHS:
            return None
        child = node.below[key] = TypeNode(path)
        return child

    def _agrees(self, node: TypeNode, kind: str, row: int) -> bool:
        if node.kind is None:
            node.kind, node.row = kind, row
            self.version += 1
            return True
        message = f"{node.path} is {kind} here and {node.kind} in row {node.row}."
        self._report("metadata_type", node.path, message, "Give the key one type in every row, or drop it.")
        return False

    def _report(self, code: str, path: str, message: str, hint: str) -> None:
        self._say(code, path, message, hint)

    def _bad_number(self, value: float, path: str) -> None:
        if isinstance(value, int):
            message = f"{path} is {str(value)[:40]}, which does not fit into 64 bits."
            self._report("metadata_int64", path, message, "Write the number as a string.")
        else:
            self._report("metadata_number", path, f"{path} is beyond a double.", "Write null, or leave the key out.")
