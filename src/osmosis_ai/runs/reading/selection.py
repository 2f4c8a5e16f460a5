"""Which rows of a run are meant: those that failed, those that did not pass, those without a result."""

from __future__ import annotations

from dataclasses import dataclass

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.runs.reading.items import OUTCOMES, ItemState
from osmosis_ai.runs.reading.run import Run
from osmosis_contract.models.run_events import RolloutOutcome
from osmosis_contract.models.run_manifest import RunSourceSelection

__all__ = ["NothingSelectedError", "RowsFrom", "parse_rows_from", "rows_of"]

_CHOICES = {str(choice): choice for choice in RunSourceSelection if choice is not RunSourceSelection.GRADER_FAILED}
_GRADER_FAILED = OUTCOMES.index(RolloutOutcome.GRADER_FAILED)


class NothingSelectedError(OsmosisError):
    """A run has no rows of the kind that was asked for, so there is nothing to do."""

    def __init__(self, run: Run, selection: RunSourceSelection) -> None:
        super().__init__(
            f"the run {run.name} has no rows to take: none of its {run.selection.count:,} rows is {selection}",
            hint=f"`osmosis eval info {run.name}` says what there is.",
            details={"run": run.name, "selection": str(selection)},
        )


@dataclass(frozen=True, slots=True)
class RowsFrom:
    """A run, by name or path, and which of its rows."""

    run: str
    selection: RunSourceSelection


def parse_rows_from(text: str) -> RowsFrom:
    """Reads `RUN` or `RUN:failed`, `RUN:not-passed`, `RUN:pending`. Raises OsmosisError for another word."""
    run, colon, word = text.rpartition(":")
    if not colon:
        run, word = text, "all"
    choice = _CHOICES.get(word)
    if choice is None or not run:
        raise OsmosisError(
            f"--rows-from {text!r} does not say which rows of which run",
            hint="Write RUN, RUN:failed, RUN:not-passed or RUN:pending.",
        )
    return RowsFrom(run, choice)


def rows_of(run: Run, selection: RunSourceSelection) -> list[int]:
    """The rows of a run that was refreshed, as offsets in the dataset file, ascending; empty where there is none.

    `failed`, `not-passed` and `pending` have no row in common: a row is pending when one of its attempts has no result,
    else failed when one failed, else not passed when one has no reward that reaches the pass threshold.
    """
    if selection is RunSourceSelection.ALL:
        return list(run.selection)
    items, n = run.items, run.manifest.inputs.n
    if selection is RunSourceSelection.GRADER_FAILED:
        return sorted({items.source[slot] for slot, outcome in enumerate(items.outcome) if outcome == _GRADER_FAILED})
    found: dict[int, set[RunSourceSelection]] = {}
    results: dict[int, int] = {}
    for slot in items.completed():
        source = items.source[slot]
        results[source] = results.get(source, 0) + 1
        kind = _kind_of(run, slot)
        if kind is not None:
            found.setdefault(source, set()).add(kind)
    return [
        source
        for source in run.selection
        if _row_kind(found.get(source, set()), results.get(source, 0), n) is selection
    ]


def _kind_of(run: Run, slot: int) -> RunSourceSelection | None:
    state = run.items.state[slot]
    if state == ItemState.FAILED:
        return RunSourceSelection.FAILED
    if state == ItemState.SUCCESS and not run.items.reward[slot] >= run.threshold:  # NaN reaches nothing
        return RunSourceSelection.NOT_PASSED
    return None


def _row_kind(kinds: set[RunSourceSelection], results: int, n: int) -> RunSourceSelection | None:
    if results < n:
        return RunSourceSelection.PENDING
    return next((kind for kind in (RunSourceSelection.FAILED, RunSourceSelection.NOT_PASSED) if kind in kinds), None)
