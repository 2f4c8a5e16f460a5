"""`eval submit`, `logs`, `stop`, `retry` and `download` as processes, against a served platform."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from osmosis_contract.models import (
    EvalDownloadResult,
    EvalManagedInfo,
    EvalManagedItem,
    EvalRetryResult,
    EvalStopResult,
    EvalSubmitResult,
    PlatformLogEntry,
)
from tests.platform.managed import CANARY, CODE, PROJECT, Managed, managed_platform, package_variables
from tests.platform.served import Person, workspace_folder

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]

CONFIG = """\
[experiment]
rollout = "echo"
entrypoint = "main.py"
model_path = "openai/stub"
dataset = "{dataset}"
[evaluation]
limit = {limit}
[env]
OPENAI_BASE_URL = "{url}"
[secrets]
required = ["OPENAI_API_KEY", "OTHER_KEY"]
"""


@pytest.fixture(scope="module")
def managed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Managed]:
    with managed_platform(tmp_path_factory.mktemp("commands")) as managed:
        managed.dataset(
            "words", [("say 0", "0"), ("raise", "1"), ("say 2", "2"), ("sleep 400", "3")]
        )  # until it is stopped
        yield managed


@pytest.fixture(scope="module")
def person(managed: Managed, tmp_path_factory: pytest.TempPathFactory) -> Person:
    """A person in a workspace whose origin is the repository of the platform's workspace."""
    home = tmp_path_factory.mktemp("person")
    connected = managed.get("/api/v1/workspaces/main/git")["repo_full_name"]
    folder = workspace_folder(home / "workspace", origin=f"https://github.com/{connected}.git")
    (folder / "rollouts" / "echo").mkdir()
    (folder / "rollouts" / "echo" / "main.py").write_text(CODE)
    token = {"OSMOSIS_TOKEN": managed.served.token(), "OSMOSIS_TOKEN_PLATFORM_URL": managed.served.url}
    osmosis = (sys.executable, "-m", "osmosis_ai")
    return Person(osmosis, managed.served.url, home, folder, {**token, "OPENAI_API_KEY": managed.policy.api_key})


def write_config(managed: Managed, person: Person, *, limit: int) -> None:
    config = CONFIG.format(dataset="words", limit=limit, url=managed.policy.base_url)
    (person.folder / "configs" / "eval" / "echo.toml").write_text(config)


def submit(managed: Managed, person: Person, *, limit: int, **extra: str) -> EvalSubmitResult:
    write_config(managed, person, limit=limit)
    done = person.run("eval", "submit", "configs/eval/echo.toml", "--yes", **extra)
    assert done.code == 0, done.err
    assert done.document["operation"] == "eval.submit"
    return EvalSubmitResult.read_strict(done.document["resource"])


def test_a_submitted_evaluation_is_followed_and_its_files_are_taken_once(managed: Managed, person: Person):
    """Pool, log and files as the platform has them, counted by kind; a lost file alone is fetched again, and one that
    cannot be written makes the result partial. Kinds that the run has no files of are an error."""
    run = submit(managed, person, limit=3, OTHER_KEY=CANARY)
    found = managed.wait(run.id, "finished", "failed")
    assert found["eval_run"]["status"] == "finished", managed.log(run.id)
    assert found["config"]["pool"] == "local"  # the first one, where none was asked for
    assert "pool" in person.run("eval", "info", run.name, mode="--plain").out
    logs = person.run("eval", "logs", run.name, "--limit", "200").document
    assert PlatformLogEntry.read_strict(logs["items"][0]).message.startswith("The run was queued")
    assert (logs["has_more"], logs["next_cursor"], "git" in logs) == (False, None, True)
    newest = person.run("eval", "logs", run.name, "--limit", "1").document
    assert (newest["items"], newest["has_more"]) == (logs["items"][-1:], True)
    before = person.run("eval", "logs", run.name, "--limit", "1", "--cursor", newest["next_cursor"]).document
    assert before["items"] == logs["items"][-2:-1]
    done = person.run("eval", "download", run.name, "--type", "all")
    first = EvalDownloadResult.read_strict(done.document["resource"])
    root = Path(first.output_path)
    assert (first.files_skipped, first.files_failed, first.eval_run.id, first.rows) == (0, [], run.id, None)
    assert first.manifest_totals == {"files": first.total_files, "bytes": first.total_bytes}
    assert (first.files_downloaded, first.bytes_downloaded) == (first.total_files, first.total_bytes)
    assert first.breakdown["metrics"].files == first.breakdown["logs"].files == 1
    assert "artifacts" not in first.breakdown
    assert sum(kind.bytes for kind in first.breakdown.values()) == first.total_bytes
    assert root == person.folder / ".osmosis" / "evals" / run.name
    assert len((root / "summary.jsonl").read_text().splitlines()) == 3
    assert json.loads((root / "metrics.json").read_text())["eval_run"]["name"] == run.name
    assert (root / "trajectories" / "row_0_run_0.json").exists()
    (root / "trajectories" / "row_0_run_0.json").write_text("{}")
    again = EvalDownloadResult.read_strict(
        person.run("eval", "download", run.name, "--type", "all").document["resource"]
    )
    assert (again.files_downloaded, again.files_skipped) == (1, first.total_files - 1)
    assert (again.breakdown, again.total_bytes) == (first.breakdown, first.total_bytes)
    (root / "trajectories" / "row_0_run_0.json").unlink()
    (root / "trajectories" / "row_0_run_0.json").mkdir()
    done = person.run("eval", "download", run.name, "--rows", "0", "--type", "trajectories", "--overwrite")
    part = EvalDownloadResult.read_strict(done.document["resource"])
    assert (done.code, done.document["status"], part.rows) == (1, "partial", "0")
    assert [each.path for each in part.files_failed] == ["trajectories/row_0_run_0.json"]
    assert (part.files_downloaded, part.total_files) == (1, 2)
    assert part.bytes_downloaded == (root / "summary.jsonl").stat().st_size
    nothing = person.run("eval", "download", run.name, "--type", "artifacts")
    assert (nothing.code, nothing.error["code"]) == (1, "VALIDATION")


