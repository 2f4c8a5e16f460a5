"""Imports that a command can do without, in a process that is the command's alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["own_this_process", "without_numpy"]

_owned = False


def own_this_process() -> None:
    """Says that nothing but a command runs in this process, so that what it never uses need not be importable."""
    global _owned  # noqa: PLW0603 - one process, one answer
    _owned = True


@contextmanager
def without_numpy() -> Iterator[None]:
    """While open, NumPy cannot be imported, if the process is a command's and nothing has imported it yet.

    PyArrow imports NumPy where it finds it, for conversions to arrays. That takes longer than reading most files.
    """
    if not _owned or "numpy" in sys.modules or "pyarrow" in sys.modules:
        yield
        return
    sys.modules["numpy"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules["numpy"]
