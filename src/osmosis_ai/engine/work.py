"""What a run consists of: work items, attempts at them, how an attempt ended, and what runs attempts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from osmosis_ai.semantics.outcomes import InfrastructureFailed, Outcome
from osmosis_ai.semantics.spent import Spent
from osmosis_contract.models.rollout import ErrorLocation
from osmosis_contract.models.sample import SampleJudge

__all__ = [
    "Attempt",
    "AttemptResult",
    "OpenRunner",
    "Row",
    "Runner",
    "RunnerLostError",
    "RunnerOpener",
    "WorkItem",
    "WorkKey",
]

type WorkKey = tuple[int, int]
"""A work item's identity within its run: the row's position in the selection, and which of its attempts."""


class Row(Protocol):
    """One row of a dataset, as a rollout gets it."""

    @property
    def source_row_index(self) -> int:
        """The row's position in the dataset, from 0."""

    @property
    def prompt(self) -> list[dict[str, Any]]:
        """Chat messages; empty when the row has only metadata."""

    @property
    def label(self) -> str | None:
        """What a grader compares with; None where there is none."""

    @property
    def metadata(self) -> dict[str, Any] | None:
        """What else the row has; None where there is nothing."""


@dataclass(frozen=True, slots=True)
class WorkItem:
    """One row to be tried once: `row_index` counts within the selection, `run_index` the run's attempts per row."""

    row_index: int
    run_index: int
    row: Row

    @property
    def key(self) -> WorkKey:
        """The item's identity within the run."""
        return (self.row_index, self.run_index)

    @property
    def source_row_index(self) -> int:
        """The row's position in the dataset."""
        return self.row.source_row_index


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try at a work item. `number` counts from 0; `rollout_id` is new for each."""

    item: WorkItem
    number: int
    rollout_id: str


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """How an attempt ended. Tokens are None where no model call was counted; the duration is in milliseconds.

    `cost_usd` is what the model calls cost, None where the model's price is not known.
    `refused` is True when the server would not take the rollout at all. `err_location` and `err_traceback` say where
    user code failed; `metrics` are the numbers of the sample, `answer` the text of its last answer, `judges` those that
    its grader asked. `tokens_estimated`: not all of the tokens were counted by the model's endpoint.
    """

    outcome: Outcome
    duration_ms: float
    tokens: int | None = None
    max_context_tokens: int | None = None
    cost_usd: float | None = None
    refused: bool = False
    err_location: ErrorLocation | None = None
    err_traceback: str | None = None
    metrics: Mapping[str, float] = field(default_factory=dict)
    answer: str | None = None
    judges: Sequence[SampleJudge] = ()
    tokens_estimated: bool = False


class RunnerLostError(Exception):
    """Whatever runs the attempts has died; every attempt in flight is lost with it. The text says how.

    `result` has what is known of the attempt all the same: how long it took and what its model calls used.
    """

    def __init__(self, message: str, result: AttemptResult | None = None) -> None:
        super().__init__(message)
        self.result = result or AttemptResult(InfrastructureFailed(message), 0.0)


class Runner(Protocol):
    """Runs attempts: over the rollout protocol, or in this process."""

    async def run(self, attempt: Attempt) -> AttemptResult:
        """The end of one attempt. Raises RunnerLostError when the runner itself died."""

    async def restart(self) -> None:
        """A fresh runner after a loss. Raises an OsmosisError when none can be had."""

    async def cancel(self) -> None:
        """Ends everything in flight, within seconds; those attempts, and any begun later, end as cancelled."""


class OpenRunner(Protocol):
    """A runner that is ready, with what a run needs to know of it."""

    @property
    def runner(self) -> Runner:
        """What runs the attempts."""

    @property
    def width(self) -> int:
        """How many attempts it takes at a time."""

    def spent(self) -> Spent:
        """What the model calls of its attempts have used since it was opened."""

    def stop_reason(self) -> str | None:
        """Why nothing more can be dispatched to it, in words; None while it can."""


type RunnerOpener = Callable[[], AbstractAsyncContextManager[OpenRunner]]
"""Opens a runner for the time in which a run dispatches. Entering raises OsmosisError for what does not start."""