def test_a_submitted_evaluation_is_listed_and_shown_with_its_results(managed: Managed, person: Person, tmp_path: Path):
    """As published command lines print them; the metrics are written where they are asked for; a typo is not found."""
    run = submit(managed, person, limit=3, OTHER_KEY=CANARY)
    managed.wait(run.id, "finished", "failed")
    listed = person.run("eval", "list", "--managed", "--limit", "1").document
    item = EvalManagedItem.read_strict(listed["items"][0])
    assert (item.name, item.summary.progress.completed, item.summary.progress.total) == (run.name, 3, 3)
    assert "git" in listed
    done = person.run("eval", "info", run.name, "-o", str(tmp_path / "out"))
    info = EvalManagedInfo.read_strict(done.document["data"])
    assert (info.eval_run.id, info.metrics_available, info.metrics_error) == (run.id, True, None)
    assert info.output_path == str(tmp_path / "out" / "metrics.json")
    assert json.loads(Path(info.output_path).read_text())["summary"]["total_samples"] == 3
    people = person.run("eval", "info", run.name, mode="--plain")
    assert "3 of 3" in people.out
    missing = person.run("eval", "info", "no-such-run").error
    assert missing["code"] == "NOT_FOUND"
    assert "none of that name on the platform" in missing["message"]
    assert missing["details"]["status_code"] == 404
    assert person.run("eval", "list", "--limit", "3").code == 2


def test_a_retry_gives_the_secrets_of_the_run_again(managed: Managed, person: Person):
    """The platform names them; the command takes them where the submission did."""
    run = submit(managed, person, limit=2, OTHER_KEY=CANARY)
    managed.wait(run.id, "finished", "failed")
    done = person.run("eval", "retry", run.name, "--yes", OTHER_KEY=CANARY)
    assert done.code == 0, done.err
    assert EvalRetryResult.read_strict(done.document["resource"]).retryable_samples == 1
    managed.wait(run.id, "finished", "failed")


def test_a_run_is_stopped_by_name(managed: Managed, person: Person):
    """Stopping is asked for, and comes about; asked again, it is a conflict."""
    run = submit(managed, person, limit=4, OTHER_KEY=CANARY)
    managed.wait_for_results(run.id, 3)
    done = person.run("eval", "stop", run.name, "--yes")
    assert EvalStopResult.read_strict(done.document["resource"]).name == run.name
    assert "status" not in done.document["resource"]
    managed.wait(run.id, "stopped")
    assert person.run("eval", "stop", run.name, "--yes").error["code"] == "CONFLICT"


def test_a_submission_is_watched_to_its_end(managed: Managed, person: Person):
    """The envelope has the run as `eval info` shows it; people get the rewards of each row and what failed in them."""
    write_config(managed, person, limit=3)
    done = person.run("eval", "submit", "configs/eval/echo.toml", "--yes", "--watch", OTHER_KEY=CANARY)
    assert (done.code, done.document["status"]) == (0, "success"), done.err
    run = EvalSubmitResult.read_strict(done.document["resource"]).run
    assert run is not None
    assert (run.eval_run.status.value, run.summary.progress.completed) == ("finished", 3)
    people = person.run("eval", "info", run.eval_run.name, "--watch", mode="--plain")
    assert people.code == 0
    assert "row 1: agent_failed: agent_error, at main.py:" in people.out
    assert CANARY not in done.out + done.err + people.out + people.err


