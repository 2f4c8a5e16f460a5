"""A server that is started and stopped by commands that return: its own session, its output in the data folder."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.operations.control import NotRunningError, call_server
from osmosis_ai.platform.settings import SETTINGS_FILE, Settings

__all__ = ["LOG_FILE", "is_running", "start_detached", "stop"]

LOG_FILE = "serve.log"
_START_SEC = 120.0
_STOP_SEC = 60.0
_PAUSE_SEC = 0.1
_SHOWN_LINES = 5


async def is_running(settings: Settings) -> bool:
    """Whether a server of the data folder takes commands."""
    try:
        await call_server(settings.control_socket, "status", {})
    except NotRunningError:
        return False
    return True


async def start_detached(settings: Settings, environ: Mapping[str, str]) -> int:
    """Starts a server that outlives this process, and returns its process id once it answers.

    Raises OsmosisError with the end of its log where it ends instead, or does not answer within two minutes.
    """
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    log = settings.data / LOG_FILE
    before = log.stat().st_size if log.exists() else 0
    process = _spawn(settings, log, environ)
    deadline = time.monotonic() + _START_SEC
    while process.poll() is None and time.monotonic() < deadline:
        if _is_ready(log, before):
            return process.pid
        await asyncio.sleep(_PAUSE_SEC)
    why = "ended" if process.poll() is not None else "does not answer"
    process.kill()
    process.wait()
    raise OsmosisError(
        f"The platform that was started {why}. {_end_of(log, before)}",
        hint=f"Its log is {log}, its settings are in {settings.data / SETTINGS_FILE}.",
    )


async def stop(settings: Settings) -> int:
    """Stops the server of the data folder, and returns the id of the process that it was once it is gone.

    Raises NotRunningError where none runs, OsmosisError where it does not end within a minute.
    """
    done = await call_server(settings.control_socket, "stop", {})
    deadline = time.monotonic() + _STOP_SEC
    while time.monotonic() < deadline:
        if not await _answers(settings):
            return int(done["process_id"])
        await asyncio.sleep(_PAUSE_SEC)
    raise OsmosisError("The platform was told to stop, and does not.", hint=f"End its process: {done['process_id']}")


def _spawn(settings: Settings, log: Path, environ: Mapping[str, str]) -> subprocess.Popen[bytes]:
    log.touch(mode=0o600)
    with log.open("ab") as output:
        return subprocess.Popen(
            [sys.executable, "-m", "osmosis_ai", "platform", "serve", "--data", str(settings.data)],
            cwd=settings.data,
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )


async def _answers(settings: Settings) -> bool:
    try:
        return await is_running(settings)
    except OsmosisError:  # it ended in the middle of the call
        return True


def _is_ready(log: Path, after: int) -> bool:
    """Whether `serve` has said that its address accepts, in what it wrote since."""
    return any(line.startswith(b"Ready:") for line in log.read_bytes()[after:].splitlines())


def _end_of(log: Path, after: int) -> str:
    lines = [line for line in log.read_bytes()[after:].decode(errors="replace").splitlines() if line.strip()]
    return "\n".join(["Its last lines:", *lines[-_SHOWN_LINES:]]) if lines else ""
