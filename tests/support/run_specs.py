"""Specifications of runs over made-up rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from osmosis_ai.engine.spec import RunSpec
from osmosis_contract.models.run_manifest import RunInputs

__all__ = ["MadeUpRow", "run_inputs", "run_spec"]


@dataclass(frozen=True, slots=True)
class MadeUpRow:
    """A row that asks a numbered question."""

    source_row_index: int
    prompt: list[dict[str, Any]]
    label: str | None = None
    metadata: dict[str, Any] | None = None


def run_inputs(rows: int, *, runs_per_row: int = 1, model_path: str = "openai/stub") -> RunInputs:
    """Inputs of a run of so many rows."""
    return RunInputs.read(
        {
            "model_path": model_path,
            "dataset": {"sha256": "a" * 64, "selected_source_rows": f"0-{rows - 1}"},
            "n": runs_per_row,
            "rollout": {"name": "made-up", "entrypoint": "main.py", "source_digest": "b" * 64},
            "env": {},
            "secret_names": [],
            "timeouts": {"agent_timeout_sec": None, "grader_timeout_sec": None},
            "versions": {"rollout_protocol": "0.4", "dataset_normalization": 1, "state_schema": 1},
        }
    )


def run_spec(
    rows: int, *, question: str = "question", runs_per_row: int = 1, model_path: str = "openai/stub", **more: Any
) -> RunSpec:
    """A run of so many rows, each of which asks `<question> <number>`."""

    def made_up() -> Iterator[MadeUpRow]:
        return (MadeUpRow(row, [{"role": "user", "content": f"{question} {row}"}]) for row in range(rows))

    return RunSpec(
        run_id="1" * 32,
        name="made-up",
        dataset_name="made-up",
        inputs=run_inputs(rows, runs_per_row=runs_per_row, model_path=model_path),
        rows=made_up,
        row_count=rows,
        dataset_row_count=rows,
        **more,
    )
