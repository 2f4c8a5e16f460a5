"""`eval info`, `eval compare` and `eval view` as commands: what they find, print and refuse."""

import json
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from cli_calls import Cli
from tests.support.run_folders import RunFolder

from osmosis_contract.models.cli_eval_results import EvalCompareResult, EvalInfoResult, EvalViewResult

FAILED = {"outcome": "agent_failed", "category": "agent_error", "error": "no answer"}
PATH = ".osmosis/evals/brave-otter-7"


@pytest.fixture
def evals(tmp_path: Path) -> Path:
    """A workspace's folder of runs, with two finished runs over the same rows."""
    for folder in ("rollouts", "configs"):
        (tmp_path / folder).mkdir()
    evals = tmp_path / ".osmosis/evals"
    for name, rewards in (("brave-otter-7", (1.0, 0.0, None)), ("calm-heron-3", (1.0, 1.0, 0.5))):
        made = RunFolder(evals / name, rows=3, model=f"model-of-{name}")
        for row, reward in enumerate(rewards):
            failed = (
                {"outcome": "agent_failed", "category": "agent_error", "error": "no answer"} if reward is None else {}
            )
            made.result(row, reward, **failed)
        made.finish()
    return evals


@pytest.mark.parametrize(
    "named",
    ["brave-otter-7", "./.osmosis/evals/brave-otter-7", ".osmosis/evals/brave-otter-7/", "{evals}/brave-otter-7"],
)
def test_a_run_is_named_or_pointed_to(cli: Cli, evals, named):
    """A bare name is looked up in the workspace; what has a slash in it is a path."""
    done = cli("--json", "eval", "info", named.format(evals=evals))
    assert done.code == 0
    data = EvalInfoResult.read_strict(done.document["data"])
    assert (data.eval_run.name, data.output_path) == ("brave-otter-7", str(evals / "brave-otter-7"))


def test_a_name_is_found_from_below_the_workspace_and_under_output(cli: Cli, evals, monkeypatch, tmp_path):
    """The workspace is looked for upwards; --output names another folder of runs, looked in first."""
    other = RunFolder(tmp_path / "elsewhere/brave-otter-7", rows=9)
    monkeypatch.chdir(tmp_path / "rollouts")
    assert cli("--json", "eval", "info", "calm-heron-3").document["data"]["eval_run"]["name"] == "calm-heron-3"
    found = cli("--json", "eval", "info", "brave-otter-7", "--output", "../elsewhere").document["data"]
    assert found["results"]["total"] == 9
    assert found["output_path"] == str(other.root)
    assert found["eval_run"]["resume_command"].endswith(f"--output {tmp_path}/elsewhere")


def test_figures_of_a_run_kept_elsewhere_are_written_to_output(cli: Cli, evals, tmp_path):
    """`--output DIR` without such a run in it gets metrics.json, as the documents say; a run's own is left alone."""
    done = cli("--json", "eval", "info", "brave-otter-7", "-o", "figures/of/it")
    written = json.loads((tmp_path / "figures/of/it/metrics.json").read_text())
    assert done.document["data"]["output_path"] == str(tmp_path / "figures/of/it")
    assert written["eval_run"]["name"] == "brave-otter-7"
    assert written["summary"] == done.document["data"]["summary"]
    before = (evals / "calm-heron-3/metrics.json").read_bytes()
    assert cli("--json", "eval", "info", "brave-otter-7", "-o", str(evals / "calm-heron-3")).error["code"] == "CONFLICT"
    assert (evals / "calm-heron-3/metrics.json").read_bytes() == before


@pytest.mark.parametrize("command", [("info",), ("compare", "calm-heron-3"), ("view",)])
def test_an_unknown_name_is_not_found(cli: Cli, evals, command):
    """The message says where it looked, the hint which names are close."""
    error = cli("--json", "eval", *command, "brave-oter").error
    assert error["code"] == "NOT_FOUND"
    assert str(evals) in error["message"]
    assert error["hint"] == "Did you mean brave-otter-7?"


@pytest.mark.parametrize(("path", "why"), [("./nothing", "does not exist"), ("rollouts", "has no manifest.json")])
def test_a_path_that_is_no_run_is_not_found(cli: Cli, evals, path, why):
    """A directory of that name makes it a path, too."""
    error = cli("--json", "eval", "info", path).error
    assert error["code"] == "NOT_FOUND"
    assert why in error["message"]


