"""The conversation of an agent that left a trajectory file and nothing else."""

from osmosis_ai.rollout.trajectory.messages import messages_from_trajectory, messages_of_directory

__all__ = ["messages_from_trajectory", "messages_of_directory"]
