"""The rules of a trajectory document that its JSON Schema cannot say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from osmosis_contract.base import ContractModel
from osmosis_contract.models.trajectory import (
    ObservationResult,
    OsmosisExtra,
    StepSource,
    SubagentRef,
    Trajectory,
    TrajectoryExtra,
    TrajectoryStep,
)
from osmosis_contract.models.trajectory_report import LlmCallMetrics, SampleReport

__all__ = ["TrajectoryFault", "check_trajectory"]

_AGENT_ONLY = ("model_name", "reasoning_effort", "reasoning_content", "tool_calls", "metrics")
_NEEDS_A_CALL = ("metrics", "reasoning_content")
_OPEN_MODELS = (TrajectoryExtra, OsmosisExtra, LlmCallMetrics, SampleReport)


@dataclass(frozen=True, slots=True)
class TrajectoryFault:
    """A rule that a document breaks: where (a JSON pointer), what is wrong, and what to do about it."""

    pointer: str
    problem: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.pointer or '(document)'}: {self.problem}; {self.remedy}"


def check_trajectory(document: Trajectory) -> list[TrajectoryFault]:
    """Every fault of a document that its schema already accepts; empty if it has none.

    Covers members the format does not know, the numbering of steps, members that only agent steps have,
    steps without a model call, references to tool calls and subagents, embedded documents, timestamps, and
    numbers that are not finite.
    """
    return [*_document_faults(document, ""), *_non_finite(document.model_dump(exclude_unset=True), "")]


def _document_faults(document: Trajectory, at: str) -> Iterator[TrajectoryFault]:
    yield from _unknown_members(document, at)
    for index, step in enumerate(document.steps):
        where = f"{at}/steps/{index}"
        if step.step_id != index + 1:
            yield TrajectoryFault(
                f"{where}/step_id",
                f"the step's number is {step.step_id}, and its place is {index + 1}",
                "number the steps 1, 2, 3 … in order, without gaps",
            )
        yield from _step_faults(step, where)
    yield from _embedded_faults(document.subagent_trajectories or [], f"{at}/subagent_trajectories")


def _step_faults(step: TrajectoryStep, at: str) -> Iterator[TrajectoryFault]:
    if step.timestamp is not None and not _is_iso_8601(step.timestamp):
        yield TrajectoryFault(
            f"{at}/timestamp",
            f"{step.timestamp!r} is not an ISO 8601 time",
            "write a time such as 2026-03-01T10:15:30Z, or leave the member out",
        )
    if step.source is not StepSource.AGENT:
        for name in _AGENT_ONLY:
            if getattr(step, name) is not None:
                yield TrajectoryFault(
                    f"{at}/{name}",
                    f"a {step.source} step has {name}, which only agent steps have",
                    "move it to the step's extra, or make the step an agent's",
                )
    elif step.llm_call_count == 0:
        for name in _NEEDS_A_CALL:
            if getattr(step, name) is not None:
                yield TrajectoryFault(
                    f"{at}/{name}",
                    f"the step has {name} although its llm_call_count is 0",
                    "count the model calls behind the step, or leave the member out",
                )
    if step.observation is not None:
        known = {call.tool_call_id for call in step.tool_calls or ()}
        for index, result in enumerate(step.observation.results):
            yield from _result_faults(result, known, f"{at}/observation/results/{index}")


def _result_faults(result: ObservationResult, known: set[str], at: str) -> Iterator[TrajectoryFault]:
    if result.source_call_id is not None and result.source_call_id not in known:
        yield TrajectoryFault(
            f"{at}/source_call_id",
            f"the step has no tool call {result.source_call_id!r}",
            "leave source_call_id out and keep the id in extra.tool_call_id",
        )
    for index, reference in enumerate(result.subagent_trajectory_ref or ()):
        yield from _reference_faults(reference, f"{at}/subagent_trajectory_ref/{index}")


def _reference_faults(reference: SubagentRef, at: str) -> Iterator[TrajectoryFault]:
    if reference.trajectory_id is None and reference.trajectory_path is None:
        yield TrajectoryFault(
            at,
            "the reference names no trajectory",
            "give it the trajectory_id of an embedded document, or a trajectory_path",
        )


def _embedded_faults(embedded: list[Trajectory], at: str) -> Iterator[TrajectoryFault]:
    first: dict[str, int] = {}
    for index, document in enumerate(embedded):
        where = f"{at}/{index}"
        name = document.trajectory_id
        if name is None:
            yield TrajectoryFault(
                where,
                "an embedded document has no trajectory_id",
                "give it one that no other embedded document has",
            )
        elif name in first:
            yield TrajectoryFault(
                f"{where}/trajectory_id",
                f"{name!r} is also the trajectory_id of embedded document {first[name]}",
                "give each embedded document another one",
            )
        else:
            first[name] = index
        yield from _document_faults(document, where)


def _is_iso_8601(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _escaped(name: object) -> str:
    return str(name).replace("~", "~0").replace("/", "~1")


def _unknown_members(model: ContractModel, at: str) -> Iterator[TrajectoryFault]:
    """Members that tolerant reading kept and the format has no place for, embedded documents left aside."""
    if not isinstance(model, _OPEN_MODELS):
        for name in model.model_extra or ():
            yield TrajectoryFault(
                f"{at}/{_escaped(name)}",
                f"the format has no member {name!r} here",
                "move it to extra, or leave it out",
            )
    for name in type(model).model_fields:
        if name == "subagent_trajectories":
            continue
        value = getattr(model, name)
        if isinstance(value, ContractModel):
            yield from _unknown_members(value, f"{at}/{name}")
        elif isinstance(value, list):
            for index, entry in enumerate(value):
                if isinstance(entry, ContractModel):
                    yield from _unknown_members(entry, f"{at}/{name}/{index}")


def _non_finite(value: Any, at: str) -> Iterator[TrajectoryFault]:
    if isinstance(value, float):
        if value - value != 0:
            yield TrajectoryFault(
                at, f"{value} is not a finite number", "write null inside extra or arguments, or leave it out"
            )
    elif isinstance(value, Mapping):
        for name, entry in value.items():
            yield from _non_finite(entry, f"{at}/{_escaped(name)}")
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from _non_finite(entry, f"{at}/{index}")
