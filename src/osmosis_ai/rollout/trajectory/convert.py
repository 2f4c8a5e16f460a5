"""From the sample of a rollout to its trajectory document."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pydantic_core import to_json

from osmosis_ai import __version__
from osmosis_ai.rollout.trajectory.metrics import call_metrics, lay_over, reported_totals
from osmosis_ai.rollout.trajectory.steps import steps_of_messages
from osmosis_ai.rollout.types import RolloutSample
from osmosis_ai.rollout.wire import carried_fields, json_safe, utf8_text
from osmosis_contract.models.trajectory import AtifVersion, Trajectory
from osmosis_contract.models.trajectory_report import SampleReport

__all__ = ["AGENT_NAME", "DEEPEST", "convert_sample_to_trajectory", "flattened", "trajectory_document"]

AGENT_NAME = "osmosis-rollout-sdk"
DEEPEST = 150
"""Values nested deeper than this are written as JSON text, because common readers stop at 200."""

JsonObject = dict[str, Any]


def convert_sample_to_trajectory(
    sample: RolloutSample,
    *,
    rollout_id: str,
    request_label: str | None = None,
    request_metadata: Mapping[str, Any] | None = None,
    request_extra_fields: Mapping[str, Any] | None = None,
    report: SampleReport | None = None,
    default_model_name: str | None = None,
    unmatched_sample_reports: Mapping[str, SampleReport] | None = None,
) -> Trajectory:
    """The trajectory of a sample: its `trajectory_messages` as steps, and what is known about the rollout.

    What JSON cannot carry is replaced, so that no message is lost: a number that is not finite becomes null, a
    lone surrogate U+FFFD, an object its text. The report's calls are laid over the agent steps where there
    are as many of both. `default_model_name` is the agent's model where the report names none. Raises
    ValueError if `trajectory_messages` is null or empty.
    """
    document = trajectory_document(
        sample,
        rollout_id=rollout_id,
        request_label=request_label,
        request_metadata=request_metadata,
        request_extra_fields=request_extra_fields,
        report=report,
        default_model_name=default_model_name,
        unmatched_sample_reports=unmatched_sample_reports,
    )
    return Trajectory.read_strict(flattened(document))


def trajectory_document(
    sample: RolloutSample,
    *,
    rollout_id: str,
    request_label: str | None = None,
    request_metadata: Mapping[str, Any] | None = None,
    request_extra_fields: Mapping[str, Any] | None = None,
    report: SampleReport | None = None,
    sample_cut_off: bool = False,
    default_model_name: str | None = None,
    unmatched_sample_reports: Mapping[str, SampleReport] | None = None,
) -> JsonObject:
    """The same as plain JSON values, without the cost of a model; it may be nested deeper than `DEEPEST`."""
    if sample.trajectory_messages is None:
        raise ValueError(
            "the sample has no trajectory messages: trajectory_messages is null, so nothing is to be saved"
        )
    if not sample.trajectory_messages:
        raise ValueError("the sample has no messages, and a trajectory needs at least one step")
    name = utf8_text(rollout_id)
    steps = steps_of_messages(json_safe(sample.trajectory_messages))
    osmosis = _osmosis_extra(sample, name, request_label, request_metadata, request_extra_fields)
    if sample_cut_off:
        osmosis["sample_cut_off"] = True
    totals = _apply_report(steps, osmosis, report) if report is not None else {}
    if unmatched_sample_reports:
        osmosis["unmatched_sample_reports"] = {
            utf8_text(key): _sample_report(entry) for key, entry in unmatched_sample_reports.items()
        }
    agent: JsonObject = {"name": AGENT_NAME, "version": __version__}
    model = (report.model_name if report is not None else None) or default_model_name
    if model:
        agent["model_name"] = utf8_text(model)
    return {
        "schema_version": AtifVersion.ATIF_V1_7.value,
        "session_id": name,
        "trajectory_id": name,
        "agent": agent,
        "steps": steps,
        "final_metrics": {**totals, "total_steps": len(steps)},
        "extra": {"osmosis": osmosis},
    }


def _osmosis_extra(
    sample: RolloutSample,
    rollout_id: str,
    request_label: str | None,
    request_metadata: Mapping[str, Any] | None,
    request_extra_fields: Mapping[str, Any] | None,
) -> JsonObject:
    extra: JsonObject = {"rollout_id": rollout_id}
    label = request_label if sample.label is None else sample.label
    if label:
        extra["label"] = utf8_text(label)
    if sample.reward is not None and math.isfinite(sample.reward):
        extra["reward"] = sample.reward
    found = {
        "sample_metrics": carried_fields(sample.metrics, "metrics of the trajectory"),
        "sample_extra_fields": carried_fields(sample.extra_fields, "extra fields of the trajectory"),
        "request_metadata": request_metadata and json_safe(request_metadata),
        "request_extra_fields": request_extra_fields and json_safe(request_extra_fields),
    }
    extra.update({name: value for name, value in found.items() if value})
    return extra


def _apply_report(steps: list[JsonObject], osmosis: JsonObject, report: SampleReport) -> JsonObject:
    """Lays the calls over the agent steps, or keeps them aside; the totals."""
    calls = [call_metrics(dict(call)) for call in report.llm_call_metrics]
    agent_steps = [step for step in steps if step["source"] == "agent"]
    if len(calls) == len(agent_steps):
        lay_over(agent_steps, calls)
    elif calls:
        osmosis["unmatched_llm_call_metrics"] = calls
    return reported_totals(report.final_metrics, calls)


def _sample_report(report: SampleReport) -> JsonObject:
    plain = {
        "model_name": json_safe(report.model_name),
        "llm_call_metrics": [call_metrics(dict(call)) for call in report.llm_call_metrics],
        "final_metrics": json_safe(report.final_metrics),
    }
    return {name: value for name, value in plain.items() if value}


def flattened(document: JsonObject) -> JsonObject:
    """The document with every value nested deeper than `DEEPEST` replaced by its JSON text."""
    flat: JsonObject = _flattened(document, DEEPEST)
    return flat


def _flattened(value: Any, levels: int) -> Any:
    if isinstance(value, dict):
        if levels == 0:
            return to_json(value).decode()
        return {name: _flattened(entry, levels - 1) for name, entry in value.items()}
    if isinstance(value, list):
        if levels == 0:
            return to_json(value).decode()
        return [_flattened(entry, levels - 1) for entry in value]
    return value
