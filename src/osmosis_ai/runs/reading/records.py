"""Results of a run as JSON: a line of a table, and one row and run with everything that is known of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from osmosis_ai.base.files.no_follow import open_below
from osmosis_ai.runs.reading.growing_file import line_at
from osmosis_ai.runs.reading.items import NONE, OUTCOMES, ItemState
from osmosis_ai.runs.reading.row_log import row_log
from osmosis_ai.runs.reading.row_texts import RowTexts
from osmosis_ai.runs.reading.run import Run
from osmosis_ai.runs.reading.safe_files import files_below
from osmosis_contract.models.run_events import AttemptEnded, AttemptStarted, RunEvent

__all__ = [
    "artifact_parts",
    "item_record",
    "message_of",
    "result_of",
    "rollout_id_of",
    "table_rows",
    "trajectory_parts",
]

_SHORT_PROMPT = 300
_SHORT_LABEL = 80
_SHORT_ERROR = 200
_SHORT_ANSWER = 200
_MOST_FILES = 500
_OF_ATTEMPT = (
    "attempt",
    "outcome",
    "reward",
    "err_category",
    "err_message",
    "err_traceback",
    "tokens",
    "duration_ms",
    "cost_usd",
)

JsonObject = dict[str, Any]


def result_of(run: Run, slot: int) -> JsonObject:
    """What the columns say of one row and run; what is not known is None."""
    items = run.items
    state = ItemState(items.state[slot])
    reward = _number(items.reward[slot])
    return {
        "row_index": items.row[slot],
        "run_index": items.run[slot],
        "source_row_index": items.source[slot],
        "state": state.name.lower(),
        "outcome": None if items.outcome[slot] == NONE else str(OUTCOMES[items.outcome[slot]]),
        "reward": reward,
        "passed": None if reward is None or not state.has_result else reward >= run.threshold,
        "tokens": _count(items.tokens[slot]),
        **({"tokens_estimated": True} if items.estimated[slot] else {}),
        "max_context_tokens": _count(items.context[slot]),
        "duration_ms": _number(items.duration[slot]),
        "cost_usd": _number(items.cost[slot]),
        "attempts": items.attempts[slot],
        "error_type": None if items.error[slot] == NONE else items.error_types[items.error[slot]],
        "finished_at": _number(items.finished[slot]),
        **({"metrics": metrics} if (metrics := items.metrics_of(slot)) else {}),
    }


def message_of(run: Run, slot: int) -> str | None:
    """What a failure said; None where nothing failed, or nothing was said."""
    return _result(run, slot).get("err_message") if run.items.error[slot] != NONE else None


def rollout_id_of(run: Run, slot: int) -> str | None:
    """The rollout whose result counts, or of the last attempt where there is none."""
    rollout_id: str | None = _result(run, slot).get("rollout_id")
    return rollout_id


def table_rows(run: Run, texts: RowTexts, slots: Sequence[int]) -> list[JsonObject]:
    """A page of a table: the results with the beginnings of prompt, label, answer and error."""
    asked = texts.of([run.items.row[slot] for slot in slots])
    rows: list[JsonObject] = []
    for slot in slots:
        text = asked.get(run.items.row[slot])
        recorded = _result(run, slot)
        failed = run.items.error[slot] != NONE
        rows.append(
            result_of(run, slot)
            | {
                "prompt": None if text is None else text.prompt[:_SHORT_PROMPT],
                "label": None if text is None or text.label is None else text.label[:_SHORT_LABEL],
                "error": ((recorded.get("err_message") if failed else None) or "")[:_SHORT_ERROR] or None,
                "answer": (recorded.get("answer") or "")[:_SHORT_ANSWER] or None,
            }
        )
    return rows


def item_record(run: Run, texts: RowTexts, slot: int) -> JsonObject:
    """One row and run in full: what was asked, the result, every attempt, and its files."""
    row_index, run_index = run.items.row[slot], run.items.run[slot]
    text = texts.of([row_index]).get(row_index)
    recorded = _result(run, slot)
    rollout_id = recorded.get("rollout_id")
    attempts = _attempts(run, slot)
    if not any(attempt["rollout_id"] == rollout_id for attempt in attempts) and rollout_id:
        attempts.append({name: recorded.get(name) for name in ("rollout_id", *_OF_ATTEMPT)})
    for attempt in attempts:
        attempt["counts"] = attempt["rollout_id"] == rollout_id
        attempt["has_trajectory"] = _has(run, trajectory_parts(run, slot, str(attempt["rollout_id"]), rollout_id))
    artifacts = run.folder.joinpath(*artifact_parts(run, slot))
    return result_of(run, slot) | {
        "prompt": None if text is None else text.prompt,
        "label": None if text is None else text.label,
        "error": recorded.get("err_message"),
        "location": recorded.get("err_location"),
        "traceback": recorded.get("err_traceback"),
        "answer": recorded.get("answer"),
        "no_trajectory": None if any(attempt["has_trajectory"] for attempt in attempts) else _why_none(run, slot),
        "log": row_log(run.folder, run.items.source[slot], run_index),
        "rollout_id": rollout_id,
        "attempt_records": attempts,
        "artifacts": [{"path": path, "size": size} for path, size in files_below(artifacts, at_most=_MOST_FILES)],
        "other_runs": [
            result_of(run, other)
            for number in range(run.manifest.inputs.n)
            if number != run_index and (other := run.items.slot(row_index, number)) is not None
        ],
    }


def _why_none(run: Run, slot: int) -> str:
    """Why a row and run has no conversation to read, in a sentence."""
    match ItemState(run.items.state[slot]):
        case ItemState.RUNNING:
            return "The rollout is running; its conversation is kept when it ends."
        case ItemState.SUCCESS | ItemState.SKIPPED:
            return "The workflow returned no messages and registered no sample source."
        case ItemState.PENDING | ItemState.FAILED:
            return "The rollout ended before it had made a model call, or nothing of it was kept."


def trajectory_parts(run: Run, slot: int, rollout_id: str, counting: object) -> list[str]:
    """Where the trajectory of an attempt is, below the run: the copy in place for the one whose result counts."""
    if rollout_id == counting:
        copy = ["trajectories", f"row_{run.items.row[slot]}_run_{run.items.run[slot]}.json"]
        if _has(run, copy):
            return copy
    return ["rollout_trials", rollout_id, "trajectory.json"]


def artifact_parts(run: Run, slot: int) -> list[str]:
    """The folder of the files that a result's workflow and grader left, below the run."""
    return ["artifacts", f"row_{run.items.row[slot]}_run_{run.items.run[slot]}"]


