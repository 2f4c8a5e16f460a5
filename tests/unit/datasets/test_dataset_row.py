"""What a row means: prompt mode, metadata mode, and how cells become text."""

import json

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets import open_dataset

PROMPT = {"user_prompt": "What is 15 * 23?", "ground_truth": "345"}


@pytest.fixture
def one(tmp_path):
    """Write one JSONL row and read it."""

    def read_one(row):
        path = tmp_path / "one.jsonl"
        path.write_text(json.dumps(row) + "\n")
        [found] = open_dataset(path).rows()
        return found

    return read_one


def test_the_system_prompt_comes_first(one):
    """`system_prompt` becomes the first message, `user_prompt` the second."""
    row = one({**PROMPT, "system_prompt": "You are a tutor."})
    assert row.prompt == [
        {"role": "system", "content": "You are a tutor."},
        {"role": "user", "content": "What is 15 * 23?"},
    ]
    assert (row.source_row_index, row.label, row.metadata) == (0, "345", None)


@pytest.mark.parametrize("absent", [{}, {"system_prompt": None}, {"system_prompt": ""}])
def test_a_null_or_empty_text_cell_is_absent(one, absent):
    """Null and the empty string mean the same as no cell."""
    assert [message["role"] for message in one({**PROMPT, **absent}).prompt] == ["user"]


def test_ground_truth_wins_over_label(one):
    """`label` is read only where `ground_truth` is absent."""
    assert one({**PROMPT, "label": "no"}).label == "345"
    assert one({**PROMPT, "ground_truth": "", "label": "yes"}).label == "yes"
    assert one({"user_prompt": "x", "label": "yes"}).label == "yes"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (345, "345"),
        (0, "0"),
        (1.0, "1.0"),
        (1.5e300, "1.5e+300"),
        (2**80, str(2**80)),
        (True, "true"),
        (False, "false"),
        (["a", 1, None], '["a",1,null]'),
        ({"é": [{}]}, '{"é":[{}]}'),
        ([], "[]"),
        (" ", " "),
    ],
)
def test_a_cell_that_is_not_text_becomes_its_json_text(one, value, text):
    """Numbers, booleans, lists and objects are given as their JSON text; strings exactly as they are."""
    row = one({"user_prompt": value, "ground_truth": value})
    assert row.prompt[-1]["content"] == text
    assert row.label == text


def test_other_columns_are_ignored(one):
    """A column outside the five changes nothing, whatever it holds."""
    assert one({**PROMPT, "id": 7, "score": 2**70}) == one(PROMPT)


@pytest.mark.parametrize(
    "metadata", [{"tag": "algebra", "n": [1, {"x": None}]}, '{"tag": "algebra", "n": [1, {"x": null}]}']
)
def test_metadata_is_an_object_or_its_json_text(one, metadata):
    """A JSON object and a string that holds one are read to the same metadata."""
    assert one({**PROMPT, "metadata": metadata}).metadata == {"tag": "algebra", "n": [1, {"x": None}]}


@pytest.mark.parametrize("empty", [None, "", "  ", {}, "{}"])
def test_empty_metadata_is_absent(one, empty):
    """Null, blank text and an empty object are no metadata; the row then needs a prompt."""
    assert one({"user_prompt": "x", "metadata": empty}).metadata is None
    with pytest.raises(OsmosisError, match="both missing or empty"):
        one({"metadata": empty})


@pytest.mark.parametrize("row", [{"user_prompt": "x"}, {"user_prompt": "x", "ground_truth": None, "label": ""}])
def test_a_row_without_label_and_metadata_is_a_row(one, row):
    """A prompt is enough: such a row runs and ends ungraded."""
    assert (one(row).label, one(row).metadata) == (None, None)


def test_metadata_alone_is_a_row_without_a_prompt(one):
    """Non-empty metadata needs no user prompt; a system prompt is still given."""
    assert one({"metadata": {"task": 1}}).prompt == []
    assert one({"metadata": {"task": 1}, "system_prompt": "s"}).prompt == [{"role": "system", "content": "s"}]


def test_integers_of_any_size_are_kept(one):
    """An integer beyond 64 bits in metadata stays exact."""
    assert one({"metadata": {"n": 2**70, "m": -(2**70)}}).metadata == {"n": 2**70, "m": -(2**70)}


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"ground_truth": "1"}, "user_prompt is missing"),
        ({"user_prompt": "", "ground_truth": "1"}, "user_prompt is empty"),
        ({"metadata": []}, "metadata is a list, not an object"),
        ({"metadata": 3}, "metadata is a number, not an object"),
        ({"metadata": True}, "metadata is a boolean, not an object"),
        ({"metadata": "null"}, "metadata is null, not an object"),
        ({"metadata": "[1]"}, "metadata is a list, not an object"),
        ({"metadata": "{'a': 1}"}, "metadata is text that is not JSON"),
        ({"metadata": '{"a": "\\ud800"}'}, "metadata.a holds half of a surrogate pair"),
        ({"metadata": {"a": {"b": [0, float("nan")]}}}, "metadata.a.b[1] is NaN"),
        ({"metadata": {"a": float("-inf")}}, "metadata.a is -Infinity"),
        ({"metadata": '{"a": 1e999}'}, "metadata.a is Infinity"),
        ({"user_prompt": float("nan"), "ground_truth": "1"}, "user_prompt is NaN"),
        ({"user_prompt": "x", "ground_truth": [float("inf")]}, "ground_truth[0] is Infinity"),
    ],
)
def test_a_row_at_fault_is_named_with_what_is_wrong(one, row, says):
    """Every fault names the row, the cell and what to do."""
    with pytest.raises(OsmosisError) as caught:
        one(row)
    assert f"one.jsonl, row 0 (line 1): {says}" in str(caught.value)
    assert caught.value.details["row"] == 0


def test_a_column_that_is_nearly_named_right_is_pointed_out(one):
    """A column whose name differs in case or spelling is named in the hint."""
    with pytest.raises(OsmosisError) as caught:
        one({"User Prompt": "x", "ground_truth": "1"})
    assert "'User Prompt'" in (caught.value.hint or "")
