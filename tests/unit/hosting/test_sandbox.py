"""The sandbox: what leads in and out of it, whose variables act where, and how it ends."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import httpx
import pytest

import osmosis_ai
import osmosis_contract
from osmosis_ai.base.http.fast_client import FastClient
from osmosis_ai.base.http.network_rules import NetworkRules
from osmosis_ai.base.processes.isolation import isolation_problem
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.hosting import grading as gradings
from osmosis_ai.hosting import sandbox as sandboxes
from osmosis_ai.hosting.environment import RolloutEnvironment
from osmosis_ai.hosting.sandbox import MODEL_PORT, Isolation, Sandbox, open_sandbox
from osmosis_ai.hosting.spec import HostSpec
from osmosis_ai.semantics.outcomes import Scored
from osmosis_contract.models.grading import GradingTask
from osmosis_contract.models.sample import RolloutSample

pytestmark = pytest.mark.skipif(isolation_problem() is not None, reason=f"{isolation_problem()}")
PYTHON = os.path.realpath(sys.executable)
ECHO = """\
import http.server, signal, sys, time
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass
def end(*_):
    time.sleep(0.3)
    print("ended in order", flush=True)
    sys.exit(3)
signal.signal(signal.SIGTERM, end)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 8123), Handler)
print("listening", flush=True)
server.serve_forever()
"""
FETCH = """\
import sys, urllib.error, urllib.request
try:
    print(urllib.request.urlopen(sys.argv[1], timeout=10).read().decode())
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode().strip())
except OSError as error:
    print("refused", error)
"""


@asynccontextmanager
async def opened(
    tmp_path: Path, *rules: str, refused: list[str] | None = None, disk_bytes: int | None = None
) -> AsyncIterator[Sandbox]:
    folder = tmp_path / "private"
    folder.mkdir(exist_ok=True)
    isolation = Isolation(folder=folder, network=NetworkRules.of(rules), disk_bytes=disk_bytes)
    async with open_sandbox(isolation, (refused if refused is not None else []).append) as sandbox:
        yield sandbox


async def output(sandbox: Sandbox, *command: str, cwd: Path, **options: Any) -> list[str]:
    """The lines that a program prints in the sandbox."""
    lines: list[str] = []
    options = {"env": {"PATH": os.defpath}, "doors": ["model", "rollout"], **options}
    child = await sandbox.start(
        command, name="it", cwd=cwd, writable=[cwd], on_line=lambda _, line: lines.append(line), **options
    )
    await child.wait()
    return lines


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


async def test_a_server_is_reached_by_its_socket_and_ends_in_order(tmp_path: Path, own: Path) -> None:
    """Requests large and small arrive, many at a time; SIGTERM reaches the server, which has its grace; its own exit
    status is the child's; and a server that has ended refuses at once."""
    lines: list[str] = []
    async with opened(tmp_path) as sandbox:
        child = await sandbox.start(
            [PYTHON, "-I", "-c", ECHO],
            name="server",
            cwd=own,
            env={"PATH": os.defpath},
            writable=[own],
            serves=8123,
            on_line=lambda _, line: lines.append(line),
        )
        async with FastClient(timeout=30, unix_socket=sandbox.server_socket) as client:
            while "listening" not in lines:  # noqa: ASYNC110 - a process outside
                await asyncio.sleep(0.02)
            sizes = [1, 1000, 3_000_000, *range(2, 20)]
            answers = await asyncio.gather(
                *(client.post("http://127.0.0.1:8123/", content=os.urandom(size)) for size in sizes)
            )
            assert [len(answer.content) for answer in answers] == sizes
            assert await child.stop() == 3
            assert lines[-1] == "ended in order"
            with pytest.raises(httpx.HTTPError):
                await client.post("http://127.0.0.1:8123/", content=b"x")


async def test_a_signal_is_the_status_of_the_child(tmp_path: Path) -> None:
    """What SIGKILL ends has 128 and the signal's number; a command that does not exist has 127, and says so."""
    env = {"PATH": os.defpath}
    async with opened(tmp_path) as sandbox:
        child = await sandbox.start(["sh", "-c", "kill -9 $$"], name="it", cwd=Path("/"), env=env)
        assert await child.wait() == 137
        child = await sandbox.start(["no-such-program"], name="it", cwd=Path("/"), env=env)
        assert await child.wait() == 127
        assert "no-such-program: No such file or directory" in child.tail


