"""The same rollout on each framework, on either package's server, driven by the other's client; and what they wrote.

The policy is scripted, and the tools are called by each SDK's own integration.
"""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from osmosis_ai.testing import ScriptedPolicy
from osmosis_contract.models.trajectory import Trajectory
from tests.interop.driving import asked, driving
from tests.interop.frameworks import FRAMEWORKS, assert_tool_was_called, multiplies
from tests.interop.recorder import Recorder
from tests.interop.servers import run_program, serving
from tests.peers.published import CALLBACKS, LEASES, Installation

OURS = "ours"
VERSIONS = [LEASES, CALLBACKS]
PRODUCT = "56"
_WRITTEN_SEC = 30


@dataclass(frozen=True, slots=True)
class Ran:
    """One rollout: its result and its trajectory, both as they were on the wire and on disk."""

    result: dict[str, Any]
    file: Path

    @property
    def document(self) -> dict[str, Any]:
        return json.loads(self.file.read_bytes())


@pytest.fixture(scope="module")
def policy() -> Iterator[ScriptedPolicy]:
    with ScriptedPolicy(multiplies) as playing:
        yield playing


@pytest.fixture(scope="module")
def kept() -> dict[tuple[str, str], Ran]:
    return {}


@pytest.fixture
def ran(us, peers, policy: ScriptedPolicy, kept, tmp_path: Path, request: pytest.FixtureRequest):
    """One rollout of a framework on a side's server, run once: by our client, or on ours by the published one's."""

    def run(side: str, framework: str) -> Ran:
        if (side, framework) not in kept:
            kept[side, framework] = started(us if side == OURS else peers[side], side, framework)
        return kept[side, framework]

    def started(server: Installation, side: str, framework: str) -> Ran:
        folder = tmp_path / f"{framework}-on-{side}"
        folder.mkdir()
        program = folder / "main.py"
        program.write_text(FRAMEWORKS[framework].source)
        posted: list[str] = []
        with serving(server, folder, program) as url, Recorder(url) as recorder:
            try:
                result = drive(side, recorder.url, framework, posted)
                file = folder / "trials" / framework / "trajectory.json"
                if result["status"] == "success":
                    _wait_for(file)
                return Ran(result, file)
            finally:
                log = (folder / "server.log").read_text(errors="replace")
                request.node.add_report_section("call", "recorded exchange", "\n".join([recorder.text(), *posted]))
                request.node.add_report_section("call", "server's log", log[-3000:])

    def drive(side: str, url: str, rollout_id: str, posted: list[str]) -> dict[str, Any]:
        more = {"chat_completions_url": policy.url_for(f"{rollout_id}-on-{side}"), "llm_api_key": policy.api_key}
        rollout = asked(rollout_id, "7*8", **more)
        if side == OURS:
            members = {name: value for name, value in rollout.to_wire().items() if value is not None}
            return run_program(peers[LEASES], "their_client.py", url, "run", json.dumps(members))

        async def ours() -> dict[str, Any]:
            async with driving(url, posted) as client:
                return (await client.run_rollout(rollout)).to_wire()

        return asyncio.run(ours())

    return run


def _wait_for(file: Path) -> None:
    """Servers that speak callbacks write a trajectory once its result is acknowledged."""
    deadline = time.monotonic() + _WRITTEN_SEC
    while not file.exists():
        assert time.monotonic() < deadline, f"no trajectory at {file}"
        time.sleep(0.05)


def _shape(messages: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Who says what in a sample of a framework's own messages."""
    return [
        (said.get("role"), said.get("type"), [sorted(part) for part in said.get("content") or [] if type(part) is dict])
        for said in messages
    ]


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize("version", VERSIONS)
def test_our_client_drives_theirs(ran, cell: Callable[[str, str, str], None], version: str, framework: str):
    """Their server's rollout is graded, its tool called, and its sample has the messages that ours would have."""
    cell("our client", f"published server {version}", FRAMEWORKS[framework].name)
    theirs, mine = ran(version, framework), ran(OURS, framework)
    assert (theirs.result["status"], theirs.result["sample"]["reward"]) == ("success", 1.0)
    assert _shape(theirs.result["sample"]["messages"]) == _shape(mine.result["sample"]["messages"])
    assert_tool_was_called(theirs.document, PRODUCT)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_their_client_drives_ours(ran, cell: Callable[[str, str, str], None], framework: str):
    """Our server's rollout is graded, and its tool called, as their client reads it."""
    cell(f"published client {LEASES}", "our server", FRAMEWORKS[framework].name)
    mine = ran(OURS, framework)
    assert (mine.result["status"], mine.result["sample"]["reward"]) == ("success", 1.0)
    assert_tool_was_called(mine.document, PRODUCT)


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize("version", VERSIONS)
def test_theirs_reads_our_trajectory(
    ran, peers: dict[str, Installation], cell: Callable[[str, str, str], None], version: str, framework: str
):
    """Their models take our document and lose nothing of it."""
    cell(f"published {version}", "ours", f"trajectory: {FRAMEWORKS[framework].name}")
    mine = ran(OURS, framework)
    told = run_program(peers[version], "read_trajectory.py", str(mine.file))
    assert told["again"] == mine.document


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize("version", VERSIONS)
def test_ours_reads_their_trajectory(ran, cell: Callable[[str, str, str], None], version: str, framework: str):
    """Our model takes their document, strictly, and loses nothing of it."""
    cell("ours", f"published {version}", f"trajectory: {FRAMEWORKS[framework].name}")
    document = ran(version, framework).document
    assert Trajectory.read_strict(document).to_wire() == document


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_same_conversation(ran, cell: Callable[[str, str, str], None], framework: str):
    """All three write the same conversation of the same rollout."""
    cell("ours", "published, both", f"same conversation: {FRAMEWORKS[framework].name}")
    mine, leases, callbacks = (_conversation(ran(side, framework).document) for side in (OURS, *VERSIONS))
    assert mine == leases
    assert mine == callbacks


def _conversation(document: dict[str, Any]) -> list[dict[str, Any]]:
    told = ("source", "message", "tool_calls", "observation")
    return [{name: step[name] for name in told if name in step} for step in document["steps"]]
