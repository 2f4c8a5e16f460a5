"""Runs rows of an agent loop in this process and judges what came of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from osmosis_ai.engine.work import AttemptResult, Row
from osmosis_ai.eval.test_mode.client import ExternalLLMClient
from osmosis_ai.eval.test_mode.rows import RowOptions, RowRun, request_of_row
from osmosis_ai.models.accounts import RolloutUsage
from osmosis_ai.models.verdict import with_provider_faults
from osmosis_ai.rollout.errors import describe_exception, error_location, user_traceback
from osmosis_ai.rollout.test_mode.errors import ProviderError, ToolValidationError
from osmosis_ai.rollout.test_mode.llm import LLMClientProtocol, LocalLLMClient
from osmosis_ai.rollout.test_mode.loop import LoopContext, LoopStatus, RolloutAgentLoop, RolloutRequest, RolloutResult
from osmosis_ai.rollout.test_mode.tools import validate_tools
from osmosis_ai.rollout.types import RolloutErrorCategory, as_reward
from osmosis_ai.semantics.outcomes import AgentFailed, InfrastructureFailed, Outcome, Scored, Ungraded
from osmosis_ai.semantics.sample_figures import answer_of, metrics_of

__all__ = ["LoopRows", "usage_of"]

_VALIDATION = RolloutErrorCategory.VALIDATION_ERROR

type Wrapper = Callable[[RolloutRequest, list[dict[str, Any]], LLMClientProtocol], LLMClientProtocol]
"""Puts something between a loop and its model, once its tools are known."""


def usage_of(client: LLMClientProtocol) -> RolloutUsage:
    """What a row's calls used so far, as far as the client says."""
    if isinstance(client, ExternalLLMClient):
        return client.usage
    metrics = client.get_metrics()
    return RolloutUsage(
        calls=metrics.num_llm_calls,
        prompt_tokens=metrics.prompt_tokens,
        completion_tokens=metrics.response_tokens,
        total_tokens=metrics.prompt_tokens + metrics.response_tokens,
        max_context_tokens=metrics.max_context_tokens,
    )


class LoopRows:
    """Rows of one loop. With `shared` every row has a client of its own over the same model, so that rows may overlap;
    without, each has the client that was given, and they must not.

    `wrap` may put something between the loop and the client.
    """

    def __init__(
        self,
        loop: RolloutAgentLoop,
        client: LocalLLMClient,
        options: RowOptions,
        *,
        shared: bool = False,
        wrap: Wrapper | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        if shared and not isinstance(client, ExternalLLMClient):
            raise ValueError(f"{type(client).__name__} serves one row at a time: give a concurrency of 1")
        self._loop = loop
        self._client = client
        self._options = options
        self._shared = shared
        self._wrap = wrap
        self._metadata = metadata

    async def run_row(self, row: Row, rollout_id: str) -> RowRun:
        """What became of the row. Whatever the loop raises is its failure, and keeps the tokens that it used."""
        client = self._client
        if self._shared and isinstance(client, ExternalLLMClient):
            client = client.for_row()
        client.reset_metrics()
        client.clear_tools()
        began = time.perf_counter()
        try:
            attempt, result = await self._attempt(row, rollout_id, client)
            usage = usage_of(client)
        finally:
            client.clear_tools()
        if client is not self._client:
            client.reset_metrics()  # the bridge need not remember the row
        asked = usage.calls or usage.total_tokens
        attempt = replace(
            attempt,
            outcome=_tried_once(with_provider_faults(attempt.outcome, usage)),
            duration_ms=(time.perf_counter() - began) * 1000,
            tokens=usage.total_tokens if asked else None,
            max_context_tokens=usage.max_context_tokens if asked else None,
            cost_usd=usage.cost_usd,
        )
        return RowRun(attempt, result, usage)

    async def _attempt(
        self, row: Row, rollout_id: str, client: LocalLLMClient
    ) -> tuple[AttemptResult, RolloutResult | None]:
        try:
            request = request_of_row(row, rollout_id, self._options, self._metadata)
            tools = self._loop.get_tools(request)
            documents = validate_tools(tools)
            client.set_tools(documents)
            llm: LLMClientProtocol = client if self._wrap is None else self._wrap(request, documents, client)
            context = LoopContext(request, tools, llm, _start_time=time.monotonic(), _debug_dir=self._options.debug_dir)
            returned = await self._loop.run(context)
            outcome, result = _judged(returned)
            sample = {} if result is None or result.metrics is None else result.metrics.model_dump()
            answer = None if result is None else answer_of(result.final_messages)
            return AttemptResult(outcome, 0.0, metrics=metrics_of(sample), answer=answer), result
        except ToolValidationError as error:
            return AttemptResult(AgentFailed(f"Tool validation error: {error.message}", _VALIDATION), 0.0), None
        except ProviderError as error:
            return AttemptResult(AgentFailed(_provider_text(error)), 0.0), None
        except (Exception, SystemExit) as error:  # an exit is the loop's, not this program's
            return _raised(error), None


def _provider_text(error: ProviderError) -> str:
    return f"{error.message} {error.hint}" if error.hint else error.message


def _raised(error: BaseException) -> AttemptResult:
    at = error_location(error)
    place = "" if at is None else f" ({at.file}:{at.line} in {at.function})"
    message = f"{describe_exception(error)}{place}"
    return AttemptResult(AgentFailed(message), 0.0, err_location=at, err_traceback=user_traceback(error))


def _judged(returned: object) -> tuple[Outcome, RolloutResult | None]:
    """The outcome that a loop's result states."""
    if not isinstance(returned, RolloutResult):
        kind = type(returned).__name__
        return AgentFailed(f"run() returned {kind}; it returns ctx.complete(…) or ctx.error(…)", _VALIDATION), None
    if returned.status != LoopStatus.COMPLETED:
        return AgentFailed(returned.error_message or f"the loop ended with status {returned.status!r}"), returned
    if returned.reward is None:
        return Ungraded(), returned
    try:
        return Scored(as_reward(returned.reward)), returned
    except (TypeError, ValueError) as error:
        return AgentFailed(str(error), _VALIDATION), returned


def _tried_once(outcome: Outcome) -> Outcome:
    """Test mode tries a row once: the model's own tries were made under the loop."""
    return replace(outcome, permanent=True) if isinstance(outcome, InfrastructureFailed) else outcome
