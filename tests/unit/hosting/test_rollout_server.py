"""The rollout server's process: what happens when an entrypoint does not do what it must. The scripts are stand-ins."""

import asyncio
import itertools
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from osmosis_ai.base.errors import KilledError, OsmosisError
from osmosis_ai.base.http.fast_client import FastClient
from osmosis_ai.base.redaction.redactor import REDACTED, Redactor
from osmosis_ai.hosting import rollout_server, server_health
from osmosis_ai.hosting.rollout_server import RolloutServerProcess, patience
from osmosis_ai.hosting.server_health import ServerHealth
from osmosis_contract.models.rollout import CallbackHealthResponse
from osmosis_contract.models.server_record import ServerRecord

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
STATUS, BODY = 200, {"status": "ok", "instance_id": instance, "process_id": "p", "max_queue_depth": 3}
BODY["lifecycle"] = {"accepting_rollouts": True, "active_rollouts": 0}
"""
SERVE = 'HTTPServer(("127.0.0.1", int(os.environ["_OSMOSIS_ROLLOUT_PORT"])), Handler).serve_forever()\n'

Make = Callable[..., RolloutServerProcess]


class RecordsDouble:
    """Keeps the records of processes that have not ended."""

    def __init__(self) -> None:
        self.kept: dict[str, ServerRecord] = {}

    def add(self, kind: str, record: ServerRecord) -> None:
        self.kept[kind] = record

    def remove(self, kind: str, record: ServerRecord) -> None:
        assert self.kept.pop(kind) == record


@pytest.fixture
def records() -> RecordsDouble:
    return RecordsDouble()


@pytest.fixture
async def make(tmp_path: Path, records: RecordsDouble) -> AsyncIterator[Make]:
    async with FastClient(timeout=5) as client:

        def made(code: str, **options: object) -> RolloutServerProcess:
            (tmp_path / "main.py").write_text(code)
            given: dict[str, Any] = {"environment": {"PATH": "/usr/bin:/bin"}, "log": lambda _line: None} | options
            return RolloutServerProcess(
                command=[sys.executable, "main.py"],
                rollout_dir=tmp_path,
                entrypoint="main.py",
                trials=tmp_path / "trials",
                records=records,
                redact=Redactor(["a secret value"]),
                http_client=client,
                **given,
            )

        yield made


@asynccontextmanager
async def started(server: RolloutServerProcess) -> AsyncIterator[RolloutServerProcess]:
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def test_healthy_server_is_recorded_while_it_runs(make: Make, records: RecordsDouble):
    """A record names the process as long as it runs; the capacity is what /health says."""
    async with started(make(SERVER + SERVE)) as server:
        assert server.url.endswith(f":{records.kept['rollout_server'].port}")
        assert server.capacity == 3
    assert not records.kept


@pytest.mark.parametrize(
    ("members", "capacity"),
    [
        ({"concurrency": {"max_concurrent": 2}, "max_queue_depth": 8}, 2),
        ({"concurrency": {"max_concurrent": None}, "max_queue_depth": 8}, 8),
        ({"concurrency": {"max_concurrent": None}, "max_queue_depth": None}, None),
        ({}, None),
    ],
)
def test_the_capacity_is_how_many_work_at_once_and_not_how_many_may_wait(members: dict[str, Any], capacity: int | None):
    """The depth of the queue is taken where a server says nothing else: so many in flight are never refused."""
    assert ServerHealth.of(CallbackHealthResponse.read(members), {}).capacity == capacity


async def test_a_process_launched_before_is_the_one_that_is_started(make: Make, records: RecordsDouble):
    """`launch` waits for nothing, and `start` then takes that process instead of another one."""
    server = make(SERVER + SERVE)
    await server.launch()
    launched = records.kept["rollout_server"]
    health = await server.start()
    assert health.instance_id == launched.instance_id
    assert records.kept["rollout_server"] == launched
    await server.stop()
    assert not records.kept


async def test_user_code_sees_the_environment_it_is_given_and_nothing_else(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """The variables of this process do not reach user code: those of the spec and of the launch contract do."""
    monkeypatch.setenv("PLATFORM_SECRET", "this process's own")
    lines: list[str] = []
    show = "print('SEES', sorted(os.environ), os.environ['_OSMOSIS_ROLLOUT_ARTIFACT_ROOT'], flush=True)\n"
    async with started(make(SERVER + show + SERVE, environment={"GIVEN": "1"}, log=lines.append)):
        names = ["GIVEN", "LC_CTYPE", "PYTHONUNBUFFERED"]
        launch = [
            f"_OSMOSIS_ROLLOUT_{name}" for name in ("API_KEY", "ARTIFACT_ROOT", "INSTANCE_ID", "MARK_OUTPUT", "PORT")
        ]
        (seen,) = [line for line in lines if line.startswith("SEES")]
        assert seen.replace("'LC_CTYPE', ", "") == f"SEES {[*names[::2], *launch]} {tmp_path / 'trials'}"


async def test_what_the_server_prints_has_no_secret(make: Make):
    """Secrets are taken out of every line before it is logged."""
    lines: list[str] = []
    async with started(make(SERVER + "print('<a secret value>', flush=True)\n" + SERVE, log=lines.append)):
        assert lines[0] == f"<{REDACTED}>"


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
    said = CallbackHealthResponse.model_validate({"chat_endpoint": {"requires_public_url": "yes"}})
    health = ServerHealth.of(said, {})
    assert (health.speaks_leases, health.requires_public_url, health.sdk_version) == (False, False, None)


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


async def test_death_is_reported_with_its_cause(make: Make):
    """Whoever watches learns how the server ended."""
    end = "import threading; threading.Timer(0.3, os._exit, (9,)).start()\n"
    async with started(make(SERVER + end + SERVE)) as server:
        assert str(await server.lost()) == "the rollout server died (exit code 9)"


HOLDS_THE_INTERPRETER = """
import re, threading, time
def hold():
    time.sleep(0.3)
    re.match("(a+)+$", "a" * 40 + "b")
