"""Posting results to a controller that gave callback URLs."""

from __future__ import annotations

import logging

import httpx

from osmosis_ai.rollout.types import ExecutionOutcome, ExecutionResult, RolloutErrorCategory, RolloutStatus
from osmosis_ai.rollout.wire import carried_fields, result_sample, utf8_text
from osmosis_contract.models.rollout import (
    CallbackAcknowledgement,
    CallbackRolloutInitRequest,
    GraderCompleteRequest,
    GraderCompleteRequestStatus,
    RolloutCompleteRequest,
    TerminalStatus,
)

__all__ = ["CallbackPoster"]

logger = logging.getLogger(__name__)


class CallbackPoster:
    """Posts the completion and the grader callback of one rollout, each at most once and in that order."""

    def __init__(self, client: httpx.AsyncClient, rollout_id: str, request: CallbackRolloutInitRequest) -> None:
        self._client = client
        self._rollout_id = rollout_id
        self._completion_url = request.completion_callback_url
        self._grader_url = request.grader_callback_url
        self._headers = {"Content-Type": "application/json"}
        if request.controller_api_key is not None:
            self._headers["Authorization"] = f"Bearer {request.controller_api_key}"
        self._completed = False
        self.acknowledgement: CallbackAcknowledgement | None = None

    async def post_completion(self, workflow: ExecutionResult) -> None:
        """Says that the workflow ended. A second call does nothing."""
        if self._completed:
            return
        self._completed = True
        succeeded = workflow.status is RolloutStatus.SUCCESS
        diagnostics = workflow.extra_fields
        body = RolloutCompleteRequest(
            status=TerminalStatus.SUCCESS if succeeded else TerminalStatus.FAILURE,
            rollout_id=self._rollout_id,
            extra_fields=None if diagnostics is None else carried_fields(diagnostics, "diagnostics"),
            err_message=None if workflow.err_message is None else utf8_text(workflow.err_message),
            err_category=None if succeeded else _category(workflow),
        )
        await self._post("completion", self._completion_url, body.to_json())

    async def post_outcome(self, outcome: ExecutionOutcome) -> None:
        """Says how the rollout ended: the completion, if that is still to be said, then the grade."""
        await self.post_completion(outcome.workflow)
        if self._grader_url is None:
            return
        if outcome.workflow.status is not RolloutStatus.SUCCESS:
            body = GraderCompleteRequest(status=GraderCompleteRequestStatus.FAILURE, rollout_id=self._rollout_id)
        else:
            result = outcome.result
            succeeded = result.status is RolloutStatus.SUCCESS
            sample = result.sample
            body = GraderCompleteRequest(
                status=GraderCompleteRequestStatus.SUCCESS if succeeded else GraderCompleteRequestStatus.FAILURE,
                rollout_id=self._rollout_id,
                sample=None if sample is None else result_sample(sample, rewarded=succeeded),
                err_message=None if result.err_message is None else utf8_text(result.err_message),
                err_category=None if succeeded else _category(result),
            )
        await self._post("grader", self._grader_url, body.to_json())

    async def _post(self, kind: str, url: str, body: bytes) -> None:
        try:
            response = await self._client.post(url, content=body, headers=self._headers)
            response.raise_for_status()
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            logger.warning("%s callback of rollout %r was not delivered: %s", kind, self._rollout_id, error)
            return
        try:
            self.acknowledgement = CallbackAcknowledgement.read(response.content)
        except ValueError:
            logger.debug("%s callback of rollout %r: acknowledgement without a readable body", kind, self._rollout_id)


def _category(result: ExecutionResult) -> RolloutErrorCategory | None:
    return result.err_category
