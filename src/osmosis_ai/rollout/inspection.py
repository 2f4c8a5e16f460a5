"""`python -m osmosis_ai.rollout.inspection ENTRYPOINT REPORT`: what an entrypoint would serve. Nothing is served.

The entrypoint runs up to where it would make the server. The exit status says what was found, and the text of REPORT
what a person has to know of it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path

from osmosis_ai.rollout.debug import captured_backend
from osmosis_ai.rollout.errors import describe_exception, error_location, missing_dependency_hint

__all__ = ["Finding", "main"]


class Finding(IntEnum):
    """What an entrypoint comes to, as an exit status."""

    SOUND = 0
    """It serves one workflow and its grader."""
    RAISES = 20
    """It raises when it is imported."""
    LACKS_MODULE = 21
    """Something that it imports is not installed."""
    SERVES_NOTHING = 22
    """It ends without a rollout server, and so without a workflow."""
    LACKS_GRADER = 23
    """Its backend has a workflow and no grader."""


def main(arguments: Sequence[str]) -> int:
    """The command."""
    entrypoint, report = arguments
    finding, text = _inspect(entrypoint)
    Path(report).write_text(text, encoding="utf-8")
    return finding


def _inspect(entrypoint: str) -> tuple[Finding, str]:
    try:
        backend = captured_backend(entrypoint)
    except Exception as error:
        at = error_location(error)
        place = "" if at is None else f" ({at.file}:{at.line} in {at.function})"
        lacks = isinstance(error, ModuleNotFoundError)
        hint = missing_dependency_hint(error)
        text = f"{describe_exception(error)}{place}" + (f"\n{hint}" if hint else "")
        return Finding.LACKS_MODULE if lacks else Finding.RAISES, text
    if backend is None:
        return Finding.SERVES_NOTHING, (
            "it makes no rollout server. Its end must be: app = create_rollout_server(backend=backend), and"
            ' if __name__ == "__main__": serve(app)'
        )
    if not getattr(backend, "has_grader", True):
        return Finding.LACKS_GRADER, "its backend has no grader, so that no sample would get a reward"
    return Finding.SOUND, ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
