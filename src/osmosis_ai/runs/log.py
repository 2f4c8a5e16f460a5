"""`logs.txt` of a run: what was done and what the rollout server said, one line each, without secrets."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.redaction.redactor import Redactor

__all__ = ["RunLog", "timestamp"]

_OUR_LOGGER = logging.getLogger("osmosis_ai")


def timestamp() -> str:
    """Now, in UTC, to the millisecond, ending in Z."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class RunLog:
    """Appends lines of the form `<time> LEVEL [step] message {details}`; may be called from any thread.

    `echo` gets every line as it is written, for terminals that want to follow. A line that cannot be written is
    dropped: a log never ends a run. Secrets are replaced, short ones too. Raises OsmosisError when the file cannot be
    opened.
    """

    def __init__(self, path: Path, redact: Redactor, echo: Callable[[str], None] | None = None) -> None:
        try:
            self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise OsmosisError(
                f"{path} cannot be written: {error.strerror}", hint="Make it writable, or choose another --output."
            ) from None
        self._open = True
        self._redact = redact.logs
        self._echo = echo
        self._lock = threading.Lock()

    def info(self, step: str, message: str, **details: Any) -> None:
        """Something that happened."""
        self._write("INFO", step, message, details)

    def warning(self, step: str, message: str, **details: Any) -> None:
        """Something that should not have happened, and did no harm yet."""
        self._write("WARNING", step, message, details)

    def error(self, step: str, message: str, **details: Any) -> None:
        """Something that failed."""
        self._write("ERROR", step, message, details)

    @contextlib.contextmanager
    def taking_in_our_logger(self) -> Iterator[None]:
        """While open, what this package's modules log at INFO and above is written here and nowhere else."""
        handler = _Handler(self)
        before = _OUR_LOGGER.propagate, _OUR_LOGGER.level
        _OUR_LOGGER.addHandler(handler)
        _OUR_LOGGER.propagate = False
        _OUR_LOGGER.setLevel(logging.INFO)
        try:
            yield
        finally:
            _OUR_LOGGER.removeHandler(handler)
            _OUR_LOGGER.propagate, level = before
            _OUR_LOGGER.setLevel(level)

    def line(self, level: str, step: str, message: str) -> None:
        """A line of any level."""
        self._write(level, step, message, {})

    def _write(self, level: str, step: str, message: str, details: dict[str, Any]) -> None:
        told = f" {json.dumps(details, sort_keys=True, default=str, ensure_ascii=False)}" if details else ""
        text = " ".join(self._redact(message).splitlines())
        line = self._redact(f"{timestamp()} {level} [{step}] {text}{told}")
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


class _Handler(logging.Handler):
    """Records of a module, as lines whose step is the module's last name."""

    def __init__(self, run_log: RunLog) -> None:
        super().__init__(logging.INFO)
        self._run_log = run_log

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(Exception):
            self._run_log.line(record.levelname, record.name.rpartition(".")[2].replace("_", "-"), self.format(record))
