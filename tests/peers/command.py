"""Running a side's command and measuring what it took."""

import contextlib
import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

_SAMPLE_SEC = 0.1
_KB = 1024
_TERMINAL_SIZE = struct.pack("HHHH", 40, 120, 0, 0)


@dataclass(frozen=True, slots=True)
class ProcessUse:
    """The most memory that a process ever had in use, and the CPU time it took, user and system."""

    peak_mb: float = 0.0
    cpu_sec: float = 0.0


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What a command printed and took: its `own` process, and the `largest` one below it."""

    code: int
    stdout: str
    stderr: str
    seconds: float
    own: ProcessUse
    largest: ProcessUse

    @property
    def envelope(self) -> dict[str, Any]:
        """The JSON it printed: the result, else the last line of its errors that is one; empty if there is none."""
        for line in [*self.stdout.splitlines(), *reversed(self.stderr.splitlines())]:
            if line.startswith("{"):
                try:
                    found = json.loads(line)
                except ValueError:
                    continue
                if isinstance(found, dict):
                    return found
        return {}


class _Watch(threading.Thread):
    """What a process and those below it use, as the kernel counts; looked at until the process is gone."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._root = psutil.Process(pid)
        self._ended = threading.Event()
        self.uses: dict[int, ProcessUse] = {}

    def run(self) -> None:
        while not self._ended.wait(_SAMPLE_SEC):
            try:
                below = self._root.children(recursive=True)
            except psutil.Error:
                return
            for process in (self._root, *below):
                with contextlib.suppress(psutil.Error):
                    times, before = process.cpu_times(), self.uses.get(process.pid, ProcessUse())
                    peak = max(before.peak_mb, _peak_mb(process))  # one that has just ended has no memory any more
                    self.uses[process.pid] = ProcessUse(peak, times.user + times.system)

    def stop(self) -> None:
        self._ended.set()
        self.join()


def _peak_mb(process: psutil.Process) -> float:
    """VmHWM where there is one, else the memory at this moment."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / _KB
    return float(process.memory_info().rss) / _KB / _KB


class _Output:
    """Where a command's two streams go: a file each, or one terminal for both."""

    def __init__(self, stack: contextlib.ExitStack, *, terminal: bool) -> None:
        self._reader: threading.Thread | None = None
        if not terminal:
            self._files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(2)]  # noqa: SIM115
            self.descriptors = [file.fileno() for file in self._files]
            return
        self._seen = bytearray()
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, _TERMINAL_SIZE)
        self.descriptors = [slave, slave]
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # nobody has the other end open any more
            while data := os.read(self._master, 1 << 16):
                self._seen += data

    def told(self) -> tuple[str, str]:
        """Both streams; all of it is in the first where they are a terminal."""
        if self._reader is None:
            for file in self._files:
                file.seek(0)
            out, err = (file.read().decode(errors="replace") for file in self._files)
            return out, err
        os.close(self.descriptors[0])
        self._reader.join(5)
        os.close(self._master)
        return self._seen.decode(errors="replace"), ""


def run_command(
    command: Sequence[str | Path],
    *,
    cwd: Path,
    env: Mapping[str, str],
    timeout: float = 600,
    terminal: bool = False,
) -> CommandResult:
    """Runs a command to its end; past `timeout` seconds it and all it started are ended, and the code is negative.

    With `terminal` it writes to a terminal that is read as fast as it writes.
    """
    with contextlib.ExitStack() as stack:
        output = _Output(stack, terminal=terminal)
        began = time.perf_counter()
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=output.descriptors[0],
            stderr=output.descriptors[1],
            start_new_session=True,
        )
        watch = _Watch(process.pid)
        watch.start()
        try:
            code = process.wait(timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                code = process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                code = process.wait()
        seconds = time.perf_counter() - began
        watch.stop()
        stdout, stderr = output.told()
    own = watch.uses.pop(process.pid, ProcessUse())
    largest = max(watch.uses.values(), key=lambda use: use.peak_mb, default=ProcessUse())
    return CommandResult(code=code, stdout=stdout, stderr=stderr, seconds=seconds, own=own, largest=largest)
