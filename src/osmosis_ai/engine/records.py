"""The records of a run: from an attempt to its lines in the journal, and from those to what other files say of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from osmosis_ai.base.text import truncate
from osmosis_ai.engine.results import Result
from osmosis_ai.engine.work import Attempt, AttemptResult, Row
from osmosis_ai.semantics.members import omit_none
from osmosis_ai.semantics.outcomes import Scored, error_of, status_of
from osmosis_ai.semantics.rules import check_rules
from osmosis_ai.semantics.sample_figures import LONGEST_ANSWER
from osmosis_contract.base import adapter
from osmosis_contract.models.run_events import (
    AttemptEnded,
    AttemptErrorCategory,
    AttemptRecord,
    AttemptStarted,
    RolloutOutcome,
    RowStatus,
    RunEvent,
)
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_rows import RunRow

__all__ = [
    "JournalRecord",
    "Unfinished",
    "ended_record",
    "event_of",
    "index_row_of",
    "read_attempt",
    "read_event",
    "result_of",
    "row_mark",
    "row_preview",
    "started_record",
    "timestamp",
]

type JournalRecord = AttemptStarted | AttemptEnded | RunEvent

_LONGEST_MESSAGE = 8000
_LONGEST_TRACEBACK = 8192
_LONGEST_PROMPT = 2000
_LONGEST_LABEL = 500

# One pass over the JSON is enough here: every member has a type that lets no NaN and no infinity through.
_read_event = partial(adapter(RunEvent).validate_json, extra="allow", by_alias=True, by_name=False)
_read_attempt = partial(adapter(AttemptRecord).validate_json, extra="allow", by_alias=True, by_name=False)


def read_event(line: bytes) -> RunEvent:
    """An event from a line of JSON, read tolerantly. Raises ValueError for any other line, and a broken rule."""
    event: RunEvent = check_rules(_read_event(line))
    return event


def read_attempt(line: bytes) -> AttemptStarted | AttemptEnded:
    """A record of an attempt; else as `read_event`."""
    record: AttemptStarted | AttemptEnded = check_rules(_read_attempt(line))
    return record


@dataclass(frozen=True, slots=True)
class Unfinished:
    """How the last attempt at a work item without a result ended."""

    outcome: RolloutOutcome
    message: str | None


def timestamp() -> str:
    """Now, in UTC, to the millisecond, ending in Z."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def row_mark(source_row_index: int, run_index: int) -> str:
    """What a line of a run's log about a row and run has before its text."""
    return f"row {source_row_index} run {run_index} | "


def started_record(attempt: Attempt) -> AttemptStarted:
    """The record of an attempt that is about to be dispatched."""
    return AttemptStarted(
        event="started",
        row_index=attempt.item.row_index,
        run_index=attempt.item.run_index,
        source_row_index=attempt.item.source_row_index,
        attempt=attempt.number,
        rollout_id=attempt.rollout_id,
        at=timestamp(),
    )


def ended_record(attempt: Attempt, result: AttemptResult, redact: Callable[[str], str]) -> AttemptEnded:
    """The record of an attempt that has just ended, its texts redacted and cut."""
    category, message = error_of(result.outcome)
    failed = category is not None or message is not None
    known_category = None if category is None else AttemptErrorCategory(category.value)
    return AttemptEnded(
        event="ended",
        row_index=attempt.item.row_index,
        run_index=attempt.item.run_index,
        source_row_index=attempt.item.source_row_index,
        attempt=attempt.number,
        rollout_id=attempt.rollout_id,
        at=timestamp(),
        outcome=result.outcome.kind,
        duration_ms=round(result.duration_ms, 1),
        **omit_none(
            reward=result.outcome.reward if isinstance(result.outcome, Scored) else None,
            err_category=AttemptErrorCategory.ROLLOUT_PROTOCOL_ERROR if result.refused else known_category,
            err_message=redact(message)[:_LONGEST_MESSAGE] if message else None,
            err_location=result.err_location if failed else None,
            err_traceback=redact(result.err_traceback)[-_LONGEST_TRACEBACK:]
            if failed and result.err_traceback
            else None,
            metrics=dict(result.metrics) or None,
            answer=truncate(redact(result.answer), LONGEST_ANSWER) if result.answer else None,
            judges=list(result.judges) or None,
            tokens=result.tokens,
            tokens_estimated=result.tokens_estimated or None,
            max_context_tokens=result.max_context_tokens,
            cost_usd=result.cost_usd,
        ),
    )


def event_of(ended: AttemptEnded) -> RunEvent | None:
    """The event that an attempt gives rise to; None for the outcomes that leave the row pending."""
    status = status_of(ended.outcome)
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
            reward=ended.reward if ended.outcome is RolloutOutcome.SCORED else None,
            tokens=ended.tokens,
            tokens_estimated=ended.tokens_estimated,
            error_type=error_type,
            err_message=ended.err_message,
            err_location=ended.err_location,
            err_traceback=ended.err_traceback,
            metrics=ended.metrics,
            answer=ended.answer,
        ),
    )


def result_of(event: RunEvent, *, resumed: bool = False) -> Result:
    """What counts of an event. Only a success has a reward, whatever a file of another program says."""
    reward = event.reward if event.status is RowStatus.SUCCESS else None
    return Result(
        event.status,
        reward,
        event.tokens,
        resumed=resumed,
        metrics=event.metrics or {},
        tokens_estimated=bool(event.tokens_estimated),
    )


def index_row_of(event: RunEvent, result: Result) -> IndexRow:
    """The line of the index for a result and its event."""
    return IndexRow(
        row_index=event.row_index,
        run_index=event.run_index,
        rollout_id=event.rollout_id,
        status=event.status,
        **omit_none(
            trajectory_filename="trajectory.json" if result.has_trajectory else None,
            reward=result.reward,
            tokens=event.tokens,
            tokens_estimated=event.tokens_estimated,
            max_context_tokens=result.max_context_tokens,
            duration_ms=event.duration_ms,
            error_type=event.error_type,
            resumed=True if result.resumed else None,
            outcome=event.outcome,
            attempt=event.attempt,
            err_location=event.err_location,
            metrics=event.metrics,
            answer=event.answer,
        ),
    )


def row_preview(row_index: int, row: Row) -> RunRow:
    """What a row asks, short enough to show beside its result.

    The text of its messages but the system's, or its metadata where it has no prompt; cut, like its label.
    """
    texts = [message["content"] for message in row.prompt if message.get("role") != "system"]
    prompt = "\n".join(texts) if texts else json.dumps(row.metadata or {}, sort_keys=True, ensure_ascii=False)
    label = None if row.label is None else row.label[:_LONGEST_LABEL]
    return RunRow(row_index=row_index, prompt=prompt[:_LONGEST_PROMPT], **omit_none(label=label))
