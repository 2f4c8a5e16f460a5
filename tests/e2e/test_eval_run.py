"""A whole evaluation: what it prints in each mode, what its folder holds, what a second run of the name does."""

import json
import re
import stat
from pathlib import Path

import pytest
from eval_workspace import EvalWorkspace, Run, faults
from stub_openai import StubOpenAI

ROWS = [
    ("say yes", "yes"),
    ("say no", "yes"),
    ("raise", "yes"),
    ("say yes", "remove"),
    ("artifact", "ok"),
    ("say ünïcödé", "ünïcödé"),
]
OUTCOMES = ["scored", "scored", "agent_failed", "removed", "scored", "scored"]
SCHEMA_OF = {
    "manifest.json": "RunManifest",
    "metrics.json": "RunMetrics",
    "progress.json": "RunProgress",
    "events.jsonl": "RunEvent",
    "attempts.jsonl": "AttemptRecord",
    "index.jsonl": "IndexRow",
    "summary.jsonl": "IndexRow",
    "rows.jsonl": "RunRow",
}


@pytest.fixture(scope="module")
def finished(workspace: EvalWorkspace) -> Run:
    """A run of two attempts a row, in JSON mode."""
    workspace.dataset("mixed", ROWS)
    config = workspace.config("mixed", n=2, agent_workflow_timeout_s=30, grader_timeout_s=30)
    with StubOpenAI() as stub:
        run = workspace.eval(config, "--name", "mixed", "--max-in-flight", "3", stub=stub)
    assert run.code == 0, run.err
    return run


def test_json_is_one_document_that_the_schemas_take(finished: Run):
    """Standard output is one line, an envelope whose resource is an evaluation's result; standard error is empty."""
    assert finished.out.count("\n") == 1
    envelope = json.loads(finished.out)
    assert faults(envelope, "OperationEnvelope") == []
    assert faults(envelope["resource"], "EvalRunResult") == []
    assert (envelope["status"], envelope["operation"]) == ("success", "eval.run")
    assert finished.err == ""


def test_counts_are_of_rows_and_runs(finished: Run, workspace: EvalWorkspace):
    """Every row is tried n times; failed and removed ones are counted and named, and only graded ones make the mean."""
    resource = finished.resource
    counts = [
        resource[name] for name in ("total_work_items", "dispatched", "succeeded", "failed", "skipped", "resumed")
    ]
    assert counts == [12, 12, 8, 2, 2, 0]
    metrics = resource["metrics"]
    assert [metrics[name] for name in ("total_samples", "completed_samples", "graded", "passed")] == [12, 10, 8, 6]
    assert metrics["reward_stats"]["mean"] == 0.75
    assert metrics["n_runs"] == 2
    assert [point["k"] for point in metrics["pass_at_k"]] == [1, 2]
    assert metrics["tokens_used"] == 7 * 10
    assert [(row["source_row_index"], row["run_index"]) for row in resource["failed_rows"]] == [
        (2, 0),
        (2, 1),
        (3, 0),
        (3, 1),
    ]
    assert [row["error_type"] for row in resource["failed_rows"]] == ["agent_error", "agent_error", None, None]
    assert all((workspace.root / row["rollout_dir"]).is_dir() for row in resource["failed_rows"])


