"""`osmosis trajectory validate`."""

import json
from pathlib import Path

import pytest
from cli_calls import Cli

from osmosis_contract.models.cli_envelopes import ErrorEnvelope
from osmosis_contract.models.cli_results import TrajectoryValidateResult

GOOD = {
    "schema_version": "ATIF-v1.7",
    "agent": {"name": "a", "version": "1"},
    "steps": [{"step_id": 1, "source": "user", "message": "x"}],
}
BAD = {**GOOD, "later": 1, "steps": [{"step_id": 2, "source": "user", "message": "x"}]}


@pytest.fixture(autouse=True)
def files(elsewhere: Path) -> None:
    (elsewhere / "good.json").write_text(json.dumps(GOOD))
    (elsewhere / "bad.json").write_text(json.dumps(BAD))


def test_valid_files_end_with_0(cli: Cli):
    """The result fits the contract and lists each file as it was named."""
    outcome = cli("trajectory", "validate", "good.json", "./good.json", "--json")
    assert outcome.code == 0
    assert outcome.document["operation"] == "trajectory.validate"
    result = TrajectoryValidateResult.read_strict(outcome.document["resource"])
    assert result.valid
    assert [(file.path, file.valid, file.faults) for file in result.files] == [("good.json", True, [])] * 2
    assert cli("trajectory", "validate", "good.json").out == "good.json is a valid trajectory.\n"


def test_a_file_at_fault_ends_with_1_and_every_fault(cli: Cli):
    """A VALIDATION error whose details, of the same form, list every fault of every file."""
    outcome = cli("--json", "trajectory", "validate", "good.json", "bad.json", "missing.json")
    assert outcome.code == 1
    ErrorEnvelope.read_strict(outcome.err)
    assert outcome.error["code"] == "VALIDATION"
    result = TrajectoryValidateResult.read_strict(outcome.error["details"])
    assert not result.valid
    assert [(file.path, file.valid, [fault.pointer for fault in file.faults]) for file in result.files] == [
        ("good.json", True, []),
        ("bad.json", False, ["/later", "/steps/0/step_id"]),
        ("missing.json", False, [""]),
    ]


def test_people_read_a_line_a_fault(cli: Cli):
    """Each line: the file, the place, what is wrong, what to do."""
    outcome = cli("trajectory", "validate", "good.json", "bad.json")
    assert outcome.code == 1
    assert outcome.err.splitlines()[:3] == [
        "Error: 1 of 2 files is not valid:",
        "  bad.json: /later: the format has no member 'later' here; move it to extra, or leave it out",
        "  bad.json: /steps/0/step_id: the step's number is 2, and its place is 1; "
        "number the steps 1, 2, 3 … in order, without gaps",
    ]
    assert outcome.out == ""


def test_a_file_must_be_named(cli: Cli):
    """Without a file the command line is wrong."""
    outcome = cli("trajectory", "validate")
    assert outcome.code == 2
    assert "Parameter FILES requires an argument." in outcome.err
