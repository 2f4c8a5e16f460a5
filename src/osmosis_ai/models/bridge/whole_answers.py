"""What every model shares that answers whole."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator
from typing import Any

from osmosis_ai.models.bridge.chunks import as_chunk
from osmosis_ai.models.policy import Completion

__all__ = ["WholeAnswers"]


class WholeAnswers(ABC):
    """A PolicyModel but for its name: what it streams is one chunk."""

    @abstractmethod
    async def complete(self, body: dict[str, Any], *, timeout: float | None = None) -> Completion:  # noqa: ASYNC109
        """See PolicyModel.complete."""

    async def stream(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> AsyncGenerator[dict[str, Any]]:
        """See PolicyModel.stream: one chunk."""
        yield as_chunk((await self.complete(body, timeout=timeout)).response)