@pytest.mark.usefixtures("finished")
@pytest.mark.parametrize("name", SCHEMA_OF)
def test_every_file_of_the_run_fits_its_schema(workspace: EvalWorkspace, name: str):
    """What is in the run's folder is what the specification says, null members left out, mode 0600."""
    path = workspace.folder("mixed") / name
    text = path.read_text()
    instances = list(map(json.loads, text.splitlines())) if name.endswith("l") else [json.loads(text)]
    assert instances
    for instance in instances:
        assert faults(instance, SCHEMA_OF[name]) == []
    assert text.endswith("\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.usefixtures("finished")
def test_files_have_the_published_forms(workspace: EvalWorkspace):
    """Events are compact with sorted keys, the index has spaces and is sorted, documents are indented by two."""
    folder = workspace.folder("mixed")
    for name in ("events.jsonl", "attempts.jsonl"):
        for line in (folder / name).read_text().splitlines():
            assert line == json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    index = (folder / "index.jsonl").read_text()
    assert index == (folder / "summary.jsonl").read_text()
    for line in index.splitlines():
        assert line == json.dumps(json.loads(line), ensure_ascii=False)
    keys = [(row["row_index"], row["run_index"]) for row in workspace.lines("mixed", "index.jsonl")]
    assert keys == [(row, run) for row in range(len(ROWS)) for run in range(2)]
    for name in ("manifest.json", "metrics.json", "progress.json"):
        text = (folder / name).read_text()
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"


@pytest.mark.usefixtures("finished")
def test_events_stand_in_the_order_of_the_journal(workspace: EvalWorkspace):
    """Each attempt is started before it ends, and events.jsonl has the ends in the same order."""
    started: set[str] = set()
    ended = []
    for record in workspace.lines("mixed", "attempts.jsonl"):
        if record["event"] == "started":
            started.add(record["rollout_id"])
        else:
            assert record["rollout_id"] in started
            ended.append(record["rollout_id"])
    assert ended == [event["rollout_id"] for event in workspace.lines("mixed", "events.jsonl")]
    assert all(re.fullmatch("[0-9a-f]{32}", rollout_id) for rollout_id in ended)


@pytest.mark.usefixtures("finished")
def test_trajectories_and_artifacts_are_collected(workspace: EvalWorkspace):
    """A row's trajectory names the rollout and its row; artifacts are copied, links are not; copies have mode 0600."""
    folder = workspace.folder("mixed")
    for row in workspace.lines("mixed", "index.jsonl"):
        if row["outcome"] != "scored":
            continue
        copy = folder / "trajectories" / f"row_{row['row_index']}_run_{row['run_index']}.json"
        document = json.loads(copy.read_text())
        assert document["extra"]["osmosis"]["rollout_id"] == row["rollout_id"]
        assert document["extra"]["osmosis"]["request_extra_fields"] == {
            "row_index": row["row_index"],
            "run_index": row["run_index"],
        }
        assert row["trajectory_filename"] == "trajectory.json"
        assert faults(document, "Trajectory") == []
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    kept = folder / "artifacts" / "row_4_run_1"
    assert [path.name for path in kept.iterdir()] == ["note.txt"]
    assert stat.S_IMODE((kept / "note.txt").stat().st_mode) == 0o600
    assert not (folder / "server.json").exists()


@pytest.mark.usefixtures("finished")
def test_log_has_a_line_a_step(workspace: EvalWorkspace):
    """`logs.txt` has a time, a level, a step and a message a line, the rollout server's output among them."""
    lines = (workspace.folder("mixed") / "logs.txt").read_text().splitlines()
    steps = set()
    for line in lines:
        found = re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (INFO|WARNING|ERROR) \[([a-z-]+)\] .*", line)
        assert found, line
        steps.add(found[2])
    assert {"run", "preflight", "deps", "server", "rollout-server", "schedule", "result"} <= steps


@pytest.mark.usefixtures("finished")
def test_complete_run_is_not_run_again(workspace: EvalWorkspace):
    """The same name over the same inputs dispatches nothing, starts nothing, asks nothing and needs no secrets."""
    before = workspace.lines("mixed", "events.jsonl")
    config = workspace.root / "configs" / "eval" / "mixed.toml"
    run = workspace.eval(config, "--name", "mixed", stub=None, yes=False)  # no model to be reached either
    assert run.code == 0, run.err
    assert (run.resource["dispatched"], run.resource["resumed"]) == (0, 12)
    assert workspace.lines("mixed", "events.jsonl") == before
    assert all(row["resumed"] for row in workspace.lines("mixed", "index.jsonl"))


@pytest.mark.usefixtures("finished")
@pytest.mark.parametrize(
    ("changed", "said", "words"),
    [
        ("dataset", "the selected rows, from 0-5 to 0-1", ["--rows", "0-1"]),
        ("n", "the attempts per row (n), from 2 to 3", []),
        ("timeouts", "agent_workflow_timeout_s, from 30", []),
        ("env", "env.A, from none to 1", []),
        ("model_path", "the model, from openai/stub to openai/other", []),
        ("rollout", "the rollout's code", []),
        ("secret_names", "the names of secrets, from none to SOME_KEY", []),
    ],
)
def test_changed_inputs_are_refused_by_name(workspace: EvalWorkspace, changed: str, said: str, words: list[str]):
    """A run goes on with what it began with: anything else is refused by name, and the run is left alone."""
    limits = {"agent_workflow_timeout_s": 31 if changed == "timeouts" else 30, "grader_timeout_s": 30}
    if changed == "rollout":
        workspace.rollout("other", "app = None\n")
    config = workspace.config(
        f"changed-{changed.replace('_', '-')}",
        rollout="other" if changed == "rollout" else "scripted",
        model="openai/other" if changed == "model_path" else "openai/stub",
        env={"A": "1"} if changed == "env" else None,
        secrets=["SOME_KEY"] if changed == "secret_names" else [],
        n=3 if changed == "n" else 2,
        **limits,
    )
    data = workspace.root / "data" / "mixed.jsonl"
    manifest = (workspace.folder("mixed") / "manifest.json").read_bytes()
    run = workspace.eval(config, "--name", "mixed", "--dataset-file", str(data), *words, stub=None)
    assert run.code == 1
    assert run.error["code"] == "VALIDATION"
    assert run.error["details"]["changed"] == [changed]
    assert said in run.error["message"]
    assert (workspace.folder("mixed") / "manifest.json").read_bytes() == manifest


def test_people_see_a_table_of_rewards(workspace: EvalWorkspace, stub: StubOpenAI):
    """Without a mode: steps and progress as lines on standard error, a table, figures and where the results are."""
    workspace.dataset("table", [("say yes", "yes"), ("say no", "yes")])
    run = workspace.eval(workspace.config("table"), "--name", "table", stub=stub, mode=None)
    assert run.code == 0, run.err
    words = [line.split() for line in run.out.splitlines()]
    assert ["Row", "Outcome", "Reward", "Tokens", "Seconds", "Answer"] in words
    assert ["0", "scored", "1", "7"] in [line[:4] for line in words]
    assert ["1", "scored", "0", "7"] in [line[:4] for line in words]
    assert "Passed:   1 of 2 (reward at least 1)" in run.out
    assert ".osmosis/evals/table" in run.out
    assert "2 of 2 done" in run.err
    assert "\x1b" not in run.out + run.err


def test_plain_rows_are_tab_separated(workspace: EvalWorkspace, stub: StubOpenAI):
    """With --plain, rows come as tab-separated cells and figures as `Label: value`."""
    workspace.dataset("plain", [("say yes", "yes")])
    run = workspace.eval(workspace.config("plain"), "--name", "plain", stub=stub, mode="--plain")
    assert run.code == 0, run.err
    assert any(line.split("\t")[:4] == ["0", "scored", "1", "7"] for line in run.out.splitlines())
    assert "Passed: 1 of 1 (reward at least 1)" in run.out


def test_rows_names_and_env_reach_the_run(workspace: EvalWorkspace, stub: StubOpenAI):
    """--rows picks rows of the file, a name is made up when none is given, [env] and secrets reach the workflow."""
    workspace.dataset("picked", [("env GREETING", "hello"), ("say yes", "yes"), ("env SOME_KEY", "a secret value")])
    config = workspace.config("picked", env={"GREETING": "hello"}, secrets=["SOME_KEY"])
    secret = {"SOME_KEY": "a secret value"}
    run = workspace.eval(config, "--rows", "2,0", "--output", "runs", stub=stub, env=secret)
    assert run.code == 0, run.err
    resource = run.resource
    assert re.fullmatch("[a-z]+-[a-z]+-[0-9]{1,2}", resource["run_name"])
    folder = Path(resource["output_path"])
    assert folder == workspace.root / "runs" / resource["run_name"]
    rows = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    assert sorted((row["row_index"], row["source_row_index"], row["reward"]) for row in rows) == [
        (0, 0, 1.0),
        (1, 2, 1.0),
    ]
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["inputs"]["dataset"]["selected_source_rows"] == "0,2"
    assert (manifest["provenance"]["rows"], "dataset_path" in manifest["provenance"]) == ("2,0", False)
    assert "a secret value" not in (folder / "logs.txt").read_text()
