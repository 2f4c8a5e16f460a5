"""A scripted stub of an OpenAI-compatible provider, and a real server for the bridge."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from hypercorn.asyncio import serve
from hypercorn.config import Config

DROP = "drop"
HANG = "hang"
STREAM_END = b"data: [DONE]\n\n"
MESSAGES = [{"role": "user", "content": "2*3?"}]


def completion(text: str | None = "ok", **more: Any) -> dict[str, Any]:
    """A chat completion as a provider answers it."""
    return {
        "id": "chatcmpl-stub",
        "object": "chat.completion",
        "created": 1700000000,
        "model": "stub-model",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14, "queue_time": 0.1},
        **more,
    }


def chunk(delta: dict[str, Any] | None = None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    """A chunk as a provider streams it; without a delta and a finish reason it has no choices."""
    choices = [] if delta is None and finish is None else [{"index": 0, "delta": delta or {}, "finish_reason": finish}]
    head = {"id": "chatcmpl-stub", "object": "chat.completion.chunk", "created": 1700000000, "model": "stub-model"}
    return {**head, "choices": choices, **more}


USAGE = {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14}
SPOKEN = [
    chunk({"role": "assistant", "content": ""}),
    chunk({"content": "o"}),
    chunk({"content": "k"}),
    chunk(finish="stop"),
    chunk(usage=USAGE),
]


class Streamed:
    """A reply in server-sent events: objects and bytes are sent in turn, an asyncio.Event is waited for.

    DROP hangs up, HANG waits until the client does. Without either it ends in order.
    """

    def __init__(self, *pieces: Any, done: bool = True) -> None:
        self.pieces = [*pieces, *([STREAM_END] if done else [])]


class StubProvider:
    """A stub, not a model: answers each request with the next reply of its script, the last one for ever.

    A reply is an object (200), a (status, body, headers) triple, Streamed, DROP (hang up) or HANG (never answer).
    """

    def __init__(self) -> None:
        self.script: list[Any] = [completion()]
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.hung_up = asyncio.Event()
        self.asked = asyncio.Event()
        self.base_url = ""
        self.open: set[asyncio.StreamWriter] = set()

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open.add(writer)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while await self._answer(reader, writer):
                pass
        writer.close()
        self.open.discard(writer)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        self.requests.append((head[0].split()[1], headers, json.loads(body)))
        self.asked.set()
        reply = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if reply == DROP:
            return False
        if reply == HANG:
            await reader.read()
            self.hung_up.set()
            return False
        if isinstance(reply, Streamed):
            return await self._stream(reply, reader, writer)
        status, content, more = reply if isinstance(reply, tuple) else (200, reply, {})
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        lines = [f"HTTP/1.1 {status} x", f"content-length: {len(data)}", "content-type: application/json"]
        lines += [f"{name}: {value}" for name, value in more.items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        await writer.drain()
        return True

    async def _stream(self, reply: Streamed, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        writer.write(b"HTTP/1.1 200 x\r\ntransfer-encoding: chunked\r\ncontent-type: text/event-stream\r\n\r\n")
        for piece in reply.pieces:
            if isinstance(piece, asyncio.Event):
                await piece.wait()
                continue
            if piece == DROP:
                return False
            if piece == HANG:
                await reader.read()
                self.hung_up.set()
                return False
            data = piece if isinstance(piece, bytes) else f"data: {json.dumps(piece)}\n\n".encode()
            writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            await writer.drain()
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True


@pytest.fixture
async def provider() -> AsyncIterator[StubProvider]:
    """A stub provider on loopback."""
    stub = StubProvider()
    server = await asyncio.start_server(stub.handle, "127.0.0.1", 0)
    stub.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    yield stub
    server.close()
    for writer in list(stub.open):
        writer.close()
    await server.wait_closed()


@pytest.fixture
async def serve_app() -> AsyncIterator[Callable[[Any], str]]:
    """Serves ASGI applications on loopback with the default server; returns the base URL."""
    stop = asyncio.Event()
    running: list[asyncio.Task[None]] = []

    def start(app: Any) -> str:
        listener = socket.create_server(("127.0.0.1", 0))
        config = Config()
        config.bind = [f"fd://{listener.fileno()}"]
        config.graceful_timeout = 0.2
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        listener.detach()
        running.append(asyncio.create_task(serve(app, config, shutdown_trigger=stop.wait)))
        return url

    yield start
    stop.set()
    await asyncio.gather(*running)


@pytest.fixture
def no_log() -> Callable[[str], None]:
    """A log that drops everything."""
    return lambda _line: None
