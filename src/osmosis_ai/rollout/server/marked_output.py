"""What user code prints and logs, each line with the rollout it belongs to, for a launcher that asks for it."""

from __future__ import annotations

import io
import logging
import os
import sys
import threading
from functools import lru_cache
from typing import TextIO, override

from osmosis_ai.base import variables
from osmosis_ai.rollout.context import get_rollout_context
from osmosis_ai.rollout.errors import is_user_code

__all__ = ["LineMarker", "RolloutLogHandler", "finish_output", "mark_output"]

_LONGEST_PART = 8192
_MOST_PARTS = 1000


class LineMarker(io.TextIOBase):
    """A text stream in place of another: what is written within a rollout begins with `[rollout <id>] `, line by line.

    Lines of rollouts that run at once are kept whole. Everything else is passed on as it is.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._parts: dict[str, str] = {}
        self._lock = threading.Lock()

    @override
    def write(self, text: str, /) -> int:
        context = get_rollout_context()
        if context is None or not context.rollout_id:
            return self.stream.write(text)
        rollout_id = context.rollout_id
        with self._lock:
            *lines, rest = (self._parts.pop(rollout_id, "") + text).split("\n")
            if len(rest) > _LONGEST_PART or len(self._parts) >= _MOST_PARTS:
                lines.append(rest)
                rest = ""
            if rest:
                self._parts[rollout_id] = rest
            if lines:
                self.stream.write("".join(f"[rollout {rollout_id}] {line}\n" for line in lines))
                self.stream.flush()
        return len(text)

    def finish(self, rollout_id: str) -> None:
        """Writes a last line of a rollout that has no end."""
        with self._lock:
            rest = self._parts.pop(rollout_id, "")
            if rest:
                self.stream.write(f"[rollout {rollout_id}] {rest}\n")
                self.stream.flush()

    @override
    def flush(self) -> None:
        self.stream.flush()

    @override
    def isatty(self) -> bool:
        return self.stream.isatty()

    @override
    def fileno(self) -> int:
        return self.stream.fileno()

    @override
    def writable(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream below."""
        return self.stream.encoding

    @property
    def buffer(self) -> object:
        """The bytes of the stream below; what is written there has no mark."""
        return self.stream.buffer


class RolloutLogHandler(logging.StreamHandler[TextIO]):
    """Logs to standard error. Below WARNING, only records of the user's own modules are of a rollout.

    Libraries log every request at INFO; those lines are written without a mark, so that they do not bury what the
    user's code says.
    """

    @override
    def emit(self, record: logging.LogRecord) -> None:
        stream = sys.stderr
        if isinstance(stream, LineMarker) and record.levelno < logging.WARNING and not _is_user_code(record.pathname):
            stream = stream.stream
        self.setStream(stream)
        super().emit(record)


@lru_cache(maxsize=1024)
def _is_user_code(path: str) -> bool:
    return is_user_code(path)


def mark_output() -> None:
    """Marks standard output and standard error from now on, once, where the launcher asks for it."""
    if os.environ.get(variables.ROLLOUT_MARK_OUTPUT) != "1":
        return
    if not isinstance(sys.stdout, LineMarker):
        sys.stdout = LineMarker(sys.stdout)
    if not isinstance(sys.stderr, LineMarker):
        sys.stderr = LineMarker(sys.stderr)


def finish_output(rollout_id: str) -> None:
    """Nothing more is written within this rollout."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, LineMarker):
            stream.finish(rollout_id)
