"""What belongs to one world, as the system shows it: processes by the folder that they name, are in, or see."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Found", "gone", "job_processes", "of_folder", "start_of", "with_descendants"]


@dataclass(frozen=True)
class Found:
    """A process, with the moment of its start, by which it is told from a later one of its number."""

    pid: int
    start: str
    command: str


def of_folder(folder: Path) -> list[Found]:
    """Every process whose command, environment, working directory or mounts name the folder, and all below it."""
    mark = str(folder).encode()
    named = [pid for pid in _all() if any(mark in part for part in _parts(pid))]
    return [found for pid in with_descendants(named) if (found := _found(pid)) is not None]


def job_processes(folder: Path) -> list[Found]:
    """The processes of jobs themselves, `python -m osmosis_ai.job`, that have the folder in their environment."""
    mark = str(folder).encode()
    found = []
    for pid in _all():
        words = _read(pid, "cmdline").split(b"\0")
        if words[1:3] == [b"-m", b"osmosis_ai.job"] and mark in _read(pid, "environ"):
            known = _found(pid)
            if known is not None:
                found.append(known)
    return found


def with_descendants(pids: Iterable[int]) -> set[int]:
    """Those processes and all below them."""
    parents: dict[int, list[int]] = {}
    for pid in _all():
        fields = _read(pid, "stat").rpartition(b")")[2].split()
        if len(fields) > 1:
            parents.setdefault(int(fields[1]), []).append(pid)
    found: set[int] = set()
    waiting = list(pids)
    while waiting:
        pid = waiting.pop()
        if pid not in found:
            found.add(pid)
            waiting += parents.get(pid, [])
    return found


def gone(found: Found) -> bool:
    """Whether that process has ended; one that nobody has waited for yet has."""
    return start_of(found.pid) != found.start


def start_of(pid: int) -> str:
    """When a process was started, in the system's ticks; empty for none, and for one that has ended."""
    fields = _read(pid, "stat").rpartition(b")")[2].split()
    return "" if len(fields) < 20 or fields[0] in (b"Z", b"X") else fields[19].decode()


def _found(pid: int) -> Found | None:
    start = start_of(pid)
    command = _read(pid, "cmdline").replace(b"\0", b" ").decode(errors="replace").strip()
    return Found(pid, start, command) if start else None


def _parts(pid: int) -> Iterator[bytes]:
    yield _read(pid, "cmdline")
    yield _read(pid, "environ")
    try:
        yield str(Path(f"/proc/{pid}/cwd").readlink()).encode()
    except OSError:
        yield b""
    yield _read(pid, "mountinfo")


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def _all() -> list[int]:
    return [
        int(entry.name) for entry in os.scandir("/proc") if entry.name.isdecimal() and int(entry.name) != os.getpid()
    ]
