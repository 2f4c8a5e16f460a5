"""Both command lines evaluate on this machine and upload to one platform, which counts what either of them did."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.peers.command import run_command
from tests.peers.published import LEASES, Installation, command_environment
from tests.peers.stub_model import StubModel
from tests.peers.workspace import PeerWorkspace, expected_mean, make_workspace
from tests.platform.served import Served, connect_repository, serving_platform

ROWS = 4


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_both_command_lines_upload_a_run_with_the_same_envelope(
    us: Installation,
    leases_peer: Installation,
    stub: StubModel,
    tmp_path: Path,
    cell: Callable[[str, str, str], None],
):
    """Uploaded at the run's end or afterwards, again without a change, and listed with the figures of the platform."""
    cell("published and ours", "our platform", "eval run --upload, eval upload")
    workspace = make_workspace(tmp_path / "workspace", ROWS)
    workspace.add_rollout("either", version=LEASES)
    with serving_platform(tmp_path / "data") as served:
        origin = connect_repository(served)
        subprocess.run(["git", "-C", str(workspace.root), "remote", "add", "origin", origin], check=True)
        found = [_uploads(side, served, workspace, stub, tmp_path / side.name) for side in (leases_peer, us)]
    theirs, ours = found
    assert theirs["first"].keys() == ours["first"].keys()
    assert theirs["at_end"]["upload"].keys() == ours["at_end"]["upload"].keys()
    assert theirs["at_end"].keys() <= ours["at_end"].keys()
    for side in found:
        assert side["again"] == side["first"]
        assert side["first"]["status"] == side["at_end"]["upload"]["status"] == "finalized"
        assert side["first"]["uploaded_files"] == side["first"]["expected_files"] >= ROWS + 2
        assert side["info"]["results"]["score"] == expected_mean(ROWS)
        assert side["info"]["results"]["total_runs"] == ROWS


def _uploads(
    side: Installation, served: Served, workspace: PeerWorkspace, stub: StubModel, home: Path
) -> dict[str, dict[str, Any]]:
    environment = command_environment(home) | stub.environment()
    environment |= {
        "OSMOSIS_PLATFORM_URL": served.url,
        "OSMOSIS_TOKEN_PLATFORM_URL": served.url,
        "OSMOSIS_TOKEN": served.token(),
    }

    def typed(*words: str) -> dict[str, Any]:
        done = run_command([side.osmosis, "--json", *words], cwd=workspace.root, env=environment, timeout=300)
        assert done.code == 0, done.stderr[-3000:]
        return done.envelope

    name, other = f"by-{side.name}-afterwards", f"by-{side.name}-at-end"
    run = ("eval", "run", str(workspace.config("either")), "--dataset-file", str(workspace.dataset), "--yes", "--name")
    typed(*run, name)
    first = typed("eval", "upload", name)["resource"]
    again = typed("eval", "upload", name)["resource"]
    at_end = typed(*run, other, "--upload")["resource"]
    info = typed("eval", "info", first["eval_run_id"])["data"]
    return {"first": first, "again": again, "at_end": at_end, "info": info}
