"""What to do about a rollout server that ended before it served, by what it printed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from osmosis_ai.base import variables
from osmosis_ai.base.missing_module import distribution_of

__all__ = ["hint_for_early_end", "what_it_must_be"]

_MISSING = re.compile(r"ModuleNotFoundError: No module named '([\w.]+)'")


def hint_for_early_end(
    printed: Sequence[str], code: int, *, rollout_dir: Path, entrypoint: str | None, command: Sequence[str]
) -> str:
    """The dependency to add for a module that is missing, and the file; what the entrypoint's end must be where it just
    ended; else how to run it by hand. `entrypoint` is None for a command that is no file of this SDK."""
    by_hand = f"By hand: cd {shlex.quote(str(rollout_dir))} && {shlex.join(command)}"
    missing = next((found[1] for line in reversed(printed) if (found := _MISSING.search(line))), None)
    if entrypoint is None:
        return f"{what_it_must_be(None)} {by_hand}"
    if missing is not None:
        module = missing.partition(".")[0]
        project = rollout_dir / "pyproject.toml"
        return (
            f'Add "{distribution_of(module)}" to [project] dependencies in {project}, or, if {module} is a '
            f"module of yours, put it beside {entrypoint}. {by_hand}"
        )
    if code == 0:
        return f"{what_it_must_be(entrypoint)} {by_hand}"
    return f"Fix the entrypoint. {by_hand}"


def what_it_must_be(entrypoint: str | None) -> str:
    """What an entrypoint must end in, or a command must do, in a sentence."""
    if entrypoint is None:
        return f"The command must serve on 127.0.0.1 at the port in {variables.ROLLOUT_PORT} until it is told to stop."
    return (
        f"{entrypoint} must end in: app = create_rollout_server(backend=backend), then "
        'if __name__ == "__main__": serve(app), both from osmosis_ai.rollout.server.'
    )
