"""The bridge's behaviour, called directly: who is served, what is answered, what is booked."""

import asyncio
import json

import pytest

from osmosis_ai.models.bridge.chat_bridge import JsonAnswer, RolloutUsage, Spent
from osmosis_ai.models.policy import FaultKind, ProviderError, Sanitiser
from osmosis_ai.models.prices import Price

from .conftest import MESSAGES, chunk, completion
from .scripted import TOKEN, HangingModel, ScriptedModel, ask, ask_chunks, ask_json, bridge_for


@pytest.mark.parametrize("auth", [None, "", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x"])
async def test_without_the_runs_token_nobody_is_served(auth: str | None):
    """401, before anything else is looked at."""
    model = ScriptedModel(completion())
    answer = await bridge_for(model).create_chat_completion("../x", auth, b"not json")
    assert isinstance(answer, JsonAnswer)
    assert answer.status == 401
    assert json.loads(answer.body)["detail"] == "Unauthorized"
    assert model.bodies == []


async def test_the_schemes_case_does_not_matter():
    """`bearer` and `BEARER` are served."""
    bridge = bridge_for(ScriptedModel(completion()))
    assert (await ask(bridge, auth=f"bEARER {TOKEN}")).status == 200


@pytest.mark.parametrize("rollout_id", ["", ".", "..", "a/b", "a\\b", "a\0b"])
async def test_an_id_that_is_no_single_path_segment_is_422(rollout_id: str):
    """Such an id is never looked up."""
    bridge = bridge_for(ScriptedModel(completion()))
    assert (await ask_json(bridge, rollout_id=rollout_id))[0] == 422


async def test_only_expected_rollouts_are_served():
    """404 before expect() and after forget()."""
    bridge = bridge_for(ScriptedModel(completion()))
    assert (await ask_json(bridge, rollout_id="r2"))[0] == 404
    bridge.expect("r2")
    assert (await ask_json(bridge, rollout_id="r2"))[0] == 200
    bridge.forget("r2")
    assert (await ask_json(bridge, rollout_id="r2"))[0] == 404


async def test_the_answer_is_a_chat_completion_with_the_requested_model_name():
    """The request's model is echoed, usage has three counts, and the provider sees no bridge field."""
    model = ScriptedModel(completion("6"))
    status, body = await ask_json(bridge_for(model), model="osmosis-rollout", n=1, temperature=0.5)
    assert status == 200
    assert body == {
        "id": "chatcmpl-stub",
        "object": "chat.completion",
        "created": 1700000000,
        "model": "osmosis-rollout",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "6"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14},
    }
    assert model.bodies == [{"messages": MESSAGES, "temperature": 0.5}]


async def test_null_content_becomes_empty_text_and_token_data_is_carried():
    """Token ids and log-probabilities go through whenever the endpoint gives them; null members do not."""
    given = completion(None, prompt_token_ids=[1, 2], timings={"x": 1})
    given["choices"][0] |= {"logprobs": {"content": []}, "token_ids": [5]}
    given["choices"][0]["message"] |= {"refusal": None, "reasoning_content": "because"}
    _, body = await ask_json(bridge_for(ScriptedModel(given)))
    assert body["choices"][0]["message"] == {
        "role": "assistant",
        "content": "",
        "reasoning_content": "because",
    }
    assert body["choices"][0]["logprobs"] == {"content": []}
    assert body["choices"][0]["token_ids"] == [5]
    assert body["prompt_token_ids"] == [1, 2]
    assert "timings" not in body


@pytest.mark.parametrize("by", ["client", "rollout"])
async def test_giving_up_a_call_gives_up_the_model_call(by: str):
    """By its client or because its rollout is over: no provider call is left running, and it is no fault."""
    model = HangingModel()
    bridge = bridge_for(model)
    call = asyncio.create_task(ask(bridge))
    await model.asked.wait()
    if by == "client":
        call.cancel()
    else:
        await bridge.end_calls("r1")
    await asyncio.wait([call])
    assert model.given_up.is_set()
    assert bridge.pop_usage("r1") == RolloutUsage()


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (ProviderError("bad", kind=FaultKind.BAD_REQUEST, status=400), 400, "invalid_request_error"),
        (
            ProviderError("slow down", kind=FaultKind.RATE_LIMIT, status=429, retry_after=2.4),
            429,
            "bridge_error",
        ),
        (ProviderError("who", kind=FaultKind.AUTHENTICATION, status=401), 401, "bridge_error"),
        (ProviderError("broken", kind=FaultKind.SERVER, status=503), 502, "bridge_error"),
        (ProviderError("refused", kind=FaultKind.CONNECTION), 502, "bridge_error"),
        (RuntimeError("a fault of ours"), 502, "bridge_error"),
    ],
)
async def test_a_provider_error_keeps_a_4xx_and_is_502_otherwise(error: Exception, status: int, kind: str):
    """`type` is invalid_request_error for 400 alone; Retry-After is passed on."""
    answer = await ask(bridge_for(ScriptedModel(error)))
    assert answer.status == status
    body = json.loads(answer.body)
    assert body["error"]["type"] == kind
    assert body["error"]["code"] == status
    assert body["detail"] == body["error"]["message"]
    assert answer.headers.get("retry-after") == ("2" if status == 429 else None)


