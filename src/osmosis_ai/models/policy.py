"""What the rest of the system knows of a policy model: it completes a chat, or raises the reason why it could not."""

import os
import re
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.redaction.redactor import REDACTED, SHORTEST, Redactor
from osmosis_ai.models.usage import Usage
from osmosis_ai.semantics.chat_answers import first_choice, message_of_choice

__all__ = [
    "Completion",
    "FaultKind",
    "PolicyModel",
    "ProviderError",
    "Sanitiser",
    "Usage",
    "preflight",
    "read_completion",
]

MESSAGE_LIMIT = 1000
_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD", re.IGNORECASE)
_KEY_SHAPES = re.compile(
    r"(?i:bearer)\s+[A-Za-z0-9._~+/=-]{8,}"
    r"|\b(?:sk|pk|rk|key|xai|gsk|hf|r8|AIza|ghp|github_pat)[-_]?[A-Za-z0-9_*-]{16,}"
    r"|\bsk-[A-Za-z0-9_*-]{8,}"
)


class FaultKind(StrEnum):
    """Why a provider gave no completion."""

    AUTHENTICATION = "authentication"
    PERMISSION = "permission"
    BUDGET = "budget"
    NOT_FOUND = "not_found"
    ENDPOINT = "endpoint"
    PROXY = "proxy"
    BAD_REQUEST = "bad_request"
    UNSUPPORTED = "unsupported"
    UNPROCESSABLE = "unprocessable"
    RATE_LIMIT = "rate_limit"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    SERVER = "server"
    INVALID_RESPONSE = "invalid_response"

    @property
    def is_request_error(self) -> bool:
        """Whether the content of the request caused it: the agent's error, not the provider's."""
        return self in _REQUEST_ERRORS

    @property
    def is_permanent(self) -> bool:
        """Whether the same request can only fail the same way while the run's config and account stay as they are."""
        return self in _PERMANENT


_REQUEST_ERRORS = frozenset({FaultKind.BAD_REQUEST, FaultKind.UNSUPPORTED, FaultKind.UNPROCESSABLE})
_PERMANENT = _REQUEST_ERRORS | {
    FaultKind.AUTHENTICATION,
    FaultKind.PERMISSION,
    FaultKind.BUDGET,
    FaultKind.NOT_FOUND,
    FaultKind.ENDPOINT,
    FaultKind.PROXY,
}


class ProviderError(Exception):
    """The model's provider gave no usable completion. `message` is already fit to be shown.

    `status` is the provider's HTTP status, None if there was no answer; `retry_after` is in seconds, None
    if it did not say.
    """

    def __init__(
        self, message: str, *, kind: FaultKind, status: int | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.status = status
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Completion:
    """One chat completion: the provider's whole response, token ids and log-probabilities included."""

    response: dict[str, Any]
    usage: Usage


class PolicyModel(Protocol):
    """A chat model that rollouts are run against."""

    @property
    def name(self) -> str:
        """The model_path it was opened by."""
        ...

    async def complete(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  passed on
    ) -> Completion:
        """Complete an OpenAI-style chat request (its `model` is ours to choose) with at least one choice.

        `timeout` is in seconds, None for the endpoint's own. Raises ProviderError. Cancelling it abandons the call; if
        it was waiting for the provider's sake, the CancelledError's cause is the fault it waited on.
        """
        ...

    def stream(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # the longest silence
    ) -> AsyncGenerator[dict[str, Any]]:
        """The completion in the provider's own chunks, as they come; usage is asked for and comes in one of them.

        A provider that does not stream gives one chunk. `timeout` is the longest silence in seconds. Raises
        ProviderError before the first chunk, or after any. Closing it, or cancelling it, abandons the call as
        `complete` does.
        """
        ...


def read_completion(response: object, *, status: int) -> Completion:
    """The completion in a provider's decoded answer; ProviderError where it holds none."""
    if not isinstance(response, dict):
        raise ProviderError(
            "the provider's answer is not a JSON object", kind=FaultKind.INVALID_RESPONSE, status=status
        )
    choice = first_choice(response)
    if choice is None:
        raise ProviderError("the provider's answer has no choices", kind=FaultKind.INVALID_RESPONSE, status=status)
    if message_of_choice(choice) is None:
        raise ProviderError(
            "the provider's first choice has no message", kind=FaultKind.INVALID_RESPONSE, status=status
        )
    return Completion(response=response, usage=Usage.read(response))


class Sanitiser:
    """Makes a provider's words safe to show: one line, bounded, without the secrets of an environment."""

    def __init__(self, env: Mapping[str, str], *extra: str) -> None:
        named = {
            value
            for name, value in (*os.environ.items(), *env.items())
            if _SECRET_NAME.search(name) and len(value) >= SHORTEST
        }
        self._redact = Redactor([*named, *extra], shortest=1)

    def __call__(self, text: str) -> str:
        """`text` with whitespace collapsed, secrets and key-like words redacted, at most 1000 characters."""
        text = " ".join(_KEY_SHAPES.sub(REDACTED, self._redact(text)).split())
        return text if len(text) <= MESSAGE_LIMIT else text[: MESSAGE_LIMIT - 1] + "…"


_PREFLIGHT_HINTS: dict[FaultKind, str] = {
    FaultKind.AUTHENTICATION: "Check the API key named in [secrets].",
    FaultKind.PERMISSION: "Check that the API key may use this model.",
    FaultKind.BUDGET: "Check the account's credit with the provider.",
    FaultKind.NOT_FOUND: "Check experiment.model_path and the base URL.",
    FaultKind.ENDPOINT: "Check the base URL: what answers there does not take chat completions as they are sent.",
    FaultKind.PROXY: "Check HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY.",
    FaultKind.CONNECTION: "Check that the endpoint runs, and its base URL.",
}


async def preflight(model: PolicyModel, *, timeout: float = 120.0) -> str | None:  # noqa: ASYNC109
    """One tiny completion, asked for once, so that a run that cannot work fails before it starts.

    Returns a warning to show, or None. A rate limit passes: it says the key and the model are right. Raises
    OsmosisError for what another try cannot change, a refused connection included.
    """
    once: PolicyModel = getattr(model, "once", model)
    try:
        await once.complete({"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 256}, timeout=timeout)
    except ProviderError as error:
        if error.kind is FaultKind.RATE_LIMIT:
            return None
        if not (error.kind.is_permanent or error.kind is FaultKind.CONNECTION):
            return f"{model.name} did not answer a first request: {error.message}"
        raise OsmosisError(
            f"{model.name} refused a first request: {error.message}",
            code="NETWORK" if error.kind is FaultKind.CONNECTION else "VALIDATION",
            hint=_PREFLIGHT_HINTS.get(error.kind),
            details={"kind": error.kind.value, "status_code": error.status},
        ) from error
    return None
