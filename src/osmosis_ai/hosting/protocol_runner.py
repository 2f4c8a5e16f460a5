"""Runs attempts on a rollout server over the protocol, and judges what came back."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.engine.work import Attempt, AttemptResult, RunnerLostError
from osmosis_ai.hosting.row_lines import RowLines
from osmosis_ai.hosting.running_server import RolloutServer
from osmosis_ai.models.bridge.chat_bridge import ChatBridge
from osmosis_ai.models.verdict import with_provider_faults
from osmosis_ai.rollout.client import RolloutClient, RolloutLostError, RolloutProtocolError
from osmosis_ai.rollout.control.receiver import CallbackReceiver
from osmosis_ai.semantics.judges import judges_of
from osmosis_ai.semantics.outcomes import (
    AgentFailed,
    Cancelled,
    InfrastructureFailed,
    Outcome,
    Removed,
    Scored,
    TimedOut,
    Ungraded,
    outcome_of_result,
)
from osmosis_ai.semantics.sample_figures import answer_of, metrics_of
from osmosis_contract.models.rollout import RolloutErrorCategory, RolloutInitRequest, RolloutResultResponse

__all__ = ["ProtocolRunner"]

_REQUEST_REFUSED = frozenset({400, 413, 414, 415, 422})
_MARGIN_SEC = 60.0
_LONGEST_SEC = 3600.0
_CANCEL_SEC = 5.0
_CANCEL_AGAIN_SEC = 0.5
_DEATH_SEC = 1.0
_DRAIN_SEC = 10.0
_USED_UP_GRACE_SEC = 1.0
_MAX_REPLACEMENTS = 3
_TRAJECTORY_SEC = 2.0
_TRAJECTORY_PAUSE_SEC = 0.02


class _UsedUpError(Exception):
    """The server's process takes no more work, and did not take this."""


class _Serving:
    """One start of the server: a client for its address, a watch on its life, and the calls in flight on it."""

    def __init__(self, server: RolloutServer, client: RolloutClient) -> None:
        self.client = client
        self.lost: asyncio.Task[RunnerLostError] = asyncio.create_task(server.lost())
        self.calls: set[asyncio.Task[AttemptResult]] = set()

    async def drain(self) -> None:
        """Returns once nothing is in flight, or after ten seconds."""
        if self.calls:
            await asyncio.wait(self.calls, timeout=_DRAIN_SEC)

    async def close(self) -> None:
        """Stops watching."""
        await _ended(self.lost)


