"""Runs rows of an `AgentWorkflow`, and its grader, in this process: a server's backend without the server."""

from __future__ import annotations

import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from osmosis_ai.engine.work import AttemptResult, Row
from osmosis_ai.eval.test_mode.model_session import ModelSession
from osmosis_ai.eval.test_mode.rows import RowRun
from osmosis_ai.hosting.listener import Guard, listening
from osmosis_ai.models.accounts import RolloutUsage
from osmosis_ai.models.bridge.app import bridge_app
from osmosis_ai.models.bridge.chat_bridge import ChatBridge
from osmosis_ai.models.verdict import with_provider_faults
from osmosis_ai.rollout.backend.local import LocalBackend
from osmosis_ai.rollout.config import AgentWorkflowConfig
from osmosis_ai.rollout.context import RolloutContext
from osmosis_ai.rollout.grader import Grader
from osmosis_ai.rollout.test_mode.llm import RolloutMetrics
from osmosis_ai.rollout.test_mode.loop import LoopStatus, RolloutResult
from osmosis_ai.rollout.types import ExecutionRequest, ExecutionResult
from osmosis_ai.rollout.wire import result_response
from osmosis_ai.rollout.workflow import AgentWorkflow
from osmosis_ai.semantics.outcomes import (
    Cancelled,
    InfrastructureFailed,
    Removed,
    Scored,
    Ungraded,
    error_of,
    outcome_of_result,
)
from osmosis_ai.semantics.sample_figures import answer_of, metrics_of

__all__ = ["WorkflowRows"]


class WorkflowRows:
    """Rows of one workflow, as many at a time as its config allows. Made by `opened`."""

    def __init__(self, backend: LocalBackend, bridge: ChatBridge, url: str, token: str) -> None:
        self._backend = backend
        self._bridge = bridge
        self._url = url
        self._token = token

    @classmethod
    @asynccontextmanager
    async def opened(
        cls,
        workflow: type[AgentWorkflow[Any]],
        session: ModelSession,
        *,
        grader: type[Grader] | None = None,
        config: AgentWorkflowConfig | None = None,
        warn: Callable[[str], None] = lambda _: None,
    ) -> AsyncIterator[WorkflowRows]:
        """Ready to run rows while the context is open. What their code writes to `artifacts_dir` goes with it."""
        async with AsyncExitStack() as stack:
            root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="osmosis-test-")))
            bridge = await session.bridge()
            url = await stack.enter_async_context(listening(Guard(bridge_app(bridge)), warn=warn))
            backend = LocalBackend(workflow=workflow, workflow_config=config, grader=grader, artifact_root=root)
            stack.push_async_callback(backend.shutdown)
            yield cls(backend, bridge, url, session.token)

    @property
    def width(self) -> int | None:
        """How many rows the workflow's config allows at a time; None is no limit."""
        return self._backend.max_concurrency or None

    def cancel(self, rollout_id: str) -> None:
        """Ends the row as cancelled."""
        self._backend.cancel_rollouts(ids=[rollout_id])

    async def run_row(self, row: Row, rollout_id: str) -> RowRun:
        """What became of the row, graded where there is a grader and something to grade against."""
        request = ExecutionRequest(id=rollout_id, prompt=row.prompt, label=row.label, metadata=row.metadata)
        self._bridge.expect(rollout_id)
        began = time.perf_counter()
        try:
            with RolloutContext(f"{self._url}/v1/rollouts/{rollout_id}", self._token, rollout_id):
                executed = (await self._backend.execute(request)).result
        finally:
            await self._bridge.end_calls(rollout_id)
            usage = self._bridge.pop_usage(rollout_id)
            self._bridge.forget(rollout_id)
        duration_ms = (time.perf_counter() - began) * 1000
        sample = executed.sample
        asked = usage.calls or usage.total_tokens
        outcome = with_provider_faults(outcome_of_result(result_response(rollout_id, executed)) or Cancelled(), usage)
        attempt = AttemptResult(
            replace(outcome, permanent=True) if isinstance(outcome, InfrastructureFailed) else outcome,
            duration_ms,
            tokens=usage.total_tokens if asked else None,
            max_context_tokens=usage.max_context_tokens if asked else None,
            cost_usd=usage.cost_usd,
            err_location=executed.err_location,
            err_traceback=executed.err_traceback,
            metrics={} if sample is None else metrics_of(sample.metrics),
            answer=None if sample is None else answer_of(sample.messages),
        )
        return RowRun(attempt, _in_words_of_loops(attempt, executed, usage), usage)


def _in_words_of_loops(attempt: AttemptResult, executed: ExecutionResult, usage: RolloutUsage) -> RolloutResult:
    """The result as a loop would have returned it."""
    sample, outcome = executed.sample, attempt.outcome
    ended_well = isinstance(outcome, (Scored, Ungraded, Removed))
    said = None if sample is None else sample.extra_fields.get("finish_reason")
    return RolloutResult(
        status=(LoopStatus.COMPLETED if ended_well else LoopStatus.ERROR).value,
        final_messages=[] if sample is None else [dict(message) for message in sample.messages],
        finish_reason=str(said) if said else "stop" if ended_well else "error",
        error_message=error_of(outcome)[1],
        metrics=RolloutMetrics(
            total_latency_ms=attempt.duration_ms,
            num_llm_calls=usage.calls,
            prompt_tokens=usage.prompt_tokens,
            response_tokens=usage.completion_tokens,
            max_context_tokens=usage.max_context_tokens,
        ),
        reward=outcome.reward if isinstance(outcome, Scored) else None,
    )
