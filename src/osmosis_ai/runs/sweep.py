"""The last look for secrets, once nobody writes to a run's folder any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.log import RunLog
from osmosis_ai.runs.ownership import LostOwnershipError

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
