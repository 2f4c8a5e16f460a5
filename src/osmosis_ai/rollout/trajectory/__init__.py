"""Trajectories: the record of a rollout as an ATIF document, made from its messages, saved, read and validated."""

from osmosis_ai.rollout.trajectory.convert import convert_sample_to_trajectory
from osmosis_ai.rollout.trajectory.format import format_trajectory_json
from osmosis_ai.rollout.trajectory.read import (
    InvalidTrajectoryError,
    TrajectoryFault,
    read_trajectory,
    validate_trajectory,
)
from osmosis_ai.rollout.trajectory.report import TrajectoryReport, report_from_response
from osmosis_ai.rollout.trajectory.save import save_trajectory

__all__ = [
    "InvalidTrajectoryError",
    "TrajectoryFault",
    "TrajectoryReport",
    "convert_sample_to_trajectory",
    "format_trajectory_json",
    "read_trajectory",
    "report_from_response",
    "save_trajectory",
    "validate_trajectory",
]
