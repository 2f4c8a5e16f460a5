"""OpenAI-compatible endpoints that stream: what is asked, what comes through, and every way of ending badly."""

import asyncio
from contextlib import aclosing
from typing import Any

import pytest

from osmosis_ai.models.policy import FaultKind, ProviderError, Sanitiser
from osmosis_ai.models.providers.direct import DirectModel, open_direct

from .conftest import DROP, HANG, MESSAGES, SPOKEN, Streamed, StubProvider, chunk, completion

BODY = {"messages": MESSAGES, "reasoning": {"effort": "low"}}


@pytest.fixture
async def model(provider: StubProvider):
    """The stub provider as a model."""
    async with open_direct("stub/m", "m", provider.base_url, api_key="key", sanitise=Sanitiser({})) as model:
        yield model


async def chunks_of(model: DirectModel, **more: Any) -> list[dict[str, Any]]:
    return [piece async for piece in model.stream({**BODY, **more})]


async def failure(model: DirectModel) -> tuple[ProviderError, int]:
    """What ends the stream, and how many chunks came before."""
    came = 0
    try:
        async for _ in model.stream(BODY, timeout=0.2):
            came += 1
    except ProviderError as error:
        return error, came
    raise AssertionError("the stream ended well")


async def test_the_provider_is_asked_to_stream_and_to_count(model: DirectModel, provider: StubProvider):
    """Other stream options stay; the chunks come as they are, usage among them."""
    provider.script = [Streamed(*SPOKEN)]
    assert await chunks_of(model, stream_options={"include_obfuscation": False}) == SPOKEN
    ((_, headers, body),) = provider.requests
    options = {"include_obfuscation": False, "include_usage": True}
    assert body == {**BODY, "model": "m", "stream": True, "stream_options": options}
    assert headers["authorization"] == "Bearer key"


async def test_events_are_read_however_they_are_cut(model: DirectModel, provider: StubProvider):
    """In the middle of a line or a character, with comments and carriage returns."""
    text = ': hello\r\n\r\ndata: {"choices":[{"delta":{"content":"é"},"finish_reason":"stop"}]}\r\n\r\n'
    data = text.encode()
    cut = data.index(b"\xc3") + 1
    provider.script = [Streamed(data[:3], data[3:cut], data[cut:])]
    assert [piece["choices"][0]["delta"]["content"] for piece in await chunks_of(model)] == ["é"]


async def test_a_chunk_comes_before_the_provider_ends(model: DirectModel, provider: StubProvider):
    """Nothing is held back."""
    go_on = asyncio.Event()
    provider.script = [Streamed(SPOKEN[1], go_on, SPOKEN[3])]
    async with aclosing(model.stream(BODY)) as chunks:
        assert await anext(chunks) == SPOKEN[1]
        go_on.set()
        assert [piece async for piece in chunks] == [SPOKEN[3]]


async def test_a_provider_that_does_not_stream_gives_one_chunk(model: DirectModel, provider: StubProvider):
    """Plain JSON is an answer to a request for a stream."""
    provider.script = [completion("6")]
    (piece,) = await chunks_of(model)
    assert piece["choices"][0]["delta"] == {"role": "assistant", "content": "6"}
    assert piece["usage"]["total_tokens"] == 14


async def test_a_connection_is_used_again_after_a_stream(model: DirectModel, provider: StubProvider):
    """A stream that was read to its end leaves it open."""
    provider.script = [Streamed(*SPOKEN)]
    for _ in range(3):
        await chunks_of(model)
    assert len(provider.open) == 1


@pytest.mark.parametrize(
    ("reply", "kind", "status", "came"),
    [
        ((429, {"error": "slow"}, {}), FaultKind.RATE_LIMIT, 429, 0),
        ((400, {"error": "bad"}, {}), FaultKind.BAD_REQUEST, 400, 0),
        (DROP, FaultKind.CONNECTION, None, 0),
        (HANG, FaultKind.TIMEOUT, None, 0),
        ({"choices": []}, FaultKind.INVALID_RESPONSE, 200, 0),
        (Streamed(SPOKEN[1], DROP), FaultKind.CONNECTION, None, 1),
        (Streamed(SPOKEN[1], HANG), FaultKind.TIMEOUT, None, 1),
        (Streamed(SPOKEN[1], done=False), FaultKind.CONNECTION, None, 1),
        (Streamed(SPOKEN[1], {"error": {"message": "upstream", "code": 503}}), FaultKind.SERVER, 503, 1),
        (Streamed(SPOKEN[1], b'event: error\ndata: {"error":"x"}\n\n'), FaultKind.SERVER, 502, 1),
        (Streamed(SPOKEN[1], b"data: nonsense\n\n"), FaultKind.INVALID_RESPONSE, 200, 1),
        (Streamed(SPOKEN[1], b"data: []\n\n"), FaultKind.INVALID_RESPONSE, 200, 1),
    ],
    ids=lambda value: getattr(value, "value", None),
)
async def test_a_stream_that_ends_badly_says_how(
    model: DirectModel, provider: StubProvider, reply: Any, kind: FaultKind, status: int | None, came: int
):
    """What came before stays; what ends it is one of the known kinds."""
    provider.script = [reply]
    error, before = await failure(model)
    assert (error.kind, error.status, before) == (kind, status, came)


async def test_a_stream_whose_last_word_came_needs_no_done(model: DirectModel, provider: StubProvider):
    """A finish reason is the end as well."""
    provider.script = [Streamed(chunk({"content": "ok"}, "stop"), done=False)]
    assert len(await chunks_of(model)) == 1


async def test_closing_a_stream_hangs_up(model: DirectModel, provider: StubProvider):
    """The provider does not go on generating for nobody."""
    provider.script = [Streamed(SPOKEN[1], HANG)]
    async with aclosing(model.stream(BODY)) as chunks:
        await anext(chunks)
    async with asyncio.timeout(20):
        await provider.hung_up.wait()
