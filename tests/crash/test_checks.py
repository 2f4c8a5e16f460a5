"""The checks of the crash matrix find what they are there for: a folder that is right passes, each fault is named."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.crash import checks

Change = Callable[[Path], None]


def write(run: Path, name: str, *records: dict[str, Any]) -> None:
    (run / name).write_text("".join(json.dumps(record) + "\n" for record in records))


def attempt(event: str, row: int, **more: object) -> dict[str, Any]:
    return {"event": event, "row_index": row, "run_index": 0, "rollout_id": f"r{row}", **more}


def result(row: int) -> dict[str, Any]:
    return {"row_index": row, "run_index": 0, "rollout_id": f"r{row}", "tokens": 7}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A complete run of two rows."""
    ends = [attempt("ended", row, outcome="scored", tokens=7, at="now") for row in (0, 1)]
    write(tmp_path, "attempts.jsonl", attempt("started", 0), attempt("started", 1), *ends)
    write(tmp_path, "events.jsonl", result(1), result(0))
    write(tmp_path, "index.jsonl", result(0), result(1))
    (tmp_path / "metrics.json").write_text(json.dumps({"summary": {"total_samples": 2, "tokens_used": 14}}))
    (tmp_path / "manifest.json").write_text(json.dumps({"local_run_id": "abc"}))
    (tmp_path / "rollout_trials" / "r0").mkdir(parents=True)
    (tmp_path / "rollout_trials" / "r0" / "note.txt").write_text("of r0")
    return tmp_path


def without(name: str, text: str) -> Change:
    def change(run: Path) -> None:
        kept = [line for line in (run / name).read_text().splitlines(keepends=True) if text not in line]
        (run / name).write_text("".join(kept))

    return change


def doubled(name: str) -> Change:
    return lambda run: (run / name).write_text((run / name).read_text() + (run / name).read_text())


def run_again(run: Path) -> None:
    with (run / "attempts.jsonl").open("a") as file:
        file.write(json.dumps(attempt("ended", 0, outcome="scored") | {"rollout_id": "r9"}) + "\n")


def replaced(name: str, old: str, new: str) -> Change:
    return lambda run: (run / name).write_text((run / name).read_text().replace(old, new, 1))


def faults(run: Path, whole: checks.Files) -> list[str]:
    return [
        *checks.lost(run, {"r0": "scored", "r1": "scored"}),
        *checks.forgotten(run, {"r0", "r1"}),
        *checks.miscounted(run, 2),
        *checks.differences(checks.comparable(run), whole),
        *checks.leaked(run, "the secret"),
    ]


def test_a_run_that_is_right_passes(run: Path):
    """Two rows, each with one result, its attempts and its files: nothing is said."""
    assert faults(run, checks.comparable(run)) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (without("attempts.jsonl", '"ended", "row_index": 1'), "was acknowledged as scored"),
        (replaced("attempts.jsonl", '"outcome": "scored"', '"outcome": "removed"'), "was acknowledged as scored"),
        (without("attempts.jsonl", '"started", "row_index": 1'), "the model was called for rollout r1"),
        (without("events.jsonl", '"row_index": 1'), "not each of 2 rows once"),
        (doubled("events.jsonl"), "not each of 2 rows once"),
        (doubled("index.jsonl"), "not each of 2 rows once"),
        (replaced("index.jsonl", '"r1"', '"r0"'), "name different rollouts"),
        (replaced("events.jsonl", '"tokens": 7', '"tokens": 8'), "8 tokens, not those of its attempt"),
        (replaced("metrics.json", "14", "21"), "metrics.json counts 2 samples and 21 tokens"),
        (run_again, "run again after their result was journalled"),
        (replaced("rollout_trials/r0/note.txt", "of r0", "of r1"), "rollout_trials/row_0_run_0/note.txt differs"),
        (lambda run: (run / ".x.part").touch(), ".x.part is there, and not in a run never killed"),
        (lambda run: (run / "rollout_trials/r0/note.txt").unlink(), "rollout_trials/row_0_run_0/note.txt is not there"),
        (lambda run: (run / "logs.txt").write_text("with the secret in it"), "logs.txt holds a secret"),
    ],
)
def test_each_fault_is_found(run: Path, change: Change, said: str):
    """A result lost, counted twice or changed, a rollout forgotten, a file left over or missing: each is named."""
    whole = checks.comparable(run)
    change(run)
    assert any(said in fault for fault in faults(run, whole))
