"""The suite as people run it, against our own server and controller: `nox -s conformance`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from osmosis_conformance.documents import faults

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SERVER = [sys.executable, str(HERE / "reference_rollout" / "main.py")]
FEATURES = str(HERE / "reference-features.yaml")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Ours, with a place for compiled modules: the suite starts the server more than ten times."""
    mine = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return mine | {"PYTHONPYCACHEPREFIX": str(tmp_path_factory.mktemp("compiled"))}


def suite(*arguments: str, env: dict[str, str], cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "osmosis_conformance", *arguments]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)


def test_the_reference_server_conforms(environment: dict[str, str], tmp_path: Path) -> None:
    """Every case passes; the reports are what their schema and JUnit say, and nothing is skipped."""
    junit, report = tmp_path / "junit.xml", tmp_path / "report.json"
    ended = suite(
        "server", "--features", FEATURES, "--json", str(report), "--junit", str(junit), "--", *SERVER, env=environment
    )
    assert ended.returncode == 0, ended.stdout[-20_000:] + ended.stderr[-5_000:]
    written = json.loads(report.read_text())
    assert faults("ConformanceReport", written) is None
    assert {result["verdict"] for result in written["results"]} == {"passed"}
    assert len(written["results"]) > 150
    assert len(ElementTree.parse(junit).getroot()) == len(written["results"])


def test_the_reference_controller_conforms(environment: dict[str, str]) -> None:
    """Our own client makes the right thing of every ending and every fault."""
    command = [sys.executable, str(HERE / "reference_controller" / "main.py")]
    ended = suite("controller", "--", *command, env=environment)
    assert ended.returncode == 0, ended.stdout[-20_000:] + ended.stderr[-5_000:]


@pytest.mark.parametrize("place", ["GitHub Actions", "GitLab"])
def test_the_recipes_for_continuous_integration_run(place: str, environment: dict[str, str], tmp_path: Path) -> None:
    """The commands of each recipe in docs/conformance.md, as a shell runs them, with our server for the reader's."""
    page = (ROOT / "docs" / "conformance.md").read_text()
    section = page.split(f"### {place}\n", 1)[1].split("\n### ", 1)[0]
    commands = re.findall(r"(?m)^ *(?:- (?:run: )?)(osmosis-conformance .*)$", section)
    assert commands, section
    script = "\n".join(commands).replace("node server.mjs", " ".join(SERVER)).replace("features.yaml", FEATURES)
    (tmp_path / "known-failures.txt").write_text("# none\n")
    scripts = str(Path(sys.executable).parent)
    env = environment | {"PATH": f"{scripts}{os.pathsep}{environment['PATH']}"}
    script = script.replace("osmosis-conformance server", "osmosis-conformance server --only 'http.method*'")
    ended = subprocess.run(["bash", "-ec", script], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert (tmp_path / "conformance.xml").is_file()