async def test_the_model_is_reached_at_its_port(tmp_path: Path, own: Path) -> None:
    """A connection to the model's port inside arrives at the listener outside."""
    async with opened(tmp_path) as sandbox:

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nmodel")
            writer.close()

        server = await asyncio.start_unix_server(answer, sock=sandbox.model_listener)
        url = f"http://127.0.0.1:{MODEL_PORT}/v1"
        assert await output(sandbox, PYTHON, "-I", "-c", FETCH, url, cwd=own) == ["model"]
        (line,) = await output(sandbox, PYTHON, "-I", "-c", FETCH, url, cwd=own, doors=[])
        assert line.startswith("refused")
        server.close()


async def test_a_host_is_reached_through_the_proxy_where_it_is_named(tmp_path: Path, own: Path) -> None:
    """A server on this machine's loopback: by name of the pool alone; `all` does not mean this machine; and a program
    that does not ask the proxy has no network."""
    served = await asyncio.start_server(_answer_once, "127.0.0.1", 0)
    port = served.sockets[0].getsockname()[1]
    url = f"http://127.0.0.1:{port}/x"
    fetch = [PYTHON, "-I", "-c", FETCH, url]
    async with opened(tmp_path, f"127.0.0.1:{port}") as sandbox:
        lines = await output(sandbox, *fetch, cwd=own)
        assert lines[0].startswith("refused"), "loopback is not asked of a proxy"
        direct = "import urllib.request as r; r.proxy_bypass = lambda _: False\n" + FETCH
        assert await output(sandbox, PYTHON, "-I", "-c", direct, url, cwd=own) == ["outside"]
    refused: list[str] = []
    async with opened(tmp_path, "all", refused=refused) as sandbox:
        lines = await output(sandbox, PYTHON, "-I", "-c", direct, url, cwd=own)
        assert lines == ["403 127.0.0.1 is at an internal address, and the pool does not name it"]
        assert refused == ["refused: 127.0.0.1 is at an internal address, and the pool does not name it"]
    async with opened(tmp_path) as sandbox:
        lines = await output(sandbox, PYTHON, "-I", "-c", direct, url, cwd=own)
        assert lines[0].startswith("refused")
    served.close()


async def _answer_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\noutside")
    writer.close()


async def test_variables_of_user_code_act_in_the_sandbox_alone(tmp_path: Path, own: Path) -> None:
    """Code that the user's PYTHONPATH and LD_PRELOAD name runs in there, and in no program that starts the sandbox."""
    (own / "sitecustomize.py").write_text(f"import os\nopen({str(tmp_path / 'outside')!r}, 'w')\n")
    env = {"PATH": os.defpath, "PYTHONPATH": str(own), "LD_PRELOAD": str(own / "missing.so"), "PYTHONVERBOSE": "1"}
    async with opened(tmp_path) as sandbox:
        lines = await output(
            sandbox, PYTHON, "-c", "import os, json; print(json.dumps(dict(os.environ)))", cwd=own, env=env
        )
    assert not (tmp_path / "outside").exists()
    seen = json.loads(next(line for line in lines if line.startswith("{")))
    assert env.items() <= seen.items()
    preload = [line for line in lines if "missing.so" in line and "LD_PRELOAD" in line and not line.startswith("{")]
    assert len(preload) == 1, "one program saw it: the user's"


async def test_what_is_left_open_outside_is_not_inside(tmp_path: Path, own: Path) -> None:
    """No descriptor of this process reaches user code: a socket made outside could be connected to anything."""
    with socket.create_server(("127.0.0.1", 0)) as outside, (tmp_path / "x").open("w"):
        os.set_inheritable(outside.fileno(), True)
        async with opened(tmp_path) as sandbox:
            lines = await output(
                sandbox, PYTHON, "-I", "-c", "import os; print(sorted(os.listdir('/proc/self/fd')))", cwd=own, serves=9
            )
    assert len(json.loads(lines[0].replace("'", '"'))) == 4, "three streams, and the folder that is listed"


async def test_nothing_can_be_written_into_memory(tmp_path: Path, own: Path) -> None:
    """What is not on the disk, where a limit and a clean-up reach it, is read-only; temporary files are on it."""
    code = (
        "import os\n"
        "for path in ('/tmp', '/dev/shm', os.getcwd(), '/run', '/dev', '/', '/etc'):\n"
        "    try: open(path + '/x', 'w').write('x'); print(path)\n"
        "    except OSError: pass\n"
    )
    async with opened(tmp_path) as sandbox:
        assert await output(sandbox, PYTHON, "-I", "-c", code, cwd=own) == ["/tmp", "/dev/shm", str(own)]


