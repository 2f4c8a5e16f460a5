"""What another's server may send, and what a rollout may: limits of size, compression, number and time."""

import asyncio
import gzip
import json
import sys
import zlib
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from osmosis_ai.base.http.network_variables import NetworkVariableError, proxy_for, ssl_context_for
from osmosis_ai.models.bridge import app as app_module
from osmosis_ai.models.bridge.app import bridge_app
from osmosis_ai.models.model_path import MissingApiKeyError
from osmosis_ai.models.open_model import open_policy_model
from osmosis_ai.models.policy import FaultKind, ProviderError, Sanitiser
from osmosis_ai.models.providers import answers
from osmosis_ai.models.providers.direct import DirectModel

from .conftest import MESSAGES, completion
from .scripted import TOKEN, ScriptedModel, ask, ask_json, bridge_for

BODY: dict[str, Any] = {"messages": MESSAGES}
MIB = 1024 * 1024


class Blocks(httpx.AsyncByteStream):
    """A body in blocks; counts how many were taken."""

    def __init__(self, blocks: Any, pause: float = 0.0) -> None:
        self.blocks = blocks
        self.pause = pause
        self.taken = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for block in self.blocks:
            self.taken += 1
            if self.pause:
                await asyncio.sleep(self.pause)
            yield block


def model_for(blocks: Blocks, *, stream: bool = False, **headers: str) -> DirectModel:
    """A model whose provider answers with these blocks."""

    class Transport(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            kind = "text/event-stream" if stream else "application/json"
            given = {name.replace("_", "-"): value for name, value in headers.items()}
            return httpx.Response(200, headers={"content-type": kind, **given}, stream=blocks)

    return DirectModel("stub/m", "m", "http://127.0.0.1:9/v1", Transport(), Sanitiser({}), headers={})


async def drained(model: DirectModel, **options: Any) -> list[dict[str, Any]]:
    return [chunk async for chunk in model.stream(BODY, **options)]


async def test_an_answer_without_end_is_given_up(monkeypatch):
    """At the limit, not when memory is full."""
    monkeypatch.setattr(answers, "MOST_BYTES", 4 * MIB)
    monkeypatch.setattr(answers.read_body, "__defaults__", (4 * MIB,))
    blocks = Blocks(bytes(MIB) for _ in range(4096))
    with pytest.raises(ProviderError, match="larger than 4 MiB") as caught:
        await model_for(blocks).complete(BODY)
    assert caught.value.kind is FaultKind.INVALID_RESPONSE
    assert blocks.taken == 5


async def test_events_and_lines_without_end_are_given_up(monkeypatch):
    """A line that never ends, an event that never ends, and a stream that never ends."""
    monkeypatch.setattr(answers, "MOST_EVENT_BYTES", 2 * MIB)
    monkeypatch.setattr(answers, "MOST_BYTES", 6 * MIB)
    comment = b": " + bytes(MIB // 2).replace(b"\0", b"x") + b"\n"
    for pieces in ([b"data: ", *[b"x" * MIB] * 4096], [b"data: " + b"x" * MIB + b"\n"] * 4096, [comment] * 4096):
        blocks = Blocks(iter(pieces))
        with pytest.raises(ProviderError, match="larger than"):
            await drained(model_for(blocks, stream=True))
        assert blocks.taken < 20


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
@pytest.mark.parametrize("stream", [False, True])
async def test_a_compression_bomb_is_given_up(encoding: str, stream: bool):
    """Zeros shrink a thousandfold; no answer of a model does."""
    packed = gzip.compress(bytes(48 * MIB)) if encoding == "gzip" else zlib.compress(bytes(48 * MIB))
    model = model_for(Blocks(iter([packed])), stream=stream, content_encoding=encoding)
    with pytest.raises(ProviderError, match=r"compressed more than 500 times|an event of the provider"):
        await (drained(model) if stream else model.complete(BODY))


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "raw deflate", "two members", "identity"])
async def test_compressed_answers_are_read(encoding: str):
    """As the servers that are around send them, in blocks that end anywhere."""
    plain = json.dumps(completion("ok")).encode()
    raw = zlib.compressobj(wbits=-15)
    packed = {
        "gzip": gzip.compress(plain),
        "deflate": zlib.compress(plain),
        "raw deflate": raw.compress(plain) + raw.flush(),
        "two members": gzip.compress(plain[:50]) + gzip.compress(plain[50:]),
        "identity": plain,
    }[encoding]
    named = {"raw deflate": "deflate", "two members": "gzip"}.get(encoding, encoding)
    blocks = Blocks(packed[at : at + 7] for at in range(0, len(packed), 7))
    answer = await model_for(blocks, content_encoding=named).complete(BODY)
    assert answer.response["choices"][0]["message"]["content"] == "ok"


