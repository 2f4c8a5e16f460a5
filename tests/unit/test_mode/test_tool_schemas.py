"""Which tools a model can be offered."""

import copy

import pytest
from tests.support.agent_loops import MULTIPLY

from osmosis_ai.rollout.test_mode import OpenAIFunctionToolSchema, ToolValidationError, validate_tools


def changed(**function):
    tool = copy.deepcopy(MULTIPLY)
    tool["function"] |= function
    return tool


@pytest.mark.parametrize(
    ("tools", "said"),
    [
        ([{"type": "function"}], "missing 'function'"),
        ([{"type": "function", "function": {}}], "missing 'function'"),
        ([{"type": "function", "function": {"description": "?"}}], "needs a name"),
        ([changed(name="  ")], "is empty"),
        ([changed(name="1st")], "must start with letter/underscore"),
        ([changed(name="a-b")], "must start with letter/underscore"),
        ([changed(name="é")], "must start with letter/underscore"),
        ([changed(name="name\n")], "must start with letter/underscore"),
        ([changed(name="x" * 65)], "more than 64"),
        ([changed(parameters={"properties": {}})], "parameters.type must be 'object'"),
        ([changed(parameters={"type": "array"})], "parameters.type must be 'object'"),
        ([changed(parameters={"type": "object", "properties": {}, "required": ["a"]})], "not among the properties"),
        ([MULTIPLY, changed(description="another")], "two tools with the name 'multiply'"),
        ([{**MULTIPLY, "type": "web_search"}], "must be 'function'"),
        ([3], "not int"),
        (None, "returned NoneType"),
        ("tools", "returned str"),
    ],
)
def test_a_tool_that_no_model_takes_is_refused(tools, said: str):
    """Each rule has its words; the first that is broken counts."""
    with pytest.raises(ToolValidationError, match=said):
        validate_tools(tools)


def test_tools_are_sent_without_nulls_and_with_all_else():
    """Mappings and schemas come to the same; nested schemas keep keywords that no class has a member for."""
    nested = {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "number"}}}}
    tool = changed(parameters={"type": "object", "properties": {"points": {**nested, "enum": None}}, "required": []})
    sent = changed(parameters={"type": "object", "properties": {"points": nested}, "required": []})
    assert validate_tools([tool]) == [sent]
    (document,) = validate_tools([OpenAIFunctionToolSchema.model_validate(tool)])
    assert document["function"] == {**sent["function"], "strict": False}
    assert validate_tools([]) == []
