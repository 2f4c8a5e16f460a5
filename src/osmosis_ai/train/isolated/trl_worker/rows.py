"""The rows of a step, as the run sends them and as TRL takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import WorkerError


@dataclass(frozen=True)
class Row:
    """One rollout. A row without a reward has no say: its one token is masked."""

    prompt_ids: list[int]
    sampled_ids: list[int]
    mask: list[int]
    logprobs: list[float]
    reward: float | None


def read_rows(given: Sequence[Mapping[str, Any]], *, wanted: int, eos: int) -> list[Row]:
    """The rows of a step. Raises WorkerError for fewer than wanted, and for one whose lengths differ.

    TRL takes neither: fewer rows are a KeyError there, an empty one an IndexError, and log-probabilities that are one
    short are padded without a word.
    """
    if len(given) != wanted:
        raise WorkerError(f"the step has {len(given)} rows and the trainer takes {wanted}")
    rows = []
    for number, row in enumerate(given):
        reward = row["reward"]
        if reward is None:
            rows.append(Row(row["prompt_ids"] or [eos], [eos], [0], [0.0], None))
            continue
        lengths = {len(row[name]) for name in ("sampled_ids", "mask", "logprobs")}
        if len(lengths) != 1 or lengths == {0} or not row["prompt_ids"]:
            raise WorkerError(f"row {number} has ids, log-probabilities and a mask of different lengths, or none")
        rows.append(Row(row["prompt_ids"], row["sampled_ids"], row["mask"], row["logprobs"], float(reward)))
    return rows


def for_trl(rows: Sequence[Row]) -> dict[str, list[Any]]:
    """What `rollout_func` returns; `osmosis_reward` is handed to the reward function."""
    return {
        "prompt_ids": [row.prompt_ids for row in rows],
        "completion_ids": [row.sampled_ids for row in rows],
        "logprobs": [row.logprobs for row in rows],
        "env_mask": [row.mask for row in rows],
        "osmosis_reward": [row.reward for row in rows],
    }


def micro_batch(rows: int, at_most: int) -> int:
    """The largest number of rows that divides a step and is not more than `at_most`."""
    return next(size for size in range(min(rows, at_most), 0, -1) if rows % size == 0)