@pytest.mark.parametrize("place", ["own", "/tmp", "/dev/shm"])
async def test_what_writes_more_than_it_may_is_killed(
    tmp_path: Path, own: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of all folders that can be written count, in folders too deep for a path also, and what was there before
    does not; what was killed is reported, and is killed again when it is started again."""
    monkeypatch.setattr(sandboxes, "_DISK_SEC", 0.1)
    (own / "before").write_bytes(bytes(8_000_000))
    code = (
        "import os, sys, time\n"
        f"os.chdir({str(own) if place == 'own' else place!r})\n"
        "for _ in range(100): os.mkdir('x' * 200); os.chdir('x' * 200)\n"
        "open('small', 'wb').write(bytes(1_000_000)); print('written', flush=True)\n"
        "if sys.argv[1] == 'much': open('large', 'wb').write(bytes(5_000_000)); time.sleep(600)\n"
    )
    said: list[str] = []
    async with opened(tmp_path, refused=said, disk_bytes=5_000_000) as sandbox:
        assert await output(sandbox, PYTHON, "-I", "-c", code, "little", cwd=own) == ["written"]
        assert said == []
        shutil.rmtree(own / ("x" * 200), ignore_errors=True)
        assert await output(sandbox, PYTHON, "-I", "-c", code, "much", cwd=own) == ["written"]
        assert said == ["it was killed: more than 5000000 bytes were written to the disk"]


GRADER = """\
import os
from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend
from osmosis_ai.rollout.server import create_rollout_server, serve

class Workflow(AgentWorkflow):
    async def run(self, ctx):
        return []

class Looking(Grader):
    async def grade(self, ctx):
        (ctx.artifacts_dir / "graded").write_text("x")
        ctx.set_reward(float(os.path.exists({secret!r})))

if __name__ == "__main__":
    serve(create_rollout_server(backend=LocalBackend(workflow=Workflow, grader=Looking)))
"""


@pytest.mark.parametrize("is_isolated", [False, True])
async def test_a_grader_of_stored_samples_is_isolated(
    tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch, is_isolated: bool
) -> None:
    """It sees the files of its sample, and nothing of the machine, which it sees without isolation."""
    secret, trials, private = tmp_path / "secret", tmp_path / "trials", tmp_path / "private"
    secret.touch()
    private.mkdir()
    (trials / "r1" / "artifacts").mkdir(parents=True)
    (own / "main.py").write_text(GRADER.format(secret=str(secret)))
    python = Path(sys.prefix, "bin", "python")

    async def existing(*_: object, **__: object) -> RolloutEnvironment:
        return RolloutEnvironment(python, reused=True)

    class Store:
        def task(self, attempt: Any) -> GradingTask:
            sample = RolloutSample(messages=[{"role": "assistant", "content": "x"}])
            files = str(trials / "r1" / "artifacts")
            return GradingTask(rollout_id=attempt.rollout_id, sample=sample, label="x", artifacts=files)

        def keep(self, attempt: Any, result: Any) -> None:
            pass

    monkeypatch.setattr(gradings, "prepare_environment", existing)
    source = Path(osmosis_contract.__file__).parents[1], Path(osmosis_ai.__file__).parents[1]
    spec = HostSpec(
        rollout_dir=own,
        entrypoint="main.py",
        model_path="openai/x",
        model_root=tmp_path,
        rollout_environment={"PATH": os.defpath},
        model_environment={},
        tool_environment={},
        token="x",
        trials=trials,
        environments=tmp_path,
        sdk_cache=tmp_path,
        isolation=Isolation(folder=private, readable=source) if is_isolated else None,
    )
    attempt: Any = SimpleNamespace(rollout_id="r1", item=SimpleNamespace(source_row_index=0))
    observer: Any = MagicMock()
    async with gradings.grading(spec, Store(), observer, redact=Redactor([])) as opened:
        result = await opened.runner.run(attempt)
    assert result.outcome == Scored(0.0 if is_isolated else 1.0), (result, observer.mock_calls)
    assert (trials / "r1" / "artifacts" / "graded").exists()
