"""The embedded model as rollouts call it: its server is started again when it dies, a bounded number of times."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing
from dataclasses import dataclass
from typing import Any

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.processes.supervisor import ChildProcess
from osmosis_ai.models.policy import Completion, FaultKind, ProviderError
from osmosis_ai.models.providers.direct import DirectModel

MOST_RESTARTS = 3


@dataclass(frozen=True, slots=True)
class ModelServer:
    """A running server process, and the model behind it."""

    process: ChildProcess
    model: DirectModel


class EmbeddedModel:
    """Calls a model server that `serve` starts. An async context manager: it runs inside, and is gone afterwards.

    A call in flight when the server dies is a connection fault that says how it died. The next one waits for another
    server, one for all. After `MOST_RESTARTS` of them without an answered call between them, every call fails.
    """

    def __init__(
        self, name: str, serve: Callable[[], AbstractAsyncContextManager[ModelServer]], log: Callable[[str], None]
    ) -> None:
        self.name = name
        self._serve = serve
        self._log = log
        self._server: ModelServer
        self._life = AsyncExitStack()
        self._restarts = 0
        self._restarting: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "EmbeddedModel":
        self._server = await self._life.enter_async_context(self._serve())
        return self

    async def __aexit__(self, *_error: object) -> None:
        if self._restarting is not None:
            self._restarting.cancel()
            await asyncio.wait([self._restarting])
        await self._life.aclose()

    async def complete(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  passed on
    ) -> Completion:
        """See PolicyModel.complete."""
        model = await self._running()
        completion = await model.complete(body, timeout=timeout)
        self._restarts = 0
        return completion

    async def stream(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  passed on
    ) -> AsyncGenerator[dict[str, Any]]:
        """See PolicyModel.stream."""
        model = await self._running()
        async with aclosing(model.stream(body, timeout=timeout)) as chunks:
            async for chunk in chunks:
                yield chunk
        self._restarts = 0

    async def post(self, path: str, body: dict[str, Any]) -> Any:
        """What the server answers at another path, such as `/tokenize`. Raises ProviderError."""
        return await (await self._running()).post(path, body)

    async def _running(self) -> DirectModel:
        """The model of a server that has not died, as far as is known."""
        if self._server.process.returncode is not None:
            if self._restarting is None:
                self._restarting = asyncio.create_task(self._restart())
                self._restarting.add_done_callback(self._restarted)
            await asyncio.shield(self._restarting)
        return self._server.model

    async def _restart(self) -> None:
        died = f"{self._server.process.name} ended with status {self._server.process.returncode}"
        if self._restarts >= MOST_RESTARTS:
            raise ProviderError(
                f"{died}, after it had been started {MOST_RESTARTS} times again without answering a call",
                kind=FaultKind.CONNECTION,
            )
        self._restarts += 1
        self._log(f"{died}; starting it again ({self._restarts} of {MOST_RESTARTS} without an answer between)")
        try:
            await self._life.aclose()
            self._server = await self._life.enter_async_context(self._serve())
        except OsmosisError as error:
            raise ProviderError(f"{died}, and did not start again: {error}", kind=FaultKind.CONNECTION) from error

    def _restarted(self, task: asyncio.Task[None]) -> None:
        self._restarting = None
        with contextlib.suppress(asyncio.CancelledError):
            task.exception()  # read, also where every call that waited for it has gone
