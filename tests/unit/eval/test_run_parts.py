"""Smaller parts of a run: its log, its name, its lock, the listener, the SDK's wheel, faulty projects."""

import asyncio
import logging
import re
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.hosting.environment import prepare_environment
from osmosis_ai.hosting.listener import listening
from osmosis_ai.hosting.sdk_version import installed_sdk_version
from osmosis_ai.hosting.sdk_wheel import build_sdk_wheel
from osmosis_ai.runs.archive import archive_run
from osmosis_ai.runs.lock import RunLock
from osmosis_ai.runs.log import RunLog
from osmosis_ai.runs.names import check_run_name, new_run_name


@pytest.mark.parametrize("name", ["a", "A1._-", "0", "x" * 96])
def test_names_a_run_may_have(name: str):
    """Up to 96 letters, digits, dots, underscores and hyphens, beginning with a letter or a digit."""
    assert check_run_name(name) == name


@pytest.mark.parametrize("name", ["", ".locks", "-a", "_a", "x" * 97, "a/b", "a\n", "ä", "..", "a b"])
def test_names_a_run_may_not_have(name: str):
    """Everything else is refused with what would do."""
    with pytest.raises(OsmosisError, match="cannot be the name of a run") as raised:
        check_run_name(name)
    assert "1 to 96" in (raised.value.hint or "")


def test_made_up_names_are_free(tmp_path: Path):
    """A new name is one that may be given, and no folder has it."""
    for _ in range(50):
        name = new_run_name(tmp_path)
        assert check_run_name(name) == name
        (tmp_path / name).mkdir()


def test_log_lines_are_redacted_and_one_line_each(tmp_path: Path):
    """Whatever is logged is one line without secrets, lone surrogates and line breaks included."""
    echoed: list[str] = []
    run_log = RunLog(tmp_path / "logs.txt", Redactor(["the secret"]), echoed.append)
    run_log.info("run", "first\nsecond \ud800", value="the secret", key={"a": 1})
    with run_log.taking_in_our_logger():
        logging.getLogger("osmosis_ai.engine.dispatch").warning("row %d: %s", 3, "the secret")
    run_log.close()
    run_log.error("run", "too late")
    lines = (tmp_path / "logs.txt").read_text().splitlines()
    assert [line.split(" ", 1)[1] for line in lines] == [
        r'INFO [run] first second \ud800 {"key": {"a": 1}, "value": "[REDACTED]"}',
        "WARNING [dispatch] row 3: [REDACTED]",
    ]
    assert (tmp_path / "logs.txt").stat().st_mode & 0o777 == 0o600
    assert not any("the secret" in line for line in echoed)


def test_log_has_no_secret_that_line_breaks_or_escapes_would_hide(tmp_path: Path):
    """A secret of several lines, one in the JSON of details, and one too short for other files."""
    run_log = RunLog(tmp_path / "logs.txt", Redactor(["first\nsecond", 'quo"ted é/', "abc"]))
    run_log.info("run", "<first\nsecond> <abc>", value='quo"ted é/', many=["first\nsecond"])
    run_log.close()
    assert (
        (tmp_path / "logs.txt")
        .read_text()
        .endswith('INFO [run] <[REDACTED]> <[REDACTED]> {"many": ["[REDACTED]"], "value": "[REDACTED]"}\n')
    )


def test_lock_is_refused_to_another_process_and_ends_with_its_holder(tmp_path: Path):
    """Only one process has the lock of a run; when it ends, however, the next one may have it."""
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time; from pathlib import Path; from osmosis_ai.runs.lock import RunLock;"
            "lock = RunLock(Path(sys.argv[1]), 'run'); lock.acquire(); print('held', flush=True); time.sleep(60)",
            str(tmp_path),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    lock = RunLock(tmp_path, "run")
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(ConflictError, match="being worked on by another process"):
            lock.acquire()
        RunLock(tmp_path, "other").acquire()
    finally:
        holder.kill()
        holder.communicate()
    lock.acquire()
    lock.acquire()
    assert lock.held
    assert (tmp_path / ".locks" / "run.lock").stat().st_mode & 0o777 == 0o600
    lock.release()
    assert not lock.held


