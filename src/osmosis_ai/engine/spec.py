"""What a run is: resolved inputs, rows, limits, budget and thresholds, whatever kind of run it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from osmosis_ai.engine.budget import Budget
from osmosis_ai.engine.work import Row, WorkItem, WorkKey
from osmosis_contract.models.run_manifest import RunInputs

__all__ = ["RunSpec"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSpec:
    """A run, resolved."""

    run_id: str
    """The run's identity: 32 lower-case hexadecimal digits."""
    name: str
    dataset_name: str
    inputs: RunInputs
    """Everything that decides what the results are; a resumed run must have the same."""
    rows: Callable[[], Iterator[Row]]
    """The selected rows in order, read as they are needed. Iterating raises OsmosisError for an unreadable row."""
    row_count: int
    """How many rows are selected."""
    dataset_row_count: int
    """How many rows the whole dataset has."""
    max_in_flight: int | None = None
    """The most attempts at a time; None for as many as the runner takes."""
    budget: Budget = field(default_factory=Budget)
    """The most that all invocations of the run together may spend."""
    pass_threshold: float = 1.0
    """The reward from which a result counts as passed."""

    @property
    def runs_per_row(self) -> int:
        """How often each row is tried."""
        return self.inputs.n

    @property
    def work_items(self) -> int:
        """How many results the complete run has."""
        return self.row_count * self.runs_per_row

    def items(self, wanted: Callable[[WorkKey], bool]) -> Iterator[WorkItem]:
        """The work items that are wanted, in the order of the rows, read as they are needed."""
        for row_index, row in enumerate(self.rows()):
            for run_index in range(self.runs_per_row):
                if wanted((row_index, run_index)):
                    yield WorkItem(row_index, run_index, row)
