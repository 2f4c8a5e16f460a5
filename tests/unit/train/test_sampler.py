"""Which rows are held out and which a step tries."""

from __future__ import annotations

from osmosis_ai.train.sampler import rows_of_step, split_rows


def test_held_out_rows_are_apart_and_the_same_for_the_same_seed():
    split = split_rows(64, 0.25, 0)
    assert len(split.held_out) == 16
    assert sorted(split.train + split.held_out) == list(range(64))
    assert split == split_rows(64, 0.25, 0)
    assert split != split_rows(64, 0.25, 1)


def test_something_is_held_out_unless_nothing_is_asked_for_and_something_is_trained_on():
    assert len(split_rows(3, 0.01, 0).held_out) == 1
    assert split_rows(3, 0, 0).held_out == ()
    assert len(split_rows(2, 0.99, 0).train) == 1


def test_an_epoch_has_each_row_once_and_the_next_another_order():
    rows = list(range(12))
    first = [row for step in (1, 2, 3) for row in rows_of_step(rows, step, 4, 7)]
    second = [row for step in (4, 5, 6) for row in rows_of_step(rows, step, 4, 7)]
    assert sorted(first) == sorted(second) == rows
    assert first != second


def test_the_rows_of_a_step_do_not_depend_on_earlier_steps():
    """A resumed run goes on with the rows that an undisturbed one has."""
    assert rows_of_step(range(10), 9, 3, 1) == rows_of_step(range(10), 9, 3, 1)


def test_a_step_has_no_row_twice_unless_there_are_too_few():
    for step in range(1, 20):
        assert len(set(rows_of_step(range(5), step, 3, 0))) == 3
    assert len(rows_of_step(range(2), 1, 5, 0)) == 5
