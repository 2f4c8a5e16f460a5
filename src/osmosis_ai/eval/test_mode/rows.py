"""What the two kinds of agents have in common: a row goes in, and what became of it comes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from osmosis_ai.datasets.forms import build_loop_row
from osmosis_ai.datasets.row import DatasetRow
from osmosis_ai.engine.work import AttemptResult, Row
from osmosis_ai.eval.test_mode.model_session import SYSTEMIC
from osmosis_ai.models.accounts import RolloutUsage
from osmosis_ai.rollout.test_mode.loop import RolloutRequest, RolloutResult

__all__ = ["RowOptions", "RowRun", "RowRunner", "as_row", "request_of_row", "row_id", "systemic_fault"]

MAX_TOKENS_TOTAL = 4096


@dataclass(frozen=True, slots=True)
class RowOptions:
    """What every row's request says beside the row."""

    max_turns: int = 10
    completion_params: Mapping[str, Any] = field(default_factory=dict)
    debug_dir: Path | None = None
    """The folder in which `log_event` writes; None writes nothing."""


@dataclass(frozen=True, slots=True)
class RowRun:
    """What became of a row: for the engine, in the loop's words, and what its model calls used."""

    attempt: AttemptResult
    result: RolloutResult | None
    usage: RolloutUsage


class RowRunner(Protocol):
    """Runs rows, several at a time where it can."""

    async def run_row(self, row: Row, rollout_id: str) -> RowRun:
        """What became of the row. Raises nothing of user code's."""
        ...


def row_id(row: Row) -> str:
    """The identity of a row's rollout within a test."""
    return f"test-{row.source_row_index}"


def as_row(row: Row | Mapping[str, Any], row_index: int) -> Row:
    """The row under this number; a mapping of columns is read as the dataset's reader does. Raises RowFault."""
    if isinstance(row, Mapping):
        return build_loop_row(row_index, row, row)
    return DatasetRow(row_index, row.prompt, row.label, row.metadata)


def request_of_row(
    row: Row, rollout_id: str, options: RowOptions, metadata: Mapping[str, Any] | None = None
) -> RolloutRequest:
    """The request for a row: its prompts as messages, its other columns as metadata, under which the ground truth is
    too. Columns named like the runner's keys give way.

    Raises ValueError for metadata of more than 1 MiB.
    """
    own = {"ground_truth": row.label, "row_index": row.source_row_index, "test_mode": True, "execution_mode": "test"}
    return RolloutRequest(
        rollout_id=rollout_id,
        messages=[dict(message) for message in row.prompt],
        completion_params=dict(options.completion_params),
        max_turns=options.max_turns,
        max_tokens_total=MAX_TOKENS_TOTAL,
        metadata={**(row.metadata or {}), **own, **(metadata or {})},
    )


def systemic_fault(usage: RolloutUsage) -> str | None:
    """Why no other row could have an answer either; None while others may."""
    return next((fault.message for fault in usage.provider_faults if fault.kind in SYSTEMIC), None)
