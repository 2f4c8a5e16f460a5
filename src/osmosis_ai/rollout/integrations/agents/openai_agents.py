"""The OpenAI Agents SDK on the rollout's policy: `OsmosisAgent` and `OsmosisMemorySession`.

Needs the extra `openai-agents`.
"""

from __future__ import annotations

import copy
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing
from itertools import groupby
from typing import Any, NoReturn, cast
from uuid import uuid4

from osmosis_ai.rollout.context import RolloutContext, SampleSource, get_rollout_context
from osmosis_ai.rollout.integrations._calls import call_log
from osmosis_ai.rollout.integrations._endpoint import POLICY_MODEL, PolicyEndpoint, missing_extra
from osmosis_ai.rollout.types import RolloutSample

try:
    from agents import Agent, Model, ModelResponse, OpenAIChatCompletionsModel, TResponseInputItem, Usage
    from agents.items import TResponseStreamEvent
    from agents.memory.session import SessionABC
    from agents.models.chatcmpl_converter import Converter
    from agents.models.fake_id import FAKE_RESPONSES_ID
    from openai import AsyncOpenAI
    from openai.types.responses import Response, ResponseCompletedEvent, ResponseOutputMessage, ResponseOutputText

    from osmosis_ai.rollout.integrations._openai_client import PolicyClient
except ModuleNotFoundError as _error:
    raise missing_extra(_error, "openai-agents", "agents", "openai") from None

__all__ = [
    "OsmosisAgent",
    "OsmosisLitellmModel",
    "OsmosisMemorySession",
    "OsmosisRolloutModel",
    "SessionSampleSource",
]

logger = logging.getLogger(__name__)

JsonObject = dict[str, Any]


