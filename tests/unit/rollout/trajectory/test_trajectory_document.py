"""The document around the steps: identity, what is known of the rollout, reports laid over it, and
totals.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest

import osmosis_ai
from osmosis_ai.rollout.trajectory import (
    TrajectoryReport,
    convert_sample_to_trajectory,
    format_trajectory_json,
    report_from_response,
)
from osmosis_ai.rollout.trajectory.atif import Trajectory
from osmosis_ai.rollout.trajectory.report import LlmCallMetrics, SampleReport
from osmosis_ai.rollout.types import RolloutSample
from osmosis_ai.semantics.trajectories import check_trajectory

PUBLISHED = sorted((Path(__file__).parent / "published").glob("*.json"))

FULL_CALL: dict[str, Any] = {
    "prompt_tokens": 1,
    "completion_tokens": 2,
    "cached_tokens": 3,
    "cost_usd": 0.25,
    "prompt_token_ids": [1, 2],
    "completion_token_ids": [3],
    "logprobs": [-0.5],
    "extra": {"e": 1},
}


def sample(**members: Any) -> RolloutSample:
    """A sample with two agent steps, the first with usage of its own."""
    usage = {"prompt_tokens": 7, "cost_usd": 1, "prompt_tokens_details": {"a": 1}}
    messages = [
        {"role": "assistant", "content": "a", "model": "mine", "usage": usage},
        {"role": "assistant", "content": "b"},
    ]
    return RolloutSample(**{"messages": messages, **members})


def document(given: RolloutSample | None = None, **options: Any) -> dict[str, Any]:
    """The document of a sample, as its file has it."""
    trajectory = convert_sample_to_trajectory(given or sample(), rollout_id="r", **options)
    assert check_trajectory(trajectory) == []
    return json.loads(format_trajectory_json(trajectory))


def osmosis(given: RolloutSample | None = None, **options: Any) -> dict[str, Any]:
    """What the document says about the rollout, apart from its id."""
    found = document(given, **options)["extra"]["osmosis"]
    assert found.pop("rollout_id") == "r"
    return found


def test_document_says_who_wrote_it_and_for_which_rollout():
    """Both ids are the rollout's; the agent is the SDK with its version; all steps are counted."""
    found = document()
    assert {name: found[name] for name in ("schema_version", "session_id", "trajectory_id")} == {
        "schema_version": "ATIF-v1.7",
        "session_id": "r",
        "trajectory_id": "r",
    }
    assert found["agent"] == {"name": "osmosis-rollout-sdk", "version": osmosis_ai.__version__}
    assert found["final_metrics"] == {"total_steps": 2}


def test_sample_that_wants_no_trajectory_is_refused():
    """Null trajectory messages raise ValueError, and so does a sample without messages."""
    with pytest.raises(ValueError, match="trajectory_messages is null"):
        document(sample(trajectory_messages=None))
    with pytest.raises(ValueError, match="no messages"):
        document(RolloutSample())


def test_rollout_is_described_under_our_own_key():
    """The label, reward, metrics and extra fields of the sample, and what the request said, are
    recorded.
    """
    given = sample(label="L", reward=0.5, metrics={"a": None}, extra_fields={"b": [1]}, remove_sample=True)
    assert osmosis(given, request_label="R", request_metadata={"m": 1}, request_extra_fields={"row_index": 0}) == {
        "label": "L",
        "reward": 0.5,
        "sample_metrics": {"a": None},
        "sample_extra_fields": {"b": [1]},
        "request_metadata": {"m": 1},
        "request_extra_fields": {"row_index": 0},
    }


def test_label_of_the_request_stands_in_for_the_samples():
    """The request's label is recorded where the sample has none."""
    assert osmosis(request_label="R") == {"label": "R"}


def test_nothing_is_recorded_of_what_is_empty():
    """Null and empty members are left out; a reward of zero is neither."""
    assert osmosis(sample(reward=0.0), request_metadata={}, request_extra_fields=None) == {"reward": 0.0}


