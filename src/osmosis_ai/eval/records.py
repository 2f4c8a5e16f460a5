"""From what the journal says of an attempt to what the run's other files say of it."""

from __future__ import annotations

from dataclasses import dataclass

from osmosis_ai.contract.members import known
from osmosis_contract.models.run_events import AttemptEnded, RolloutOutcome, RowStatus, RunEvent
from osmosis_contract.models.run_index import IndexRow

__all__ = ["Entry", "Unfinished", "event_of", "index_row_of"]

_STATUS = {
    RolloutOutcome.SCORED: RowStatus.SUCCESS,
    RolloutOutcome.UNGRADED: RowStatus.SUCCESS,
    RolloutOutcome.REMOVED: RowStatus.SKIPPED,
    RolloutOutcome.AGENT_FAILED: RowStatus.FAILED,
    RolloutOutcome.GRADER_FAILED: RowStatus.FAILED,
    RolloutOutcome.TIMED_OUT: RowStatus.FAILED,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """The current result of one work item. `resumed`: an earlier invocation of the run brought it."""

    event: RunEvent
    max_context_tokens: int | None
    trajectory: str | None
    resumed: bool


@dataclass(frozen=True, slots=True)
class Unfinished:
    """How the last attempt at a work item without a result ended."""

    outcome: RolloutOutcome
    message: str | None


def event_of(ended: AttemptEnded) -> RunEvent | None:
    """The event that an attempt gives rise to; None for the outcomes that leave the row pending."""
    status = _STATUS.get(ended.outcome)
    if status is None:
        return None
    error_type = None
    if status is RowStatus.FAILED:
        error_type = str(ended.err_category) if ended.err_category else ended.err_message or "rollout_failed"
    return RunEvent(
        row_index=ended.row_index,
        run_index=ended.run_index,
        source_row_index=ended.source_row_index,
        rollout_id=ended.rollout_id,
        status=status,
        duration_ms=ended.duration_ms,
        outcome=ended.outcome,
        attempt=ended.attempt,
        finished_at=ended.at,
        **known(
            reward=ended.reward,
            tokens=ended.tokens,
            error_type=error_type,
            err_message=ended.err_message,
        ),
    )


def index_row_of(entry: Entry) -> IndexRow:
    """The line of the index for a result."""
    event = entry.event
    return IndexRow(
        row_index=event.row_index,
        run_index=event.run_index,
        rollout_id=event.rollout_id,
        status=event.status,
        **known(
            trajectory_filename="trajectory.json" if entry.trajectory is not None else None,
            reward=event.reward,
            tokens=event.tokens,
            max_context_tokens=entry.max_context_tokens,
            duration_ms=event.duration_ms,
            error_type=event.error_type,
            resumed=True if entry.resumed else None,
            outcome=event.outcome,
            attempt=event.attempt,
        ),
    )
