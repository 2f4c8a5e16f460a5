"""What keeps an evaluation from running, or from scoring a row, through no fault of the agent."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time

import psutil
import pytest
from eval_workspace import PROJECT, EvalWorkspace, Run
from stub_openai import StubOpenAI

pytestmark = pytest.mark.long


def told(run: Run) -> str:
    """The message of an error for people, which is all there is on standard error but steps."""
    assert run.code == 1
    assert run.out == ""
    assert "osmosis_ai/" not in run.err, "our own traceback"
    assert "\nHint: " in run.err
    return run.err[run.err.index("Error: ") :]


def test_provider_faults_are_nobody_s_reward(workspace: EvalWorkspace, stub: StubOpenAI):
    """A provider that fails leaves the row pending after a few tries; a refused request is the agent's failure."""
    rows = [
        ("status 500", "500"),
        ("status 429", "429"),
        ("swallow status 503", "made"),
        ("status 500 once", "500"),
        ("status 400", "400"),
        ("say yes", "yes"),
    ]
    stub_rows = [(prompt, label) for prompt, label in rows]
    workspace.dataset("provider", stub_rows)
    stub.answer = _without_swallow(stub)  # type: ignore[method-assign]
    run = workspace.eval(workspace.config("provider"), "--name", "provider", "--max-in-flight", "3", stub=stub)
    assert run.code == 1, run.err
    events = {event["source_row_index"]: event for event in workspace.lines("provider", "events.jsonl")}
    assert {row: event["outcome"] for row, event in events.items()} == {3: "scored", 4: "agent_failed", 5: "scored"}
    assert (events[3]["attempt"], events[3]["reward"]) == (0, 1.0)  # one error is tried again within the call
    unfinished = {row["source_row_index"]: row for row in run.resource["unfinished_rows"]}
    assert set(unfinished) == {0, 1, 2}
    assert all(row["outcome"] == "infrastructure_failed" for row in unfinished.values())
    assert "the stub says 500" in unfinished[0]["err_message"]
    ended = [r for r in workspace.lines("provider", "attempts.jsonl") if r["event"] == "ended"]
    assert sum(record["source_row_index"] == 0 for record in ended) == 3
    assert all("reward" not in record for record in ended if record["outcome"] != "scored")
    assert run.resource["metrics"]["total_samples"] == 3


def test_permanent_provider_error_costs_one_call(workspace: EvalWorkspace, stub: StubOpenAI):
    """No money, a wrong key, an unknown model: one call, the provider's words, and the row stays pending."""
    codes = (401, 402, 403, 404)
    workspace.dataset("permanent", [*((f"status {code}", "yes") for code in codes), ("say yes", "yes")])
    run = workspace.eval(workspace.config("permanent"), "--name", "permanent", "--max-in-flight", "2", stub=stub)
    assert run.code == 1, run.err
    assert {code: stub.asked[f"status {code}"] for code in codes} == dict.fromkeys(codes, 1)
    unfinished = {row["source_row_index"]: row["err_message"] for row in run.resource["unfinished_rows"]}
    assert set(unfinished) == {0, 1, 2, 3}
    assert all(f"the stub says {code}" in unfinished[row] for row, code in enumerate(codes))
    assert run.resource["succeeded"] == 1


def _without_swallow(stub: StubOpenAI):
    answer = stub.answer
    return lambda text: answer(text.removeprefix("swallow "))


@pytest.mark.long
def test_model_that_dies_halts_the_run(workspace: EvalWorkspace, stub: StubOpenAI):
    """When the model goes away for good, the run stops early: what was scored stays, no row gets a reward for it."""
    workspace.dataset("vanishing", [("say yes", "yes"), ("gone", "ok"), *[("say yes", "yes")] * 40])
    config = workspace.config("vanishing")
    run = workspace.eval(config, "--name", "vanishing", "--max-in-flight", "1", stub=stub)
    assert run.code == 1, run.err
    resource = run.resource
    assert resource["cancelled"] is True
    assert resource["succeeded"] == 1
    assert "infrastructure failed under" in json.loads(run.out)["message"]
    assert {row["outcome"] for row in resource["unfinished_rows"]} == {"infrastructure_failed", None}
    with StubOpenAI() as another:
        another.vanish = lambda: None  # type: ignore[method-assign]
        again = workspace.eval(config, "--name", "vanishing", "--max-in-flight", "4", stub=another)
    assert again.code == 0, again.err
    assert (again.resource["succeeded"], again.resource["resumed"]) == (42, 1)


