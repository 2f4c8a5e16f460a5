"""The published package's RolloutClient drives our rollout server; where it matters, its own server beside it."""

from collections.abc import Callable

import pytest

from tests.interop.recorder import Recorder
from tests.interop.servers import run_program
from tests.peers.published import Installation

MESSAGES = [{"role": "user", "content": "ok 7 times 8"}, {"role": "assistant", "content": "56"}]


@pytest.fixture
def drive(leases_peer: Installation, our_server: Recorder, cell: Callable[[str, str, str], None]):
    def step(name: str, what: str):
        cell(f"published client {leases_peer.version}", "our server", what)
        return run_program(leases_peer, "their_client.py", our_server.url, name)

    return step


def test_success(drive):
    """A graded rollout is `success` with its messages, label and reward."""
    result = drive("graded", "success")
    assert (result["status"], result["err_message"], result["err_category"]) == ("success", None, None)
    sample = result["sample"]
    assert (sample["messages"], sample["label"], sample["reward"]) == (MESSAGES, "56", 1.0)
    assert sample["remove_sample"] is False


@pytest.mark.parametrize(
    ("step", "category", "said"),
    [
        ("agent_fails", "agent_error", "the workflow was told to raise"),
        ("grader_fails", "validation_error", "the grader was told to raise"),
        ("times_out", "timeout", "0.2"),
    ],
)
def test_failure(drive, step: str, category: str, said: str):
    """A workflow or a grader that raises, and one that is late, are `failure` with category and message, no reward."""
    result = drive(step, step.replace("_", " "))
    assert (result["status"], result["err_category"]) == ("failure", category)
    assert said in result["err_message"]
    assert result["sample"] is None or result["sample"]["reward"] is None


def test_cancel(drive):
    """A running rollout is cancelled by its id, and its result says so."""
    told = drive("cancelled", "cancel")
    assert told["cancel"] == {"dispositions": {"cancelled": "cancelled_running"}}
    assert told["result"]["status"] == "cancelled"


def test_known_id(drive):
    """The id of a live rollout is refused with 409, which the client raises as a protocol error."""
    assert drive("known_id", "409 for a known id") == {"status_code": 409}


def test_health(drive):
    """Health has what the client's callers read: the lifecycle, the process and the limits."""
    health = drive("health", "health")
    assert health["status"] == "ok"
    assert health["lifecycle"] == {"accepting_rollouts": True, "active_rollouts": 0}
    assert health["process_id"]
    assert health["concurrency"] == {"max_concurrent": 4, "queued": 0, "running": 0}


def test_wait_idle(drive):
    """Waiting until the server is idle ends once it is."""
    assert drive("idle", "wait until idle") == {"accepting_rollouts": True, "active_rollouts": 0}
