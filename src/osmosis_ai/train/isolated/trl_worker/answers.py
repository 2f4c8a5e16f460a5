"""How a program that does one thing says what came of it: one line of JSON on stdout."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec

from .errors import WorkerError


def answer(needed: Sequence[str], work: Callable[[], Mapping[str, object]]) -> int:
    """Does the work if the packages that it needs are there, and prints `missing`, `error` or `ok`; the exit code."""
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        _print(missing=missing)
        return 3
    try:
        _print(ok=dict(work()))
    except WorkerError as error:
        _print(error=error.message)
        return 1
    except Exception as error:
        traceback.print_exc()
        _print(error=f"{type(error).__name__}: {error}")
        return 1
    return 0


def _print(**said: object) -> None:
    sys.stdout.write(json.dumps({"answer": said}, separators=(",", ":")) + "\n")
    sys.stdout.flush()
