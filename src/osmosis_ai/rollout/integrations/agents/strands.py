"""Strands Agents on the rollout's policy: `OsmosisStrandsAgent` in place of `strands.Agent`.

Needs the extra `strands`.
"""

from __future__ import annotations

import copy
import logging
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from osmosis_ai.rollout.context import SampleSource
from osmosis_ai.rollout.integrations._endpoint import POLICY_MODEL, PolicyEndpoint, missing_extra
from osmosis_ai.rollout.integrations.agents._strands_messages import native_messages
from osmosis_ai.rollout.types import RolloutSample

try:
    from strands import Agent
    from strands.models.openai import OpenAIModel

    from osmosis_ai.rollout.integrations._openai_client import PolicyClient
except ModuleNotFoundError as _error:
    raise missing_extra(_error, "strands", "strands", "openai") from None

__all__ = ["OsmosisRolloutModel", "OsmosisStrandsAgent"]

logger = logging.getLogger(__name__)

JsonObject = dict[str, Any]

_FIXED = ("api_base", "api_key", "base_url", "http_client")


class OsmosisRolloutModel:
    """Stands for the policy until an `OsmosisStrandsAgent` puts the rollout's own in its place.

    `params` are members of the request: sampling parameters at its top level, and `extra_body`, whose members are
    merged into it. `client_args` are options of the OpenAI client, such as `timeout` and `max_retries`; its address and
    key are the rollout's. Further options are those of Strands' `OpenAIModel`. It takes no `model_id`: TypeError.
    Using the placeholder itself as a model is an AttributeError.
    """

    def __init__(
        self,
        *,
        params: Mapping[str, Any] | None = None,
        client_args: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        if "model_id" in options:
            raise TypeError("OsmosisRolloutModel takes no model_id: the endpoint of the rollout picks the model")
        fixed = [name for name in _FIXED if name in (client_args or {})]
        if fixed:
            raise TypeError(f"the rollout gives these options of the client, so none can be set: {', '.join(fixed)}")
        self.params = dict(params or {})
        self.client_args = dict(client_args or {})
        self.options = options

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"OsmosisRolloutModel has no {name!r}: it is a placeholder, to be given to an OsmosisStrandsAgent",
            name=name,
            obj=self,
        )


class _PolicyModel(OpenAIModel):
    """Strands' own model for OpenAI-style endpoints, on the rollout's policy."""

    def __init__(self, placeholder: OsmosisRolloutModel, endpoint: PolicyEndpoint) -> None:
        client = PolicyClient(endpoint, "this OsmosisStrandsAgent", placeholder.client_args)
        super().__init__(client=client, model_id=POLICY_MODEL, params=placeholder.params, **placeholder.options)

    @classmethod
    def format_request_messages(cls, messages: Any, *args: Any, **kwargs: Any) -> list[JsonObject]:
        """As the policy gets them: one system message, its content in parts like everyone's; no past reasoning."""
        without = [_without_reasoning(message) for message in messages]
        formatted = super().format_request_messages(without, *args, **kwargs)
        system = [message for message in formatted if _is_plain_system(message)]
        parts = [{"type": "text", "text": message["content"]} for message in system]
        rest = [message for message in formatted if not _is_plain_system(message)]
        return [*([{"role": "system", "content": parts}] if parts else []), *rest]

    def format_request(self, *args: Any, **kwargs: Any) -> JsonObject:
        """As Strands makes it, without a list of tools that is empty: endpoints refuse one."""
        request: JsonObject = super().format_request(*args, **kwargs)
        if not request.get("tools"):
            request.pop("tools", None)
        return request


def _is_plain_system(message: Mapping[str, Any]) -> bool:
    return message["role"] == "system" and isinstance(message.get("content"), str)


class OsmosisStrandsAgent(Agent):
    """A `strands.Agent` whose model may be an `OsmosisRolloutModel`.

    Given one, it calls the active rollout's policy, and its history is the rollout's sample: `sample.messages` as
    Strands keeps it, `trajectory_messages` as chat messages with usage, model and time of each call. Construct it
    inside `AgentWorkflow.run()`: RuntimeError without an active rollout, ValueError for a second sample source. With
    any other model it is an ordinary agent and registers nothing.

    `messages` may be Strands' own or chat messages, such as `ctx.prompt`.
    """

    def __init__(
        self, model: Any = None, messages: Sequence[Mapping[str, Any]] | None = None, *args: Any, **kwargs: Any
    ) -> None:
        resolved = model
        if isinstance(model, OsmosisRolloutModel):
            endpoint = PolicyEndpoint.of_active_rollout("OsmosisStrandsAgent")
            endpoint.context.set_sample_source(_AgentHistory(self, endpoint))
            resolved = _PolicyModel(model, endpoint)
            kwargs.setdefault("retry_strategy", None)  # the policy and the client have made the tries of a call
        history: Any = None if messages is None else native_messages(messages)
        super().__init__(resolved, history, *args, **kwargs)


class _AgentHistory(SampleSource):
    """The sample that an agent's history is."""

    def __init__(self, agent: Agent, endpoint: PolicyEndpoint) -> None:
        self._agent = agent
        self._calls = endpoint.calls

    async def get_sample(self) -> RolloutSample:
        """The history as it now is."""
        return RolloutSample(
            messages=[_with_text({**message}) for message in copy.deepcopy(self._agent.messages)],
            trajectory_messages=self._chat_messages(),
        )

    def _chat_messages(self) -> list[JsonObject] | None:
        """The history as chat messages, without the system prompt; None, with a warning, where that cannot be."""
        found: list[JsonObject] = []
        answers: list[JsonObject] = []
        try:
            for message in self._agent.messages:
                formatted = _PolicyModel.format_request_messages([message])
                formatted = formatted or [{"role": message["role"], "content": ""}]
                found += formatted
                if "metadata" in message:  # Strands writes it on what a model answered
                    answers += [chat for chat in formatted if chat["role"] == "assistant"]
            self._calls.lay_over(answers)
        except Exception as error:
            logger.warning("no trajectory will be saved: the agent's messages are no chat messages (%s)", error)
            return None
        return found


def _with_text(message: JsonObject) -> JsonObject:
    """The message, with an empty text where an assistant's says nothing: readers find a text in every answer."""
    blocks = message["content"]
    if message["role"] == "assistant" and not any("text" in block or "toolUse" in block for block in blocks):
        message["content"] = [*blocks, {"text": ""}]
    return message


def _without_reasoning(message: Any) -> Any:
    """The message without its reasoning, which chat completions have no place for in a request."""
    content = [block for block in message["content"] if "reasoningContent" not in block]
    return {**message, "content": content}
