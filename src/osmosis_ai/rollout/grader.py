"""The contract of a grader: one sample in, one reward out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osmosis_ai.rollout.config import GraderConfig
from osmosis_ai.rollout.types import RolloutSample, as_reward

__all__ = ["Grader", "GraderContext"]


@dataclass(slots=True)
class GraderContext:
    """What a grader is given.

    `label`: the row's reference answer. `sample`: what the workflow made, None when it made nothing. `metadata`: the
    row's metadata. `artifacts_dir`: the folder the workflow wrote to. `project_path`: set by harnesses that have one.
    """

    label: str | None = None
    sample: RolloutSample | None = None
    project_path: str | None = None
    metadata: dict[str, Any] | None = None
    artifacts_dir: Path | None = None

    def set_reward(self, reward: float) -> None:
        """Gives the sample its reward, a finite number of any size; the last call counts.

        Raises ValueError when there is no sample or the number is not finite, TypeError when it is no number.
        """
        if self.sample is None:
            raise ValueError(
                "there is no sample to reward: the workflow returned no messages and registered no sample source"
            )
        self.sample.reward = as_reward(reward)


class Grader(ABC):
    """Scores samples. One instance serves one rollout. Subclasses implement `grade` and call `ctx.set_reward`."""

    def __init__(self, config: GraderConfig | None = None) -> None:
        self.config: Any = config

    @abstractmethod
    async def grade(self, ctx: GraderContext) -> Any:
        """Grade one sample; the returned value is ignored."""
