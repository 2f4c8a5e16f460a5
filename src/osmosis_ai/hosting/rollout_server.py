"""The rollout server of a run: the user's entrypoint in a process and an environment of its own."""

from __future__ import annotations

import asyncio
import contextlib
import shlex
import signal
import socket
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.processes.supervisor import ChildProcess
from osmosis_ai.engine.work import RunnerLostError
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.orphans import child_record, remove_child_record

__all__ = ["HEALTH_SEC", "SDK_VERSION_HEADER", "RolloutServerProcess", "ServerHealth", "ending"]

HEALTH_SEC = 90.0
_HEALTH_PAUSE_SEC = 0.05
_STOP_GRACE_SEC = 5.0
_OK = 200
_SHOWN_LINES = 20
_IN_USE = "address already in use"
SDK_VERSION_HEADER = "x-osmosis-rollout-sdk-version"
_TOLD_BY_HEADER = {"instance_id": "x-osmosis-rollout-instance-id", SDK_VERSION_HEADER: SDK_VERSION_HEADER}


class _PortTakenError(OsmosisError):
    """Somebody else has the port that was free a moment ago."""


@dataclass(frozen=True, slots=True)
class ServerHealth:
    """What `/health` said: the raw object, and what a scheduler needs of it."""

    body: Mapping[str, Any]

    @property
    def speaks_leases(self) -> bool:
        """True with a `lifecycle` object."""
        return isinstance(self.body.get("lifecycle"), dict)

    @property
    def requires_public_url(self) -> bool:
        """True when the server says that its agents cannot reach a loopback address."""
        endpoint = self.body.get("chat_endpoint")
        return isinstance(endpoint, dict) and endpoint.get("requires_public_url") is True

    @property
    def sdk_version(self) -> str | None:
        """The version of the SDK that serves; None when it does not say."""
        said = self.body.get(SDK_VERSION_HEADER)
        return said if isinstance(said, str) else None

    @property
    def capacity(self) -> int | None:
        """How many rollouts the server wants at once; None when it sets no limit."""
        depth = self.body.get("max_queue_depth")
        if isinstance(depth, int) and not isinstance(depth, bool) and depth > 0:
            return depth
        concurrency = self.body.get("concurrency")
        limit = concurrency.get("max_concurrent") if isinstance(concurrency, dict) else None
        return limit if isinstance(limit, int) and not isinstance(limit, bool) and limit > 0 else None


class RolloutServerProcess:
    """Starts, watches and ends the rollout server, and starts it again when it died.

    `url` is where it is, `capacity` how many rollouts it takes at once (None is no limit); both are of the last start.
    """

    def __init__(
        self,
        *,
        python: Path,
        rollout_dir: Path,
        entrypoint: str,
        environment: Mapping[str, str],
        folder: RunFolder,
        log: Callable[[str], None],
        port: int | None = None,
        health_sec: float = HEALTH_SEC,
    ) -> None:
        self._command = [str(python), entrypoint]
        self._rollout_dir = rollout_dir
        self._environment = dict(environment)
        self._folder = folder
        self._log = log
        self._fixed_port = port
        self._child: ChildProcess | None = None
        self._health_sec = health_sec
        self.url = ""
        self.capacity: int | None = None

    async def start(self) -> ServerHealth:
        """A running, healthy server. Raises OsmosisError with what the server printed when it does not come up."""
        try:
            try:
                health = await self._start_once()
            except _PortTakenError:
                if self._fixed_port is not None:
                    raise
                await self.stop()
                health = await self._start_once()
        except BaseException:
            await self.stop()
            raise
        self.capacity = health.capacity
        return health

    async def _start_once(self) -> ServerHealth:
        port = self._fixed_port or _free_port()
        instance = uuid.uuid4().hex
        self.url = f"http://127.0.0.1:{port}"
        self._child = await ChildProcess.start(
            self._command,
            name="rollout server",
            cwd=self._rollout_dir,
            env=self._environment
            | {
                "_OSMOSIS_ROLLOUT_PORT": str(port),
                "_OSMOSIS_ROLLOUT_INSTANCE_ID": instance,
                "_OSMOSIS_ROLLOUT_ARTIFACT_ROOT": str(self._folder.trials),
                "PYTHONUNBUFFERED": "1",
            },
            on_line=lambda _stream, line: self._log(line),
            redact=self._folder.redact.logs,
            grace=_STOP_GRACE_SEC,
        )
        self._folder.write_server_record(child_record(self._child, instance, port))
        return await self._healthy(self._child, instance)

    async def _healthy(self, child: ChildProcess, instance: str) -> ServerHealth:
        ended = asyncio.ensure_future(child.wait())
        deadline = time.monotonic() + self._health_sec
        try:
            async with httpx.AsyncClient(base_url=self.url, timeout=5.0, trust_env=False) as client:
                while time.monotonic() < deadline:
                    if ended.done():
                        raise self._ended_early(child, ended.result())
                    health = await _ask(client)
                    if health is not None:
                        _check_identity(health, instance, self.url)
                        return ServerHealth(health)
                    await asyncio.wait([ended], timeout=_HEALTH_PAUSE_SEC)
        finally:
            ended.cancel()
        raise OsmosisError(
            f"the rollout server did not answer {self.url}/health within {self._health_sec:g} s; it printed:\n"
            f"{_shown(child)}",
            hint="The entrypoint must serve on 127.0.0.1 at the port in _OSMOSIS_ROLLOUT_PORT.",
        )

    def _ended_early(self, child: ChildProcess, code: int) -> OsmosisError:
        message = f"the rollout server ended before it was healthy ({ending(code)}); it printed:\n{_shown(child)}"
        if any(_IN_USE in line.lower() for line in child.tail):
            return _PortTakenError(message, hint="Choose another port with --rollout-port.")
        command = shlex.join(self._command)
        return OsmosisError(
            message, hint=f"Mend the entrypoint. By hand: cd {shlex.quote(str(self._rollout_dir))} && {command}"
        )

    async def died(self) -> RunnerLostError:
        """Returns once the server has ended, with what is known about it."""
        child = self._child
        if child is None:
            return RunnerLostError("the rollout server was not running")
        return RunnerLostError(f"the rollout server died ({ending(await child.wait())})")

    async def stop(self) -> None:
        """Ends the server and all it started."""
        child, self._child = self._child, None
        if child is not None:
            await child.stop()
            remove_child_record(self._folder.server_record, child)


async def _ask(client: httpx.AsyncClient) -> dict[str, Any] | None:
    with contextlib.suppress(httpx.HTTPError, ValueError):
        response = await client.get("/health")
        body = response.json()
        if response.status_code == _OK and isinstance(body, dict):
            told = {key: response.headers.get(name) for key, name in _TOLD_BY_HEADER.items()}
            return body | {key: value for key, value in told.items() if value is not None}
    return None


def _check_identity(health: Mapping[str, Any], instance: str, url: str) -> None:
    said = health.get("instance_id")
    if said is None:
        raise OsmosisError(
            f"the server at {url} does not say which instance it is",
            hint="Its /health must echo the variable _OSMOSIS_ROLLOUT_INSTANCE_ID as instance_id; "
            "create_rollout_server does.",
        )
    if said != instance:
        raise _PortTakenError(
            f"another server answers at {url}/health: its instance_id is {said!r}",
            hint="End that server, or choose another port.",
        )


def ending(code: int) -> str:
    """How a process ended, in words, by its exit status."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def _shown(child: ChildProcess) -> str:
    lines = child.tail[-_SHOWN_LINES:]
    return "\n".join(f"  {line}" for line in lines) if lines else "  (nothing)"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
