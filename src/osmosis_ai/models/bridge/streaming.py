"""Server-sent events to a rollout: what is produced while it listens, with a sign of life in every silence."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

from osmosis_ai.base.strict_json import encode

PING_SECONDS = 15.0
PING = b": ping\n\n"
DONE = b"data: [DONE]\n\n"


def data_event(data: dict[str, Any]) -> bytes:
    """An event that holds `data`."""
    return b"data: " + encode(data) + b"\n\n"


def error_event(data: dict[str, Any]) -> bytes:
    """The event that says what went wrong."""
    return b"event: error\n" + data_event(data)


async def sent_events(produce: Callable[[Callable[[bytes], None]], Awaitable[None]]) -> AsyncGenerator[bytes]:
    """A ping at once, then what `produce` gives to the function it is called with, until it returns; then [DONE].

    What came while the receiver was busy is sent together. Closing this cancels `produce`, and waits for its end.
    """
    ready: list[bytes] = []
    news = asyncio.Event()

    def send(event: bytes) -> None:
        ready.append(event)
        news.set()

    async def work() -> None:
        try:
            await produce(send)
        finally:
            news.set()

    working = asyncio.create_task(work())
    try:
        yield PING
        while True:
            try:
                async with asyncio.timeout(PING_SECONDS):
                    await news.wait()
            except TimeoutError:
                yield PING
                continue
            news.clear()
            ended = working.done()
            if ready:
                events = b"".join(ready)
                ready.clear()
                yield events
            if ended:
                break
        yield DONE
    finally:
        working.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await working
