"""Whose something is that may outlive the process that made it: one process of one boot of one machine."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Owner", "identity", "process_namespace"]

_FIELD_START = 19


@dataclass(frozen=True, slots=True)
class Owner:
    """One process of one boot of one machine, as a number alone is given out again."""

    pid: int
    start: int
    """When it started, in ticks of the clock since the boot."""
    boot: str
    namespace: int
    """In which process namespace its number counts."""

    def lives(self) -> bool:
        """Whether that process still runs; one whose number cannot be looked up from here counts as alive."""
        if self.boot != _boot():
            return False
        if self.namespace != process_namespace():
            return True
        return _start_of(self.pid) == self.start


def identity(pid: int | None = None) -> Owner:
    """The identity of a process that runs, by default this one. ProcessLookupError if it does not run."""
    number = os.getpid() if pid is None else pid
    start = _start_of(number)
    if start is None:
        raise ProcessLookupError(number)
    return Owner(number, start, _boot(), process_namespace())


def _boot() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


def process_namespace() -> int:
    """The namespace in which numbers of processes count here."""
    return Path("/proc/self/ns/pid").stat().st_ino


def _start_of(pid: int) -> int | None:
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    fields = text.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else int(fields[_FIELD_START])
