"""The process above one local job: it outlives the platform, holds the job to its limits and writes down its end.

Run as a file by `local.py`, with the standard library alone: `FOLDER`, and on standard input one JSON object, a `Task`.
On standard output comes one JSON object, `started` as below or `{"error": why}`, and then the calling process ends: the
supervisor is a child of nobody's. In the folder:

    lock            held as long as a supervisor of this folder runs; it is what makes a second start do nothing
    started.json    {"pid", "start", "boot"}: which process the supervisor is; on the disk before the job is started
    stop            made by whoever wishes the job to end, before SIGTERM to the supervisor
    log.N           the job's output from byte N on, in two pieces of bounded size
    ended.json      {"exit", "reason"}

The job dies with its supervisor (PR_SET_PDEATHSIG). What the job started dies with the job: in a PID namespace where
`wrapper` makes one, by this process, to which orphans come (PR_SET_CHILD_SUBREAPER), in any case.
"""

import contextlib
import ctypes
import fcntl
import json
import os
import resource
import select
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
EXEC_FAILED = 127
SIGNALLED = 128
SAMPLE_SECONDS = 1.0
KILL_AGAIN_SECONDS = 0.02
WAIT_SECONDS = 5.0
LOG_PIECE_BYTES = 512 * 1024
_BURST_BYTES = 1024**3
_STOPS: tuple[int, ...] = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@dataclass(frozen=True)
class Task:
    """What is to be run, and within what."""

    argv: list[str]
    env: dict[str, str]
    wrapper: list[str]
    """A command that runs `argv` in a PID namespace; empty where there is none."""
    grace: float
    wall: float
    memory: int
    """Bytes that the job and all it started may hold together."""
    processes: int
    file_bytes: int
    """The largest file that the job may write."""


def prctl(option: int, value: int) -> None:
    """Linux's prctl; elsewhere nothing happens."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def write(path: Path, value: object) -> None:
    """Writes JSON as a whole: on the disk before it has its name."""
    part = path.with_name(f".{path.name}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(json.dumps(value).encode())
        file.flush()
        os.fsync(descriptor)
    part.replace(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    with contextlib.suppress(OSError):
        os.fsync(folder)
    os.close(folder)


def stat_fields(pid: int) -> list[bytes]:
    """The fields of /proc/PID/stat from the third on. Raises OSError where there is no such process."""
    return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()


def children(pid: int) -> list[int]:
    """The processes whose parent is that one."""
    found = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += [int(each) for each in listed.read_text().split()]
    return found


def below(pid: int) -> list[int]:
    """Every process below that one, parents before children."""
    found, seen = [pid], 0
    while seen < len(found):
        found += children(found[seen])
        seen += 1
    return found[1:]


def resident(pid: int) -> int:
    """The bytes of memory that a process holds; 0 once it is gone."""
    with contextlib.suppress(OSError, IndexError, ValueError):
        return int(stat_fields(pid)[21]) * os.sysconf("SC_PAGE_SIZE")
    return 0


class Log:
    """The last output of the job, in two pieces: the older one goes when the newer one is full."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._older: Path | None = None
        self._offset = 0
        self._begin()

    def _begin(self) -> None:
        self._path = self._folder / f"log.{self._offset}"
        self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._room = LOG_PIECE_BYTES

    def append(self, data: bytes) -> None:
        """Adds output. What cannot be written, on a full disk, is dropped."""
        while data:
            part, data = data[: self._room], data[self._room :]
            with contextlib.suppress(OSError):
                os.write(self._file, part)
            self._offset += len(part)
            self._room -= len(part)
            if not self._room:
                os.close(self._file)
                if self._older is not None:
                    self._older.unlink(missing_ok=True)
                self._older = self._path
                self._begin()


