"""Tool schemas in OpenAI's form, and whether a model can be offered them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from osmosis_ai.rollout.test_mode.errors import ToolValidationError

__all__ = [
    "OpenAIFunctionParametersSchema",
    "OpenAIFunctionPropertySchema",
    "OpenAIFunctionSchema",
    "OpenAIFunctionToolSchema",
    "tool_document",
    "validate_tools",
]

JsonObject = dict[str, Any]

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LONGEST_NAME = 64


class _Schema(BaseModel):
    """JSON Schema has many more keywords than are written down here; all of them are kept."""

    model_config = ConfigDict(extra="allow")


class OpenAIFunctionPropertySchema(_Schema):
    """One parameter. A nested object, a list or an `anyOf` is written with the keywords of JSON Schema."""

    type: str | list[str] | None = None
    description: str | None = None
    enum: list[Any] | None = None


class OpenAIFunctionParametersSchema(_Schema):
    """The parameters: an object with a property each."""

    type: str = "object"
    properties: dict[str, OpenAIFunctionPropertySchema] = Field(default_factory=dict)
    required: list[str] = Field(default_factory=list)


class OpenAIFunctionSchema(_Schema):
    """A function: its name, what it is for, its parameters."""

    name: str
    description: str = ""
    parameters: OpenAIFunctionParametersSchema | None = Field(default_factory=OpenAIFunctionParametersSchema)
    strict: bool = False


class OpenAIFunctionToolSchema(_Schema):
    """A tool of the type `function`."""

    type: str = "function"
    function: OpenAIFunctionSchema | None = None


def tool_document(tool: object) -> JsonObject:
    """The tool as it is sent: JSON without nulls, which APIs refuse. Raises ToolValidationError for another type."""
    if isinstance(tool, BaseModel):
        return tool.model_dump(mode="json", exclude_none=True)
    if isinstance(tool, Mapping):
        return dict(_without_nulls(tool))
    raise ToolValidationError(f"a tool is a mapping or an OpenAIFunctionToolSchema, not {type(tool).__name__}")


def validate_tools(tools: object) -> list[JsonObject]:
    """The tools as they are sent. Raises ToolValidationError for the first that no model takes.

    Checked are: the type and the presence of `function`; a name that starts with a letter or underscore, goes on with
    letters, digits and underscores (ASCII), has at most 64 of them and is no other tool's; parameters that are an
    object whose required members exist.
    """
    if not isinstance(tools, Sequence) or isinstance(tools, (str, bytes)):
        raise ToolValidationError(f"get_tools() returned {type(tools).__name__}; it returns a list, empty for no tools")
    documents: list[JsonObject] = []
    names: set[str] = set()
    for index, tool in enumerate(tools):
        document = tool_document(tool)
        name = _validated_name(index, document)
        if name in names:
            raise ToolValidationError(f"tool {index}: there are two tools with the name {name!r}")
        names.add(name)
        _validate_parameters(name, document["function"])
        documents.append(document)
    return documents


def _validated_name(index: int, document: JsonObject) -> str:
    function = document.get("function")
    if not function:
        raise ToolValidationError(f"tool {index}: missing 'function'")
    if not isinstance(function, Mapping):
        raise ToolValidationError(f"tool {index}: 'function' is {type(function).__name__}, not an object")
    if document.get("type") != "function":
        raise ToolValidationError(f"tool {index}: its type must be 'function', not {document.get('type')!r}")
    name = function.get("name")
    if not isinstance(name, str):
        raise ToolValidationError(f"tool {index}: its function needs a name")
    if not name.strip():
        raise ToolValidationError(f"tool {index}: the name of its function is empty")
    if _NAME.fullmatch(name) is None:
        raise ToolValidationError(
            f"tool {name!r}: the name must start with letter/underscore and go on with letters, digits, underscores"
        )
    if len(name) > _LONGEST_NAME:
        raise ToolValidationError(f"tool {name!r}: the name has more than {_LONGEST_NAME} characters")
    return name


def _validate_parameters(name: str, function: Mapping[str, Any]) -> None:
    parameters = function.get("parameters")
    if parameters is None:
        return
    if not isinstance(parameters, Mapping) or parameters.get("type") != "object":
        raise ToolValidationError(f"tool {name!r}: parameters.type must be 'object'")
    properties = parameters.get("properties") or {}
    missing = [needed for needed in parameters.get("required") or () if needed not in properties]
    if missing:
        raise ToolValidationError(f"tool {name!r}: {', '.join(missing)} is required and not among the properties")


def _without_nulls(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_nulls(item) for name, item in value.items() if item is not None}
    return [_without_nulls(item) for item in value] if isinstance(value, list) else value
