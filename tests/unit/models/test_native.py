"""Providers with an API of their own, through LiteLLM. The library is real; no request leaves the machine."""

import asyncio
import json
import socket
from collections.abc import Callable
from typing import Any

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.open_model import open_policy_model
from osmosis_ai.models.policy import FaultKind, PolicyModel, ProviderError, Usage, preflight
from osmosis_ai.models.providers import native

from .conftest import DROP, HANG, MESSAGES, StubProvider, completion
from .scripted import ask_chunks, bridge_for

BODY = {"messages": MESSAGES}
Log = Callable[[str], None]
ANTHROPIC_ANSWER = {
    "id": "msg_stub",
    "type": "message",
    "role": "assistant",
    "model": "claude-stub",
    "content": [{"type": "text", "text": "ok"}],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 11, "output_tokens": 3},
}
CACHED = {"input_tokens": 11, "output_tokens": 3, "cache_read_input_tokens": 100, "cache_creation_input_tokens": 7}
THOUGHT = [
    {"type": "message_start", "message": {**ANTHROPIC_ANSWER, "content": [], "stop_reason": None, "usage": CACHED}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": "", "signature": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "SIG"}},
    {"type": "content_block_stop", "index": 0},
]
TOOL_USE = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
ENDING = {"stop_reason": "tool_use", "stop_sequence": None}
CALLED = [
    {"type": "content_block_start", "index": 1, "content_block": TOOL_USE},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "{}"}},
    {"type": "content_block_stop", "index": 1},
    {"type": "message_delta", "delta": ENDING, "usage": {"output_tokens": 9}},
    {"type": "message_stop"},
]


def streamed(*events: dict[str, Any]) -> tuple[int, bytes, dict[str, str]]:
    """The events as Anthropic sends them."""
    data = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
    return 200, data.encode(), {"content-type": "text/event-stream"}


@pytest.fixture(autouse=True)
def _without_keys(monkeypatch):
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


async def opened(model_path: str, log: Log, **env: str) -> None:
    async with open_policy_model(model_path, env=env, slots=1, log=log):
        pass


@pytest.fixture
def env(provider: StubProvider) -> dict[str, str]:
    """Keys, and base URLs that LiteLLM reads, which lead to the stub."""
    root = provider.base_url.removesuffix("/v1")
    keys = {f"{name}_API_KEY": f"sk-{name.lower()}-0123456789" for name in ("ANTHROPIC", "AZURE", "DEEPSEEK", "GEMINI")}
    bases = {
        "ANTHROPIC_API_BASE": root,
        "AZURE_API_BASE": root,
        "DEEPSEEK_API_BASE": provider.base_url,
        "GEMINI_API_BASE": root,
    }
    return {**keys, **bases, "AZURE_API_VERSION": "2024-10-21"}


@pytest.fixture
async def claude(env: dict[str, str], provider: StubProvider, no_log: Log):
    """A native provider, tried once a call."""
    provider.script = [ANTHROPIC_ANSWER]
    async with open_policy_model("anthropic/claude-stub", env=env, slots=1, log=no_log) as model:
        yield model.once


@pytest.mark.parametrize(
    ("model_path", "variable"),
    [
        ("openai/gpt-5-mini", "OPENAI_API_KEY"),
        ("anthropic/claude-x", "ANTHROPIC_API_KEY"),
        ("gemini/gemini-pro", "GEMINI_API_KEY"),
    ],
)
async def test_a_missing_key_is_found_before_the_run(no_log: Log, model_path: str, variable: str):
    """The official OpenAI endpoint goes this way too."""
    with pytest.raises(OsmosisError, match=f"{variable} is not set"):
        await opened(model_path, no_log)