class Supervisor:
    """Watches one job until it and all that it started are gone."""

    def __init__(self, folder: Path, task: Task) -> None:
        self.folder = folder
        self.task = task
        self.pid = 0
        self.status: int | None = None
        self.reason = ""
        self.kill_at: float | None = None
        self.stop_requested = False
        self.log = Log(folder)

    def start(self, output: int, close: list[int]) -> str | None:
        """Forks and executes the job; why it could not be executed, or None."""
        read_end, write_end = os.pipe()  # closes on exec: silence means success
        supervisor = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            self._become_the_job(output, supervisor, write_end, close)
        os.close(write_end)
        with os.fdopen(read_end, "rb") as pipe:
            return pipe.read().decode("utf-8", "replace") or None

    def _become_the_job(self, output: int, supervisor: int, failure: int, close: list[int]) -> NoReturn:
        try:
            os.setsid()
            for stop in (*_STOPS, signal.SIGCHLD, signal.SIGPIPE):
                signal.signal(stop, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != supervisor:  # it died before the line above took effect
                os._exit(EXEC_FAILED)
            null = os.open(os.devnull, os.O_RDONLY)
            for descriptor, number in ((null, 0), (output, 1), (output, 2)):
                os.dup2(descriptor, number)
            for descriptor in close:
                os.close(descriptor)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            _lower(resource.RLIMIT_FSIZE, self.task.file_bytes)
            # What all processes hold together is counted below, every second; this stops a burst between two counts.
            _lower(resource.RLIMIT_DATA, 2 * self.task.memory + _BURST_BYTES)
            os.chdir(self.folder / "work")
            command = [*self.task.wrapper, *self.task.argv]
            os.execvpe(command[0], command, self.task.env)  # noqa: S606
        except (OSError, ValueError) as error:
            os.write(failure, str(error).encode())
        os._exit(EXEC_FAILED)

    def watch(self, output: int, wakeups: int) -> None:
        """Returns once the job and all that it started have ended."""
        watched = [output, wakeups]
        began = time.monotonic()
        sample_at = began
        while True:
            self.reap()
            if self.status is not None:
                if not children(os.getpid()):
                    break
                self.kill_all()  # what a job leaves behind is killed at once
            now = time.monotonic()
            if self.stop_requested:
                self.end("stopped")
            if now - began >= self.task.wall:
                self.end(f"stopped: it ran longer than its {self.task.wall:g} s")
            if now >= sample_at:
                sample_at = now + SAMPLE_SECONDS
                self.hold_to_limits()
            if self.kill_at is not None and now >= self.kill_at:
                self.kill_all()
            ready, _, _ = select.select(watched, [], [], self._wait(sample_at, began))
            if wakeups in ready:
                os.read(wakeups, 4096)
            if output in ready and not self._read(output):
                watched.remove(output)
        while output in watched and self._read(output):
            pass

    def _wait(self, sample_at: float, began: float) -> float:
        now = time.monotonic()
        moments = [sample_at, began + self.task.wall]
        if self.status is not None:
            moments.append(now + KILL_AGAIN_SECONDS)
        elif self.kill_at is not None:
            moments.append(max(self.kill_at, now + KILL_AGAIN_SECONDS))
        return max(0.0, min(moments) - now)

    def _read(self, output: int) -> bool:
        try:
            data = os.read(output, 65536)
        except BlockingIOError:
            return False
        self.log.append(data)
        return bool(data)

    def hold_to_limits(self) -> None:
        """Kills the job at once where it holds more than it may."""
        all_below = below(os.getpid())
        if len(all_below) > self.task.processes + len(self.task.wrapper[:1]) * 2:
            self.end(f"killed: more than {self.task.processes} processes", grace=0)
        if sum(map(resident, all_below)) > self.task.memory:
            self.end(f"killed: more than {self.task.memory} bytes of memory", grace=0)

    def end(self, reason: str, grace: float | None = None) -> None:
        """SIGTERM to the job the first time, SIGKILL to everything after the grace; the first reason stays."""
        kill_at = time.monotonic() + (self.task.grace if grace is None else grace)
        if self.kill_at is not None:
            self.kill_at = min(self.kill_at, kill_at)
            return
        self.kill_at = kill_at
        self.reason = reason
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.job(), signal.SIGTERM)

    def job(self) -> int:
        """The job itself. Below a wrapper that is the child of its namespace's first process: neither of the two above
        it may get SIGTERM, which would end the namespace without any grace."""
        if not self.task.wrapper:
            return self.pid
        for first in children(self.pid):
            for job in children(first):
                return job
        return self.pid

    def kill_all(self) -> None:
        """SIGKILL to every process below; again as long as there are any, because orphans come here one by one."""
        for pid in reversed(below(os.getpid())):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def reap(self) -> None:
        """Collects every child that has ended."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self.pid:
                code = os.waitstatus_to_exitcode(status)
                self.status = code if code >= 0 else SIGNALLED - code

    def outcome(self) -> dict[str, object]:
        """What `ended.json` holds."""
        assert self.status is not None  # noqa: S101  watch has returned
        plain = f"exit status {self.status}"
        if self.status > SIGNALLED:
            with contextlib.suppress(ValueError):
                plain = f"killed by {signal.Signals(self.status - SIGNALLED).name}"
        return {"exit": self.status, "reason": self.reason or plain}


def _lower(limit: int, value: int) -> None:
    hard = resource.getrlimit(limit)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(limit, (value, value))


def _wait_for(path: Path) -> None:
    """Waits until another supervisor has written that file, which takes it a moment."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(KILL_AGAIN_SECONDS)


