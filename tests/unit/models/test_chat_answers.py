"""The one normaliser of chat answers: what comes out of it for everything that providers leave out or get wrong."""

import json
from typing import Any

import pytest

from osmosis_ai.semantics.chat_answers import (
    DeltaNormaliser,
    MessageAssembler,
    count_of,
    log_probabilities,
    normal_finish_reason,
    normal_logprobs,
    normal_message,
    normal_usage,
)


def call(arguments: Any = '{"a": 7}', **members: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": "f", "arguments": arguments}, **members}


def streamed(*deltas: dict[str, Any]) -> dict[str, Any]:
    """The message that deltas add up to."""
    message: dict[str, Any] = {}
    normaliser, assembler = DeltaNormaliser(), MessageAssembler(message)
    for delta in deltas:
        assembler.add(normaliser.take(delta))
    assembler.add(normaliser.finish())
    assembler.finish()
    return message


def ids(message: dict[str, Any]) -> list[str]:
    return [one["id"] for one in message["tool_calls"]]


def arguments_of(message: dict[str, Any]) -> list[str]:
    return [one["function"]["arguments"] for one in message["tool_calls"]]


@pytest.mark.parametrize("index", [0, None, "0", 2**70, -1])
def test_the_index_in_a_whole_answer_counts_for_nothing(index: Any):
    """Two entries of the list are two calls, whatever index both of them name, and none is passed on."""
    message = normal_message({"tool_calls": [call(id="a", index=index), call('{"a": 8}', id="b", index=index)]})
    assert arguments_of(message) == ['{"a": 7}', '{"a": 8}']
    assert not any("index" in one for one in message["tool_calls"])


@pytest.mark.parametrize("given", [[None, None], ["", ""], ["x", "x"], [5, 5]])
def test_ids_are_made_where_they_are_missing_or_the_same(given: list[Any]):
    """Whole and streamed alike; the first of two that are the same keeps its id."""
    calls = [call(id=one, index=number) for number, one in enumerate(given)]
    for message in (normal_message({"tool_calls": calls}), streamed({"tool_calls": calls})):
        assert all(isinstance(one, str) and one for one in ids(message))
        assert len(set(ids(message))) == 2
        if given[0]:
            assert ids(message)[0] == str(given[0])


@pytest.mark.parametrize(
    ("arguments", "text"),
    [({"a": 7}, '{"a":7}'), ([1], "[1]"), (5, "5"), (None, "{}"), ("", "{}"), ('{"a"', '{"a"'), ("\ud83d", "\ufffd")],
)
def test_arguments_are_json_text(arguments: Any, text: str):
    """Text stays as the model wrote it, valid or not; anything else is written as JSON."""
    assert arguments_of(normal_message({"tool_calls": [call(arguments, id="x")]})) == [text]
    assert arguments_of(streamed({"tool_calls": [call(arguments, id="x", index=0)]})) == [text]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, ""),
        ("56", "56"),
        (56, "56"),
        (True, "true"),
        ([{"type": "text", "text": "5"}, {"type": "output_text", "text": "6"}], "56"),
        (["5", "6"], "56"),
        ([{"type": "text", "text": {"value": "56"}}], "56"),
        ({"text": "56"}, "56"),
        ({"a": 1}, '{"a":1}'),
        ([None, 5], "5"),
        ("a\ud83db", "a\ufffdb"),
    ],
)
def test_content_is_text(content: Any, text: str):
    """Parts are joined; what is not text is written as JSON."""
    assert normal_message({"content": content})["content"] == text
    assert streamed({"content": content}).get("content", "") == text


def test_parts_of_other_kinds_are_kept_beside_the_text():
    """Reasoning and refusals have their own members; an image stays as it is under content_parts."""
    image = {"type": "image_url", "image_url": {"url": "data:,"}}
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    message = normal_message({"content": [thinking, {"type": "refusal", "refusal": "no"}, image]})
    assert message == {
        "role": "assistant",
        "content": "",
        "reasoning_content": "hm",
        "refusal": "no",
        "content_parts": [image],
    }


def test_the_older_function_call_is_a_tool_call():
    """Whole and in pieces."""
    legacy = {"name": "f", "arguments": '{"a": 7}'}
    whole = normal_message({"content": None, "function_call": legacy})
    pieces = streamed({"function_call": {"name": "f", "arguments": '{"a"'}}, {"function_call": {"arguments": ": 7}"}})
    for message in (whole, pieces):
        assert message["tool_calls"][0]["function"] == legacy
        assert message["tool_calls"][0]["type"] == "function"
        assert "function_call" not in message


@pytest.mark.parametrize(
    "entry",
    [
        {"name": "f", "arguments": {"a": 7}},
        {"name": "f", "input": {"a": 7}},
        {"function": "f", "arguments": '{"a":7}'},
        {"function": {"name": "f", "arguments": {"a": 7}}, "type": None},
    ],
)
def test_members_of_a_call_are_found_where_others_put_them(entry: dict[str, Any]):
    """Beside `function`, or as Anthropic names them."""
    (made,) = normal_message({"tool_calls": [entry]})["tool_calls"]
    assert made["function"] == {"name": "f", "arguments": '{"a":7}'}
    assert made.keys() == {"id", "type", "function"}


def test_a_call_without_a_name_gets_one():
    """Frameworks drop a call without a name, and a rollout would not see what was said."""
    assert normal_message({"tool_calls": [{"id": "x"}]})["tool_calls"][0]["function"]["name"] == "unnamed_tool"
    message = streamed({"tool_calls": [{"index": 0, "id": "x", "function": {"arguments": "{}"}}]})
    assert message["tool_calls"][0]["function"] == {"name": "unnamed_tool", "arguments": "{}"}


