"""Metadata of many rows decoded at once into the types that earlier rows have: what decodes agrees with them.

A block of rows is decoded by msgspec, whose JSON parser is as strict as the one that reads single rows (numbers, UTF-8,
surrogates, control characters) but keeps the last of two equal keys. So the decoded rows are encoded again: a key that
was given twice makes the text that was read have more strings than the text that is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from types import GenericAlias
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import UNSET, Meta, MsgspecError, UnsetType

from osmosis_ai.datasets.json_text import string_delimiters

if TYPE_CHECKING:
    from osmosis_ai.datasets.metadata_types import TypeNode

__all__ = ["NUMBER", "BlockDecoder", "object_type", "union"]

_MAX_PATHS = 500
NUMBER = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)] | float
"""A number of metadata: an integer of 64 bits with sign, or a float."""


class BlockDecoder:
    """Decodes lines of one JSON object each into a type. Nothing it accepts would be refused row by row."""

    def __init__(self, row: Any, *, strings_a_row: int | None = None) -> None:
        self._decoder = msgspec.json.Decoder(row)
        self._encode = msgspec.json.Encoder().encode
        self._strings = strings_a_row

    def rows(self, lines: Sequence[bytes], block: bytes) -> Sequence[Any] | None:
        """The rows of lines, together `block`; None where one is not surely an object without a flaw."""
        if b"\\" in block and b"\\u0000" in block:
            return None
        decode = self._decoder.decode
        try:
            rows = [decode(line) for line in lines]
        except (MsgspecError, ValueError, RecursionError):
            return None
        return rows if self._is_faithful(rows, block) else None

    def _is_faithful(self, rows: list[Any], block: bytes) -> bool:
        """Whether no key was given twice and no object in it is empty."""
        if self._strings is not None:
            return string_delimiters(block) == 2 * self._strings * len(rows)
        encoded = self._encode(rows)
        if b"{}" in encoded and _may_hold_empty_object(encoded):
            return False
        return string_delimiters(block) == string_delimiters(encoded)


def _may_hold_empty_object(encoded: bytes) -> bool:
    """False only where every `{}` of compact JSON is inside a string; a quote in front of it is then escaped."""
    if b"[{}" in encoded or b",{}" in encoded:
        return True
    return encoded.count(b'":{}') != encoded.count(b'\\":{}')


def object_type(node: TypeNode) -> Any:
    """The type of objects whose members have the kinds that are known, each of them optional.

    None where it would be larger than it is worth, or a key cannot be a member's name.
    """
    try:
        return _Types().object(node)
    except (_TooLargeError, ValueError, TypeError):
        return None


def union(*types: Any) -> Any:
    """`one | other | …` of types that are values."""
    return reduce(or_, types)


class _Types:
    def __init__(self) -> None:
        self._paths = 0

    def object(self, node: TypeNode) -> Any:
        fields: list[Any] = []
        names: dict[str, str] = {}
        for key, child in node.below.items():
            self._paths += 1
            if self._paths > _MAX_PATHS:
                raise _TooLargeError
            name = f"m{len(fields)}"
            names[name] = key
            fields.append((name, union(UnsetType, self._value(child)), UNSET))
        return msgspec.defstruct("Metadata", fields, rename=names, forbid_unknown_fields=True, gc=False)

    def _value(self, node: TypeNode) -> Any:
        match node.kind:
            case "a string":
                return str | None
            case "a number":
                return union(NUMBER, None)
            case "a boolean":
                return bool | None
            case "a list":
                items = node.below.get("[]")
                return union(GenericAlias(list, (None if items is None else self._value(items),)), None)
            case "an object":
                return union(self.object(node), None)
            case _:
                return None


class _TooLargeError(Exception):
    """A decoder of this metadata would be larger than it is worth."""