async def test_errors_are_one_line_bounded_and_without_secrets():
    """The run's token, key-like words and bearer headers never come back to a rollout."""
    text = f"a\n\n b {TOKEN} sk-abcdefghijklmnop Bearer abcdefghijkl " + "x" * 3000
    _, body = await ask_json(bridge_for(ScriptedModel(ProviderError(text, kind=FaultKind.SERVER))))
    assert body["detail"].startswith("a b [REDACTED] [REDACTED] [REDACTED] xxx")
    assert len(body["detail"]) == 1000


async def test_usage_is_summed_per_rollout_and_popped_once():
    """Sums over calls, the largest single call, and zero after it was taken."""
    big = completion()
    big["usage"] = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    bridge = bridge_for(ScriptedModel(big, completion()))
    bridge.expect("r2")
    await ask(bridge)
    await ask(bridge)
    await ask_chunks(bridge)
    assert bridge.pop_usage("r1") == RolloutUsage(3, 122, 26, 148, 120)
    assert bridge.pop_usage("r1") == bridge.pop_usage("r2") == bridge.pop_usage("unknown") == RolloutUsage()


async def test_what_is_spent_is_counted_over_all_rollouts():
    """A running total that forgetting a rollout does not lower; the same sums are in each rollout's usage."""
    given = completion(
        usage={"prompt_tokens": 10, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}}
    )
    bridge = bridge_for(ScriptedModel(given), price=Price(input=1.0, cached_input=0.5, cache_write=2.0, output=3.0))
    bridge.expect("r2")
    await ask(bridge)
    await ask_chunks(bridge, rollout_id="r2")
    usage = bridge.pop_usage("r1")
    bridge.forget("r2")
    assert (usage.cached_tokens, usage.cost_usd) == (4, 14.0)
    assert bridge.spent == Spent(tokens=24, cost_usd=28.0)


async def test_what_the_provider_says_it_charged_is_the_cost():
    """With a price or without; with neither the cost is not known, which is not 0."""
    charged = completion(usage={"prompt_tokens": 10, "completion_tokens": 2, "cost": 0.25})
    dear = Price(input=1.0, cached_input=1.0, cache_write=1.0, output=1.0)
    for price, known in ((dear, 12.25), (None, 0.25)):
        model = ScriptedModel(charged, completion(usage={"prompt_tokens": 10, "completion_tokens": 2}))
        bridge = bridge_for(model, price=price)
        await ask(bridge)
        await ask(bridge)
        assert bridge.pop_usage("r1").cost_usd == bridge.spent.cost_usd == known
    bridge = bridge_for(ScriptedModel(completion()))
    await ask(bridge)
    assert bridge.pop_usage("r1").cost_usd is None


async def test_a_rollout_that_is_over_has_its_calls_ended_and_booked():
    """Its usage is complete then, and the calls of others go on."""
    model = ScriptedModel([chunk({"content": "x"}), asyncio.Event()])
    bridge = bridge_for(model)
    bridge.expect("r2")
    await bridge.end_calls("r1")
    await bridge.end_calls("unknown")
    answer, other = await ask(bridge, stream=True), await ask(bridge, stream=True, rollout_id="r2")
    for events in (answer.events, other.events):
        await anext(events)
        await anext(events)
    await bridge.end_calls("r1")
    assert bridge.pop_usage("r1").completion_tokens == 1
    assert bridge.pop_usage("r2") == RolloutUsage()
    for events in (answer.events, other.events):
        await events.aclose()