def _answer(value: object) -> NoReturn:
    """Ends the calling process, with its answer."""
    os.write(1, json.dumps(value).encode())
    os._exit(0)


def _detach(folder: Path) -> None:
    """Goes on in a process that is a child of nobody's; the calling process answers once that is written down."""
    read_end, write_end = os.pipe()
    if os.fork():
        os.close(write_end)
        with os.fdopen(read_end, "rb") as pipe:
            failure = pipe.read()
        if failure:
            _answer({"error": failure.decode("utf-8", "replace")})
        _answer(json.loads((folder / "started.json").read_bytes()))
    os.close(read_end)
    try:
        os.setsid()
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        start = stat_fields(os.getpid())[19].decode()
        write(folder / "started.json", {"pid": os.getpid(), "start": start, "boot": boot})
    except OSError as error:
        os.write(write_end, str(error).encode())
        os._exit(1)
    null = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(null, number)
    os.close(null)
    os.close(write_end)


def main(arguments: list[str]) -> NoReturn:
    """Runs the task in the folder named by the arguments, unless it was run before."""
    folder = Path(arguments[0])
    task = Task(**json.loads(sys.stdin.buffer.read()))
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        _wait_for(folder / "started.json")
        _answer({"again": True})
    if (folder / "started.json").exists():
        _answer({"again": True})
    _detach(folder)

    output, their_output = os.pipe()
    wakeups, poke = os.pipe()
    for descriptor in (output, wakeups, poke):
        os.set_blocking(descriptor, False)
    signal.set_wakeup_fd(poke, warn_on_full_buffer=False)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    supervisor = Supervisor(folder, task)

    def request_stop(_number: int, _frame: object) -> None:
        supervisor.stop_requested = True

    for number in _STOPS:
        signal.signal(number, request_stop)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    if (folder / "stop").exists():  # before the handlers were there
        write(folder / "ended.json", {"exit": SIGNALLED + signal.SIGTERM, "reason": "stopped before it was started"})
        sys.exit()
    failure = supervisor.start(their_output, [output, wakeups, poke, lock, their_output])
    os.close(their_output)
    if failure is not None:
        os.waitpid(supervisor.pid, 0)
        write(folder / "ended.json", {"exit": EXEC_FAILED, "reason": f"it cannot be executed: {failure}"})
        sys.exit()
    supervisor.watch(output, wakeups)
    write(folder / "ended.json", supervisor.outcome())
    sys.exit()


if __name__ == "__main__":
    main(sys.argv[1:])
