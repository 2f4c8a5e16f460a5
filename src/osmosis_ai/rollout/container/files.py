"""The files that a trial's container and its host hand to each other."""

from osmosis_ai.rollout.trial_files import (
    ContainerInput,
    ContainerResult,
    read_container_input,
    read_container_result,
    write_container_result,
    write_reward,
)

__all__ = [
    "ContainerInput",
    "ContainerResult",
    "read_container_input",
    "read_container_result",
    "write_container_result",
    "write_reward",
]