def test_unsafe_fields_are_mended_and_the_document_is_made(caplog: pytest.LogCaptureFixture):
    """A metric that JSON cannot carry is left out with a warning, metadata is mended, all the rest is
    kept.
    """
    given = sample(metrics={"loss": float("nan"), "turns": 2}, label="\ud800")
    found = osmosis(given, request_metadata={"k": float("inf")})
    assert found == {"label": "\ufffd", "sample_metrics": {"turns": 2}, "request_metadata": {"k": None}}
    assert "loss" in caplog.text


def test_values_nested_too_deeply_for_readers_become_text():
    """A value deeper than common readers go is kept as JSON text, so that the file can be read."""
    deep: Any = "bottom"
    for _ in range(190):
        deep = [deep]
    call = {"id": "c", "function": {"name": "f", "arguments": {"deep": deep}}}
    given = RolloutSample(messages=[{"role": "assistant", "content": "", "tool_calls": [call]}])
    text = format_trajectory_json(convert_sample_to_trajectory(given, rollout_id="r"))
    assert "bottom" in text
    assert Trajectory.read(text).steps[0].tool_calls is not None


def test_calls_are_laid_over_as_many_agent_steps():
    """Call i becomes the metrics of agent step i; what the call does not know stays; it names the
    step's model.
    """
    report = SampleReport(
        model_name="reported",
        llm_call_metrics=[
            LlmCallMetrics(completion_tokens=9, model_name="cm", extra={"e": 1}),
            LlmCallMetrics(**FULL_CALL),
        ],
    )
    found = document(report=report, default_model_name="default")
    first, second = found["steps"]
    assert first["model_name"] == "cm"
    assert first["metrics"] == {
        "prompt_tokens": 7,
        "completion_tokens": 9,
        "cost_usd": 1,
        "extra": {"prompt_tokens_details": {"a": 1}, "e": 1},
    }
    assert second == {
        "step_id": 2,
        "source": "agent",
        "message": "b",
        "metrics": FULL_CALL,
        "llm_call_count": 1,
    }
    assert found["agent"]["model_name"] == "reported"
    assert "unmatched_llm_call_metrics" not in found["extra"]["osmosis"]


def test_default_model_is_the_agents_where_the_report_names_none():
    """default_model_name is the agent's model unless the report has one."""
    assert document(default_model_name="d")["agent"]["model_name"] == "d"
    assert document(report=SampleReport(), default_model_name="d")["agent"]["model_name"] == "d"


def test_calls_of_another_number_are_kept_apart():
    """Calls that are not as many as the agent steps are laid over none, and kept without their null
    members.
    """
    report = SampleReport(llm_call_metrics=[LlmCallMetrics(**FULL_CALL, model_name="cm")])
    found = document(report=report)
    assert found["extra"]["osmosis"]["unmatched_llm_call_metrics"] == [{**FULL_CALL, "model_name": "cm"}]
    assert found["steps"][0]["metrics"]["prompt_tokens"] == 7
    assert found["final_metrics"]["total_prompt_tokens"] == 1


TWO_CALLS = [LlmCallMetrics(**FULL_CALL), LlmCallMetrics(prompt_tokens=4)]
SUMS = {
    "total_prompt_tokens": 5,
    "total_completion_tokens": 2,
    "total_cached_tokens": 3,
    "total_cost_usd": 0.25,
    "total_steps": 2,
}


@pytest.mark.parametrize(
    ("given", "totals"),
    [
        (None, SUMS),
        ({}, SUMS),
        ({"total_prompt_tokens": None}, SUMS),
        ({"total_steps": 44}, SUMS),
        ({"total_prompt_tokens": "x"}, SUMS),
        ({"unknown": 1}, SUMS),
        ({"total_cost_usd": float("nan")}, SUMS),
        ({"total_prompt_tokens": 99}, {"total_prompt_tokens": 99, "total_steps": 2}),
        ({"total_steps": 44, "total_cost_usd": 1.5}, {"total_cost_usd": 1.5, "total_steps": 2}),
    ],
)
def test_totals_are_the_reports_or_the_sums_of_its_calls(given: dict[str, Any] | None, totals: dict[str, Any]):
    """Valid final metrics of the report win, invalid ones are ignored; total_steps is always the
    document's own.
    """
    report = SampleReport.model_construct(model_name=None, llm_call_metrics=TWO_CALLS, final_metrics=given)
    assert document(report=report)["final_metrics"] == totals