@pytest.mark.parametrize(
    ("name", "code", "expected"),
    [
        ("import-error", "import no_such_module_anywhere\n", "ModuleNotFoundError: No module named 'no_such_module"),
        ("syntax-error", "def broken(:\n", "SyntaxError: invalid syntax"),
        ("exits", "import sys\nprint('last words')\nsys.exit(7)\n", "last words"),
    ],
)
def test_entrypoint_that_does_not_start(
    workspace: EvalWorkspace, stub: StubOpenAI, name: str, code: str, expected: str
):
    """An entrypoint that cannot run is an error with the last lines the server printed, and how to run it by hand."""
    workspace.rollout(name, code)
    workspace.dataset(name, [("say yes", "yes")])
    run = workspace.eval(workspace.config(name, rollout=name), "--name", name, stub=stub, mode=None)
    error = told(run)
    assert error.startswith("Error: the rollout server ended before it was healthy (exit code ")
    assert expected in error
    assert "main.py" in error.splitlines()[-1]
    assert "main.py" in error
    assert not workspace.folder(name).exists()


@pytest.mark.parametrize(
    ("name", "project", "expected"),
    [
        ("unresolvable", PROJECT.replace("httpx>=0.28", "httpx>=9000"), "httpx>=9000"),
        ("not-toml", "[project\n", "pyproject.toml is not valid TOML"),
        ("not-a-requirement", PROJECT.replace("httpx>=0.28", "not a requirement"), "not a requirement"),
    ],
)
def test_environment_that_cannot_be_made(
    workspace: EvalWorkspace, stub: StubOpenAI, name: str, project: str, expected: str
):
    """Dependencies that cannot be had, and a pyproject.toml that is none, are errors in uv's words or ours."""
    workspace.rollout(name, "app = None\n", project)
    workspace.dataset(name, [("say yes", "yes")])
    run = workspace.eval(workspace.config(name, rollout=name), "--name", name, stub=stub, mode="--plain")
    assert expected in told(run)


def test_missing_secrets_are_named_after_the_confirmation(workspace: EvalWorkspace, stub: StubOpenAI):
    """Secrets the config requires and nobody has set are named, and nothing of the run is on disk."""
    workspace.dataset("secretive", [("say yes", "yes")])
    config = workspace.config("secretive", secrets=["FIRST_KEY", "SECOND_KEY"])
    run = workspace.eval(config, "--name", "secretive", stub=stub, env={"FIRST_KEY": "set", "SECOND_KEY": ""})
    assert run.code == 1
    assert run.error["code"] == "INTERACTIVE_REQUIRED"
    assert run.error["details"]["missing"] == ["SECOND_KEY"]
    assert not workspace.folder("secretive").exists()


def test_unconfirmed_run_writes_nothing(workspace: EvalWorkspace, stub: StubOpenAI):
    """Where nobody can be asked, the run is refused with what it would do, and nothing is on disk."""
    workspace.dataset("unasked", [("say yes", "yes")])
    run = workspace.eval(workspace.config("unasked"), "--output", "unasked-runs", stub=stub, yes=False)
    assert run.code == 1
    assert run.error["code"] == "INTERACTIVE_REQUIRED"
    assert run.error["details"]["summary"]["Model"] == "openai/stub"
    assert not (workspace.root / "unasked-runs").exists()


def test_refused_model_connection_ends_the_run_before_it_starts(workspace: EvalWorkspace):
    """A model that does not answer fails the preflight: no rollout is dispatched, and no folder is left."""
    with StubOpenAI() as closed:
        url = closed.base_url
    workspace.dataset("refused", [("say yes", "yes")])
    env = {"OPENAI_BASE_URL": url, "OPENAI_API_KEY": "sk-of-the-stub-model"}
    run = workspace.eval(workspace.config("refused"), "--name", "refused", stub=None, env=env)
    assert run.code == 1
    assert run.error["code"] == "NETWORK"
    assert not workspace.folder("refused").exists()


def test_places_that_cannot_be_used(workspace: EvalWorkspace, stub: StubOpenAI):
    """The rollout's own folder, a file, a read-only place and a folder of something else are refused in a line."""
    workspace.dataset("placed", [("say yes", "yes")])
    config = workspace.config("placed")
    (workspace.root / "a-file").write_text("")
    foreign = workspace.folder("foreign")
    foreign.mkdir(parents=True, exist_ok=True)
    (foreign / "something.txt").write_text("mine")
    for words, expected in [
        (["--output", "rollouts/scripted"], "is the rollout's own folder"),
        (["--output", "a-file"], "cannot be made: "),
        (["--output", "/proc/osmosis"], "cannot be made: "),
        (["--name", "foreign"], "exists and is not the folder of a run"),
        (["--name", "../up"], "cannot be the name of a run"),
    ]:
        assert expected in told(workspace.eval(config, *words, stub=stub, mode=None)), words
    assert [path.name for path in foreign.iterdir()] == ["something.txt"]