class ProtocolRunner:
    """One rollout server and the model bridge in front of its rollouts, as the engine's runner.

    An attempt has the time of both limits and a minute more; where a limit is not set, an hour. `callbacks` is served
    at the bridge's address, for servers that post their results. They write a trajectory after that: `trajectory_of`
    says where, so that it can be waited for. `row_lines` learns whose lines the server prints. In `trials`, a rollout
    that did not succeed and left no trajectory gets one of its model calls.

    A server that is used up is replaced before it gets another attempt; those whose work it lost raise RunnerLostError,
    as after a death.
    """

    def __init__(
        self,
        server: RolloutServer,
        bridge: ChatBridge,
        *,
        chat_base: str,
        token: str,
        agent_timeout_sec: float | None,
        grader_timeout_sec: float | None,
        http_client: httpx.AsyncClient,
        callbacks: CallbackReceiver | None = None,
        trajectory_of: Callable[[str], Path] | None = None,
        row_lines: RowLines | None = None,
        trials: Path | None = None,
    ) -> None:
        self._server = server
        self._bridge = bridge
        self._chat_base = chat_base
        self._token = token
        self._agent_timeout = agent_timeout_sec
        self._grader_timeout = grader_timeout_sec
        self._limited = agent_timeout_sec is not None and grader_timeout_sec is not None
        self._deadline_sec = _LONGEST_SEC
        if agent_timeout_sec is not None and grader_timeout_sec is not None:
            self._deadline_sec = agent_timeout_sec + grader_timeout_sec + _MARGIN_SEC
        self._http = http_client
        self._callbacks = callbacks
        self._trajectory_of = trajectory_of
        self._row_lines = row_lines
        self._trials = trials
        self._in_flight: dict[str, asyncio.Task[AttemptResult]] = {}
        self._cancelling = False
        self._replacing = asyncio.Lock()
        self._serving = self._attach()

    def _attach(self) -> _Serving:
        """The server as it now runs."""
        client = RolloutClient(
            url=self._server.url,
            http_client=self._http,
            api_key=self._server.api_key,
            admission_timeout_sec=self._deadline_sec,
            callbacks=self._callbacks,
        )
        return _Serving(self._server, client)

    async def run(self, attempt: Attempt) -> AttemptResult:
        """One rollout from admission to its terminal result. Raises RunnerLostError when the server was lost."""
        if self._cancelling:
            return AttemptResult(Cancelled(), 0.0)
        rollout_id = attempt.rollout_id
        self._bridge.expect(rollout_id)
        if self._row_lines is not None:
            self._row_lines.expect(attempt)
        began = time.perf_counter()
        work = self._in_flight[rollout_id] = asyncio.create_task(self._run(attempt))
        lost: RunnerLostError | None = None
        try:
            await asyncio.wait([work])
            result = AttemptResult(Cancelled(), 0.0) if work.cancelled() else work.result()
        except RunnerLostError as error:
            lost, result = error, error.result
        finally:
            await _ended(work)
            del self._in_flight[rollout_id]
            await self._bridge.end_calls(rollout_id)
            usage = self._bridge.pop_usage(rollout_id)
            conversation = self._bridge.conversation(rollout_id)
            self._bridge.forget(rollout_id)
        asked = usage.calls or usage.total_tokens  # a call that broke off used tokens, and was not answered
        result = replace(
            result,
            outcome=with_provider_faults(result.outcome, usage),
            duration_ms=(time.perf_counter() - began) * 1000,
            tokens=usage.total_tokens if asked else None,
            max_context_tokens=usage.max_context_tokens if asked else None,
            cost_usd=usage.cost_usd,
            tokens_estimated=bool(asked) and usage.estimated,
        )
        if self._trials is not None and not isinstance(result.outcome, (Scored, Ungraded, Removed)):
            from osmosis_ai.hosting.model_calls import save_model_calls  # few runs need it before their first rollout

            await save_model_calls(self._trials, rollout_id, conversation)
        if lost is not None:
            raise RunnerLostError(str(lost), result)
        return result

    async def _run(self, attempt: Attempt) -> AttemptResult:
        """The result from a server that takes the rollout; times and tokens are the caller's to add."""
        for _ in range(_MAX_REPLACEMENTS):
            serving = await self._usable()
            with contextlib.suppress(_UsedUpError):
                return await self._run_on(serving, attempt)
        message = f"{_MAX_REPLACEMENTS} rollout servers in a row were used up before they took the rollout"
        return AttemptResult(InfrastructureFailed(message, RolloutErrorCategory.HTTP_ERROR), 0.0)

    async def _run_on(self, serving: _Serving, attempt: Attempt) -> AttemptResult:
        """The result of the rollout on one start of the server. Raises RunnerLostError, and _UsedUpError."""
        call = asyncio.create_task(self._result(serving, attempt))
        serving.calls.add(call)
        try:
            either: set[asyncio.Future[Any]] = {call, serving.lost}
            await asyncio.wait(either, timeout=self._deadline_sec, return_when=asyncio.FIRST_COMPLETED)
            if call.done():
                return call.result()
            if serving.lost.done():
                raise serving.lost.result()
            return AttemptResult(await self._past_deadline(attempt.rollout_id), 0.0)
        finally:
            await _ended(call)
            serving.calls.discard(call)

    async def _result(self, serving: _Serving, attempt: Attempt) -> AttemptResult:
        """What the server reports of the rollout."""
        said = AttemptResult(Cancelled(), 0.0)
        try:
            answer = await serving.client.run_rollout(self._request(attempt))
            outcome = outcome_of_result(answer) or Cancelled()
            said = _said(answer)
            if answer.sample is not None and self._trajectory_of is not None:
                await _written(self._trajectory_of(attempt.rollout_id))
        except RolloutProtocolError as error:
            if error.is_used_up:
                self._server.used_up = str(error)
                raise _UsedUpError from error
            if error.status_code in _REQUEST_REFUSED and not isinstance(error, RolloutLostError):
                return AttemptResult(AgentFailed(str(error), RolloutErrorCategory.VALIDATION_ERROR), 0.0, refused=True)
            outcome = InfrastructureFailed(str(error), RolloutErrorCategory.HTTP_ERROR)
        except httpx.TransportError as error:
            # The usual cause is that the server has just died; who watches it knows better, if it does so soon.
            self._server.suspect()
            await asyncio.wait([serving.lost], timeout=_DEATH_SEC)
            if serving.lost.done():
                raise serving.lost.result() from None
            outcome = InfrastructureFailed(
                f"the call to the rollout server failed: {error or type(error).__name__}",
                RolloutErrorCategory.HTTP_ERROR,
            )
        if isinstance(outcome, Cancelled) and not self._cancelling:
            outcome = InfrastructureFailed("the rollout server cancelled the rollout, and the run did not ask for it")
        result = replace(said, outcome=outcome)
        if isinstance(outcome, InfrastructureFailed) and (reason := await self._used_up(serving)) is not None:
            raise RunnerLostError(f"the rollout server is used up: {reason}", result)
        return result

    async def _used_up(self, serving: _Serving) -> str | None:
        """Why the server must be replaced, asked when an attempt was lost; None when it need not be."""
        if serving is not self._serving:
            return "it was replaced"
        if self._server.used_up is None and not serving.lost.done():
            await self._server.check_health()
        return self._server.used_up

    def _request(self, attempt: Attempt) -> RolloutInitRequest:
        item = attempt.item
        return RolloutInitRequest(
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

    async def _past_deadline(self, rollout_id: str) -> Outcome:
        """Nothing came in all the time there is. With both limits set the server failed to keep them."""
        await self._ask_for_cancellation([rollout_id])
        if self._limited:
            return InfrastructureFailed(f"the rollout server gave no result within {self._deadline_sec:g} s")
        return TimedOut(
            f"no result within {self._deadline_sec:g} s; agent_workflow_timeout_s and grader_timeout_s set other limits"
        )

    async def _usable(self) -> _Serving:
        """The server that takes an attempt: a new one when the old one is used up. Raises RunnerLostError."""
        async with self._replacing:
            if self._server.used_up is not None and not self._serving.lost.done():
                try:
                    await self._replace()
                except OsmosisError as error:
                    raise RunnerLostError(f"the rollout server could not be replaced: {error.message}") from None
            return self._serving

    async def restart(self) -> None:
        """Replaces a server that was lost; one that was replaced since is left alone. Raises OsmosisError."""
        async with self._replacing:
            if self._serving.lost.done() or self._server.used_up is not None:
                await self._replace()

    async def _replace(self) -> None:
        """Ends what is left of the server, once what it still has to say was read, and starts another."""
        if self._serving.lost.done():
            await self._server.stop(0)
        else:
            await self._serving.drain()
            await self._server.stop(_USED_UP_GRACE_SEC)
        await asyncio.wait([self._serving.lost])
        await self._server.start()
        self._serving = self._attach()

    async def cancel(self) -> None:
        """Cancels every rollout in flight on the server, and gives up waiting for those that do not end in time."""
        self._cancelling = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_CANCEL_SEC):  # a server that is frozen does not even answer
                while self._in_flight and not self._serving.lost.done():
                    await self._ask_for_cancellation(sorted(self._in_flight))
                    await asyncio.wait(self._in_flight.values(), timeout=_CANCEL_AGAIN_SEC) if self._in_flight else None
        for work in self._in_flight.values():
            work.cancel()

    async def _ask_for_cancellation(self, ids: list[str]) -> None:
        with contextlib.suppress(httpx.HTTPError, RolloutProtocolError, TimeoutError):
            await self._serving.client.cancel_rollouts(ids)

    async def close(self) -> None:
        """Stops watching the server."""
        await self._serving.close()


async def _written(file: Path) -> None:
    """Returns once the file is there and does not grow any more, or does not come for a while."""
    size = 0
    give_up = time.monotonic() + _TRAJECTORY_SEC
    while time.monotonic() < give_up:
        before = size
        with contextlib.suppress(OSError):
            size = file.stat(follow_symlinks=False).st_size  # noqa: ASYNC240 - a look at a local file
        if 0 < size == before:
            return
        await asyncio.sleep(_TRAJECTORY_PAUSE_SEC)


async def _ended(task: asyncio.Task[Any]) -> None:
    """Cancels the task and waits for its end, whatever that is."""
    if not task.done():
        task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def _said(answer: RolloutResultResponse) -> AttemptResult:
    """What the answer has beside the outcome."""
    sample = answer.sample
    return AttemptResult(
        Cancelled(),
        0.0,
        err_location=answer.err_location,
        err_traceback=answer.err_traceback,
        metrics={} if sample is None else metrics_of(sample.metrics),
        answer=None if sample is None else answer_of(sample.messages),
        judges=() if sample is None else judges_of(sample.extra_fields),
    )
