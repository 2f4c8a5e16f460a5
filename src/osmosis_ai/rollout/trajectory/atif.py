"""The models of a trajectory document, under the names that programs for the published package import."""

from osmosis_ai.rollout.trajectory.format import format_trajectory_json
from osmosis_contract.models.trajectory import (
    AtifVersion,
    ContentPart,
    FinalMetrics,
    Observation,
    ObservationResult,
    Trajectory,
)
from osmosis_contract.models.trajectory import ContentPartImageSource as ImageSource
from osmosis_contract.models.trajectory import StepMetrics as Metrics
from osmosis_contract.models.trajectory import SubagentRef as SubagentTrajectoryRef
from osmosis_contract.models.trajectory import TrajectoryAgent as Agent
from osmosis_contract.models.trajectory import TrajectoryStep as Step
from osmosis_contract.models.trajectory import TrajectoryToolCall as ToolCall

__all__ = [
    "Agent",
    "AtifVersion",
    "ContentPart",
    "FinalMetrics",
    "ImageSource",
    "Metrics",
    "Observation",
    "ObservationResult",
    "Step",
    "SubagentTrajectoryRef",
    "ToolCall",
    "Trajectory",
    "format_trajectory_json",
]