threading.Thread(target=hold, daemon=True).start()
"""


@pytest.mark.parametrize("how", ["regular expression", "SIGSTOP"])
async def test_server_that_hangs_is_lost_and_can_be_killed(
    make: Make, monkeypatch: pytest.MonkeyPatch, records: RecordsDouble, how: str
):
    """A process that is there and does not answer for as long as it may be silent counts as dead."""
    monkeypatch.setattr(server_health, "_HEALTH_REQUEST_SEC", 0.2)
    monkeypatch.setattr(rollout_server, "_WATCH_PAUSE_SEC", 0.05)
    stop = "import signal, threading\nthreading.Timer(0.3, os.kill, (os.getpid(), signal.SIGSTOP)).start()\n"
    hang = HOLDS_THE_INTERPRETER if how == "regular expression" else stop
    async with started(make(SERVER + hang + SERVE, patience_sec=1.0)) as server:
        assert "the rollout server hangs: it has not answered /health for" in str(await server.lost())
        await server.stop(0)
    assert not records.kept


async def test_server_that_is_slow_is_not_lost(make: Make, monkeypatch: pytest.MonkeyPatch):
    """It takes several silences in a row, and an answer in time ends them."""
    monkeypatch.setattr(rollout_server, "_WATCH_PAUSE_SEC", 0)
    answers = itertools.cycle([httpx.ReadTimeout(""), httpx.ReadTimeout(""), None])
    asked = 0

    async def ask(_client: object) -> None:
        nonlocal asked
        asked += 1
        answer = next(answers)
        if answer is not None:
            raise answer

    monkeypatch.setattr(rollout_server, "ask_health", ask)
    watch = asyncio.create_task(make("", patience_sec=0)._watch_health())
    for _ in range(100):
        await asyncio.sleep(0)
    assert asked > 10
    assert not watch.done()
    answers = itertools.cycle([httpx.ReadTimeout("")])
    await watch


async def test_server_says_that_it_is_used_up(make: Make, monkeypatch: pytest.MonkeyPatch):
    """The watch learns from /health that the process must be replaced; a new start is not used up."""
    monkeypatch.setattr(rollout_server, "_WATCH_PAUSE_SEC", 0.02)
    used_up = """
import threading
def use_up():
    BODY["status"] = "degraded"
    BODY["lifecycle"]["accepting_rollouts"] = False
    BODY["admission"] = {"state": "used_up", "reason": "a row blocks"}
