"""One model, opened when it is first called, behind the bridge that keeps the accounts of every row."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.bridge.chat_bridge import ChatBridge
from osmosis_ai.models.model_path import MissingApiKeyError, without_config
from osmosis_ai.models.policy import FaultKind, PolicyModel
from osmosis_ai.models.prices import Price
from osmosis_ai.rollout.test_mode.errors import ProviderError, SystemicProviderError
from osmosis_ai.semantics.spent import Spent

__all__ = ["DEFAULT_MODEL", "SYSTEMIC", "BridgeMaker", "ModelSession", "model_path_of"]

DEFAULT_MODEL = "gpt-4o"
SYSTEMIC = frozenset(
    {
        FaultKind.AUTHENTICATION,
        FaultKind.PERMISSION,
        FaultKind.BUDGET,
        FaultKind.NOT_FOUND,
        FaultKind.ENDPOINT,
        FaultKind.PROXY,
        FaultKind.CONNECTION,
    }
)
"""Faults that every other row would meet too."""

_MOST_SLOTS = 8

type BridgeMaker = Callable[[PolicyModel, str, Price | None], ChatBridge]
"""A bridge for a model, a token and a price."""


def model_path_of(model: str, api_base: str | None) -> str:
    """The model's path with its provider: `gpt-4o` is OpenAI's, and any name at a base URL is that endpoint's."""
    if api_base:
        return model if model.startswith("openai/") else f"openai/{model}"
    return model if "/" in model else f"openai/{model}"


def _chat_bridge(model: PolicyModel, token: str, price: Price | None) -> ChatBridge:
    return ChatBridge(model, token, price=price)


class ModelSession:
    """The model, open from the first call on until `close`. For use on one event loop.

    `width` is how many calls are to be made at a time. `environ` holds keys and addresses, the process's if left out.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        api_base: str | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        if not model.strip():
            raise ProviderError("no model is named", hint="Write --model openai/gpt-4o, or another provider/model.")
        self.model_path = model_path_of(model, api_base)
        self.width = 1
        self.token = secrets.token_hex(16)
        self.log: Callable[[str], None] = lambda _line: None
        self.make_bridge: BridgeMaker = _chat_bridge
        self._api_key = api_key
        self._api_base = api_base
        self._environ = environ
        self._opening = asyncio.Lock()
        self._bridge: ChatBridge | None = None
        self._stack = AsyncExitStack()

    @property
    def environment(self) -> Mapping[str, str]:
        """Where the provider finds its key and its address."""
        given: dict[str, str] = dict(os.environ if self._environ is None else self._environ)
        if self._api_base:
            given.pop("OPENAI_API_BASE", None)
            given["OPENAI_BASE_URL"] = self._api_base
        if self._api_key and self._api_base:
            given["OPENAI_API_KEY"] = self._api_key
        elif self._api_key:
            from osmosis_ai.eval.rubric.judge import with_key

            given |= with_key(self.model_path, self._api_key)
        return given

    @property
    def spent(self) -> Spent:
        """What all calls came to since the model is open."""
        return Spent() if self._bridge is None else self._bridge.spent

    async def bridge(self) -> ChatBridge:
        """The bridge to the model, which is opened now if it is not open.

        Raises SystemicProviderError for a model that cannot be opened.
        """
        async with self._opening:
            if self._bridge is None:
                self._bridge = await self._open()
            return self._bridge

    async def _open(self) -> ChatBridge:
        from osmosis_ai.models.open_model import open_policy_model
        from osmosis_ai.models.prices import price_of

        environment = self.environment
        try:
            model = await self._stack.enter_async_context(
                open_policy_model(
                    self.model_path,
                    env=environment,
                    slots=min(self.width, _MOST_SLOTS),
                    width=self.width,
                    log=self.log,
                )
            )
        except MissingApiKeyError as error:
            names = " or ".join(error.variables)
            raise SystemicProviderError(
                f"{self.model_path} needs an API key, and {names} is not set.", hint=f"Set {names}, or give --api-key."
            ) from None
        except OsmosisError as error:
            error.with_text(without_config)
            raise SystemicProviderError(error.message, hint=error.hint) from error
        return self.make_bridge(model, self.token, price_of(self.model_path, environment))

    async def preflight(self) -> str | None:
        """Asks the model once. A warning to show, or None; raises SystemicProviderError for what cannot work."""
        from osmosis_ai.models.policy import preflight

        bridge = await self.bridge()
        try:
            return await preflight(bridge.model)
        except OsmosisError as error:
            raise SystemicProviderError(
                error.message, hint=_HINTS.get(error.details.get("kind"), error.hint)
            ) from error

    async def close(self) -> None:
        """Ends the model. A later call opens it again."""
        self._bridge = None
        await self._stack.aclose()


_HINTS: dict[object, str] = {
    FaultKind.AUTHENTICATION.value: "Check the API key: the provider's variable, or --api-key.",
    FaultKind.NOT_FOUND.value: "Check --model and --base-url.",
    FaultKind.CONNECTION.value: "Check that the endpoint runs, and --base-url.",
}
