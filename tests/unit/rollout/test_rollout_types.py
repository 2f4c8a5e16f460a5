"""Samples, rewards, requests, results, configs, contexts, categories: what their types promise."""

from __future__ import annotations

import math
import threading
from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError
from rollout_support import failed, succeeded

from osmosis_ai.rollout import (
    AgentWorkflowConfig,
    AgentWorkflowOutput,
    BaseConfig,
    ConcurrencyConfig,
    ExecutionOutcome,
    ExecutionRequest,
    GraderContext,
    RolloutContext,
    RolloutErrorCategory,
    RolloutSample,
    RolloutStatus,
    SampleSource,
    get_rollout_context,
)
from osmosis_ai.rollout.errors import categorize_exception, describe_exception
from osmosis_ai.rollout.ids import ensure_single_path_segment, is_single_path_segment, new_rollout_id
from osmosis_ai.rollout.imports import resolve_object
from osmosis_ai.rollout.types import as_reward


class Scalar:
    """What NumPy's scalars and zero-dimensional arrays look like."""

    def __init__(self, value: object, ndim: int = 0) -> None:
        self.value, self.ndim = value, ndim

    def item(self) -> object:
        return self.value

    def __repr__(self) -> str:
        return f"Scalar({self.value!r})"


@pytest.mark.parametrize(
    ("given", "reward"),
    [
        (0.5, 0.5),
        (1, 1.0),
        (-3, -3.0),
        (True, 1.0),
        (1e300, 1e300),
        (Scalar(0.25), 0.25),
        (Scalar(2), 2.0),
        (None, None),
    ],
)
def test_any_finite_number_is_a_reward(given: object, reward: float | None):
    """Of any size and sign; scalars of numeric libraries count, and None takes the reward away."""
    sample = RolloutSample(reward=7.0)
    sample.reward = given  # type: ignore[assignment]
    assert sample.reward == reward


@pytest.mark.parametrize(
    "given",
    [math.nan, math.inf, -math.inf, "1", b"1", [1], {}, Fraction(1, 2), Scalar("1"), Scalar(1.0, ndim=1), 10**400, 1j],
    ids=["nan", "inf", "-inf", "text", "bytes", "list", "dict", "fraction", "text scalar", "array", "huge", "complex"],
)
def test_anything_else_is_refused_where_it_is_assigned(given: object):
    """In the constructor, by assignment, and by `set_reward`; the reward that was there stays."""
    with pytest.raises(ValidationError):
        RolloutSample(reward=given)  # type: ignore[arg-type]
    sample = RolloutSample(reward=0.5)
    with pytest.raises(ValidationError):
        sample.reward = given  # type: ignore[assignment]
    with pytest.raises((TypeError, ValueError)):
        GraderContext(sample=sample).set_reward(given)  # type: ignore[arg-type]
    assert sample.reward == 0.5


def test_a_reward_needs_a_sample():
    """`set_reward` without one is a ValueError that says what is missing."""
    with pytest.raises(ValueError, match="no sample"):
        GraderContext().set_reward(1.0)


def test_the_last_reward_counts():
    """A grader may think again."""
    context = GraderContext(sample=RolloutSample())
    context.set_reward(0.1)
    context.set_reward(0.9)
    assert context.sample is not None
    assert context.sample.reward == 0.9


def test_as_reward_always_gives_a_float():
    """Not a bool, not an int."""
    assert [type(as_reward(value)) for value in (True, 1, 0.5, Scalar(True))] == [float] * 4


def test_a_sample_begins_empty():
    """Every member has a default."""
    sample = RolloutSample()
    assert (sample.messages, sample.label, sample.reward, sample.remove_sample) == ([], None, None, False)
    assert (sample.metrics, sample.extra_fields, sample.trajectory_messages) == ({}, {}, [])


def test_the_trajectory_is_a_deep_copy_of_the_messages_unless_it_is_given():
    """What a framework does to its messages later does not reach the file; an explicit None saves none."""
    messages = [{"role": "user", "content": [{"text": "a"}]}]
    sample = RolloutSample(messages=messages)
    messages[0]["content"][0]["text"] = "b"  # type: ignore[index]
    assert sample.trajectory_messages == [{"role": "user", "content": [{"text": "a"}]}]
    assert RolloutSample(messages=messages, trajectory_messages=None).trajectory_messages is None
    assert RolloutSample(messages=messages, trajectory_messages=[{"a": 1}]).trajectory_messages == [{"a": 1}]


