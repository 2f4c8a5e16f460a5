"""From a model_path to the right endpoint, key and base URL, or to an error that says what to write."""

from collections.abc import Callable

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.open_model import open_policy_model

from .conftest import StubProvider

BODY = {"messages": [{"role": "user", "content": "hi"}]}
Log = Callable[[str], None]


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
