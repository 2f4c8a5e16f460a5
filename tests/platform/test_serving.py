"""The server as a process: it makes a platform in an empty folder, takes the operator's commands, and stops in time."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import stat
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.platform.operations import commands
from osmosis_ai.platform.operations.background import _STOP_SEC
from osmosis_ai.platform.operations.control import call_server, control_server
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.operations.serve import _GRACE_SEC
from osmosis_ai.platform.settings import SETTINGS_FILE, load_settings
from osmosis_ai.platform.store import secrets as secret_rows
from osmosis_contract import models
from osmosis_contract.base import ContractModel
from osmosis_contract.models import ControlRefusal

START_SEC = 100.0


class Server:
    """`osmosis platform serve` on a data folder."""

    def __init__(self, process: asyncio.subprocess.Process, url: str) -> None:
        self.process = process
        self.url = url
        self.lines: list[str] = []

    @classmethod
    async def start(cls, data: Path) -> Server:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "osmosis_ai", "platform", "serve", "--data", str(data), "--bind", f"127.0.0.1:{port}",
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={"PATH": os.environ["PATH"], "HOME": str(data.parent)},
        )  # fmt: skip
        server = cls(process, f"http://127.0.0.1:{port}")
        assert process.stdout is not None
        async with asyncio.timeout(START_SEC):
            while not (line := (await process.stdout.readline()).decode().strip()).startswith("Ready:"):
                server.lines.append(line)
                if process.stdout.at_eof():
                    raise AssertionError((await process.communicate())[1].decode())
        return server

    async def stop(self) -> tuple[int, str]:
        """SIGTERM; the exit status and what it wrote to stderr."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(self.process.communicate(), START_SEC)
        assert self.process.returncode is not None
        return self.process.returncode, errors.decode()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    server = await Server.start(tmp_path / "data")
    yield server
    await server.stop()


@pytest.mark.timeout(400)
async def test_ready_is_said_when_the_socket_accepts(server: Server):
    """Whoever waits for `Ready:` connects at the first try."""
    port = int(server.url.rpartition(":")[2])
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.close()


@pytest.mark.timeout(400)
async def test_serving_in_an_empty_folder_gives_a_platform_and_a_link(server: Server, tmp_path: Path):
    """One command, and there is an owner, a link that works, a database and a key that no one else may read."""
    (line,) = [line for line in server.lines if line.startswith("First start:")]
    link = line.split()[-1]
    async with httpx.AsyncClient() as client:
        ready = await client.get(f"{server.url}/readyz")
        page = await client.get(link)
    assert ready.status_code == 200
    assert page.status_code == 200
    data = tmp_path / "data"
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    for name in ("platform.sqlite3", "secrets.keys", "control.sock"):
        assert stat.S_IMODE((data / name).stat().st_mode) == 0o600, name
    settings = load_settings(data, environment={})
    status = await commands.run(settings, "status", {})
    assert (status["users"], status["database"]) == (1, "sqlite")
    added = await commands.run(settings, "user.add", {"email": "ada@example.org"})
    assert added["link"].startswith(f"{server.url}/link/osm_lnk_")
    made = await commands.run(settings, "token.create", {"email": "ada@example.org", "name": "ci", "days": 3})
    async with httpx.AsyncClient() as client:
        verified = await client.get(
            f"{server.url}/api/cli/verify", headers={"Authorization": f"Bearer {made['token']}"}
        )
    assert verified.json()["user"]["email"] == "ada@example.org"
    backed_up = await commands.run(settings, "backup", {"path": str(tmp_path / "backup")})
    assert Path(backed_up["path"], "platform.sqlite3").exists()  # noqa: ASYNC240
    with pytest.raises(OsmosisError, match="has an account already"):
        await commands.run(settings, "user.add", {"email": "ADA@example.org"})
    status_code, errors = await server.stop()
    assert status_code == 0
    assert not (data / "control.sock").exists()
    events = [json.loads(line) for line in errors.splitlines()]
    assert {"platform.started", "platform.stopped"} <= {event["event"] for event in events}
    assert made["token"] not in errors
    assert link.rsplit("/", 1)[1] not in errors
    again = await commands.run(settings, "status", {})
    assert again["users"] == 2


