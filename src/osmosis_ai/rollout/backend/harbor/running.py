"""Running one trial on Harbor's queue, within bounds: what Harbor waits for without a limit has one here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from harbor.models.trial.result import TimingInfo, TrialResult

from osmosis_ai.rollout.backend.harbor.notes import TrialNotes
from osmosis_ai.rollout.backend.harbor.outcomes import TrialFailure
from osmosis_ai.rollout.errors import describe_exception
from osmosis_contract.models.harbor import HarborFailureCode, HarborPhase

__all__ = ["IDLE_SEC", "run_trial"]

logger = logging.getLogger(__name__)

IDLE_SEC = 180.0
"""How long a trial may be between two phases, or in its teardown: the copying of files, the end of the sandbox."""
_LOOK_SEC = 1.0
_CANCEL_SEC = 60.0


async def run_trial(
    trial: Coroutine[Any, Any, TrialResult], notes: TrialNotes, *, idle_sec: float = IDLE_SEC
) -> TrialFailure | None:
    """Runs the trial to its end; why it was ended, or could not be run, where it did not end by itself.

    Harbor's result is in the notes. Raises CancelledError when cancelled, once the trial has ended too.
    """
    task = asyncio.ensure_future(trial)
    idle = _Idle(idle_sec)
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=_LOOK_SEC)
            if not task.done() and idle.exceeded(notes):
                return await _ended(task, notes, idle_sec)
    except asyncio.CancelledError:
        await _cancel(task)
        raise
    if task.cancelled():
        return TrialFailure(HarborFailureCode.CANCELLED, HarborPhase.TEARDOWN, "cancelled")
    error = task.exception()
    if error is not None:
        from osmosis_ai.rollout.backend.harbor.failures import code_of_exception
        from osmosis_ai.rollout.backend.harbor.outcomes import phase_of

        phase = phase_of(notes.result)
        message = describe_exception(error)
        if notes.result is None:
            kind = HarborFailureCode.TASK_INVALID if isinstance(error, ValueError | OSError) else None
            code = kind or HarborFailureCode.SANDBOX_UNAVAILABLE
        else:
            code = code_of_exception(type(error).__name__, str(error), phase)
        logger.error("the trial could not be run: %s", message, exc_info=error)
        return TrialFailure(code, phase, message, type(error).__name__)
    notes.result = task.result()
    return None


class _Idle:
    """How long no phase of a trial has been under way."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._since: float | None = None

    def exceeded(self, notes: TrialNotes) -> bool:
        """True once that is too long. Every phase has a limit of its own, so the time in one does not count."""
        result = notes.result
        if result is None or _in_phase(result):
            self._since = None
            return False
        now = asyncio.get_running_loop().time()
        if self._since is None:
            self._since = now
        return now - self._since > self._most


def _in_phase(result: TrialResult) -> bool:
    phases = (result.environment_setup, result.agent_setup, result.agent_execution, result.verifier)
    timings = [
        *phases,
        *(timing for step in result.step_results or () for timing in (step.agent_execution, step.verifier)),
    ]
    return any(_open(timing) for timing in timings)


def _open(timing: TimingInfo | None) -> bool:
    return timing is not None and timing.started_at is not None and timing.finished_at is None


async def _ended(task: asyncio.Task[TrialResult], notes: TrialNotes, idle_sec: float) -> TrialFailure:
    await _cancel(task)
    result = notes.result
    decided = result is not None and (result.verifier_result is not None or result.exception_info is not None)
    code = HarborFailureCode.TEARDOWN_TIMEOUT if decided else HarborFailureCode.SANDBOX_DIED
    phase = HarborPhase.TEARDOWN if decided else HarborPhase.AGENT
    return TrialFailure(code, phase, f"the trial did not go on within {idle_sec:.0f} s; it was ended")


async def _cancel(task: asyncio.Task[TrialResult]) -> None:
    task.cancel()
    _, left = await asyncio.wait({task}, timeout=_CANCEL_SEC)
    if left:
        logger.error("a trial did not end within %d s of being cancelled", _CANCEL_SEC)
