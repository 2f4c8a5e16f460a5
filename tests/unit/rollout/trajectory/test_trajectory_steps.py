"""How chat messages become steps, a row of the conversion table a test."""

from __future__ import annotations

from typing import Any

import pytest

from osmosis_ai.rollout.trajectory import convert_sample_to_trajectory
from osmosis_ai.rollout.types import RolloutSample
from osmosis_ai.semantics.trajectories import check_trajectory


def steps(*messages: Any) -> list[dict[str, Any]]:
    """The steps of a conversation, as a trajectory file has them."""
    sample = RolloutSample(messages=[], trajectory_messages=list(messages))
    trajectory = convert_sample_to_trajectory(sample, rollout_id="r")
    assert check_trajectory(trajectory) == []
    return trajectory.to_wire()["steps"]


def only_step(message: dict[str, Any]) -> dict[str, Any]:
    """The one step of a conversation of one message."""
    [step] = steps(message)
    return step


def message_of(content: Any) -> Any:
    """What a user's content becomes."""
    return only_step({"role": "user", "content": content})["message"]


@pytest.mark.parametrize(
    ("role", "source"),
    [("system", "system"), ("developer", "system"), ("user", "user"), ("assistant", "agent")],
)
def test_known_roles_have_a_source(role: str, source: str):
    """System and developer messages are system steps, users' are user steps, assistants' are agent
    steps.
    """
    assert only_step({"role": role, "content": "x"}) == {"step_id": 1, "source": source, "message": "x"}


@pytest.mark.parametrize(
    ("message", "role"),
    [
        ({"role": "critic"}, "critic"),
        ({"role": 3}, "3"),
        ({"role": ["a"]}, '["a"]'),
        ({"role": None}, ""),
        ({}, ""),
    ],
)
def test_any_other_role_is_a_user_step_that_keeps_the_role(message: dict[str, Any], role: str):
    """A role that is none of the known ones, or none at all, makes a user step with the role in its
    extra.
    """
    step = only_step({**message, "content": "x"})
    assert step == {"step_id": 1, "source": "user", "message": "x", "extra": {"original_role": role}}


def test_steps_are_numbered_as_they_come():
    """Steps are numbered from 1 without gaps, also where tool messages join the step before."""
    found = steps(
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "b"},
        {"role": "tool", "content": "c"},
        {"role": "user", "content": "d"},
    )
    assert [step["step_id"] for step in found] == [1, 2, 3]


@pytest.mark.parametrize("role", ["tool", "function"])
def test_tool_message_is_a_result_of_the_agent_step_before_it(role: str):
    """Tool messages after an agent step are its results, in their order, by the id of their call."""
    calls = [{"id": "a", "function": {"name": "f"}}, {"id": 7, "function": {"name": "g"}}]
    [step] = steps(
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": role, "tool_call_id": 7, "content": {"n": 1}},
        {"role": role, "tool_call_id": "a", "content": None},
    )
    assert step["observation"] == {
        "results": [{"source_call_id": "7", "content": '{"n": 1}'}, {"source_call_id": "a", "content": ""}]
    }


def test_result_of_an_unknown_call_keeps_the_id_apart():
    """An id that is no tool call of the step goes to the result's extra; a message without an id has
    neither.
    """
    [step] = steps(
        {"role": "assistant", "content": "", "tool_calls": [{"id": "a", "function": {"name": "f"}}]},
        {"role": "tool", "tool_call_id": "b", "content": "x"},
        {"role": "tool", "content": "y"},
    )
    assert step["observation"]["results"] == [
        {"content": "x", "extra": {"tool_call_id": "b"}},
        {"content": "y"},
    ]


@pytest.mark.parametrize("before", [[], [{"role": "user", "content": "u"}], [{"role": "system", "content": "s"}]])
def test_tool_message_without_an_agent_step_before_it_is_a_system_step(before: list[dict[str, Any]]):
    """A tool message that follows no agent step is a system step with an empty message and the role it
    had.
    """
    step = steps(*before, {"role": "tool", "tool_call_id": "a", "content": "x"})[-1]
    assert step == {
        "step_id": len(before) + 1,
        "source": "system",
        "message": "",
        "observation": {"results": [{"content": "x", "extra": {"tool_call_id": "a"}}]},
        "extra": {"original_role": "tool"},
    }


def test_content_that_is_null_or_missing_is_empty_text():
    """No content is the empty message."""
    assert message_of(None) == ""
    assert only_step({"role": "user"})["message"] == ""


def test_text_parts_are_joined_with_newlines():
    """A list of text parts alone becomes their texts, a line each."""
    assert message_of([{"type": "text", "text": "a"}, {"text": "b", "type": "text", "x": 1}]) == "a\nb"
    assert message_of([{"type": "text"}]) == ""


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ([], "[]"),
        (5, "5"),
        (True, "true"),
        ({"k": "é"}, '{"k": "é"}'),
        (["s"], '["s"]'),
        (
            [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "u"}}],
            '[{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "u"}}]',
        ),
    ],
)
def test_any_other_content_is_its_json_text(content: Any, text: str):
    """Content that is neither text nor text parts is written as JSON, characters as they are."""
    assert message_of(content) == text


