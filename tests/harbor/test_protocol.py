"""The rollout protocol on a server whose rollouts are trials in sandboxes: the conformance suite, as people run it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import needs_bubblewrap

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "tests/conformance/reference_rollout"
SERVER = [sys.executable, str(REFERENCE / "sandboxed.py")]
FEATURES = ROOT / "tests/conformance/sandboxed-features.yaml"
WHOLE = os.environ.get("OSMOSIS_TEST_PROTOCOL") == "whole"
SOME = (
    "admit.plain*",
    "admit.accepted.no-messages*",
    "cancel.in-grading*",
    "callback.grade-waits*",
    "lease.lapses*",
    "outcome.agent-raises.*@leases",
    "outcome.grader-raises.*@leases",
    "outcome.removed*",
    "outcome.ungraded.nothing*",
    "process.drains*",
    "process.killed*",
    "sample.cut-off*",
    "sample.unencodable-*@leases",
)
NOT_OFFERED = {"files.marked-output", "process.used-up"}
"""Cases of features that a server with sandboxes has no need of, or does not offer."""
MANY = "many."
"""Cases of a thousand rollouts at once, which say nothing of a sandbox and take an hour in sandboxes of two cores."""


def suite(*arguments: str, cache: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "osmosis_conformance", "server", *arguments]
    env = {**os.environ, "OSMOSIS_CACHE_DIR": str(cache), "OSMOSIS_CONFORMANCE_SANDBOXES": "8"}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


@pytest.mark.timeout(5400)
def test_a_server_with_sandboxes_conforms(tmp_path: Path):
    """Every case that is no matter of numbers passes, in both dialects: outcomes, leases, callbacks, cancellation,
    files, keys, draining. With OSMOSIS_TEST_PROTOCOL=whole all of them, else a part."""
    needs_bubblewrap()
    listed = suite("--list", cache=tmp_path)
    assert listed.returncode == 0, listed.stderr
    names = [line.split()[0] for line in listed.stdout.splitlines() if line and not line.startswith(" ")]
    wanted = [name for name in dict.fromkeys(names) if not name.startswith(MANY)] if WHOLE else SOME
    report = tmp_path / "report.json"
    only = [part for name in wanted for part in ("--only", name)]
    suite(
        "--features", str(FEATURES), "--only", "admit.plain@leases", "--", *SERVER, cache=tmp_path / "cache"
    )  # builds
    ended = suite(
        "--features",
        str(FEATURES),
        "--at-once",
        "2",
        "--json",
        str(report),
        *only,
        "--",
        *SERVER,
        cache=tmp_path / "cache",
    )
    assert ended.returncode == 0, ended.stdout[-20_000:] + ended.stderr[-5_000:]
    results = json.loads(report.read_text())["results"]
    skipped = {result["case"].partition("@")[0] for result in results if result["verdict"] == "skipped"}
    assert skipped == (NOT_OFFERED if WHOLE else set())
    passed = [result for result in results if result["verdict"] == "passed"]
    print(len(passed), "passed")
    assert len(passed) > (300 if WHOLE else 15)
