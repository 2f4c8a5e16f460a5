"""Posting results to a controller that gave callback URLs."""

from __future__ import annotations

import asyncio
import logging
from base64 import b64encode
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

import httpx
from httpx_retries import Retry, RetryTransport
from pydantic import BaseModel

from osmosis_ai.rollout.types import ExecutionResult, RolloutResultResponse, RolloutStatus
from osmosis_ai.rollout.wire import carried_fields, utf8_text
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.base import parse_json
from osmosis_contract.models.rollout import (
    CallbackRolloutInitRequest,
    GraderCompleteRequest,
    GraderCompleteRequestStatus,
    RolloutCompleteRequest,
    TerminalStatus,
)
from osmosis_contract.models.trajectory_report import TrajectoryReport

__all__ = ["CallbackClient", "CallbackPoster"]

logger = logging.getLogger(__name__)

_TIMEOUT_SEC = 10.0
_MAX_ANSWER_BYTES = 8 * 1024**2
_OK = range(200, 300)
# Answers that blame the body: without its bulk it may pass.
_BODY_REFUSED = frozenset({400, 413, 422})


class _Retries(Retry):
    """The retries of the contract. A Retry-After that is neither whole seconds nor a date counts as absent."""

    def parse_retry_after(self, retry_after: str) -> float:
        """Seconds to wait. Raises ValueError for every other text."""
        try:
            return super().parse_retry_after(retry_after)
        except OverflowError:  # a date that no calendar has
            raise ValueError("the date is out of range") from None


_RETRIES = _Retries(
    total=4,
    allowed_methods=["POST"],
    status_forcelist=[429, 500, 502, 503, 504],
    backoff_factor=0.25,  # doubled once before the first pause: 0.5, 1, 2, 4 seconds
    backoff_jitter=0.2,
    max_backoff_wait=30.0,  # bounds Retry-After alone; the four pauses stay below
    respect_retry_after_header=True,
)


@dataclass(frozen=True, slots=True)
class _Answer:
    """A controller's answer: `content` is empty when it was too long, too slow, or compressed."""

    status: int
    content: bytes


class CallbackClient:
    """Posts JSON, with the retries of the contract, over the transport given or httpx's own.

    It uses the transport without a client of httpx's, which would log every URL, secrets and all. An attempt has 10
    seconds until the headers of its answer, and 10 more for its body, of which 8 MiB are read at most.
    """

    def __init__(self, transport: httpx.AsyncBaseTransport | None = None) -> None:
        inner = _Prompt(httpx.AsyncHTTPTransport() if transport is None else transport)
        self._transport = RetryTransport(transport=inner, retry=_RETRIES)

    async def post(self, url: str, content: bytes, headers: dict[str, str]) -> _Answer:
        """The answer to the last attempt. Raises what the transport raises where there is none."""
        request = httpx.Request(
            "POST",
            url,
            headers={"Content-Type": "application/json", "Accept-Encoding": "identity"} | headers,
            content=content,
            extensions={"timeout": httpx.Timeout(_TIMEOUT_SEC).as_dict()},
        )
        if request.url.userinfo and "Authorization" not in request.headers:
            request.headers["Authorization"] = f"Basic {b64encode(unquote_to_bytes(request.url.userinfo)).decode()}"
        response = await self._transport.handle_async_request(request)
        try:
            return _Answer(response.status_code, await _body_within_bounds(response))
        finally:
            await response.aclose()

    async def aclose(self) -> None:
        """Closes the transport."""
        await self._transport.aclose()


class _Prompt(httpx.AsyncBaseTransport):
    """A transport whose answers begin within 10 seconds, however many bytes of their headers come one by one."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The inner transport's answer. Raises httpx.ReadTimeout when it does not come in time."""
        try:
            async with asyncio.timeout(_TIMEOUT_SEC):
                return await self._inner.handle_async_request(request)
        except TimeoutError:
            raise httpx.ReadTimeout("no answer in time", request=request) from None

    async def aclose(self) -> None:
        """Closes the inner transport."""
        await self._inner.aclose()


async def _body_within_bounds(response: httpx.Response) -> bytes:
    """The body as it is on the wire; empty when it is compressed, too long, too slow, or breaks off."""
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        return b""
    content = bytearray()
    try:
        async with asyncio.timeout(_TIMEOUT_SEC):
            async for part in response.aiter_bytes():
                content += part
                if len(content) > _MAX_ANSWER_BYTES:
                    return b""
    except (TimeoutError, httpx.HTTPError, httpx.StreamError):
        return b""
    return bytes(content)


