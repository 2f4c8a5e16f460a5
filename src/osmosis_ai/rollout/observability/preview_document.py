"""The text of a preview: a trajectory document of the end of a conversation, small enough and free of secrets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from osmosis_ai import __version__
from osmosis_ai.rollout.observability.preview_bounds import MAX_SOURCE, Cleaner, Snapshot, snapshot_of_messages
from osmosis_ai.rollout.trajectory.convert import AGENT_NAME
from osmosis_ai.rollout.trajectory.format import indented
from osmosis_ai.rollout.trajectory.steps import steps_of_messages
from osmosis_contract.models.trajectory import (
    AtifVersion,
    Observation,
    ObservationResult,
    StepMetrics,
    TrajectoryStep,
    TrajectoryToolCall,
)

__all__ = ["MAX_BYTES", "PreviewFacts", "preview_text"]

MAX_BYTES = 900 * 1024
_SMALLEST_SOURCE = 32 * 1024  # of characters; with all of them escaped it still fits
_MODELS = (TrajectoryStep, TrajectoryToolCall, Observation, ObservationResult, StepMetrics)
_NAMES = frozenset(field.alias or name for model in _MODELS for name, field in model.model_fields.items())
_STRUCTURE = ("step_id", "source", "timestamp")
_STEP_INDENT = 4

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PreviewFacts:
    """What a preview says about its rollout. `version` counts the previews of the rollout."""

    rollout_id: str
    status: str
    version: int
    updated_at: datetime


def preview_text(snapshot: Snapshot, facts: PreviewFacts, cleaner: Cleaner) -> str | None:
    """The document, of at most 900 KiB of ASCII; None while there is no message.

    Oldest steps go first where it is too large; if the last one alone is, less is taken of its source.
    """
    if not snapshot.messages:
        return None
    source = MAX_SOURCE
    while True:
        text = _fitting(_steps(snapshot, cleaner), snapshot, facts)
        if text is not None or source <= _SMALLEST_SOURCE:
            return text
        source //= 4
        smaller = snapshot_of_messages(snapshot.messages, cleaner.reach, source=source)
        kept = len(smaller.messages)
        snapshot = replace(snapshot, messages=smaller.messages, steps=snapshot.steps[-kept:], truncated=True)


def _steps(snapshot: Snapshot, cleaner: Cleaner) -> list[JsonObject]:
    """The steps of the snapshot's messages, each with the number it has in the whole conversation."""
    made = steps_of_messages(cleaner.messages(snapshot.messages))
    structure = [{name: step.pop(name) for name in _STRUCTURE if name in step} for step in made]
    cleaned = cleaner.steps(made, _NAMES)
    originals = _originals(snapshot, len(made))
    return [
        {**first, **rest, "extra": {**rest.get("extra", {}), "osmosis": {"original_step_id": original}}}
        for first, rest, original in zip(structure, cleaned, originals, strict=True)
    ]


def _originals(snapshot: Snapshot, count: int) -> list[int]:
    """The original number of each step; a result whose agent step was cut off stands alone, under that step's."""
    first, *_ = snapshot.steps
    leading = 0
    for message in snapshot.messages:
        if not (isinstance(message, dict) and message.get("role") in ("tool", "function")):
            break
        leading += 1
    rest = snapshot.steps[leading:]
    numbers = rest[:1] + [after for before, after in pairwise(rest) if after != before]
    return (
        [*snapshot.steps[:leading], *numbers] if leading + len(numbers) == count else [first + n for n in range(count)]
    )


def _fitting(steps: list[JsonObject], snapshot: Snapshot, facts: PreviewFacts) -> str | None:
    """The document with as many of the last steps as fit; None when not even one does."""
    kept, room = 0, MAX_BYTES - len(_text([], snapshot, facts, truncated=True))
    for step in reversed(steps):
        text = indented(step)
        room -= len(text) + _STEP_INDENT * (text.count("\n") + 1) + 2
        if room < 0:
            break
        kept += 1
    last = steps[len(steps) - kept :]
    while last:
        text = _text(last, snapshot, facts, truncated=snapshot.truncated or len(last) < len(steps))
        if len(text) <= MAX_BYTES:
            return text
        del last[0]
    return None


def _text(steps: list[JsonObject], snapshot: Snapshot, facts: PreviewFacts, *, truncated: bool) -> str:
    return indented(
        {
            "schema_version": AtifVersion.ATIF_V1_7.value,
            "session_id": facts.rollout_id,
            "trajectory_id": facts.rollout_id,
            "agent": {"name": AGENT_NAME, "version": __version__},
            "steps": [{**step, "step_id": number} for number, step in enumerate(steps, 1)],
            "final_metrics": {"total_steps": len(steps)},
            "extra": {
                "osmosis": {
                    "rollout_id": facts.rollout_id,
                    "preview": True,
                    "turn": snapshot.turn,
                    "truncated": truncated,
                    "status": facts.status,
                    "preview_version": facts.version,
                    "updated_at": facts.updated_at.astimezone(UTC).isoformat(),
                }
            },
        }
    )
