"""The published package's client controls a server whose rollouts run in sandboxes, from an environment of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.interop.servers import run_program, serving
from tests.peers.published import Installation, ours, published

from .conftest import needs_bubblewrap

pytestmark = [pytest.mark.xdist_group("harbor-interop"), pytest.mark.timeout(900)]

SERVER = Path(__file__).with_name("worded") / "main.py"
MESSAGES = [{"role": "user", "content": "ok 7 times 8"}, {"role": "assistant", "content": "56"}]


@pytest.fixture(scope="module")
def peer() -> Installation:
    return published()


@pytest.fixture(scope="module")
def drive(peer: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Any]]:
    """Runs a step of the published client on one server of ours."""
    needs_bubblewrap()
    folder = tmp_path_factory.mktemp("served")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("OSMOSIS_CACHE_DIR", str(folder / "cache"))
        patched.setenv("TMPDIR", str(folder))
        with serving(ours(), folder, SERVER) as url:
            yield lambda name: run_program(peer, "their_client.py", url, name)


def test_the_published_client_gets_a_scored_rollout_of_a_sandbox(drive: Callable[[str], Any]):
    """A graded rollout is `success` with its messages, label and reward."""
    result = drive("graded")
    assert (result["status"], result["err_message"], result["err_category"]) == ("success", None, None)
    sample = result["sample"]
    assert (sample["messages"], sample["label"], sample["reward"]) == (MESSAGES, "56", 1.0)


@pytest.mark.parametrize(
    ("step", "category", "said"),
    [
        ("agent_fails", "agent_error", "the workflow was told to raise"),
        ("grader_fails", "validation_error", "the grader was told to raise"),
        ("times_out", "timeout", "0.2"),
    ],
)
def test_the_published_client_gets_failures_of_a_sandbox(
    drive: Callable[[str], Any], step: str, category: str, said: str
):
    """A workflow or a grader that raises, and one that is late, are `failure` with category and message, no reward."""
    result = drive(step)
    assert (result["status"], result["err_category"]) == ("failure", category)
    assert said in result["err_message"]
    assert result["sample"] is None or result["sample"]["reward"] is None


def test_the_published_client_cancels_a_sandbox_and_waits_until_the_server_is_idle(drive: Callable[[str], Any]):
    """A live rollout is cancelled by its id, its id is taken until then, and health tells what is read of it."""
    told = drive("cancelled")
    assert told["cancel"]["dispositions"]["cancelled"] in {"cancelled_running", "cancelled_queued"}
    assert told["result"]["status"] == "cancelled"
    assert drive("known_id") == {"status_code": 409}
    health = drive("health")
    assert (health["status"], health["backend"]) == ("ok", "harbor")
    assert health["lifecycle"]["accepting_rollouts"] is True
    assert drive("idle") == {"accepting_rollouts": True, "active_rollouts": 0}
