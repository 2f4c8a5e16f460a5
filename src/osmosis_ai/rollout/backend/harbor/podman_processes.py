"""The processes of a container, seen from this machine: as root they are ended without any program of the container."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from osmosis_ai.rollout.backend.harbor.failures import SandboxDiedError

__all__ = ["kill_all", "out_of_memory_kills", "processes_of"]

_FIELD_PARENT, _FIELD_START = 1, 19
_SECONDS = 30.0
_KILLS = re.compile(r"^oom_kill (\d+)$", re.MULTILINE)


def processes_of(first: int) -> Iterator[tuple[int, int]]:
    """Number and start of every process in the namespace of the container's first one, and in those below it."""
    parents: dict[int, tuple[int, int]] = {}
    same: set[int] = set()
    namespace = _namespace(first)
    for entry in Path("/proc").glob("[0-9]*"):
        pid = int(entry.name)
        try:
            fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] in "ZX":
            continue
        parents[pid] = (int(fields[_FIELD_PARENT]), int(fields[_FIELD_START]))
        if namespace is not None and _namespace(pid) == namespace:
            same.add(pid)
    for pid, (_, start) in parents.items():
        above = pid
        while above not in same and above in parents:  # a namespace within the container's: its maker is in there
            above = parents[above][0]
        if above in same:
            yield pid, start


def kill_all(first: int, kept: frozenset[tuple[int, int]]) -> None:
    """Kill every process of the container but those that are kept, until there is none. SandboxDiedError if not."""
    end = time.monotonic() + _SECONDS
    while found := [pid for pid, start in processes_of(first) if (pid, start) not in kept]:
        if time.monotonic() > end:
            raise SandboxDiedError(f"processes of the container could not be ended: {found}")
        for number in (signal.SIGSTOP, signal.SIGKILL):  # none forks on while the others are being ended
            for pid in found:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
        time.sleep(0.01)


def out_of_memory_kills(first: int) -> int:
    """How many processes of the container the kernel has killed because its memory was used up."""
    try:
        lines = Path(f"/proc/{first}/cgroup").read_text().splitlines()
    except OSError:
        return 0
    for line in lines:
        _, kinds, path = line.split(":", 2)
        if kinds == "" or "memory" in kinds.split(","):
            root = Path("/sys/fs/cgroup") if kinds == "" else Path("/sys/fs/cgroup/memory")
            for name in ("memory.events", "memory.oom_control"):
                with contextlib.suppress(OSError):
                    found = _KILLS.search((root / path.lstrip("/") / name).read_text())
                    if found is not None and int(found[1]):
                        return int(found[1])
    return 0


def _namespace(pid: int) -> int | None:
    try:
        return Path(f"/proc/{pid}/ns/pid").stat().st_ino
    except OSError:
        return None
