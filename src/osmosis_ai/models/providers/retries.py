"""One retry policy for every provider: which faults are tried again, how often, and after how long."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt, wait_exponential_jitter

from osmosis_ai.models.policy import Completion, FaultKind, PolicyModel, ProviderError
from osmosis_ai.models.providers.limit import LONGEST_PAUSE, ProviderLimit
from osmosis_ai.models.providers.statuses import status_may_pass

MOST_TRIES = 3
_backoff = wait_exponential_jitter(multiplier=0.5, max=8.0, jitter=0.5)


class RetryingModel:
    """A provider's model, called within its limit and again after a fault that may pass.

    A slot of the limit is held while a call runs, and released while it waits for another try. That wait does not count
    against the call's timeout.
    """

    def __init__(
        self, once: PolicyModel, limit: ProviderLimit, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.once = once
        """The model itself, which tries once."""
        self.name = once.name
        self.reserved_fields: frozenset[str] = getattr(once, "reserved_fields", frozenset())
        self._limit = limit
        self._retrying = AsyncRetrying(
            retry=retry_if_exception(_may_pass),
            stop=stop_after_attempt(MOST_TRIES),
            wait=_delay,
            sleep=sleep,
            reraise=True,
        )

    async def complete(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  passed on
    ) -> Completion:
        """See PolicyModel.complete."""
        completion = await self._with_retries(lambda: self.once.complete(body, timeout=timeout))
        self._limit.release()
        return completion

    async def stream(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  passed on
    ) -> AsyncGenerator[dict[str, Any]]:
        """See PolicyModel.stream. Once a chunk was given there is no other try."""

        async def begin() -> tuple[AsyncGenerator[dict[str, Any]], dict[str, Any] | None]:
            chunks = self.once.stream(body, timeout=timeout)
            try:
                return chunks, await anext(chunks, None)
            except BaseException:
                await chunks.aclose()
                raise

        chunks, first = await self._with_retries(begin)
        try:
            async with aclosing(chunks):
                if first is not None:
                    yield first
                async for chunk in chunks:
                    yield chunk
        finally:
            self._limit.release()

    async def _with_retries[Answer](self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """The first answer `ask` gives. The slot it took is still held when this returns."""
        waiting_on: ProviderError | None = None

        async def in_slot() -> Answer:
            nonlocal waiting_on
            waiting_on = waiting_on or self._limit.fault
            round_ = await self._limit.acquire()
            waiting_on = None
            try:
                answer = await ask()
            except BaseException as error:
                if isinstance(error, ProviderError):
                    waiting_on = error
                    if error.kind is FaultKind.RATE_LIMIT:
                        self._limit.refused(round_, error)
                self._limit.release()
                raise
            self._limit.succeeded()
            return answer

        try:
            return await self._retrying(in_slot)
        except asyncio.CancelledError as cancelled:
            if waiting_on is not None:
                raise cancelled from waiting_on
            raise


def _may_pass(error: BaseException) -> bool:
    """Whether another try may help, soon enough to wait for it."""
    if not isinstance(error, ProviderError) or (error.retry_after or 0.0) > LONGEST_PAUSE:
        return False
    return error.kind is FaultKind.CONNECTION or (not error.kind.is_permanent and status_may_pass(error.status))


def _delay(state: RetryCallState) -> float:
    """Seconds until the next try: what the provider asked for, else a little more each time."""
    error = state.outcome.exception() if state.outcome is not None else None
    asked = error.retry_after if isinstance(error, ProviderError) else None
    return _backoff(state) if asked is None else asked
