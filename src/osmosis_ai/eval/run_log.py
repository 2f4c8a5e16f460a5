"""`logs.txt` of a run: what was done and what the rollout server said, one line each, without secrets."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from osmosis_ai.base.redaction import Redactor

__all__ = ["RunLog", "timestamp"]


def timestamp() -> str:
    """Now, in UTC, to the millisecond, ending in Z."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class RunLog:
    """Appends lines of the form `<time> LEVEL [step] message {details}`; may be called from any thread.

    `echo` gets every line as it is written, for terminals that want to follow.
    """

    def __init__(self, path: Path, redact: Redactor, echo: Callable[[str], None] | None = None) -> None:
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._file = os.fdopen(self._descriptor, "a", encoding="utf-8", errors="backslashreplace", buffering=1)
        self._redact = redact
        self._echo = echo
        self._lock = threading.Lock()

    def redact_also(self, redact: Redactor) -> None:
        """Uses another redactor from now on, when more secrets have become known."""
        self._redact = redact

    def info(self, step: str, message: str, **details: Any) -> None:
        """Something that happened."""
        self._write("INFO", step, message, details)

    def warning(self, step: str, message: str, **details: Any) -> None:
        """Something that should not have happened, and did no harm yet."""
        self._write("WARNING", step, message, details)

    def error(self, step: str, message: str, **details: Any) -> None:
        """Something that failed."""
        self._write("ERROR", step, message, details)

    def _write(self, level: str, step: str, message: str, details: dict[str, Any]) -> None:
        told = f" {json.dumps(details, sort_keys=True, default=str)}" if details else ""
        text = " ".join(message.splitlines())
        line = self._redact(f"{timestamp()} {level} [{step}] {text}{told}")
        with self._lock:
            if not self._file.closed:
                self._file.write(line + "\n")
        if self._echo is not None:
            self._echo(line)

    def close(self) -> None:
        """Closes the file; later lines are dropped."""
        with self._lock:
            self._file.close()
