"""What is reported about a rollout while it runs, to an observer of the server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from osmosis_ai.rollout.types import ExecutionOutcome, RolloutResultResponse, RolloutStatus

__all__ = ["UNWATCHED", "Observer", "Watch"]


class Watch:
    """Receives what becomes of one rollout from its admission on; this one does nothing with it.

    Every method is called on the server's loop and must return at once.
    """

    def moved(self, status: RolloutStatus) -> None:
        """The rollout, still live, has a new status."""

    def executed(self, outcome: ExecutionOutcome) -> None:
        """The backend has given its outcome; saving and delivery follow."""

    def completed(self, result: RolloutResultResponse) -> None:
        """The rollout has ended; nothing is called after this."""


UNWATCHED = Watch()


class Observer(ABC):
    """Watches all rollouts of a server."""

    @abstractmethod
    def watch(self, rollout_id: str, metadata: Mapping[str, Any] | None) -> Watch:
        """The watch over a rollout that has just been admitted."""

    @abstractmethod
    async def close(self) -> None:
        """Hands on what is still queued, within a few seconds, and releases everything."""
