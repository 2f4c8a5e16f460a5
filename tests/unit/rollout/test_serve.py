"""`serve`: a rollout's own process, from its port to its last answer."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from osmosis_ai.base.variables import ROLLOUT_PORT
from osmosis_ai.rollout import AgentWorkflow, LocalBackend
from osmosis_ai.rollout.server import create_rollout_server
from osmosis_ai.rollout.server.serve import serve

ROLLOUT = """
import asyncio, os
from osmosis_ai.rollout import AgentWorkflow, LocalBackend
from osmosis_ai.rollout.server import create_rollout_server, serve

class Workflow(AgentWorkflow):
    async def run(self, ctx):
        if ctx.metadata == {"do": "exit"}:
            os._exit(7)
        await asyncio.sleep(0.3)
        return list(ctx.prompt)

serve(create_rollout_server(backend=LocalBackend(workflow=Workflow)))
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@pytest.fixture
def process(tmp_path: Path, artifact_root: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A rollout server in a process of its own."""
    port = free_port()
    environment = os.environ | {ROLLOUT_PORT: str(port)}
    script = tmp_path / "rollout.py"
    script.write_text(ROLLOUT)
    child = subprocess.Popen([sys.executable, str(script)], env=environment)
    try:
        yield child, f"http://127.0.0.1:{port}"
    finally:
        child.kill()
        child.wait()


def healthy(url: str) -> None:
    for _ in range(600):
        try:
            if httpx.get(f"{url}/health").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server did not start")


def admission(rollout_id: str, **members: object) -> dict[str, object]:
    return {"initial_messages": [], "rollout_id": rollout_id, "chat_completions_url": "", **members}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_once_its_work_is_done(
    process: tuple[subprocess.Popen[bytes], str], number: signal.Signals, artifact_root: Path
):
    """The rollout that runs is finished and saved, and the exit is a clean one."""
    child, url = process
    healthy(url)
    assert httpx.post(f"{url}/rollout", json=admission("a1", initial_messages=[{"role": "user"}])).status_code == 202
    child.send_signal(number)
    assert child.wait(30) == 0
    assert (artifact_root / "a1" / "trajectory.json").exists()


def test_a_workflow_that_kills_its_process_takes_the_connections_with_it(
    process: tuple[subprocess.Popen[bytes], str],
):
    """Whoever polls sees a fault of the transport, never an answer."""
    child, url = process
    healthy(url)
    with httpx.Client(base_url=url) as http:
        response = http.post("/rollout", json=admission("a1", metadata={"do": "exit"}))
        assert response.status_code == 202
        headers = {"X-Osmosis-Rollout-Lease": response.json()["polling_lease_token"]}
        with pytest.raises(httpx.TransportError):
            http.get("/rollout/a1/result", headers=headers, params={"until": "terminal"})
    assert child.wait(30) == 7


@pytest.mark.parametrize("port", ["eighty", "-1", "70000", "8000.5"])
def test_a_port_that_is_none_is_refused(port: str, monkeypatch: pytest.MonkeyPatch):
    """With the variable's name and what it held."""
    monkeypatch.setenv(ROLLOUT_PORT, port)
    with pytest.raises(ValueError, match=f"{ROLLOUT_PORT}.*{port}"):
        serve(create_rollout_server)


def test_what_is_no_application_is_refused_at_once():
    """A backend that is served without its server says what to write, instead of failing every request."""

    class Silent(AgentWorkflow):
        async def run(self, ctx):
            return None

    with pytest.raises(TypeError, match=r"not a LocalBackend: serve\(create_rollout_server\(backend=\.\.\.\)\)"):
        serve(LocalBackend(workflow=Silent))


IMPATIENT = """
import importlib, os, resource
serving = importlib.import_module("osmosis_ai.rollout.server.serve")
serving._KEEP_ALIVE_SEC = 1.0
if "FILES" in os.environ:
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(os.environ["FILES"]), int(os.environ["FILES"])))
"""


@contextlib.contextmanager
def impatient(tmp_path: Path, **environment: str) -> Iterator[tuple[str, int, Path]]:
    """A server that waits a second for what clients do not send; its URL, its port, and what it prints."""
    port = free_port()
    script, printed = tmp_path / "rollout.py", tmp_path / "printed.txt"
    script.write_text(IMPATIENT + ROLLOUT)
    variables = os.environ | {ROLLOUT_PORT: str(port)} | environment
    with printed.open("wb") as output:
        child = subprocess.Popen([sys.executable, str(script)], env=variables, stdout=output, stderr=output)
        try:
            healthy(f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}", port, printed
        finally:
            child.kill()
            child.wait()


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /health HTTP/1.1\r\nHost: local", b"POST /rollout HTTP/1.1\r\nHost: localhost\r\nX: "],
    ids=["nothing", "half a head", "an open header"],
)
def test_a_connection_without_a_request_is_closed(tmp_path: Path, artifact_root: Path, sent: bytes):
    """Whatever part of a head it has sent."""
    with impatient(tmp_path) as (_, port, _), socket.create_connection(("127.0.0.1", port), timeout=30) as idle:
        idle.sendall(sent)
        assert idle.recv(1) == b""


