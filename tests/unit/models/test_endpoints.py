"""From a model_path to the right endpoint, key and base URL, or to an error that says what to write."""

import socket
from collections.abc import Callable

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.endpoints import open_policy_model
from osmosis_ai.models.policy import FaultKind, ProviderError, preflight

from .conftest import StubProvider

BODY = {"messages": [{"role": "user", "content": "hi"}]}
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


async def opened(model_path: str, log: Log, **env: str) -> None:
    async with open_policy_model(model_path, env=env, slots=1, log=log):
        pass


@pytest.mark.parametrize(
    ("model_path", "sent", "env", "suffix"),
    [
        ("hosted_vllm/org/name", "org/name", "HOSTED_VLLM_API_BASE", "/v1"),
        ("openrouter/vendor/name:free", "vendor/name:free", "OPENROUTER_API_BASE", "/v1"),
        ("litellm_proxy/name", "name", "LITELLM_PROXY_API_BASE", "/v1"),
        ("openai/name", "name", "OPENAI_BASE_URL", "/v1"),
        ("openai/name", "name", "OPENAI_API_BASE", "/v1"),
        ("ollama/name:tag", "name:tag", "OLLAMA_API_BASE", ""),
        ("ollama_chat/name", "name", "OLLAMA_API_BASE", "/v1"),
    ],
)
async def test_openai_compatible_endpoints_are_called_directly(
    provider: StubProvider, no_log: Log, model_path: str, sent: str, env: str, suffix: str
):
    """The request goes to {base}/chat/completions with its key, the model's name without its prefix."""
    prefix = model_path.partition("/")[0].removesuffix("_chat")
    key = {f"{prefix.upper()}_API_KEY": "the-key"}
    base = provider.base_url.removesuffix("/v1") + suffix
    async with open_policy_model(model_path, env={env: base, **key}, slots=4, log=no_log) as model:
        assert model.name == model_path
        await model.complete(BODY)
    ((path, headers, body),) = provider.requests
    assert path == "/v1/chat/completions"
    assert headers["authorization"] == "Bearer the-key"
    assert body == {**BODY, "model": sent}


async def test_a_missing_key_names_the_variable_and_where_to_put_it(no_log: Log):
    """Before anything is sent."""
    with pytest.raises(OsmosisError, match="OPENROUTER_API_KEY is not set") as caught:
        await opened("openrouter/a/b", no_log)
    assert caught.value.hint is not None
    assert '[secrets] required = ["OPENROUTER_API_KEY"]' in caught.value.hint


async def test_a_missing_base_url_names_the_variable(no_log: Log):
    """With an example of what to write."""
    with pytest.raises(OsmosisError, match="HOSTED_VLLM_API_BASE is not set"):
        await opened("hosted_vllm/x", no_log)
    for base in ("localhost:8000", "http://", "http://[", "http://host:port/v1"):
        with pytest.raises(OsmosisError, match="not an http"):
            await opened("hosted_vllm/x", no_log, HOSTED_VLLM_API_BASE=base)


@pytest.mark.parametrize("model_path", ["", " ", "openai/", "local/"])
async def test_a_path_that_names_no_model_is_refused(no_log: Log, model_path: str):
    """With examples of what to write."""
    with pytest.raises(OsmosisError) as caught:
        await opened(model_path, no_log)
    assert caught.value.hint


async def test_an_unknown_embedded_model_lists_the_known_ones(no_log: Log):
    """And how to use a file."""
    with pytest.raises(OsmosisError, match="no embedded model 'llama'") as caught:
        await opened("local/llama", no_log)
    assert caught.value.code == "NOT_FOUND"
    assert "local/smollm2-135m-instruct" in str(caught.value.hint)


class TestThroughLiteLLM:
    """Providers with an API of their own. The library is real; no request leaves the machine."""

    @pytest.fixture(autouse=True)
    def _without_keys(self, monkeypatch):
        for name in (
            "OPENAI_API_KEY",
            "ANTHROPIC_API_KEY",
            "GEMINI_API_KEY",
            "GOOGLE_API_KEY",
            "OPENAI_BASE_URL",
        ):
            monkeypatch.delenv(name, raising=False)

    @pytest.mark.parametrize(
        ("model_path", "variable"),
        [
            ("openai/gpt-5-mini", "OPENAI_API_KEY"),
            ("anthropic/claude-x", "ANTHROPIC_API_KEY"),
            ("gemini/gemini-pro", "GEMINI_API_KEY"),
        ],
    )
    async def test_a_missing_key_is_found_before_the_run(self, no_log: Log, model_path: str, variable: str):
        """The official OpenAI endpoint goes this way too."""
        with pytest.raises(OsmosisError, match=f"{variable} is not set"):
            await opened(model_path, no_log)

    async def test_a_name_that_cannot_be_resolved_says_what_to_write(self, no_log: Log):
        """A near miss is suggested."""
        with pytest.raises(OsmosisError, match="names no provider") as caught:
            await opened("nonsense", no_log)
        assert "openai/gpt-5-mini" in str(caught.value.hint)
        with pytest.raises(OsmosisError, match="No provider is called 'antropic'") as caught:
            await opened("antropic/x", no_log)
        assert str(caught.value.hint).startswith("Did you mean anthropic/x?")

    async def test_the_official_base_url_does_not_count_as_ones_own(self, no_log: Log):
        """With it set, a missing key is still found by the library's rules."""
        with pytest.raises(OsmosisError, match="OPENAI_API_KEY is not set"):
            await opened("openai/gpt-5-mini", no_log, OPENAI_BASE_URL="https://api.openai.com/v1")

    async def test_a_native_model_is_called_and_its_failures_are_sorted(self, no_log: Log, provider: StubProvider):
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

    async def test_a_refused_connection_is_fatal_here_too(self, no_log: Log):
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

    async def test_the_environment_is_as_it_was_afterwards(self, no_log: Log, monkeypatch):
        """Keys are exported to the library for as long as the model is open."""
        import os

        monkeypatch.setenv("ANTHROPIC_API_KEY", "before-0123456789")
        env = {"ANTHROPIC_API_KEY": "during-0123456789", "ANTHROPIC_EXTRA": "x"}
        async with open_policy_model("anthropic/x", env=env, slots=1, log=no_log):
            assert os.environ["ANTHROPIC_API_KEY"] == "during-0123456789"
        assert os.environ["ANTHROPIC_API_KEY"] == "before-0123456789"
        assert "ANTHROPIC_EXTRA" not in os.environ
