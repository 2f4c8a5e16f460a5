"""The last look for secrets, once nobody writes to a run's folder any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from osmosis_ai.eval.ownership import LostOwnershipError
from osmosis_ai.eval.run_folder import RunFolder
from osmosis_ai.eval.run_log import RunLog

__all__ = ["sweep"]


async def sweep(folder: RunFolder, run_log: RunLog, check_owned: Callable[[], None]) -> None:
    """Takes secrets out of what attempts left that were not collected, and of what came after they were.

    Whoever has taken the run over does so at its own end, for all attempts.
    """
    try:
        check_owned()
    except LostOwnershipError:
        return
    for failure in await asyncio.to_thread(folder.scrub_trials):
        run_log.warning("scrub", f"a file may still hold a secret: {failure}")