@pytest.mark.parametrize(
    ("packed", "encoding"),
    [(b"x", "gzip"), (b"x", "br"), (gzip.compress(b"{}", mtime=0)[:-9], "gzip")],
    ids=["broken", "unknown", "cut"],
)
async def test_what_cannot_be_decompressed_is_the_providers_fault(packed: bytes, encoding: str):
    """Broken, cut off, or in an encoding that was not asked for."""
    with pytest.raises(ProviderError) as caught:
        await model_for(Blocks(iter([packed])), content_encoding=encoding).complete(BODY)
    assert not caught.value.kind.is_request_error


async def test_a_byte_at_a_time_does_not_reset_the_clock():
    """Neither for a whole answer nor for an event; comments do not either."""
    for stream, piece in ((False, b" "), (True, b"x"), (True, b": ping\n\n")):
        blocks = Blocks((piece for _ in range(10_000)), pause=0.01)
        model = model_for(blocks, stream=stream)
        with pytest.raises(ProviderError) as caught:
            await (drained(model, timeout=0.2) if stream else model.complete(BODY, timeout=0.2))
        assert caught.value.kind is FaultKind.TIMEOUT
        assert blocks.taken < 1000


EVENTS = (
    b': ping\n\nevent: ping\ndata:\n\ndata: {"choices": [{"delta": {"content": "ok"}, "finish_reason": "stop"}]}\n\n'
)


@pytest.mark.parametrize("end", [b"", b"data: [DONE]", b"data: [DONE]\n\n", b"data: null\n\ndata: [DONE]\n\n"])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("size", [1, 2, 1000])
async def test_a_stream_is_read_however_it_is_cut(end: bytes, line_end: bytes, size: int):
    """Any line ends, in blocks of any size; with empty events, comments, and without [DONE] or the last empty line."""
    body = (b"\xef\xbb\xbf" + EVENTS + end).replace(b"\n", line_end)
    blocks = Blocks(body[at : at + size] for at in range(0, len(body), size))
    (chunk,) = await drained(model_for(blocks, stream=True))
    assert chunk["choices"][0]["delta"]["content"] == "ok"


async def test_a_stream_that_was_not_asked_for_is_put_together():
    """And one that is not marked as a stream is read as one."""
    body = EVENTS + b"data: [DONE]\n\n"
    answer = await model_for(Blocks(iter([body]))).complete(BODY)
    assert answer.response["choices"][0]["message"] == {"content": "ok"}
    assert len(await drained(model_for(Blocks(iter([body]))))) == 1


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {"prompt_tokens": 2**63, "completion_tokens": 2**63, "total_tokens": 2**64},
        {"prompt_tokens": -5, "completion_tokens": -1, "total_tokens": -6},
        {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
        {"prompt_tokens": float("inf"), "total_tokens": "many"},
    ],
)
@pytest.mark.parametrize("stream", [False, True])
async def test_tokens_are_estimated_where_no_count_can_be_believed(usage: Any, stream: bool):
    """So that a limit of tokens takes effect; the estimate is marked, and is not sent on as the provider's count."""
    answered = completion("four " * 8)
    answered["usage"] = usage
    bridge = bridge_for(ScriptedModel(answered))
    if stream:
        answer = await ask(bridge, stream=True)
        assert b'"usage"' not in b"".join([event async for event in answer.events])
    else:
        assert "usage" not in (await ask_json(bridge))[1]
    used = bridge.pop_usage("r1")
    assert (used.prompt_tokens, used.completion_tokens, used.total_tokens) == (1, 10, 11)
    assert used.estimated
    assert (bridge.spent.tokens, bridge.spent.estimated) == (11, True)


