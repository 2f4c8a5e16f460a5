"""`osmosis dataset validate` as a person and a program see it."""

import json

import pytest
from cli_calls import Cli

from osmosis_contract.models.cli_results import DatasetValidateResult

GOOD = "".join(json.dumps({"system_prompt": "s", "user_prompt": f"q{n}", "ground_truth": "1"}) + "\n" for n in range(4))


@pytest.fixture
def file(elsewhere):
    return elsewhere / "train.jsonl"


def test_a_valid_file_is_said_to_be_one(cli: Cli, file):
    """Exit code 0, one sentence for people, and the counts for programs."""
    file.write_text(GOOD)
    outcome = cli("dataset", "validate", "train.jsonl")
    assert (outcome.code, "train.jsonl is a valid dataset: 4 rows." in outcome.out) == (0, True)
    result = DatasetValidateResult.read_strict(cli("dataset", "validate", "train.jsonl", "--json").document["resource"])
    assert (result.valid, result.row_count, result.error_count, result.file_size) == (True, 4, 0, len(GOOD))


def test_an_invalid_file_is_an_error_with_every_row(cli: Cli, file):
    """Exit code 1; people get a line a problem with row and remedy, programs the same under `details`."""
    file.write_text(GOOD + '{"system_prompt": "s", "user_prompt": "", "ground_truth": "1"}\n')
    outcome = cli("dataset", "validate", "train.jsonl")
    assert outcome.code == 1
    assert "train.jsonl is not a valid dataset: 1 error." in outcome.err
    assert "row 4 (line 5): user_prompt is empty" in outcome.err
    result = DatasetValidateResult.read_strict(cli("dataset", "validate", "train.jsonl", "--json").error["details"])
    assert [(problem.row, problem.code) for problem in result.errors] == [(4, "row_empty")]


def test_warnings_are_errors_where_that_is_asked_for(cli: Cli, file):
    """Without a system_prompt a file is valid with a warning; with --strict it is not, and the hint says why."""
    file.write_text(GOOD.replace('"system_prompt": "s", ', ""))
    assert "there is no column system_prompt" in cli("dataset", "validate", "train.jsonl").out
    outcome = cli("dataset", "validate", "train.jsonl", "--strict")
    assert outcome.code == 1
    assert "Without --strict the file is valid" in outcome.err


def test_columns_can_be_mapped(cli: Cli, file):
    """--map reads a column by another name, and a mapping that cannot be is an error before the file is read."""
    file.write_text(GOOD.replace("user_prompt", "question"))
    assert cli("dataset", "validate", "train.jsonl").code == 1
    assert cli("dataset", "validate", "train.jsonl", "--map", "question=user_prompt").code == 0
    assert "does not name a column" in cli("dataset", "validate", "train.jsonl", "--map", "question").err
