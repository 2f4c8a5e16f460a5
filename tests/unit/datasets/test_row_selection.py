"""Row selections: 0-based, inclusive, deduplicated, sorted, and never expanded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets import RowSelection, parse_row_selection


@pytest.mark.parametrize(
    ("text", "rows", "compact"),
    [
        ("0", [0], "0"),
        ("3,7,10-12", [3, 7, 10, 11, 12], "3,7,10-12"),
        ("7,3,3", [3, 7], "3,7"),
        ("5-6,4-5,7", [4, 5, 6, 7], "4-7"),
        (" 1 , 2 - 3 ", [1, 2, 3], "1-3"),
        ("007", [7], "7"),
        ("4-4", [4], "4"),
    ],
)
def test_rows_are_zero_based_inclusive_sorted_and_without_repeats(text, rows, compact):
    """A selection means the same rows in whatever order it is written, and has one compact form."""
    selection = parse_row_selection(text)
    assert list(selection) == rows
    assert str(selection) == compact
    assert selection.count == len(rows)
    assert selection.last == rows[-1]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "an item is empty"),
        ("1,,2", "an item is empty"),
        ("1,", "an item is empty"),
        ("a", "'a' is not a row number"),
        ("-1", "'-1' is not a row number"),
        ("1-2-3", "'1-2-3' is not a row number"),
        ("1.5", "'1.5' is not a row number"),
        ("٣", "is not a row number"),
        ("5-2", "'5-2' ends before it starts"),
        ("9" * 5000, "beyond any file's last row"),
        ("x" * 5000, "is not a row number"),
    ],
)
def test_a_malformed_selection_names_the_item_at_fault(text, says):
    """Bad syntax and inverted ranges are VALIDATION errors that quote the item and show the form."""
    with pytest.raises(OsmosisError) as caught:
        parse_row_selection(text)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 250
    assert caught.value.code == "VALIDATION"
    assert "3,7,10-20" in (caught.value.hint or "")


def test_a_huge_range_costs_no_memory():
    """A range of a quintillion rows is kept as two numbers, and membership is still exact."""
    selection = parse_row_selection("5-999999999999999999")
    assert len(selection.ranges) == 1
    assert 4 not in selection
    assert 10**17 in selection
    assert selection.count == 10**18 - 5


@given(st.lists(st.integers(0, 60), min_size=1))
def test_the_compact_form_reads_back_to_the_same_selection(rows):
    """Any set of rows survives being written and parsed, and membership and overlap agree with the set."""
    selection = RowSelection.of(rows)
    assert parse_row_selection(str(selection)) == selection
    assert list(selection) == sorted(set(rows))
    assert [row for row in range(62) if row in selection] == sorted(set(rows))


def test_an_impossible_selection_cannot_be_built():
    """An empty selection and an inverted range are mistakes of the caller."""
    with pytest.raises(ValueError, match="at least one row"):
        RowSelection(())
    with pytest.raises(ValueError, match="not a range"):
        RowSelection(((3, 1),))
