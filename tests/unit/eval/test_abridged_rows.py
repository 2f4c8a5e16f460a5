"""`rows.jsonl`: a line a row, short."""

import json

from osmosis_ai.datasets import DatasetRow
from osmosis_ai.runs.row_previews import abridged, row_lines

SYSTEM = {"role": "system", "content": "be brief"}


def test_prompt_is_the_text_without_the_system_message():
    """The system prompt is the same in every row and left out; prompt and label are cut after so many characters."""
    row = DatasetRow(7, [SYSTEM, {"role": "user", "content": "ü" * 3000}], "é" * 600, None)
    assert abridged(2, row).to_wire() == {"row_index": 2, "prompt": "ü" * 2000, "label": "é" * 500}


def test_row_without_a_prompt_shows_its_metadata():
    """As JSON with sorted keys, cut likewise; a row without a label has none."""
    row = DatasetRow(0, [SYSTEM], None, {"b": [1], "a": "ü"})
    assert abridged(0, row).to_wire() == {"row_index": 0, "prompt": '{"a": "ü", "b": [1]}'}


def test_lines_are_numbered_by_position():
    """Whatever rows of the file were picked."""
    rows = [DatasetRow(number, [{"role": "user", "content": "hi"}], None, None) for number in (5, 9)]
    assert [json.loads(line)["row_index"] for line in row_lines(rows)] == [0, 1]
