"""A controller's client: runs a rollout on any rollout server, under a lease or by callbacks."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypedDict, Unpack, cast, overload

import httpx

from osmosis_ai.base.http.limits import TimeLimitedClient, peer_client
from osmosis_ai.rollout.control.admission import Admitted, admit, cancel_by_ids, cancel_quietly
from osmosis_ai.rollout.control.api import ANSWER_ERRORS, peer_api, with_timeout
from osmosis_ai.rollout.control.callbacks import callback_request, callback_time, follow_callbacks
from osmosis_ai.rollout.control.deliveries import Delivery
from osmosis_ai.rollout.control.dialect import Dialect, ServerDialect, ask_health
from osmosis_ai.rollout.control.errors import (
    RolloutAdmissionTimeoutError,
    RolloutLostError,
    RolloutProtocolError,
)
from osmosis_ai.rollout.control.handle import RolloutHandle
from osmosis_ai.rollout.control.idle import wait_idle
from osmosis_ai.rollout.control.leases import follow_lease
from osmosis_ai.rollout.control.progress import Progress, RolloutEvent, live_result
from osmosis_ai.rollout.types import Messages, RolloutInitRequest, RolloutInitResponse, RolloutResultResponse
from osmosis_contract.clients.rollout.api.rollouts import get_rollout_status
from osmosis_contract.models.rollout import (
    CancelRolloutsResponse,
    HealthResponse,
    RolloutStatus,
    RolloutStatusResponse,
)

if TYPE_CHECKING:
    from osmosis_ai.rollout.control.receiver import CallbackReceiver

__all__ = [
    "RolloutAdmissionTimeoutError",
    "RolloutClient",
    "RolloutEvent",
    "RolloutHandle",
    "RolloutLostError",
    "RolloutProtocolError",
]

_REQUEST_TIMEOUT_SEC = 30.0
_STATUS_POLL_SEC = 5.0
_UNPROCESSABLE = 422


class RolloutMembers(TypedDict, total=False):
    """The optional members of a rollout, by their names in `RolloutInitRequest`."""

    llm_api_key: str | None
    label: str | None
    metadata: dict[str, Any] | None
    grade: bool
    agent_timeout_sec: float | None
    grader_timeout_sec: float | None
    extra_fields: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class _Running:
    """An admitted rollout; with a `delivery` its result is posted, else it is polled for."""

    request: RolloutInitRequest
    admitted: Admitted
    delivery: Delivery | None = None


class RolloutClient:
    """Talks to one rollout server. `http_client` is used as given and stays the caller's to close; it bounds how much
    of an answer is read. Without one, answers of more than 64 MiB are refused.

    `admission_timeout_sec` bounds how long an admission is asked for again while the server is full; None is no bound.
    `callbacks`: a receiver that the caller serves on this event loop. With one, a server whose health has no
    `lifecycle` is driven by callbacks; without one, only leases. `dialect` sets it and skips the question.
    All time is the running loop's.
    """

    def __init__(
        self,
        *,
        url: str,
        http_client: httpx.AsyncClient | None = None,
        admission_timeout_sec: float | None = None,
        api_key: str | None = None,
        callbacks: CallbackReceiver | None = None,
        dialect: Dialect | None = None,
    ) -> None:
        if dialect == "callbacks" and callbacks is None:
            raise ValueError("the callback dialect needs a CallbackReceiver: give callbacks=")
        self._owned = http_client is None
        self._http = http_client or peer_client(url, timeout_sec=_REQUEST_TIMEOUT_SEC)
        headers = {} if api_key is None else {"Authorization": f"Bearer {api_key}"}
        http = cast("httpx.AsyncClient", TimeLimitedClient(self._http))
        self._api = peer_api(http, url, headers=headers)
        self._admission_timeout = admission_timeout_sec
        self._receiver = callbacks
        self._dialect = dialect
        self._server = ServerDialect(self._api)
        self._followers: set[asyncio.Task[RolloutResultResponse]] = set()

    @overload
    async def run_rollout(self, request: RolloutInitRequest, /) -> RolloutResultResponse: ...

    @overload
    async def run_rollout(
        self,
        initial_messages: Messages,
        chat_completions_url: str,
        rollout_id: str,
        **members: Unpack[RolloutMembers],
    ) -> RolloutResultResponse: ...

    async def run_rollout(self, *asked: Any, **members: Any) -> RolloutResultResponse:
        """The terminal result of one rollout: admitted, waiting for room as long as allowed, then followed to its end.

        Takes a `RolloutInitRequest`, or its members. Raises RolloutAdmissionTimeoutError when there was no room,
        RolloutLostError when the rollout may have run and its result cannot be had, RolloutProtocolError for any other
        answer that the protocol does not allow, httpx.TransportError when the server cannot be reached (any more). A
        cancelled call ends the rollout on the server too, for which it takes up to five seconds.
        """
        running = await self._start(_request(*asked, **members))
        return await self._follow(running, Progress(running.request.rollout_id), watch=False)

    @overload
    async def run_rollout_async(self, request: RolloutInitRequest, /, *, watch: bool = True) -> RolloutHandle: ...

    @overload
    async def run_rollout_async(
        self,
        initial_messages: Messages,
        chat_completions_url: str,
        rollout_id: str,
        *,
        watch: bool = True,
        **members: Unpack[RolloutMembers],
    ) -> RolloutHandle: ...

    async def run_rollout_async(self, *asked: Any, watch: bool = True, **members: Any) -> RolloutHandle:
        """Admits one rollout and returns a handle on it. Takes and raises what `run_rollout` does.

        `watch` False polls for the end alone, which is cheaper; the handle then sees no status on the way.
        """
        running = await self._start(_request(*asked, **members))
        progress = Progress(running.request.rollout_id)
        progress.report(live_result(running.request.rollout_id, RolloutStatus.QUEUED))
        # Started at once, so that whoever cancels it finds it following and the server hears of it.
        task = asyncio.Task(
            self._follow(running, progress, watch=watch), loop=asyncio.get_running_loop(), eager_start=True
        )
        self._followers.add(task)
        task.add_done_callback(self._followers.discard)
        return RolloutHandle(progress, task)

    async def _start(self, request: RolloutInitRequest) -> _Running:
        """Admits a rollout in the dialect of the server."""
        speaks_leases = self._receiver is None or await self._server.speaks_leases()
        dialect = self._dialect or ("leases" if speaks_leases else "callbacks")
        if dialect == "leases" or self._receiver is None:
            return _Running(request, await self._admit_under_lease(request))
        delivery = self._receiver.expect(request.rollout_id, graded=request.grade)
        completion_url, grader_url = self._receiver.urls(request.rollout_id)
        body = callback_request(request, completion_url=completion_url, grader_url=grader_url, key=delivery.key)
        try:
            # Servers that speak callbacks alone run a repeat as another rollout; those that speak both know it again.
            admitted = await admit(self._api, body, within_sec=self._admission_timeout, repeatable=speaks_leases)
        except BaseException:
            self._receiver.release(delivery)
            raise
        return _Running(request, admitted, delivery)

    async def _admit_under_lease(self, request: RolloutInitRequest) -> Admitted:
        try:
            return await admit(self._api, request, within_sec=self._admission_timeout, repeatable=True)
        except RolloutProtocolError as error:
            if error.status_code == _UNPROCESSABLE and not await self._said_to_speak_leases():
                raise RolloutProtocolError(
                    "the rollout server speaks callbacks alone; give the client a CallbackReceiver", _UNPROCESSABLE
                ) from error
            raise

    async def _said_to_speak_leases(self) -> bool:
        """False when the health says otherwise; an unusable health says nothing."""
        try:
            return await self._server.speaks_leases()
        except (RolloutProtocolError, httpx.HTTPError):
            return True

    async def _follow(self, running: _Running, progress: Progress, *, watch: bool) -> RolloutResultResponse:
        """The terminal result. A rollout that is given up here is cancelled on the server."""
        try:
            if running.delivery is None:
                return await self._follow_lease(running, progress, watch=watch)
            return await follow_callbacks(
                self._api, running.request, running.delivery, progress, within_sec=callback_time(running.request)
            )
        except (asyncio.CancelledError, RolloutLostError) as error:
            # Without a poll a lease lapses by itself; what is to be posted would run on.
            if running.delivery is not None or isinstance(error, asyncio.CancelledError):
                await cancel_quietly(self._api, running.request.rollout_id)
            raise
        finally:
            if running.delivery is not None and self._receiver is not None:
                self._receiver.release(running.delivery)

    async def _follow_lease(self, running: _Running, progress: Progress, *, watch: bool) -> RolloutResultResponse:
        lease, asked = running.admitted.answer, running.admitted.asked
        if not isinstance(lease, RolloutInitResponse):
            raise TypeError(f"a lease was expected, not {type(lease).__name__}")
        if not watch:
            return await follow_lease(self._api, lease, asked, progress, watch=False)
        # A poll waits for the next change, which may be the last: where the rollout stands now is asked beside it.
        polling = asyncio.ensure_future(self._poll_status_once(progress))
        try:
            return await follow_lease(self._api, lease, asked, progress, watch=True)
        finally:
            polling.cancel()
            await asyncio.wait({polling})

    async def _poll_status_once(self, progress: Progress) -> None:
        """Reports where a rollout stands, if the server says so."""
        with contextlib.suppress(*ANSWER_ERRORS, httpx.HTTPError):
            found = await get_rollout_status.asyncio_detailed(
                progress.rollout_id, client=with_timeout(self._api, _STATUS_POLL_SEC)
            )
            if isinstance(found.parsed, RolloutStatusResponse) and found.parsed.status in _ON_THE_WAY:
                progress.report(live_result(progress.rollout_id, found.parsed.status))

    async def health(self) -> dict[str, Any]:
        """The server's health, every member of it; without a `lifecycle` it speaks callbacks alone."""
        return (await ask_health(self._api)).to_wire()

    async def wait_idle(
        self, *, timeout_sec: float = 120, poll_interval_sec: float = 1, process_id: str | None = None
    ) -> HealthResponse:
        """The server's health once no rollout has work running on it.

        `process_id`: the process it must be, else the first one seen. Raises TimeoutError when that takes longer than
        `timeout_sec`, RolloutProtocolError when another process answers or the health does not say.
        """
        return await wait_idle(
            self._api, timeout_sec=timeout_sec, poll_interval_sec=poll_interval_sec, process_id=process_id
        )

    async def cancel_rollout(self, rollout_id: str) -> CancelRolloutsResponse:
        """Asks for the end of one rollout; what the server found. Takes five seconds at most, then TimeoutError."""
        return await cancel_by_ids(self._api, [rollout_id])

    async def cancel_rollouts(self, ids: list[str]) -> dict[str, str]:
        """Dispositions by id. The whole call takes at most five seconds, then TimeoutError."""
        found = await cancel_by_ids(self._api, ids)
        return {rollout_id: str(disposition) for rollout_id, disposition in found.dispositions.items()}

    async def aclose(self) -> None:
        """Cancels the rollouts whose handles are not done, and closes the HTTP client unless the caller brought it."""
        followers = list(self._followers)
        for task in followers:
            task.cancel()
        if followers:
            await asyncio.wait(followers)
        if self._owned:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


_ON_THE_WAY = frozenset({RolloutStatus.RUNNING, RolloutStatus.GRADING})


def _request(
    initial_messages: Messages | RolloutInitRequest,
    chat_completions_url: str | None = None,
    rollout_id: str | None = None,
    llm_api_key: str | None = None,
    label: str | None = None,
    **members: Any,
) -> RolloutInitRequest:
    """The request, or the one that these members make. Raises pydantic's ValidationError for what is none."""
    if isinstance(initial_messages, RolloutInitRequest):
        return initial_messages
    named = {"chat_completions_url": chat_completions_url, "rollout_id": rollout_id}
    return RolloutInitRequest.model_validate(
        {"initial_messages": initial_messages, **named, "llm_api_key": llm_api_key, "label": label, **members}
    )
