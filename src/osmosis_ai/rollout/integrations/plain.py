"""The rollout's policy without an agent framework: clients bound to it, and a chat that records itself.

    chat = RolloutChat(ctx.prompt, temperature=1.0)
    answer = await chat.complete()

Needs the extra `server`, which every rollout has. `rollout_openai_client` needs the package openai as well, which the
extras `openai-agents` and `strands` bring.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from osmosis_ai.rollout.backend.user_loop import call as call_function
from osmosis_ai.rollout.context import SampleSource
from osmosis_ai.rollout.errors import describe_exception
from osmosis_ai.rollout.integrations._calls import PolicyAnswer
from osmosis_ai.rollout.integrations._endpoint import POLICY_MODEL, PolicyEndpoint, missing_extra
from osmosis_ai.rollout.types import RolloutSample
from osmosis_ai.semantics.chat_answers import text_of_content

try:
    from osmosis_ai.rollout.integrations._http_client import HTTPError, http_client, shared_http_client
except ModuleNotFoundError as _error:
    raise missing_extra(_error, "server", "httpx_aiohttp", "httpx_retries") from None

if TYPE_CHECKING:
    import httpx
    import openai

__all__ = ["POLICY_MODEL", "PolicyError", "RolloutChat", "rollout_http_client", "rollout_openai_client"]

JsonObject = dict[str, Any]

_OK = 200
_OWN = frozenset({"messages", "model", "n", "stream", "stream_options"})
_FACTS = frozenset(
    {
        "completion_token_ids",
        "content_parts",
        "created_at",
        "logprobs",
        "model",
        "prompt_token_ids",
        "reasoning_content",
        "usage",
    }
)


class PolicyError(RuntimeError):
    """The policy gave no answer. `status` is the HTTP status, None where none came."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


def rollout_http_client(**options: Any) -> httpx.AsyncClient:
    """An httpx client for the active rollout's policy: `await client.post("chat/completions", json=...)`.

    Its base URL and its key are the rollout's; `model` in requests is `POLICY_MODEL`. It tries again what a policy asks
    to be tried again (429 and 5xx, with `Retry-After`; connections that break), twice. `options` are those of
    `httpx.AsyncClient`. The caller closes it, best with `async with`. Raises RuntimeError outside of a rollout.
    """
    endpoint = PolicyEndpoint.of_active_rollout("rollout_http_client()")
    return http_client(endpoint, **options)


def rollout_openai_client(**options: Any) -> openai.AsyncOpenAI:
    """An OpenAI client for the active rollout's policy; `model` in requests is `POLICY_MODEL`.

    `options` are those of `openai.AsyncOpenAI`. The caller closes it, best with `async with`. Raises RuntimeError
    outside of a rollout, ModuleNotFoundError where openai is not installed.
    """
    endpoint = PolicyEndpoint.of_active_rollout("rollout_openai_client()")
    try:
        from osmosis_ai.rollout.integrations._openai_client import openai_client
    except ModuleNotFoundError as error:
        raise missing_extra(error, "openai-agents", "openai") from None
    return openai_client(endpoint, **options)


