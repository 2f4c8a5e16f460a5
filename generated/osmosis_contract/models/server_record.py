"""Server record. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractModel, Integer
from pydantic import ConfigDict, Field


class ServerRecord(ContractModel):
    """The process of a run's rollout server, or of its tunnel."""

    model_config = ConfigDict(
        extra="forbid",
    )
    pid: Annotated[Integer, Field(description="Number of the process.", ge=1)]
    pgid: Annotated[Integer, Field(description="Number of its process group, which is signalled as a whole.", ge=1)]
    start_token: Annotated[
        str,
        Field(
            description="What tells this process from a later one with the same number: on Linux the clock tick at which it started, as decimal digits; elsewhere any text that stays the same while the process lives.",
            min_length=1,
        ),
    ]
    instance_id: Annotated[
        str,
        Field(
            description="The identity the server was started with and echoes in its health answer. In `tunnel.json` the tunnel program's name, `cloudflared`.",
            min_length=1,
        ),
    ]
    port: Annotated[
        Integer, Field(description="The loopback port it serves; for a tunnel, the port it leads to.", ge=1, le=65535)
    ]
    created_at: Annotated[
        str,
        Field(
            description="When the record was written, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]