class OsmosisRolloutModel(Model):
    """Stands for the policy until an `OsmosisAgent` puts the rollout's own in its place.

    Sampling parameters belong in the agent's `ModelSettings`. Calling the placeholder is a NotImplementedError.
    """

    async def get_response(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raises NotImplementedError."""
        raise _placeholder_called()

    def stream_response(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raises NotImplementedError."""
        raise _placeholder_called()


def _placeholder_called() -> NotImplementedError:
    return NotImplementedError(
        "OsmosisRolloutModel is a placeholder: give it to an OsmosisAgent, not to an Agent or a RunConfig"
    )


class OsmosisLitellmModel(OpenAIChatCompletionsModel):
    """The active rollout's policy as a model of the Agents SDK.

    The name is the documents'; the requests are made by the SDK's own chat-completions model. Every request streams,
    also those of `get_response`. Raises RuntimeError when it is constructed without an active rollout, called in
    another one, or called before an `OsmosisMemorySession` (or another sample source) is there to record the
    conversation. `options` are those of `OpenAIChatCompletionsModel`; model, address and key are the rollout's.
    """

    def __init__(self, **options: Any) -> None:
        endpoint = PolicyEndpoint.of_active_rollout("OsmosisAgent with an OsmosisRolloutModel")
        self._endpoint = endpoint
        client = PolicyClient(endpoint, "this OsmosisAgent")
        super().__init__(model=POLICY_MODEL, openai_client=cast("AsyncOpenAI", client), **options)

    async def get_response(self, *args: Any, **kwargs: Any) -> ModelResponse:
        """The response that the stream adds up to, with its usage; `response_id` is None."""
        completed: Response | None = None
        async for event in self.stream_response(*args, **kwargs):
            if isinstance(event, ResponseCompletedEvent):
                completed = event.response
        if completed is None:
            raise RuntimeError("the policy's stream ended without a response")
        return ModelResponse(output=completed.output, usage=_usage(completed), response_id=None)

    async def stream_response(self, *args: Any, **kwargs: Any) -> AsyncIterator[TResponseStreamEvent]:
        """The events of one response."""
        self._endpoint.check("this OsmosisAgent")
        if self._endpoint.context.sample_source is None:
            raise RuntimeError(
                "nothing records this conversation: construct one OsmosisMemorySession() inside AgentWorkflow.run() "
                "and pass it to Runner.run(..., session=session)"
            )
        async with aclosing(super().stream_response(*args, **kwargs)) as events:  # type: ignore[type-var]
            async for event in events:
                if isinstance(event, ResponseCompletedEvent):
                    _keep_empty_answer(event.response)
                yield event


def _keep_empty_answer(response: Response) -> None:
    """Gives a response that says nothing an empty message: without one the session would end with the question."""
    if not any(item.type != "reasoning" for item in response.output):
        empty = ResponseOutputText(text="", type="output_text", annotations=[])
        response.output.append(
            ResponseOutputMessage(
                id=FAKE_RESPONSES_ID, content=[empty], role="assistant", type="message", status="completed"
            )
        )


def _usage(response: Response) -> Usage:
    used = response.usage
    if used is None:
        return Usage(requests=1)
    return Usage(
        requests=1,
        input_tokens=used.input_tokens,
        input_tokens_details=used.input_tokens_details,
        output_tokens=used.output_tokens,
        output_tokens_details=used.output_tokens_details,
        total_tokens=used.total_tokens,
    )


class OsmosisAgent(Agent[Any]):
    """An `agents.Agent` whose model may be an `OsmosisRolloutModel`: then it calls the active rollout's policy.

    Construct it inside `AgentWorkflow.run()`: RuntimeError without an active rollout. With any other model it is an
    ordinary agent.
    """

    def __init__(self, *args: Any, model: Any = None, **kwargs: Any) -> None:
        if model is not None:
            kwargs["model"] = OsmosisLitellmModel() if isinstance(model, OsmosisRolloutModel) else model
        super().__init__(*args, **kwargs)


class OsmosisMemorySession(SessionABC):
    """Keeps a run's conversation in memory; in a rollout it is the rollout's sample.

    Constructed inside a rollout it registers itself, and a second one raises ValueError. Constructed outside it is a
    session like any other, there. Used in another rollout than its own, it raises RuntimeError.
    """

    def __init__(self) -> None:
        self.session_id = uuid4().hex
        self._items: list[TResponseInputItem] = []
        self._rollout: RolloutContext | None = get_rollout_context()
        if self._rollout is not None:
            self._rollout.set_sample_source(SessionSampleSource(self))

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items, oldest first; with a limit, only so many of the last."""
        self._check()
        items = self._items if limit is None else self._items[max(0, len(self._items) - max(0, limit)) :]
        return copy.deepcopy(items)

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Appends items."""
        self._check()
        self._items.extend(copy.deepcopy(items))

    async def pop_item(self) -> TResponseInputItem | None:
        """Takes the last item away; None if there is none."""
        self._check()
        return self._items.pop() if self._items else None

    async def clear_session(self) -> None:
        """Takes all items away."""
        self._check()
        self._items.clear()

    def recorded(self) -> list[TResponseInputItem]:
        """A copy of the items, wherever it is asked for."""
        return copy.deepcopy(self._items)

    @property
    def rollout(self) -> RolloutContext | None:
        """The rollout that it is the sample of."""
        return self._rollout

    def _check(self) -> None:
        active = get_rollout_context()
        if active is not None and active is not self._rollout:
            raise RuntimeError(
                "this OsmosisMemorySession was not constructed in this rollout, so nothing would collect what it "
                "records: construct one inside AgentWorkflow.run()"
            )


class SessionSampleSource(SampleSource):
    """The sample that a session's items are: `messages` as the Agents SDK keeps them, and a transcript of them."""

    def __init__(self, session: OsmosisMemorySession) -> None:
        self.session = session

    async def get_sample(self) -> RolloutSample:
        """The items as they now are."""
        items = cast("list[JsonObject]", self.session.recorded())
        return RolloutSample(messages=items, trajectory_messages=self._chat_messages(items))

    def _chat_messages(self, items: list[JsonObject]) -> list[JsonObject] | None:
        """The items as chat messages, without instructions; None, with a warning, where that cannot be."""
        found: list[JsonObject] = []
        answers: list[JsonObject] = []
        try:
            for from_policy, group in groupby(items, _is_from_policy):
                converted = _converted(group)
                found += converted
                if from_policy:
                    answers += [message for message in converted if message["role"] == "assistant"]
            if self.session.rollout is not None:
                call_log(self.session.rollout).lay_over(answers)
        except Exception as error:
            logger.warning("no trajectory will be saved: the session's items are no chat messages (%s)", error)
            return None
        return found


def _is_from_policy(item: JsonObject) -> bool:
    return "provider_data" in item or item.get("id") == FAKE_RESPONSES_ID


def _converted(items: Iterable[JsonObject]) -> list[JsonObject]:
    messages = Converter.items_to_messages(cast("list[TResponseInputItem]", copy.deepcopy(list(items))))
    return [dict(message) for message in messages]
