"""`eval run` of either package reads the other's runs and goes on with them."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from osmosis_contract.models.run_events import RunEvent
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_manifest import RunManifest
from osmosis_contract.models.run_metrics import RunMetrics
from osmosis_contract.models.run_progress import RunProgress
from tests.peers.command import CommandResult, run_command
from tests.peers.published import CALLBACKS, LEASES, Installation, command_environment
from tests.peers.stub_model import StubModel
from tests.peers.workspace import PeerWorkspace, expected_mean, make_workspace

ROWS = 8
VERSIONS = [LEASES, CALLBACKS]
FIRST = ["ours", "published"]
PROTOCOL = {LEASES: "0.4", CALLBACKS: "0.3"}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> PeerWorkspace:
    """For each published version a rollout that asks for it and takes what drives it."""
    made = make_workspace(tmp_path_factory.mktemp("interop") / "workspace", ROWS)
    for version in VERSIONS:
        made.add_rollout(f"either-{version}", version=version)
    return made


@pytest.fixture
def eval_run(workspace: PeerWorkspace, stub: StubModel, tmp_path_factory, request: pytest.FixtureRequest):
    env = command_environment(workspace.root.parent / "home") | stub.environment()

    def run(side: Installation, rollout: str, name: str) -> CommandResult:
        done = run_command(
            [
                side.osmosis,
                "--json",
                *("eval", "run", workspace.config(rollout)),
                *("--dataset-file", workspace.dataset, "--max-in-flight", "4"),
                *("--name", name, "--yes"),
            ],
            cwd=workspace.root,
            env=env,
            timeout=300,
        )
        logs = workspace.run_folder(name) / "logs.txt"
        request.node.add_report_section("call", f"{side.name} {side.version} on {rollout}", done.stdout + done.stderr)
        if logs.exists():
            request.node.add_report_section("call", f"logs of {name}", logs.read_text(errors="replace")[-6000:])
        return done

    return run


def _all_scored(done: CommandResult) -> dict[str, Any]:
    assert done.code == 0, done.stderr[-2000:]
    resource = done.envelope["resource"]
    assert resource["succeeded"] == ROWS
    assert resource["metrics"]["graded"] == ROWS
    assert resource["metrics"]["reward_stats"]["mean"] == pytest.approx(expected_mean(ROWS))
    return resource


@dataclass(frozen=True, slots=True)
class Finished:
    """A run that one side finished: what it reported, and a copy of its folder as it was then."""

    name: str
    resource: dict[str, Any]
    copy: Path


@pytest.fixture(scope="module")
def kept() -> dict[str, Finished]:
    return {}


@pytest.fixture
def finished(eval_run, us, peers, workspace: PeerWorkspace, kept: dict[str, Finished]):
    """The run of a rollout that takes what drives it, finished once by ours or by the published package."""

    def run(first: str, version: str) -> Finished:
        name = f"finished-by-{first}-{version}"
        if name not in kept:
            resource = _all_scored(eval_run(us if first == "ours" else peers[version], f"either-{version}", name))
            copy = workspace.root.parent / "finished" / name
            shutil.copytree(workspace.run_folder(name), copy)
            kept[name] = Finished(name, resource, copy)
        return kept[name]

    return run


@pytest.mark.parametrize("version", VERSIONS)
def test_same_inputs_same_files(finished, cell: Callable[[str, str, str], None], version: str):
    """Both record the same resolved inputs for the same work, source digest included, and files of the same shape."""
    cell("ours", f"published {version}", "same inputs, same files")
    mine, theirs = (finished(first, version).copy for first in FIRST)
    inputs = [_json(folder / "manifest.json")["inputs"] for folder in (mine, theirs)]
    assert [found["versions"].pop("rollout_protocol") for found in inputs] == [PROTOCOL[LEASES], PROTOCOL[version]]
    assert inputs[0] == inputs[1]
    assert _json(mine / "progress.json") == _json(theirs / "progress.json")
    assert _json(mine / "metrics.json")["summary"] == _json(theirs / "metrics.json")["summary"]
    assert _json(mine / "metrics.json")["eval_run"].keys() == _json(theirs / "metrics.json")["eval_run"].keys()
    for name in ("events.jsonl", "index.jsonl"):
        assert _keys(theirs / name) <= _keys(mine / name)
    for folder in (mine, theirs):
        assert (folder / "index.jsonl").read_bytes() == (folder / "summary.jsonl").read_bytes()
        assert _tree(folder / "trajectories") == {f"row_{row}_run_0.json" for row in range(ROWS)}


@pytest.mark.parametrize("version", VERSIONS)
def test_ours_reads_every_file(finished, cell: Callable[[str, str, str], None], version: str):
    """Our models take every file of their run, strictly, and lose nothing of it."""
    cell("ours", f"published {version}", "every file of a run")
    folder = finished("published", version).copy
    for name, model in {"manifest": RunManifest, "metrics": RunMetrics, "progress": RunProgress}.items():
        found = _json(folder / f"{name}.json")
        assert model.read_strict(found).to_wire() == found
    for name, model in {"events": RunEvent, "index": IndexRow, "summary": IndexRow}.items():
        for line in (folder / f"{name}.jsonl").read_bytes().splitlines():
            assert model.read_strict(line).to_wire() == json.loads(line)


@pytest.mark.parametrize("first", FIRST)
def test_run_of_another_protocol_is_refused(
    eval_run, finished, us, peers, cell: Callable[[str, str, str], None], first: str
):
    """What a run was done with is part of its inputs: neither goes on with another protocol's run, and says so."""
    one, other = _sides(us, peers[CALLBACKS], first)
    cell(_told(other), _told(one), "refuses a run of the other protocol")
    run = finished(first, CALLBACKS)
    done = eval_run(other, f"either-{CALLBACKS}", run.name)
    assert done.code == 1
    assert done.envelope["error"]["code"] == "VALIDATION"
    assert "versions" in done.envelope["error"]["message"]


