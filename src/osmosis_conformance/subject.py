"""The server under test: one that runs somewhere, or processes that the suite starts under the launch contract."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import tempfile
import time
import uuid
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx

__all__ = ["Launcher", "Server", "SubjectError"]

_HEALTH_SEC = 120.0
_HEALTH_PAUSE_SEC = 0.05
_STOP_SEC = 5.0
_KEPT_LINES = 2000
_LONGEST_LINE = 1 << 20
_REQUEST_SEC = 150.0
_OK = 200
_SETTINGS = {
    "wait_sec": "OSMOSIS_CONFORMANCE_WAIT_SEC",
    "lease_sec": "OSMOSIS_CONFORMANCE_LEASE_SEC",
    "retention_sec": "OSMOSIS_CONFORMANCE_RETENTION_SEC",
    "capacity": "OSMOSIS_CONFORMANCE_CAPACITY",
}


class SubjectError(Exception):
    """The server under test cannot be started or reached: what is wrong, and what it printed."""


class Server:
    """One server: its address, its key, and the process if the suite started it."""

    def __init__(
        self,
        url: str,
        key: str | None,
        *,
        instance: str | None = None,
        artifacts: Path | None = None,
        process: asyncio.subprocess.Process | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.key = key
        self.instance = instance
        self.artifacts = artifacts
        self.process = process
        self.lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self.printed = asyncio.Event()
        self.client = httpx.AsyncClient(
            base_url=self.url,
            trust_env=False,
            verify=False,  # plain HTTP; certificates would only be read  # noqa: S501
            timeout=httpx.Timeout(_REQUEST_SEC, connect=30.0),
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=200, keepalive_expiry=4.0),
        )
        self._reading: asyncio.Task[None] | None = None
        if process is not None:
            self._reading = asyncio.create_task(self._read_output(process))

    @property
    def host(self) -> str:
        """Host and port, as a `Host` header has them."""
        return httpx.URL(self.url).netloc.decode()

    @property
    def address(self) -> tuple[str, int]:
        """Where to open a connection."""
        url = httpx.URL(self.url)
        return url.host, url.port or 80

    @property
    def running(self) -> bool:
        """False once the process that the suite started has ended."""
        return self.process is None or self.process.returncode is None

    @property
    def authorization(self) -> dict[str, str]:
        """The header that shows the key."""
        return {} if self.key is None else {"Authorization": f"Bearer {self.key}"}

    async def _read_output(self, process: asyncio.subprocess.Process) -> None:
        if process.stdout is None:
            return
        with contextlib.suppress(ValueError, ConnectionError):
            while line := await process.stdout.readline():
                self.lines.append(line.decode("utf-8", "replace").rstrip("\r\n"))
                self.printed.set()

    def send_signal(self, number: signal.Signals) -> None:
        """Signals the server's process. Raises SubjectError for a server that the suite did not start."""
        if self.process is None:
            raise SubjectError("the suite did not start this server, so it cannot signal it")
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(number)

    async def wait(self) -> int:
        """The exit code, once the process has ended; a signal's is negative."""
        if self.process is None:
            raise SubjectError("the suite did not start this server")
        return await self.process.wait()

    async def stop(self) -> None:
        """Ends the process, if the suite started one, with all that it started."""
        await self.client.aclose()
        if self.process is None:
            return
        if self.process.returncode is None:
            self.send_signal(signal.SIGTERM)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.process.wait(), _STOP_SEC)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        await self.process.wait()
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)


class Launcher:
    """Starts servers by a command, each with another port and another key, all with one artifact root."""

    def __init__(self, command: Sequence[str], *, key: bool) -> None:
        self._command = list(command)
        self._key = key
        self._folder = tempfile.TemporaryDirectory(prefix="osmosis-conformance-", ignore_cleanup_errors=True)
        self.artifacts = Path(self._folder.name).resolve() / "artifacts"
        self.artifacts.mkdir()

    def close(self) -> None:
        """Removes what the servers wrote."""
        self._folder.cleanup()

    async def start(self, settings: Mapping[str, float]) -> Server:
        """A healthy server. Raises SubjectError with what it printed when it does not come up."""
        port, instance = _free_port(), uuid.uuid4().hex
        key = secrets.token_urlsafe(24) if self._key else None
        environment = {name: value for name, value in os.environ.items() if not name.startswith("_OSMOSIS_")} | {
            "_OSMOSIS_ROLLOUT_PORT": str(port),
            "_OSMOSIS_ROLLOUT_INSTANCE_ID": instance,
            "_OSMOSIS_ROLLOUT_ARTIFACT_ROOT": str(self.artifacts),
            "_OSMOSIS_ROLLOUT_MARK_OUTPUT": "1",
            "PYTHONUNBUFFERED": "1",
            **({} if key is None else {"_OSMOSIS_ROLLOUT_API_KEY": key}),
            **{_SETTINGS[name]: f"{value:g}" for name, value in settings.items()},
        }
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                env=environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                limit=_LONGEST_LINE,
                start_new_session=True,
            )
        except OSError as error:
            raise SubjectError(f"the command cannot be started: {error}") from None
        url = f"http://127.0.0.1:{port}"
        server = Server(url, key, instance=instance, artifacts=self.artifacts, process=process)
        try:
            await _healthy(server)
        except BaseException:
            await server.stop()
            raise
        return server


async def _healthy(server: Server) -> None:
    """Returns once the server answers `/health`. Raises SubjectError."""
    deadline = time.monotonic() + _HEALTH_SEC
    last = "no connection"
    while time.monotonic() < deadline:
        if not server.running:
            raise SubjectError(f"the server ended before it was healthy; it printed:\n{_printed(server)}")
        try:
            answer = await server.client.get("/health", headers=server.authorization, timeout=5.0)
        except httpx.HTTPError as error:
            last = str(error) or type(error).__name__
        else:
            if answer.status_code == _OK:
                return
            last = f"status {answer.status_code}"
        await asyncio.sleep(_HEALTH_PAUSE_SEC)
    raise SubjectError(
        f"the server did not answer {server.url}/health within {_HEALTH_SEC:g} s ({last}); "
        f"it must serve on 127.0.0.1 at the port in _OSMOSIS_ROLLOUT_PORT. It printed:\n{_printed(server)}"
    )


def _printed(server: Server) -> str:
    return "\n".join(f"  {line}" for line in list(server.lines)[-20:]) or "  (nothing)"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
