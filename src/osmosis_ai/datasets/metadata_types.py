"""The types that metadata has, path by path, over all rows of a file: one type each, whatever the order of the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from osmosis_ai.datasets.metadata_shape import INT64, KnownShape

__all__ = ["INT64", "MAX_PATHS", "MetadataTypes"]

MAX_PATHS = 100_000
"""Distinct paths over all rows; metadata whose keys are values would need memory without bound."""

_OBJECT, _LIST, _NUMBER, _STRING, _BOOLEAN = "an object", "a list", "a number", "a string", "a boolean"
_KINDS: dict[type, str | None] = {
    dict: _OBJECT, list: _LIST, str: _STRING, bool: _BOOLEAN, int: _NUMBER, float: _NUMBER, type(None): None,
}  # fmt: skip

type _Report = Callable[[str, str, str, str], None]


class _Node:
    """What is known of one path: the kind of its values, the row that fixed it, and what is below."""

    __slots__ = ("below", "kind", "path", "row")

    def __init__(self, path: str) -> None:
        self.path = path
        self.kind: str | None = None
        self.row = -1
        self.below: dict[str, _Node] = {}


class MetadataTypes:
    """Compares the metadata of each row with that of the rows before. `null` has no type and agrees with every one.

    `report` is called with a code, the path, what is wrong and what to do, for every problem of the row at hand.
    """

    def __init__(self, report: _Report) -> None:
        self._say = report
        self._root = _Node("metadata")
        self._paths = 0
        self._shape = KnownShape()
        self._agreed = True

    @property
    def too_many_paths(self) -> bool:
        """Whether the rows so far have more than MAX_PATHS different paths; later ones are not compared then."""
        return self._paths > MAX_PATHS

    def observe(self, metadata: dict[str, Any], row: int) -> None:
        """Takes in one row's metadata, an object that is not empty."""
        if self._shape.matches(metadata):
            return
        self._agreed = True
        self._object(metadata, self._root, row)
        if self._agreed and self._shape.wants_to_learn:
            self._shape.learn(metadata)

    def _object(self, value: dict[str, Any], node: _Node, row: int) -> None:
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

    def _value(self, value: Any, kind: str, node: _Node, row: int) -> None:
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

    def _new(self, node: _Node, key: str, path: str) -> _Node | None:
        self._paths += 1
        if self._paths > MAX_PATHS:
            return None
        child = node.below[key] = _Node(path)
        return child

    def _agrees(self, node: _Node, kind: str, row: int) -> bool:
        if node.kind is None:
            node.kind, node.row = kind, row
            return True
        message = f"{node.path} is {kind} here and {node.kind} in row {node.row}."
        self._report("metadata_type", node.path, message, "Give the key one type in every row, or drop it.")
        return False

    def _report(self, code: str, path: str, message: str, hint: str) -> None:
        self._agreed = False
        self._say(code, path, message, hint)

    def _bad_number(self, value: float, path: str) -> None:
        if isinstance(value, int):
            message = f"{path} is {str(value)[:40]}, which does not fit into 64 bits."
            self._report("metadata_int64", path, message, "Write the number as a string.")
        else:
            self._report("metadata_number", path, f"{path} is beyond a double.", "Write null, or leave the key out.")
