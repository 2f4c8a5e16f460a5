"""Policies that somebody else serves: each rollout calls its own endpoint, through one bridge that sees its tokens."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, override

from osmosis_ai.models.bridge.capture import CallCapture
from osmosis_ai.models.bridge.token_capture import CapturedCall, Sampling, read_call
from osmosis_ai.models.bridge.whole_answers import WholeAnswers
from osmosis_ai.models.policy import Completion, FaultKind, ProviderError, Sanitiser
from osmosis_ai.models.providers.direct import DirectModel, open_direct
from osmosis_contract.models.token_trajectory import UnscorableReason

__all__ = [
    "Endpoint",
    "EndpointCapture",
    "EndpointModel",
    "TokenSource",
    "read_vllm_call",
    "vllm_request",
]

_ROLLOUT = "osmosis_rollout_id"
"""A member of a prepared request on its way from the capture to the model; it never leaves this process."""


class TokenSource(StrEnum):
    """How an endpoint tells which tokens it was given and sampled."""

    LLAMA_CPP = "llama.cpp"
    """`return_tokens` and `/tokenize` of llama.cpp's server."""

    VLLM = "vllm"
    """`return_token_ids` of vLLM's chat completions: `prompt_token_ids`, `token_ids`, and `logprobs`."""

    NONE = "none"
    """It does not: whoever serves it captures the tokens. The rollout's own sampling settings are passed on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A policy behind chat completions at `base_url`, which ends in `/v1` or the like.

    `policy_version` is what its tokens are recorded with. With a token source, every call is sampled at `temperature`
    with every filter off and answers `max_tokens` at most, and `seed` is that of the first call; the next has one more.
    """

    base_url: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    tokens: TokenSource = TokenSource.VLLM
    policy_version: int = 0
    temperature: float = 1.0
    max_tokens: int = 1024
    seed: int = 0


@dataclass(slots=True)
class _Expected:
    endpoint: Endpoint
    calls: list[CapturedCall] = field(default_factory=list)
    asked: int = 0


class EndpointCapture(CallCapture):
    """Prepares each call for its rollout's endpoint and keeps the tokens of its answer.

    `tokenize` asks an endpoint of llama.cpp what its tokenizer makes of a text.
    """

    def __init__(self, tokenize: Callable[[Endpoint, str], Awaitable[list[int]]]) -> None:
        self._tokenize = tokenize
        self._rollouts: dict[str, _Expected] = {}

    def expect(self, rollout_id: str, endpoint: Endpoint) -> None:
        """The calls of this rollout go to this endpoint from now on."""
        self._rollouts[rollout_id] = _Expected(endpoint)

    def take(self, rollout_id: str) -> list[CapturedCall]:
        """The answered calls of the rollout, in the order of the answers; it is forgotten."""
        return self._rollouts.pop(rollout_id).calls

    def endpoint_of(self, rollout_id: str) -> Endpoint | None:
        """Where its calls go; None for a rollout that is not expected."""
        expected = self._rollouts.get(rollout_id)
        return None if expected is None else expected.endpoint

    def prepared(self, rollout_id: str, body: dict[str, Any]) -> dict[str, Any]:
        """See CallCapture."""
        expected = self._rollouts.get(rollout_id)
        if expected is None:
            return {**body, _ROLLOUT: rollout_id}
        endpoint, number = expected.endpoint, expected.asked
        expected.asked += 1
        sampling = Sampling(endpoint.temperature, endpoint.max_tokens)
        match endpoint.tokens:
            case TokenSource.LLAMA_CPP:
                asked = sampling.request(body, endpoint.seed + number)
            case TokenSource.VLLM:
                asked = vllm_request(body, sampling, endpoint.seed + number)
            case TokenSource.NONE:
                asked = dict(body)
        return {**asked, _ROLLOUT: rollout_id}

    async def answered(self, rollout_id: str, body: dict[str, Any], response: dict[str, Any]) -> None:
        """See CallCapture."""
        expected = self._rollouts.get(rollout_id)
        if expected is None:
            return
        endpoint = expected.endpoint
        match endpoint.tokens:
            case TokenSource.LLAMA_CPP:
                verbose = response.get("__verbose")
                prompt = verbose.get("prompt") if isinstance(verbose, dict) else None
                try:
                    ids = await self._tokenize(endpoint, prompt) if isinstance(prompt, str) else []
                except Exception:  # the call is kept, and says that its tokens are missing
                    ids = []
                sampling = Sampling(endpoint.temperature, endpoint.max_tokens)
                expected.calls.append(read_call(body, response, ids, sampling, endpoint.policy_version))
            case TokenSource.VLLM:
                expected.calls.append(read_vllm_call(body, response, endpoint.policy_version))
            case TokenSource.NONE:
                return


