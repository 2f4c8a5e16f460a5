"""Inference parameters, each promise of the documents on the whole way: a rollout's client, the bridge, a provider."""

from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

import openai
import pytest

from osmosis_ai.models.bridge.app import bridge_app
from osmosis_ai.models.bridge.chat_bridge import ChatBridge
from osmosis_ai.models.open_model import open_policy_model

from .conftest import MESSAGES, StubProvider, completion
from .test_native import ANTHROPIC_ANSWER

KEY = "sk-provider-0123456789"
BODY: dict[str, Any] = {"model": "osmosis-rollout", "messages": MESSAGES}


@pytest.fixture
def rollout(provider: StubProvider, serve_app: Callable[[Any], str], no_log: Callable[[str], None]):
    """Opens a rollout's client to a bridge before the model of that path; its provider is the stub."""
    root = provider.base_url.removesuffix("/v1")
    bases = {"OPENROUTER": provider.base_url, "HOSTED_VLLM": provider.base_url, "DEEPSEEK": provider.base_url}
    bases |= {"ANTHROPIC": root, "AZURE": root}
    env = {f"{name}_API_BASE": base for name, base in bases.items()} | {f"{name}_API_KEY": KEY for name in bases}
    env["AZURE_API_VERSION"] = "2024-10-21"

    @asynccontextmanager
    async def opened(model_path: str):
        if model_path.startswith("anthropic/"):
            provider.script = [ANTHROPIC_ANSWER]
        async with open_policy_model(model_path, env=env, slots=1, log=no_log) as model:
            bridge = ChatBridge(model, "run-token")
            bridge.expect("r1")
            base = f"{serve_app(bridge_app(bridge))}/v1/rollouts/r1"
            async with openai.AsyncOpenAI(base_url=base, api_key="run-token", max_retries=0) as client:
                yield client.chat.completions, bridge

    return opened


@pytest.mark.parametrize("model_path", ["openrouter/a/b", "hosted_vllm/a/b"])
async def test_compatible_endpoints_get_every_field_as_request_json(
    rollout: Any, provider: StubProvider, model_path: str
):
    """No list of allowed names, top level or extra_body, known to LiteLLM's catalogue or not."""
    extra = {"reasoning": {"effort": "low"}, "provider": {"sort": "latency"}, "unheard_of": [1, None]}
    async with rollout(model_path) as (completions, _):
        await completions.create(**BODY, temperature=0.5, logit_bias={"1": 2}, extra_body=extra)
    ((_, _, sent),) = provider.requests
    assert sent == {"model": "a/b", "messages": MESSAGES, "temperature": 0.5, "logit_bias": {"1": 2}, **extra}


async def test_extra_body_wins_and_the_client_merges_it_shallowly(rollout: Any, provider: StubProvider):
    """A nested object in it replaces the one at the top level, before the bridge sees either."""
    async with rollout("openrouter/a/b") as (completions, _):
        extra = {"temperature": 0.9, "metadata": {"a": "extra"}}
        await completions.create(**BODY, temperature=0.1, metadata={"a": "top", "b": "top"}, extra_body=extra)
    assert provider.requests[0][2]["temperature"] == 0.9
    assert provider.requests[0][2]["metadata"] == {"a": "extra"}


async def test_native_providers_get_a_translation_that_drops_nothing(rollout: Any, provider: StubProvider):
    """Standard parameters under the provider's own names, others as they are."""
    async with rollout("anthropic/claude-stub") as (completions, _):
        await completions.create(**BODY, max_tokens=9, stop=["x"], extra_body={"top_k": 3, "unheard_of": 1})
    ((_, _, sent),) = provider.requests
    assert (sent["max_tokens"], sent["stop_sequences"], sent["top_k"], sent["unheard_of"]) == (9, ["x"], 3, 1)


async def test_a_standard_parameter_a_native_provider_lacks_is_an_error(rollout: Any, provider: StubProvider):
    """A 400 that names it; nothing is sent, and it is the request's fault."""
    async with rollout("anthropic/claude-stub") as (completions, bridge):
        with pytest.raises(openai.BadRequestError, match="logprobs"):
            await completions.create(**BODY, logprobs=True)
        assert bridge.pop_usage("r1").provider_faults == []
    assert provider.requests == []


@pytest.mark.parametrize(
    ("model_path", "metadata", "sent"),
    [
        ("anthropic/claude-stub", {"user_id": "u"}, {"user_id": "u"}),
        ("anthropic/claude-stub", {"user_id": "u", "trace": "t"}, "trace"),
        ("azure/stub", {"trace": "t"}, {"trace": "t"}),
        ("deepseek/deepseek-chat", {"trace": "t"}, "no metadata"),
    ],
)
async def test_metadata_goes_where_it_is_taken_and_is_refused_elsewhere(
    rollout: Any, provider: StubProvider, model_path: str, metadata: dict[str, str], sent: Any
):
    """Anthropic takes user_id alone, OpenAI and Azure anything; from others it is a 400."""
    async with rollout(model_path) as (completions, _):
        if isinstance(sent, dict):
            await completions.create(**BODY, metadata=metadata)
            assert provider.requests[0][2]["metadata"] == sent
        else:
            with pytest.raises(openai.BadRequestError, match=sent):
                await completions.create(**BODY, metadata=metadata)
            assert provider.requests == []


@pytest.mark.parametrize("model_path", ["openrouter/a/b", "anthropic/claude-stub"])
@pytest.mark.parametrize("stream", [False, True])
async def test_a_providers_4xx_comes_back_with_its_words_and_without_its_secrets(
    rollout: Any, provider: StubProvider, model_path: str, stream: bool
):
    """The parameters were sent once: nothing is stripped and tried again."""
    async with rollout(model_path) as (completions, _):
        provider.script = [(400, {"error": {"message": f"top_k is too large for {KEY}"}}, {}), completion()]

        async def ask() -> None:
            answer = await completions.create(**BODY, stream=stream, extra_body={"top_k": 3})
            assert [chunk async for chunk in answer]

        with pytest.raises(openai.APIError, match="top_k is too large for") as caught:
            await ask()
    assert KEY not in str(caught.value)
    ((_, _, sent),) = provider.requests
    assert sent["top_k"] == 3


async def test_bridge_controls_are_blocked_wherever_they_stand(rollout: Any, provider: StubProvider):
    """All are named at once."""
    async with rollout("openrouter/a/b") as (completions, _):
        with pytest.raises(openai.BadRequestError, match=r"api_base, timeout\."):
            await completions.create(**BODY, extra_body={"timeout": 1, "extra_body": {"api_base": "x"}})
    assert provider.requests == []
