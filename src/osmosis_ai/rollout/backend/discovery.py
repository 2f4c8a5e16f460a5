"""Finding the backend of an entrypoint without serving it."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

__all__ = ["NoBackendError", "backend_found", "backend_of"]

_looking = False


class NoBackendError(Exception):
    """The entrypoint ended, or failed, before it made a server."""


class _FoundError(BaseException):
    """Ends the entrypoint, past whatever it catches."""

    def __init__(self, backend: Any) -> None:
        super().__init__()
        self.backend = backend


def backend_found(backend: Any) -> None:
    """Called where a server is made. Returns at once, unless `backend_of` is looking for the backend."""
    if _looking:
        raise _FoundError(backend)


def backend_of(entrypoint: Path) -> Any:
    """The backend for which the script makes a server; the script is run up to there, as `__main__`.

    For a process that does nothing else: what the script imported and its `__main__` stay. Raises NoBackendError when
    it makes no server, and whatever it raises.
    """
    global _looking  # noqa: PLW0603 - one process looks for one backend
    module = types.ModuleType("__main__")
    module.__file__ = str(entrypoint)
    sys.modules["__main__"] = module
    sys.path.insert(0, str(entrypoint.resolve().parent))
    sys.argv = [str(entrypoint)]
    _looking = True
    try:
        exec(compile(entrypoint.read_bytes(), str(entrypoint), "exec"), module.__dict__)  # noqa: S102 - the user's code
    except _FoundError as found:
        return found.backend
    finally:
        _looking = False
    raise NoBackendError(f"{entrypoint.name} ended without making a server with create_rollout_server")
