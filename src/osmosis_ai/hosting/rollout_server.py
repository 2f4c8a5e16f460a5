"""The rollout server of a run: the user's program in a separate process and environment."""

from __future__ import annotations

import asyncio
import secrets
import socket
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from osmosis_ai.base import variables
from osmosis_ai.base.errors import KilledError, OsmosisError
from osmosis_ai.base.processes.supervisor import ChildProcess, describe_exit, was_killed
from osmosis_ai.base.redaction.redactor import REDACTED, Redactor
from osmosis_ai.engine.work import RunnerLostError
from osmosis_ai.hosting.row_lines import without_mark
from osmosis_ai.hosting.sandbox import Sandbox, start_user_code
from osmosis_ai.hosting.server_health import ServerHealth, ask_health, health_client
from osmosis_ai.hosting.spec import ProcessRecords, server_record
from osmosis_ai.hosting.start_hints import hint_for_early_end, what_it_must_be
from osmosis_contract.models.server_record import ServerRecord

if TYPE_CHECKING:  # the process is launched before an HTTP library is imported: both take a second
    import httpx

    from osmosis_ai.rollout.control.api import Client

__all__ = ["HEALTH_SEC", "PATIENCE_SEC", "RolloutServerProcess", "patience"]

HEALTH_SEC = 90.0
_LONGEST_START_SEC = 1800.0
PATIENCE_SEC = 300.0
_PATIENCE_MARGIN_SEC = 10.0
_HEALTH_PAUSE_SEC = 0.05
_WATCH_PAUSE_SEC = 1.0
_MIN_SILENCES = 3
_DEATH_SEC = 1.0
_STOP_GRACE_SEC = 5.0
_OK = 200
_SHOWN_LINES = 20
_IN_USE = "address already in use"


class _PortTakenError(OsmosisError):
    """Another process has the port that was free a moment ago."""


