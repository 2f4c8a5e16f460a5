"""`breakpoint()` in a rollout server that has no terminal."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from osmosis_ai.base import variables

__all__ = ["refuse_breakpoints"]


def refuse_breakpoints() -> None:
    """In a server that was launched by another program, `breakpoint()` raises, and says where it works.

    A debugger would end at once there, since nothing can be typed. A hook that the user chose is left alone.
    """
    launched = bool(os.environ.get(variables.ROLLOUT_INSTANCE_ID))
    if launched and sys.breakpointhook is sys.__breakpointhook__ and "PYTHONBREAKPOINT" not in os.environ:
        sys.breakpointhook = _refuse


def _refuse(*_arguments: object, **_options: object) -> NoReturn:
    raise RuntimeError(
        "breakpoint() needs a terminal, which a rollout server does not have; "
        "run this row with: osmosis eval debug CONFIG --row N"
    )