def test_a_watched_run_that_is_stopped_is_not_a_success(managed: Managed, person: Person):
    """Exit code 1, with what the run has; the watching took part in nothing: another command stopped it."""
    write_config(managed, person, limit=4)
    with watching(person) as (process, name):
        managed.wait_for_results(name, 3)
        assert person.run("eval", "stop", name, "--yes").code == 0
        out, err = process.communicate(timeout=120)
    assert process.returncode == 1, err
    assert f"The evaluation {name} is stopped." in out
    assert f"eval retry {name} --watch" in out


def test_an_interrupted_watch_leaves_the_run_going(managed: Managed, person: Person):
    """Ctrl-C ends the command with 130 and the words to come back by; the run is not touched."""
    write_config(managed, person, limit=4)
    with watching(person) as (process, name):
        managed.wait_for_results(name, 3)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"eval info {name} --watch" in err
    assert managed.run(name)["eval_run"]["status"] == "running"
    assert person.run("eval", "stop", name, "--yes").code == 0
    managed.wait(name, "stopped")


@contextmanager
def watching(person: Person) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`eval submit --watch` as it goes, and the name of its run."""
    words = ["--plain", "eval", "submit", "configs/eval/echo.toml", "--yes", "--watch"]
    process = subprocess.Popen(
        [*person.osmosis, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=person.folder,
        env=person.environment(OTHER_KEY=CANARY, PYTHONUNBUFFERED="1"),
    )
    try:
        assert process.stderr is not None
        name = next(found[1] for line in process.stderr if (found := re.search(r"evaluation (\S+) is queued", line)))
        yield process, name
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def test_what_the_platform_would_refuse_is_said_before_anything_is_sent(managed: Managed, person: Person):
    """A secret that nobody has a value for, a config elsewhere, an unknown pool, and no value of a secret in any
    message."""
    config = CONFIG.format(dataset="words", limit=1, url=managed.policy.base_url)
    path = person.folder / "configs" / "eval" / "echo.toml"
    path.write_text(config)
    missing = person.run("eval", "submit", str(path), "--yes").error
    assert (missing["code"], missing["details"]["missing"]) == ("INTERACTIVE_REQUIRED", ["OTHER_KEY"])
    path.write_text(config.replace('"words"', '"nowhere"'))
    refused = person.run("eval", "submit", str(path), "--yes", OTHER_KEY=CANARY)
    assert refused.error["code"] == "NOT_FOUND"
    assert CANARY not in refused.err + refused.out
    path.write_text(config)
    refused = person.run("eval", "submit", str(path), "--yes", "--pool", "gpu", OTHER_KEY=CANARY)
    assert refused.error["message"] == "The platform has no pool gpu; it has local."
    path.write_text(config.replace("main.py", "other.py"))
    assert "other.py" in person.run("eval", "submit", str(path), "--yes", OTHER_KEY=CANARY).error["message"]


BROKEN = {
    "raise ValueError('half-made')\n": "ValueError: half-made (main.py:1 in <module>)",
    "print(1)\n": "makes no rollout server",
    CODE.replace(", grader=Equality", ""): "has no grader",
}


def test_code_that_cannot_be_run_is_refused_before_anything_is_sent(managed: Managed, person: Person):
    """The entrypoint is imported in the rollout's environment: what it raises is named with its line.

    What is missing on this machine alone is a warning: the platform has its own environment.
    """
    write_config(managed, person, limit=1)
    rollout, packages = person.folder / "rollouts" / "echo", package_variables()
    (rollout / "pyproject.toml").write_text(PROJECT)
    before = managed.get("/api/cli/eval-runs", limit=1, offset=0)["total_count"]
    try:
        for code, said in BROKEN.items():
            (rollout / "main.py").write_text(code)
            refused = person.run("eval", "submit", "configs/eval/echo.toml", "--yes", OTHER_KEY=CANARY, **packages)
            assert (refused.code, refused.error["code"]) == (1, "VALIDATION"), refused.err
            assert said in refused.error["message"]
        assert managed.get("/api/cli/eval-runs", limit=1, offset=0)["total_count"] == before
        (rollout / "main.py").write_text(f"import no_such_module\n{CODE}")
        warned = person.run("eval", "submit", "configs/eval/echo.toml", "--yes", OTHER_KEY=CANARY, **packages)
        assert warned.code == 0, warned.err
        assert "no_such_module" in warned.err
    finally:
        (rollout / "main.py").write_text(CODE)
    sound = person.run("eval", "submit", "configs/eval/echo.toml", "--yes", OTHER_KEY=CANARY, **packages)
    assert sound.code == 0, sound.err
    assert "was not imported" not in sound.err


def test_what_the_platform_cannot_have_is_named(managed: Managed, person: Person):
    """Changes that are not committed, commits that are not pushed, and the line of the config that is refused."""
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(person.folder)]
    write_config(managed, person, limit=1)
    subprocess.run([*git, "add", "--all"], check=True)
    subprocess.run([*git, "commit", "-qm", "Only here"], check=True)
    new = person.folder / "rollouts" / "echo" / "new.py"
    new.write_text(CODE)
    path = person.folder / "configs" / "eval" / "echo.toml"
    path.write_text(path.read_text().replace("main.py", "new.py"))
    refused = person.run("eval", "submit", "configs/eval/echo.toml", "--yes", OTHER_KEY=CANARY)
    assert "Not committed, and so not run: rollouts/echo/new.py." in refused.err
    assert "Only here." in refused.err
    assert (
        "configs/eval/echo.toml, line 3: experiment.entrypoint rollouts/echo/new.py is not in the commit"
        in (refused.error["message"])
    )
    asked = person.run("eval", "submit", "configs/eval/echo.toml", OTHER_KEY=CANARY).error
    assert asked["code"] == "INTERACTIVE_REQUIRED"
    assert asked["details"]["summary"]["Cost"] == "not known: the price list has no entry for openai/stub"
    assert asked["details"]["summary"]["Rows"] == "1 of 4"
    assert asked["details"]["summary"]["secret.OTHER_KEY"] == "Run"
    (person.folder / "data" / "others.jsonl").write_text("{}\n")
    path.write_text(path.read_text().replace('"words"', '"others"').replace("new.py", "main.py"))
    missing = person.run("eval", "submit", "configs/eval/echo.toml", "--yes", OTHER_KEY=CANARY).error
    assert (missing["code"], missing["hint"]) == (
        "NOT_FOUND",
        "Upload it: osmosis dataset upload data/others.jsonl",
    )
    new.unlink()


def test_a_model_that_does_not_answer_ends_the_run_before_a_row_is_tried(managed: Managed, person: Person):
    """A key that the model refuses: the run fails with the reason, without a sample; the watcher's exit code is 1."""
    write_config(managed, person, limit=3)
    refused = person.run(
        "eval", "submit", "configs/eval/echo.toml", "--yes", "--watch", OTHER_KEY=CANARY, OPENAI_API_KEY="not-the-key"
    )
    assert (refused.code, refused.document["status"]) == (1, "partial"), refused.err
    run = EvalSubmitResult.read_strict(refused.document["resource"]).run
    assert run is not None
    assert (run.eval_run.status.value, run.summary.progress.completed) == ("failed", 0)
    assert "not-the-key" not in refused.out + refused.err
    assert "openai/stub" in managed.log(run.eval_run.id)


