"""Child processes that cannot be left behind: the rollout server and the embedded model run under this.

Every command runs under a supervisor process (`child_supervisor.py`) that leads a separate session and process group.
The command and everything it forked end when it is stopped, when it exits, and when the process that started it dies,
even by SIGKILL. POSIX systems only.
"""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.redaction.redactor import RedactionStream, Redactor

Stream = Literal["stdout", "stderr"]
OnLine = Callable[[Stream, str], None]

MAX_LINE_BYTES = 8192
TAIL_LINES = 40
CUT_MARK = " … [line cut]"
_LINUX: bool = sys.platform.startswith("linux")
_SUPERVISOR = Path(__file__).with_name("child_supervisor.py")
_BACKSTOP_SECONDS = 5.0
_DRAIN_SECONDS = 1.0
_STDERR = 2
_SIGNALLED = 128
_STREAMS: dict[int, Stream] = {1: "stdout", 2: "stderr"}


def process_start_token(pid: int) -> str | None:
    """A text that no later process with this pid has; None if there is no such process.

    On Linux: the clock tick at which it started, as decimal digits. Elsewhere: its creation time, through psutil.
    """
    if _LINUX:
        fields = _linux_stat(pid)
        return None if fields is None else fields[19].decode()
    import psutil

    try:
        return f"created:{psutil.Process(pid).create_time():.3f}"
    except psutil.NoSuchProcess:
        return None


def is_alive(pid: int, start_token: str) -> bool:
    """Whether the process that had this pid and start token still runs. A zombie does not."""
    if process_start_token(pid) != start_token:
        return False
    if _LINUX:
        fields = _linux_stat(pid)
        return fields is not None and fields[0] not in (b"Z", b"X")
    import psutil

    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def was_killed(code: int) -> bool:
    """Whether SIGKILL ended a process, or one that this one ran and whose end it reports as shells do."""
    return code in (-signal.SIGKILL, _SIGNALLED + signal.SIGKILL)


def describe_exit(code: int) -> str:
    """How a process ended, in words, by its exit status: negative for the signal that ended it."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def _linux_stat(pid: int) -> list[bytes] | None:
    """The fields of /proc/PID/stat from the third on (the second may hold spaces and brackets)."""
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None


@dataclass(frozen=True, slots=True)
class ProcessRecord:
    """What is written down about a process, so that a later run can recognise and end it."""

    pid: int
    pgid: int
    start_token: str
    created_at: datetime


class _Lines:
    """Cuts a byte stream into lines of bounded length; the rest of an over-long line is dropped.

    Secrets are replaced before that, so that no cut leaves a part of one.
    """

    def __init__(self, emit: Callable[[str], None], limit: int, redaction: RedactionStream) -> None:
        self._emit = emit
        self._limit = limit
        self._redaction = redaction
        self._held = b""
        self._dropping = False

    def feed(self, data: bytes) -> None:
        self._cut(self._redaction.feed(data))

    def _cut(self, data: bytes) -> None:
        *lines, rest = data.split(b"\n")
        for line in lines:
            self._line(self._held + line)
            self._held, self._dropping = b"", False
        if self._dropping:
            return
        self._held += rest
        if len(self._held) > self._limit:
            self._line(self._held)
            self._held, self._dropping = b"", True

    def close(self) -> None:
        self._cut(self._redaction.close())
        if self._held:
            self._line(self._held)
            self._held = b""

    def _line(self, line: bytes) -> None:
        if self._dropping:
            return
        text = line[: self._limit].rstrip(b"\r").decode("utf-8", "replace")
        self._emit(text + CUT_MARK if len(line) > self._limit else text)


class _Control(asyncio.Protocol):
    """The supervisor's side of the socket pair: `{"started": pid}` or `{"failed": why}`, then `{"exited": status}`."""

    def __init__(self, on_closed: Callable[[], None]) -> None:
        self.first: asyncio.Future[Mapping[str, Any]] = asyncio.get_running_loop().create_future()
        self.exit_status: int | None = None
        self.closed = False
        self._on_closed = on_closed
        self._unread = b""

    def data_received(self, data: bytes) -> None:
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            message = json.loads(line)
            if "exited" in message:
                self.exit_status = int(message["exited"])
            elif not self.first.done():
                self.first.set_result(message)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.first.done():
            self.first.set_result({"failed": "its supervisor ended at once"})
        self._on_closed()


