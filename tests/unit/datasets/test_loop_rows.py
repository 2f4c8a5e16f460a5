"""Rows of agent loops: three columns that must be there, all others as metadata, from four formats."""

import csv
import datetime
import json
from decimal import Decimal
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from osmosis_ai.datasets import DatasetError, open_dataset
from osmosis_ai.datasets.forms import LOOP_ROWS, build_loop_row
from osmosis_ai.rollout.test_mode import DatasetReader

ROWS = [
    {"System_Prompt": "s", "user_prompt": f"u{number}", "GROUND_TRUTH": str(number), "Tag": f"t{number}"}
    for number in range(4)
]


def written(path: Path, rows: list[dict]) -> Path:
    match path.suffix:
        case ".json":
            path.write_text(json.dumps(rows))
        case ".jsonl":
            path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        case ".csv":
            with path.open("w", newline="") as file:
                writer = csv.DictWriter(file, rows[0])
                writer.writeheader()
                writer.writerows(rows)
        case ".parquet":
            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    return path


@pytest.mark.parametrize("extension", ["json", "jsonl", "csv", "parquet"])
def test_every_format_gives_the_same_rows(tmp_path: Path, extension: str):
    """Column names are found in any case, and other columns keep theirs."""
    reader = DatasetReader(written(tmp_path / f"rows.{extension}", ROWS))
    assert len(reader) == 4
    expected = [
        {"system_prompt": "s", "user_prompt": f"u{number}", "ground_truth": str(number), "Tag": f"t{number}"}
        for number in range(4)
    ]
    assert reader.read() == expected
    assert reader.read(limit=2, offset=1) == expected[1:3]
    assert list(reader.iter_rows(offset=3, limit=10)) == expected[3:]


@pytest.mark.parametrize("extension", ["json", "jsonl", "parquet"])
@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"user_prompt": None}, "user_prompt is null"),
        ({"user_prompt": " "}, "user_prompt is blank"),
        ({"user_prompt": 3}, "user_prompt is a number"),
    ],
)
def test_a_row_without_text_is_refused(tmp_path: Path, extension: str, cells: dict, said: str):
    """The error names the row; rows before the window are not looked at."""
    bad = {**ROWS[0], **cells}
    path = written(tmp_path / f"rows.{extension}", [bad] if extension == "parquet" else [*ROWS, bad])
    with pytest.raises(DatasetError, match=said) as caught:
        DatasetReader(path).read()
    assert caught.value.details["row"] == (0 if extension == "parquet" else 4)
    if extension != "parquet":
        assert len(DatasetReader(path).read(limit=4)) == 4


def test_a_missing_column_is_named_with_those_there_are(tmp_path: Path):
    """An evaluation's rows may lack a system prompt; a loop's may not."""
    path = written(tmp_path / "rows.jsonl", [{"user_prompt": "u", "ground_truth": "1"}])
    assert [row.label for row in open_dataset(path).rows()] == ["1"]
    with pytest.raises(DatasetError, match="system_prompt is missing") as caught:
        DatasetReader(path).read()
    assert "'user_prompt', 'ground_truth'" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"a": 1}', "an object, not a list"),
        ("[1]", "a number, not an object"),
        ("[{]", "not valid JSON"),
        ("[]", "no rows"),
    ],
)
def test_a_json_file_is_a_list_of_objects(tmp_path: Path, content: str, said: str):
    """Anything else is refused with the place."""
    path = tmp_path / "rows.json"
    path.write_text(content)
    with pytest.raises(DatasetError, match=said):
        DatasetReader(path).read()


def test_an_evaluation_still_reads_no_json(tmp_path: Path):
    """`.json` is a dataset of test mode alone."""
    path = written(tmp_path / "rows.json", ROWS)
    with pytest.raises(DatasetError, match="has the extension"):
        open_dataset(path)


def test_metadata_is_what_json_can_carry(tmp_path: Path):
    """Dates, decimals, bytes and what is not finite, as Parquet has them, become JSON; dates in ISO 8601."""
    row = {
        **ROWS[0],
        "day": datetime.date(2026, 1, 2),
        "price": Decimal("1.50"),
        "raw": b"\x00\xff",
        "ratio": float("nan"),
        "nested": {"list": [{"x": datetime.datetime(2026, 1, 2, 3, 4)}]},
    }
    path = written(tmp_path / "rows.parquet", [row])
    (read,) = open_dataset(path, form=LOOP_ROWS).rows()
    assert read.metadata == {
        "Tag": "t0",
        "day": "2026-01-02",
        "price": "1.50",
        "raw": "AP8=",
        "ratio": None,
        "nested": {"list": [{"x": "2026-01-02T03:04:00"}]},
    }


def test_a_window_past_the_end_is_an_error(tmp_path: Path):
    """A limit may go past the end; an offset may not."""
    reader = DatasetReader(written(tmp_path / "rows.jsonl", ROWS))
    assert len(reader.read(limit=99)) == 4
    with pytest.raises(DatasetError, match="no rows from row 4 on: the file has 4"):
        reader.read(offset=4)
    with pytest.raises(DatasetError, match="no rows are selected"):
        reader.read(limit=0)


def test_exact_names_are_preferred():
    """Where a row has the column in two spellings, the one in lower case counts and the other is metadata."""
    cells = {"User_Prompt": "other", "user_prompt": "mine", "system_prompt": "s", "ground_truth": "g"}
    row = build_loop_row(0, cells, cells)
    assert row.prompt[1]["content"] == "mine"
    assert row.metadata == {"User_Prompt": "other"}