def test_the_page_shows_a_run_of_the_platform_while_it_goes_on(managed: Managed, person: Person):
    """`eval view NAME` finds a run that is not on this machine: its rows so far, and what was said in them."""
    run = submit(managed, person, limit=4, OTHER_KEY=CANARY)
    managed.wait_for_results(run.id, 3)
    with viewing(person, run.name) as page:
        rows = page.get(f"/api/runs/{run.name}/rows").json()["rows"]
        assert [row["outcome"] for row in rows if row["state"] != "pending"] == ["scored", "agent_failed", "scored"]
        assert page.get(f"/api/runs/{run.name}/state").json()["status"] == "running"
        item = page.get(f"/api/runs/{run.name}/items/0/0").json()
        path = f"/api/runs/{run.name}/items/0/0/trajectory/{item['rollout_id']}"
        assert "you said: say 0" in _once(lambda: page.get(path)).text
        refused = person.run("eval", "view", run.name, "--no-open").error
        assert refused["code"] == "CONFLICT"
    assert person.run("eval", "stop", run.name, "--yes").code == 0
    assert person.run("eval", "view", "no-such-run", "--no-open").error["code"] == "NOT_FOUND"


def _once(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """The answer, once it is a success."""
    for _ in range(600):
        if (answer := ask()).is_success:
            return answer
        time.sleep(0.1)
    raise AssertionError(answer.text)


@contextmanager
def viewing(person: Person, name: str) -> Iterator[httpx.Client]:
    """`eval view` of a run, and a browser that has opened its page."""
    process = subprocess.Popen(
        [*person.osmosis, "--plain", "eval", "view", name, "--no-open"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=person.folder,
        env=person.environment(PYTHONUNBUFFERED="1"),
    )
    try:
        assert process.stdout is not None
        address = next((found[0] for line in process.stdout if (found := re.search(r"http://\S+", line))), "")
        assert address, process.communicate()[1]
        url = httpx.URL(address)
        with httpx.Client(base_url=f"http://{url.host}:{url.port}", follow_redirects=True, timeout=60) as page:
            _once(lambda: page.get(address))
            yield page
    finally:
        process.terminate()
        process.communicate(timeout=60)
