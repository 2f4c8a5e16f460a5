"""The conversation of a rollout that did not succeed and gave no sample: what it asked the model, and the answers."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from osmosis_ai.rollout.trajectory import save_trajectory
from osmosis_ai.rollout.types import ExecutionResult, RolloutSample, RolloutStatus

__all__ = ["save_model_calls"]

_TRAJECTORY = "trajectory.json"


async def save_model_calls(trials: Path, rollout_id: str, messages: list[Any]) -> None:
    """Saves the messages as the rollout's trajectory, marked as cut off, unless it has one or there are none.

    What cannot be saved is left out with a warning.
    """
    if not messages or await asyncio.to_thread((trials / rollout_id / _TRAJECTORY).exists):
        return
    sample = RolloutSample(messages=[message for message in messages if isinstance(message, dict)])
    result = ExecutionResult(status=RolloutStatus.FAILURE, sample=sample, sample_cut_off=True)
    await save_trajectory(
        rollout_id=rollout_id,
        result=result,
        request_extra_fields={"recorded_from": "model_calls"},
        artifact_root=trials,
    )
