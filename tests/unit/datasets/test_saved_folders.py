"""Folders that `save_to_disk` of the library `datasets` writes. pyarrow writes them here, in the same layout."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets import open_dataset
from osmosis_ai.datasets.convert import convert_dataset
from osmosis_ai.datasets.errors import DatasetError
from osmosis_ai.datasets.selection import parse_row_selection
from osmosis_ai.datasets.stats import dataset_stats
from osmosis_ai.datasets.validate import validate_dataset

ROWS = [
    {"user_prompt": f"{n} + 1?", "ground_truth": str(n + 1), "metadata": {"level": n, "tags": ["a"]}} for n in range(10)
]


def save(folder: Path, rows: list[dict[str, Any]], shards: int = 1) -> Path:
    """What `Dataset.save_to_disk` writes: Arrow streams, and state.json, which lists them."""
    folder.mkdir(parents=True)
    names = [f"data-{at:05}-of-{shards:05}.arrow" for at in range(shards)]
    table = pa.Table.from_pylist(rows)
    size = -(-len(rows) // shards)
    for at, name in enumerate(names):
        with pa.OSFile(str(folder / name), "wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
            writer.write_table(table.slice(at * size, size), max_chunksize=2)
    state = {"_data_files": [{"filename": name} for name in names], "_fingerprint": "0", "_split": None}
    (folder / "state.json").write_text(json.dumps(state))
    (folder / "dataset_info.json").write_text("{}")
    return folder


@pytest.fixture
def splits(tmp_path: Path) -> Path:
    """What `DatasetDict.save_to_disk` writes."""
    folder = tmp_path / "quiz"
    save(folder / "train", ROWS, shards=3)
    save(folder / "test", ROWS[:4])
    (folder / "dataset_dict.json").write_text(json.dumps({"splits": ["train", "test"]}))
    return folder


@pytest.mark.parametrize("shards", [1, 3])
def test_a_saved_folder_has_the_rows_of_its_files_in_order(tmp_path, shards):
    """The same rows as those of a JSONL file, however many files they are in."""
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    dataset = open_dataset(save(tmp_path / "saved", ROWS, shards))
    assert list(dataset.rows()) == list(open_dataset(path).rows())
    scan = dataset.scan()
    assert (scan.row_count, scan.selected_source_rows) == (10, "0-9")
    chosen = parse_row_selection("4,7-8")
    assert [row.source_row_index for row in dataset.rows(chosen)] == [4, 7, 8]
    assert dataset.size == sum(file.stat().st_size for file in dataset.path.glob("*.arrow"))


def test_validate_stats_and_convert_take_a_saved_folder(splits, tmp_path):
    """`folder:split` is a dataset file like any other."""
    path = splits.with_name("quiz:train")
    report = validate_dataset(path)
    assert (report.valid, report.rows, report.extension) == (True, 10, "arrow")
    dataset = open_dataset(path)
    assert dataset_stats(dataset).with_label == 10
    assert convert_dataset(dataset, tmp_path / "out.jsonl") == 10


def test_a_folder_of_splits_needs_one_of_them(splits):
    """The error lists the splits."""
    for name, said in ((":x", "has no split 'x'"), ("", "is a folder of splits: train, test")):
        with pytest.raises(OsmosisError, match=said) as caught:
            open_dataset(splits.with_name(f"quiz{name}"))
        assert caught.value.hint is not None
        assert "train" in caught.value.hint
    assert open_dataset(splits.with_name("quiz:test")).scan().row_count == 4
    with pytest.raises(OsmosisError, match="without splits"):
        open_dataset(splits / "test:train")


def test_problems_of_rows_have_their_numbers_across_files(tmp_path):
    """A row of the third file is named by its number in the whole."""
    rows = [*ROWS[:8], {**ROWS[8], "user_prompt": "a\0b"}, ROWS[9]]
    path = save(tmp_path / "saved", rows, shards=3)
    assert [(problem.code, problem.row) for problem in validate_dataset(path).errors.shown] == [("value", 8)]
    with pytest.raises(OsmosisError, match="row 8: a cell holds a NUL"):
        open_dataset(path).scan()


def test_equal_rows_are_found_across_files(tmp_path):
    """Metadata is compared as well as the prompt."""
    same_prompt = {**ROWS[0], "metadata": {"level": 9, "tags": ["a"]}}
    path = save(tmp_path / "saved", [*ROWS[:4], same_prompt, ROWS[0]], shards=3)
    assert [problem.rows for problem in validate_dataset(path).warnings.shown if problem.rows] == [(0, 5)]


@pytest.mark.parametrize("state", ["[]", "{", "{}", '{"_data_files":[{"filename":"../x.arrow"}]}',
                                   '{"_data_files":[{"filename":"x.arrow"}]}',
                                   '{"_data_files":[1]}', '{"_data_files":[],"_indices_files":[1]}'])  # fmt: skip
def test_a_folder_that_is_not_whole_is_a_clear_error(tmp_path, state):
    """No list of files, files outside of the folder or missing, a table of indices."""
    folder = save(tmp_path / "saved", ROWS)
    (folder / "state.json").write_text(state)
    with pytest.raises(OsmosisError) as caught:
        open_dataset(folder)
    assert caught.value.code == "VALIDATION"


def test_damage_anywhere_in_an_arrow_file_is_rows_or_a_clear_error(tmp_path):
    """Cut off or overwritten at every 37th byte: no other exception, when read or when validated."""
    folder = save(tmp_path / "saved", ROWS)
    (file,) = folder.glob("*.arrow")
    whole = file.read_bytes()
    for at in range(0, len(whole), 37):
        for data in (whole[: at + 1], whole[:at] + b"\xff\xff\xff\x7f" + whole[at + 4 :]):
            file.write_bytes(data)
            validate_dataset(folder)
            with contextlib.suppress(DatasetError):
                open_dataset(folder).scan()


def test_a_file_that_changes_after_opening_is_seen(tmp_path):
    """Each file of the folder is the one that was opened, or the pass fails."""
    dataset = open_dataset(save(tmp_path / "saved", ROWS, shards=2))
    dataset.parts[1][0].write_bytes(b"other")
    with pytest.raises(OsmosisError, match="has changed since"):
        dataset.scan()