class _Output(asyncio.SubprocessProtocol):
    """Feeds both output pipes to the sinks, as fast as they come, and notes the end."""

    def __init__(self, sinks: dict[int, _Lines], on_change: Callable[[], None]) -> None:
        self._sinks = sinks
        self._open = set(sinks)
        self._on_change = on_change
        self.exited = False

    @property
    def drained(self) -> bool:
        """True once both pipes are at their end."""
        return not self._open

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._sinks[fd].feed(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd in self._sinks:
            self._sinks[fd].close()
            self._open.discard(fd)
            self._on_change()

    def process_exited(self) -> None:
        self.exited = True
        self._on_change()


class ChildProcess:
    """A command under supervision. Make one with `start`; `stop` it, or use it as an async context manager."""

    record: ProcessRecord
    """The group leader: SIGTERM to it, or to the group, ends everything in order."""

    command_pid: int
    """The command itself."""

    returncode: int | None
    """None while the command runs; afterwards its exit status, negative for the signal that ended it."""

    def __init__(self, name: str, grace: float) -> None:
        self.name = name
        self.command_pid = 0
        self.returncode = None
        self._tail: deque[str] = deque(maxlen=TAIL_LINES)
        self._grace = grace
        self._transport: asyncio.SubprocessTransport
        self._output: _Output
        self._control: _Control
        self._socket: asyncio.WriteTransport
        self._drain_timeout: asyncio.TimerHandle | None = None
        # A future completed by callbacks, not a task: whoever cancels every task of a loop would cancel that too, and
        # the pipes would stay open.
        self._ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    @classmethod
    async def start(
        cls,
        command: Sequence[str | os.PathLike[str]],
        *,
        name: str | None = None,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
        on_line: OnLine | None = None,
        redact: Redactor | None = None,
        inherit_stderr: bool = False,
        grace: float = 5.0,
        max_line: int = MAX_LINE_BYTES,
        pass_fds: Sequence[int] = (),
    ) -> Self:
        """Start `command` in a separate session and process group.

        `env` replaces the environment (None inherits it). `stdin` is all that the command can read as its
        input. `on_line` gets each line of output without its end, cut at `max_line` bytes; it must return
        quickly and what it raises is dropped. `redact` takes secrets out of the output before anyone sees it, those
        that are written in pieces or over several lines too. `inherit_stderr` leaves the command this process's stderr
        to draw on. `grace` is how many seconds the command has after SIGTERM when it is stopped or when
        this process dies. `pass_fds` are descriptors that the command has too. A cancelled start ends what it had
        started before it raises. Raises OsmosisError if the command cannot be executed.
        """
        arguments = [os.fspath(part) for part in command]
        child = cls(name or Path(arguments[0]).name, grace)
        streams = {1: _STREAMS[1]} if inherit_stderr else _STREAMS
        redactor = redact or Redactor(())
        sinks = {
            fd: _Lines(child._sink(stream, on_line), max_line, redactor.stream()) for fd, stream in streams.items()
        }
        launch = asyncio.create_task(
            child._launch(arguments, sinks=sinks, cwd=cwd, env=env, stdin=stdin, pass_fds=pass_fds)
        )
        try:
            await _finished(launch)
        except asyncio.CancelledError:
            if not launch.cancelled() and launch.exception() is None:
                await child.stop(0)
            raise
        launch.result()
        return child

    async def _launch(
        self,
        arguments: list[str],
        *,
        sinks: dict[int, _Lines],
        cwd: Path | None,
        env: Mapping[str, str] | None,
        stdin: bytes,
        pass_fds: Sequence[int],
    ) -> None:
        if cwd is not None and not await asyncio.to_thread(cwd.is_dir):
            raise OsmosisError(f"Cannot start {self.name}: {cwd} is not a directory.")
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        self._output = _Output(sinks, self._check_end)
        self._socket, self._control = await loop.create_connection(lambda: _Control(self._check_end), sock=ours)
        supervisor = [sys.executable, "-I", "-S", "-B", str(_SUPERVISOR), str(theirs.fileno()), str(self._grace)]
        try:
            self._transport, _ = await loop.subprocess_exec(
                lambda: self._output,
                *supervisor,
                *arguments,
                stdin=asyncio.subprocess.PIPE if stdin else asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE if _STDERR in sinks else None,
                cwd=cwd,
                env=None if env is None else dict(env),
                start_new_session=True,
                pass_fds=(theirs.fileno(), *pass_fds),
            )
        except BaseException:
            self._socket.close()
            raise
        finally:
            theirs.close()
        pid = self._transport.get_pid()
        token = process_start_token(pid) or "ended"
        self.record = ProcessRecord(pid=pid, pgid=pid, start_token=token, created_at=datetime.now(UTC))
        if stdin:
            pipe = self._transport.get_pipe_transport(0)
            assert isinstance(pipe, asyncio.WriteTransport)  # noqa: S101  asked for above
            pipe.write(stdin)
            pipe.write_eof()
        first = await self._control.first
        if "started" not in first:
            await self.wait()
            raise OsmosisError(f"Cannot start {self.name}: {arguments[0]}: {first['failed']}.")
        self.command_pid = int(first["started"])

    def _sink(self, stream: Stream, on_line: OnLine | None) -> Callable[[str], None]:
        def emit(line: str) -> None:
            self._tail.append(line)
            if on_line is not None:
                with contextlib.suppress(Exception):
                    on_line(stream, line)

        return emit

    def _check_end(self) -> None:
        """Ends once the supervisor has exited and its socket is closed, when all output came or a second later."""
        if self._ended.done() or not (self._output.exited and self._control.closed):
            return
        if self._output.drained:
            self._end()
        elif self._drain_timeout is None:
            self._drain_timeout = asyncio.get_running_loop().call_later(_DRAIN_SECONDS, self._end)

    def _end(self) -> None:
        if self._drain_timeout is not None:
            self._drain_timeout.cancel()
        if self._ended.done():
            return
        self._transport.close()
        status = self._control.exit_status
        if status is None:  # the supervisor was killed before it could report
            status = self._transport.get_returncode() or -signal.SIGKILL
        self.returncode = status
        self._ended.set_result(status)

    @property
    def tail(self) -> list[str]:
        """The last lines of output, oldest first."""
        return list(self._tail)

    async def wait(self) -> int:
        """Wait for the command and all it left behind to be gone; return its exit status."""
        return await asyncio.shield(self._ended)

    async def stop(self, grace: float | None = None) -> int:
        """SIGTERM to the group, SIGKILL to whatever is left after `grace` seconds; return the status.

        Calling it again, also from elsewhere, is safe, and a shorter grace takes effect. When the call is cancelled,
        what is left is killed at once, and the cancellation is raised after its end.
        """
        self._request_end(self._grace if grace is None else grace)
        return await _finished(self._ended, self._request_kill)

    def _request_kill(self) -> None:
        self._request_end(0)

    def _request_end(self, grace: float) -> None:
        if not self._ended.done():
            self._socket.write(json.dumps({"grace": grace}).encode() + b"\n")
            backstop = asyncio.get_running_loop().call_later(grace + _BACKSTOP_SECONDS, self._kill_group)
            self._ended.add_done_callback(lambda _: backstop.cancel())

    def _kill_group(self) -> None:
        """The supervisor did not do what it was asked to."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.record.pgid, signal.SIGKILL)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()


async def _finished[T](work: asyncio.Future[T], on_cancelled: Callable[[], None] = lambda: None) -> T:
    """The result of the work, which goes on when this call is cancelled; the cancellation is raised after its end."""
    cancelled: asyncio.CancelledError | None = None
    while not work.done():
        try:
            await asyncio.wait([work])
        except asyncio.CancelledError as error:
            cancelled = error
            on_cancelled()
    if cancelled is not None:
        raise cancelled
    return work.result()
