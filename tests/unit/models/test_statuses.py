"""Whose fault a provider's status is, for the whole of the 4xx, and what a body may correct."""

import json

import pytest

from osmosis_ai.models.policy import FaultKind, Sanitiser
from osmosis_ai.models.providers.faults import error_in_success, refusal
from osmosis_ai.models.providers.statuses import kind_of_status, status_may_pass


def test_only_three_statuses_are_the_requests_own_fault():
    """400, 413 and 422 are about its content; every other 4xx is about account, address, headers or moment."""
    assert [status for status in range(400, 500) if kind_of_status(status).is_request_error] == [400, 413, 422]
    assert not any(kind_of_status(status).is_request_error for status in (100, 302, *range(500, 600)))


def test_what_may_pass_is_not_permanent():
    """A status that is worth another try stands for the moment, not for the account or the address."""
    passing = [status for status in range(400, 500) if status_may_pass(status)]
    assert passing == [408, 409, 420, 421, 423, 424, 425, 429, 444, 449, 460, 499]
    assert not any(kind_of_status(status).is_permanent for status in passing)
    lasting = [status for status in range(400, 500) if not status_may_pass(status)]
    assert all(kind_of_status(status).is_permanent for status in lasting)


@pytest.mark.parametrize(
    ("status", "error", "kind"),
    [
        (429, {"message": "slow down", "code": "rate_limit_exceeded"}, FaultKind.RATE_LIMIT),
        (429, {"message": "You exceeded your quota", "code": "insufficient_quota"}, FaultKind.BUDGET),
        (429, {"message": "x", "type": "insufficient_quota", "code": None}, FaultKind.BUDGET),
        (403, {"message": "Insufficient credits"}, FaultKind.BUDGET),
        (400, {"message": "Your credit balance is too low to access the API."}, FaultKind.BUDGET),
        (400, {"message": "API key not valid. Please pass a valid API key."}, FaultKind.AUTHENTICATION),
        (400, {"message": "x", "details": [{"reason": "API_KEY_INVALID"}]}, FaultKind.AUTHENTICATION),
        (400, {"message": "no such model", "code": "model_not_found"}, FaultKind.NOT_FOUND),
        (400, {"message": "too long", "code": "context_length_exceeded"}, FaultKind.BAD_REQUEST),
        (403, {"message": "flagged", "metadata": {"flagged_input": "x"}}, FaultKind.BAD_REQUEST),
        (403, {"message": "not yours"}, FaultKind.PERMISSION),
    ],
)
def test_a_body_corrects_what_its_status_says(status: int, error: dict[str, object], kind: FaultKind):
    """An exhausted account, a wrong key, an unknown model and a moderated prompt come under several statuses."""
    assert refusal(status, json.dumps({"error": error}), None, Sanitiser({})).kind is kind


@pytest.mark.parametrize("text", ["", "[]", "null", "x", "[" * 100_000, '{"error": [1]}', '{"error": {"message": 5}}'])
def test_any_error_body_is_read(text: str):
    """The status decides where the body says nothing."""
    assert refusal(409, text, None, Sanitiser({})).kind is FaultKind.SERVER


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ({"error": {"message": "busy", "code": "429"}}, 429),
        ({"error": {"message": "busy", "type": "overloaded_error"}}, 529),
        ({"error": "gone"}, 502),
        ({"error": {"code": 10**30}}, 502),
        ({"choices": [{"finish_reason": "error", "message": {"content": ""}}]}, 502),
        ({"choices": [{"error": {"message": "busy", "code": 503}, "message": {"content": "half"}}]}, 503),
        ({"error": {"code": 503}, "choices": [{"finish_reason": "error", "delta": {"content": ""}}]}, 503),
    ],
)
def test_an_error_in_a_success_has_its_status(answer: dict[str, object], status: int):
    """Beside the choices, in a choice, or as the finish reason."""
    fault = error_in_success(answer, Sanitiser({}))
    assert fault is not None
    assert fault.status == status


def test_an_answer_beside_an_empty_error_counts():
    """Some gateways send the member always."""
    assert error_in_success({"error": None, "choices": []}, Sanitiser({})) is None
    answered = {"error": {"message": "a warning"}, "choices": [{"finish_reason": "stop", "message": {"content": "x"}}]}
    assert error_in_success(answered, Sanitiser({})) is None