def test_two_processes_cannot_work_on_one_run(workspace: EvalWorkspace, stub: StubOpenAI):
    """While a run is worked on, the same name is refused to another process, which changes nothing."""
    workspace.dataset("shared", [("hang", "ok")])
    config = workspace.config("shared")
    with subprocess.Popen(
        workspace.command(config, "--name", "shared"),
        cwd=workspace.root,
        env=workspace.environment(stub),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as first:
        give_up = time.monotonic() + 30
        while not (workspace.folder("shared") / "attempts.jsonl").exists() and time.monotonic() < give_up:
            time.sleep(0.05)
        second = workspace.eval(config, "--name", "shared", stub=stub)
        first.send_signal(signal.SIGTERM)
    assert second.code == 1
    assert second.error["code"] == "CONFLICT"
    assert "another process" in second.error["message"]


@pytest.mark.parametrize("damage", ["manifest", "events", "schema"])
def test_damaged_run_is_refused_with_the_place(workspace: EvalWorkspace, stub: StubOpenAI, damage: str):
    """A run whose files no longer say what they must is not resumed: the error names the file, and the line."""
    name = f"damaged-{damage}"
    workspace.dataset(name, [("say yes", "yes")])
    config = workspace.config(name)
    assert workspace.eval(config, "--name", name, stub=stub).code == 0
    folder = workspace.folder(name)
    expected = {
        "manifest": "manifest.json is not the manifest",
        "schema": "schema_version",
        "events": "events.jsonl, line 1",
    }
    if damage == "events":
        (folder / "events.jsonl").write_text("\n")
    elif damage == "manifest":
        (folder / "manifest.json").write_text("{")
    else:
        manifest = json.loads((folder / "manifest.json").read_text())
        (folder / "manifest.json").write_text(json.dumps(manifest | {"schema_version": 2}))
    assert expected[damage] in told(workspace.eval(config, "--name", name, stub=stub, mode=None))


def test_full_disk_is_a_clear_stop_that_loses_nothing(workspace: EvalWorkspace, stub: StubOpenAI):
    """When the journal cannot grow, the run ends with an error; what was acknowledged is kept, and a resume goes on."""
    workspace.dataset("full", [("say yes", "yes")] * 60)
    config = workspace.config("full")
    limited = (
        "import resource, signal, sys; from osmosis_ai.cli.framework.frame import run;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, resource.RLIM_INFINITY));"
        "sys.exit(run(sys.argv[1:]))"
    )
    words = workspace.command(config, "--name", "full", "--max-in-flight", "4")[3:]
    done = subprocess.run(
        [sys.executable, "-c", limited, *words],
        cwd=workspace.root,
        env=workspace.environment(stub),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    error = Run(done.returncode, done.stdout, done.stderr).error
    assert done.returncode == 1
    assert "attempts.jsonl cannot be written: File too large" in error["message"]
    kept = workspace.lines("full", "events.jsonl")
    assert 0 < len(kept) < 60
    run = workspace.eval(config, "--name", "full", "--max-in-flight", "4", stub=stub)
    assert run.code == 0, run.err
    assert run.resource["resumed"] >= len(kept)
    assert run.resource["succeeded"] == 60


def test_embedded_model_that_is_killed_is_started_again(workspace: EvalWorkspace):
    """A real model answers over the whole path; when its process is killed, another takes over for the rows left."""
    workspace.dataset("embedded", [(greeting, "x") for greeting in ("Hello", "Good day", "Good morning")])
    config = workspace.config("embedded", model="local/smollm2-135m-instruct")
    environment = workspace.environment(None)
    del environment["OSMOSIS_CACHE_DIR"]  # where the model may be already
    with subprocess.Popen(
        workspace.command(config, "--name", "embedded", "--max-in-flight", "1"),
        cwd=workspace.root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        events = workspace.folder("embedded") / "events.jsonl"
        give_up = time.monotonic() + 100
        while not (events.exists() and events.read_bytes()):
            assert time.monotonic() < give_up
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        killed = 0
        for child in psutil.Process(process.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                if "osmosis_ai.models.embedded.llama_server" in child.cmdline():
                    os.kill(child.pid, signal.SIGKILL)
                    killed += 1
        out, err = process.communicate(timeout=100)
    assert killed
    assert process.returncode == 0, err
    resource = Run(process.returncode, out, err).resource
    assert resource["metrics"]["graded"] == resource["succeeded"] == 3
    assert all(row["tokens"] > 0 for row in workspace.lines("embedded", "index.jsonl"))
    assert "starting it again" in (workspace.folder("embedded") / "logs.txt").read_text()
