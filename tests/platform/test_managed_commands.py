"""`eval submit`, `logs`, `stop`, `retry` and `download` as processes, against a served platform."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from osmosis_contract.models import (
    EvalDownloadResult,
    EvalLogsData,
    EvalManagedInfo,
    EvalManagedItem,
    EvalRetryResult,
    EvalStopResult,
    EvalSubmitResult,
)
from tests.platform.managed import CANARY, CODE, Managed, managed_platform
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
        managed.dataset("words", [("say 0", "0"), ("raise", "1"), ("say 2", "2"), ("sleep 60", "3")])
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


def submit(managed: Managed, person: Person, *, limit: int, **extra: str) -> EvalSubmitResult:
    config = CONFIG.format(dataset="words", limit=limit, url=managed.policy.base_url)
    (person.folder / "configs" / "eval" / "echo.toml").write_text(config)
    done = person.run("eval", "submit", "configs/eval/echo.toml", "--yes", **extra)
    assert done.code == 0, done.err
    assert done.document["operation"] == "eval.submit"
    return EvalSubmitResult.read_strict(done.document["resource"])


def test_a_submitted_evaluation_is_followed_and_its_files_are_taken_once(managed: Managed, person: Person):
    """Log and files as the platform has them; the same download again fetches nothing; a lost file alone again."""
    run = submit(managed, person, limit=3, OTHER_KEY=CANARY)
    found = managed.wait(run.id, "finished", "failed")
    assert found["eval_run"]["status"] == "finished", managed.log(run.id)
    logs = EvalLogsData.read_strict(person.run("eval", "logs", run.name, "--limit", "200").document["data"])
    assert logs.logs[0].message.startswith("The run was queued")
    done = person.run("eval", "download", run.name, "--type", "all")
    first = EvalDownloadResult.read_strict(done.document["resource"])
    root = Path(first.output)
    assert (first.skipped, first.failed) == (0, [])
    assert root == person.folder / ".osmosis" / "evals" / run.name
    assert len((root / "summary.jsonl").read_text().splitlines()) == 3
    assert json.loads((root / "metrics.json").read_text())["eval_run"]["name"] == run.name
    assert (root / "trajectories" / "row_0_run_0.json").exists()
    (root / "trajectories" / "row_0_run_0.json").write_text("{}")
    again = EvalDownloadResult.read_strict(
        person.run("eval", "download", run.name, "--type", "all").document["resource"]
    )
    assert (again.downloaded, again.skipped) == (1, first.downloaded - 1)


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
    assert json.loads(Path(info.output_path or "").read_text())["summary"]["total_samples"] == 3
    people = person.run("eval", "info", run.name, mode="--plain")
    assert "3 of 3" in people.out
    missing = person.run("eval", "info", "no-such-run").error
    assert missing["code"] == "NOT_FOUND"
    assert "none of that name on the platform" in missing["message"]
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
    managed.wait(run.id, "stopped")
    assert person.run("eval", "stop", run.name, "--yes").error["code"] == "CONFLICT"


def test_what_the_platform_would_refuse_is_said_before_anything_is_sent(managed: Managed, person: Person):
    """A secret that nobody has a value for, a config elsewhere, and no value of a secret in any message."""
    config = CONFIG.format(dataset="words", limit=1, url=managed.policy.base_url)
    path = person.folder / "configs" / "eval" / "echo.toml"
    path.write_text(config)
    missing = person.run("eval", "submit", str(path), "--yes").error
    assert (missing["code"], missing["details"]["missing"]) == ("INTERACTIVE_REQUIRED", ["OTHER_KEY"])
    path.write_text(config.replace('"words"', '"nowhere"'))
    refused = person.run("eval", "submit", str(path), "--yes", OTHER_KEY=CANARY)
    assert refused.error["code"] == "NOT_FOUND"
    assert CANARY not in refused.err + refused.out
    path.write_text(config.replace("main.py", "other.py"))
    assert "other.py" in person.run("eval", "submit", str(path), "--yes", OTHER_KEY=CANARY).error["message"]
