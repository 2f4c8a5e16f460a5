"""A stub model: an OpenAI-compatible endpoint on loopback that answers at once, in a process of its own.

It answers a chat with the last word of the last message. Calls whose last message begins with `bench row` are counted
and timed on the stub's own clock, so that what both sides did is measured by one and the same witness: `GET /seen`
tells, `GET /reset` begins anew. `python -m tests.peers.stub_model` prints its base URL and serves until it is ended.
"""

import asyncio
import contextlib
import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass

from tests.peers.published import ROOT

MARK = "bench row"
_HEAD_END = b"\r\n\r\n"


class _Seen:
    def __init__(self) -> None:
        self.first = self.last = 0.0
        self.calls = 0
        self.rows: set[str] = set()

    def add(self, text: str) -> None:
        self.last = time.perf_counter()
        self.first = self.first or self.last
        self.calls += 1
        self.rows.add(text)

    def told(self) -> dict[str, object]:
        return {"calls": self.calls, "rows": len(self.rows), "seconds": self.last - self.first}


class _Connection(asyncio.Protocol):
    """HTTP/1.1 with content lengths, as much of it as well-behaved clients need: a stub must not be the bottleneck."""

    def __init__(self, seen: list[_Seen]) -> None:
        self._seen = seen
        self._data = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._data += data
        while (end := self._data.find(_HEAD_END)) >= 0:
            head = bytes(self._data[:end])
            length = _content_length(head)
            if len(self._data) < end + len(_HEAD_END) + length:
                return
            body = bytes(self._data[end + len(_HEAD_END) : end + len(_HEAD_END) + length])
            del self._data[: end + len(_HEAD_END) + length]
            self._transport.write(_response(self._answer(head, body)))

    def _answer(self, head: bytes, body: bytes) -> dict[str, object]:
        path = head.split(b" ", 2)[1]
        if path == b"/seen":
            return self._seen[0].told()
        if path == b"/reset":
            self._seen[0] = _Seen()
            return {}
        if path.endswith(b"/models"):
            return {"object": "list", "data": [{"id": "stub", "object": "model"}]}
        text = _text(json.loads(body)["messages"][-1]["content"])
        if text.startswith(MARK):
            self._seen[0].add(text)
        return {
            "id": "stub",
            "object": "chat.completion",
            "created": 1,
            "model": "stub",
            "choices": [
                {"index": 0, "message": {"role": "assistant", "content": text.split()[-1]}, "finish_reason": "stop"}
            ],
            "usage": {"prompt_tokens": 5, "completion_tokens": 1, "total_tokens": 6},
        }


def _content_length(head: bytes) -> int:
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


def _text(content: object) -> str:
    return content if isinstance(content, str) else str(content[-1]["text"])  # type: ignore[index]


def _response(answer: dict[str, object]) -> bytes:
    body = json.dumps(answer).encode()
    return b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body)


@dataclass(frozen=True, slots=True)
class StubModel:
    """The running stub, by its base URL."""

    base_url: str

    def environment(self) -> dict[str, str]:
        """What makes either side take it for `openai/stub`, and inspect_ai for `openai-api/stub/stub`."""
        return {
            **dict.fromkeys(("OPENAI_BASE_URL", "OPENAI_API_BASE", "STUB_BASE_URL"), self.base_url),
            **dict.fromkeys(("OPENAI_API_KEY", "STUB_API_KEY"), "no-key-needed"),
        }

    def reset(self) -> None:
        """Counts from zero."""
        self._get("reset")

    def seen(self) -> dict[str, float]:
        """`calls`, distinct `rows`, and `seconds` from the first call to the last."""
        return self._get("seen")

    def _get(self, path: str) -> dict[str, float]:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(self.base_url.removesuffix("v1") + path, timeout=10) as response:
            told: dict[str, float] = json.load(response)
        return told


@contextlib.contextmanager
def stub_model() -> Iterator[StubModel]:
    """A stub for as long as the context lasts."""
    process = subprocess.Popen([sys.executable, "-m", __name__], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout is not None
        yield StubModel(process.stdout.readline().strip())
    finally:
        process.terminate()
        process.wait(10)
        assert process.stdout is not None
        process.stdout.close()


async def _serve() -> None:
    seen = [_Seen()]
    server = await asyncio.get_running_loop().create_server(lambda: _Connection(seen), "127.0.0.1", 0, backlog=1024)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve())