@pytest.mark.parametrize(
    "model_path", [f"{name}/some-model" for name in ("openai", "anthropic", "gemini", "groq", "mistral", "deepseek")]
)
async def test_a_missing_key_is_reported_before_litellm_is_imported(
    no_log: Log, model_path: str, monkeypatch: pytest.MonkeyPatch
):
    """The person does not wait seconds for an import only to read that a variable is not set."""
    for name in ("GROQ", "MISTRAL", "DEEPSEEK"):
        monkeypatch.delenv(f"{name}_API_KEY", raising=False)
    monkeypatch.setattr(native, "import_litellm", lambda: pytest.fail("LiteLLM was imported"))
    with pytest.raises(OsmosisError, match="_API_KEY is not set"):
        await opened(model_path, no_log)


@pytest.mark.parametrize(("provider_name", "keys"), native._KEYS.items())
def test_the_keys_known_without_litellm_are_those_it_asks_for(
    provider_name: str, keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
):
    """LiteLLM refuses a model of the provider exactly while none of the keys is set."""
    litellm = native.import_litellm()
    for key in keys:
        monkeypatch.delenv(key, raising=False)
    missing = litellm.validate_environment(f"{provider_name}/some-model")
    assert not missing["keys_in_environment"]
    assert set(missing["missing_keys"]) <= set(keys)
    for key in keys:
        with monkeypatch.context() as one_key:
            one_key.setenv(key, "a-key")
            assert litellm.validate_environment(f"{provider_name}/some-model")["keys_in_environment"], key


async def test_a_name_that_cannot_be_resolved_says_what_to_write(no_log: Log):
    """A near miss is suggested."""
    with pytest.raises(OsmosisError, match="names no provider") as caught:
        await opened("nonsense", no_log)
    assert "openai/gpt-5-mini" in str(caught.value.hint)
    with pytest.raises(OsmosisError, match="No provider is called 'antropic'") as caught:
        await opened("antropic/x", no_log)
    assert str(caught.value.hint).startswith("Did you mean anthropic/x?")


async def test_the_official_base_url_does_not_count_as_ones_own(no_log: Log):
    """With it set, a missing key is still found by the library's rules."""
    with pytest.raises(OsmosisError, match="OPENAI_API_KEY is not set"):
        await opened("openai/gpt-5-mini", no_log, OPENAI_BASE_URL="https://api.openai.com/v1")


async def test_a_native_model_is_called_and_its_failures_are_sorted(no_log: Log, provider: StubProvider):
    """Through the library: an answer, two refusals, and a parameter this provider does not have."""
    env = {
        "ANTHROPIC_API_KEY": "sk-ant-0123456789abcdefghij",
        "ANTHROPIC_API_BASE": provider.base_url.removesuffix("/v1"),
    }
    async with open_policy_model("anthropic/claude-stub", env=env, slots=1, log=no_log) as model:
        provider.script = [ANTHROPIC_ANSWER]
        answer = await model.complete({**BODY, "temperature": 0.5, "max_tokens": 9, "foo": 1})
        assert answer.response["choices"][0]["message"]["content"] == "ok"
        assert answer.usage.total_tokens == 14
        path, headers, sent = provider.requests[-1]
        assert (path, headers["x-api-key"]) == ("/v1/messages", "sk-ant-0123456789abcdefghij")
        assert (sent["model"], sent["temperature"], sent["max_tokens"], sent["foo"]) == (
            "claude-stub",
            0.5,
            9,
            1,
        )
        assert {"api_base", "num_retries", "mock_response"} <= model.reserved_fields
        assert "metadata" not in model.reserved_fields
        for status, kind in ((401, FaultKind.AUTHENTICATION), (400, FaultKind.BAD_REQUEST)):
            provider.script = [(status, {"error": {"message": "no: sk-ant-0123456789abcdefghij"}}, {})]
            with pytest.raises(ProviderError) as caught:
                await model.complete(BODY)
            assert (caught.value.kind, caught.value.status) == (kind, status)
            assert "sk-ant" not in caught.value.message
        with pytest.raises(ProviderError) as caught:
            await model.complete({**BODY, "logprobs": True})
        assert caught.value.kind is FaultKind.UNSUPPORTED


