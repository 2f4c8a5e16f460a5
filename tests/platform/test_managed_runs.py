"""Whole managed runs: a served platform, jobs as processes, the rollout's own server, a scripted model.

Complaint 21: after kill -9 of a job, and with the server away, each run goes on or is over. Complaint 22: a job that is
frozen past its lease and thawed writes nothing, and stopping ends in bounded time.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from osmosis_ai.testing import ScriptedPolicy
from tests.platform.managed import CANARY, Managed, answer, client, ending_jobs, managed_platform, platform_folder, push
from tests.platform.served import serving_platform

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]
LEASE = {"LIMITS_LEASE_SECONDS": "6", "LIMITS_STOP_SECONDS": "20"}
SLEEPING = [(f"sleep 1 and say {number}", str(number)) for number in range(12)]


@pytest.fixture(scope="module")
def managed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Managed]:
    with managed_platform(tmp_path_factory.mktemp("managed"), **LEASE) as managed:
        managed.dataset("words", [(f"say {number}", str(number)) for number in range(20)])
        managed.dataset("sleeping", SLEEPING)
        managed.dataset("failing", [("say 1", "1"), ("raise", "2"), ("say 3", "3"), ("say 4", "4")])
        yield managed


def summary(managed: Managed, run_id: str) -> list[dict[str, Any]]:
    """The lines of `summary.jsonl`."""
    return [json.loads(line) for line in managed.files(run_id, "trajectories")["summary.jsonl"].splitlines()]


def check_complete(managed: Managed, run_id: str, rows: int) -> None:
    """Every row has one result, a trajectory of the rollout that the result is of, and a full reward."""
    found = managed.wait(run_id, "finished", "failed", "stopped")
    assert found["eval_run"]["status"] == "finished", managed.log(run_id)
    assert (found["results"]["total_runs"], found["results"]["score"]) == (rows, 1.0)
    lines = summary(managed, run_id)
    assert [line["row_index"] for line in lines] == list(range(rows))
    files = managed.files(run_id, "trajectories")
    for line in lines:
        trajectory = json.loads(files[f"trajectories/row_{line['row_index']}_run_0.json"])
        assert line["rollout_id"] in json.dumps(trajectory)


def test_a_run_goes_from_its_submission_to_results_that_can_be_taken(managed: Managed):
    """Score, rows, metrics, trajectories and the log; and no secret in any of them, the database or a job's folder."""
    run_id = managed.submit("words", rows=8, n=2, batch_size=4)
    found = managed.wait(run_id, "finished", "failed")
    assert found["eval_run"]["status"] == "finished", managed.log(run_id)
    assert (found["results"]["total_runs"], found["results"]["score"], found["config"]["n"]) == (16, 1.0, 2)
    metrics = managed.get(f"/api/cli/eval-runs/{run_id}/metrics")
    assert (metrics["overview"]["completed_samples"], metrics["overview"]["pass_rate"]) == (16, 1.0)
    files = managed.files(run_id, "metrics,trajectories,artifacts,logs")
    assert sum(path.startswith("trajectories/") for path in files) == 16
    assert json.loads(files["metrics.json"])["summary"]["graded"] == 16
    assert b"colour blue" in files["logs.txt"]
    assert not [path for path, data in files.items() if CANARY.encode() in data]
    data = managed.served.data
    holding = [path for path in data.rglob("*") if path.is_file() and CANARY.encode() in path.read_bytes()]
    assert holding == []
    assert CANARY not in managed.served.log.read_text()


def test_a_killed_job_is_followed_by_one_that_goes_on_from_what_was_acknowledged(managed: Managed):
    """kill -9 halfway: the next epoch asks the model for nothing that has a result, and every row counts once."""
    run_id = managed.submit("sleeping", rows=12, batch_size=2)
    managed.wait_for_results(run_id, 4)
    managed.signal_job(signal.SIGKILL)
    check_complete(managed, run_id, 12)
    assert "as number 2" in managed.log(run_id)
    asked = Counter(request.last_text for request in managed.policy.requests)
    assert sum(asked[prompt] for prompt, _ in SLEEPING) <= 12 + 2


def test_a_job_that_is_frozen_past_its_lease_and_thawed_writes_nothing(managed: Managed):
    """Its run is given away while it is frozen. Thawed, it is refused and ends; nothing counts twice."""
    run_id = managed.submit("sleeping", rows=12, batch_size=2)
    managed.wait_for_results(run_id, 2)
    (frozen,) = managed.job_processes()
    managed.signal_job(signal.SIGSTOP)
    time.sleep(9)
    os.kill(frozen, signal.SIGCONT)
    check_complete(managed, run_id, 12)
    assert frozen not in managed.job_processes()
    assert "as number 2" in managed.log(run_id)


def test_a_running_run_is_stopped_and_keeps_what_it_has(managed: Managed):
    """What is in flight is cancelled; the run is stopped, with its results so far, and no process of it is left."""
    run_id = managed.submit("sleeping", rows=12, batch_size=1)
    managed.wait_for_results(run_id, 1)
    assert managed.post(f"/api/cli/eval-runs/{run_id}/stop", {}).status_code == 200
    found = managed.wait(run_id, "stopped", "finished", "failed")
    assert found["eval_run"]["status"] == "stopped", managed.log(run_id)
    assert 1 <= found["results"]["total_runs"] < 12
    assert managed.post(f"/api/cli/eval-runs/{run_id}/stop", {}).status_code == 409


def test_a_retry_tries_the_failed_samples_again_and_no_other(managed: Managed):
    """The samples that succeeded keep their results; the one that failed has another rollout afterwards."""
    run_id = managed.submit("failing", rows=3)
    found = managed.wait(run_id, "finished", "failed")
    assert (found["eval_run"]["status"], found["results"]["failed"]) == ("finished", 1), managed.log(run_id)
    before = {line["row_index"]: line["rollout_id"] for line in summary(managed, run_id)}
    refused = managed.post(f"/api/cli/eval-runs/{run_id}/retry", {})
    assert sorted(refused.json()["run_secret_names"]) == ["OPENAI_API_KEY", "OTHER_KEY"]
    secrets = {"OPENAI_API_KEY": managed.policy.api_key, "OTHER_KEY": CANARY}
    retried = managed.post(f"/api/cli/eval-runs/{run_id}/retry", {"secrets": secrets})
    assert retried.json()["retryable_samples"] == 1
    managed.wait(run_id, "finished", "failed")
    after = {line["row_index"]: line["rollout_id"] for line in summary(managed, run_id)}
    assert {row for row in after if after[row] != before[row]} == {1}


def test_a_run_outlives_the_server_it_belongs_to(tmp_path: Path):
    """The platform is away for longer than a lease: the job keeps what it has, sends it, and the run is complete."""
    data = platform_folder(tmp_path)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with ScriptedPolicy(answer) as policy, ending_jobs(data):
        with serving_platform(data, port=port, **LEASE) as served, client(served) as http:
            managed = Managed(served, http, policy)
            managed.connect(push(tmp_path))
            managed.dataset("sleeping", SLEEPING)
            run_id = managed.submit("sleeping", rows=12, batch_size=2)
            managed.wait_for_results(run_id, 2)
        time.sleep(8)
        with serving_platform(data, port=port, **LEASE) as served, client(served) as http:
            check_complete(Managed(served, http, policy), run_id, 12)