async def test_a_call_given_up_while_it_was_held_back_is_the_providers_fault():
    """An agent that runs out of time because of a rate limit did not fail by itself."""
    fault = ProviderError("slow down", kind=FaultKind.RATE_LIMIT, status=429)
    held_back = asyncio.CancelledError()
    held_back.__cause__ = fault
    for stream in (True, False):
        bridge = bridge_for(ScriptedModel(held_back))
        call = asyncio.create_task(ask_chunks(bridge) if stream else ask(bridge))
        await asyncio.wait([call])
        (booked,) = bridge.pop_usage("r1").provider_faults
        assert (booked.kind, booked.status, booked.message) == (FaultKind.RATE_LIMIT, 429, "slow down")


async def test_provider_faults_are_booked_but_not_the_requests_own():
    """What the request itself caused is the agent's; every other failure is recorded against the provider."""
    bridge = bridge_for(
        ScriptedModel(
            ProviderError("bad", kind=FaultKind.BAD_REQUEST, status=400),
            ProviderError("limit", kind=FaultKind.RATE_LIMIT, status=429),
            ProviderError("gone", kind=FaultKind.CONNECTION),
            ValueError("x"),
            completion(),
        )
    )
    for _ in range(4):
        await ask(bridge)
    await ask(bridge, timeout=1)
    await ask(bridge)
    usage = bridge.pop_usage("r1")
    assert usage.calls == 1
    assert [(fault.kind, fault.status) for fault in usage.provider_faults] == [
        (FaultKind.RATE_LIMIT, 429),
        (FaultKind.CONNECTION, None),
        (FaultKind.SERVER, None),
    ]


async def test_reasoning_of_a_tool_turn_is_given_back_when_the_client_lost_it():
    """A replayed turn is completed by its tool-call id, in its own rollout, never against the client."""
    given = completion(None)
    call = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    given["choices"][0]["message"] |= {"tool_calls": [call], "reasoning_content": "think"}
    model = ScriptedModel(given, completion())
    bridge = bridge_for(model)
    bridge.expect("r2")
    await ask(bridge)
    replay = [
        *MESSAGES,
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1"},
    ]
    await ask(bridge, messages=replay)
    assert model.bodies[-1]["messages"][1]["reasoning_content"] == "think"
    replay[1] = {**replay[1], "reasoning_content": "mine"}
    await ask(bridge, messages=replay)
    assert model.bodies[-1]["messages"][1]["reasoning_content"] == "mine"
    await ask(bridge, rollout_id="r2", messages=[*MESSAGES, {"role": "assistant", "tool_calls": [call]}])
    assert "reasoning_content" not in model.bodies[-1]["messages"][1]


def test_short_values_and_harmless_names_are_not_secrets():
    """Redaction goes by the variable's name and a length that cannot be a coincidence."""
    sanitise = Sanitiser({"MY_TOKEN": "short", "MY_NAME": "long-enough-value", "MY_SECRET": "long-secret-value"})
    assert sanitise("short long-enough-value long-secret-value") == "short long-enough-value [REDACTED]"
    assert sanitise('{"key": "bG9uZy1zZWNyZXQtdmFsdWU="}') == '{"key": "[REDACTED]="}'


async def test_the_conversation_of_a_rollout_is_what_it_asked_and_was_answered():
    """A request that repeats an earlier one stands for both; another conversation follows."""
    model = ScriptedModel(
        completion("a"), completion("b"), completion("other"), ProviderError("down", kind=FaultKind.SERVER)
    )
    bridge = bridge_for(model)
    bridge.expect("r2")
    user = [{"role": "user", "content": "q"}]
    longer = [*user, {"role": "assistant", "content": "a"}, {"role": "user", "content": "more"}]
    await ask_json(bridge, rollout_id="r2", messages=user)
    await ask_json(bridge, rollout_id="r2", messages=longer)
    await ask_json(bridge, rollout_id="r2", messages=[{"role": "user", "content": "second"}])
    await ask_json(bridge, rollout_id="r2", messages=[{"role": "user", "content": "third"}])
    texts = [message["content"] for message in bridge.conversation("r2")]
    assert texts == ["q", "a", "more", "b", "second", "other", "third"]
    assert bridge.conversation("never expected") == []