async def posted(size: int, **headers: str) -> httpx.Response:
    bridge = bridge_for(ScriptedModel(completion()))
    transport = httpx.ASGITransport(bridge_app(bridge))
    async with httpx.AsyncClient(transport=transport, base_url="http://bridge") as client:
        content = json.dumps({"messages": [{"role": "user", "content": "x" * size}]})
        return await client.post(
            "/v1/rollouts/r1/chat/completions", content=content, headers={"authorization": f"Bearer {TOKEN}", **headers}
        )


async def test_a_request_body_beyond_the_limit_is_a_413(monkeypatch):
    """By its declared length, and by what comes."""
    monkeypatch.setattr(app_module, "MOST_BODY_BYTES", MIB)
    assert (await posted(10)).status_code == 200
    for answer in (await posted(2 * MIB), await posted(10, **{"content-length": "9" * 30})):
        assert answer.status_code == 413
        assert answer.json()["error"]["code"] == 413


async def test_a_body_that_does_not_come_is_a_408_and_a_stranger_sends_none(monkeypatch):
    """The key is checked before the body is read."""
    monkeypatch.setattr(app_module, "BODY_SECONDS", 0.05)
    app = bridge_app(bridge_for(ScriptedModel(completion())))
    for key, status in ((TOKEN, 408), ("another", 401)):
        sent: list[Any] = []
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/v1/rollouts/r1/chat/completions",
            "raw_path": b"",
            "query_string": b"",
            "headers": [(b"authorization", f"Bearer {key}".encode())],
        }
        never = asyncio.Event()

        async def receive(never: asyncio.Event = never) -> Any:
            await never.wait()

        async def send(message: Any, sent: list[Any] = sent) -> None:
            sent.append(message)

        await app(scope, receive, send)
        assert sent[0]["status"] == status


@pytest.mark.parametrize(
    ("kind", "status", "answered"),
    [
        (FaultKind.BUDGET, 429, 402),
        (FaultKind.AUTHENTICATION, 401, 401),
        (FaultKind.PERMISSION, 403, 403),
        (FaultKind.NOT_FOUND, 405, 404),
        (FaultKind.ENDPOINT, 417, 424),
        (FaultKind.PROXY, None, 424),
        (FaultKind.BAD_REQUEST, 413, 413),
        (FaultKind.BAD_REQUEST, None, 400),
        (FaultKind.RATE_LIMIT, 429, 429),
        (FaultKind.SERVER, 409, 502),
        (FaultKind.TIMEOUT, 408, 502),
        (FaultKind.CONNECTION, None, 502),
    ],
)
async def test_no_client_tries_again_what_the_bridge_has_tried(kind: FaultKind, status: int | None, answered: int):
    """A permanent error has a status that clients leave alone; every error says that another try is of no use."""
    answer = await ask(bridge_for(ScriptedModel(ProviderError("no", kind=kind, status=status))))
    assert (answer.status, answer.headers["x-should-retry"]) == (answered, "false")


