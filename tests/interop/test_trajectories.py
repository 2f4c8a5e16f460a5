"""A trajectory written by either package is read by the other, and the same rollout gives the same document."""

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from osmosis_contract.models.trajectory import Trajectory
from tests.interop.driving import asked, driving
from tests.interop.servers import run_program, serving
from tests.peers.published import CALLBACKS, LEASES, Installation

OURS = "ours"
VERSIONS = [LEASES, CALLBACKS]
STEPS = {"success": "graded", "tools": "tools", "grader-fails": "grader_fails"}
_WRITTEN_SEC = 30


_OURS_ALONE = ("messages_in_steps", "sample_messages", "sample_cut_off", "err_location", "err_traceback")


@pytest.fixture(scope="module")
def written(
    us: Installation, peers: dict[str, Installation], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Path]:
    """The trajectories that the servers write of the same rollouts; that of callbacks is driven by our client."""
    folders = {}
    for name, side in {OURS: us, **peers}.items():
        folder = tmp_path_factory.mktemp(name)
        with serving(side, folder) as url:
            if name == CALLBACKS:
                asyncio.run(_drive(url))
                _wait_for([folder / "trials" / rollout_id / "trajectory.json" for rollout_id in STEPS])
            else:
                for step in STEPS.values():
                    run_program(peers[LEASES], "their_client.py", url, step)
        folders[name] = folder / "trials"
    return folders


async def _drive(url: str) -> None:
    """The rollouts of the three steps, as `programs/their_client.py` asks for them."""
    row = {"row_index": 3}
    async with driving(url) as client:
        await client.run_rollout(asked("success", "ok 7 times 8", extra_fields=row))
        await client.run_rollout(asked("tools", "tools 7 times 8", metadata={"topic": "products"}, extra_fields=row))
        await client.run_rollout(asked("grader-fails", "grader"))


def _wait_for(files: list[Path]) -> None:
    """Servers that speak callbacks write a trajectory once its result is acknowledged."""
    deadline = time.monotonic() + _WRITTEN_SEC
    while missing := [str(file) for file in files if not file.exists()]:
        assert time.monotonic() < deadline, f"no trajectory at {missing}"
        time.sleep(0.05)


def document(folder: Path, rollout_id: str) -> dict:
    return json.loads((folder / rollout_id / "trajectory.json").read_bytes())


@pytest.mark.parametrize("rollout_id", STEPS)
@pytest.mark.parametrize("version", VERSIONS)
def test_theirs_reads_ours(
    written, peers: dict[str, Installation], cell: Callable[[str, str, str], None], version: str, rollout_id: str
):
    """Their models take our document, lose nothing of it, and give the conversation back."""
    cell(f"published {version}", "ours", f"trajectory: {rollout_id}")
    told = run_program(peers[version], "read_trajectory.py", str(written["ours"] / rollout_id / "trajectory.json"))
    mine = document(written["ours"], rollout_id)
    assert told["steps"] == len(mine["steps"])
    assert told["again"] == mine
    assert told["messages"] is None or told["messages"][0]["role"] == "user"


@pytest.mark.parametrize("rollout_id", STEPS)
@pytest.mark.parametrize("version", VERSIONS)
def test_ours_reads_theirs(written, cell: Callable[[str, str, str], None], version: str, rollout_id: str):
    """Our model takes their document, strictly, and loses nothing of it."""
    cell("ours", f"published {version}", f"trajectory: {rollout_id}")
    theirs = document(written[version], rollout_id)
    assert Trajectory.read_strict(theirs).to_wire() == theirs


@pytest.mark.parametrize("rollout_id", STEPS)
@pytest.mark.parametrize("version", VERSIONS)
def test_same_rollout_same_document(written, cell: Callable[[str, str, str], None], version: str, rollout_id: str):
    """The same rollout gives the same document on both servers, but for the SDK's version, the texts of errors, and
    what only ours keeps: the messages for grading again, and where user code failed."""
    cell("ours", f"published {version}", f"same trajectory: {rollout_id}")
    mine, theirs = (document(written[side], rollout_id) for side in (OURS, version))
    for found in (mine, theirs):
        del found["agent"]["version"]
        found["extra"]["osmosis"].pop("err_message", None)
    for name in _OURS_ALONE:
        mine["extra"]["osmosis"].pop(name, None)
    assert mine == theirs
