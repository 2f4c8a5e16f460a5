"""What every generated model is: strict to write, tolerant to read, JSON in and JSON out."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Self, TypeVar, Union, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    PydanticUserError,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, from_json
from pydantic_core.core_schema import (
    enum_schema,
    literal_schema,
    no_info_before_validator_function,
    no_info_plain_validator_function,
    union_schema,
)

T = TypeVar("T")
_set = object.__setattr__  # past the model's own, which looks at what is set


def is_absent(value: object) -> bool:
    """True for the value that means that the member is absent."""
    return value is None


class _NeverNull:
    """Validates `T | None` as `T`: None is only the default that says a member is absent, never a value."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler(Union[tuple(arg for arg in get_args(source) if arg is not type(None))])  # noqa: UP007


# An optional member that may be left out but is never null: None means absent, is refused as input in every
# form (JSON, mapping, constructor) and is left out of what is written.
Maybe = Annotated[T | None, _NeverNull(), Field(exclude_if=is_absent)]


def _whole(value: float) -> int:
    """The integer that a JSON number such as 2.0 is; any other number is refused."""
    if type(value) is float and value.is_integer():
        return int(value)
    raise ValueError


class _WholeNumber:
    """Validates an integer as JSON Schema does: 2 and 2.0 are the same number, true is not a number."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        plain = handler(source)
        return union_schema(
            [plain, no_info_plain_validator_function(_whole)],
            mode="left_to_right",
            custom_error_type="integer",
            custom_error_message="Input should be an integer",
        )


# An integer on the wire.
Integer = Annotated[int, _WholeNumber()]


class Only:
    """Validates a `Literal` by type as well as by value: 1 is not true, and 1.0 is 1."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        wanted = get_args(source)

        def same(value: object) -> object:
            for option in wanted:
                if value == option and isinstance(value, bool) == isinstance(option, bool):
                    return option
            return value if isinstance(value, str) else repr(value)

        return no_info_before_validator_function(same, literal_schema(list(wanted)))


STRICT = ConfigDict(strict=True, allow_inf_nan=False, defer_build=True)


class ContractEnum(StrEnum):
    """A closed set of words. The word itself is accepted wherever the member is."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return enum_schema(cls, list(cls), sub_type="str", strict=False)


def adapter(annotation: Any) -> TypeAdapter[Any]:
    """Validates and writes values of an annotation of the contract, as strictly as its models do.

    It is built when it is first used.
    """
    try:
        return TypeAdapter(annotation, config=STRICT)
    except PydanticUserError:  # a model: its own config holds, and is as strict
        return TypeAdapter(annotation)


def parse_json(data: bytes | str, *, title: str = "JSON") -> Any:
    """Parse JSON text; NaN, infinities, numbers out of range, bad UTF-8 and lone surrogates are refused.

    Raises ValidationError with a `json_invalid` (or `finite_number`) fault.
    """
    try:
        value = from_json(data, allow_inf_nan=False)
    except ValueError as error:
        fault = InitErrorDetails(type="json_invalid", loc=(), input=data, ctx={"error": str(error)})
        raise ValidationError.from_exception_data(title, [fault], input_type="json") from None
    where = find_non_finite(value)
    if where is not None:
        fault = InitErrorDetails(type="finite_number", loc=where, input="a number out of range")
        raise ValidationError.from_exception_data(title, [fault], input_type="json")
    return value


def find_non_finite(value: object) -> tuple[str | int, ...] | None:
    """The path to the first NaN or infinity inside a parsed JSON value, or None."""
    if type(value) is float:
        return () if value - value != 0 else None
    if type(value) is dict:
        for key, item in value.items():
            kind = type(item)
            if kind is dict or kind is list or kind is float:
                where = find_non_finite(item)
                if where is not None:
                    return (key, *where)
    elif type(value) is list:
        for index, item in enumerate(value):
            kind = type(item)
            if kind is dict or kind is list or kind is float:
                where = find_non_finite(item)
                if where is not None:
                    return (index, *where)
    return None


class ContractModel(BaseModel):
    """An object of the contract.

    Strict: no value is turned into another type. Members are named as on the wire; where that is not a Python
    name, the attribute has a trailing underscore and the constructor takes the attribute's name.
    """

    model_config = ConfigDict(
        strict=True,
        allow_inf_nan=False,
        extra="ignore",
        protected_namespaces=(),
        validate_by_name=True,
        validate_by_alias=True,
        defer_build=True,
    )

    # Members whose presence makes the object another kind of object; filled in by the generator.
    refused_members: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def trusted(cls, **members: Any) -> Self:
        """An object of members that are right by construction, such as those of a stored row; nothing is checked.

        Every member is given, by its attribute's name. Meant for the many items of a list, whose bytes a server checks
        when it answers: an object costs a tenth of one that is validated.
        """
        made = cls.__new__(cls)
        _set(made, "__dict__", members)
        _set(made, "__pydantic_fields_set__", set(members))
        _set(made, "__pydantic_extra__", None)
        _set(made, "__pydantic_private__", None)
        return made

    @classmethod
    def read(cls, data: bytes | str | Mapping[str, Any]) -> Self:
        """Parse what another implementation wrote. Unknown members are kept in `model_extra`, never refused.

        Raises ValidationError when a known member is missing or has a wrong type.
        """
        value = parse_json(data, title=cls.__name__) if isinstance(data, (bytes, str)) else dict(data)
        return cls.model_validate(value, extra="allow", by_alias=True, by_name=False)

    @classmethod
    def read_strict(cls, data: bytes | str | Mapping[str, Any]) -> Self:
        """Parse exactly as the schema says: a closed object with an unknown member is refused."""
        value = parse_json(data, title=cls.__name__) if isinstance(data, (bytes, str)) else dict(data)
        return cls.model_validate(value, by_alias=True, by_name=False)

    def to_wire(self) -> dict[str, Any]:
        """The object as JSON values, under its wire names; absent members are left out, null ones are null."""
        return self.model_dump(mode="json", by_alias=True)

    def to_json(self) -> bytes:
        """The object as UTF-8 JSON. Raises PydanticSerializationError for text that cannot be encoded."""
        return self.__pydantic_serializer__.to_json(self, by_alias=True)


class RefusesMembers(ContractModel):
    """An object that is only this kind of object while certain members are missing."""

    @model_validator(mode="before")
    @classmethod
    def _refuse_members(cls, data: Any) -> Any:
        if isinstance(data, Mapping):
            for name in cls.refused_members:
                if name in data:
                    raise PydanticCustomError("member_refused", "Member {name} may not be given here", {"name": name})
        return data
