"""A stream of bytes that has to have a certain length."""

from __future__ import annotations

from collections.abc import AsyncIterator

__all__ = ["Exactly"]


class Exactly(AsyncIterator[bytes]):
    """The pieces of a stream. Raises ValueError once there are more bytes than `size`, and at the end of fewer."""

    def __init__(self, content: AsyncIterator[bytes], size: int) -> None:
        self._content = content
        self._expected = size
        self.size = 0
        """The bytes that came so far."""

    async def __anext__(self) -> bytes:
        try:
            piece = await anext(self._content)
        except StopAsyncIteration:
            self.check()
            raise
        self.size += len(piece)
        if self.size > self._expected:
            raise ValueError(f"more than {self._expected} bytes arrived")
        return piece

    def check(self) -> None:
        """Raises ValueError where not all has come."""
        if self.size != self._expected:
            raise ValueError(f"{self.size} bytes arrived, and {self._expected} were announced")
