"""Owner record. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field


class OwnerRecord(ContractModel):
    """The process that works on a local run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    owner_id: Annotated[
        str,
        Field(
            description="Identity of this claim, made up for it. Two claims of one process differ in it.",
            pattern="^[0-9a-f]{32}$",
        ),
    ]
    host: Annotated[str, Field(description="Name of the machine, for people.", min_length=1)]
    machine: Annotated[
        str,
        Field(
            description="What tells where `pid` means anything: the same text for every process that sees the same process numbers, and another after a restart, on another machine or in another container. Processes of the same `machine` look whether the process lives; others go by the age of the file, which the owner writes again every ten seconds and which is given up after sixty.",
            min_length=1,
        ),
    ]
    pid: Annotated[Integer, Field(description="Number of the process.", ge=1)]
    start_token: Annotated[
        str,
        Field(
            description="What tells this process from a later one with the same number, as in `server.json`.",
            min_length=1,
        ),
    ]
    claimed_at: Annotated[
        str,
        Field(
            description="When the claim was made, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]
    heartbeat_at: Annotated[
        str,
        Field(
            description="When the owner last said that it is at work, by its own clock. For people: whether that is long ago is judged by the file's time of change, which one clock sets for everybody.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]
    local_run_id: Annotated[
        Maybe[str], Field(description="Identity of the run. Left out before the run has one.", pattern="^[0-9a-f]{32}$")
    ] = None
