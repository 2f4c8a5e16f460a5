"""Configuration objects of workflows and graders."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["AgentWorkflowConfig", "BaseConfig", "ConcurrencyConfig", "GraderConfig"]


class ConcurrencyConfig(BaseModel):
    """How many executions may run at once; None is no limit."""

    max_concurrent: Annotated[int, Field(ge=1)] | None = None


class BaseConfig(BaseModel):
    """A named configuration. Fields that a rollout adds are kept as they are."""

    model_config = ConfigDict(extra="allow")

    name: str
    description: str | None = None


class AgentWorkflowConfig(BaseConfig):
    """Configuration of a workflow. A config that leaves `concurrency` unset keeps the backend's own limit."""

    concurrency: ConcurrencyConfig = Field(default_factory=ConcurrencyConfig)


class GraderConfig(BaseConfig):
    """Configuration of a grader. One slot of the workflow covers its grading, so `concurrency` limits nothing here."""

    concurrency: ConcurrencyConfig = Field(default_factory=ConcurrencyConfig)
