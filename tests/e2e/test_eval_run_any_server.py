"""`eval run` on the rollout server in examples/, which is not Python: started by a command, or running already."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest
from eval_workspace import EvalWorkspace, begun, until
from stub_openai import StubOpenAI

EXAMPLE = Path(__file__).parents[2] / "examples" / "node-rollout-server"
KEY = "a-key-of-the-running-server"

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="the example's server needs Node")


@pytest.fixture(scope="module")
def example(workspace: EvalWorkspace) -> Path:
    """The example, as a rollout of the workspace."""
    folder = workspace.root / "rollouts" / "node"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("node_modules"))
    return folder


def config(workspace: EvalWorkspace, name: str, *serves: str) -> Path:
    """A config for the dataset of the same name, with those lines about what serves the rollout."""
    lines = ['rollout = "node"', *serves, 'model_path = "openai/stub"', f'dataset = "{name}"']
    path = workspace.root / "configs" / "eval" / f"{name}.toml"
    path.write_text("\n".join(["[experiment]", *lines, "[secrets]", "required = []", ""]))
    return path


COMMAND = 'command = ["node", "server.mjs"]'


def rows(workspace: EvalWorkspace, name: str, count: int) -> None:
    """Half of the rows are answered with their label."""
    workspace.dataset(name, [(f"say answer{n}", f"answer{n}" if n % 2 else "other") for n in range(count)])


def check_complete(workspace: EvalWorkspace, name: str, count: int) -> None:
    """Each row has one result, and the reward that its answer earns: none is lost, none is counted twice."""
    events = workspace.lines(name, "events.jsonl")
    assert Counter(event["source_row_index"] for event in events) == Counter(range(count))
    assert {event["outcome"] for event in events} == {"scored"}
    assert all(event["reward"] == event["source_row_index"] % 2 for event in events)


@dataclass
class Running:
    """A server that nobody but this test starts and ends."""

    folder: Path
    port: int = 0
    url: str = ""
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self) -> None:
        if not self.port:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        env = os.environ | {"_OSMOSIS_ROLLOUT_PORT": str(self.port), "_OSMOSIS_ROLLOUT_API_KEY": KEY}
        env["_OSMOSIS_ROLLOUT_ARTIFACT_ROOT"] = str(self.folder.parent / "files-of-the-running-server")
        self.processes.append(
            subprocess.Popen(
                ["node", "server.mjs"], cwd=self.folder, env=env, stdout=subprocess.DEVNULL, start_new_session=True
            )
        )
        until(self.answers)

    def answers(self) -> bool:
        request = urllib.request.Request(f"{self.url}/health", headers={"Authorization": f"Bearer {KEY}"})
        try:
            with urllib.request.urlopen(request, timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        end_group(self.processes[-1])


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Ends a process and what it started: `node` may be a program that starts the real one."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Running]:
    server = Running(folder)
    server.start()
    try:
        yield server
    finally:
        for process in server.processes:
            end_group(process)


def node_of(evaluation: subprocess.Popen[str]) -> psutil.Process | None:
    """The Node process that an evaluation started."""
    with contextlib.suppress(psutil.Error):
        for child in psutil.Process(evaluation.pid).children(recursive=True):
            if child.name() == "node":
                return child
    return None


def finished(workspace: EvalWorkspace, name: str) -> int:
    file = workspace.folder(name) / "events.jsonl"
    return file.read_text().count("\n") if file.exists() else 0


def test_a_command_serves_the_rollout(workspace: EvalWorkspace, example: Path, stub: StubOpenAI):
    """Its setup runs first; every row is scored, trajectories are collected, and the inputs hold the command."""
    rows(workspace, "command", 8)
    setup = "setup = [\"node\", \"-e\", \"require('fs').writeFileSync('node_modules.txt', '')\"]"
    path = config(workspace, "command", COMMAND, setup)
    run = workspace.eval(path, "--name", "command", "--max-in-flight", "4", stub=stub)
    assert run.code == 0, run.err
    check_complete(workspace, "command", 8)
    assert (example / "node_modules.txt").exists()
    assert len(list((workspace.folder("command") / "trajectories").rglob("*.json"))) == 8


def test_a_server_that_runs_already_serves_the_rollout(workspace: EvalWorkspace, example: Path, stub: StubOpenAI):
    """It needs no entrypoint and no command; its key comes from the environment; it is left running."""
    rows(workspace, "url", 8)
    path = config(workspace, "url")
    with running(example) as server:
        words = ("--name", "url", "--rollout-url", server.url, "--max-in-flight", "4")
        run = workspace.eval(path, *words, stub=stub, env={"OSMOSIS_ROLLOUT_API_KEY": KEY})
        assert run.code == 0, run.err
        assert server.answers()
    check_complete(workspace, "url", 8)
    manifest = (workspace.folder("url") / "manifest.json").read_text()
    assert server.url in manifest
    assert KEY not in manifest


@pytest.mark.long
@pytest.mark.parametrize("what", ["server", "evaluation"])
def test_two_hundred_rows_and_two_kills(workspace: EvalWorkspace, example: Path, stub: StubOpenAI, what: str):
    """The Node server, or the evaluation itself, is killed twice on the way: the run is complete, each row once."""
    name = f"killed-{what}"
    rows(workspace, name, 200)
    path = config(workspace, name, COMMAND)
    kills = 0
    for _ in range(3):
        with begun(workspace, path, name, stub) as evaluation:
            while kills < 2 and evaluation.poll() is None:
                enough = finished(workspace, name) + 20
                until(lambda enough=enough: finished(workspace, name) >= enough or evaluation.poll() is not None)
                node = node_of(evaluation)
                assert node is not None, evaluation.communicate()
                if what == "evaluation":
                    evaluation.kill()
                    kills += 1
                    break
                node.send_signal(signal.SIGKILL)
                kills += 1
            evaluation.wait(110)
    assert kills == 2
    check_complete(workspace, name, 200)


@pytest.mark.long
def test_two_hundred_rows_on_a_running_server_that_dies_twice(
    workspace: EvalWorkspace, example: Path, stub: StubOpenAI
):
    """Its deaths are the infrastructure's; the run waits until it answers again, and loses and repeats nothing."""
    rows(workspace, "url-killed", 200)
    path = config(workspace, "url-killed")
    with running(example) as server:
        env = {"OSMOSIS_ROLLOUT_API_KEY": KEY}
        command = [
            *workspace.command(path, "--name", "url-killed"),
            "--max-in-flight",
            "4",
            "--rollout-url",
            server.url,
        ]
        evaluation = subprocess.Popen(
            command, cwd=workspace.root, env=workspace.environment(stub, **env), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        try:
            for pause in (0.0, 2.0):
                enough = finished(workspace, "url-killed") + 20
                until(lambda enough=enough: finished(workspace, "url-killed") >= enough)
                server.kill()
                time.sleep(pause)
                server.start()
            out, _ = evaluation.communicate(timeout=110)
        finally:
            evaluation.kill()
            evaluation.wait()
        assert evaluation.returncode == 0, out
    check_complete(workspace, "url-killed", 200)
