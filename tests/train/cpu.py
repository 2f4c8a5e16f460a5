"""CPU seconds of a training by process: how long a step takes where nothing else wants the cores follows from them."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path

_EVERY_SEC = 0.25
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_KINDS = (
    ("trl_worker", "trainer"),
    ("llama_server", "model server"),
    ("main.py", "rollout server"),
    ("osmosis_ai", "engine"),
)


class CpuSeconds:
    """What the processes below one have used, by kind; looked at a few times a second, on Linux."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._used: dict[int, tuple[str, float]] = {}
        self._ended = threading.Event()

    @contextlib.contextmanager
    def watched(self) -> Iterator[CpuSeconds]:
        """Looks while the context lasts."""
        thread = threading.Thread(target=self._watch, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._ended.set()
            thread.join()

    def by_kind(self) -> dict[str, float]:
        """Seconds of each kind of process."""
        found: dict[str, float] = {}
        for kind, seconds in self._used.values():
            found[kind] = found.get(kind, 0.0) + seconds
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    def _watch(self) -> None:
        while not self._ended.wait(_EVERY_SEC):
            self._look()

    def _look(self) -> None:
        parents, seconds = {}, {}
        for entry in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = entry.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            pid = int(entry.parent.name)
            parents[pid], seconds[pid] = int(fields[1]), (int(fields[11]) + int(fields[12])) / _TICKS
        for pid, used in seconds.items():
            if self._is_below(pid, parents):
                self._used[pid] = (self._used[pid][0] if pid in self._used else _kind(pid), used)

    def _is_below(self, pid: int, parents: dict[int, int]) -> bool:
        while pid > 1:
            if pid == self._root:
                return True
            pid = parents.get(pid, 0)
        return False


def _kind(pid: int) -> str:
    try:
        line = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        line = ""
    return next((kind for word, kind in _KINDS if word in line), "other")
