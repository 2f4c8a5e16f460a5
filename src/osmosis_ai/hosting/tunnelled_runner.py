"""Running attempts whose agents reach the model through a tunnel, which may end under them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from osmosis_ai.engine.work import Attempt, AttemptResult, Runner
from osmosis_ai.hosting.tunnel import Tunnel
from osmosis_ai.semantics.outcomes import Cancelled, InfrastructureFailed, Scored

__all__ = ["TunnelledRunner"]

_DEATH_SEC = 0.5


class TunnelledRunner:
    """Another runner, for as long as the tunnel is up.

    Once it has ended, what is in flight is cancelled, and what comes to an end then is the infrastructure's failure,
    whatever the agent made of it. `ended` says how it ended; None while it is up.
    """

    def __init__(self, runner: Runner, tunnel: Tunnel) -> None:
        self._runner = runner
        self._watch = asyncio.create_task(tunnel.died())
        self._watch.add_done_callback(self._on_end)
        self._cancelling: asyncio.Future[None] | None = None

    @property
    def ended(self) -> str | None:
        """How the tunnel ended."""
        return self._watch.result() if self._watch.done() and not self._watch.cancelled() else None

    def _on_end(self, _: object) -> None:
        if self.ended is not None:
            self._cancelling = asyncio.ensure_future(self._runner.cancel())

    async def run(self, attempt: Attempt) -> AttemptResult:
        """The end of one attempt."""
        result = await self._runner.run(attempt)
        if not isinstance(result.outcome, (Scored, Cancelled)):
            await asyncio.wait([self._watch], timeout=_DEATH_SEC)  # the agent may have noticed before us
        if self.ended is None or isinstance(result.outcome, Cancelled):
            return result
        return replace(result, outcome=InfrastructureFailed(self.ended))

    async def restart(self) -> None:
        """Makes the runner usable again."""
        await self._runner.restart()

    async def cancel(self) -> None:
        """Ends what is in flight."""
        await self._runner.cancel()

    async def close(self) -> None:
        """Stops watching the tunnel."""
        self._watch.cancel()
        if self._cancelling is not None:
            await self._cancelling
