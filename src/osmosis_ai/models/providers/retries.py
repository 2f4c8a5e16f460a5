"""One policy of patience for every provider: which faults are tried again, how often, and after how long."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt, wait_exponential_jitter

from osmosis_ai.models.policy import Completion, FaultKind, PolicyModel, ProviderError
from osmosis_ai.models.providers.limit import LONGEST_PAUSE, ProviderLimit

MOST_TRIES = 3
_TRANSIENT = frozenset({429, 502, 503, 504, 529})
_backoff = wait_exponential_jitter(multiplier=0.5, max=8.0, jitter=0.5)


class PatientModel:
    """A provider's model, called within its limit and again after a fault that may pass.

    A turn is held for as long as a call runs, and given back while it waits for another try. What waits here does not
    count against the call's timeout.
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
        completion = await self._patiently(lambda: self.once.complete(body, timeout=timeout))
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

        chunks, first = await self._patiently(begin)
        try:
            async with aclosing(chunks):
                if first is not None:
                    yield first
                async for chunk in chunks:
                    yield chunk
        finally:
            self._limit.release()

    async def _patiently[Answer](self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """What `ask` gives in the end. The turn it had is still held then."""
        waiting_on: ProviderError | None = None

        async def in_turn() -> Answer:
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
            return await self._retrying(in_turn)
        except asyncio.CancelledError as cancelled:
            if waiting_on is not None:
                raise cancelled from waiting_on
            raise


def _may_pass(error: BaseException) -> bool:
    """Whether another try may help, soon enough to wait for it."""
    if not isinstance(error, ProviderError) or (error.retry_after or 0.0) > LONGEST_PAUSE:
        return False
    if error.kind is FaultKind.CONNECTION:
        return True
    return error.status in _TRANSIENT and error.kind is not FaultKind.BUDGET


def _delay(state: RetryCallState) -> float:
    """Seconds until the next try: what the provider asked for, else a little more each time."""
    error = state.outcome.exception() if state.outcome is not None else None
    asked = error.retry_after if isinstance(error, ProviderError) else None
    return _backoff(state) if asked is None else asked
