"""What the callbacks of a rollout come to: each counted once, and one result in the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.rollout import (
    CallbackAcknowledgement,
    GraderCompleteRequest,
    GraderCompleteRequestStatus,
    RolloutCompleteRequest,
    RolloutErrorCategory,
    RolloutResultResponse,
    RolloutStatus,
    TerminalStatus,
)
from osmosis_contract.models.sample import ResultSample
from osmosis_contract.models.trajectory_report import TrajectoryReport

__all__ = ["CallbackKind", "Delivery", "Reporter"]

CallbackKind = Literal["completion", "grader"]
Reporter = Callable[[str], TrajectoryReport | None]

_LATE = "callback_timeout"
_CANCELLED = frozenset({None, "", "cancelled"})


@dataclass(slots=True, eq=False)
class Delivery:
    """The callbacks of one rollout. `result` is set once, by the callback that completes the rollout.

    `graded` says whether a grader callback was asked for. Once `given_up`, nothing that arrives counts any more.
    """

    rollout_id: str
    key: str
    graded: bool
    result: asyncio.Future[RolloutResultResponse]
    completed: asyncio.Event = field(default_factory=asyncio.Event)
    given_up: bool = False
    taken: int = 0
    _completion: RolloutCompleteRequest | None = None
    _acknowledgements: dict[CallbackKind, CallbackAcknowledgement] = field(default_factory=dict)

    def complete(self, body: RolloutCompleteRequest, report: Reporter | None) -> CallbackAcknowledgement:
        """Takes the end of the workflow."""
        if self._counts("completion"):
            self._completion = body
            self.completed.set()
            if body.status is not TerminalStatus.SUCCESS:
                self._complete(_of_failure(self.rollout_id, body))
            elif not self.graded:
                self._complete(_result(self.rollout_id, RolloutStatus.SUCCESS))
        return self._acknowledge("completion", report)

    def grade(self, body: GraderCompleteRequest, report: Reporter | None) -> CallbackAcknowledgement:
        """Takes the grade, which completes the rollout whatever came before."""
        if self._counts("grader"):
            self._complete(_of_grade(self.rollout_id, body, completed=self._completion is not None))
        return self._acknowledge("grader", report)

    def _counts(self, kind: CallbackKind) -> bool:
        """True for the first of a kind while the rollout is neither complete nor given up."""
        first = kind not in self._acknowledgements and not self.given_up and not self.result.done()
        self.taken += first
        return first

    def _complete(self, result: RolloutResultResponse) -> None:
        if not self.result.done():
            self.result.set_result(result)

    def _acknowledge(self, kind: CallbackKind, report: Reporter | None) -> CallbackAcknowledgement:
        """The stored acknowledgement, made when the first of a kind arrives."""
        stored = self._acknowledgements.get(kind)
        if stored is None:
            stored = CallbackAcknowledgement(ok=True)
            if self.given_up:
                stored.error_type = _LATE
            said = None if report is None else report(self.rollout_id)
            if said is not None:
                stored.trajectory = said
            self._acknowledgements[kind] = stored
        return stored


def _result(
    rollout_id: str,
    status: RolloutStatus,
    sample: ResultSample | None = None,
    message: str | None = None,
    category: RolloutErrorCategory | None = None,
) -> RolloutResultResponse:
    return RolloutResultResponse(
        rollout_id=rollout_id, status=status, sample=sample, err_message=message, err_category=category
    )


def _of_failure(rollout_id: str, body: RolloutCompleteRequest) -> RolloutResultResponse:
    """A workflow that did not succeed. Without a category it was cancelled, or its server broke."""
    if body.status is TerminalStatus.CANCELLED or (body.err_category is None and body.err_message in _CANCELLED):
        return _result(rollout_id, RolloutStatus.CANCELLED, message=body.err_message or "cancelled")
    category = body.err_category or RolloutErrorCategory.INTERNAL_ERROR
    failed = _result(rollout_id, RolloutStatus.FAILURE, message=body.err_message, category=category)
    return _with_place(failed, body)


def _with_place(
    result: RolloutResultResponse, body: RolloutCompleteRequest | GraderCompleteRequest
) -> RolloutResultResponse:
    """The failure with where in the user's code it was, as far as the callback says."""
    return result.model_copy(update=omit_none(err_location=body.err_location, err_traceback=body.err_traceback))


def _of_grade(rollout_id: str, body: GraderCompleteRequest, *, completed: bool) -> RolloutResultResponse:
    """A grade. A failure without a word means that no grader could be run, if the workflow is known to have succeeded.

    A reward counts on a success alone, and never of a removed sample, whatever the body holds.
    """
    sample = body.sample
    succeeded = body.status is GraderCompleteRequestStatus.SUCCESS
    if sample is not None and sample.reward is not None and not (succeeded and not sample.remove_sample):
        sample = sample.model_copy(update={"reward": None})
    if succeeded:
        return _result(rollout_id, RolloutStatus.SUCCESS, sample)
    if body.err_category is not None:
        failed = _result(rollout_id, RolloutStatus.FAILURE, sample, body.err_message, body.err_category)
        return _with_place(failed, body)
    if body.err_message == "cancelled":
        return _result(rollout_id, RolloutStatus.CANCELLED, message=body.err_message)
    if body.err_message or not completed:
        message = body.err_message or "the rollout failed, and the callback that says how was lost"
        return _result(rollout_id, RolloutStatus.FAILURE, sample, message, RolloutErrorCategory.INTERNAL_ERROR)
    return _result(rollout_id, RolloutStatus.FAILURE, sample)
