"""The tokens of each model call of a rollout, as the model's server counted them: for training.

For llama.cpp's chat completions. Sampled ids are those in the server's own list. Prompt ids are what the server's
tokenizer makes of the prompt that the server says it was given, checked against its count. A text that a model said is
never tokenised: about one in ten of a small model's replies would come out as other tokens.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from osmosis_ai.models.bridge.capture import CallCapture
from osmosis_contract.models.token_trajectory import UnscorableReason

__all__ = ["CapturedCall", "Sampling", "TokenCapture", "read_call"]

_TOLERANCE = 1e-4


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the policy is sampled, whatever a rollout asks for: at this temperature, every filter off.

    Temperature 0 is greedy. A response has `max_tokens` at most; a rollout may ask for fewer.
    """

    temperature: float
    max_tokens: int

    def request(self, body: Mapping[str, Any], seed: int) -> dict[str, Any]:
        """The chat request, sampled so and answered with all its tokens."""
        asked = [body.get(name) for name in ("max_tokens", "max_completion_tokens", "n_predict")]
        limits = [value for value in asked if isinstance(value, int) and not isinstance(value, bool) and value > 0]
        kept = {name: value for name, value in body.items() if name not in _REPLACED}
        return {
            **kept,
            "max_tokens": min([*limits, self.max_tokens]),
            "temperature": self.temperature,
            "seed": seed,
            **_FILTERS_OFF,
            "samplers": ["temperature"],
            "logprobs": True,
            "top_logprobs": 1,
            "return_tokens": True,
            "verbose": True,
        }

    def difference(self, settings: Mapping[str, Any]) -> str | None:
        """What the server says it did otherwise; None where it sampled as asked."""
        wanted = {"temperature": self.temperature, **_FILTERS_OFF}
        for name, value in wanted.items():
            found = settings.get(name)
            if not isinstance(found, int | float) or abs(found - value) > _TOLERANCE:
                return f"{name} was {found} and is {value} in this run"
        if settings.get("grammar") and not settings.get("grammar_lazy"):
            return "the request had a grammar or a response format, which takes tokens away"
        return None


_FILTERS_OFF: Mapping[str, float] = {
    "top_k": 0,
    "top_p": 1.0,
    "min_p": 0.0,
    "typical_p": 1.0,
    "repeat_penalty": 1.0,
    "presence_penalty": 0.0,
    "frequency_penalty": 0.0,
    "dry_multiplier": 0.0,
}
_REPLACED = frozenset({"max_completion_tokens", "n_predict", "logit_bias", "mirostat"})


@dataclass(frozen=True, slots=True)
class CapturedCall:
    """One answered call. `problem` says why its tokens cannot be trained on; then the lists may be of any length."""

    messages: Sequence[Any]
    answer: Mapping[str, Any]
    prompt_ids: list[int]
    sampled_ids: list[int]
    logprobs: list[float]
    texts: list[str]
    finish_reason: str
    policy_version: int
    problem: tuple[UnscorableReason, str] | None = None


@dataclass(slots=True)
class _Rollout:
    seed: int
    calls: list[CapturedCall] = field(default_factory=list)
    asked: int = 0


class TokenCapture(CallCapture):
    """Keeps the calls of the rollouts it expects. `tokenize` asks the model's server.

    `sampling` and `policy_version` are those of all calls until they are set again, between steps.
    """

    def __init__(self, tokenize: Callable[[str], Awaitable[list[int]]], sampling: Sampling) -> None:
        self.sampling = sampling
        self.policy_version = 0
        self._tokenize = tokenize
        self._rollouts: dict[str, _Rollout] = {}

    def expect(self, rollout_id: str, seed: int) -> None:
        """Keeps the calls of this rollout from now on; the first is sampled with `seed`, the next with one more."""
        self._rollouts[rollout_id] = _Rollout(seed)

    def take(self, rollout_id: str) -> list[CapturedCall]:
        """The answered calls of the rollout, in the order of the answers; it is forgotten."""
        rollout = self._rollouts.pop(rollout_id, None)
        return [] if rollout is None else rollout.calls

    def prepared(self, rollout_id: str, body: dict[str, Any]) -> dict[str, Any]:
        """See CallCapture."""
        rollout = self._rollouts.get(rollout_id)
        number = 0
        if rollout is not None:
            number, rollout.asked = rollout.asked, rollout.asked + 1
        return self.request(body, (0 if rollout is None else rollout.seed) + number)

    async def answered(self, rollout_id: str, body: dict[str, Any], response: dict[str, Any]) -> None:
        """See CallCapture."""
        rollout = self._rollouts.get(rollout_id)
        if rollout is not None:
            rollout.calls.append(await self.read(body, response))

    def request(self, body: Mapping[str, Any], seed: int) -> dict[str, Any]:
        """The request as the model's server takes it."""
        return self.sampling.request(body, seed)

    async def read(self, body: Mapping[str, Any], response: Mapping[str, Any]) -> CapturedCall:
        """The call as the model's server answered it."""
        verbose = response.get("__verbose")
        prompt = verbose.get("prompt") if isinstance(verbose, dict) else None
        try:
            prompt_ids = await self._tokenize(prompt) if isinstance(prompt, str) else []
        except Exception:  # the call is kept, and says that its tokens are missing
            prompt_ids = []
        return read_call(body, response, prompt_ids, self.sampling, self.policy_version)


def read_call(
    body: Mapping[str, Any], response: Mapping[str, Any], prompt_ids: list[int], sampling: Sampling, version: int
) -> CapturedCall:
    """An answered call with its tokens, or with what is wrong with them."""
    choices = response.get("choices") or [{}]
    choice = choices[0]
    verbose = response.get("__verbose")
    verbose = verbose if isinstance(verbose, dict) else {}
    listed = (choice.get("logprobs") or {}).get("content") or []
    tokens = [token for token in verbose.get("tokens") or [] if isinstance(token, int)]
    named = [entry.get("id") for entry in listed]
    sampled = named if len(named) == len(tokens) + 1 and named[:-1] == tokens else tokens
    call = CapturedCall(
        messages=body.get("messages") or [],
        answer=choice.get("message") or {},
        prompt_ids=prompt_ids,
        sampled_ids=[token for token in sampled if isinstance(token, int)],
        logprobs=[min(0.0, float(entry.get("logprob", 0.0))) for entry in listed],
        texts=[str(entry.get("token", "")) for entry in listed],
        finish_reason=str(choice.get("finish_reason") or "stop"),
        policy_version=version,
    )
    problem = _problem(call, named, verbose, response, sampling)
    return call if problem is None else replace(call, problem=problem)


def _problem(
    call: CapturedCall,
    named: list[Any],
    verbose: Mapping[str, Any],
    response: Mapping[str, Any],
    sampling: Sampling,
) -> tuple[UnscorableReason, str] | None:
    usage = response.get("usage") or {}
    if not call.sampled_ids or not call.prompt_ids:
        return UnscorableReason.TOKENS_MISSING, "the model's server did not say which tokens it was given and sampled"
    if len(call.prompt_ids) != verbose.get("tokens_evaluated", usage.get("prompt_tokens")):
        return UnscorableReason.TOKENS_MISSING, "the prompt's tokens are not as many as the server counted"
    if named != call.sampled_ids:
        return (
            UnscorableReason.TOKENS_MISSING,
            f"the server gave log-probabilities for {len(named)} of {len(call.sampled_ids)} sampled tokens, as it does "
            "where a token ends inside a character",
        )
    if (different := sampling.difference(verbose.get("generation_settings") or {})) is not None:
        return UnscorableReason.SAMPLED_OTHERWISE, different
    return None
