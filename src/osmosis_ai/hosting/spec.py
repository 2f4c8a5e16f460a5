"""What a run asks to be hosted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = ["HostSpec"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostSpec:
    """Everything that hosting needs to know of a run; nothing of it is read from this process's environment.

    `rollout_environment` is the whole environment of user code: what is not in it, user code does not see.
    `model_environment` is where the model's provider finds keys and addresses. `secret_values` are those of both that
    must not reach other programs. `trials` is the folder in which the rollout server writes the files of attempts,
    `process_records` the one in which processes are recorded so that a later run can end them. `width` is how many
    rollouts to run at a time, None for as many as the server takes. Timeouts are in seconds.
    """

    rollout_dir: Path
    entrypoint: str
    model_path: str
    model_root: Path
    rollout_environment: Mapping[str, str]
    model_environment: Mapping[str, str]
    secret_values: Mapping[str, str]
    token: str
    trials: Path
    process_records: Path
    environments: Path
    sdk_cache: Path
    width: int | None = None
    agent_timeout_sec: float | None = None
    grader_timeout_sec: float | None = None
    rollout_port: int | None = None
    listener_port: int | None = None
    advertise_url: str | None = None
    tunnel: Literal["cloudflared"] | None = None