@pytest.mark.parametrize(
    ("given", "arguments"),
    [
        ({"a": 1}, {"a": 1}),
        ('{"a": 1, "b": null}', {"a": 1, "b": None}),
        ('{"a": NaN, "b": 1e999}', {"a": None, "b": None}),
        ('{"a": "\\ud800"}', {"a": "\ufffd"}),
        ("[1]", {"_raw": "[1]"}),
        ("not json", {"_raw": "not json"}),
        ("  ", {"_raw": "  "}),
        ('{"n": ' + "9" * 5000 + "}", {"_raw": '{"n": ' + "9" * 5000 + "}"}),
        ("[" * 5000, {"_raw": "[" * 5000}),
        ("", {}),
        (None, {}),
        ([1], {}),
        (5, {}),
    ],
)
def test_tool_arguments_are_an_object(given: Any, arguments: dict[str, Any]):
    """An object is kept, the text of one is parsed and mended, other text is kept raw, anything else is
    nothing.
    """
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": given}}
    step = only_step({"role": "assistant", "content": "", "tool_calls": [call]})
    assert step["tool_calls"] == [{"tool_call_id": "c", "function_name": "f", "arguments": arguments}]


def test_tool_call_without_id_or_name_is_given_one():
    """A call without an id is call_ and its index among the calls, one without a name is unknown."""
    calls = [{"function": {"name": ""}}, "junk", {"id": "", "function": None}, {"id": 5, "name": 7}]
    step = only_step({"role": "assistant", "content": "", "tool_calls": calls})
    assert [(call["tool_call_id"], call["function_name"]) for call in step["tool_calls"]] == [
        ("call_0", "unknown"),
        ("call_2", "unknown"),
        ("5", "7"),
    ]


@pytest.mark.parametrize("calls", [[], "junk", {"id": "a"}, None, ["junk", 5]])
def test_tool_calls_that_are_none_leave_no_member(calls: Any):
    """Without a tool call that is an object the step has no tool_calls."""
    assert "tool_calls" not in only_step({"role": "assistant", "content": "", "tool_calls": calls})


@pytest.mark.parametrize(
    ("reasoning", "text"), [("r", "r"), ("", ""), ({"x": 1}, '{"x": 1}'), ([], "[]"), (float("nan"), None)]
)
def test_reasoning_is_text(reasoning: Any, text: str | None):
    """Reasoning that is no text is written as JSON; null is none."""
    step = only_step({"role": "assistant", "content": "a", "reasoning_content": reasoning})
    assert step.get("reasoning_content") == text


@pytest.mark.parametrize("role", ["user", "system", "tool", "critic"])
def test_reasoning_and_tool_calls_of_others_are_kept_in_extra(role: str):
    """Reasoning and tool calls of a message that is no assistant's move to the extra of its step."""
    call = {"id": "c", "function": {"name": "f", "arguments": '{"a": 1}'}}
    step = only_step({"role": role, "content": "x", "reasoning_content": {"q": 1}, "tool_calls": [call]})
    assert step["extra"]["reasoning_content"] == '{"q": 1}'
    assert step["extra"]["tool_calls"] == [{"tool_call_id": "c", "function_name": "f", "arguments": {"a": 1}}]


@pytest.mark.parametrize(
    ("members", "timestamp"),
    [
        ({"created_at": 0}, "1970-01-01T00:00:00+00:00"),
        ({"created_at": 1700000000.123456}, "2023-11-14T22:13:20.123456+00:00"),
        ({"timestamp": "2026-01-01T00:00:00Z"}, "2026-01-01T00:00:00+00:00"),
        ({"timestamp": "20260101T000000"}, "2026-01-01T00:00:00"),
        ({"timestamp": "2026-01-01T00:00:00+00:00:30"}, "2025-12-31T23:59:30+00:00"),
        ({"created_at": "junk", "timestamp": True, "completed_at": 1}, "1970-01-01T00:00:01+00:00"),
        ({"extra": {"timestamp": "2026-01-01"}}, "2026-01-01T00:00:00"),
        ({"created_at": 1, "timestamp": 2, "completed_at": 3}, "1970-01-01T00:00:01+00:00"),
        ({"timestamp": 1e300}, None),
        ({"timestamp": "1700000000"}, None),
        ({"timestamp": "0001-01-01T00:00:00+00:00:30"}, None),
        ({"timestamp": {}, "extra": "x"}, None),
    ],
)
def test_timestamp_is_the_first_valid_time(members: dict[str, Any], timestamp: str | None):
    """created_at, timestamp, completed_at, extra.timestamp: the first that is epoch seconds or ISO 8601
    counts.
    """
    assert only_step({"role": "user", "content": "x", **members}).get("timestamp") == timestamp


