"""OpenAI-compatible endpoints: what is sent, and what every way of failing becomes."""

import asyncio
import socket
from typing import Any

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.policy import FaultKind, PolicyModel, ProviderError, Sanitiser, Usage, preflight
from osmosis_ai.models.providers.direct import open_direct

from .conftest import DROP, HANG, StubProvider, completion

BODY = {"messages": [{"role": "user", "content": "hi"}], "reasoning": {"effort": "low"}, "foo": None}


@pytest.fixture
async def model(provider: StubProvider):
    """The stub provider as a model."""
    sanitise = Sanitiser({"SOME_API_KEY": "very-secret-value"})
    async with open_direct("stub/m", "m", provider.base_url + "/", api_key="key", sanitise=sanitise) as model:
        yield model


async def failure(model: PolicyModel) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        await model.complete(BODY)
    return caught.value


async def test_the_request_goes_out_as_it_came(model: PolicyModel, provider: StubProvider):
    """Every field arrives, nulls too; only `model` is set."""
    answer = await model.complete(BODY)
    ((path, headers, body),) = provider.requests
    assert path == "/v1/chat/completions"
    assert headers["authorization"] == "Bearer key"
    assert headers["content-type"] == "application/json"
    assert body == {**BODY, "model": "m"}
    assert answer.usage == Usage(11, 3, 14)


async def test_the_whole_response_is_kept(model: PolicyModel, provider: StubProvider):
    """Token ids, log-probabilities and fields nobody knows are in the completion."""
    given = completion(prompt_token_ids=[1], unheard_of={"a": 1})
    given["choices"][0]["logprobs"] = {"content": [{"token": "ok", "logprob": -0.1}]}
    provider.script = [given]
    assert (await model.complete(BODY)).response == given


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, FaultKind.BAD_REQUEST),
        (401, FaultKind.AUTHENTICATION),
        (402, FaultKind.BUDGET),
        (403, FaultKind.PERMISSION),
        (404, FaultKind.NOT_FOUND),
        (408, FaultKind.TIMEOUT),
        (413, FaultKind.BAD_REQUEST),
        (422, FaultKind.UNPROCESSABLE),
        (429, FaultKind.RATE_LIMIT),
        (500, FaultKind.SERVER),
        (503, FaultKind.SERVER),
        (302, FaultKind.SERVER),
    ],
)
async def test_a_status_becomes_a_kind_with_the_providers_words(
    model: PolicyModel, provider: StubProvider, status: int, kind: FaultKind
):
    """The status is kept, the message is the provider's own."""
    provider.script = [(status, {"error": {"message": "because\n of that"}}, {"retry-after": "7"})]
    error = await failure(model)
    assert (error.status, error.kind, error.message, error.retry_after) == (
        status,
        kind,
        "because of that",
        7.0,
    )


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"error": "plain"}, "plain"),
        ({"detail": "fastapi"}, "fastapi"),
        ({"message": "top"}, "top"),
        ({"error": {"message": "outer", "metadata": {"raw": "inner"}}}, "outer: inner"),
        (b"<html>bad  gateway</html>", "<html>bad gateway</html>"),
        (b"", "HTTP status 500"),
        (b"[1]", "[1]"),
        ({"error": {"message": "key very-secret-value is wrong"}}, "key [REDACTED] is wrong"),
    ],
)
async def test_error_bodies_of_every_shape_are_read(
    model: PolicyModel, provider: StubProvider, body: Any, message: str
):
    """Whatever shape an error has, its words come through, without secrets."""
    provider.script = [(500, body, {})]
    assert (await failure(model)).message == message


@pytest.mark.parametrize(
    "answer", [b"not json", b"[]", {"choices": []}, {"choices": None}, {"choices": [3]}, {"choices": [{}]}]
)
async def test_a_success_without_a_completion_is_the_providers_fault(
    model: PolicyModel, provider: StubProvider, answer: Any
):
    """An empty or malformed 200 is an invalid response, never an empty answer."""
    provider.script = [answer]
    assert (await failure(model)).kind is FaultKind.INVALID_RESPONSE


async def test_an_error_inside_a_success_counts_by_its_code(model: PolicyModel, provider: StubProvider):
    """Gateways that answer 200 with an error of the provider behind them are not believed."""
    provider.script = [{"error": {"message": "upstream", "code": 429}}, {"error": {"message": "upstream"}}]
    assert (await failure(model)).kind is FaultKind.RATE_LIMIT
    assert (await failure(model)).status == 502


async def test_an_exhausted_account_is_no_rate_limit(model: PolicyModel, provider: StubProvider):
    """OpenAI's 429 with insufficient_quota is a budget fault."""
    provider.script = [(429, {"error": {"message": "x", "code": "insufficient_quota"}}, {})]
    assert (await failure(model)).kind is FaultKind.BUDGET


async def test_a_dropped_connection_is_a_connection_fault(model: PolicyModel, provider: StubProvider):
    """It has no status."""
    provider.script = [DROP]
    error = await failure(model)
    assert (error.kind, error.status) == (FaultKind.CONNECTION, None)


async def test_a_provider_that_does_not_answer_times_out(model: PolicyModel, provider: StubProvider):
    """The connection is closed when time is up."""
    provider.script = [HANG]
    with pytest.raises(ProviderError, match=r"within 0\.05 s") as caught:
        await model.complete(BODY, timeout=0.05)
    assert caught.value.kind is FaultKind.TIMEOUT
    async with asyncio.timeout(20):
        await provider.hung_up.wait()


async def test_a_base_url_that_is_none_is_refused():
    """Before anything is sent."""
    with pytest.raises(OsmosisError, match="not an http or https URL"):
        async with open_direct("x/y", "y", "http://host:port", api_key=None, sanitise=Sanitiser({})):
            pass


async def test_preflight_passes_what_works_and_what_is_only_busy(model: PolicyModel, provider: StubProvider):
    """One tiny request; a rate limit passes; a server error is a warning."""
    provider.script = [
        completion(),
        (429, {"error": "slow"}, {}),
        (500, {"error": "broken"}, {}),
    ]
    assert await preflight(model) is None
    assert provider.requests[0][2]["messages"] == [{"role": "user", "content": "Hi"}]
    assert await preflight(model) is None
    assert await preflight(model) == "stub/m did not answer a first request: broken"


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 422])
async def test_preflight_stops_what_no_retry_would_mend(model: PolicyModel, provider: StubProvider, status: int):
    """The provider's words are in the error."""
    provider.script = [(status, {"error": "no way"}, {})]
    with pytest.raises(OsmosisError, match="no way") as caught:
        await preflight(model)
    assert caught.value.code == "VALIDATION"


async def test_a_refused_connection_fails_the_preflight():
    """Nobody listens: the run does not start."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    base = f"http://127.0.0.1:{port}/v1"
    async with open_direct("stub/m", "m", base, api_key=None, sanitise=Sanitiser({})) as model:
        with pytest.raises(OsmosisError, match="refused a first request") as caught:
            await preflight(model)
    assert caught.value.code == "NETWORK"
    assert caught.value.hint
