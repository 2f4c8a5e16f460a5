"""Where a preview gets a conversation that is still being written, on another thread.

The conversation belongs to the event loop that its code runs on. It is looked at there and nowhere else, between two
steps of that code, and nobody waits for it: a loop that is blocked gives no news until it is free.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future as ThreadFuture
from concurrent.futures import InvalidStateError
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field
from typing import Any

from osmosis_ai.rollout.context import RolloutContext
from osmosis_ai.rollout.observability.preview_bounds import (
    MAX_MESSAGES,
    Snapshot,
    snapshot_of_messages,
    snapshot_of_sample,
)

__all__ = ["PreviewFeed", "followed", "following"]

logger = logging.getLogger(__name__)

Messages = Callable[[], Sequence[Any]]


@dataclass(slots=True, eq=False)
class _Place:
    """An attempt at a rollout: its context, the conversation as its code keeps it, and the loop it runs on."""

    rollout: RolloutContext
    messages: Messages
    loop: asyncio.AbstractEventLoop
    context: Context
    asked: ThreadFuture[Snapshot | None] | None = None
    task: asyncio.Task[None] | None = field(default=None)


class PreviewFeed:
    """The conversation of one rollout, from whichever attempt at it began last.

    Attempts come and go on the threads of user code; everything else is called on the server's loop.
    """

    def __init__(self, reach: int) -> None:
        self._reach = reach
        self._lock = threading.Lock()
        self._place: _Place | None = None
        self._latest: Snapshot | None = None
        self._closed = False
        self.enabled = True

    @property
    def latest(self) -> Snapshot | None:
        """What is known of the conversation, None while nothing is."""
        return self._latest

    def attach(self, rollout: RolloutContext, messages: Messages) -> _Place:
        """An attempt begins on the running loop."""
        place = _Place(rollout, messages, asyncio.get_running_loop(), copy_context())
        with self._lock:
            if not self._closed:
                self._place = place
        return place

    def detach(self, place: _Place) -> None:
        """The attempt has ended, on its own loop; without a source, the conversation is looked at once more."""
        with self._lock:
            if self._place is not place:
                return
            self._place = None
            self.enabled = self.enabled and place.rollout.preview_enabled
        if place.task is not None:
            place.task.cancel()
        if place.rollout.sample_source is None:
            with contextlib.suppress(Exception):  # what stops a copy is no matter of the rollout
                self._keep(snapshot_of_messages(place.messages(), self._reach))

    def _keep(self, snapshot: Snapshot | None) -> None:
        """A source's word is not taken back for that of a list which nobody may be writing to."""
        with self._lock:
            known = self._latest
            if not self._closed and snapshot is not None and (snapshot.sourced or known is None or not known.sourced):
                self._latest = snapshot

    async def refresh(self, within: float) -> None:
        """Looks at the conversation where it lives; gives up after so many seconds, and then asks no second time."""
        place = self._place
        if place is None:
            return
        if place.asked is None:
            place.asked = self._ask(place)
        asked = place.asked
        await asyncio.wait({asyncio.wrap_future(asked)}, timeout=within)
        if not asked.done():
            return
        place.asked = None
        self.enabled = self.enabled and place.rollout.preview_enabled
        if self._place is place and not asked.cancelled():
            self._keep(asked.result())

    def _ask(self, place: _Place) -> ThreadFuture[Snapshot | None]:
        asked: ThreadFuture[Snapshot | None] = ThreadFuture()

        async def answer() -> None:
            try:
                snapshot = await self._look(place)
            except asyncio.CancelledError:
                asked.cancel()
                raise
            except BaseException as error:  # a source that asks the process to end: not from here
                logger.debug("rollout %r gave no preview: %r", place.rollout.rollout_id, error)
                snapshot = None
            with contextlib.suppress(InvalidStateError):
                asked.set_result(snapshot)

        def begin() -> None:
            if self._place is place:
                place.task = place.loop.create_task(answer(), context=place.context)
            else:
                asked.cancel()

        try:
            place.loop.call_soon_threadsafe(begin)
        except RuntimeError:  # the loop is closed
            asked.cancel()
        return asked

    async def _look(self, place: _Place) -> Snapshot | None:
        rollout = place.rollout
        if not rollout.preview_enabled:
            return None
        get_preview = getattr(rollout.sample_source, "get_preview", None)
        sample = None if get_preview is None else await get_preview(MAX_MESSAGES)
        if sample is not None:
            return snapshot_of_sample(sample, self._reach)
        return snapshot_of_messages(place.messages(), self._reach)

    def close(self) -> None:
        """Nothing is looked at any more; what was still asked of a source is called off."""
        with self._lock:
            place, self._place = self._place, None
            self._latest = None
            self._closed = True
        if place is not None and place.asked is not None:
            with contextlib.suppress(RuntimeError):
                place.loop.call_soon_threadsafe(lambda: place.task.cancel() if place.task is not None else None)


_feed: ContextVar[PreviewFeed | None] = ContextVar("osmosis_preview_feed", default=None)


@contextlib.contextmanager
def following(feed: PreviewFeed) -> Iterator[None]:
    """Makes `followed` find this feed, in this task and in all that it starts, whatever their loops."""
    token = _feed.set(feed)
    try:
        yield
    finally:
        _feed.reset(token)


@contextlib.contextmanager
def followed(rollout: RolloutContext, messages: Messages) -> Iterator[None]:
    """Lets live previews see an attempt at a rollout, where there are any: `messages` gives its conversation so far.

    Entered on the loop that the code runs on.
    """
    feed = _feed.get()
    if feed is None:
        yield
        return
    place = feed.attach(rollout, messages)
    try:
        yield
    finally:
        feed.detach(place)
