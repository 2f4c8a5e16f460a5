"""What did not work in a run, in lines for a person: which rows, what was said, and where in their code."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from osmosis_ai.base.text import truncate
from osmosis_ai.eval.run import EvalRun
from osmosis_ai.runs.reading.figures import row_ranges
from osmosis_contract.models.rollout import ErrorLocation
from osmosis_contract.models.run_events import RowStatus

__all__ = ["faults_of", "shown_path"]

_MOST_FAULTS = 12
_LONGEST_FAULT = 300
_LONGEST_ROWS = 60


@dataclass(slots=True)
class _Fault:
    """Attempts that failed alike: with one outcome, the same exception at the same place or else the same message."""

    outcome: str
    message: str
    place: str
    keys: list[tuple[int, int]] = field(default_factory=list)
    """Row, as an offset in the dataset file, and run of each attempt."""
    others: bool = False
    """Whether a later one has another message."""


def faults_of(run: EvalRun) -> list[str]:
    """Lines for what failed, the first of each kind, and for what was tried and has no result.

    Each kind has a line with its rows, its outcome and its message, and a line with the place in the user's code where
    there is one: a path from the current directory, line and function.
    """
    failed = _grouped(
        (
            (run.plan.source_row(event.row_index), event.run_index),
            str(event.outcome or event.status),
            event.err_message or event.error_type,
            event.err_location,
        )
        for event in run.events(RowStatus.FAILED)
    )
    unfinished = _grouped(
        ((run.plan.source_row(key[0]), key[1]), f"{left.outcome}, no result", left.message, None)
        for key, left in sorted(run.unfinished.items(), key=lambda pair: pair[0])
    )
    return [*_lines(failed, run), *_lines(unfinished, run)]


def shown_path(path: Path) -> str:
    """A path from the current directory, of what is below it."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _grouped(
    attempts: Iterable[tuple[tuple[int, int], str, str | None, ErrorLocation | None]],
) -> list[_Fault]:
    found: dict[tuple[str, str, str], _Fault] = {}
    for key, outcome, text, at in attempts:
        message = " ".join((text or "no message").split())
        place = "" if at is None else f"{at.file}:{at.line} in {at.function}"
        if place:
            message = message.replace(f" ({place})", "", 1)  # which has a line of its own
        alike = message.partition(":")[0] if place else message
        fault = found.setdefault((outcome, place, alike), _Fault(outcome, message, place))
        fault.keys.append(key)
        fault.others = fault.others or message != fault.message
    return list(found.values())


def _lines(faults: list[_Fault], run: EvalRun) -> Iterator[str]:
    for fault in faults[:_MOST_FAULTS]:
        first = " (the first; other messages differ)" if fault.others else ""
        yield f"{_named(fault, run)}: {fault.outcome}: {truncate(fault.message, _LONGEST_FAULT)}{first}"
        if fault.place:
            yield f"    at {_from_here(run, fault.place)}"
    if rest := sum(len(fault.keys) for fault in faults[_MOST_FAULTS:]):
        yield f"… and {rest} more that failed otherwise, all in {shown_path(run.folder / 'attempts.jsonl')}"


def _named(fault: _Fault, run: EvalRun) -> str:
    rows = row_ranges(row for row, _ in fault.keys)
    several = run.plan.attempts_per_row > 1
    if len(fault.keys) == 1:
        return f"row {rows}, run {fault.keys[0][1]}" if several else f"row {rows}"
    count = f" ({len(fault.keys)} attempts)" if several else f" ({len(fault.keys)} rows)"
    label = "row" if rows.isdecimal() else "rows"
    return f"{label} {truncate(rows, _LONGEST_ROWS)}{count}"


def _from_here(run: EvalRun, place: str) -> str:
    """The place, whose path is from the rollout's directory, or absolute, as a path from the current directory."""
    return shown_path(run.plan.rollout_dir / place)