def test_people_get_a_run_at_a_glance(cli: Cli, evals):
    """State, figures, the distribution of rewards, what failed and where the files are."""
    out = cli("eval", "info", "brave-otter-7").out
    for told in ("finished, 3 of 3 results", "1 of 3 (33.3%)", "agent_error", "no answer", "█", str(evals)):
        assert told in out


def test_people_are_told_how_to_go_on(cli: Cli, evals):
    """An incomplete run names the command that takes it up again."""
    RunFolder(evals / "half", rows=2).result(0, 1.0)
    (evals / "half/metrics.json").unlink()
    out = cli("eval", "info", "half").out
    assert "incomplete, 1 of 2 results, 1 missing" in out
    assert "osmosis eval run configs/eval/multiply.toml --name half" in out


def test_a_damaged_run_is_an_error_with_its_place(cli: Cli, evals):
    """No traceback: file and line."""
    with (evals / "calm-heron-3/events.jsonl").open("a") as file:
        file.write("{}\n")
    error = cli("--json", "eval", "info", "calm-heron-3").error
    assert error["code"] == "VALIDATION"
    assert "events.jsonl, line 4" in error["message"]


def test_two_runs_are_compared(cli: Cli, evals):
    """The JSON has every row; a warning says what else differs."""
    done = cli("--json", "eval", "compare", "brave-otter-7", "calm-heron-3")
    data = EvalCompareResult.read_strict(done.document["data"])
    assert [row.reward_difference for row in data.row_differences] == [0.0, 1.0, None]
    assert data.reward_difference is not None
    assert (data.reward_difference.mean, data.wins, data.ties, data.losses) == (0.5, 1, 2, 0)
    assert json.loads(done.err)["warning"]["message"] == "The runs differ in the model."


def test_people_get_the_difference_with_its_interval(cli: Cli, evals):
    """Means, the difference and how sure it is, the rows that changed, and the failures of either side."""
    out = cli("eval", "compare", "brave-otter-7", "calm-heron-3").out
    for told in (
        "difference +0.5 (95 % interval -5.853 to +6.853)",
        "over 2 of 3 rows",
        "Passed more in B: 1 rows",
        "Failed in A",
        "Student's t",
    ):
        assert told in out


def test_other_datasets_are_compared_only_when_told_to(cli: Cli, evals):
    """A conflict without the option, a warning with it."""
    RunFolder(evals / "other", rows=3, sha256="9" * 64).result(0, 1.0)
    assert cli("--json", "eval", "compare", "brave-otter-7", "other").error["code"] == "CONFLICT"
    done = cli("--json", "eval", "compare", "brave-otter-7", "other", "--different-datasets")
    assert done.document["data"]["rows"]["paired"] == 1
    assert "the dataset" in done.err
    assert "only the results it has now count" in done.err


@pytest.mark.parametrize("port", ["70000", "-1"])
def test_a_port_that_cannot_be_had_is_an_error(cli: Cli, evals, port):
    """Told before anything is printed or served."""
    assert "cannot be used" in cli("--json", "eval", "view", "--port", port).error["message"]


@pytest.mark.parametrize(("mode", "sign"), [("--json", signal.SIGINT), ("--plain", signal.SIGTERM)])
def test_the_page_is_announced_and_then_served_until_interrupted(evals, tmp_path, mode, sign):
    """The first line names the address with its token, before anything is asked; Ctrl-C ends it without a word."""
    command = [sys.executable, "-m", "osmosis_ai", mode, "eval", "view", "brave-otter-7", "--no-open"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            url = json.loads(line)["resource"]["url"] if mode == "--json" else line.strip()
            if mode == "--json":
                EvalViewResult.read_strict(json.loads(line)["resource"])
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(url.partition("?")[0], timeout=20)
            assert refused.value.code == 403
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            assert b"<title>Osmosis runs</title>" in opener.open(url, timeout=20).read()
        finally:
            process.send_signal(sign)
            out, err = process.communicate(timeout=20)
    assert process.returncode in {0, -sign}
    assert "Traceback" not in out + err
