"""The ports of a test: what is recorded stays in memory, and each row is told of once."""

from __future__ import annotations

from collections.abc import Callable
from typing import override

from osmosis_ai.engine.memory import LastResults, NoArtifacts, NoSnapshots, OwnLease
from osmosis_ai.engine.ports import Observer, Ports, RunProgressUpdate
from osmosis_contract.models.run_events import AttemptEnded, AttemptRecord

__all__ = ["LogLine", "ports_of_test"]

type LogLine = Callable[[str, str, str], None]
"""Gets the level, the source and the text of a line of the log."""


def ports_of_test(
    on_ended: Callable[[AttemptEnded], None], *, log: LogLine | None = None, redact: Callable[[str], str] | None = None
) -> Ports:
    """Ports for one test. `on_ended` gets each attempt's record once; what it raises ends the test."""
    return Ports(
        _Journal(on_ended),
        NoArtifacts(),
        NoSnapshots(),
        OwnLease(),
        _LoggingObserver(log),
        redact or (lambda text: text),
    )


class _Journal(LastResults):
    def __init__(self, on_ended: Callable[[AttemptEnded], None]) -> None:
        super().__init__()
        self._on_ended = on_ended

    @override
    def take(self, record: AttemptRecord) -> None:
        super().take(record)
        if isinstance(record, AttemptEnded):
            self._on_ended(record)


class _LoggingObserver(Observer):
    def __init__(self, log: LogLine | None) -> None:
        self._log = log or (lambda _level, _source, _text: None)

    @override
    def status(self, text: str) -> None:
        return None

    @override
    def progress(self, update: RunProgressUpdate) -> None:
        return None

    @override
    def log(self, level: str, source: str, message: str, **fields: object) -> None:
        self._log(level, source, message)

    @override
    def warning(self, code: str | None, message: str) -> None:
        self._log("warning", "test", message)
