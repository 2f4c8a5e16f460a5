"""Following a rollout whose result is posted: waiting for its callbacks, and asking in case they are lost."""

from __future__ import annotations

import asyncio
from typing import assert_never

import httpx

from osmosis_ai.rollout.control.api import ANSWER_ERRORS, Client, with_timeout
from osmosis_ai.rollout.control.deliveries import Delivery
from osmosis_ai.rollout.control.errors import RolloutLostError, RolloutProtocolError
from osmosis_ai.rollout.control.pauses import jittered
from osmosis_ai.rollout.control.progress import Progress, live_result
from osmosis_ai.semantics.outcomes import LIVE_STATUSES
from osmosis_contract.clients.rollout.api.rollouts import get_rollout_status
from osmosis_contract.models.rollout import (
    CallbackRolloutInitRequest,
    RolloutInitRequest,
    RolloutResultResponse,
    RolloutStatus,
    RolloutStatusResponse,
)
from osmosis_contract.models.sample import ResultSample

__all__ = ["callback_request", "callback_time", "follow_callbacks"]

_MARGIN_SEC = 60.0
_LONGEST_SEC = 3600.0
_STATUS_TIMEOUT_SEC = 10.0
_STATUS_EVERY_SEC = 5.0
_STATUS_SELDOM_SEC = 30.0
_UNREACHABLE_SEC = 120.0
_GRACE_SEC = 60.0
_GONE = 2
_NOT_THERE = frozenset({404, 405, 501})


def callback_request(
    request: RolloutInitRequest, *, completion_url: str, grader_url: str, key: str
) -> CallbackRolloutInitRequest:
    """The same rollout, asked for in the callback dialect."""
    members = {name: getattr(request, name) for name in type(request).model_fields if name != "grade"}
    return CallbackRolloutInitRequest(
        **members,
        completion_callback_url=completion_url,
        grader_callback_url=grader_url if request.grade else None,
        controller_api_key=key,
    )


def callback_time(request: RolloutInitRequest) -> float:
    """Seconds after which nothing is expected any more: both limits and a minute; without one of them, an hour."""
    if request.agent_timeout_sec is None or request.grader_timeout_sec is None:
        return _LONGEST_SEC
    return max(request.agent_timeout_sec, 0.0) + max(request.grader_timeout_sec, 0.0) + _MARGIN_SEC


async def follow_callbacks(
    api: Client, request: RolloutInitRequest, delivery: Delivery, progress: Progress, *, within_sec: float
) -> RolloutResultResponse:
    """The terminal result, from the callbacks; from the server's status where they were lost and it says enough.

    Raises RolloutLostError when neither comes within so many seconds, when the server has forgotten the rollout, and
    when it cannot be reached for two minutes.
    """
    asking = asyncio.ensure_future(_StatusWatch(api, request, delivery, progress).result())
    try:
        await asyncio.wait({asking, delivery.result}, timeout=within_sec, return_when=asyncio.FIRST_COMPLETED)
        if delivery.result.done():
            result = delivery.result.result()
        elif asking.done():
            result = asking.result()
        else:
            raise RolloutLostError(f"no callback completed the rollout within {within_sec:g} s")
    finally:
        asking.cancel()
        await asyncio.wait({asking})
    progress.report(result)
    return result


class _StatusWatch:
    """Asks the server where a rollout stands, again and again, in case its callbacks do not arrive."""

    def __init__(self, api: Client, request: RolloutInitRequest, delivery: Delivery, progress: Progress) -> None:
        self._api = with_timeout(api, _STATUS_TIMEOUT_SEC)
        self._request = request
        self._delivery = delivery
        self._progress = progress
        self._held = False  # the server has said that it holds the rollout
        self._ended: RolloutStatusResponse | None = None

    async def result(self) -> RolloutResultResponse:
        """What the status says, once it is terminal and the callbacks have had a minute to arrive."""
        loop = asyncio.get_running_loop()
        reached = loop.time()
        give_way = 0.0
        unknown = 0
        pause = _STATUS_EVERY_SEC
        while True:
            answer = await self._ask()
            now = loop.time()
            if answer is not None:
                reached = now
                unknown = unknown + 1 if answer.status is RolloutStatus.UNKNOWN else 0
                self._take(answer)
                if self._ended is answer:
                    give_way = now + _GRACE_SEC
            if self._ended is not None:
                if now >= give_way:
                    return self._from_status(self._ended)
            elif now - reached >= _UNREACHABLE_SEC:
                raise RolloutLostError(f"the rollout server cannot be reached for {_UNREACHABLE_SEC:g} s")
            elif unknown >= _GONE and self._held:
                raise RolloutLostError("the server no longer knows the rollout", 404)
            if unknown and not self._held:  # it keeps no statuses; only the callbacks report
                pause = min(pause * 2, _STATUS_SELDOM_SEC)
            await asyncio.sleep(jittered(pause))

    async def _ask(self) -> RolloutStatusResponse | None:
        """The server's answer; None when there was none, or none that makes sense."""
        try:
            response = await get_rollout_status.asyncio_detailed(self._request.rollout_id, client=self._api)
        except ANSWER_ERRORS as error:
            return self._unknown() if error.status_code in _NOT_THERE else None
        except httpx.TransportError:
            return None
        return response.parsed if isinstance(response.parsed, RolloutStatusResponse) else None

    def _unknown(self) -> RolloutStatusResponse:
        return RolloutStatusResponse(
            rollout_id=self._request.rollout_id, status=RolloutStatus.UNKNOWN, reward=None, err_message=None
        )

    def _take(self, answer: RolloutStatusResponse) -> None:
        if answer.status is RolloutStatus.UNKNOWN or self._ended is not None:
            return
        self._held = True
        if answer.status in LIVE_STATUSES:
            self._progress.report(live_result(self._request.rollout_id, answer.status))
        else:
            self._ended = answer

    def _from_status(self, answer: RolloutStatusResponse) -> RolloutResultResponse:
        """The result as far as a status gives it; a reward is kept, a failure has no category."""
        match answer.status:
            case RolloutStatus.SUCCESS:
                if answer.reward is None and self._delivery.graded:
                    raise RolloutLostError("the rollout succeeded, and its grader callback was lost")
                return self._completed(answer, RolloutStatus.SUCCESS)
            case RolloutStatus.CANCELLED:
                return self._completed(answer, RolloutStatus.CANCELLED)
            case RolloutStatus.FAILURE:
                said = answer.err_message or "no message"
                raise RolloutLostError(
                    f"the rollout failed, and the callback that says whose fault it was is lost: {said}"
                )
            case RolloutStatus.QUEUED | RolloutStatus.RUNNING | RolloutStatus.GRADING | RolloutStatus.UNKNOWN:
                raise RolloutProtocolError(f"{answer.status} is no end of a rollout")
            case _ as never:
                assert_never(never)

    def _completed(self, answer: RolloutStatusResponse, status: RolloutStatus) -> RolloutResultResponse:
        sample = None
        if answer.reward is not None and status is RolloutStatus.SUCCESS:
            sample = ResultSample(
                messages=[],
                label=self._request.label,
                reward=answer.reward,
                remove_sample=False,
                metrics={},
                extra_fields={},
            )
        return RolloutResultResponse(
            rollout_id=self._request.rollout_id,
            status=status,
            sample=sample,
            err_message=answer.err_message,
            err_category=None,
        )
