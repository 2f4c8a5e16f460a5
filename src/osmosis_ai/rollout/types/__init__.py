"""The shapes that workflows, graders, backends and servers pass around.

What travels on a wire is generated from the contract and re-exported here; what stays in the process is defined here.
"""

from __future__ import annotations

import copy
import logging
import math
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from osmosis_ai.rollout.ids import ensure_single_path_segment
from osmosis_contract.models.rollout import (
    CancelRolloutsRequest,
    CancelRolloutsResponse,
    ErrorLocation,
    RolloutErrorCategory,
    RolloutInitRequest,
    RolloutInitResponse,
    RolloutLifecycle,
    RolloutResultResponse,
    RolloutStatus,
)
from osmosis_contract.models.sample import RolloutSample as SampleModel

__all__ = [
    "POLLING_LEASE_HEADER",
    "AgentWorkflowOutput",
    "CancelRolloutsRequest",
    "CancelRolloutsResponse",
    "ExecutionOutcome",
    "ExecutionRequest",
    "ExecutionResult",
    "MessageDict",
    "Messages",
    "RolloutErrorCategory",
    "RolloutInitRequest",
    "RolloutInitResponse",
    "RolloutLifecycle",
    "RolloutResultResponse",
    "RolloutSample",
    "RolloutStatus",
    "as_reward",
]

logger = logging.getLogger(__name__)

MessageDict = dict[str, Any]
Messages = list[MessageDict]

POLLING_LEASE_HEADER = "X-Osmosis-Rollout-Lease"


def as_reward(value: object) -> float:
    """A reward as a finite float.

    Accepts int, float, bool and the scalars of NumPy and its kin (anything whose `item()` is one of these). Raises
    TypeError for everything else, ValueError for NaN, the infinities and integers that no float holds.
    """
    if not isinstance(value, (int, float)):
        item = getattr(value, "item", None)
        scalar = item() if callable(item) and getattr(value, "ndim", 0) == 0 else value
        if not isinstance(scalar, (int, float)):
            raise TypeError(f"a reward is a finite number, not {type(value).__name__}")
        value = scalar
    try:
        reward = float(value)
    except OverflowError:
        raise ValueError("a reward is a finite number, and this one is too large for a float") from None
    if not math.isfinite(reward):
        raise ValueError(f"a reward is a finite number, not {reward}")
    return reward


def _messages(value: object) -> object:
    """Sequences of mappings as lists of dicts; anything else as it is, for validation to name."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Sequence):
        return value
    return [dict(entry) if isinstance(entry, Mapping) else entry for entry in value]


class RolloutSample(SampleModel):
    """The one sample of a rollout.

    `messages` is the conversation as the framework keeps it, what graders read. `trajectory_messages` is the same in
    chat-completions form; left unset it is a deep copy of `messages`, an explicit None saves no trajectory. Assigning
    `reward` is validated: a finite number, else ValueError or TypeError.
    """

    model_config = ConfigDict(validate_assignment=True)

    @field_validator("messages", "trajectory_messages", mode="before")
    @classmethod
    def _accept_sequences(cls, value: object) -> object:
        return _messages(value)

    @field_validator("reward", mode="before")
    @classmethod
    def _accept_numbers(cls, value: object) -> float | None:
        if value is None:
            return None
        try:
            return as_reward(value)
        except TypeError as error:  # pydantic reports ValueError alone as a fault of the field
            raise ValueError(str(error)) from None

    def model_post_init(self, context: Any, /) -> None:
        """Copies the messages for the trajectory, unless the caller said what to save."""
        if "trajectory_messages" in self.model_fields_set:
            return
        try:
            copied: Messages | None = copy.deepcopy(self.messages)
        except Exception as error:
            logger.warning("no trajectory will be saved: the messages cannot be copied (%s)", error)
            copied = None
        self.__dict__["trajectory_messages"] = copied


class AgentWorkflowOutput(BaseModel):
    """What a workflow may return instead of registering a sample source.

    `messages` None means no sample. `metrics` are finite numbers, kept with the sample. `info` is dropped.
    """

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    messages: Messages | None = None
    metrics: dict[str, float] = Field(default_factory=dict)
    info: dict[str, Any] = Field(default_factory=dict)


class ExecutionRequest(BaseModel):
    """One rollout, as a backend gets it. Timeouts are in seconds, None is no limit, zero or less has passed."""

    model_config = ConfigDict(allow_inf_nan=False)

    id: str
    prompt: Messages
    label: str | None = None
    metadata: dict[str, Any] | None = None
    agent_timeout_sec: float | None = None
    grader_timeout_sec: float | None = None
    grade: bool = True

    @field_validator("id")
    @classmethod
    def _one_segment(cls, value: str) -> str:
        return ensure_single_path_segment(value)


class ExecutionResult(BaseModel):
    """How one phase of a rollout ended.

    `extra_fields` are diagnostics, kept on disk and never sent. `err_location` and `err_traceback` say where in the
    user's code an exception was raised, and `exception` is that exception, for callers in the same process.
    `sample_cut_off`: the workflow did not end by itself, and the sample is its conversation so far.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    status: RolloutStatus
    sample: RolloutSample | None = None
    err_message: str | None = None
    err_category: RolloutErrorCategory | None = None
    extra_fields: dict[str, Any] | None = None
    err_location: ErrorLocation | None = None
    err_traceback: str | None = None
    sample_cut_off: bool = False
    exception: BaseException | None = Field(default=None, exclude=True, repr=False)


class ExecutionOutcome(BaseModel):
    """The workflow's result and, where grading was tried, the grader's."""

    workflow: ExecutionResult
    grader: ExecutionResult | None = None

    @property
    def result(self) -> ExecutionResult:
        """What to report: a failed workflow's result (with the grader's sample if it has none), else the grader's."""
        workflow, grader = self.workflow, self.grader
        if workflow.status is not RolloutStatus.SUCCESS:
            if workflow.sample is None and grader is not None and grader.sample is not None:
                return workflow.model_copy(update={"sample": grader.sample})
            return workflow
        return grader if grader is not None else workflow

    @property
    def result_to_save(self) -> ExecutionResult:
        """The result whose sample the trajectory is made from."""
        if self.grader is not None and self.grader.sample is not None:
            return self.grader
        return self.workflow
