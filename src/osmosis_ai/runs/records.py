"""From what the journal says of an attempt to what the run's other files say of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine.results import Result
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.base import adapter
from osmosis_contract.models.run_events import AttemptEnded, AttemptRecord, RolloutOutcome, RowStatus, RunEvent
from osmosis_contract.models.run_index import IndexRow

__all__ = [
    "EventFile",
    "Unfinished",
    "event_of",
    "has_result",
    "index_row_of",
    "read_attempt",
    "read_event",
    "result_of",
]

_STATUS = {
    RolloutOutcome.SCORED: RowStatus.SUCCESS,
    RolloutOutcome.UNGRADED: RowStatus.SUCCESS,
    RolloutOutcome.REMOVED: RowStatus.SKIPPED,
    RolloutOutcome.AGENT_FAILED: RowStatus.FAILED,
    RolloutOutcome.GRADER_FAILED: RowStatus.FAILED,
    RolloutOutcome.TIMED_OUT: RowStatus.FAILED,
}


# Lines of the journals, read tolerantly; ValueError for what is none. One pass over the JSON is enough here: every
# member has a type that lets no NaN and no infinity through.
read_event = partial(adapter(RunEvent).validate_json, extra="allow", by_alias=True, by_name=False)
read_attempt = partial(adapter(AttemptRecord).validate_json, extra="allow", by_alias=True, by_name=False)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """How the last attempt at a work item without a result ended."""

    outcome: RolloutOutcome
    message: str | None


def has_result(outcome: RolloutOutcome) -> bool:
    """True for the outcomes that settle a row."""
    return outcome in _STATUS


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
        **omit_none(
            reward=ended.reward,
            tokens=ended.tokens,
            error_type=error_type,
            err_message=ended.err_message,
        ),
    )


def result_of(event: RunEvent, place: int = -1, *, resumed: bool = False) -> Result:
    """What counts of the event that begins at a place of the file of events."""
    return Result(event.status, event.reward, event.tokens, resumed=resumed, place=place)


def index_row_of(event: RunEvent, result: Result) -> IndexRow:
    """The line of the index for a result and the event that told of it."""
    return IndexRow(
        row_index=event.row_index,
        run_index=event.run_index,
        rollout_id=event.rollout_id,
        status=event.status,
        **omit_none(
            trajectory_filename="trajectory.json" if result.has_trajectory else None,
            reward=event.reward,
            tokens=event.tokens,
            max_context_tokens=result.max_context_tokens,
            duration_ms=event.duration_ms,
            error_type=event.error_type,
            resumed=True if result.resumed else None,
            outcome=event.outcome,
            attempt=event.attempt,
        ),
    )


class EventFile:
    """The events of a run, read where they stand instead of being kept in memory."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, results: Iterable[Result]) -> Iterator[tuple[RunEvent, Result]]:
        """The event that told of each result, beside it. Raises OsmosisError when one cannot be read."""
        try:
            with self._path.open("rb") as file:
                for result in results:
                    file.seek(result.place)
                    line = file.readline()
                    yield read_event(line), result
        except (OSError, ValueError) as error:
            raise OsmosisError(
                f"{self._path} cannot be read back: {error}",
                hint="Something else has changed it. Its results are in attempts.jsonl as well.",
            ) from None