threading.Timer(0.3, use_up).start()
"""
    async with started(make(SERVER + used_up + SERVE)) as server:
        assert server.used_up is None
        watch = asyncio.create_task(server.lost())
        while server.used_up is None:  # noqa: ASYNC110 - the server changes by itself
            await asyncio.sleep(0.02)
        assert server.used_up == "a row blocks"
        watch.cancel()
        await server.stop()
        await server.start()
        assert server.used_up is None


async def test_each_start_has_another_key_which_no_log_shows(make: Make):
    """The key is in the server's environment and in every request for its health, and not in what it prints."""
    lines: list[str] = []
    asked = SERVER.replace(
        "        body =", "        print('KEY', self.headers['Authorization'], flush=True)\n        body ="
    )
    server = make(
        asked + "print('ENV', os.environ['_OSMOSIS_ROLLOUT_API_KEY'], flush=True)\n" + SERVE, log=lines.append
    )
    keys = set()
    for _ in range(2):
        async with started(server):
            keys.add(server.api_key)
    assert len(keys) == 2
    assert set(lines) == {f"ENV {REDACTED}", f"KEY Bearer {REDACTED}"}


def test_silence_is_as_long_as_a_row_may_take():
    """With both limits, the longer one and ten seconds; else five minutes."""
    assert (patience(4, 6), patience(None, 6), patience(4, None)) == (16, 300, 300)


async def test_server_that_never_answers(make: Make):
    """After the time it has, the error shows what it printed and says what is asked of it."""
    server = make("import time\nprint('busy with something')\ntime.sleep(60)\n", health_sec=0.5)
    with pytest.raises(OsmosisError, match=r"did not answer .*/health within 0\.5 s") as raised:
        await server.start()
    assert "busy with something" in raised.value.message
    assert "_OSMOSIS_ROLLOUT_PORT" in (raised.value.hint or "")


async def test_server_that_says_what_it_does_may_take_longer_to_start(make: Make):
    """The time is counted from its last line while it does not answer, so that one that builds images is waited for, up
    to half an hour; what it prints about requests gains it none."""
    server, now = make("", health_sec=90), time.monotonic()
    silent = now - 80
    assert server._may_become_healthy(silent, None)
    assert not server._may_become_healthy(silent - 20, None)
    server._heard_at = silent
    assert server._may_become_healthy(now - 1000, None)
    assert not server._may_become_healthy(now - 2000, None)
    server._heard_at = now
    assert server._may_become_healthy(now - 200, silent)
    assert not server._may_become_healthy(now - 200, silent - 20)


async def test_server_that_answers_something_else(make: Make):
    """An error status is not health, whatever it prints about each request."""
    server = make(SERVER + "STATUS = 500\n" + SERVE, health_sec=0.5)
    with pytest.raises(OsmosisError, match="did not answer"):
        await server.start()


async def test_server_that_does_not_say_who_it_is(make: Make):
    """A server that does not echo the instance is an error that says so."""
    server = make(SERVER + "del BODY['instance_id'], BODY['lifecycle']\n" + SERVE)
    with pytest.raises(OsmosisError, match="does not say which instance it is"):
        await server.start()


async def test_health_that_the_contract_does_not_know(make: Make):
    """A success that cannot be read is an error that says what is wrong with it."""
    server = make(SERVER + "BODY['lifecycle'] = {'accepting_rollouts': 'maybe'}\n" + SERVE)
    with pytest.raises(OsmosisError, match="is not what the rollout contract says") as raised:
        await server.start()
    assert "lifecycle" in raised.value.message


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


@pytest.mark.parametrize("end", ["os.kill(os.getpid(), 9)", "os._exit(137)"])
async def test_a_server_that_was_killed_before_it_was_healthy_is_no_fault_of_its_code(make: Make, end: str):
    """SIGKILL, as itself or as a sandbox reports it, says nothing about the code: the same again may succeed."""
    with pytest.raises(KilledError, match="ended before it was healthy"):
        await make(f"import os\n{end}\n").start()


async def test_early_end_shows_the_last_lines(make: Make):
    """An entrypoint that raises is reported with its traceback and how it ended; many lines before do not hide it."""
    server = make("for number in range(5000): print('line', number)\nraise RuntimeError('what went wrong')\n")
    with pytest.raises(OsmosisError, match=r"ended before it was healthy \(exit code 1\)") as raised:
        await server.start()
    assert raised.value.message.rstrip().endswith("RuntimeError: what went wrong")
    assert "line 1\n" not in raised.value.message