_VLLM_FILTERS_OFF: Mapping[str, object] = {
    "top_p": 1.0,
    "top_k": -1,
    "min_p": 0.0,
    "repetition_penalty": 1.0,
    "presence_penalty": 0.0,
    "frequency_penalty": 0.0,
}
_TAKES_TOKENS_AWAY = ("response_format", "guided_json", "guided_regex", "guided_choice", "guided_grammar", "logit_bias")


def vllm_request(body: Mapping[str, Any], sampling: Sampling, seed: int) -> dict[str, Any]:
    """The chat request as vLLM takes it, sampled so and answered with all its tokens."""
    asked = [body.get(name) for name in ("max_tokens", "max_completion_tokens")]
    limits = [value for value in asked if isinstance(value, int) and not isinstance(value, bool) and value > 0]
    kept = {name: value for name, value in body.items() if name not in {"max_completion_tokens", "n"}}
    return {
        **kept,
        **_VLLM_FILTERS_OFF,
        "max_tokens": min([*limits, sampling.max_tokens]),
        "temperature": sampling.temperature,
        "seed": seed,
        "logprobs": True,
        "top_logprobs": 0,
        "return_token_ids": True,
    }


def read_vllm_call(body: Mapping[str, Any], response: Mapping[str, Any], version: int) -> CapturedCall:
    """An answered call of vLLM with its tokens, or with what is wrong with them."""
    choice: Mapping[str, Any] = (response.get("choices") or [{}])[0]
    listed: Sequence[Mapping[str, Any]] = (choice.get("logprobs") or {}).get("content") or []
    call = CapturedCall(
        messages=body.get("messages") or [],
        answer=choice.get("message") or {},
        prompt_ids=_ids(response.get("prompt_token_ids")),
        sampled_ids=_ids(choice.get("token_ids")),
        logprobs=[min(0.0, float(entry.get("logprob", 0.0))) for entry in listed],
        texts=[str(entry.get("token", "")) for entry in listed],
        finish_reason=str(choice.get("finish_reason") or "stop"),
        policy_version=version,
    )
    problem: tuple[UnscorableReason, str] | None = None
    if not call.prompt_ids or not call.sampled_ids:
        problem = (UnscorableReason.TOKENS_MISSING, "the endpoint did not say which tokens it was given and sampled")
    elif len(call.logprobs) != len(call.sampled_ids):
        told = f"{len(call.logprobs)} log-probabilities for {len(call.sampled_ids)} sampled tokens"
        problem = (UnscorableReason.LENGTHS_DIFFER, f"the endpoint gave {told}")
    elif found := next((name for name in _TAKES_TOKENS_AWAY if body.get(name)), None):
        problem = (UnscorableReason.SAMPLED_OTHERWISE, f"the request had {found}, which takes tokens away")
    return call if problem is None else replace(call, problem=problem)


def _ids(value: object) -> list[int]:
    """A list of token ids; empty where any is not one."""
    if not isinstance(value, list) or not all(isinstance(each, int) for each in value):
        return []
    return list(value)


class EndpointModel(WholeAnswers):
    """A PolicyModel that puts each call to the endpoint of its rollout. An async context manager.

    `capture` has to prepare its calls.
    """

    name = "endpoint"

    def __init__(self) -> None:
        self.capture = EndpointCapture(self.tokenize)
        self._life = AsyncExitStack()
        self._open: dict[tuple[str, str, str | None], DirectModel] = {}

    async def __aenter__(self) -> EndpointModel:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._life.aclose()

    @override
    async def complete(self, body: dict[str, Any], *, timeout: float | None = None) -> Completion:
        """See PolicyModel.complete."""
        asked = dict(body)
        rollout_id = asked.pop(_ROLLOUT, None)
        endpoint = self.capture.endpoint_of(rollout_id) if isinstance(rollout_id, str) else None
        if endpoint is None:
            raise ProviderError("the rollout is not one that an endpoint was given for", kind=FaultKind.NOT_FOUND)
        return await (await self._model(endpoint)).complete(asked, timeout=timeout)

    async def tokenize(self, endpoint: Endpoint, text: str) -> list[int]:
        """What an endpoint of llama.cpp makes of a text in which special tokens are written out."""
        asked = {"content": text, "add_special": False, "parse_special": True}
        answer = await (await self._model(endpoint)).post("/tokenize", asked)
        return _ids(answer.get("tokens") if isinstance(answer, dict) else None)

    async def _model(self, endpoint: Endpoint) -> DirectModel:
        key = (endpoint.base_url, endpoint.model, endpoint.api_key)
        if key not in self._open:
            self._open[key] = await self._life.enter_async_context(
                open_direct(
                    endpoint.model,
                    endpoint.model,
                    endpoint.base_url,
                    api_key=endpoint.api_key,
                    sanitise=Sanitiser(os.environ, endpoint.api_key or ""),
                )
            )
        return self._open[key]
