"""A trajectory written by either package is read by the other, and the same rollout gives the same document."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from osmosis_contract.models.trajectory import Trajectory
from tests.interop.servers import run_program, serving
from tests.peers.published import LEASES, Installation


@pytest.fixture(scope="module")
def written(us: Installation, leases_peer: Installation, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The trajectories that both servers write of the same rollouts, by side."""
    folders = {}
    for side in (us, leases_peer):
        folder = tmp_path_factory.mktemp(side.name)
        with serving(side, folder) as url:
            for step in ("graded", "tools", "grader_fails"):
                run_program(leases_peer, "their_client.py", url, step)
        folders[side.name] = folder / "trials"
    return folders


def document(folder: Path, rollout_id: str) -> dict:
    return json.loads((folder / rollout_id / "trajectory.json").read_bytes())


@pytest.mark.parametrize("rollout_id", ["success", "tools", "grader-fails"])
def test_theirs_reads_ours(written, leases_peer: Installation, cell: Callable[[str, str, str], None], rollout_id: str):
    """Their models take our document, lose nothing of it, and give the conversation back."""
    cell(f"published {LEASES}", "ours", f"trajectory: {rollout_id}")
    told = run_program(leases_peer, "read_trajectory.py", str(written["ours"] / rollout_id / "trajectory.json"))
    mine = document(written["ours"], rollout_id)
    assert told["steps"] == len(mine["steps"])
    assert told["again"] == mine
    assert told["messages"][0]["role"] == "user"


@pytest.mark.parametrize("rollout_id", ["success", "tools", "grader-fails"])
def test_ours_reads_theirs(written, cell: Callable[[str, str, str], None], rollout_id: str):
    """Our model takes their document, strictly, and loses nothing of it."""
    cell("ours", f"published {LEASES}", f"trajectory: {rollout_id}")
    theirs = document(written["published"], rollout_id)
    assert Trajectory.read_strict(theirs).to_wire() == theirs


@pytest.mark.parametrize("rollout_id", ["success", "tools", "grader-fails"])
def test_same_rollout_same_document(written, cell: Callable[[str, str, str], None], rollout_id: str):
    """The same rollout gives the same document on both servers, but for the SDK's version and the faults' texts."""
    cell("ours", f"published {LEASES}", f"same trajectory: {rollout_id}")
    mine, theirs = (document(written[side], rollout_id) for side in ("ours", "published"))
    for found in (mine, theirs):
        del found["agent"]["version"]
        found["extra"]["osmosis"].pop("err_message", None)
    assert mine == theirs