async def test_a_refused_connection_is_fatal_here_too(no_log: Log):
    """The library files it under server errors; the preflight does not let it pass."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    env = {
        "ANTHROPIC_API_KEY": "sk-ant-0123456789abcdefghij",
        "ANTHROPIC_API_BASE": f"http://127.0.0.1:{port}",
    }
    async with open_policy_model("anthropic/claude-stub", env=env, slots=1, log=no_log) as model:
        with pytest.raises(OsmosisError, match="refused a first request") as caught:
            await preflight(model)
    assert caught.value.code == "NETWORK"


async def test_the_environment_is_as_it_was_afterwards(no_log: Log, monkeypatch):
    """Keys are exported to the library for as long as the model is open."""
    import os

    monkeypatch.setenv("ANTHROPIC_API_KEY", "before-0123456789")
    env = {"ANTHROPIC_API_KEY": "during-0123456789", "ANTHROPIC_EXTRA": "x"}
    async with open_policy_model("anthropic/x", env=env, slots=1, log=no_log):
        assert os.environ["ANTHROPIC_API_KEY"] == "during-0123456789"
    assert os.environ["ANTHROPIC_API_KEY"] == "before-0123456789"
    assert "ANTHROPIC_EXTRA" not in os.environ


async def whole(model: PolicyModel, body: dict[str, Any]) -> Any:
    return await model.complete(body)


async def pieces(model: PolicyModel, body: dict[str, Any]) -> Any:
    return [piece async for piece in model.stream(body)]


BOTH = pytest.mark.parametrize("call", [whole, pieces])


@BOTH
@pytest.mark.parametrize(
    ("reply", "kind", "status", "retry_after"),
    [
        ((429, {"error": {"message": "no"}}, {"retry-after": "7"}), FaultKind.RATE_LIMIT, 429, 7.0),
        ((500, {"error": {"message": "no"}}, {}), FaultKind.SERVER, 500, None),
        ((503, {"error": {"message": "no"}}, {"retry-after": "7"}), FaultKind.SERVER, 503, 7.0),
        ((529, {"error": {"message": "no"}}, {"retry-after": "7"}), FaultKind.SERVER, 529, 7.0),
        (DROP, FaultKind.CONNECTION, None, None),
    ],
    ids=["429", "500", "503", "529", "dropped"],
)
async def test_the_library_tries_once_and_hides_nothing(
    claude: PolicyModel, provider: StubProvider, call: Any, reply: Any, kind: FaultKind, status: Any, retry_after: Any
):
    """One request a call; the provider's own status and Retry-After, which the library's exceptions do not carry."""
    provider.script = [reply]
    with pytest.raises(ProviderError) as caught:
        await call(claude, BODY)
    error = caught.value
    assert (error.kind, error.status, error.retry_after) == (kind, status, retry_after)
    assert len(provider.requests) == 1


@BOTH
async def test_the_one_policy_of_retries_holds_for_the_library_too(
    env: dict[str, str], provider: StubProvider, no_log: Log, call: Any
):
    """The provider is asked three times in all, not three times three."""
    provider.script = [(503, {"error": {"message": "no"}}, {"retry-after": "0"})]
    async with open_policy_model("azure/stub", env=env, slots=1, log=no_log) as model:
        with pytest.raises(ProviderError):
            await call(model, BODY)
    assert len(provider.requests) == 3


async def test_a_native_stream_is_a_stream_of_chunks(claude: PolicyModel, provider: StubProvider):
    """Asked for as one; reasoning, tool calls and usage come through the bridge, cached tokens counted once."""
    provider.script = [streamed(*THOUGHT, *CALLED)]
    bridge = bridge_for(claude)
    chunks = await ask_chunks(bridge)
    assert provider.requests[0][2]["stream"] is True
    deltas = [piece["choices"][0]["delta"] for piece in chunks]
    assert deltas[0]["reasoning_content"] == "hm"
    calls = [call for delta in deltas for call in delta.get("tool_calls", ())]
    assert calls[0]["id"] == "t1"
    assert {call["index"] for call in calls} == {0}
    assert "".join(call["function"]["arguments"] for call in calls) == "{}"
    assert chunks[-1]["choices"][0]["finish_reason"] == "tool_calls"
    assert chunks[-1]["usage"] == {"prompt_tokens": 118, "completion_tokens": 9, "total_tokens": 127}
    assert bridge.pop_usage("r1").cached_tokens == 100


async def test_a_native_answers_cached_tokens_are_counted_once(claude: PolicyModel, provider: StubProvider):
    """The library has added them to the prompt already."""
    provider.script = [{**ANTHROPIC_ANSWER, "usage": CACHED}]
    assert (await claude.complete(BODY)).usage == Usage(118, 3, 121, cached_tokens=100, cache_write_tokens=7)


async def test_closing_a_native_stream_hangs_up(claude: PolicyModel, provider: StubProvider):
    """The provider does not go on generating for nobody."""
    provider.script = [HANG]
    call = asyncio.ensure_future(anext(claude.stream(BODY)))
    await provider.asked.wait()
    call.cancel()
    await asyncio.wait([call])
    async with asyncio.timeout(20):
        await provider.hung_up.wait()


async def test_an_answer_the_library_cannot_read_is_the_providers_fault(
    env: dict[str, str], provider: StubProvider, no_log: Log
):
    """It files that under bad requests, and the agent has asked for nothing wrong."""
    provider.script = [completion()]
    async with open_policy_model("gemini/gemini-stub", env=env, slots=1, log=no_log) as model:
        with pytest.raises(ProviderError) as caught:
            await model.complete(BODY)
    assert caught.value.kind is FaultKind.INVALID_RESPONSE


async def test_models_can_be_opened_one_after_the_other(env: dict[str, str], provider: StubProvider, no_log: Log):
    """The library keeps clients by their settings; a closed one is not given out again."""
    provider.script = [completion()]
    for _ in range(2):
        async with open_policy_model("azure/stub", env=env, slots=1, log=no_log) as model:
            assert (await model.complete(BODY)).usage.total_tokens == 14


async def test_a_call_leaves_its_request_as_it_was(claude: PolicyModel):
    """The library writes into what it is given, and another try must send the same."""
    body = {"messages": [{"role": "system", "content": "be brief"}, *MESSAGES], "metadata": {"user_id": "u"}}
    before = json.loads(json.dumps(body))
    await claude.complete(body)
    assert body == before


async def test_a_proxy_on_the_way_is_named_and_loopback_is_reached_without_it(
    no_log: Log, provider: StubProvider, monkeypatch: pytest.MonkeyPatch
):
    """The library heeds the process's environment: an address of this machine is asked directly, and where a provider
    elsewhere cannot be reached, the error names the variable."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        proxy = f"http://127.0.0.1:{listener.getsockname()[1]}"
    for name in ("no_proxy", "NO_PROXY", "https_proxy", "http_proxy", "ALL_PROXY", "all_proxy", "DEEPSEEK_API_BASE"):
        monkeypatch.delenv(name, raising=False)
    env = {"HTTPS_PROXY": proxy, "HTTP_PROXY": proxy, "DEEPSEEK_API_KEY": "sk-of-the-stub-provider"}
    async with open_policy_model(
        "deepseek/stub", env=env | {"DEEPSEEK_API_BASE": provider.base_url}, slots=1, log=no_log
    ) as model:
        assert await preflight(model) is None
    async with open_policy_model("deepseek/stub", env=env, slots=1, log=no_log) as model:
        with pytest.raises(OsmosisError, match="HTTPS_PROXY names a proxy"):
            await preflight(model)
