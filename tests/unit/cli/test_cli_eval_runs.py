"""`eval list`, `eval show`, `eval export` and `eval rm`: what they print, write, remove and refuse."""

import json
from pathlib import Path

import pytest
from cli_calls import Cli
from tests.support.run_folders import RunFolder, rollout_id

from osmosis_ai.runs.lock import RunLock
from osmosis_contract.models.cli_eval_results import (
    EvalExportResult,
    EvalListItem,
    EvalRemoveResult,
    EvalShowResult,
)


@pytest.fixture
def evals(tmp_path: Path) -> Path:
    """A workspace's folder of runs: a whole one and a damaged one."""
    for folder in ("rollouts", "configs"):
        (tmp_path / folder).mkdir()
    made = RunFolder(tmp_path / ".osmosis/evals/brave-otter-7", rows=3)
    made.result(0, 1.0, answer="zero")
    made.result(1, outcome="agent_failed", category="agent_error", error="no answer", err_traceback="main.py:3 in run")
    made.finish()
    (made.root / "logs.txt").write_text(
        f"2026 INFO [x] rollout {rollout_id(1)}\n2026 INFO [user] row 1: printed\n2026 INFO [user] row 2: no\n"
    )
    broken = made.root.with_name("broken")
    broken.mkdir()
    (broken / "manifest.json").write_text("{}")
    return made.root.parent


def test_runs_are_listed_the_newest_first(cli: Cli, evals: Path):
    """Each with its state and its mean over how many of how many; a damaged one with what is wrong."""
    items = [EvalListItem.read_strict(item) for item in cli("--json", "eval", "list").document["items"]]
    assert [item.name for item in items] == ["brave-otter-7", "broken"]
    assert items[1].fault is not None
    assert "incomplete" in cli("eval", "list").out


def test_no_runs_is_an_empty_list(cli: Cli, tmp_path: Path):
    """A workspace without runs is no error."""
    assert cli("--json", "eval", "list").document["items"] == []


def test_a_row_is_shown_in_full(cli: Cli, evals: Path):
    """Prompt, error, traceback and the lines of the log that are about it, no others."""
    data = EvalShowResult.read_strict(cli("--json", "eval", "show", "brave-otter-7", "--row", "1").document["data"])
    assert (data.result.error, data.result.prompt) == ("no answer", "What is 1 times 2?")
    assert len(data.log_lines) == 2
    out = cli("eval", "show", "brave-otter-7", "--row", "1").out
    for shown in ("agent_failed", "no answer", "main.py:3 in run", "row 1: printed", "What is 1 times 2?"):
        assert shown in out


def test_a_row_that_is_not_there_is_an_error(cli: Cli, evals: Path):
    """The hint says which rows there are."""
    assert cli("--json", "eval", "show", "brave-otter-7", "--row", "7").error["hint"].startswith("Its rows are 0-2")


def test_an_export_is_named_after_the_run_and_replaces_nothing(cli: Cli, evals: Path, tmp_path: Path):
    """It is written into the current folder; a file that is there is refused, and replaced with --force."""
    done = cli("--json", "eval", "export", "brave-otter-7", "--format", "csv")
    found = EvalExportResult.read_strict(done.document["resource"])
    assert (found.path, found.rows) == (str(tmp_path / "brave-otter-7.csv"), 3)
    assert (tmp_path / "brave-otter-7.csv").read_text().startswith("row,run,state,")
    assert cli("--json", "eval", "export", "brave-otter-7", "--format", "csv").error["code"] == "CONFLICT"
    assert cli("eval", "export", "brave-otter-7", "--format", "csv", "--force").code == 0


def test_a_run_is_removed_after_a_yes(cli: Cli, evals: Path):
    """Without a terminal and without --yes nothing is removed."""
    assert cli("--json", "eval", "rm", "brave-otter-7").error["code"] == "INTERACTIVE_REQUIRED"
    assert (evals / "brave-otter-7").is_dir()
    done = cli("--json", "eval", "rm", "brave-otter-7", "broken", "--yes")
    assert len(EvalRemoveResult.read_strict(done.document["resource"]).removed) == 2
    assert [path.name for path in evals.iterdir()] == [".locks"]


def test_a_run_in_work_is_never_removed(cli: Cli, evals: Path):
    """Nor is any other that was named with it."""
    lock = RunLock(evals, "brave-otter-7")
    lock.acquire()
    try:
        assert cli("--json", "eval", "rm", "broken", "brave-otter-7", "--yes").error["code"] == "CONFLICT"
    finally:
        lock.release()
    assert (evals / "brave-otter-7").is_dir()
    assert (evals / "broken").is_dir()


def test_a_run_says_whose_rows_it_has_what_answered_it_and_what_its_mean_is_over(cli: Cli, evals: Path):
    """A subset is called one, and a mean has its N and its M."""
    path = evals / "brave-otter-7" / "manifest.json"
    document = json.loads(path.read_text())
    document["source"] = {
        "kind": "rows",
        "run_name": "calm-heron-3",
        "local_run_id": "1" * 32,
        "selection": "failed",
        "row_count": 20,
    }
    document["answered_by"] = {"endpoint": "http://127.0.0.1:8000/v1", "model": "some-weights"}
    path.write_text(json.dumps(document))
    out = " ".join(cli("eval", "info", "brave-otter-7").out.split())
    assert "the rows of calm-heron-3, failed of its 20 rows" in out
    assert "http://127.0.0.1:8000/v1, some-weights" in out
    assert "mean 1 over 1 of 3" in out
