"""A rollout in flight, in the hands of whoever started it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Generator
from typing import Any

from osmosis_ai.rollout.control.progress import Progress, RolloutEvent
from osmosis_contract.models.rollout import RolloutResultResponse, RolloutStatus

__all__ = ["RolloutHandle"]


class RolloutHandle:
    """An admitted rollout. Awaiting it gives its terminal result, or raises what `RolloutClient.run_rollout` raises."""

    def __init__(self, progress: Progress, task: asyncio.Task[RolloutResultResponse]) -> None:
        self._progress = progress
        self._task = task
        task.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[RolloutResultResponse]) -> None:
        self._progress.close()
        if not task.cancelled():
            task.exception()  # a handle need not be awaited

    @property
    def rollout_id(self) -> str:
        """The rollout's id."""
        return self._progress.rollout_id

    @property
    def status(self) -> RolloutStatus:
        """The latest status that the controller knows of."""
        return self._progress.status

    @property
    def latest_result(self) -> RolloutResultResponse | None:
        """What the server said last, None before it said anything but that the rollout is admitted."""
        return self._progress.result

    def __await__(self) -> Generator[Any, None, RolloutResultResponse]:
        return asyncio.shield(self._task).__await__()

    def done(self) -> bool:
        """True once there is a result, an error, or the cancellation has ended."""
        return self._task.done()

    def cancel(self) -> bool:
        """Ends the rollout, here and on the server; awaiting the handle then raises CancelledError.

        The server is given five seconds to hear of it. False when the handle is done already.
        """
        return self._task.cancel()

    async def wait_for_running(self) -> RolloutStatus:
        """The status, once it is `running` or past that. Raises what awaiting the handle raises."""
        return await self._reached(RolloutStatus.RUNNING)

    async def wait_for_grading(self) -> RolloutStatus:
        """The status, once it is `grading` or past that. Raises what awaiting the handle raises."""
        return await self._reached(RolloutStatus.GRADING)

    async def wait_for_completion(self) -> RolloutResultResponse:
        """The terminal result."""
        return await self

    async def _reached(self, status: RolloutStatus) -> RolloutStatus:
        await self._progress.reached(status)
        if self._task.done():
            return (await self).status
        return self.status

    def events(self) -> AsyncIterator[RolloutEvent]:
        """Every change of status from the first, as it becomes known; ends with the rollout. Raises nothing."""
        return self._progress.events()

    def __aiter__(self) -> AsyncIterator[RolloutEvent]:
        return self.events()
