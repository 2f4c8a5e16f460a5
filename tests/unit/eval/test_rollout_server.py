"""The rollout server's process: what happens when an entrypoint does not do what it must. The scripts are stand-ins."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.hosting import rollout_server
from osmosis_ai.hosting.rollout_server import RolloutServerProcess, ServerHealth
from osmosis_ai.runs.folder import RunFolder

SERVER = """\
import json, os
from http.server import BaseHTTPRequestHandler, HTTPServer
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps(BODY).encode()
        self.send_response(STATUS)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_):
        pass
instance = os.environ["_OSMOSIS_ROLLOUT_INSTANCE_ID"]
STATUS, BODY = 200, {"instance_id": instance, "lifecycle": {}, "max_queue_depth": 3}
"""
SERVE = 'HTTPServer(("127.0.0.1", int(os.environ["_OSMOSIS_ROLLOUT_PORT"])), Handler).serve_forever()\n'

Make = Callable[..., RolloutServerProcess]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    folder = RunFolder(tmp_path / "run")
    folder.root.mkdir()

    def made(code: str, **options: object) -> RolloutServerProcess:
        (tmp_path / "main.py").write_text(code)
        return RolloutServerProcess(
            python=Path(sys.executable),
            rollout_dir=tmp_path,
            entrypoint="main.py",
            environment={"PATH": "/usr/bin:/bin"},
            folder=folder,
            log=lambda _line: None,
            **options,
        )

    return made


@asynccontextmanager
async def started(server: RolloutServerProcess) -> AsyncIterator[RolloutServerProcess]:
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def test_healthy_server_is_recorded_while_it_runs(make: Make, tmp_path: Path):
    """`server.json` names the process as long as it runs; the capacity is what /health says."""
    async with started(make(SERVER + SERVE)) as server:
        assert (tmp_path / "run" / "server.json").exists()
        assert server.capacity == 3
    assert not (tmp_path / "run" / "server.json").exists()


async def test_health_says_what_the_rest_is_set_up_by(make: Make):
    """That agents need a public address, and which SDK serves, come from /health: its body and its headers."""
    public = "BODY['chat_endpoint'] = {'requires_public_url': True}\n"
    header = SERVER.replace(
        'self.send_header("Content-Length"',
        'self.send_header("x-osmosis-rollout-sdk-version", "0.3.7")\n        self.send_header("Content-Length"',
    )
    server = make(header + public + SERVE)
    try:
        health = await server.start()
        assert (health.requires_public_url, health.sdk_version) == (True, "0.3.7")
    finally:
        await server.stop()
    assert not ServerHealth({"chat_endpoint": {"requires_public_url": "yes"}}).requires_public_url
    assert ServerHealth({}).sdk_version is None


async def test_port_that_was_asked_for_is_the_only_one(make: Make):
    """With a port given no other is tried, and the error names the option."""
    listener = await asyncio.start_server(lambda _r, w: w.close(), "127.0.0.1", 0)
    server = make(SERVER + SERVE, port=listener.sockets[0].getsockname()[1])
    try:
        with pytest.raises(OsmosisError, match="ended before it was healthy") as raised:
            await server.start()
        assert "--rollout-port" in (raised.value.hint or "")
    finally:
        listener.close()


async def test_death_is_told_with_its_cause(make: Make):
    """Whoever watches learns how the server ended."""
    end = "import threading; threading.Timer(0.3, os._exit, (9,)).start()\n"
    async with started(make(SERVER + end + SERVE)) as server:
        assert str(await server.died()) == "the rollout server died (exit code 9)"


async def test_server_that_never_answers(make: Make):
    """After the time it has, the error shows what it printed and says what is asked of it."""
    server = make("import time\nprint('busy with something')\ntime.sleep(60)\n", health_sec=0.5)
    with pytest.raises(OsmosisError, match=r"did not answer .*/health within 0\.5 s") as raised:
        await server.start()
    assert "busy with something" in raised.value.message
    assert "_OSMOSIS_ROLLOUT_PORT" in (raised.value.hint or "")


async def test_server_that_answers_something_else(make: Make):
    """An error status is not health."""
    server = make(SERVER + "STATUS = 500\n" + SERVE, health_sec=0.5)
    with pytest.raises(OsmosisError, match="did not answer"):
        await server.start()


async def test_server_that_does_not_say_who_it_is(make: Make):
    """A server that does not echo the instance is told apart from another's."""
    server = make(SERVER + "del BODY['instance_id']\n" + SERVE)
    with pytest.raises(OsmosisError, match="does not say which instance it is"):
        await server.start()


async def test_foreign_server_is_refused(make: Make, monkeypatch: pytest.MonkeyPatch):
    """Another server on the port is not spoken to, on a second port neither if that is another's too."""
    tried: list[int] = []
    free_port = rollout_server._free_port

    def noted() -> int:
        tried.append(free_port())
        return tried[-1]

    monkeypatch.setattr(rollout_server, "_free_port", noted)
    server = make(SERVER + "BODY['instance_id'] = 'somebody else'\n" + SERVE)
    with pytest.raises(OsmosisError, match=r"another server answers at .*'somebody else'"):
        await server.start()
    assert len(tried) == 2


async def test_port_that_was_just_taken_is_no_error(make: Make, monkeypatch: pytest.MonkeyPatch):
    """When somebody else was faster, the server is started again on another port."""
    listener = await asyncio.start_server(lambda _r, w: w.close(), "127.0.0.1", 0)
    taken = listener.sockets[0].getsockname()[1]
    free_port, ports = rollout_server._free_port, [taken]
    monkeypatch.setattr(rollout_server, "_free_port", lambda: ports.pop() if ports else free_port())
    try:
        async with started(make(SERVER + SERVE)) as server:
            assert not server.url.endswith(f":{taken}")
    finally:
        listener.close()


async def test_early_end_shows_the_last_lines(make: Make):
    """An entrypoint that raises is told with its own traceback and how it ended; many lines before do not hide it."""
    server = make("for number in range(5000): print('line', number)\nraise RuntimeError('what went wrong')\n")
    with pytest.raises(OsmosisError, match=r"ended before it was healthy \(exit code 1\)") as raised:
        await server.start()
    assert raised.value.message.rstrip().endswith("RuntimeError: what went wrong")
    assert "line 1\n" not in raised.value.message
