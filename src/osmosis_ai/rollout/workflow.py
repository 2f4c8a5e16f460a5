"""The contract of a workflow: one prompt in, one sample out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

from typing_extensions import TypeVar

from osmosis_ai.rollout.config import AgentWorkflowConfig
from osmosis_ai.rollout.types import Messages

__all__ = ["AgentWorkflow", "AgentWorkflowContext"]


# With a default, so that a class that names no config is complete for a type checker; the syntax for that is of 3.13.
TConfig = TypeVar("TConfig", bound=AgentWorkflowConfig, default=AgentWorkflowConfig)


@dataclass(slots=True)
class AgentWorkflowContext(Generic[TConfig]):
    """What a workflow is given.

    `prompt`: the row's messages. `config`: this rollout's own copy of the backend's config. `metadata`: the row's
    metadata. `artifacts_dir`: a folder for this rollout's files, None where none could be made.
    """

    prompt: Messages
    config: TConfig | None = None
    metadata: dict[str, Any] | None = None
    artifacts_dir: Path | None = None


class AgentWorkflow(ABC, Generic[TConfig]):
    """An agent. One instance serves one rollout.

    Subclasses implement `run`. It calls the current policy at the active `RolloutContext`, and either returns the
    conversation (a list of messages, or an `AgentWorkflowOutput`) or registers a sample source and returns None.
    """

    def __init__(self, config: TConfig | None = None) -> None:
        self.config = config

    @abstractmethod
    async def run(self, ctx: AgentWorkflowContext[TConfig]) -> Any:
        """Act on one prompt."""