def test_usage_of_messages_is_never_added_up():
    """Without a report the totals are the number of steps alone."""
    assert document()["final_metrics"] == {"total_steps": 2}


def test_reports_on_several_samples_are_kept_and_not_applied():
    """Several sample reports are kept by their keys, without empty members."""
    reports = {
        "a": SampleReport(model_name="x"),
        "b": SampleReport(llm_call_metrics=[LlmCallMetrics(prompt_tokens=1)]),
    }
    assert osmosis(unmatched_sample_reports=reports) == {
        "unmatched_sample_reports": {
            "a": {"model_name": "x"},
            "b": {"llm_call_metrics": [{"prompt_tokens": 1}]},
        }
    }


@pytest.mark.parametrize(
    "body",
    [b"{}", b'{"trajectory": null}', b"junk", b"[]", b"", {}, {"samples": {}}, "7", httpx.Response(200)],
)
def test_acknowledgement_without_a_report_has_none(body: Any):
    """No JSON, no object, or no trajectory in it: no report, and no error."""
    assert report_from_response(body) is None


@pytest.mark.parametrize("form", ["bytes", "mapping", "response"])
def test_report_is_read_from_an_acknowledgement(form: str):
    """The report is read from the body, the parsed body or the response."""
    body = {"trajectory": {"samples": {"s": {"llm_call_metrics": [FULL_CALL]}}, "later": 1}}
    given: Any = {
        "bytes": json.dumps(body).encode(),
        "mapping": body,
        "response": httpx.Response(200, json=body),
    }
    report = report_from_response(given[form])
    assert isinstance(report, TrajectoryReport)
    assert report.samples["s"].llm_call_metrics == [LlmCallMetrics(**FULL_CALL)]


@pytest.mark.parametrize(
    "report", [5, [], {"samples": []}, {"samples": {"a": {"llm_call_metrics": [{"prompt_tokens": "x"}]}}}]
)
def test_report_that_breaks_its_schema_is_ignored_with_a_warning(report: Any, caplog: pytest.LogCaptureFixture):
    """A malformed report is no report; a warning says so."""
    with caplog.at_level(logging.WARNING):
        assert report_from_response({"trajectory": report}) is None
    assert "ignored" in caplog.text


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_documents_of_the_published_package_are_read_and_written_as_they_are(path: Path):
    """A document that osmosis-ai 0.3.8 wrote is read without loss: formatted again it is the same text."""
    text = path.read_text(encoding="utf-8")
    trajectory = Trajectory.read_strict(text)
    assert check_trajectory(trajectory) == []
    assert format_trajectory_json(trajectory) == text
    assert format_trajectory_json(json.loads(text)) == text


def test_file_form():
    """Two spaces of indentation, escapes outside ASCII, numbers on one line, absent members left out,
    no newline.
    """
    given = RolloutSample(
        messages=[{"role": "user", "content": "é[\n1,\n2\n]"}],
        extra_fields={"n": [1, -2.5e-07], "m": [[1], [], [True, 1], [None]], "s": ["1"], "x": None},
    )
    text = format_trajectory_json(convert_sample_to_trajectory(given, rollout_id="r"))
    assert text == (
        """{
  "schema_version": "ATIF-v1.7",
  "session_id": "r",
  "trajectory_id": "r",
  "agent": {
    "name": "osmosis-rollout-sdk",
    "version": "VERSION"
  },
  "steps": [
    {
      "step_id": 1,
      "source": "user",
      "message": "\\u00e9[\\n1,\\n2\\n]"
    }
  ],
  "final_metrics": {
    "total_steps": 1
  },
  "extra": {
    "osmosis": {
      "rollout_id": "r",
      "sample_extra_fields": {
        "n": [1, -2.5e-7],
        "m": [
          [1],
          [],
          [
            true,
            1
          ],
          [
            null
          ]
        ],
        "s": [
          "1"
        ],
        "x": null
      }
    }
  }
}""".replace("VERSION", osmosis_ai.__version__)
    )


def test_what_is_no_trajectory_has_no_text():
    """Formatting a mapping that breaks the schema raises ValueError."""
    with pytest.raises(ValueError, match="steps"):
        format_trajectory_json({"schema_version": "ATIF-v1.7", "agent": {"name": "a", "version": "1"}, "steps": []})
