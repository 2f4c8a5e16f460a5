"""Many small messages to another process, written together: one system call a turn of the loop, and one wake-up."""

from __future__ import annotations

import asyncio

__all__ = ["BatchedWriter"]


class BatchedWriter:
    """Sends what it is given within one turn of the event loop as one write."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._waiting: list[bytes] = []

    def send(self, data: bytes) -> None:
        """Sends the bytes at the end of this turn of the loop, after all that was given before."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        self._waiting.append(data)

    async def drain(self) -> None:
        """Returns once the other side has not fallen far behind. Raises ConnectionError when it is gone."""
        await self._writer.drain()

    def flush(self) -> None:
        """Sends what is waiting now."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self._writer.write(b"".join(waiting))

    def close(self) -> None:
        """Sends what is waiting and closes the connection."""
        self.flush()
        self._writer.close()
