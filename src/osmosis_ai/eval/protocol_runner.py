"""Runs attempts on a rollout server over the protocol, and judges what came back."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import httpx

from osmosis_ai.contract.outcomes import (
    AgentFailed,
    Cancelled,
    GraderFailed,
    InfrastructureFailed,
    Outcome,
    TimedOut,
    outcome_of_result,
)
from osmosis_ai.engine.work import Attempt, AttemptResult, RunnerLostError
from osmosis_ai.eval.rollout_server import RolloutServerProcess
from osmosis_ai.models.bridge import ChatBridge, RolloutUsage
from osmosis_ai.rollout.client import RolloutClient, RolloutProtocolError
from osmosis_contract.models.rollout import RolloutErrorCategory, RolloutInitRequest

__all__ = ["ProtocolRunner"]

_CLIENT_ERROR = range(400, 500)


class ProtocolRunner:
    """One rollout server and the model bridge in front of its rollouts, as the engine's runner."""

    def __init__(
        self,
        server: RolloutServerProcess,
        bridge: ChatBridge,
        *,
        chat_base: str,
        token: str,
        agent_timeout_sec: float | None,
        grader_timeout_sec: float | None,
        http_client: httpx.AsyncClient,
    ) -> None:
        self._server = server
        self._bridge = bridge
        self._chat_base = chat_base
        self._token = token
        self._agent_timeout = agent_timeout_sec
        self._grader_timeout = grader_timeout_sec
        self._http = http_client
        self._in_flight: set[str] = set()
        self.attach()

    def attach(self) -> None:
        """Uses the server as it now runs: a client for its address, a watch on its life."""
        self._client = RolloutClient(url=self._server.url, http_client=self._http)
        self._death: asyncio.Future[RunnerLostError] = asyncio.ensure_future(self._server.died())

    async def run(self, attempt: Attempt) -> AttemptResult:
        """One rollout from admission to its terminal result."""
        rollout_id = attempt.rollout_id
        self._bridge.expect(rollout_id)
        self._in_flight.add(rollout_id)
        began = time.perf_counter()
        work = asyncio.ensure_future(self._outcome(attempt))
        try:
            either: set[asyncio.Future[Any]] = {work, self._death}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise self._death.result()
            outcome = work.result()
        finally:
            if not work.done():
                work.cancel()
                await asyncio.gather(work, return_exceptions=True)
            self._in_flight.discard(rollout_id)
            usage = self._bridge.pop_usage(rollout_id)
            self._bridge.forget(rollout_id)
        return AttemptResult(
            outcome=_with_provider_faults(outcome, usage),
            duration_ms=(time.perf_counter() - began) * 1000,
            tokens=usage.total_tokens if usage.calls else None,
            max_context_tokens=usage.max_context_tokens if usage.calls else None,
        )

    async def _outcome(self, attempt: Attempt) -> Outcome:
        item = attempt.item
        request = RolloutInitRequest(
            rollout_id=attempt.rollout_id,
            initial_messages=item.row.prompt,
            label=item.row.label,
            metadata=item.row.metadata,
            chat_completions_url=f"{self._chat_base}/v1/rollouts/{attempt.rollout_id}",
            llm_api_key=self._token,
            grade=True,
            agent_timeout_sec=self._agent_timeout,
            grader_timeout_sec=self._grader_timeout,
            extra_fields={"row_index": item.row_index, "run_index": item.run_index},
        )
        try:
            outcome = outcome_of_result(await self._client.run_rollout(request))
        except RolloutProtocolError as error:
            if error.status_code in _CLIENT_ERROR:
                return AgentFailed(str(error), RolloutErrorCategory.VALIDATION_ERROR)
            return InfrastructureFailed(str(error))
        except httpx.TransportError as error:
            # The usual cause is that the server has just died; its supervisor knows better, if it does so soon.
            with contextlib.suppress(TimeoutError):
                raise await asyncio.wait_for(asyncio.shield(self._death), 1.0)
            return InfrastructureFailed(f"the rollout server cannot be reached: {error}")
        return Cancelled() if outcome is None else outcome

    async def restart(self) -> None:
        """Ends what is left of the server and starts another."""
        await self._server.stop()
        await self._server.start()
        self.attach()

    async def cancel(self) -> None:
        """Cancels every rollout in flight on the server; those that it cannot be asked about end with it."""
        ids = sorted(self._in_flight)
        if ids and not self._death.done():
            with contextlib.suppress(httpx.HTTPError, RolloutProtocolError, TimeoutError):
                await self._client.cancel_rollouts(ids)

    async def close(self) -> None:
        """Stops watching the server."""
        self._death.cancel()
        await asyncio.gather(self._death, return_exceptions=True)


def _with_provider_faults(outcome: Outcome, usage: RolloutUsage) -> Outcome:
    """A failure under which the model's provider had failed is the infrastructure's, not the agent's."""
    if usage.provider_faults and isinstance(outcome, (AgentFailed, GraderFailed, TimedOut)):
        fault = usage.provider_faults[-1]
        return InfrastructureFailed(f"the model's provider failed: {fault.message}", RolloutErrorCategory.HTTP_ERROR)
    return outcome