@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("version", VERSIONS)
def test_finished_run_is_resumed(
    eval_run,
    finished,
    us,
    peers,
    cell: Callable[[str, str, str], None],
    workspace: PeerWorkspace,
    version: str,
    first: str,
):
    """A finished run of either package is complete for the other: same figures, nothing dispatched.

    With 0.3.2, once the protocol version that its manifest records is that of the one who reads it.
    """
    one, other = _sides(us, peers[version], first)
    cell(_told(other), _told(one), "resumes a finished run")
    run = finished(first, version)
    rows = _index(workspace, run.name)
    _record_protocol_of(other, workspace.run_folder(run.name))
    after = _all_scored(eval_run(other, f"either-{version}", run.name))
    assert (after["dispatched"], after["resumed"]) == (0, ROWS)
    assert after["metrics"] == run.resource["metrics"]
    assert after["local_run_id"] == run.resource["local_run_id"]
    kept = _index(workspace, run.name)
    assert [_settled(row) for row in kept] == [_settled(row) for row in rows]
    assert all(row["resumed"] for row in kept)
    assert [row.get("trajectory_filename") for row in kept] == ["trajectory.json"] * ROWS


@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("version", VERSIONS)
def test_partial_run_is_completed(
    eval_run,
    finished,
    us,
    peers,
    cell: Callable[[str, str, str], None],
    workspace: PeerWorkspace,
    version: str,
    first: str,
):
    """A run that either package left half done is completed by the other, and then read again by the first."""
    one, other = _sides(us, peers[version], first)
    cell(_told(other), _told(one), "completes a partial run")
    name = finished(first, version).name
    done = _forget_after(workspace.run_folder(name), 3)
    _record_protocol_of(other, workspace.run_folder(name))
    completed = _all_scored(eval_run(other, f"either-{version}", name))
    assert (completed["dispatched"], completed["resumed"]) == (ROWS - 3, 3)
    assert {row["rollout_id"] for row in _index(workspace, name)} > done
    _record_protocol_of(one, workspace.run_folder(name))
    again = _all_scored(eval_run(one, f"either-{version}", name))
    assert (again["dispatched"], again["resumed"]) == (0, ROWS)


def _sides(us: Installation, peer: Installation, first: str) -> tuple[Installation, Installation]:
    return (us, peer) if first == "ours" else (peer, us)


def _told(side: Installation) -> str:
    return "our eval run" if side.name == "ours" else f"published eval run {side.version}"


def _record_protocol_of(side: Installation, folder: Path) -> None:
    """Puts the protocol version that this side records into the manifest of a run."""
    manifest = _json(folder / "manifest.json")
    manifest["inputs"]["versions"]["rollout_protocol"] = PROTOCOL.get(side.version, PROTOCOL[LEASES])
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2))


def _tree(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def _index(workspace: PeerWorkspace, run: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (workspace.run_folder(run) / "index.jsonl").read_bytes().splitlines()]


def _settled(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row.get(key) for key in ("row_index", "run_index", "rollout_id", "status", "reward", "tokens"))


def _forget_after(folder: Path, lines: int) -> set[str]:
    """Leaves the first lines of the journal, as if the run had ended there; their rollout ids."""
    journal = folder / "events.jsonl"
    kept = journal.read_bytes().splitlines(keepends=True)[:lines]
    journal.write_bytes(b"".join(kept))
    return {json.loads(line)["rollout_id"] for line in kept}


def _json(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


def _keys(path: Path) -> set[str]:
    return {key for line in path.read_bytes().splitlines() for key in json.loads(line)}
