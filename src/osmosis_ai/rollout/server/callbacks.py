"""Posting results to a controller that gave callback URLs."""

from __future__ import annotations

import logging

import httpx
from httpx_retries import Retry, RetryTransport
from pydantic import BaseModel

from osmosis_ai.rollout.types import ExecutionResult, RolloutResultResponse, RolloutStatus
from osmosis_ai.rollout.wire import carried_fields, utf8_text
from osmosis_contract.base import parse_json
from osmosis_contract.models.rollout import (
    CallbackRolloutInitRequest,
    GraderCompleteRequest,
    GraderCompleteRequestStatus,
    RolloutCompleteRequest,
    TerminalStatus,
)
from osmosis_contract.models.trajectory_report import TrajectoryReport

__all__ = ["CallbackPoster", "callback_client"]

logger = logging.getLogger(__name__)

_TIMEOUT_SEC = 10.0
_RETRIES = Retry(
    total=4,
    allowed_methods=["POST"],
    status_forcelist=[429, 500, 502, 503, 504],
    backoff_factor=0.25,  # doubled once before the first pause: 0.5, 1, 2, 4 seconds
    backoff_jitter=0.2,
    max_backoff_wait=30.0,  # bounds Retry-After alone; the four pauses stay below
    respect_retry_after_header=True,
)
# Answers that blame the body: without its bulk it may pass.
_BODY_REFUSED = frozenset({400, 413, 422})


def callback_client(transport: httpx.AsyncBaseTransport | None = None) -> httpx.AsyncClient:
    """A client that retries as the contract says, over the transport given or httpx's own."""
    inner = transport if transport is not None else httpx.AsyncHTTPTransport()
    return httpx.AsyncClient(
        transport=RetryTransport(transport=inner, retry=_RETRIES), timeout=_TIMEOUT_SEC, follow_redirects=False
    )


class CallbackPoster:
    """Posts the completion and the grader callback of one rollout, each at most once and in that order.

    `report` is what the controller's acknowledgements said of the rollout's model calls.
    """

    def __init__(self, client: httpx.AsyncClient, rollout_id: str, request: CallbackRolloutInitRequest) -> None:
        self._client = client
        self._rollout_id = rollout_id
        self._completion_url = request.completion_callback_url
        self._grader_url = request.grader_callback_url
        self._headers = {b"Content-Type": b"application/json"}
        if request.controller_api_key:
            self._headers[b"Authorization"] = f"Bearer {request.controller_api_key}".encode()
        self._completed = False
        self._failure_told = False
        self.report: TrajectoryReport | None = None

    async def post_completion(self, workflow: ExecutionResult) -> None:
        """Says that the workflow ended. A second call does nothing."""
        if self._completed:
            return
        self._completed = True
        succeeded = workflow.status is RolloutStatus.SUCCESS
        self._failure_told = not succeeded
        diagnostics = workflow.extra_fields
        body = RolloutCompleteRequest(
            status=TerminalStatus.SUCCESS if succeeded else TerminalStatus.FAILURE,
            rollout_id=self._rollout_id,
            extra_fields=None if diagnostics is None else carried_fields(diagnostics, "diagnostics"),
            err_message=None if succeeded else _message(workflow),
            err_category=None if succeeded else workflow.err_category,
        )
        await self._post("completion", self._completion_url, body)

    async def post_outcome(self, workflow: ExecutionResult, result: RolloutResultResponse) -> None:
        """Says how the rollout ended: the completion, if that is still to be said, then the grade.

        A failure that the completion has told is not told again; one that came after a completion of success is.
        """
        await self.post_completion(workflow)
        if self._grader_url is None:
            return
        if self._failure_told:
            grade = GraderCompleteRequest(status=GraderCompleteRequestStatus.FAILURE, rollout_id=self._rollout_id)
        else:
            succeeded = result.status is RolloutStatus.SUCCESS
            grade = GraderCompleteRequest(
                status=GraderCompleteRequestStatus.SUCCESS if succeeded else GraderCompleteRequestStatus.FAILURE,
                rollout_id=self._rollout_id,
                sample=result.sample,
                err_message=result.err_message,
                err_category=result.err_category,
            )
        answered = await self._post("grader", self._grader_url, grade)
        if answered in _BODY_REFUSED and grade.sample is not None:
            logger.warning("rollout %r: the grade is sent again without messages, metrics and fields", self._rollout_id)
            bare = grade.sample.model_copy(update={"messages": [], "metrics": {}, "extra_fields": {}})
            await self._post("grader", self._grader_url, grade.model_copy(update={"sample": bare}))

    async def _post(self, kind: str, url: str, body: BaseModel) -> int | None:
        """The status of the controller's last answer, None if there was none. Never raises."""
        status = None
        try:
            response = await self._client.post(
                url, content=body.model_dump_json(by_alias=True).encode(), headers=self._headers
            )
            status = response.status_code
            response.raise_for_status()
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            logger.warning("%s callback of rollout %r was not delivered: %s", kind, self._rollout_id, error)
        else:
            self._acknowledged(kind, response.content)
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
