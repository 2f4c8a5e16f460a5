"""The shape of metadata as a compiled validator: a row of a known shape agrees with the types without being walked."""

from __future__ import annotations

from typing import Any

from pydantic_core import CoreSchema, SchemaError, SchemaValidator, core_schema

__all__ = ["INT64", "KnownShape"]

INT64 = range(-(2**63), 2**63)
_MAX_VALUES = 500
_MIN_MISSES = 1000
_NUMBER = core_schema.union_schema(
    [
        core_schema.int_schema(strict=True, ge=INT64.start, le=INT64.stop - 1),
        core_schema.float_schema(strict=True, allow_inf_nan=False),
    ],
    mode="left_to_right",
)
_SCALARS: dict[type, CoreSchema] = {
    str: core_schema.str_schema(strict=True),
    bool: core_schema.bool_schema(strict=True),
    int: _NUMBER,
    float: _NUMBER,
    type(None): core_schema.none_schema(),
}


class KnownShape:
    """The shape of one row seen before: the same keys at every depth, values of the same types, no empty objects.

    Only rows that were found to agree may be learned from. Learning costs as much as hundreds of rows, so it is done
    after the 1st, 2nd, 4th, 8th … row of another shape, and given up where shapes differ too much to be worth it.
    """

    def __init__(self) -> None:
        self._validator: SchemaValidator | None = None
        self._hits = 0
        self._misses = 0

    def matches(self, metadata: dict[str, Any]) -> bool:
        """Whether the metadata has the shape; False says nothing."""
        if self._validator is not None and self._validator.isinstance_python(metadata):
            self._hits += 1
            return True
        self._misses += 1
        if self._misses > _MIN_MISSES and self._misses > self._hits:
            self._validator = None
        return False

    @property
    def wants_to_learn(self) -> bool:
        """Whether the row that did not match is one to learn from."""
        few = self._misses & (self._misses - 1) == 0
        return few and not (self._misses > _MIN_MISSES and self._misses > self._hits)

    def learn(self, metadata: dict[str, Any]) -> None:
        """Takes on the shape of this metadata."""
        self._values = 0
        try:
            self._validator = SchemaValidator(self._schema(metadata))
        except (SchemaError, _TooLargeError):
            self._validator = None

    def _schema(self, value: Any) -> CoreSchema:
        self._values += 1
        if self._values > _MAX_VALUES:
            raise _TooLargeError
        if isinstance(value, dict):
            fields = {key: core_schema.typed_dict_field(self._schema(item)) for key, item in value.items()}
            return core_schema.typed_dict_schema(fields, extra_behavior="forbid", strict=True, total=True)
        if isinstance(value, list):
            if not value:
                return core_schema.list_schema(core_schema.none_schema(), strict=True)
            return core_schema.list_schema(self._schema(value[0]), strict=True)
        return _SCALARS[type(value)]


class _TooLargeError(Exception):
    """A validator of this metadata would be larger than it is worth."""
