"""The terminal of interactive mode: text out, a line in."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from osmosis_ai.base.text import printable

__all__ = ["StandardTerminal", "Terminal"]

_COLOURS = {"magenta": "35", "green": "32", "blue": "34", "cyan": "36", "yellow": "33", "red": "31", "bold": "1"}


class Terminal(Protocol):
    """Where a person reads and answers."""

    def write(self, text: str, colour: str | None = None) -> None:
        """One piece of text on a line or several of its own. What it holds controls nothing."""
        ...

    def ask(self, prompt: str) -> str | None:
        """The line that is typed, in lower case and without blanks around it; None for the end of input and Ctrl-C."""
        ...


class StandardTerminal:
    """The process's standard input and output; in colour where the output is a terminal and NO_COLOR is not set."""

    def write(self, text: str, colour: str | None = None) -> None:
        """See Terminal.write."""
        safe = printable(text)
        if colour is not None and self._has_colour:
            safe = f"\x1b[{_COLOURS[colour]}m{safe}\x1b[0m"
        self._put(f"{safe}\n")

    def ask(self, prompt: str) -> str | None:
        """See Terminal.ask."""
        try:
            with _interrupts_raise():  # from before the prompt is there to be answered
                self._put(prompt)
                line = sys.stdin.readline()
        except KeyboardInterrupt:
            line = ""
        if not line:
            self._put("\n")
            return None
        return line.strip().lower()

    @property
    def _has_colour(self) -> bool:
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    @staticmethod
    def _put(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


@contextmanager
def _interrupts_raise() -> Iterator[None]:
    """Ctrl-C ends the reading of a line; the event loop's handler would wait for the line first."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
