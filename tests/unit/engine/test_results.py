"""The table of results: what counts of every item, in columns."""

import pytest

from osmosis_ai.engine.results import Result, ResultTable
from osmosis_contract.models.run_events import RowStatus

OK, FAILED, SKIPPED = RowStatus.SUCCESS, RowStatus.FAILED, RowStatus.SKIPPED
FULL = Result(OK, 0.5, tokens=7, max_context_tokens=5, has_trajectory=True, resumed=True)


@pytest.mark.parametrize("result", [FULL, Result(FAILED), Result(SKIPPED, tokens=0), Result(OK, 0.0)])
def test_result_is_given_back_as_it_was_put(result: Result):
    """Nothing of a result is lost in the columns, and absent is not zero."""
    table = ResultTable(3, 2)
    table[1, 1] = result
    assert table[1, 1] == result
    assert list(table.keys()) == [(1, 1)]


def test_later_result_replaces_the_earlier_one():
    """An item has one result, and is counted once."""
    table = ResultTable(3, 1)
    table[0, 0] = FULL
    table[0, 0] = Result(FAILED)
    assert (len(table), table[0, 0]) == (1, Result(FAILED))
    assert (table.count(OK), table.count(FAILED)) == (0, 1)


@pytest.mark.parametrize("key", [(0, 1), (3, 0), (-1, 0), (0, -1), (0, 2)])
def test_items_without_a_result_have_none(key: tuple[int, int]):
    """Items not tried yet and items the run does not have are no results."""
    table = ResultTable(3, 2)
    table[0, 0] = FULL
    assert key not in table
    with pytest.raises(KeyError):
        table[key]


def test_keys_come_by_row_then_run_and_by_status():
    """Whatever the order in which results came."""
    table = ResultTable(2, 2)
    for key, status in (((1, 0), OK), ((0, 1), FAILED), ((0, 0), SKIPPED)):
        table[key] = Result(status)
    assert list(table.keys()) == [(0, 0), (0, 1), (1, 0)]
    assert list(table.keys(OK, FAILED)) == [(0, 1), (1, 0)]


def test_reopened_item_is_pending_until_it_has_a_new_result():
    """It keeps its result meanwhile, so that nothing is lost if the new attempt comes to none."""
    table = ResultTable(3, 1)
    table[0, 0], table[1, 0] = Result(FAILED), FULL
    assert table.pending == 1
    table.reopen(FAILED, SKIPPED)
    assert [table.is_pending((row, 0)) for row in range(3)] == [True, False, True]
    assert (table.pending, len(table), table[0, 0]) == (2, 2, Result(FAILED))
    table[0, 0] = FULL
    assert (table.pending, table.is_pending((0, 0))) == (1, False)


def test_attempts_on_record_never_shrink():
    """The highest number of attempts that was told of an item is the number there is."""
    table = ResultTable(1, 1)
    for attempts in (1, 3, 2):
        table.tried((0, 0), attempts)
    assert table.attempts((0, 0)) == 3


def test_figures_stay_as_they_were_taken():
    """Metrics are computed from the figures in another thread, while results go on coming."""
    table = ResultTable(2, 1)
    table[0, 0] = FULL
    figures = table.figures()
    table[1, 0] = FULL
    assert figures.count(OK) == 1