def test_a_server_without_descriptors_says_so_once_and_answers_again(tmp_path: Path, artifact_root: Path):
    """More connections than it may open are one line in its log, and when they are gone it is as before."""
    with impatient(tmp_path, FILES="40") as (url, port, printed):
        crowd = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(100)]
        for member in crowd:
            member.recv(1)  # each is closed for being idle, as soon as it was accepted
            member.close()
        healthy(url)
        said = printed.read_text()
    assert said.count("connections wait") == 1
    assert "Traceback" not in said


SLOW_TO_START = """
import asyncio, os, sys
from contextlib import asynccontextmanager
from pathlib import Path
from hypercorn.config import Config
from osmosis_ai.rollout import AgentWorkflow, LocalBackend
from osmosis_ai.rollout.server import create_rollout_server, serve

Config.startup_timeout = 0.1  # a minute, where nobody sets it
folder = Path(sys.argv[1])

class Workflow(AgentWorkflow):
    async def run(self, ctx):
        return list(ctx.prompt)

@asynccontextmanager
async def lifespan(app):
    (folder / "began").touch()
    try:
        while not (folder / "go").exists():
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.5)
        yield
    finally:
        (folder / "ended").touch()

serve(create_rollout_server(backend=LocalBackend(workflow=Workflow), lifespan=lifespan))
"""


@pytest.fixture
def slow_to_start(tmp_path: Path, artifact_root: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server whose application starts once the file `go` is there, and half a second later."""
    port = free_port()
    script = tmp_path / "rollout.py"
    script.write_text(SLOW_TO_START)
    child = subprocess.Popen([sys.executable, str(script), str(tmp_path)], env=os.environ | {ROLLOUT_PORT: str(port)})
    try:
        yield child, f"http://127.0.0.1:{port}"
    finally:
        child.kill()
        child.wait()


def test_an_application_may_take_long_to_start(slow_to_start: tuple[subprocess.Popen[bytes], str], tmp_path: Path):
    """Hypercorn's own limit does not end a server that builds images first."""
    _, url = slow_to_start
    (tmp_path / "go").touch()
    healthy(url)


def test_a_signal_ends_an_application_that_starts(slow_to_start: tuple[subprocess.Popen[bytes], str], tmp_path: Path):
    """Its lifespan is cancelled, which lets it clean up, and the process ends."""
    child, _ = slow_to_start
    deadline = time.monotonic() + 60
    while not (tmp_path / "began").exists():
        assert time.monotonic() < deadline, "the application did not begin"
        time.sleep(0.02)
    child.send_signal(signal.SIGTERM)
    assert child.wait(timeout=60) == 0
    assert (tmp_path / "ended").exists()
