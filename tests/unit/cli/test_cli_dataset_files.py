"""`osmosis dataset preview`, `convert` and `stats` as a person and a program see them."""

import json

import pytest
from cli_calls import Cli

from osmosis_ai.datasets import open_dataset, stats
from osmosis_contract.models.cli_results import DatasetConvertResult, DatasetPreviewResult, DatasetStatsResult

ROWS = [
    {
        "system_prompt": "s",
        "question": "What is 2*3?",
        "label": "6",
        "metadata": {"n": 1, "tags": ["a", None], "x": 1.5},
    },
    {"system_prompt": "s", "question": 'Is it 42? "Yes"\r\nor\u2028no, 1e5', "label": "42", "metadata": {"n": 2**60}},
    {"system_prompt": "s", "question": "A date", "label": "2024-01-01", "metadata": None},
    {"system_prompt": "s", "question": "A date", "label": "2024-01-01", "metadata": None},
]
MAP = ("--map", "question=user_prompt")


@pytest.fixture
def file(elsewhere):
    path = elsewhere / "a.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


def rows_of(path, **columns):
    return [(row.prompt, row.label, row.metadata) for row in open_dataset(path, columns).rows()]


def test_a_preview_shows_the_first_rows_as_a_rollout_gets_them(cli: Cli, file):
    """People get a line a text; programs the whole rows, by the contract."""
    assert "row 1, label: 42" in cli("dataset", "preview", "a.jsonl", *MAP).out
    document = cli("dataset", "preview", "a.jsonl", "--rows", "2", *MAP, "--json").document
    result = DatasetPreviewResult.read_strict(document["resource"])
    assert [row.label for row in result.rows] == ["6", "42"]
    assert result.rows[1].prompt[1].content == ROWS[1]["question"]
    assert "--rows: 0 is not allowed" in cli("dataset", "preview", "a.jsonl", "--rows", "0").err


def test_a_converted_file_has_the_same_rows(cli: Cli, file, elsewhere):
    """From JSONL to CSV to Parquet and back, the rows of a rollout are the same, characters and types."""
    wanted = rows_of(file, question="user_prompt")
    assert cli("dataset", "convert", "a.jsonl", "b.csv", *MAP).code == 0
    assert cli("dataset", "convert", "b.csv", "c.parquet").code == 0
    result = DatasetConvertResult.read_strict(
        cli("dataset", "convert", "c.parquet", "d.jsonl", "--json").document["resource"]
    )
    assert (result.row_count, result.metadata_form.value) == (4, "object")
    for name in ("b.csv", "c.parquet", "d.jsonl"):
        assert rows_of(elsewhere / name) == wanted
    assert type(rows_of(elsewhere / "d.jsonl")[0][2]["n"]) is int


def test_an_output_is_whole_or_not_there(cli: Cli, file, elsewhere):
    """What a struct would change is refused and nothing is left; a file that exists is kept unless told otherwise."""
    file.write_text("".join(json.dumps({**row, "metadata": {"a": None, "b": 1}}) + "\n" for row in ROWS))
    outcome = cli("dataset", "convert", "a.jsonl", "b.parquet", *MAP, "--metadata", "struct")
    assert (outcome.code, "would not hold the same row" in outcome.err) == (1, True)
    assert [path.name for path in elsewhere.iterdir()] == ["a.jsonl"]
    (elsewhere / "b.csv").write_text("mine")
    assert "exists already" in cli("dataset", "convert", "a.jsonl", "b.csv", *MAP).err
    assert (elsewhere / "b.csv").read_text() == "mine"
    assert cli("dataset", "convert", "a.jsonl", "b.csv", *MAP, "--overwrite").code == 0
    assert "is the file to convert" in cli("dataset", "convert", "b.csv", "b.csv", "--overwrite").err


def test_stats_find_equal_rows_and_labels_in_prompts(cli: Cli, file):
    """Lengths a column, groups of equal rows, and a label that stands in its prompt with the place of both."""
    assert "row 1: the label '42' stands in user_prompt at 6" in cli("dataset", "stats", "a.jsonl", *MAP).out
    result = DatasetStatsResult.read_strict(cli("dataset", "stats", "a.jsonl", *MAP, "--json").document["resource"])
    assert (result.row_count, result.with_label, result.with_metadata) == (4, 4, 2)
    assert result.duplicates == [[2, 3]]
    assert [(leak.row, leak.offset) for leak in result.leaks] == [(1, 6)]
    [label] = [found for found in result.lengths if found.column.value == "label"]
    assert (label.min, label.max, label.longest_row) == (1, 10, 2)


def test_a_label_is_named_in_each_prompt_in_which_it_stands(cli: Cli, file):
    """One place a prompt column; the row counts once."""
    file.write_text(json.dumps({"system_prompt": "x 3.14 y", "user_prompt": "pi is 3.14", "label": "3.14"}) + "\n")
    result = cli("dataset", "stats", "a.jsonl", "--json").document["resource"]
    places = [(leak["prompt_column"], leak["offset"]) for leak in result["leaks"]]
    assert (result["leak_count"], places) == (1, [("system_prompt", 2), ("user_prompt", 6)])


def test_stats_of_one_row_count_it_as_one(cli: Cli, file):
    """`1 row`, in each figure."""
    file.write_text(json.dumps({"user_prompt": "pi is 3.14", "label": "3.14"}) + "\n")
    said = cli("dataset", "stats", "a.jsonl").out
    assert "a.jsonl: 1 row, 1 with label, 0 with metadata." in said
    assert "1 row has its label in a prompt." in said
    file.write_text((json.dumps({"user_prompt": "a", "label": "1"}) + "\n") * 2)
    assert "1 row is equal to an earlier one." in cli("dataset", "stats", "a.jsonl").out


def test_rows_of_a_group_are_listed_as_far_as_rows_are_compared(file, monkeypatch):
    """So that a file of equal rows takes bounded memory; all of them are counted."""
    monkeypatch.setattr(stats, "_MAX_COMPARED", 3)
    file.write_text((json.dumps({"user_prompt": "a", "label": "1"}) + "\n") * 5)
    found = stats.dataset_stats(open_dataset(file))
    assert (found.repeated, found.duplicates) == (4, [[0, 1, 2]])


def test_part_of_a_number_or_a_word_is_not_a_leak(cli: Cli, file):
    """The label 6 is not found in 16, 6.5 or x6."""
    file.write_text(
        "".join(json.dumps({"user_prompt": text, "label": "6"}) + "\n" for text in ("16", "6.5", "x6", "1.6"))
    )
    assert cli("dataset", "stats", "a.jsonl", "--json").document["resource"]["leak_count"] == 0
