"""Live previews: what every rollout's conversation looks like now, in a file that is renewed every 3 seconds."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from osmosis_ai.base.redaction.redactor import ambient_secrets
from osmosis_ai.rollout.context import RolloutContext
from osmosis_ai.rollout.observability.preview_bounds import Cleaner, Snapshot, snapshot_of_sample
from osmosis_ai.rollout.observability.preview_document import PreviewFacts, preview_text
from osmosis_ai.rollout.observability.preview_feed import PreviewFeed, followed, following
from osmosis_ai.rollout.observability.preview_files import PreviewRoot
from osmosis_ai.rollout.observability.watch import UNWATCHED, Observer, Watch
from osmosis_ai.rollout.types import (
    ExecutionOutcome,
    ExecutionResult,
    RolloutResultResponse,
    RolloutSample,
    RolloutStatus,
)

__all__ = ["INTERVAL_SEC", "Previews"]

logger = logging.getLogger(__name__)

INTERVAL_SEC = 3.0
_PATIENCE_SEC = 2.0
_CLOSE_SEC = 2.0


class Previews(Observer):
    """Writes `<root>/<rollout_id>/preview.json` every 3 seconds while a rollout lives, and once more at its end.

    One thread of its own makes and writes the documents, one after the other, so the more rollouts there are the
    less often each is renewed, and nothing else has to wait for it.
    """

    def __init__(self, root: PreviewRoot, interval_sec: float = INTERVAL_SEC) -> None:
        self.interval_sec = interval_sec
        self._root = root
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="osmosis-previews")
        self._warned = False

    def watch(self, rollout_id: str, metadata: Mapping[str, Any] | None, secrets: Sequence[str]) -> Watch:
        """The preview of a rollout; none for an id that does not match the pattern."""
        path = self._root.file_of(rollout_id)
        if path is None:
            logger.debug("rollout %r has no preview: its id does not suit", rollout_id)
            return UNWATCHED
        preview = _Preview(self, rollout_id, path, Cleaner([*secrets, *ambient_secrets()]))
        task = asyncio.get_running_loop().create_task(preview.run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return preview

    async def write(self, rollout_id: str, text: str) -> None:
        """Writes a preview. A fault is said once, and costs that preview alone."""
        try:
            await self.in_thread(self._root.write, rollout_id, text.encode())
        except OSError as error:
            level = logging.DEBUG if self._warned else logging.WARNING
            self._warned = True
            logger.log(level, "the preview of rollout %r is not written: %s", rollout_id, error)

    async def in_thread(self, function: Any, *args: Any) -> Any:
        """The function's result, from the thread that makes and writes previews."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *args)

    async def close(self) -> None:
        """Waits up to 2 seconds for last previews to be written, and stops."""
        tasks = set(self._tasks)
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=_CLOSE_SEC)
            for task in late:
                task.cancel()
            if late:
                logger.warning("%d previews were not brought to their end within %g s", len(late), _CLOSE_SEC)
                await asyncio.wait(late, timeout=1.0)
        self._thread.shutdown(wait=False, cancel_futures=True)


class _Preview(Watch):
    """The preview of one rollout."""

    def __init__(self, previews: Previews, rollout_id: str, path: Path, cleaner: Cleaner) -> None:
        self.preview_path = path
        self._previews = previews
        self._rollout_id = rollout_id
        self._cleaner = cleaner
        self._feed = PreviewFeed(cleaner.reach)
        self._sample: RolloutSample | None = None
        self._status = RolloutStatus.QUEUED
        self._ended = asyncio.Event()
        self._version = 0

    def moved(self, status: RolloutStatus) -> None:
        """The next preview says so."""
        self._status = status

    def workflow_done(self, result: ExecutionResult) -> None:
        """From now on, the sample is the conversation."""
        self._sample = result.sample

    def executed(self, outcome: ExecutionOutcome) -> None:
        """The sample that is saved, if there is one, is the conversation."""
        self._sample = outcome.result_to_save.sample or self._sample

    def settled(self, result: RolloutResultResponse) -> None:
        """The last preview is due."""
        self._status = result.status
        self._ended.set()

    def following(self, context: RolloutContext, messages: Sequence[Any]) -> AbstractContextManager[None]:
        """Looks into the execution; a backend that runs code elsewhere says so with `followed` itself."""
        context.preview_path = self.preview_path

        @contextlib.contextmanager
        def both() -> Iterator[None]:
            with following(self._feed), followed(context, lambda: messages):
                yield

        return both()

    async def run(self) -> None:
        """Writes previews until the rollout has ended, and then the last one."""
        try:
            while not await self._ends_within(self._previews.interval_sec):
                await self._feed.refresh(_PATIENCE_SEC)
                await self._write()
            await self._write()
        finally:
            self._feed.close()
            self._sample = None

    async def _ends_within(self, seconds: float) -> bool:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._ended.wait()
        return self._ended.is_set()

    async def _write(self) -> None:
        if not self._feed.enabled:
            return
        try:
            text = await self._previews.in_thread(self._text, self._feed.latest, self._sample, self._status)
        except Exception as error:
            logger.debug("rollout %r has no preview now: %s", self._rollout_id, error, exc_info=True)
            return
        if text is not None:
            await self._previews.write(self._rollout_id, text)

    def _text(self, known: Snapshot | None, sample: RolloutSample | None, status: RolloutStatus) -> str | None:
        snapshot = known
        if sample is not None:
            with contextlib.suppress(Exception):  # what is known already must do
                snapshot = snapshot_of_sample(sample, self._cleaner.reach) or known
        if snapshot is None:
            return None
        self._version += 1
        facts = PreviewFacts(self._rollout_id, status.value, self._version, datetime.now(UTC))
        return preview_text(snapshot, facts, self._cleaner)
