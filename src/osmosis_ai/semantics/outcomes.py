"""How a rollout can end: one closed union, and its forms on the wire and in run files.

Only `Scored` holds a number, so a reward anywhere else cannot be written down. An infrastructure failure says nothing
about the agent and is outside every denominator.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, assert_never

from osmosis_contract.models.rollout import RolloutErrorCategory, RolloutResultResponse, RolloutStatus
from osmosis_contract.models.run_events import RolloutOutcome, RowStatus

__all__ = [
    "INFRASTRUCTURE_CATEGORIES",
    "LIVE_STATUSES",
    "TERMINAL_STATUSES",
    "AgentFailed",
    "Cancelled",
    "GraderFailed",
    "InfrastructureFailed",
    "Outcome",
    "Removed",
    "Scored",
    "TimedOut",
    "Ungraded",
    "error_of",
    "outcome_of_result",
    "status_of",
]

LIVE_STATUSES = frozenset({RolloutStatus.QUEUED, RolloutStatus.RUNNING, RolloutStatus.GRADING})
TERMINAL_STATUSES = frozenset({RolloutStatus.SUCCESS, RolloutStatus.FAILURE, RolloutStatus.CANCELLED})
INFRASTRUCTURE_CATEGORIES = frozenset(
    {RolloutErrorCategory.HTTP_ERROR, RolloutErrorCategory.LEASE_EXPIRED, RolloutErrorCategory.INTERNAL_ERROR}
)

_STATUS = {
    RolloutOutcome.SCORED: RowStatus.SUCCESS,
    RolloutOutcome.UNGRADED: RowStatus.SUCCESS,
    RolloutOutcome.REMOVED: RowStatus.SKIPPED,
    RolloutOutcome.AGENT_FAILED: RowStatus.FAILED,
    RolloutOutcome.GRADER_FAILED: RowStatus.FAILED,
    RolloutOutcome.TIMED_OUT: RowStatus.FAILED,
}


@dataclass(frozen=True, slots=True)
class Scored:
    """Graded, with a finite reward."""

    kind: ClassVar[RolloutOutcome] = RolloutOutcome.SCORED
    reward: float


@dataclass(frozen=True, slots=True)
class Ungraded:
    """Succeeded without a grade: none was asked for, no grader could run, or the grader set nothing."""

    kind: ClassVar[RolloutOutcome] = RolloutOutcome.UNGRADED


@dataclass(frozen=True, slots=True)
class Removed:
    """Succeeded, and the sample asked to be left out of every count."""

    kind: ClassVar[RolloutOutcome] = RolloutOutcome.REMOVED


@dataclass(frozen=True, slots=True)
class AgentFailed:
    """The workflow raised, or returned something that is no sample."""

    kind: ClassVar[RolloutOutcome] = RolloutOutcome.AGENT_FAILED
    message: str
    category: RolloutErrorCategory = RolloutErrorCategory.AGENT_ERROR


@dataclass(frozen=True, slots=True)
class GraderFailed:
    """The workflow succeeded and the grader raised."""

    kind: ClassVar[RolloutOutcome] = RolloutOutcome.GRADER_FAILED
    message: str
    category: RolloutErrorCategory = RolloutErrorCategory.AGENT_ERROR


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A deadline of the agent or of the grader passed."""

    kind: ClassVar[RolloutOutcome] = RolloutOutcome.TIMED_OUT
    message: str


@dataclass(frozen=True, slots=True)
class Cancelled:
    """Somebody asked for the end of it; the row is as if it had never been tried."""

    kind: ClassVar[RolloutOutcome] = RolloutOutcome.CANCELLED
    message: str = "cancelled"


@dataclass(frozen=True, slots=True)
class InfrastructureFailed:
    """The server, the sandbox, the lease or the model's provider failed: no verdict on the agent.

    `permanent`: another attempt can only fail the same way while the run's config and accounts stay as they are.
    """

    kind: ClassVar[RolloutOutcome] = RolloutOutcome.INFRASTRUCTURE_FAILED
    message: str
    category: RolloutErrorCategory = RolloutErrorCategory.INTERNAL_ERROR
    permanent: bool = False


Outcome = Scored | Ungraded | Removed | AgentFailed | GraderFailed | TimedOut | Cancelled | InfrastructureFailed


def outcome_of_result(result: RolloutResultResponse) -> Outcome | None:
    """The outcome that a terminal result states; None while the rollout is live.

    A failure without category and message comes from servers that report "could not grade" that way. A failure that
    still brings a whole sample is the grader's: the workflow had succeeded. Never reads a reward off anything but a
    success.
    """
    message = result.err_message or ""
    match result.status:
        case RolloutStatus.QUEUED | RolloutStatus.RUNNING | RolloutStatus.GRADING:
            return None
        case RolloutStatus.CANCELLED:
            return Cancelled(message or "cancelled")
        case RolloutStatus.SUCCESS:
            return _success(result)
        case RolloutStatus.FAILURE:
            return _failure(result, message)
        case RolloutStatus.UNKNOWN:
            return InfrastructureFailed("the server no longer knows the rollout")
        case _ as never:
            assert_never(never)


def _success(result: RolloutResultResponse) -> Outcome:
    sample = result.sample
    if sample is not None and sample.remove_sample:
        return Removed()
    return Ungraded() if sample is None or sample.reward is None else Scored(sample.reward)


def _failure(result: RolloutResultResponse, message: str) -> Outcome:
    category = result.err_category
    if category is None:
        return AgentFailed(message) if message else Ungraded()
    if category in INFRASTRUCTURE_CATEGORIES:
        return InfrastructureFailed(message or category.value, category)
    if category is RolloutErrorCategory.TIMEOUT:
        return TimedOut(message or "timed out")
    failed = AgentFailed if result.sample is None or result.sample_cut_off else GraderFailed
    return failed(message or category.value, category)


def status_of(outcome: RolloutOutcome) -> RowStatus | None:
    """The status of a recorded outcome; None for those without a result, which leave the row pending."""
    return _STATUS.get(outcome)


def error_of(outcome: Outcome) -> tuple[RolloutErrorCategory | None, str | None]:
    """Category and message of an outcome, as the wire and run files carry them; nothing for successes."""
    match outcome:
        case Scored() | Ungraded() | Removed():
            return None, None
        case AgentFailed(message, category) | GraderFailed(message, category):
            return category, message
        case InfrastructureFailed(message, category):
            return category, message
        case TimedOut(message):
            return RolloutErrorCategory.TIMEOUT, message
        case Cancelled(message):
            return None, message
        case _ as never:
            assert_never(never)
