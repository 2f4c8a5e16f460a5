"""The model as an agent loop calls it in test mode: in this process, through the bridge that keeps the accounts."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from osmosis_ai.base.strict_json import decode, encode
from osmosis_ai.eval.test_mode.model_session import DEFAULT_MODEL, SYSTEMIC, ModelSession
from osmosis_ai.models.accounts import ProviderFault, RolloutUsage
from osmosis_ai.models.bridge.chat_bridge import ChatBridge, StreamAnswer
from osmosis_ai.models.policy import FaultKind
from osmosis_ai.rollout.test_mode.errors import ProviderError, SystemicProviderError
from osmosis_ai.rollout.test_mode.llm import CompletionsResult, RolloutMetrics
from osmosis_ai.rollout.test_mode.tools import tool_document
from osmosis_ai.rollout.types import MessageDict
from osmosis_ai.semantics.chat_answers import log_probabilities, token_ids

__all__ = ["ExternalLLMClient"]

_OK = 200
_COUNTS = ("prompt_tokens", "completion_tokens", "total_tokens")
_HINTS = {
    FaultKind.AUTHENTICATION: "Check the API key.",
    FaultKind.BUDGET: "Check the account's credit with the provider.",
    FaultKind.CONNECTION: "Check --base-url, and the network.",
    FaultKind.NOT_FOUND: "Check --model, and --base-url.",
    FaultKind.RATE_LIMIT: "Test fewer rows with --limit, or fewer at a time.",
    FaultKind.TIMEOUT: "The model or the network is slow.",
}


class ExternalLLMClient:
    """A model of any provider for agent loops.

    A name without a provider is OpenAI's (`gpt-4o` is `openai/gpt-4o`); with `api_base`, any name is that endpoint's.
    Without `api_key` the provider's variable counts. Tools and figures are those of one row: rows that run at the same
    time each have their own client, made by `for_row`, over one model.

    The model is opened with the first call, and ended by `close` or by leaving the client's context.
    """

    def __init__(
        self,
        model: str = DEFAULT_MODEL,
        api_key: str | None = None,
        api_base: str | None = None,
        *,
        session: ModelSession | None = None,
    ) -> None:
        self.session = session or ModelSession(model, api_key=api_key, api_base=api_base)
        self.display_name = model
        self._api_key = api_key
        self._api_base = api_base
        self._id = f"row-{secrets.token_hex(8)}"
        self._bridge: ChatBridge | None = None
        self._tools: list[dict[str, Any]] = []
        self._latency_ms = 0.0
        self._usage = RolloutUsage()

    @property
    def model(self) -> str:
        """The model's path, with its provider."""
        return self.session.model_path

    @property
    def api_key(self) -> str | None:
        """The key that was given."""
        return self._api_key

    @property
    def api_base(self) -> str | None:
        """The base URL that was given."""
        return self._api_base

    def for_row(self) -> ExternalLLMClient:
        """A client of the same model with tools and figures of its own."""
        return ExternalLLMClient(self.display_name, self._api_key, self._api_base, session=self.session)

    def set_tools(self, tools: Sequence[Any]) -> None:
        """Offers these tools with every call, without the nulls that APIs refuse. Raises ToolValidationError."""
        self._tools = [tool_document(tool) for tool in tools]

    def clear_tools(self) -> None:
        """Offers no tools any more."""
        self._tools = []

    def reset_metrics(self) -> None:
        """Counts from zero."""
        self._latency_ms = 0.0
        self._usage = RolloutUsage()
        if self._bridge is not None:
            self._bridge.forget(self._id)
            self._bridge = None

    @property
    def usage(self) -> RolloutUsage:
        """What the calls since `reset_metrics` used, and how the provider failed."""
        return self._usage

    def get_metrics(self) -> RolloutMetrics:
        """Time and tokens of the calls since `reset_metrics`."""
        usage = self._usage
        return RolloutMetrics(
            llm_latency_ms=self._latency_ms,
            num_llm_calls=usage.calls,
            prompt_tokens=usage.prompt_tokens,
            response_tokens=usage.completion_tokens,
            max_context_tokens=usage.max_context_tokens,
        )

    async def chat_completions(self, messages: Sequence[MessageDict], **kwargs: Any) -> CompletionsResult:
        """Completes the conversation, offering the tools that are set. `kwargs` are members of the request and win.

        Raises ProviderError where there is no answer, SystemicProviderError where no other row would get one either.
        """
        bridge = await self.session.bridge()
        if self._bridge is not bridge:
            bridge.expect(self._id)
            self._bridge, self._usage = bridge, bridge.usage(self._id)
        body = {"messages": list(messages), **({"tools": self._tools} if self._tools else {}), **kwargs}
        faults = len(self._usage.provider_faults)
        began = time.monotonic()
        answer = await bridge.create_chat_completion(self._id, f"Bearer {self.session.token}", encode(body))
        if isinstance(answer, StreamAnswer):
            await answer.events.aclose()
            raise TypeError("chat_completions() gives whole answers: leave stream out")
        said = decode(answer.body, constants=True)
        if answer.status != _OK:
            raise _error(answer.status, said, self._usage.provider_faults[faults:])
        self._latency_ms += (time.monotonic() - began) * 1000
        return _result(said)

    async def preflight_check(self) -> None:
        """Asks the model for a few tokens. Raises SystemicProviderError where no row could get an answer."""
        await self.session.preflight()

    async def close(self) -> None:
        """Ends the model; may be called again."""
        self.clear_tools()
        await self.session.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _result(said: Mapping[str, Any]) -> CompletionsResult:
    choice = said["choices"][0]
    counts = said.get("usage") or {}
    return CompletionsResult(
        message={name: value for name, value in choice["message"].items() if value is not None},
        token_ids=token_ids(choice.get("token_ids")) or [],
        logprobs=log_probabilities(choice.get("logprobs")),
        usage={name: counts.get(name, 0) for name in _COUNTS},
        finish_reason=choice.get("finish_reason") or "stop",
    )


def _error(status: int, said: Mapping[str, Any], faults: Sequence[ProviderFault]) -> ProviderError:
    message = said["error"]["message"]
    if not faults:  # the request's own error
        return ProviderError(message, status=status)
    kind = faults[-1].kind
    failure = SystemicProviderError if kind in SYSTEMIC else ProviderError
    return failure(message, status=faults[-1].status, hint=_HINTS.get(kind))
