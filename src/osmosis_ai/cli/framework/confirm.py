"""A question on the terminal, answered by one line."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from osmosis_ai.cli.framework.terminal import write_err

ESCAPE = b"\x1b"


class Declined(Exception):  # noqa: N818 - not an error: the person said no, and the command ends well
    """The person declined. The frame says so and exits with 0."""


def ask_line(question: str) -> str:
    """The line typed in answer, empty if the person pressed Escape or Ctrl-C."""
    try:
        with _escape_ends_the_line():  # before the question is seen, so that no key comes too early
            write_err(question)
            typed = os.read(sys.stdin.fileno(), 4096)
    except KeyboardInterrupt:
        typed = ESCAPE
    if not typed.endswith(b"\n"):
        write_err("\n")
    return "" if ESCAPE in typed else typed.decode(errors="replace")


@contextmanager
def _escape_ends_the_line() -> Iterator[None]:
    """While this lasts the terminal hands over a line at Escape too, not at Enter alone (POSIX only)."""
    try:
        import termios
    except ImportError:
        yield
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    changed = termios.tcgetattr(descriptor)
    changed[6][termios.VEOL] = ESCAPE
    termios.tcsetattr(descriptor, termios.TCSANOW, changed)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSANOW, before)