def test_listener_ends_while_a_client_stays(capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture):
    """The listener and its loop end, quietly, while a client neither gets its answer nor leaves."""
    asked = asyncio.Event()

    async def hang(_request: Request) -> Response:
        asked.set()
        await asyncio.Event().wait()
        raise AssertionError

    async def serve() -> socket.socket:
        app = Starlette(routes=[Route("/", lambda _request: PlainTextResponse("here")), Route("/hang", hang)])
        async with listening(app) as base:
            async with httpx.AsyncClient(trust_env=False) as client:
                assert (await client.get(base)).text == "here"
            host, port = base.removeprefix("http://").split(":")
            connection = socket.create_connection((host, int(port)))
            connection.sendall(b"GET /hang HTTP/1.1\r\nHost: here\r\n\r\n")
            await asked.wait()
        return connection

    asyncio.run(serve()).close()
    assert capfd.readouterr() == ("", "")
    assert caplog.text == ""


async def test_listener_refuses_a_port_that_is_taken():
    """A port somebody else has is an error that names it."""
    app = Starlette()
    async with listening(app) as base:
        port = int(base.rpartition(":")[2])
        with pytest.raises(OsmosisError, match=f"port {port} on 127.0.0.1 cannot be used"):
            async with listening(app, port):
                pass


def test_sdk_wheel_is_the_running_code(tmp_path: Path):
    """The wheel holds this package's files byte for byte, is found again, and its record lists every member."""
    wheel = build_sdk_wheel(tmp_path)
    assert build_sdk_wheel(tmp_path) == wheel
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        module = "osmosis_ai/hosting/sdk_wheel.py"
        assert archive.read(module) == Path(sys.modules[build_sdk_wheel.__module__].__file__ or "").read_bytes()
        record = next(name for name in names if name.endswith("/RECORD"))
        assert {line.split(",")[0] for line in archive.read(record).decode().splitlines()} == set(names)
        assert "osmosis_contract/spec/schemas.json" in names
        assert not [name for name in names if "__pycache__" in name]


@pytest.mark.parametrize(
    ("project", "expected"),
    [
        (None, "does not exist"),
        ("[project", "is not valid TOML"),
        ('[project]\ndependencies = "httpx"\n', "is not a list of texts"),
        ('[project]\ndependencies = ["a b"]\n', "'a b' is not a requirement"),
    ],
)
async def test_project_that_makes_no_environment(tmp_path: Path, project: str | None, expected: str):
    """What is wrong with a pyproject.toml is said before anything is made."""
    if project is not None:
        (tmp_path / "pyproject.toml").write_text(project)
    with pytest.raises(OsmosisError, match=expected):
        await prepare_environment(tmp_path, home=tmp_path / "envs", cache=tmp_path / "cache", log=print)
    assert not (tmp_path / "envs").exists()


def test_archive_takes_a_name_that_is_free(tmp_path: Path):
    """Runs that are put away within one second all keep their files, each under a name of its own."""
    names = set()
    for number in range(3):
        run = tmp_path / "run"
        run.mkdir()
        (run / "number").write_text(str(number))
        archived = archive_run(run)
        assert (archived / "number").read_text() == str(number)
        assert re.fullmatch(r"run\.archive-\d{8}T\d{6}Z(-[23])?", archived.name)
        names.add(archived)
    assert set(tmp_path.iterdir()) == names


def test_version_in_another_environment_is_read_without_running_it(tmp_path: Path):
    """The SDK's version comes from the metadata in the environment; where there is none, none is told."""
    python = tmp_path / "bin" / "python"
    assert installed_sdk_version(python) is None
    metadata = tmp_path / "lib" / "python3.12" / "site-packages" / "osmosis_ai-0.3.7.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.4\nName: osmosis-ai\nVersion: 0.3.7\n")
    assert installed_sdk_version(python) == "0.3.7"
