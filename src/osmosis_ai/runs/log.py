"""`logs.txt` of a run: what was done and what the rollout server said, one line each, without secrets."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, override

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.append import open_to_append
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.base.text import one_line
from osmosis_ai.engine.ports import Observer, RunProgressUpdate
from osmosis_ai.engine.records import timestamp

__all__ = ["LoggingObserver", "RunLog", "Watcher"]


class RunLog:
    """Appends lines of the form `<time> LEVEL [step] message {details}`; may be called from any thread.

    `echo` gets every line as it is written, for terminals that want to follow. A line that cannot be written is
    dropped: a log never ends a run. Nothing in a line controls a terminal or reorders it. Secrets are replaced, short
    ones too. Raises OsmosisError when the file cannot be opened.
    """

    def __init__(self, path: Path, redact: Redactor, echo: Callable[[str], None] | None = None) -> None:
        try:
            self._descriptor = open_to_append(path, os.O_WRONLY)
        except OSError as error:
            raise OsmosisError(
                f"{path} cannot be written: {error.strerror or error}",
                hint="Make it writable, or choose another --output.",
            ) from None
        self._open = True
        self._redact = redact.logs
        self._echo = echo
        self._lock = threading.Lock()

    def line(self, level: str, step: str, message: str, **details: object) -> None:
        """Appends a line: level INFO, WARNING or ERROR, the step it belongs to, and what happened."""
        rest = f" {json.dumps(details, sort_keys=True, default=str, ensure_ascii=False)}" if details else ""
        text = " ".join(self._redact(message).splitlines())
        line = one_line(self._redact(f"{timestamp()} {level} [{step}] {text}{rest}"))
        data = line.encode("utf-8", "backslashreplace") + b"\n"
        with self._lock:
            if self._open:
                with contextlib.suppress(OSError):
                    os.write(self._descriptor, data)
        if self._echo is not None:
            self._echo(line)

    def close(self) -> None:
        """Closes the file; later lines are dropped."""
        with self._lock:
            if self._open:
                self._open = False
                os.close(self._descriptor)


class Watcher(Protocol):
    """Whoever looks on while a run goes on. It is asked nothing."""

    def status(self, text: str) -> None:
        """A step that takes a while has begun."""

    def warning(self, code: str | None, message: str) -> None:
        """Something is not as it should be, and the run goes on."""

    def progress(self, update: RunProgressUpdate) -> None:
        """The run has come this far. Called for every result."""

    def log_line(self, line: str) -> None:
        """A line has just been written to the run's log."""


class LoggingObserver(Observer):
    """The observer of a local run: its log, and whoever watches. A watcher sees no secret."""

    def __init__(self, run_log: RunLog, watcher: Watcher, redact: Redactor) -> None:
        self._run_log = run_log
        self._watcher = watcher
        self._redact = redact

    @override
    def status(self, text: str) -> None:
        self._watcher.status(text)

    @override
    def progress(self, update: RunProgressUpdate) -> None:
        self._watcher.progress(update)

    @override
    def log(self, level: str, source: str, message: str, **fields: object) -> None:
        self._run_log.line(level.upper(), source, message, **fields)

    @override
    def warning(self, code: str | None, message: str) -> None:
        self._watcher.warning(code, self._redact(message))