@pytest.mark.long
@pytest.mark.timeout(400)
async def test_server_under_load_stops_and_leaves_one_file(server: Server, tmp_path: Path):
    """SIGTERM while clients write and one sends half a request: all is bounded, and what was acknowledged is there.

    SQLite's log is written back into the database, which is then one file.
    """
    assert _GRACE_SEC + _STOP_SEC < 5  # seconds, in which the whole stop is promised
    settings = load_settings(tmp_path / "data", environment={})
    made = await commands.run(settings, "token.create", {"email": "owner@localhost", "name": "t", "days": 1})
    headers = {"Authorization": f"Bearer {made['token']}", "X-Osmosis-Workspace": "main"}
    acknowledged: set[str] = set()
    under_load = asyncio.Event()

    async def client(number: int) -> None:
        async with httpx.AsyncClient(headers=headers, timeout=START_SEC) as http:
            for count in range(100_000):
                name = f"KEY_{number}_{count}"
                body = {"name": name, "value": "v", "scope": "workspace"}
                try:
                    answer = await http.post(f"{server.url}/api/cli/environment-secrets", json=body)
                except httpx.TransportError:
                    return
                if answer.is_success:
                    acknowledged.add(name)
                if len(acknowledged) > 20:
                    under_load.set()

    _, stalled = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
    stalled.write(b"POST /api/cli/environment-secrets HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    await stalled.drain()
    clients = [asyncio.create_task(client(number)) for number in range(8)]
    await asyncio.wait_for(under_load.wait(), START_SEC)
    code, errors = await server.stop()
    await asyncio.gather(*clients)
    stalled.close()
    forced = "platform.stop_forced" in errors  # the deadline of a server on a machine that is busy with other things
    assert code == (1 if forced else 0), errors
    assert forced or not (settings.data / "platform.sqlite3-wal").exists()
    async with Platform.open(settings) as platform, platform.read() as unit:
        kept = {row.row.name for row in await secret_rows.every_secret(unit, 100_000)}
    assert acknowledged <= kept


@pytest.mark.timeout(400)
async def test_server_killed_leaves_a_folder_that_serves_again(tmp_path: Path):
    """After SIGKILL the lock is free and the socket is replaced; the owner is the one that was."""
    first = await Server.start(tmp_path / "data")
    first.process.kill()
    await first.process.communicate()
    second = await Server.start(tmp_path / "data")
    assert not [line for line in second.lines if line.startswith("First start:")]
    settings = load_settings(tmp_path / "data", environment={})
    assert (await commands.run(settings, "status", {}))["users"] == 1
    assert (await second.stop())[0] == 0


async def test_control_socket_answers_and_refuses_in_words(tmp_path: Path):
    """A result comes back, a refusal is the same error on the other side, a defect is not shown."""

    async def run(operation: str, arguments) -> dict[str, object]:
        if operation == "refused":
            raise ConflictError("it is in the way.", hint="Move it.")
        if operation == "broken":
            raise RuntimeError("canary")
        return {"echo": arguments}

    path = tmp_path / ("long" * 30) / "control.sock"
    path.parent.mkdir()
    path.touch()  # what a killed server left
    async with control_server(path, run):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert await call_server(path, "echo", {"a": "é"}) == {"echo": {"a": "é"}}
        with pytest.raises(OsmosisError, match="it is in the way") as refused:
            await call_server(path, "refused", {})
        assert (refused.value.hint, refused.value.code) == ("Move it.", "CONFLICT")
        with pytest.raises(OsmosisError) as broken:
            await call_server(path, "broken", {})
        assert "canary" not in str(broken.value)
    assert not path.exists()


@pytest.mark.parametrize("is_read", [False, True], ids=["reset", "closed"])
async def test_server_that_ends_before_it_answers_is_an_error_in_words(tmp_path: Path, is_read: bool):
    """Whether the connection is reset, as it is where a request was not read, or closed: words, no traceback."""
    path = tmp_path / "control.sock"

    def end_at_a_request(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536, 0 if is_read else socket.MSG_PEEK)

    with socket.socket(socket.AF_UNIX) as listener:
        listener.settimeout(START_SEC)
        listener.bind(str(path))
        listener.listen()
        ending = asyncio.create_task(asyncio.to_thread(end_at_a_request, listener))
        with pytest.raises(OsmosisError, match="the server ended before it answered") as refused:
            await call_server(path, "status", {})
        await ending
    assert refused.value.hint == "Look at its log."


async def test_control_socket_refuses_what_is_not_a_request(tmp_path: Path):
    """Anything but a `ControlRequest` is answered by a `ControlRefusal`, and reaches no operation."""

    async def run(operation: str, arguments) -> dict[str, object]:
        raise AssertionError(operation)

    path = tmp_path / "control.sock"
    lines = b"nonsense", b"[]", b'{"operation": "status"}', b'{"operation": 1, "arguments": {}}', b"\xff"
    async with control_server(path, run):
        for line in lines:
            reader, writer = await asyncio.open_unix_connection(path)
            writer.write(line + b"\n")
            refusal = ControlRefusal.read_strict(await reader.readline())
            writer.close()
            assert refusal.error.code == "VALIDATION", line
            assert "not understood" in refusal.error.message


CALLS: tuple[tuple[str, type[ContractModel] | None, dict[str, object], type[ContractModel]], ...] = (
    ("status", None, {}, models.PlatformStatus),
    ("doctor", None, {}, models.PlatformDoctorReport),
    ("gc", None, {}, models.PlatformSweep),
    ("rotate-key", None, {}, models.PlatformKeyRotation),
    ("user.add", models.UserAddArguments, {"email": "ada@example.org", "name": "Ada"}, models.PlatformAccountLink),
    ("user.list", models.UserListArguments, {"offset": 0}, models.PlatformAccountPage),
    ("user.link", models.UserArguments, {"email": "ada@example.org"}, models.PlatformAccountLink),
    ("user.disable", models.UserArguments, {"email": "ada@example.org"}, models.PlatformAccountState),
    ("user.enable", models.UserArguments, {"email": "ada@example.org"}, models.PlatformAccountState),
    (
        "token.create",
        models.TokenCreateArguments,
        {"email": "ada@example.org", "name": "ci", "days": 3},
        models.OperatorToken,
    ),
    ("token.list", models.UserArguments, {"email": "ada@example.org"}, models.OperatorTokenList),
)


async def test_every_operation_takes_and_gives_what_the_specification_says(platform: Platform, tmp_path: Path):
    """Arguments and results of every operation fit their schemas; none is left out."""
    done = {}
    for operation, arguments, given, result in CALLS:
        if arguments is not None:
            arguments.read_strict(given)
        done[operation] = await commands.execute(platform, operation, given)
        assert set(result.read_strict(done[operation]).to_wire()) == set(done[operation]), operation
    revoked = {"email": "ada@example.org", "id": done["token.create"]["id"]}
    models.TokenRevokeArguments.read_strict(revoked)
    models.OperatorTokenRevoked.read_strict(await commands.execute(platform, "token.revoke", revoked))
    if platform.settings.is_sqlite:
        wanted = {"path": str(tmp_path / "backup")}
        models.BackupArguments.read_strict(wanted)
        models.PlatformBackup.read_strict(await commands.execute(platform, "backup", wanted))
    assert set(commands.OPERATIONS) == {*(call[0] for call in CALLS), "backup", "token.revoke"}


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [
        ("limits", "lease_seconds", 0),
        ("limits", "request_seconds", 0),
        ("limits", "request_bytes", 10),
        ("limits", "runs_at_once", 0),
        ("limits", "job_memory_bytes", 1),
        ("limits", "stop_seconds", 2**63),
    ],
)
def test_setting_that_no_platform_could_work_with_is_refused(tmp_path: Path, table: str, key: str, value: int):
    """The message names the file, the key and the value, says why, and what to give instead."""
    (tmp_path / SETTINGS_FILE).write_text(f"[{table}]\n{key} = {value}\n")
    with pytest.raises(OsmosisError) as refused:
        load_settings(tmp_path, environment={})
    for part in (SETTINGS_FILE, f"{table}.{key} = {value}", "Give "):
        assert part in f"{refused.value} {refused.value.hint}"
