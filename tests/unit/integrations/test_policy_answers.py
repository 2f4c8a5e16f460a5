"""How answers are put together, matched with messages, and connections kept a loop each."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from osmosis_ai.rollout import RolloutContext
from osmosis_ai.rollout.integrations._calls import CallLog, IncompleteAnswerError, PolicyAnswer, call_log
from osmosis_ai.rollout.integrations._per_loop import PerLoop
from osmosis_ai.testing import ToolCall, Turn
from osmosis_ai.testing.turns import Rendering

TURNS = st.builds(
    Turn,
    text=st.one_of(st.none(), st.text()),
    tool_calls=st.lists(st.builds(ToolCall, name=st.text(min_size=1), arguments=st.text(min_size=1)), max_size=3).map(
        tuple
    ),
    reasoning=st.one_of(st.none(), st.text()),
    logprobs=st.one_of(st.none(), st.lists(st.floats(-9, 0), min_size=1).map(tuple)),
    completion_token_ids=st.one_of(st.none(), st.lists(st.integers(0, 9), min_size=1).map(tuple)),
    prompt_token_ids=st.one_of(st.none(), st.lists(st.integers(0, 9), min_size=1).map(tuple)),
    piece=st.integers(1, 9),
    whole=st.booleans(),
)


def timeless(answer: PolicyAnswer) -> dict:
    return {name: value for name, value in answer.message.items() if name != "created_at"}


@settings(suppress_health_check=[HealthCheck.too_slow])  # a draw takes long where the machine is busy
@given(TURNS)
def test_a_stream_and_a_completion_of_one_turn_are_one_answer(turn):
    """However an answer comes in pieces, it adds up to what it would be in one."""
    rendering = Rendering(turn, 0, "m", 1)
    streamed = PolicyAnswer()
    for chunk in rendering.chunks():
        streamed.add(chunk)
    streamed.finish(streamed=True)
    assert timeless(streamed) == timeless(PolicyAnswer.of_completion(rendering.completion()))


@pytest.mark.parametrize("choices", [[], None])
def test_an_answer_without_choices_is_none(choices):
    """IncompleteAnswerError, whatever else the object holds."""
    with pytest.raises(IncompleteAnswerError):
        PolicyAnswer.of_completion({"choices": choices, "usage": {"prompt_tokens": 1}})


def answered(text: str, model: str) -> PolicyAnswer:
    choice = {"message": {"content": text}, "finish_reason": "stop"}
    return PolicyAnswer.of_completion({"choices": [choice], "model": model})


def test_an_answer_is_used_once_and_the_earliest_first():
    """Two equal answers are laid over two equal messages in their order; a message nobody gave stays as it is."""
    log = CallLog()
    log.answers += [answered("yes", "first"), answered("no", "second"), answered("yes", "third")]
    messages = [{"role": "assistant", "content": text} for text in ("yes", "yes", "no", "yes")]
    log.lay_over(messages)
    assert [message.get("model") for message in messages] == ["first", "third", "second", None]


def test_a_log_belongs_to_its_rollout():
    """Two rollouts never see each other's answers."""
    first, second = RolloutContext(), RolloutContext()
    assert call_log(first) is call_log(first)
    assert call_log(first) is not call_log(second)


def test_every_loop_has_its_own_value_and_closes_it_at_its_end():
    """Asked twice, a loop gets the same value; its end closes it, and the next loop gets another."""
    made: list[object] = []
    closed: list[object] = []

    def make():
        made.append(object())
        return made[-1]

    async def close(value):
        closed.append(value)

    per_loop = PerLoop(make, close)

    async def twice():
        values = await asyncio.gather(per_loop.get(), per_loop.get())
        assert values[0] is values[1]
        assert values[0] not in closed
        return values[0]

    first, second = asyncio.run(twice()), asyncio.run(twice())
    assert first is not second
    assert made == closed == [first, second]
