"""A ledger that records nothing once the run is another process's."""

from __future__ import annotations

from collections.abc import Callable

from osmosis_ai.engine.dispatch import Ledger
from osmosis_ai.engine.work import Attempt, AttemptResult

__all__ = ["OwnedLedger"]


class OwnedLedger:
    """Passes records on while `check` returns; what it raises ends the dispatch, unrecorded."""

    def __init__(self, ledger: Ledger, check: Callable[[], None]) -> None:
        self._ledger = ledger
        self._check = check

    async def started(self, attempt: Attempt) -> None:
        """Returns once the record is safe."""
        self._check()
        await self._ledger.started(attempt)

    async def ended(self, attempt: Attempt, result: AttemptResult) -> None:
        """Returns once the record is safe."""
        self._check()
        await self._ledger.ended(attempt, result)