@pytest.mark.parametrize(
    ("members", "model"),
    [
        ({"model": "a", "model_name": "b"}, "a"),
        ({"model_name": "b", "extra": {"response": {"model": "c"}}}, "b"),
        ({"extra": {"response": {"model": "c"}}}, "c"),
        ({"model": 5}, "5"),
        ({"model": "", "extra": {"response": "x"}}, None),
    ],
)
def test_model_is_named_on_agent_steps(members: dict[str, Any], model: str | None):
    """model, model_name or extra.response.model names the model of an agent step, and of no other."""
    assert only_step({"role": "assistant", "content": "x", **members}).get("model_name") == model
    assert "model_name" not in only_step({"role": "user", "content": "x", **members})


@pytest.mark.parametrize(
    ("usage", "metrics"),
    [
        (
            {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3},
            {"prompt_tokens": 1, "completion_tokens": 2},
        ),
        ({"input_tokens": 1, "output_tokens": 2}, {"prompt_tokens": 1, "completion_tokens": 2}),
        ({"prompt_tokens": "9", "cost_usd": 1}, {"prompt_tokens": 9, "cost_usd": 1}),
        ({"prompt_tokens": 9.0, "cached_tokens": 3}, {"prompt_tokens": 9, "cached_tokens": 3}),
        (
            {"prompt_tokens": 5, "prompt_tokens_details": {"cached_tokens": 4, "audio_tokens": None}},
            {
                "prompt_tokens": 5,
                "cached_tokens": 4,
                "extra": {"prompt_tokens_details": {"cached_tokens": 4, "audio_tokens": None}},
            },
        ),
        (
            {"input_tokens": 5, "cached_tokens": 1, "input_tokens_details": {"cached_tokens": 4}},
            {
                "prompt_tokens": 5,
                "cached_tokens": 1,
                "extra": {"input_tokens_details": {"cached_tokens": 4}},
            },
        ),
    ],
)
@pytest.mark.parametrize("nested", [False, True])
def test_usage_becomes_metrics_of_one_call(usage: dict[str, Any], metrics: dict[str, Any], nested: bool):
    """usage or extra.response.usage of an assistant's message is the step's metrics, and counts one
    model call.
    """
    members = {"extra": {"response": {"usage": usage}}} if nested else {"usage": usage}
    step = only_step({"role": "assistant", "content": "x", **members})
    assert step["metrics"] == metrics
    assert step["llm_call_count"] == 1


@pytest.mark.parametrize(
    "usage",
    [{}, {"total_tokens": 3}, {"prompt_tokens": 1.5}, {"prompt_tokens": True}, {"prompt_tokens": 10**30}, 5],
)
def test_usage_without_figures_is_none(usage: Any):
    """Usage in which no figure is usable leaves no metrics and counts no call."""
    assert only_step({"role": "assistant", "content": "x", "usage": usage}) == {
        "step_id": 1,
        "source": "agent",
        "message": "x",
    }


def test_usage_of_others_is_not_theirs():
    """Only an agent step has metrics."""
    assert "metrics" not in only_step({"role": "user", "content": "x", "usage": {"prompt_tokens": 1}})


@pytest.mark.parametrize("place", ["message", "response", "provider_specific_fields"])
def test_token_ids_and_logprobs_of_a_message_are_carried(place: str):
    """Token ids and log-probabilities are carried from wherever a server or client puts them."""
    tokens = {"prompt_token_ids": [1, 2], "token_ids": [3], "logprobs": [-0.5]}
    members: dict[str, Any] = {"message": tokens, "response": {"extra": {"response": tokens}}}.get(
        place, {place: tokens}
    )
    step = only_step({"role": "assistant", "content": "x", **members})
    assert step["metrics"] == {"prompt_token_ids": [1, 2], "completion_token_ids": [3], "logprobs": [-0.5]}


def test_logprobs_as_chat_completions_give_them_are_carried_twice():
    """The entries of a chat completion are read as numbers, and kept whole beside them."""
    given = {"content": [{"token": "a", "logprob": -0.5, "top_logprobs": []}]}
    step = only_step({"role": "assistant", "content": "a", "logprobs": given})
    assert step["metrics"] == {"logprobs": [-0.5], "extra": {"logprobs": given}}


def test_lists_that_are_no_token_ids_are_kept_aside():
    """Ids and logprobs that do not fit their members are kept in the metrics' extra, mended."""
    step = only_step(
        {
            "role": "assistant",
            "content": "a",
            "logprobs": [-0.5, float("-inf")],
            "completion_token_ids": ["x"],
        }
    )
    assert step["metrics"] == {"extra": {"completion_token_ids": ["x"], "logprobs": [-0.5, None]}}


class Thing:
    """A value with a text and no JSON form."""

    def __str__(self) -> str:
        return "a \ud800 thing"


def test_what_json_cannot_carry_is_mended_and_the_rest_is_kept():
    """NaN becomes null, a lone surrogate U+FFFD, an object its text; no message is lost."""
    found = steps(
        {"role": "user", "content": Thing()},
        {"role": "user", "content": "a\ud800b"},
        {"role": "user", "content": {"n": float("nan"), "t": Thing()}},
        {"role": "user", "content": float("inf")},
    )
    assert [step["message"] for step in found] == [
        "a \ufffd thing",
        "a\ufffdb",
        '{"n": null, "t": "a \ufffd thing"}',
        "",
    ]
