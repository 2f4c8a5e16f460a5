"""The small process between an owner and the command it started: the command does not outlive the owner.

Run as a file by `osmosis_ai.base.processes.supervisor`, with the standard library alone: `FD GRACE COMMAND...`. FD is
one end of a socket pair. Written to it are JSON lines: `{"started": pid}` or `{"failed": why}`, then `{"exited":
status}`. Read from it are JSON lines `{"grace": seconds}`: end everything, SIGTERM first and SIGKILL that
much later. When the socket closes, the owner is gone, however it died, and the same happens with the GRACE of the
command line.

A socket, because it closes even when the owner is killed with SIGKILL, on every system; Linux's PDEATHSIG alone would
follow the *thread* that forked and would miss grandchildren. It is set on the command too, because the supervisor has
one thread.
"""

import contextlib
import ctypes
import json
import os
import select
import signal
import socket
import sys
import time
from pathlib import Path
from typing import NoReturn

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
EXEC_FAILED = 127
LINUX: bool = sys.platform.startswith("linux")
KILL_AGAIN_SECONDS = 0.02


def _prctl(option: int, value: int) -> None:
    """Linux's prctl; elsewhere nothing happens."""
    if LINUX:
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _spawn(command: list[str], *, close: list[int]) -> tuple[int, str | None]:
    """Fork and exec the command; return its pid and, if it could not be executed, why."""
    read_end, write_end = os.pipe()  # closes on exec: silence means success
    supervisor_pid = os.getpid()
    pid = os.fork()
    if pid == 0:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != supervisor_pid:  # it died before the line above took effect
            os._exit(EXEC_FAILED)
        for fd in close:
            os.close(fd)
        try:
            os.execvp(command[0], command)  # noqa: S606
        except OSError as error:
            os.write(write_end, (error.strerror or str(error)).encode())
        os._exit(EXEC_FAILED)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        failure = pipe.read().decode()
    return pid, failure or None


def _children() -> list[int]:
    """Processes whose parent is this one: as subreaper, that comes to hold every orphan below it."""
    me, found = str(os.getpid()), []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_bytes().rpartition(b")")[2].split()
                if fields[1].decode() == me:
                    found.append(int(entry.name))
    return found


class Supervisor:
    """Watches one command and its socket until the command and all it left behind are gone."""

    def __init__(self, control: socket.socket, grace: float) -> None:
        self.control = control
        self.grace = grace
        self.deadline: float | None = None
        self.stop_requested = False
        self._unread = b""

    def report(self, **message: object) -> None:
        """Send a message to the owner, if it still listens."""
        with contextlib.suppress(OSError):
            self.control.sendall(json.dumps(message).encode() + b"\n")

    def end(self, grace: float) -> None:
        """SIGTERM the group the first time; a later call may only bring the deadline nearer."""
        first = self.deadline is None
        wanted = time.monotonic() + grace
        self.deadline = wanted if self.deadline is None else min(self.deadline, wanted)
        if first:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.killpg(0, signal.SIGTERM)

    def listen(self) -> bool:
        """Read the owner's messages; False once it is gone."""
        try:
            data = self.control.recv(4096)
        except BlockingIOError:
            return True
        except OSError:
            data = b""
        if not data:
            self.end(self.grace)
            return False
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            self.end(float(json.loads(line)["grace"]))
        return True

    def watch(self, pid: int, wakeups: socket.socket) -> int:
        """Return the command's wait status once it and all it left behind have ended.

        They are ended when the owner says so or is gone, and what the command leaves behind when it exits.
        """
        watched = [self.control, wakeups]
        status: int | None = None
        while True:
            ended = self.reap(pid)
            status = ended if status is None else status
            if status is not None:
                if not LINUX or not _children():
                    return status
                self.stop_requested = True
            if self.stop_requested:
                self.end(self.grace)
            left = None if self.deadline is None else self.deadline - time.monotonic()
            if left is not None and left <= 0:
                self.kill(pid)
                left = KILL_AGAIN_SECONDS  # what was below the killed now hangs below this process
            ready, _, _ = select.select(watched, [], [], left)
            if wakeups in ready:
                with contextlib.suppress(BlockingIOError):
                    wakeups.recv(4096)
            if self.control in ready and not self.listen():
                watched.remove(self.control)

    @staticmethod
    def kill(pid: int) -> None:
        """SIGKILL the command and every orphan that came to this process."""
        for child in _children() if LINUX else [pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    @staticmethod
    def reap(pid: int) -> int | None:
        """Collect every child that ended; the wait status of `pid` if it is among them."""
        status = None
        while True:
            try:
                ended, code = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return status
            if ended == 0:
                return status
            if ended == pid:
                status = code


def main(arguments: list[str]) -> NoReturn:
    """Run the command named by the arguments and exit as it did."""
    control = socket.socket(fileno=int(arguments[0]))
    control.setblocking(False)
    os.set_inheritable(control.fileno(), False)
    supervisor = Supervisor(control, float(arguments[1]))
    _prctl(PR_SET_CHILD_SUBREAPER, 1)

    wakeups, poke = socket.socketpair()
    wakeups.setblocking(False)
    poke.setblocking(False)
    signal.set_wakeup_fd(poke.fileno(), warn_on_full_buffer=False)

    def request_stop(_number: int, _frame: object) -> None:
        supervisor.stop_requested = True

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, request_stop)
    signal.signal(signal.SIGCHLD, lambda *_: None)

    pid, failure = _spawn(arguments[2:], close=[control.fileno(), wakeups.fileno(), poke.fileno()])
    if failure is not None:
        supervisor.report(failed=failure)
        os.waitpid(pid, 0)
        sys.exit(EXEC_FAILED)
    supervisor.report(started=pid)
    status = supervisor.watch(pid, wakeups)
    code = os.waitstatus_to_exitcode(status)
    supervisor.report(exited=code)
    if not LINUX:
        os.killpg(0, signal.SIGKILL)  # what is left of the group, and this process with it
    sys.exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main(sys.argv[1:])