def test_messages_that_cannot_be_copied_save_no_trajectory():
    """The sample works, with a null in place of the copy."""
    sample = RolloutSample(messages=[{"lock": threading.Lock()}])
    assert len(sample.messages) == 1
    assert sample.trajectory_messages is None


def test_any_sequence_of_mappings_is_a_conversation():
    """Tuples and mapping types become lists of dicts."""
    from types import MappingProxyType

    sample = RolloutSample(messages=(MappingProxyType({"role": "user"}),))  # type: ignore[arg-type]
    assert sample.messages == [{"role": "user"}]


@pytest.mark.parametrize("messages", ["text", b"x", [1], ["a"], {"role": "user"}, None, 7], ids=repr)
def test_anything_else_is_no_conversation(messages: Any):
    """Refused where the sample is made."""
    with pytest.raises(ValidationError):
        RolloutSample(messages=messages)


def test_an_output_has_three_members_and_finite_metrics():
    """A further member is a typing mistake, a metric that is not finite measures nothing."""
    output = AgentWorkflowOutput(messages=[{"role": "user"}], metrics={"turns": 3}, info={"x": object()})
    assert (output.messages, output.metrics) == ([{"role": "user"}], {"turns": 3.0})
    assert AgentWorkflowOutput().messages is None
    for wrong in ({"sample": 1}, {"metrics": {"m": math.nan}}, {"metrics": {"m": "many"}}, {"messages": "text"}):
        with pytest.raises(ValidationError):
            AgentWorkflowOutput(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("rollout_id", ["", ".", "..", "a/b", "a\\b", "a\0"])
def test_a_request_has_an_id_of_one_path_segment(rollout_id: str):
    """The same rule as on the wire."""
    assert not is_single_path_segment(rollout_id)
    with pytest.raises(ValueError, match="path segment"):
        ensure_single_path_segment(rollout_id)
    with pytest.raises(ValidationError):
        ExecutionRequest(id=rollout_id, prompt=[])


@pytest.mark.parametrize("timeout", [math.nan, math.inf])
def test_a_request_has_finite_timeouts(timeout: float):
    """None is no limit; infinity is not a number of seconds."""
    with pytest.raises(ValidationError):
        ExecutionRequest(id="a", prompt=[], agent_timeout_sec=timeout)
    assert ExecutionRequest(id="a", prompt=[], agent_timeout_sec=-1).agent_timeout_sec == -1


def test_new_ids_are_32_hexadecimal_digits():
    """And differ."""
    first, second = new_rollout_id(), new_rollout_id()
    assert len(first) == 32
    assert int(first, 16) != int(second, 16)


@pytest.mark.parametrize(
    ("workflow", "grader", "reported", "saved"),
    [
        (succeeded(), None, "workflow", "workflow"),
        (succeeded(), succeeded(reward=1.0), "grader", "grader"),
        (succeeded(), failed(), "grader", "workflow"),
        (succeeded(), failed(sample=RolloutSample()), "grader", "grader"),
        (failed(sample=RolloutSample()), succeeded(reward=1.0), "workflow", "grader"),
    ],
)
def test_an_outcome_reports_one_result_and_saves_one(workflow: Any, grader: Any, reported: str, saved: str):
    """A failed workflow's result, else the grader's where there is one; the grader's sample is saved, if any."""
    outcome = ExecutionOutcome(workflow=workflow, grader=grader)
    assert outcome.result is getattr(outcome, reported)
    assert outcome.result_to_save is getattr(outcome, saved)


def test_a_failed_workflow_without_a_sample_borrows_the_graders():
    """So that a failure can show what there was."""
    outcome = ExecutionOutcome(workflow=failed(), grader=succeeded())
    assert outcome.result.status is RolloutStatus.FAILURE
    assert outcome.grader is not None
    assert outcome.result.sample == outcome.grader.sample
    assert outcome.workflow.sample is None


def test_configs_keep_what_a_rollout_adds():
    """A name is required, everything else is the rollout's own; a limit is at least one, or none."""
    assert BaseConfig(name="n", temperature=0.5).model_extra == {"temperature": 0.5}  # type: ignore[call-arg]
    with pytest.raises(ValidationError):
        BaseConfig()  # type: ignore[call-arg]
    for limit in (0, -1, 1.5, "many"):
        with pytest.raises(ValidationError):
            ConcurrencyConfig(max_concurrent=limit)  # type: ignore[arg-type]
    assert AgentWorkflowConfig(name="n").concurrency.max_concurrent is None


class Source(SampleSource):
    async def get_sample(self) -> RolloutSample:
        return RolloutSample(messages=[{"role": "user"}])


async def test_a_context_is_active_inside_its_block():
    """Leaving clears it and does not bring an outer one back."""
    assert get_rollout_context() is None
    with RolloutContext(rollout_id="outer"):
        with RolloutContext(rollout_id="inner") as inner:
            assert get_rollout_context() is inner
        assert get_rollout_context() is None
    assert get_rollout_context() is None


async def test_a_rollout_has_one_sample_source():
    """A second is a ValueError, the same again is not; without one there is no sample."""
    context = RolloutContext()
    assert await context.get_sample() is None
    source = Source()
    context.set_sample_source(source)
    context.set_sample_source(source)
    with pytest.raises(ValueError, match="already has a sample source"):
        context.set_sample_source(Source())
    sample = await context.get_sample()
    assert sample is not None
    assert sample.messages == [{"role": "user"}]
    assert await source.get_preview(10) is None


async def test_a_context_reports_its_status_to_whoever_asked():
    """And to nobody otherwise."""
    told = []

    async def progress(status: RolloutStatus) -> None:
        told.append(status)

    await RolloutContext().set_status(RolloutStatus.GRADING)
    await RolloutContext(progress=progress).set_status(RolloutStatus.GRADING)
    assert told == [RolloutStatus.GRADING]


def test_empty_members_of_a_context_come_from_the_environment(monkeypatch: pytest.MonkeyPatch):
    """Inside a container nobody else says where the model is; what is given goes first."""
    monkeypatch.setenv("OSMOSIS_CHAT_COMPLETIONS_URL", "http://env")
    monkeypatch.setenv("OSMOSIS_API_KEY", "k")
    monkeypatch.setenv("OSMOSIS_ROLLOUT_ID", "r")
    context = RolloutContext()
    assert (context.chat_completions_url, context.api_key, context.rollout_id) == ("http://env", "k", "r")
    context = RolloutContext("http://given", "g", "i")
    assert (context.chat_completions_url, context.api_key, context.rollout_id) == ("http://given", "g", "i")


def _named(name: str, base: type[Exception] = Exception, **members: object) -> Exception:
    error: Exception = type(name, (base,), members)("text")
    return error


@pytest.mark.parametrize(
    ("error", "category"),
    [
        (TimeoutError(), "timeout"),
        (_named("Mine", TimeoutError), "timeout"),
        (ValueError(), "validation_error"),
        (TypeError(), "validation_error"),
        (AssertionError(), "validation_error"),
        (UnicodeDecodeError("utf-8", b"", 0, 1, ""), "validation_error"),
        (_named("SandboxConnectionException"), "http_error"),
        (_named("SandboxRateLimitException", ValueError), "http_error"),
        (_named("Derived", type(_named("PoolStateStoreUnavailableException"))), "http_error"),
        (_named("SandboxApiException", status_code=503), "http_error"),
        (_named("SandboxAPIError", status_code=401), "http_error"),
        (_named("SandboxAPIError", status_code=404), "agent_error"),
        (_named("SandboxAPIError", status_code="503"), "agent_error"),
        (_named("SandboxAPIError", status_code=[503]), "agent_error"),
        (RuntimeError(), "agent_error"),
        (KeyError("k"), "agent_error"),
        (_named("HTTPStatusError", status_code=503), "agent_error"),
        (SystemExit(), "agent_error"),
    ],
    ids=repr,
)
def test_an_exception_has_the_category_of_its_class(error: BaseException, category: str):
    """Deadlines, invalid values, sandbox trouble by the names of its classes, and everything else is the agent's."""
    assert categorize_exception(error) is RolloutErrorCategory(category)


class _UnprintableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("bad"), "ValueError: bad"),
        (ValueError(), "ValueError"),
        (_UnprintableError(), "_UnprintableError"),
        (RuntimeError("x" * 9999), "RuntimeError: " + "x" * 3985 + "…"),
    ],
    ids=["text", "no text", "unprintable", "long"],
)
def test_an_exception_is_described_in_bounded_length(error: Exception, text: str):
    """Class and text, whatever the class does."""
    assert describe_exception(error) == text


def test_objects_may_be_given_by_name():
    """`module:attribute`, dotted if need be; anything that is no string is itself."""
    assert resolve_object("collections:OrderedDict.fromkeys") is not None
    assert resolve_object(7) == 7
    for wrong, error in (
        ("json", ValueError),
        (":x", ValueError),
        ("json:", ValueError),
        ("json:nope", AttributeError),
    ):
        with pytest.raises(error):
            resolve_object(wrong)
    with pytest.raises(ImportError):
        resolve_object("no_such_module_here:x")