class CallbackPoster:
    """Posts the completion and the grader callback of one rollout, each at most once and in that order.

    `report` is what the controller's acknowledgements said of the rollout's model calls.
    """

    def __init__(self, client: CallbackClient, rollout_id: str, request: CallbackRolloutInitRequest) -> None:
        self._client = client
        self._rollout_id = rollout_id
        self._completion_url = request.completion_callback_url
        self._grader_url = request.grader_callback_url
        key = request.controller_api_key
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._completed = False
        self._failure_reported = False
        self.report: TrajectoryReport | None = None

    async def post_completion(self, workflow: ExecutionResult) -> None:
        """Reports that the workflow ended. A second call does nothing."""
        if self._completed:
            return
        self._completed = True
        succeeded = workflow.status is RolloutStatus.SUCCESS
        self._failure_reported = not succeeded
        diagnostics = workflow.extra_fields
        body = RolloutCompleteRequest(
            status=TerminalStatus.SUCCESS if succeeded else TerminalStatus.FAILURE,
            rollout_id=self._rollout_id,
            extra_fields=None if diagnostics is None else carried_fields(diagnostics, "diagnostics"),
            err_message=None if succeeded else _message(workflow),
            err_category=None if succeeded else workflow.err_category,
            **(
                {} if succeeded else omit_none(err_location=workflow.err_location, err_traceback=workflow.err_traceback)
            ),
        )
        await self._post("completion", self._completion_url, body)

    async def post_outcome(self, workflow: ExecutionResult, result: RolloutResultResponse) -> None:
        """Reports how the rollout ended: the completion, unless it has been posted, then the grade.

        A failure that the completion reported is not reported again; one that came after a successful completion is.
        """
        await self.post_completion(workflow)
        if self._grader_url is None:
            return
        if self._failure_reported:
            grade = GraderCompleteRequest(status=GraderCompleteRequestStatus.FAILURE, rollout_id=self._rollout_id)
        else:
            succeeded = result.status is RolloutStatus.SUCCESS
            grade = GraderCompleteRequest(
                status=GraderCompleteRequestStatus.SUCCESS if succeeded else GraderCompleteRequestStatus.FAILURE,
                rollout_id=self._rollout_id,
                sample=result.sample,
                err_message=result.err_message,
                err_category=result.err_category,
                **omit_none(err_location=result.err_location, err_traceback=result.err_traceback),
            )
        answered = await self._post("grader", self._grader_url, grade)
        if answered in _BODY_REFUSED and grade.sample is not None:
            logger.warning("rollout %r: the grade is sent again without messages, metrics and fields", self._rollout_id)
            bare = grade.sample.model_copy(update={"messages": [], "metrics": {}, "extra_fields": {}})
            await self._post("grader", self._grader_url, grade.model_copy(update={"sample": bare}))

    async def _post(self, kind: str, url: str, body: BaseModel) -> int | None:
        """The status of the controller's last answer, None if there was none. Never raises.

        The log gets no URL and no text of the transport's, which may quote one: URLs hold passwords and signatures.
        """
        status = None
        try:
            answer = await self._client.post(url, body.model_dump_json(by_alias=True).encode(), self._headers)
        except Exception as error:
            reason = type(error).__name__
        else:
            status = answer.status
            if status in _OK:
                self._acknowledged(kind, answer.content)
                return status
            reason = f"the controller answered {status}"
        logger.warning("%s callback of rollout %r was not delivered: %s", kind, self._rollout_id, reason)
        return status

    def _acknowledged(self, kind: str, content: bytes) -> None:
        """Takes the report out of an acknowledgement; any body, or none, acknowledges."""
        try:
            body = parse_json(content)
        except ValueError:
            return
        if not isinstance(body, dict) or body.get("trajectory") is None:
            return
        try:
            self.report = TrajectoryReport.read(body["trajectory"])
        except (ValueError, TypeError) as error:
            logger.warning("%s callback of rollout %r: the report is ignored: %s", kind, self._rollout_id, error)


def _message(result: ExecutionResult) -> str | None:
    return None if result.err_message is None else utf8_text(result.err_message)
