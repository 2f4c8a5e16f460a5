"""What a run asks to be hosted, and what hosting needs of the run's owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol, Self

from osmosis_ai.base.processes.supervisor import ProcessRecord
from osmosis_ai.hosting.sandbox import Isolation
from osmosis_contract.models.server_record import ServerRecord

__all__ = ["HostSpec", "HostedProcess", "LocalEnvironments", "ProcessRecords", "server_record"]

type HostedProcess = Literal["rollout_server", "tunnel"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostSpec:
    """Everything that hosting needs to know of a run; nothing of it is read from this process's environment."""

    rollout_dir: Path
    """The folder of the rollout's code, with its pyproject.toml."""

    entrypoint: str
    """The script that serves the rollout, relative to `rollout_dir`; empty where a command or an address does."""

    model_path: str
    """The policy model, as `experiment.model_path` names it."""

    model_root: Path
    """What relative paths of a local model are relative to."""

    rollout_environment: Mapping[str, str]
    """The environment of user code: all that it sees, apart from what the launch contract adds."""

    model_environment: Mapping[str, str]
    """Where the model's provider finds keys and addresses."""

    tool_environment: Mapping[str, str]
    """The environment of the programs that hosting runs itself: uv and cloudflared. Without the run's secrets."""

    token: str
    """The key with which rollouts call the model."""

    trials: Path
    """The folder in which the rollout server writes the files of attempts, one folder an attempt, named by its id."""

    environments: Path
    """The folder that holds the Python environments of rollouts."""

    sdk_cache: Path
    """The folder that holds the running SDK as a wheel."""

    environment_by_content: bool = False
    """Whether a rollout with the same files in another folder is to have the same environment."""

    command: Sequence[str] = ()
    """The program that serves the rollout, with its arguments, in place of the script."""

    setup: Sequence[str] = ()
    """What is run to its end before that program is started."""

    rollout_url: str | None = None
    """The base address of a server that runs already, in place of one that is started."""

    rollout_key: str | None = field(default=None, repr=False)
    """The key of that server; None when it has none."""

    width: int | None = None
    """How many rollouts to run at a time; None for as many as the server takes."""

    agent_timeout_sec: float | None = None
    grader_timeout_sec: float | None = None

    rollout_port: int | None = None
    """The port of the rollout server; None for a free one."""

    listener_port: int | None = None
    """The port of the model's listener; None for a free one."""

    advertise_url: str | None = None
    """The address at which rollouts reach the listener; None for its own."""

    tunnel: Literal["cloudflared"] | None = None
    """The program that gives the listener a public address."""

    isolation: Isolation | None = None
    """What user code may have of this machine; None for all that this process has."""


@dataclass(frozen=True, slots=True)
class LocalEnvironments:
    """What the processes of a local run inherit. A command chooses this: user code runs as the user who asked."""

    rollout: Mapping[str, str]
    model: Mapping[str, str]
    tools: Mapping[str, str]
    """Without the run's secrets."""

    @classmethod
    def of(cls, environ: Mapping[str, str], settings: Mapping[str, str], secrets: Mapping[str, str]) -> Self:
        """From the command's own environment, the config's `[env]` and the values of the secrets."""
        inherited = {**environ, **settings, **secrets}
        return cls(
            rollout={name: value for name, value in inherited.items() if name != "VIRTUAL_ENV"},
            model=inherited,
            tools={name: value for name, value in environ.items() if name not in secrets},
        )


class ProcessRecords(Protocol):
    """Where the processes of a run are recorded, so that a later run can end those that this one leaves running."""

    def add(self, kind: HostedProcess, record: ServerRecord) -> None:
        """Returns once the record is written, in place of an earlier one of the kind. Raises OsmosisError."""

    def remove(self, kind: HostedProcess, record: ServerRecord) -> None:
        """The process has ended. The record of another that has taken its place since stays. Raises nothing."""


def server_record(process: ProcessRecord, instance_id: str, port: int) -> ServerRecord:
    """What is recorded of a process that listens on a port, or leads to one."""
    return ServerRecord(
        pid=process.pid,
        pgid=process.pgid,
        start_token=process.start_token,
        instance_id=instance_id,
        port=port,
        created_at=process.created_at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    )
