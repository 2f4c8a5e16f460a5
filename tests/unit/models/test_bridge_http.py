"""The bridge over real sockets: the route, the stream, and clients that hang up."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from osmosis_ai.models.bridge import ChatBridge
from osmosis_ai.models.bridge_app import bridge_app
from osmosis_ai.models.direct import open_direct
from osmosis_ai.models.policy import Sanitiser

from .conftest import HANG, StubProvider, completion

AUTH = {"authorization": "Bearer run-token"}
BODY = {"model": "osmosis-rollout", "messages": [{"role": "user", "content": "hi"}]}


@pytest.fixture
async def bridge(provider: StubProvider):
    """A bridge in front of the stub provider."""
    async with open_direct("stub/m", "m", provider.base_url, api_key="k", sanitise=Sanitiser({})) as model:
        bridge = ChatBridge(model, "run-token")
        bridge.expect("r1")
        yield bridge


@pytest.fixture
async def client(bridge: ChatBridge, serve_app: Callable[[Any], str]):
    """A client of the served bridge."""
    async with httpx.AsyncClient(base_url=serve_app(bridge_app(bridge)), headers=AUTH, trust_env=False) as client:
        yield client


PATH = "/v1/rollouts/r1/chat/completions"


async def test_a_rollouts_call_reaches_the_provider_and_comes_back(client: httpx.AsyncClient, provider: StubProvider):
    """The whole way: the provider sees its own model name and key, the rollout its own."""
    response = await client.post(PATH, json=BODY)
    assert response.status_code == 200
    assert response.json()["model"] == "osmosis-rollout"
    ((path, headers, body),) = provider.requests
    assert path == "/v1/chat/completions"
    assert headers["authorization"] == "Bearer k"
    assert body == {"messages": BODY["messages"], "model": "m"}


async def test_only_the_one_route_exists(client: httpx.AsyncClient):
    """Other methods are 405, other paths 404, a foreign token 401."""
    assert (await client.get(PATH)).status_code == 405
    assert (await client.post("/v1/rollouts/r1/completions", json=BODY)).status_code == 404
    assert (await client.post("/v1/rollouts/a%2Fb/chat/completions", json=BODY)).status_code == 404
    assert (await client.post(PATH, json=BODY, headers={"authorization": "Bearer x"})).status_code == 401


async def test_a_stream_arrives_as_server_sent_events(client: httpx.AsyncClient):
    """With the headers that keep proxies from holding it back."""
    async with client.stream("POST", PATH, json={**BODY, "stream": True}) as response:
        text = (await response.aread()).decode()
    assert response.headers["content-type"].startswith("text/event-stream")
    assert response.headers["cache-control"] == "no-cache"
    assert response.headers["x-accel-buffering"] == "no"
    assert text.startswith(": ping\n\ndata: {")
    assert text.endswith("data: [DONE]\n\n")


@pytest.mark.parametrize("stream", [True, False])
async def test_a_client_that_hangs_up_cancels_the_provider_call(
    client: httpx.AsyncClient, provider: StubProvider, bridge: ChatBridge, stream: bool
):
    """The provider's connection is closed, and nothing is booked."""
    provider.script = [HANG]
    call = asyncio.create_task(client.post(PATH, json={**BODY, "stream": stream}))
    await provider.asked.wait()
    call.cancel()
    async with asyncio.timeout(20):
        await provider.hung_up.wait()
    usage = bridge.pop_usage("r1")
    assert usage.calls == 0
    assert usage.provider_faults == []


async def test_many_rollouts_are_served_at_once_and_kept_apart(
    client: httpx.AsyncClient, bridge: ChatBridge, provider: StubProvider
):
    """Sixty-four calls in flight, each booked on its own rollout."""
    provider.script = [completion()]
    ids = [f"r-{i}" for i in range(64)]
    for rollout_id in ids:
        bridge.expect(rollout_id)
    answers = await asyncio.gather(
        *(client.post(f"/v1/rollouts/{rollout_id}/chat/completions", json=BODY) for rollout_id in ids)
    )
    assert {answer.status_code for answer in answers} == {200}
    assert [bridge.pop_usage(rollout_id).calls for rollout_id in ids] == [1] * 64


async def test_the_openai_client_understands_answers_streams_and_errors(
    client: httpx.AsyncClient, provider: StubProvider
):
    """What rollouts use in the field reads all three."""
    openai = pytest.importorskip("openai")
    base = str(client.base_url).rstrip("/") + "/v1/rollouts/r1"
    async with openai.AsyncOpenAI(base_url=base, api_key="run-token", max_retries=0) as sdk:
        whole = await sdk.chat.completions.create(**BODY, extra_body={"foo": 1})
        assert whole.choices[0].message.content == "ok"
        assert whole.usage.total_tokens == 14
        assert provider.requests[-1][2]["foo"] == 1
        chunks = [chunk async for chunk in await sdk.chat.completions.create(**BODY, stream=True)]
        assert [chunk.choices[0].delta.content for chunk in chunks] == ["ok"]
        provider.script = [(400, {"error": {"message": "no such parameter"}}, {})]
        with pytest.raises(openai.BadRequestError, match="no such parameter"):
            await sdk.chat.completions.create(**BODY)
        with pytest.raises(openai.APIError, match="no such parameter"):
            _ = [chunk async for chunk in await sdk.chat.completions.create(**BODY, stream=True)]
