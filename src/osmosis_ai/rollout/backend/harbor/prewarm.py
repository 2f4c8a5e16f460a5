"""Images built and agents set up before a server takes rollouts."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from enum import StrEnum
from typing import Any

from osmosis_ai.base import variables
from osmosis_ai.rollout.backend.harbor.failures import TaskError
from osmosis_ai.rollout.backend.harbor.preparing import PreparedTrial, Preparer
from osmosis_ai.rollout.backend.harbor.tasks import TaskMode, TaskSource, task_directory, task_settings
from osmosis_ai.rollout.types import ExecutionRequest

__all__ = ["PrewarmMode", "Prewarmer", "prewarm_mode"]

logger = logging.getLogger(__name__)

_SYSTEMIC = re.compile(r"auth|unauthori|forbidden|credential|quota|rate.?limit|proxy", re.IGNORECASE)
_MOST_SYSTEMIC = 2
_SYSTEMIC_IN_A_ROW = 3
_YES = frozenset({"1", "true", "yes", "on"})
_NO = frozenset({"0", "false", "no"})


class PrewarmMode(StrEnum):
    """`auto` leaves out what is verified already, but for its healthcheck; `full` leaves out nothing."""

    AUTO = "auto"
    FULL = "full"
    HEALTHCHECK = "healthcheck"
    OFF = "off"


def prewarm_mode(value: str | bool | None) -> PrewarmMode:
    """The mode of an argument; without one that of `_OSMOSIS_HARBOR_PREWARM`, else `auto`. Raises ValueError."""
    if value is None:
        value = os.environ.get(variables.HARBOR_PREWARM) or PrewarmMode.AUTO.value
    if isinstance(value, bool):
        return PrewarmMode.AUTO if value else PrewarmMode.OFF
    word = value.strip().lower()
    if word in _YES:
        return PrewarmMode.AUTO
    if word in _NO:
        return PrewarmMode.OFF
    try:
        return PrewarmMode(word)
    except ValueError:
        raise ValueError(f"prewarm must be auto, full, healthcheck or off, or a bool, not {value!r}") from None


class Prewarmer:
    """Sets up the tasks of one backend, and knows which of them could not be."""

    def __init__(
        self,
        preparer: Preparer,
        run: Callable[[PreparedTrial], Awaitable[str | None]],
        *,
        mode: PrewarmMode,
        verified: bool | Iterable[str],
    ) -> None:
        if isinstance(verified, str):
            raise TypeError("verified_tasks must be a bool or a collection of task ids, not a text")
        self._preparer = preparer
        self._run = run
        self._mode = mode
        everything = os.environ.get(variables.HARBOR_TASKS_VERIFIED, "").strip().lower() in {"1", "true", "yes"}
        self._all_verified = everything or verified is True
        self._verified = frozenset() if isinstance(verified, bool) else frozenset(verified)
        self._failed: dict[str, str] = {}
        self.summary: dict[str, Any] | None = None

    def check(self, request: ExecutionRequest) -> None:
        """Raises RuntimeError for a rollout whose task could not be prewarmed."""
        metadata = request.metadata or {}
        if not self._failed or "harbor_task" in metadata:
            return
        task_id = metadata.get("harbor_task_id") if self._preparer.task_mode is TaskMode.DATASET else ""
        reason = self._failed.get(task_id) if isinstance(task_id, str) else None
        if reason is not None:
            raise RuntimeError(f"the task {task_id!r} could not be prewarmed: {reason}")

    async def run(self, task_ids: Sequence[str] | None, *, mode: PrewarmMode | None) -> None:
        """Prewarms, and sets `summary`."""
        mode = self._mode if mode is None else mode
        self.summary = {
            "mode": mode.value,
            "total": 0,
            "succeeded": 0,
            "skipped_verified": 0,
            "failed": 0,
            "failed_tasks": {},
        }
        if mode is PrewarmMode.OFF:
            return
        wanted = self._wanted(task_ids)
        self.summary["total"] = len(wanted)
        left = [task_id for task_id in wanted if self._is_wanted(task_id, mode)]
        self.summary["skipped_verified"] = len(wanted) - len(left)
        slots = asyncio.Semaphore(_parallel())
        streak = 0

        async def one(task_id: str) -> None:
            nonlocal streak
            async with slots:
                if streak >= _SYSTEMIC_IN_A_ROW:
                    self._failed[task_id] = "not tried, after failures that are not the task's"
                    return
                reason = await self._one(task_id)
            if reason is None:
                streak = 0
                self._failed.pop(task_id, None)
            else:
                streak = streak + 1 if _SYSTEMIC.search(reason) else 0
                self._failed[task_id] = reason

        async with asyncio.TaskGroup() as group:
            for task_id in left:
                group.create_task(one(task_id))
        failed = {task_id: self._failed[task_id] for task_id in left if task_id in self._failed}
        self.summary |= {"succeeded": len(left) - len(failed), "failed": len(failed), "failed_tasks": failed}
        self._refuse_if_hopeless(left, failed)

    def lifespan(self, prewarm: Callable[[], Awaitable[None]]) -> Callable[[Any], AbstractAsyncContextManager[None]]:
        """The prewarming as a server's lifespan."""

        @asynccontextmanager
        async def lifespan(app: Any) -> AsyncIterator[None]:
            await prewarm()
            yield

        return lifespan

    def _wanted(self, task_ids: Sequence[str] | None) -> list[str]:
        if self._preparer.task_mode is TaskMode.TEMPLATE:
            if task_ids:
                raise ValueError("in template mode there is one task; prewarm takes no task ids")
            return [""]
        if task_ids is None:
            raise ValueError("in dataset mode prewarm needs the ids of the tasks to prepare")
        if isinstance(task_ids, str):
            raise TypeError("task_ids must be a list of ids, not a text")
        wanted = list(dict.fromkeys(task_ids))
        named = _task_ids(os.environ.get(variables.PREWARM_TASK_IDS, ""))
        if named:
            wanted = [task_id for task_id in wanted if task_id in named]
            if not wanted:
                raise ValueError(f"{variables.PREWARM_TASK_IDS} names none of the tasks to prewarm")
        for task_id in wanted:
            task_directory(self._preparer.tasks_dir, task_id)
        return wanted

    def _directory(self, task_id: str) -> Any:
        root = self._preparer.tasks_dir
        return root if task_id == "" else task_directory(root, task_id)

    def _is_wanted(self, task_id: str, mode: PrewarmMode) -> bool:
        has_check = "healthcheck" in (task_settings(self._directory(task_id)).get("environment") or {})
        if mode is PrewarmMode.HEALTHCHECK:
            return has_check
        verified = self._all_verified or task_id in self._verified
        return mode is PrewarmMode.FULL or not verified or has_check

    async def _one(self, task_id: str) -> str | None:
        request = ExecutionRequest(
            id=f"prewarm-{secrets.token_hex(4)}", prompt=[{"role": "user", "content": "prewarm"}], grade=False
        )
        source = TaskSource(path=self._directory(task_id), from_prompt=task_id == "")
        try:
            prepared = await self._preparer.prepare_task(source, request, "", None, install_only=True)
            reason = await self._run(prepared)
        except (TaskError, ValueError, OSError) as error:
            reason = str(error)
        if reason is not None:
            logger.warning("the task %s could not be prewarmed: %s", task_id or self._preparer.tasks_dir, reason)
        return reason

    def _refuse_if_hopeless(self, tried: list[str], failed: dict[str, str]) -> None:
        if not failed:
            return
        systemic = sum(bool(_SYSTEMIC.search(reason)) for reason in failed.values())
        most = len(failed) * 2 > len(tried)
        if most or systemic >= _MOST_SYSTEMIC:
            first = next(iter(failed.values()))
            raise RuntimeError(f"{len(failed)} of {len(tried)} tasks could not be prewarmed; the first: {first}")


def _task_ids(text: str) -> frozenset[str]:
    if not text.strip():
        return frozenset()
    try:
        value = json.loads(text)
    except ValueError:
        value = text.split(",")
    return frozenset(str(each).strip() for each in (value if isinstance(value, list) else [value]))


def _parallel() -> int:
    """Half of the sandboxes there may be, where that is known; else as many as Harbor's queue lets in."""
    most = os.environ.get("OPENSANDBOX_MAX_SANDBOXES", "")
    return max(1, int(most) // 2) if most.isdigit() else 1 << 16
