"""The policy of a training run as rollouts call it: a base model with the newest adapter, in a llama.cpp server.

llama.cpp fixes adapters when it starts, so each version of the policy gets a new server: nothing in flight, the old one
gone, the new one up and asked a first token, and only then the next rollout.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, override

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.bridge.whole_answers import WholeAnswers
from osmosis_ai.models.embedded.llama_server import LoraAdapter
from osmosis_ai.models.embedded.local import LocalOptions, open_local
from osmosis_ai.models.embedded.model import EmbeddedModel
from osmosis_ai.models.policy import Completion, FaultKind, ProviderError

__all__ = ["ServedPolicy"]

_DRAIN_SEC = 60.0
_HEALTH_SEC = 120.0


class ServedPolicy(WholeAnswers):
    """A PolicyModel whose weights are replaced between steps. An async context manager; `serve` starts it.

    `version` counts updates: 0 is the base model. `weights` is the base model's file, until it is
    set to another for the next `serve`. `context` is in tokens a request, `slots` how many at a time.
    """

    def __init__(
        self,
        name: str,
        weights: Path,
        *,
        slots: int,
        context: int,
        seed: int,
        env: Mapping[str, str],
        log: Callable[[str], None],
    ) -> None:
        self.name = name
        self.version = 0
        self.weights = weights
        self._slots = slots
        self._options = LocalOptions(context=context, seed=seed)
        self._env = env
        self._log = log
        self._life = AsyncExitStack()
        self._model: EmbeddedModel | None = None
        self._in_flight = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def __aenter__(self) -> ServedPolicy:
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._model = None
        await self._life.aclose()

    async def serve(self, adapter: Path | None, version: int) -> None:
        """Serves the weights with this adapter from now on, once nothing is in flight any more.

        Raises OsmosisError where the server does not start or does not answer; nothing is served then.
        """
        serving = self._model is not None
        self._model = None
        if serving:
            try:
                async with asyncio.timeout(_DRAIN_SEC):
                    await self._idle.wait()
            except TimeoutError:
                raise OsmosisError(f"calls of policy {self.version} were still in flight after its step") from None
            await self._life.aclose()
        options = LocalOptions(
            context=self._options.context,
            seed=self._options.seed,
            lora_adapters=() if adapter is None else (LoraAdapter(adapter),),
        )
        model = await self._life.enter_async_context(
            open_local(f"local/{self.weights}", env=self._env, slots=self._slots, log=self._log, options=options)
        )
        try:
            first = {"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 1}
            await model.complete(first, timeout=_HEALTH_SEC)
        except ProviderError as error:
            raise OsmosisError(f"the model's server does not answer with policy {version}: {error.message}") from None
        self._model, self.version = model, version

    @override
    async def complete(self, body: dict[str, Any], *, timeout: float | None = None) -> Completion:
        """See PolicyModel.complete."""
        model = self._serving()
        self._in_flight += 1
        self._idle.clear()
        try:
            return await model.complete(body, timeout=timeout)
        finally:
            self._in_flight -= 1
            if not self._in_flight:
                self._idle.set()

    async def tokenize(self, text: str) -> list[int]:
        """What the model's tokenizer makes of a text in which special tokens are written out. Raises ProviderError."""
        asked = {"content": text, "add_special": False, "parse_special": True}
        answer = await self._serving().post("/tokenize", asked)
        tokens = answer.get("tokens") if isinstance(answer, dict) else None
        return [token for token in tokens if isinstance(token, int)] if isinstance(tokens, list) else []

    def _serving(self) -> EmbeddedModel:
        if self._model is None:
            raise ProviderError("the policy is being replaced", kind=FaultKind.CONNECTION)
        return self._model
