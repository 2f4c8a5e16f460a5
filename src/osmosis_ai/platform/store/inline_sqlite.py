"""SQLite connections whose statements run where they are awaited, instead of in a thread of the connection's own.

A request reads a few indexed rows, which SQLite finds in less time than it takes to hand a statement to a thread and
back; a request makes about thirty such hand-overs. Readers never wait for a lock (WAL), so nothing is held up by them.
What may take long, a commit that flushes the disk or a check of the whole file, stays in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from queue import SimpleQueue
from typing import Any, override

from osmosis_ai.platform.store import sqlite

import aiosqlite  # isort: skip - sqlite has to be imported before it is

__all__ = ["InlineConnection", "connect_inline"]

type _Work = tuple[asyncio.Future[Any] | None, Callable[[], Any]]


class _NoQueue(SimpleQueue[_Work]):
    """In the place of the queue to a connection's thread: what is put into it is done at once."""

    @override
    def put_nowait(self, item: _Work) -> None:
        future, function = item
        try:
            result = function()
        except Exception as error:
            if future is None:
                raise
            future.set_exception(error)
        else:
            if future is not None:
                future.set_result(result)


class InlineConnection(aiosqlite.Connection):
    """An aiosqlite connection without its thread."""

    def __init__(self, connector: Callable[[], Any]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._tx = _NoQueue()

    @override
    def __await__(self) -> Generator[Any, None, aiosqlite.Connection]:
        return self._connect().__await__()


def connect_inline(database: str, **options: Any) -> InlineConnection:
    """A connection that is opened when it is awaited; `options` are those of `sqlite3.connect`."""
    return InlineConnection(lambda: sqlite.driver.connect(database, **options))
