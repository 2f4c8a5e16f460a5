"""`rows.jsonl`: a line a row, short."""

import json
from pathlib import Path

from osmosis_ai.datasets import DatasetRow
from osmosis_ai.engine.records import row_preview
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.local_ports import LocalSnapshots

SYSTEM = {"role": "system", "content": "be brief"}


def test_prompt_is_the_text_without_the_system_message():
    """The system prompt is the same in every row and left out; prompt and label are cut after so many characters."""
    row = DatasetRow(7, [SYSTEM, {"role": "user", "content": "ü" * 3000}], "é" * 600, None)
    assert row_preview(2, row).to_wire() == {"row_index": 2, "prompt": "ü" * 2000, "label": "é" * 500}


def test_row_without_a_prompt_shows_its_metadata():
    """As JSON with sorted keys, cut likewise; a row without a label has none."""
    row = DatasetRow(0, [SYSTEM], None, {"b": [1], "a": "ü"})
    assert row_preview(0, row).to_wire() == {"row_index": 0, "prompt": '{"a": "ü", "b": [1]}'}


async def test_rows_are_written_once(tmp_path: Path):
    """One line a row in order; a later invocation of the run leaves the file as it is."""
    snapshots = LocalSnapshots(RunFolder(tmp_path))
    row = DatasetRow(9, [{"role": "user", "content": "hi"}], None, None)
    await snapshots.write_rows(row_preview(number, row) for number in range(2))
    await snapshots.write_rows(iter(()))
    lines = (tmp_path / "rows.jsonl").read_text().splitlines()
    assert [json.loads(line)["row_index"] for line in lines] == [0, 1]
