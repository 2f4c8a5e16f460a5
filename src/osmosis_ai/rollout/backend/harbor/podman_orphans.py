"""What a podman that was killed had begun: it goes on without it, and podman knows nothing of it.

Its monitor `conmon` has the runtime make the container, and `netavark` connects it. What they leave is found by the
container's id, and by the variable that everything we start carries. Nothing here needs Harbor.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

__all__ = ["end_begun", "end_in_runtime", "read_process", "wait_for_connecting"]

_RUNTIMES = ("runc", "crun")
_BEGUN_SECONDS = 10.0
_SECONDS = 30.0
_PAUSE_SECONDS = 0.05


def end_begun(container: str) -> None:
    """End a container that podman takes for one that was never started, by its id, once the runtime has made it."""
    _wait(lambda: _is_monitored(container) and not any(_holding(container)), _BEGUN_SECONDS)
    end_in_runtime(container)


def end_in_runtime(container: str) -> None:
    """End what the runtime has of a container, by its id, and have the runtime forget it."""
    for runtime in _holding(container):
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run(
                [runtime, "delete", "--force", container], capture_output=True, check=False, timeout=_SECONDS
            )


def wait_for_connecting(variable: str) -> None:
    """Wait until the containers are connected that are being connected now, by programs with that variable."""
    busy = [process for process in _named("netavark") if f"{variable}=".encode() in read_process(process, "environ")]
    _wait(lambda: any((process / "comm").exists() for process in busy), _BEGUN_SECONDS)


def _holding(container: str) -> Iterator[str]:
    """The runtimes that have a container of that id."""
    homes = [Path("/run"), *(Path(home) for home in (os.environ.get("XDG_RUNTIME_DIR"),) if home)]
    for runtime in _RUNTIMES:
        if any((home / runtime / container).is_dir() for home in homes):
            yield runtime


def _is_monitored(container: str) -> bool:
    return any(container.encode() in read_process(process, "cmdline").split(b"\0") for process in _named("conmon"))


def _named(program: str) -> Iterator[Path]:
    for process in Path("/proc").glob("[0-9]*"):
        if read_process(process, "comm").strip() == program.encode():
            yield process


def read_process(process: Path, file: str) -> bytes:
    """What the system says of a process; nothing where it has ended, or is not ours to look at."""
    try:
        return (process / file).read_bytes()
    except OSError:
        return b""


def _wait(lasts: Callable[[], bool], at_most: float) -> None:
    end = time.monotonic() + at_most
    while lasts() and time.monotonic() < end:
        time.sleep(_PAUSE_SECONDS)
