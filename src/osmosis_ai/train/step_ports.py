"""The engine's ports for the rollouts of a step: in memory, for what counts of them goes into the step's own files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import override

from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.memory import MemoryJournal, NoArtifacts, NoSnapshots
from osmosis_ai.engine.ports import Lease, Observer, Ports, RunProgressUpdate
from osmosis_ai.runs.copies import remove_tree

__all__ = ["QuietObserver", "step_ports"]


class _DroppedArtifacts(NoArtifacts):
    """What attempts leave in the folder of trials is removed: a training makes thousands of them."""

    def __init__(self, trials: Path) -> None:
        self._trials = trials

    @override
    async def redact_leftovers(self) -> list[str]:
        failed: list[str] = []
        for path in self._trials.iterdir():
            try:
                remove_tree(str(path))
            except OSError as error:
                failed.append(str(error))
        return failed


class QuietObserver(Observer):
    """The run's observer, without what a single run says of itself: a training has hundreds of them."""

    def __init__(self, inner: Observer, progress: Callable[[RunProgressUpdate], None]) -> None:
        self._inner = inner
        self._progress = progress

    @override
    def status(self, text: str) -> None:
        return None

    @override
    def progress(self, update: RunProgressUpdate) -> None:
        self._progress(update)

    @override
    def log(self, level: str, source: str, message: str, **fields: object) -> None:
        if level != "info":
            self._inner.log(level, source, message, **fields)

    @override
    def warning(self, code: str | None, message: str) -> None:
        self._inner.warning(code, message)


def step_ports(journal: MemoryJournal, trials: Path, lease: Lease, observer: Observer, redact: Redactor) -> Ports:
    """The ports of the rollouts of a step."""
    return Ports(
        journal=journal,
        artifacts=_DroppedArtifacts(trials),
        snapshots=NoSnapshots(),
        lease=lease,
        observer=observer,
        redact=redact,
    )
