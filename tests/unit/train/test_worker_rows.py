"""The rows of a step at the trainer's side: as many as asked, whole, and unscorable ones without a say."""

from __future__ import annotations

from typing import Any

import pytest

from osmosis_ai.train.isolated.trl_worker.errors import WorkerError
from osmosis_ai.train.isolated.trl_worker.rows import for_trl, micro_batch, read_rows

WHOLE = {"prompt_ids": [1], "sampled_ids": [5, 6], "mask": [1, 1], "logprobs": [-1.0, -2.0], "reward": 0.5}
LOST: dict[str, Any] = {"prompt_ids": [1], "sampled_ids": [], "mask": [], "logprobs": [], "reward": None}


def test_a_row_without_a_reward_is_one_masked_token_and_stays_without():
    """TRL leaves a reward of None out of baseline and loss; it needs a token all the same."""
    given = for_trl(read_rows([WHOLE, LOST], wanted=2, eos=2))
    assert given["osmosis_reward"] == [0.5, None]
    assert given["completion_ids"] == [[5, 6], [2]]
    assert given["env_mask"] == [[1, 1], [0]]


def test_fewer_rows_than_asked_are_an_error():
    with pytest.raises(WorkerError, match="1 rows and the trainer takes 2"):
        read_rows([WHOLE], wanted=2, eos=2)


@pytest.mark.parametrize("member", ["sampled_ids", "mask", "logprobs"])
def test_lengths_that_differ_are_an_error(member: str):
    with pytest.raises(WorkerError, match="different lengths"):
        read_rows([{**WHOLE, member: WHOLE[member][:1]}], wanted=1, eos=2)  # type: ignore[index]


def test_an_empty_answer_with_a_reward_is_an_error():
    with pytest.raises(WorkerError):
        read_rows([{**LOST, "reward": 0.0}], wanted=1, eos=2)


def test_a_micro_batch_divides_the_step():
    assert [micro_batch(rows, 8) for rows in (32, 24, 7, 9, 22)] == [8, 8, 7, 3, 2]
