"""`eval upload`, `platform usage` and `platform budget` as processes, against a served platform."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from osmosis_ai import results
from osmosis_contract.models import EvalUploadedRun
from tests.platform.local_runs import run_folder
from tests.platform.served import Person, Served, connect_repository, serving_platform, workspace_folder

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving_platform(tmp_path_factory.mktemp("uploads") / "data") as served:
        yield served


@pytest.fixture(scope="module")
def person(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Person:
    home = tmp_path_factory.mktemp("person")
    folder = workspace_folder(home / "workspace", origin=connect_repository(served))
    token = {"OSMOSIS_TOKEN": served.token(), "OSMOSIS_TOKEN_PLATFORM_URL": served.url}
    return Person((sys.executable, "-m", "osmosis_ai"), served.url, home, folder, token)


def evals(person: Person) -> Path:
    return person.folder / ".osmosis" / "evals"


def test_a_run_is_uploaded_once_and_replaced_when_asked(person: Person):
    """By name or path; again, the same run; with other results only with --replace, under the same name."""
    folder = run_folder(evals(person) / "brave-otter-7")
    done = person.run("eval", "upload", "brave-otter-7")
    assert done.code == 0, done.err
    first = EvalUploadedRun.read_strict(done.document["resource"])
    assert (done.document["operation"], first.status, first.eval_run_name) == (
        "eval.upload",
        "finalized",
        "brave-otter-7",
    )
    assert first.expected_files == first.uploaded_files > 4
    assert Path(first.local_run_path) == folder
    assert first.git is not None
    again = EvalUploadedRun.read_strict(person.run("eval", "upload", str(folder)).document["resource"])
    assert (again.session_id, again.eval_run_id) == (first.session_id, first.eval_run_id)
    info = person.run("eval", "info", first.eval_run_id).document["data"]
    assert info["results"]["passed"] == 2
    index = (folder / "index.jsonl").read_text().replace('"reward": 0.25', '"reward": 0.75')
    (folder / "index.jsonl").write_text(index)
    for path in folder.glob("rollout_trials/*/trajectory.json"):
        path.write_text(path.read_text().replace('"reward": 0.25', '"reward": 0.75'))
    refused = person.run("eval", "upload", "brave-otter-7")
    assert (refused.code, refused.error["code"]) == (1, "CONFLICT")
    assert "--replace" in refused.error["hint"]
    done = person.run("--workspace", "main", "eval", "upload", "brave-otter-7", "--replace")
    replaced = EvalUploadedRun.read_strict(done.document["resource"])
    assert replaced.workspace is not None
    assert (replaced.eval_run_id, replaced.eval_run_name) == (first.eval_run_id, "brave-otter-7")
    assert person.run("eval", "info", first.eval_run_id).document["data"]["results"]["passed"] == 4


def test_what_is_no_complete_run_is_not_uploaded(person: Person):
    """A run that goes on, a link among artifacts, a trajectory of another rollout: named, and nothing is sent."""
    folder = run_folder(evals(person) / "odd-otter", local_run_id="b" * 32)
    metrics = json.loads((folder / "metrics.json").read_text())
    (folder / "metrics.json").write_text(
        json.dumps(metrics | {"eval_run": {**metrics["eval_run"], "status": "incomplete"}})
    )
    assert "not complete" in person.run("eval", "upload", "odd-otter").error["message"]
    (folder / "metrics.json").write_text(json.dumps(metrics))
    link = folder / "rollout_trials" / f"{0:032x}" / "artifacts" / "link"
    link.symlink_to("/etc/hostname")
    refused = person.run("eval", "upload", "odd-otter").error
    assert refused["code"] == "CONFLICT"
    assert "symbolic link" in refused["message"]
    link.unlink()
    (folder / "rollout_trials" / f"{1:032x}" / "trajectory.json").write_text("{}")
    assert "not the trajectory of its rollout" in person.run("eval", "upload", "odd-otter").error["message"]
    assert person.run("eval", "upload", "no-such-run").error["code"] == "NOT_FOUND"
    listed = person.run("eval", "list", "--managed").document["items"]
    assert "odd-otter" not in [item["name"] for item in listed]


def test_a_log_is_sent_without_the_keys_of_this_machine(person: Person):
    """What the environment has under a well-known name does not leave the machine."""
    folder = run_folder(evals(person) / "quiet-otter", local_run_id="c" * 32)
    with (folder / "logs.txt").open("a") as log:
        log.write("2026-03-01T11:00:02.000Z INFO [server] sk-canary-of-this-machine\n")
    done = person.run("eval", "upload", "quiet-otter", OPENAI_API_KEY="sk-canary-of-this-machine")
    assert done.code == 0, done.err
    lines = person.run("eval", "logs", "quiet-otter").document["items"]
    assert "[REDACTED]" in [line["message"] for line in lines]
    assert "canary" not in json.dumps(lines)


def test_usage_is_listed_and_a_budget_is_set(person: Person):
    """By day and run; a budget is shown, set and removed, and an amount that is none is a usage error."""
    run_folder(evals(person) / "used-otter", local_run_id="d" * 32)
    assert person.run("eval", "upload", "used-otter").code == 0
    listed = person.run("platform", "usage").document
    assert {"kind", "day", "quantity", "unit"} <= set(listed["items"][0])
    assert "used-otter" in [item.get("run_name") for item in listed["items"]]
    assert "used-otter" in person.run("platform", "usage", mode="--plain").out
    assert person.run("platform", "budget").document["data"]["usd_per_month"] is None
    assert person.run("platform", "budget", "50").document["resource"]["usd_per_month"] == 50
    shown = person.run("platform", "budget", mode="--plain").out
    assert "50.00 USD a month" in shown
    assert person.run("platform", "budget", "none").document["resource"]["is_default"]
    assert person.run("platform", "budget", "much").code == 2


def test_a_downloaded_run_is_a_run_for_the_commands_of_this_machine(person: Person, tmp_path: Path):
    """`eval show`, `list`, `compare`, `export` and `osmosis_ai.results` take the folder, with the figures of the
    platform; a folder that holds another run is left alone."""
    mine = run_folder(evals(person) / "there-otter", local_run_id="e" * 32)
    assert person.run("eval", "upload", "there-otter").code == 0
    refused = person.run("eval", "download", "there-otter")
    assert (refused.code, refused.error["code"]) == (1, "CONFLICT")
    there = tmp_path / "runs" / "there-otter"
    done = person.run("eval", "download", "there-otter", "--type", "all", "-o", str(there))
    assert done.code == 0, done.err
    again = person.run("eval", "download", "there-otter", "--type", "all", "-o", str(there)).document["resource"]
    assert (again["files_downloaded"], again["output_path"]) == (0, str(there))
    saved = person.run("eval", "info", again["eval_run"]["id"], "-o", str(there)).document["data"]
    assert (saved["output_path"], "is the folder of a run" in saved["save_warning"]) == (None, True)
    info = person.run("eval", "info", str(there))
    assert info.code == 0, info.err
    shown = person.run("eval", "show", str(there), "--row", "4")
    assert shown.code == 0, shown.err
    compared = person.run("eval", "compare", str(mine), str(there))
    assert compared.code == 0, compared.err
    exported = person.run("eval", "export", str(there), "-f", "jsonl", "--to", str(tmp_path / "rows.jsonl"))
    assert exported.code == 0, exported.err
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert [row["reward"] for row in rows if row.get("reward") is not None] == [1.0, 0.25, 1.0, 0.25]
    run = results.open_run(there)
    assert [row.reward for row in run] == [1.0, 0.25, 1.0, 0.25, None, None]
