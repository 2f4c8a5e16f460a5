"""Running a side's command and measuring what it took."""

import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

_SAMPLE_SEC = 0.2
_KB = 1024


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What a command printed and took. `peak_mb`: of its own process; `server_peak_mb`: of the largest one below it."""

    code: int
    stdout: str
    stderr: str
    seconds: float
    peak_mb: float
    server_peak_mb: float

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


class _Peaks(threading.Thread):
    """The high-water marks of a process and of those below it, as the kernel keeps them."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._root = psutil.Process(pid)
        self._ended = threading.Event()
        self.peaks: dict[int, float] = {}

    def run(self) -> None:
        while not self._ended.wait(_SAMPLE_SEC):
            try:
                below = self._root.children(recursive=True)
            except psutil.Error:
                return
            for process in (self._root, *below):
                self.peaks[process.pid] = max(self.peaks.get(process.pid, 0.0), _peak_mb(process))

    def stop(self) -> None:
        self._ended.set()
        self.join()


def _peak_mb(process: psutil.Process) -> float:
    """VmHWM where there is one, else the memory at this moment."""
    try:
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / _KB
    except OSError:
        pass
    try:
        return float(process.memory_info().rss) / _KB / _KB
    except psutil.Error:
        return 0.0


def run_command(
    command: Sequence[str | Path], *, cwd: Path, env: Mapping[str, str], timeout: float = 600
) -> CommandResult:
    """Runs a command to its end; past `timeout` seconds it and all it started are ended, and the code is negative."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        began = time.perf_counter()
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        peaks = _Peaks(process.pid)
        peaks.start()
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
        peaks.stop()
        out.seek(0)
        err.seek(0)
        own = peaks.peaks.pop(process.pid, 0.0)
        return CommandResult(
            code=code,
            stdout=out.read().decode(errors="replace"),
            stderr=err.read().decode(errors="replace"),
            seconds=seconds,
            peak_mb=own,
            server_peak_mb=max(peaks.peaks.values(), default=0.0),
        )
