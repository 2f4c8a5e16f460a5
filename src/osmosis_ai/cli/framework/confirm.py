"""Asking before something that costs or destroys."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from osmosis_ai.base.errors import InteractiveRequiredError
from osmosis_ai.cli.framework.terminal import one_line, styled, write_err
from osmosis_ai.cli.framework.usage import Mode

if TYPE_CHECKING:
    from osmosis_ai.cli.framework.console import Console

ESCAPE = b"\x1b"


class Declined(Exception):  # noqa: N818 - no error: the person said no, and the command ends well
    """The person declined. The frame says so and exits with 0."""


def confirm(
    console: "Console",
    prompt: str,
    *,
    summary: Mapping[str, object],
    notes: Sequence[str],
    warnings: Sequence[str],
) -> None:
    """Put the question. No, Escape, Ctrl-C and the end of input decline; only a yes agrees."""
    if console.mode is not Mode.JSON:
        _show_context(console, summary, notes, warnings)
    if not console.interactive:
        details: dict[str, object] = {"prompt": prompt}
        context = {"summary": dict(summary), "notes": list(notes), "warnings": list(warnings)}
        details.update({name: part for name, part in context.items() if part})
        raise InteractiveRequiredError(
            f"This needs a confirmation, and nobody is at a terminal to give it: {prompt}",
            hint="Add --yes to go ahead without being asked.",
            details=details,
        )
    if _ask(f"{one_line(prompt)} {styled('[y/N]', 'dim', sys.stderr)} ").strip().lower() not in {"y", "yes"}:
        raise Declined


def _show_context(
    console: "Console", summary: Mapping[str, object], notes: Sequence[str], warnings: Sequence[str]
) -> None:
    width = max((len(label) for label in summary), default=0) + 1
    for label, value in summary.items():
        console.line(f"{f'{label}:'.ljust(width)}  {one_line(value)}")
    for note in notes:
        console.line(note)
    for warning in warnings:
        console.warning(None, warning)


def _ask(question: str) -> str:
    """The line typed in answer, or nothing if the person escaped from it."""
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
