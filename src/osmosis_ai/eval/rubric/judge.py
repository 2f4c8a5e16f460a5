"""A judge: a model that is asked for a verdict, with every request it took."""

from __future__ import annotations

import asyncio
import os
import re
import weakref
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from typing import Any

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.eval.rubric.criteria import VerdictForm
from osmosis_ai.eval.rubric.errors import MissingAPIKeyError
from osmosis_ai.eval.rubric.reply import TOOL_NAME, ReplyError, read_reply, text_of
from osmosis_ai.eval.rubric.result import Attempt, RubricSample, SampleError
from osmosis_ai.models.model_path import (
    MissingApiKeyError,
    direct_endpoint,
    require_key,
    split_model_path,
    without_config,
)
from osmosis_ai.models.policy import Completion, FaultKind, PolicyModel, ProviderError
from osmosis_ai.models.prices import Price, price_of
from osmosis_ai.models.usage import CHARACTERS_PER_TOKEN

__all__ = ["OUTPUT_MODES", "Judge", "estimated_tokens", "open_judge", "shared_judge", "with_key"]

OUTPUT_MODES = ("json_schema", "tool", "json_object")
"""How JSON is asked for, in the order in which it is tried."""
_CONTENT_TOO_LARGE = 413
_TOO_LONG = re.compile(
    r"context.?(length|window|size)|maximum context|too (long|large|many tokens)|token limit|exceeds? .{0,40}tokens"
)
_FILTERED = re.compile(r"content.?(filter|management|policy)|safety (system|filter)|moderation")
_ABOUT_OUTPUT = re.compile(r"response.?format|json|schema|structured|tool|function|grammar|guided|parameters")


class _Call:
    """One verdict in the making: its requests, and how the one that is running asks."""

    def __init__(self, mode: str, temperature: float | None) -> None:
        self.mode, self.temperature = mode, temperature
        self.attempts: list[Attempt] = []


_call: ContextVar[_Call] = ContextVar("rubric_call")


class _RecordingModel:
    """A model that tries once and notes every try in the call that is being made."""

    def __init__(self, once: PolicyModel, price: Price | None, tokens: Callable[[Sequence[Any]], int]) -> None:
        self.name = once.name
        self._once, self._price, self._tokens = once, price, tokens

    async def complete(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  passed on
    ) -> Completion:
        """See PolicyModel.complete."""
        call = _call.get()
        try:
            completion = await self._once.complete(body, timeout=timeout)
        except ProviderError as error:
            noted = _sample_error(error, self._tokens(body["messages"]))
            call.attempts.append(
                Attempt(output_mode=call.mode, temperature=call.temperature, error=noted, status=error.status)
            )
            raise
        usage = completion.usage
        cost = usage.cost_usd
        if cost is None and self._price is not None and (usage.is_known or not self._price.output):
            cost = self._price.of(usage)
        call.attempts.append(
            Attempt(
                output_mode=call.mode,
                temperature=call.temperature,
                prompt_tokens=usage.prompt_tokens,
                completion_tokens=usage.completion_tokens,
                cost_usd=cost,
            )
        )
        return completion

    def stream(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,
    ) -> AsyncGenerator[dict[str, Any]]:
        """See PolicyModel.stream. A judge's reply is read whole; this passes the call on."""
        return self._once.stream(body, timeout=timeout)


class Judge:
    """A model that gives verdicts. Open one with `open_judge`.

    It keeps what it learnt about its provider: the way to ask for JSON that was answered, and whether a temperature is
    refused.
    """

    def __init__(self, model: PolicyModel) -> None:
        self.name = model.name
        self._model = model
        self._mode = 0
        self._refuses_temperature = False

    async def verdict(
        self,
        messages: Sequence[dict[str, str]],
        form: VerdictForm,
        *,
        temperature: float = 0.0,
        timeout: float | None = None,  # noqa: ASYNC109  of each request
        max_prompt_tokens: int | None = None,
    ) -> RubricSample:
        """One verdict: a score or an error. Does not raise for what the judge or its provider does.

        A prompt that is estimated beyond `max_prompt_tokens` is an error, and no request is made.
        """
        tokens = estimated_tokens(messages)
        if max_prompt_tokens is not None and tokens > max_prompt_tokens:
            message = f"the prompt has about {tokens:,} tokens, and {max_prompt_tokens:,} are allowed"
            return RubricSample(
                score=None, error=SampleError("prompt_too_long", message), output_mode=OUTPUT_MODES[self._mode]
            )
        mode = self._mode
        call = _Call(OUTPUT_MODES[mode], None if self._refuses_temperature else temperature)
        token = _call.set(call)
        try:
            while True:
                call.mode = OUTPUT_MODES[mode]
                body = _body(messages, form, call)
                try:
                    completion = await self._model.complete(body, timeout=timeout)
                except ProviderError as error:
                    failed = _sample_error(error, tokens)
                    if call.temperature is not None and _refuses_temperature(error):
                        call.temperature, self._refuses_temperature = None, True
                    elif _may_step_down(error, failed) and mode + 1 < len(OUTPUT_MODES):
                        mode += 1
                    else:
                        if _may_step_down(error, failed) and _ABOUT_OUTPUT.search(error.message.lower()):
                            failed = SampleError("unsupported_output", failed.message)
                        return _sample(call, error=failed)
                else:
                    self._mode = max(self._mode, mode)
                    return _judged(call, completion, form)
        finally:
            _call.reset(token)