def _has(run: Run, parts: Sequence[str]) -> bool:
    try:
        open_below(run.folder, parts).close()
    except FileNotFoundError:
        return False
    return True


def _result(run: Run, slot: int) -> JsonObject:
    """The record of the result that counts, or of the end of the last attempt where there is none."""
    if run.items.event_at[slot] != NONE:
        return RunEvent.read(line_at(run.folder / "events.jsonl", run.items.event_at[slot])).to_wire()
    if run.items.ended_at[slot] != NONE:
        return AttemptEnded.read(line_at(run.folder / "attempts.jsonl", run.items.ended_at[slot])).to_wire()
    return {}


def _attempts(run: Run, slot: int) -> list[JsonObject]:
    """Every attempt of a row and run, in order: how it ended, or that it is running or was lost."""
    found: dict[str, JsonObject] = {}
    for offset in run.items.journal.offsets_of(slot):
        line = line_at(run.folder / "attempts.jsonl", offset)
        try:
            ended = AttemptEnded.read(line)
        except ValueError:
            started = AttemptStarted.read(line)
            found[started.rollout_id] = {
                "attempt": started.attempt,
                "rollout_id": started.rollout_id,
                "started_at": started.at,
                "outcome": None,
            }
        else:
            wire = ended.to_wire()
            found.setdefault(ended.rollout_id, {"attempt": ended.attempt, "rollout_id": ended.rollout_id})
            found[ended.rollout_id] |= {"ended_at": ended.at} | {name: wire.get(name) for name in _OF_ATTEMPT}
    return list(found.values())


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def _count(value: int) -> int | None:
    return None if value == NONE else value
