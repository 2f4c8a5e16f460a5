"""The outcomes of a rollout: what each result means, and what run files say of it."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any, get_args

import pytest

from osmosis_ai.semantics import outcomes
from osmosis_ai.semantics.outcomes import (
    AgentFailed,
    Cancelled,
    GraderFailed,
    InfrastructureFailed,
    Outcome,
    Removed,
    Scored,
    TimedOut,
    Ungraded,
    error_of,
    outcome_of_result,
    status_of,
)
from osmosis_contract.models.rollout import RolloutErrorCategory, RolloutResultResponse, RolloutStatus
from osmosis_contract.models.run_events import RolloutOutcome, RowStatus
from osmosis_contract.models.sample import ResultSample


def result(
    status: str, *, reward: float | None = None, removed: bool = False, sample: bool = True, **members: Any
) -> RolloutResultResponse:
    """A result as a server sends it."""
    shown = ResultSample(messages=[], label=None, reward=reward, remove_sample=removed, metrics={}, extra_fields={})
    return RolloutResultResponse(
        rollout_id="a",
        status=RolloutStatus(status),
        sample=shown if sample else None,
        **{"err_message": None, "err_category": None, **members},
    )


@pytest.mark.parametrize("status", ["queued", "running", "grading"])
def test_a_live_rollout_has_no_outcome(status: str):
    """None until the end."""
    assert outcome_of_result(result(status, sample=False)) is None


@pytest.mark.parametrize(
    ("given", "outcome"),
    [
        (result("success", reward=0.5), Scored(0.5)),
        (result("success", reward=0.0), Scored(0.0)),
        (result("success"), Ungraded()),
        (result("success", sample=False), Ungraded()),
        (result("success", removed=True), Removed()),
        (result("success", removed=True, reward=1.0), Removed()),
        (result("cancelled", sample=False), Cancelled("cancelled")),
        (result("cancelled", sample=False, err_message="by request"), Cancelled("by request")),
        (result("failure", sample=False), Ungraded()),
        (result("failure", sample=False, err_message="m"), AgentFailed("m")),
        (result("failure", err_category="timeout", err_message="m"), TimedOut("m")),
        (result("failure", err_category="timeout"), TimedOut("timed out")),
        (result("unknown", sample=False), InfrastructureFailed("the server no longer knows the rollout")),
    ],
)
def test_a_result_states_an_outcome(given: RolloutResultResponse, outcome: Outcome):
    """Success by its sample, cancellation, and failure by its category; a bare failure could not be graded."""
    assert outcome_of_result(given) == outcome


@pytest.mark.parametrize("category", ["agent_error", "validation_error"])
def test_a_failure_is_the_graders_when_there_is_a_sample(category: str):
    """The workflow had succeeded then; without a sample it is the agent's."""
    kind = RolloutErrorCategory(category)
    assert outcome_of_result(result("failure", err_category=kind, err_message="m")) == GraderFailed("m", kind)
    assert outcome_of_result(result("failure", sample=False, err_category=kind, err_message="m")) == AgentFailed(
        "m", kind
    )


@pytest.mark.parametrize("category", ["http_error", "lease_expired", "internal_error"])
@pytest.mark.parametrize("sample", [True, False])
def test_a_fault_of_the_infrastructure_is_no_verdict(category: str, sample: bool):
    """With a sample or without."""
    kind = RolloutErrorCategory(category)
    assert outcome_of_result(result("failure", sample=sample, err_category=kind)) == InfrastructureFailed(
        category, kind
    )


def test_only_a_success_has_a_number():
    """Whatever a failing or dying server sends along with it, no other outcome has a reward."""
    categories: list[RolloutErrorCategory | None] = [None, *RolloutErrorCategory]
    for status, category in itertools.product(RolloutStatus, categories):
        outcome = outcome_of_result(result(status, reward=1.0, err_category=category))
        assert isinstance(outcome, Scored) == (status is RolloutStatus.SUCCESS)
    holders = [kind for kind in get_args(Outcome) if "reward" in {field.name for field in dataclasses.fields(kind)}]
    assert holders == [Scored]


EXAMPLES: dict[str, tuple[Outcome, str | None, tuple[str | None, str | None]]] = {
    "scored": (Scored(1.0), "success", (None, None)),
    "ungraded": (Ungraded(), "success", (None, None)),
    "removed": (Removed(), "skipped", (None, None)),
    "agent_failed": (AgentFailed("m"), "failed", ("agent_error", "m")),
    "grader_failed": (GraderFailed("m"), "failed", ("agent_error", "m")),
    "timed_out": (TimedOut("m"), "failed", ("timeout", "m")),
    "cancelled": (Cancelled("m"), None, (None, "m")),
    "infrastructure_failed": (InfrastructureFailed("m"), None, ("internal_error", "m")),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_outcome_has_a_word_a_status_and_an_error(name: str):
    """The word is the contract's; rows that are cancelled or lost stay pending; only failures have an error."""
    outcome, status, error = EXAMPLES[name]
    assert outcome.kind is RolloutOutcome(name)
    assert status_of(outcome.kind) == (None if status is None else RowStatus(status))
    assert error_of(outcome) == error


def test_the_union_is_the_contracts():
    """One class for each word, and each word has one."""
    assert {kind.kind for kind in get_args(Outcome)} == set(RolloutOutcome)
    assert set(EXAMPLES) == {word.value for word in RolloutOutcome}
    assert outcomes.LIVE_STATUSES.isdisjoint(outcomes.TERMINAL_STATUSES)