FIRST, SECOND = '{"a": 7}', '{"a": 8}'
ONE = {"name": "f", "arguments": '{"a"'}
REST = {"arguments": ": 7}"}
STREAMS: dict[str, list[list[dict[str, Any]]]] = {
    "as the API has it": [
        [{"index": 0, "id": "a", "function": ONE}],
        [{"index": 0, "function": REST}],
        [call(SECOND, id="b", index=1)],
    ],
    "no index": [[{"id": "a", "function": ONE}], [{"function": REST}], [call(SECOND, id="b")]],
    "null index": [
        [{"index": None, "id": "a", "function": ONE}],
        [{"index": None, "function": REST}],
        [call(SECOND, id="b", index=None)],
    ],
    "index 0 twice": [
        [{"index": 0, "id": "a", "function": ONE}],
        [{"index": 0, "function": REST}],
        [call(SECOND, id="b", index=0)],
    ],
    "the id in each piece": [
        [{"index": 0, "id": "a", "function": ONE}],
        [{"index": 0, "id": "a", "function": REST}],
        [call(SECOND, id="b", index=1)],
    ],
    "the id in each piece, no index": [
        [{"id": "a", "function": ONE}],
        [{"id": "a", "function": REST}],
        [call(SECOND, id="b")],
    ],
    "another id in each piece": [
        [{"index": 0, "id": "a", "function": ONE}],
        [{"index": 0, "id": "a2", "function": REST}],
        [call(SECOND, id="b", index=1)],
    ],
    "id and name in each piece": [
        [{"index": 0, "id": "a", "function": ONE}],
        [{"index": 0, "id": "a", "function": {"name": "f", **REST}}],
        [call(SECOND, id="b", index=1)],
    ],
    "interleaved by id": [
        [{"id": "a", "function": ONE}],
        [call(SECOND, id="b")],
        [{"id": "a", "function": REST}],
    ],
    "no ids": [[{"index": 0, "function": ONE}], [{"index": 0, "function": REST}], [call(SECOND, index=1)]],
    "neither": [[{"function": ONE}], [{"function": REST}], [call(SECOND)]],
    "both whole in one delta": [[call(FIRST, index=0), call(SECOND, index=0)]],
    "arguments as objects": [[call({"a": 7}, index=0, id="a")], [call({"a": 8}, index=0, id="b")]],
    "the whole call again": [
        [call(FIRST, index=0, id="a")],
        [call(FIRST, index=0, id="a")],
        [call(SECOND, index=1, id="b")],
    ],
}


@pytest.mark.parametrize("name", STREAMS)
def test_pieces_of_a_stream_are_put_to_the_right_call(name: str):
    """By id, index and name together, however many of them a provider leaves out or repeats."""
    message = streamed(*({"tool_calls": pieces} for pieces in STREAMS[name]))
    assert [json.loads(text) for text in arguments_of(message)] == [{"a": 7}, {"a": 8}]
    assert len(set(ids(message))) == 2
    assert [one["function"]["name"] for one in message["tool_calls"]] == ["f", "f"]


@pytest.mark.parametrize("raw", [{}, {"tool_calls": 5}, {"tool_calls": [None, "x"]}, {"role": 7, "content": None}])
def test_an_empty_answer_is_an_empty_message(raw: dict[str, Any]):
    """Never one without content or role."""
    assert normal_message(raw) == {"role": "assistant", "content": ""}


def test_a_finish_reason_is_text_and_agrees_with_the_calls():
    """Missing, of another type, or "stop" beside tool calls."""
    assert normal_finish_reason(None, has_calls=False) == "stop"
    assert normal_finish_reason(7, has_calls=True) == "tool_calls"
    assert normal_finish_reason("stop", has_calls=True) == "tool_calls"
    assert normal_finish_reason("function_call", has_calls=True) == "tool_calls"
    assert normal_finish_reason("length", has_calls=True) == "length"


def test_counts_that_cannot_be_counts_are_unknown():
    """Not zero: negative, beyond 10^9, fractions, text and the like are left out."""
    assert [count_of(value) for value in (0, 5, 2.0, 10**9)] == [0, 5, 2, 10**9]
    for value in (-1, 2**63, 10**9 + 1, 2.5, float("nan"), float("inf"), True, None, "5", [], {}):
        assert count_of(value) is None
    assert normal_usage({"prompt_tokens": 2**63, "completion_tokens": -1}) is None
    assert normal_usage({"prompt_tokens": 5, "prompt_tokens_details": {"cached_tokens": 2**63}}) == {
        "prompt_tokens": 5,
        "prompt_tokens_details": {},
    }


def test_entries_of_log_probabilities_have_every_member():
    """Clients go through the alternatives of each; an entry without a number is none."""
    given = {
        "content": [{"logprob": -0.5}, {"logprob": None}, None, {"token": "b", "logprob": -1, "top_logprobs": [5]}]
    }
    assert normal_logprobs(given) == {
        "content": [
            {"token": "", "logprob": -0.5, "top_logprobs": []},
            {"token": "b", "logprob": -1, "top_logprobs": []},
        ]
    }
    assert normal_logprobs({"content": None}) is normal_logprobs(5) is None


@pytest.mark.parametrize("given", [None, 5, "x", {"content": None}, {"content": [None, {}, {"logprob": "x"}]}])
def test_log_probabilities_of_any_shape_are_read(given: Any):
    """What is not a number is left out."""
    assert log_probabilities(given) == []
    assert log_probabilities({"content": [{"logprob": -0.5}, {"logprob": float("-inf")}]}) == [-0.5]