async def test_a_missing_api_key_is_reported_before_litellm_is_imported(monkeypatch, no_log):
    """The import takes seconds."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "litellm"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "litellm", None)  # importing it is an ImportError now
    for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    for path in ("openai/gpt-5-mini", "gpt-5-mini", "anthropic/claude-x", "claude-x", "gemini/g", "groq/x"):
        with pytest.raises(MissingApiKeyError):
            async with open_policy_model(path, env={}, slots=1, log=no_log):
                pass


PROXIES = {"https_proxy": "http://proxy.test:3128"}


@pytest.mark.parametrize(
    ("url", "env", "proxy"),
    [
        ("https://api.test/v1", PROXIES, "http://proxy.test:3128"),
        ("https://api.test/v1", {"ALL_PROXY": "proxy.test:1"}, "http://proxy.test:1"),
        ("http://api.test/v1", PROXIES, None),
        ("https://127.0.0.1:1/v1", PROXIES, None),
        ("https://127.8.9.1:1/v1", PROXIES, None),
        ("https://[::1]:1/v1", PROXIES, None),
        ("https://localhost/v1", PROXIES, None),
        ("https://[::ffff:127.0.0.1]/v1", PROXIES, None),
        ("https://localhost/v1", {"https_proxy": "nonsense://"}, None),
        ("https://api.test/v1", {**PROXIES, "NO_PROXY": "*"}, None),
        ("https://api.test/v1", {**PROXIES, "NO_PROXY": "other, .test"}, None),
        ("https://api.test/v1", {**PROXIES, "NO_PROXY": "api.test:443"}, None),
        ("https://api.test/v1", {**PROXIES, "NO_PROXY": "api.test:8443,best"}, "http://proxy.test:3128"),
        ("https://10.1.2.3/v1", {**PROXIES, "NO_PROXY": "10.0.0.0/8"}, None),
        ("https://11.1.2.3/v1", {**PROXIES, "NO_PROXY": "10.0.0.0/8,nonsense/8"}, "http://proxy.test:3128"),
        ("https://[fd00::1]/v1", {**PROXIES, "NO_PROXY": "[fd00::]/8"}, None),
        ("https://[fd00::1]:5/v1", {**PROXIES, "NO_PROXY": "[fd00::1]:5"}, None),
    ],
)
def test_the_proxy_for_an_address(url: str, env: dict[str, str], proxy: str | None):
    """This machine is reached directly, whatever is set; exceptions are names, suffixes, networks and ports."""
    assert proxy_for(url, env) == proxy


@pytest.mark.parametrize("value", ["socks5://proxy.test:1", "http://", "http://proxy.test:port", "http://[", "://x"])
def test_a_proxy_variable_that_cannot_be_used_is_named(value: str):
    """With what to write instead; its value may hold a password and is not shown."""
    with pytest.raises(NetworkVariableError, match="HTTPS_PROXY") as caught:
        proxy_for("https://api.test", {"HTTPS_PROXY": value})
    assert "NO_PROXY" in str(caught.value.hint)
    assert value not in str(caught.value) or value == "http://"


def test_a_certificate_variable_that_cannot_be_used_is_named(tmp_path):
    """Only https reads certificates at all."""
    (tmp_path / "empty.pem").touch()
    for env, variable in (
        ({"SSL_CERT_FILE": str(tmp_path / "gone.pem")}, "SSL_CERT_FILE"),
        ({"SSL_CERT_FILE": str(tmp_path / "empty.pem")}, "SSL_CERT_FILE"),
        ({"SSL_CERT_DIR": str(tmp_path / "gone")}, "SSL_CERT_DIR"),
    ):
        ssl_context_for("http://127.0.0.1:1", env)
        with pytest.raises(NetworkVariableError, match=variable):
            ssl_context_for("https://api.test", env)


async def test_a_wrong_variable_keeps_a_model_from_opening(no_log, tmp_path):
    """Before the run, for direct and native providers; an endpoint on this machine does not read it."""
    env = {"SSL_CERT_FILE": str(tmp_path / "gone.pem"), "OPENROUTER_API_KEY": "k", "ANTHROPIC_API_KEY": "k"}
    for path in ("openrouter/a/b", "anthropic/claude-x"):
        with pytest.raises(NetworkVariableError, match="SSL_CERT_FILE"):
            async with open_policy_model(path, env=env, slots=1, log=no_log):
                pass
    env["HOSTED_VLLM_API_BASE"] = "http://127.0.0.1:9/v1"
    async with open_policy_model("hosted_vllm/m", env=env, slots=1, log=no_log):
        pass