def _judged(call: _Call, completion: Completion, form: VerdictForm) -> RubricSample:
    response, tool = completion.response, call.mode == "tool"
    choice = response["choices"][0]
    reply, finish = text_of(choice["message"], tool=tool), choice.get("finish_reason")
    shown = None if reply is None else reply.encode("utf-8", "backslashreplace").decode()
    reason = finish if isinstance(finish, str) else None
    try:
        verdict = read_reply(response, form, tool=tool)
    except ReplyError as error:
        message = error.message.encode("utf-8", "backslashreplace").decode()
        return _sample(call, error=SampleError(error.code, message), reply=shown, finish_reason=reason)
    return _sample(
        call,
        score=verdict.score,
        values=verdict.values,
        explanation=verdict.explanation,
        reply=shown,
        finish_reason=reason,
    )


def _sample(call: _Call, *, score: float | None = None, error: SampleError | None = None, **rest: Any) -> RubricSample:
    return RubricSample(
        score=score,
        error=error,
        output_mode=call.mode,
        temperature_left_out=call.temperature is None,
        attempts=tuple(call.attempts),
        **rest,
    )


def _body(messages: Sequence[dict[str, str]], form: VerdictForm, call: _Call) -> dict[str, Any]:
    body: dict[str, Any] = {"messages": [dict(message) for message in messages]}
    if call.temperature is not None:
        body["temperature"] = call.temperature
    schema = form.schema()
    if call.mode == "json_schema":
        named = {"name": "rubric_response", "strict": True, "schema": schema}
        return body | {"response_format": {"type": "json_schema", "json_schema": named}}
    if call.mode == "tool":
        function = {"name": TOOL_NAME, "description": "Give the verdict.", "parameters": schema}
        choice = {"type": "function", "function": {"name": TOOL_NAME}}
        return body | {"tools": [{"type": "function", "function": function}], "tool_choice": choice}
    return body | {"response_format": {"type": "json_object"}}


def estimated_tokens(messages: Sequence[Mapping[str, str]]) -> int:
    """A token for four characters of the messages."""
    return -(-sum(len(message["content"]) for message in messages) // CHARACTERS_PER_TOKEN)


def _sample_error(error: ProviderError, tokens: int) -> SampleError:
    words = error.message.lower()
    message = error.message or "the provider gave no reason"
    if error.kind.is_request_error:
        if _FILTERED.search(words):
            return SampleError("content_filter", message)
        if error.status == _CONTENT_TOO_LARGE or _TOO_LONG.search(words):
            return SampleError("prompt_too_long", f"the prompt has about {tokens:,} tokens: {message}")
    return SampleError(error.kind.value, message)


def _refuses_temperature(error: ProviderError) -> bool:
    return error.kind.is_request_error and "temperature" in error.message.lower()


def _may_step_down(error: ProviderError, failed: SampleError) -> bool:
    """Whether another way to ask for JSON may be accepted."""
    if error.kind is FaultKind.NOT_FOUND:  # what a router answers where no endpoint takes a parameter
        return re.search(r"support", error.message.lower()) is not None
    return error.kind.is_request_error and failed.code not in {"content_filter", "prompt_too_long"}


@asynccontextmanager
async def open_judge(
    model: str, *, env: Mapping[str, str], concurrency: int | None = None, log: Callable[[str], None] = lambda _: None
) -> AsyncIterator[Judge]:
    """The judge of this model_path, for as long as the context lasts. `env` goes over the process's environment.

    Raises MissingAPIKeyError, and OsmosisError for a model that cannot be resolved or opened.
    """
    from osmosis_ai.models.open_model import open_policy_model
    from osmosis_ai.models.providers.limit import ProviderLimit
    from osmosis_ai.models.providers.retries import RetryingModel

    whole = {**os.environ, **env}
    try:
        async with open_policy_model(model, env=whole, slots=concurrency or 1, log=log) as opened:
            once: PolicyModel = getattr(opened, "once", opened)
            recording = _RecordingModel(once, price_of(model, whole), estimated_tokens)
            retries = RetryingModel(recording, ProviderLimit(concurrency, log))
            yield Judge(retries if once is not opened else recording)
    except MissingApiKeyError as error:
        raise MissingAPIKeyError(model, error.variables) from error
    except OsmosisError as error:
        error.with_text(without_config)
        raise


class _OpenJudges:
    """The judges of one event loop that somebody uses now; all are closed together, when the last user leaves.

    Closing one alone would close the connections that LiteLLM shares between them.
    """

    def __init__(self) -> None:
        self.users = 0
        self.lock = asyncio.Lock()
        self.stack = AsyncExitStack()
        self.by_key: dict[tuple[object, ...], Judge] = {}


_open_judges: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, _OpenJudges] = weakref.WeakKeyDictionary()


@asynccontextmanager
async def shared_judge(model: str, env: Mapping[str, str]) -> AsyncIterator[Judge]:
    """As `open_judge`, shared by all who use the same judge in this event loop at the same time."""
    loop = asyncio.get_running_loop()
    judges = _open_judges.setdefault(loop, _OpenJudges())
    judges.users += 1
    try:
        key = (model, *sorted({**os.environ, **env}.items()))
        async with judges.lock:
            if key not in judges.by_key:
                judges.by_key[key] = await judges.stack.enter_async_context(open_judge(model, env=env))
        yield judges.by_key[key]
    finally:
        judges.users -= 1
        if not judges.users:
            _open_judges.pop(loop, None)
            await judges.stack.aclose()


def with_key(model: str, api_key: str | None) -> dict[str, str]:
    """The variable that holds the judge's key, set to `api_key`; nothing without one."""
    if api_key is None:
        return {}
    provider, _ = split_model_path(model)
    direct = direct_endpoint(provider, os.environ)
    if direct is not None:
        return {direct.key_variable: api_key}
    try:
        require_key(model, {})
    except MissingApiKeyError as error:
        return dict.fromkeys(error.variables, api_key)
    return {f"{provider.upper()}_API_KEY": api_key}
