"""Child processes that cannot be left behind: the rollout server and the embedded model run under this.

Every command runs under a warden (`process_warden.py`) that leads a session and process group of its own.
The command and everything it forked end when it is stopped, when it exits, and when the process that started
it dies, even by SIGKILL. POSIX systems only.
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
from typing import Literal, Self

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.redaction.redactor import RedactionStream, Redactor

Stream = Literal["stdout", "stderr"]
OnLine = Callable[[Stream, str], None]

MAX_LINE_BYTES = 8192
TAIL_LINES = 40
CUT_MARK = " … [line cut]"
_LINUX: bool = sys.platform.startswith("linux")
_WARDEN = Path(__file__).with_name("child_supervisor.py")
_BACKSTOP_SECONDS = 5.0
_DRAIN_SECONDS = 1.0
_closing: set[asyncio.Task[None]] = set()
_STDERR = 2
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


class _Protocol(asyncio.SubprocessProtocol):
    """Feeds both output pipes, as fast as they come, and notes the end."""

    def __init__(self, sinks: dict[int, _Lines]) -> None:
        self._sinks = sinks
        self._open = set(sinks)
        self.exited = asyncio.Event()
        self.drained = asyncio.Event()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._sinks[fd].feed(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd in self._sinks:
            self._sinks[fd].close()
            self._open.discard(fd)
            if not self._open:
                self.drained.set()

    def process_exited(self) -> None:
        self.exited.set()


class ChildProcess:
    """A command under supervision. Make one with `start`; `stop` it, or use it as an async context manager.

    `record` names the group leader: SIGTERM to it, or to the group, ends everything in order.
    `command_pid` is the command itself. `returncode` is None while it runs; afterwards its exit status,
    negative for the signal that ended it.
    """

    def __init__(self, name: str, grace: float) -> None:
        self.name = name
        self.record: ProcessRecord
        self.command_pid = 0
        self.returncode: int | None = None
        self._tail: deque[str] = deque(maxlen=TAIL_LINES)
        self._grace = grace
        self._transport: asyncio.SubprocessTransport
        self._protocol: _Protocol
        self._control: asyncio.StreamWriter
        self._ended: asyncio.Task[int]

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
    ) -> Self:
        """Start `command` in a session and process group of its own.

        `env` replaces the environment (None inherits it). `stdin` is all that the command can read as its
        input. `on_line` gets each line of output without its end, cut at `max_line` bytes; it must return
        quickly and what it raises is dropped. `redact` takes secrets out of the output before anyone sees it, those
        that are written in pieces or over several lines too. `inherit_stderr` leaves the command this process's stderr
        to draw on. `grace` is how many seconds the command has after SIGTERM when it is stopped or when
        this process dies. Raises OsmosisError if the command cannot be executed.
        """
        arguments = [os.fspath(part) for part in command]
        child = cls(name or Path(arguments[0]).name, grace)
        streams = {1: _STREAMS[1]} if inherit_stderr else _STREAMS
        known = redact or Redactor(())
        sinks = {fd: _Lines(child._sink(stream, on_line), max_line, known.stream()) for fd, stream in streams.items()}
        launch = asyncio.create_task(child._launch(arguments, sinks=sinks, cwd=cwd, env=env, stdin=stdin))
        try:
            await asyncio.shield(launch)
        except asyncio.CancelledError:
            _closing.add(closing := asyncio.create_task(child._undo(launch)))
            closing.add_done_callback(_closing.discard)
            raise
        return child

    async def _undo(self, launch: asyncio.Task[None]) -> None:
        """End what was started for a caller who no longer waits for it."""
        await asyncio.wait([launch])
        if not launch.cancelled() and launch.exception() is None:
            await self.stop(0)

    async def _launch(
        self,
        arguments: list[str],
        *,
        sinks: dict[int, _Lines],
        cwd: Path | None,
        env: Mapping[str, str] | None,
        stdin: bytes,
    ) -> None:
        if cwd is not None and not await asyncio.to_thread(cwd.is_dir):
            raise OsmosisError(f"Cannot start {self.name}: {cwd} is not a directory.")
        ours, theirs = socket.socketpair()
        reader, self._control = await asyncio.open_connection(sock=ours)
        warden = [sys.executable, "-I", "-S", "-B", str(_WARDEN), str(theirs.fileno()), str(self._grace)]
        try:
            self._transport, self._protocol = await asyncio.get_running_loop().subprocess_exec(
                lambda: _Protocol(sinks),
                *warden,
                *arguments,
                stdin=asyncio.subprocess.PIPE if stdin else asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE if _STDERR in sinks else None,
                cwd=cwd,
                env=None if env is None else dict(env),
                start_new_session=True,
                pass_fds=(theirs.fileno(),),
            )
        except BaseException:
            self._control.close()
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
        first = await reader.readline()
        message = json.loads(first) if first else {"failed": "its supervisor ended at once"}
        if "started" not in message:
            await self._close()
            raise OsmosisError(f"Cannot start {self.name}: {arguments[0]}: {message['failed']}.")
        self.command_pid = int(message["started"])
        self._ended = asyncio.create_task(self._wait_for_end(reader), name=f"end of {self.name}")

    def _sink(self, stream: Stream, on_line: OnLine | None) -> Callable[[str], None]:
        def emit(line: str) -> None:
            self._tail.append(line)
            if on_line is not None:
                with contextlib.suppress(Exception):
                    on_line(stream, line)

        return emit

    async def _wait_for_end(self, reader: asyncio.StreamReader) -> int:
        last = await reader.readline()
        await self._protocol.exited.wait()
        killed = self._transport.get_returncode()  # what the warden reports is the truth, unless it was killed
        self.returncode = int(json.loads(last)["exited"]) if last else int(killed or -signal.SIGKILL)
        await self._close()
        return self.returncode

    async def _close(self) -> None:
        await self._protocol.exited.wait()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._protocol.drained.wait(), _DRAIN_SECONDS)
        self._transport.close()
        self._control.close()

    @property
    def tail(self) -> list[str]:
        """The last lines of output, oldest first."""
        return list(self._tail)

    async def wait(self) -> int:
        """Wait for the command and all it left behind to be gone; return its exit status."""
        return await asyncio.shield(self._ended)

    async def stop(self, grace: float | None = None) -> int:
        """SIGTERM to the group, SIGKILL to whatever is left after `grace` seconds; return the status.

        Calling it again, also from elsewhere, is safe, and a shorter grace takes effect. After a cancellation
        the ending goes on by itself.
        """
        seconds = self._grace if grace is None else grace
        if not self._ended.done():
            with contextlib.suppress(OSError):
                self._control.write(json.dumps({"grace": seconds}).encode() + b"\n")
        try:
            return await asyncio.wait_for(self.wait(), seconds + _BACKSTOP_SECONDS)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.record.pgid, signal.SIGKILL)
            return await self.wait()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()
