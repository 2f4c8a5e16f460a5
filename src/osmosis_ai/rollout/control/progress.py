"""How far a rollout has come, for those who wait and those who watch."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from osmosis_ai.semantics.outcomes import LIVE_STATUSES
from osmosis_contract.models.rollout import RolloutResultResponse, RolloutStatus

__all__ = ["Progress", "RolloutEvent", "live_result"]

_ORDER = (RolloutStatus.QUEUED, RolloutStatus.RUNNING, RolloutStatus.GRADING)


@dataclass(frozen=True, slots=True)
class RolloutEvent:
    """A change of status that the controller came to know of, at a time of the running loop's clock.

    `result` holds what the server said; the last event of a rollout that ended has its terminal result.
    """

    at: float
    result: RolloutResultResponse

    @property
    def status(self) -> RolloutStatus:
        """The new status."""
        return self.result.status


class Progress:
    """Every change of one rollout's status since its admission. It only ever moves forward."""

    def __init__(self, rollout_id: str) -> None:
        self.rollout_id = rollout_id
        self.status = RolloutStatus.QUEUED
        self.result: RolloutResultResponse | None = None
        self._events: list[RolloutEvent] = []
        self._closed = False
        self._changed = asyncio.Event()

    def report(self, result: RolloutResultResponse) -> None:
        """Takes what the server said; a status that is known already, or earlier than it, is no news."""
        if self.result is not None:
            if self.status not in LIVE_STATUSES:
                return
            if result.status in LIVE_STATUSES and _ORDER.index(result.status) <= _ORDER.index(self.status):
                return
        self.status, self.result = result.status, result
        self._events.append(RolloutEvent(asyncio.get_running_loop().time(), result))
        self._wake()

    def close(self) -> None:
        """Nothing more will come."""
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def reached(self, status: RolloutStatus) -> None:
        """Returns once the rollout is at a live status or past it, or nothing more will come."""
        while not self._closed and self.status in LIVE_STATUSES and _ORDER.index(self.status) < _ORDER.index(status):
            await self._changed.wait()

    async def events(self) -> AsyncIterator[RolloutEvent]:
        """Every event, those of the past first; ends when nothing more will come."""
        seen = 0
        while True:
            for event in self._events[seen:]:
                seen += 1
                yield event
            if seen == len(self._events):
                if self._closed:
                    return
                await self._changed.wait()


def live_result(rollout_id: str, status: RolloutStatus) -> RolloutResultResponse:
    """What a poll says of a rollout that has not ended."""
    return RolloutResultResponse(rollout_id=rollout_id, status=status, sample=None, err_message=None, err_category=None)
