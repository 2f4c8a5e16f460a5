"""Imports that a command can do without, in a process that is the command's alone."""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = [
    "lean_pyarrow",
    "leave_out_httpx_command",
    "own_this_process",
    "without_httpx_command",
    "without_pydantic_plugins",
]

_HTTPX_COMMAND = "httpx._main"
_GC_PACE = (20_000, 10, 10)

_owned = False


def own_this_process() -> None:
    """Says that nothing but a command runs in this process, so that what it never uses need not be importable.

    Garbage is looked for less often than Python does: a command imports hundreds of modules before it does anything,
    and none of what they define is garbage.
    """
    global _owned  # noqa: PLW0603 - one process, one answer
    _owned = True
    gc.set_threshold(*_GC_PACE)
    leave_out_httpx_command()


def leave_out_httpx_command() -> None:
    """From now on `import httpx` leaves out its command line, as `without_httpx_command` has it."""
    sys.modules.setdefault(_HTTPX_COMMAND, None)  # type: ignore[arg-type]


@contextmanager
def without_httpx_command() -> Iterator[None]:
    """While open, `import httpx` leaves out its command line: rich, click and pygments, as long as all the rest takes.

    httpx can do without; `httpx.main` then says what to install. The module itself can be imported again afterwards.
    """
    if "httpx" in sys.modules or _HTTPX_COMMAND in sys.modules:
        yield
        return
    sys.modules[_HTTPX_COMMAND] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[_HTTPX_COMMAND]


def without_pydantic_plugins() -> None:
    """From now on pydantic looks for no plugins, if the process is a command's and it has not looked yet.

    It would read the metadata of every installed package. Without the module that does so, it looks as it always does.
    """
    if not _owned:
        return
    with suppress(ImportError):
        loader = importlib.import_module("pydantic.plugin._loader")
        if getattr(loader, "_plugins", ...) is None:
            loader._plugins = {}  # type: ignore[attr-defined]


@contextmanager
def lean_pyarrow() -> Iterator[None]:
    """While open, PyArrow finds neither NumPy nor pandas, in a process that is a command's, unless they are imported.

    It looks for NumPy at its import, and for pandas at the first scalar that it makes. Each of them takes longer to
    import than most files to read.
    """
    hidden = [name for name in ("numpy", "pandas") if _owned and name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]