class RolloutServerProcess:
    """Starts, watches and ends the rollout server, and starts it again after it died.

    A server that does not answer `/health` for `patience_sec` counts as dead: user code may hold the interpreter's
    lock, or the process may be stopped, and neither ends by itself. One that starts may take as long as it goes on
    printing, up to half an hour: `health_sec` is counted from its last line, or from its first answer.
    """

    url: str
    """The address of the last start."""

    api_key: str | None
    """What every request to the server must show; another one for each start."""

    capacity: int | None
    """How many rollouts the server takes at once, as its last start said; None for no limit."""

    used_up: str | None
    """Why the process must be replaced before it takes more work; None while it need not be."""

    def __init__(
        self,
        *,
        command: Sequence[str],
        rollout_dir: Path,
        environment: Mapping[str, str],
        trials: Path,
        records: ProcessRecords,
        redact: Redactor,
        log: Callable[[str], None],
        http_client: httpx.AsyncClient | None = None,
        port: int | None = None,
        health_sec: float = HEALTH_SEC,
        patience_sec: float = PATIENCE_SEC,
        entrypoint: str | None = None,
        sandbox: Sandbox | None = None,
        environment_folder: Path | None = None,
    ) -> None:
        """`command` is run in `rollout_dir`. `entrypoint` is the Python file in it, where it is one of this SDK's, for
        what is said when it does not start. `environment` is all that user code sees, apart from what the launch
        contract adds; `redact` takes secrets out of what the server prints. `http_client` may be given
        later, to `connect`, but before `start`. In a `sandbox` it sees `environment_folder`, which is its Python's, and
        the client connects to the sandbox's `server_socket`."""
        self._command = list(command)
        self._entrypoint = entrypoint
        self._rollout_dir = rollout_dir
        self._environment = dict(environment)
        self._trials = trials
        self._records = records
        self._redact = redact
        self._http = http_client
        self._log = log
        self._fixed_port = port
        self._health_sec = health_sec
        self._patience_sec = patience_sec
        self._sandbox = sandbox
        self._readable = [] if environment_folder is None else [environment_folder]
        self._child: ChildProcess | None = None
        self._record: ServerRecord | None = None
        self._instance = ""
        self._heard_at = 0.0
        self.url = ""
        self.api_key = ""
        self.capacity = None
        self.used_up = None

    def connect(self, http_client: httpx.AsyncClient) -> None:
        """Calls the server with this client from now on."""
        self._http = http_client

    async def launch(self) -> None:
        """Starts the process and does not wait for it; `start` then does. Raises OsmosisError."""
        port = self._fixed_port or _free_port()
        self._instance = instance = uuid.uuid4().hex
        self.url = f"http://127.0.0.1:{port}"
        key = self.api_key = secrets.token_urlsafe(32)
        self._heard_at = time.monotonic()

        def on_line(_stream: str, line: str) -> None:
            self._heard_at = time.monotonic()
            self._log(line.replace(key, REDACTED))

        self.used_up = None
        self._child = await start_user_code(
            self._sandbox,
            self._command,
            name="rollout server",
            cwd=self._rollout_dir,
            env=self._environment
            | {
                variables.ROLLOUT_PORT: str(port),
                variables.ROLLOUT_INSTANCE_ID: instance,
                variables.ROLLOUT_API_KEY: key,
                variables.ROLLOUT_ARTIFACT_ROOT: str(self._trials),
                variables.ROLLOUT_MARK_OUTPUT: "1",
                "PYTHONUNBUFFERED": "1",
            },
            writable=[self._rollout_dir, self._trials],
            readable=self._readable,
            doors=["model", "rollout"],
            serves=port,
            on_line=on_line,
            redact=self._redact.logs,
            grace=_STOP_GRACE_SEC,
        )
        self._record = server_record(self._child.record, instance, port)
        self._records.add("rollout_server", self._record)

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
        if self._child is None:
            await self.launch()
        assert self._child is not None  # noqa: S101 - launch has set it
        return await self._healthy(self._child, self._instance)

    async def _healthy(self, child: ChildProcess, instance: str) -> ServerHealth:
        import httpx

        from osmosis_ai.rollout.control.api import ANSWER_ERRORS

        ended = asyncio.ensure_future(child.wait())
        began = time.monotonic()
        answered_at: float | None = None
        client = self._client()
        try:
            while self._may_become_healthy(began, answered_at):
                if ended.done():
                    raise self._ended_early(child, ended.result())
                health = None
                try:
                    health = await ask_health(client)
                    answered_at = answered_at or time.monotonic()
                except httpx.HTTPError:
                    pass  # it does not listen yet
                except ANSWER_ERRORS as error:
                    answered_at = answered_at or time.monotonic()
                    if error.status_code != _OK:
                        await asyncio.wait([ended], timeout=_HEALTH_PAUSE_SEC)
                        continue
                    # Another process may have the port; then the child ends in a moment, and says so better.
                    await asyncio.wait([ended], timeout=_DEATH_SEC)
                    if ended.done():
                        raise self._ended_early(child, ended.result()) from None
                    raise OsmosisError(
                        f"the answer of {self.url}/health is not what the rollout contract says: {error}",
                        hint="A server made by create_rollout_server answers as it should.",
                    ) from None
                if health is not None:
                    _check_identity(health, instance, self.url)
                    return health
                await asyncio.wait([ended], timeout=_HEALTH_PAUSE_SEC)
        finally:
            ended.cancel()
        raise OsmosisError(
            f"the rollout server did not answer {self.url}/health within {self._health_sec:g} s of its start or of what"
            " it printed last; it printed:\n"
            f"{_last_lines(child)}",
            hint=f"It must serve on 127.0.0.1 at the port in {variables.ROLLOUT_PORT}. "
            f"{what_it_must_be(self._entrypoint)}",
        )

    def _may_become_healthy(self, began: float, answered_at: float | None) -> bool:
        """Whether to ask again a server that was first asked then. What it prints about requests gains it no time."""
        now = time.monotonic()
        since = max(began, self._heard_at) if answered_at is None else answered_at
        return now < since + self._health_sec and now < began + _LONGEST_START_SEC

    def _ended_early(self, child: ChildProcess, code: int) -> OsmosisError:
        message = (
            f"the rollout server ended before it was healthy ({describe_exit(code)}); it printed:\n{_last_lines(child)}"
        )
        if any(_IN_USE in line.lower() for line in child.tail):
            return _PortTakenError(message, hint="Choose another port with --rollout-port.")
        hint = hint_for_early_end(
            child.tail, code, rollout_dir=self._rollout_dir, entrypoint=self._entrypoint, command=self._command
        )
        return (KilledError if was_killed(code) else OsmosisError)(message, hint=hint)

    async def lost(self) -> RunnerLostError:
        """Returns once the server has ended or hangs, with what is known about it.

        Keeps `used_up` current meanwhile.
        """
        child = self._child
        if child is None:
            return RunnerLostError("the rollout server was not running")
        ended = asyncio.ensure_future(child.wait())
        hangs = asyncio.create_task(self._watch_health())
        try:
            await asyncio.wait([ended, hangs], return_when=asyncio.FIRST_COMPLETED)
            if ended.done():
                return RunnerLostError(f"the rollout server died ({describe_exit(ended.result())})")
            return RunnerLostError(
                f"the rollout server hangs: it has not answered /health for {hangs.result():.0f} s; "
                "code that holds the interpreter's lock, such as a long regular expression, does that"
            )
        finally:
            ended.cancel()
            hangs.cancel()
            await asyncio.gather(ended, hangs, return_exceptions=True)

    async def _watch_health(self) -> float:
        """Returns once the server has been silent for as long as it may be, with how long that was."""
        import httpx

        from osmosis_ai.rollout.control.api import ANSWER_ERRORS

        client = self._client()
        answered, silences = time.monotonic(), 0
        while True:
            await asyncio.sleep(_WATCH_PAUSE_SEC)
            try:
                health = await ask_health(client)
            except ANSWER_ERRORS:  # an answer all the same
                health = None
            except httpx.HTTPError:
                silences += 1
                silent = time.monotonic() - answered
                # Several in a row: a pause of this process makes one look like silence.
                if silences >= _MIN_SILENCES and silent >= self._patience_sec:
                    return silent
                continue
            answered, silences = time.monotonic(), 0
            if health is not None:
                self.used_up = health.used_up

    async def check_health(self) -> None:
        """Asks once, so that `used_up` is current."""
        import httpx

        from osmosis_ai.rollout.control.api import ANSWER_ERRORS

        try:
            health = await ask_health(self._client())
        except (*ANSWER_ERRORS, httpx.HTTPError):
            return
        if health is not None:
            self.used_up = health.used_up

    def _client(self) -> Client:
        if self._http is None:
            raise RuntimeError("the server has no client to be called with")
        return health_client(self._http, self.url, self.api_key)

    def suspect(self) -> None:
        """A call to the server failed; its process is watched all the time, so nothing has to be done."""

    async def stop(self, grace: float | None = None) -> None:
        """Ends the server and all it started; it has `grace` seconds for that, by default five."""
        child, self._child = self._child, None
        if child is not None:
            await child.stop(grace)
            if self._record is not None:
                self._records.remove("rollout_server", self._record)


def patience(agent_timeout_sec: float | None, grader_timeout_sec: float | None) -> float:
    """How long a server may be silent, in seconds: user code that holds it for longer is past its own limit."""
    if agent_timeout_sec is None or grader_timeout_sec is None:
        return PATIENCE_SEC
    return max(agent_timeout_sec, grader_timeout_sec) + _PATIENCE_MARGIN_SEC


def _check_identity(health: ServerHealth, instance: str, url: str) -> None:
    if health.instance_id is None:
        raise OsmosisError(
            f"the server at {url} does not say which instance it is",
            hint=f"Its /health must echo the variable {variables.ROLLOUT_INSTANCE_ID} as instance_id; "
            "create_rollout_server does.",
        )
    if health.instance_id != instance:
        raise _PortTakenError(
            f"another server answers at {url}/health: its instance_id is {health.instance_id!r}",
            hint="End that server, or choose another port.",
        )


def _last_lines(child: ChildProcess) -> str:
    lines = [without_mark(line) for line in child.tail[-_SHOWN_LINES:]]
    return "\n".join(f"  {line}" for line in lines) if lines else "  (nothing)"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