class RolloutChat(SampleSource):
    """A conversation with the rollout's policy that is the rollout's sample.

    Construct it inside `AgentWorkflow.run()`, which then returns None: RuntimeError without an active rollout,
    ValueError for a second sample source. `params` go into every request: sampling parameters, `tools`, and
    `extra_body`, whose members are merged over them.

    `messages` are chat messages, which the workflow may change. On each answer stand `usage`, `model`, `created_at`,
    and token ids and log-probabilities where the policy gives them: the trajectory takes them from there, and requests
    leave them out. `metrics` are numbers for the sample.
    """

    def __init__(self, messages: Sequence[Mapping[str, Any]] = (), **params: Any) -> None:
        _refuse_own(params)
        self._endpoint = PolicyEndpoint.of_active_rollout("RolloutChat")
        self._params = params
        self.messages: list[JsonObject] = [copy.deepcopy(dict(message)) for message in messages]
        self.metrics: dict[str, Any] = {}
        self._endpoint.context.set_sample_source(self)

    def add(self, role: str, content: Any, **members: Any) -> None:
        """Appends a message."""
        self.messages.append({"role": role, "content": content, **members})

    async def complete(self, **params: Any) -> JsonObject:
        """Asks the policy to go on; its answer, which is appended and returned as a message.

        `params` are laid over those of the chat for this request. Raises PolicyError where the policy gives no answer,
        IncompleteAnswerError for an answer without choices.
        """
        _refuse_own(params)
        self._endpoint.check("this RolloutChat")
        answer = await self._ask({**self._params, **params})
        self._endpoint.calls.answers.append(answer)
        self.messages.append(answer.message)
        return self.messages[-1]

    async def ask(self, text: str, **params: Any) -> JsonObject:
        """Appends a user's message and asks the policy to go on."""
        self.add("user", text)
        return await self.complete(**params)

    async def call_tools(self, functions: Mapping[str, Callable[..., Any]]) -> bool:
        """Calls the functions that the last message asks for and appends what they return; False if it asks for none.

        Functions get their arguments by keyword. Plain ones are called in a thread of their own, coroutine functions
        are awaited. What is no text is sent as JSON. An exception, an unknown name and arguments that are no JSON
        object are the tool's result, so that the policy can correct itself.
        """
        calls = self.messages[-1].get("tool_calls") if self.messages else None
        for asked in calls or ():
            result = await _result_of(asked.get("function") or {}, functions)
            self.add("tool", result, tool_call_id=asked["id"])
        return bool(calls)

    @property
    def last_text(self) -> str:
        """The text of the last message."""
        return text_of_content(self.messages[-1].get("content")) if self.messages else ""

    async def get_sample(self) -> RolloutSample:
        """The conversation as it now is."""
        return RolloutSample(messages=copy.deepcopy(self.messages), metrics=dict(self.metrics))

    async def get_preview(self, max_messages: int) -> RolloutSample | None:
        """The last messages of the conversation so far."""
        return RolloutSample(
            messages=copy.deepcopy(self.messages[-max_messages:]),
            extra_fields={"_preview_truncated": len(self.messages) > max_messages},
        )

    async def _ask(self, params: JsonObject) -> PolicyAnswer:
        extra = params.pop("extra_body", None) or {}
        body = {"model": POLICY_MODEL, "messages": [_sent(message) for message in self.messages], **params, **extra}
        client = await shared_http_client(self._endpoint)
        try:
            response = await client.post(
                f"{self._endpoint.url.rstrip('/')}/chat/completions", json=body, headers=self._endpoint.headers
            )
        except HTTPError as error:
            raise PolicyError(f"the policy gave no answer: {describe_exception(error)}") from error
        if response.status_code != _OK:
            raise PolicyError(
                f"the policy answered with status {response.status_code}: {_error_text(response)}", response.status_code
            )
        try:
            completion = response.json()
        except (ValueError, RecursionError) as error:
            raise PolicyError("the policy's answer is not JSON", response.status_code) from error
        if not isinstance(completion, dict):
            raise PolicyError("the policy's answer is not a JSON object", response.status_code)
        return PolicyAnswer.of_completion(completion)


def _refuse_own(params: Mapping[str, Any]) -> None:
    own = sorted(_OWN & params.keys())
    if own:
        raise TypeError(f"RolloutChat sets these members of a request itself: {', '.join(own)}")


def _sent(message: Mapping[str, Any]) -> JsonObject:
    return {name: value for name, value in message.items() if name not in _FACTS}


def _error_text(response: httpx.Response) -> str:
    """What an error's body says, in OpenAI's form or any other."""
    try:
        error = response.json()["error"]
        return str(error["message"] if isinstance(error, dict) else error)
    except (ValueError, KeyError, TypeError, RecursionError):
        return response.text[:500]


async def _result_of(function: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]]) -> str:
    name = function.get("name", "")
    if name not in functions:
        return f"Error: there is no tool {name!r}; there are {', '.join(sorted(functions)) or 'none'}"
    try:
        arguments = json.loads(function.get("arguments") or "{}")
    except (ValueError, RecursionError) as error:
        return f"Error: the arguments are not JSON: {describe_exception(error)}"
    if not isinstance(arguments, dict):
        return "Error: the arguments are not a JSON object"
    try:
        result = await call_function(partial(functions[name], **arguments))
        return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
    except Exception as error:
        return f"Error: {describe_exception(error)}"
