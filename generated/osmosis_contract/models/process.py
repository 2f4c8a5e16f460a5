"""The process of a rollout server. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractModel, Maybe
from pydantic import ConfigDict, Field


class RolloutServerEnvironment(ContractModel):
    """The environment variables of the launch contract as the members of an object; each is text. An empty text
    counts as absent. Other variables are the user's."""

    field_OSMOSIS_ROLLOUT_PORT: Annotated[
        Maybe[str],
        Field(
            alias="_OSMOSIS_ROLLOUT_PORT",
            description="The port of 127.0.0.1 to serve on; 8000 when absent.",
            pattern="^(0|[1-9][0-9]{0,4})?$",
        ),
    ] = None
    field_OSMOSIS_ROLLOUT_INSTANCE_ID: Annotated[
        Maybe[str],
        Field(alias="_OSMOSIS_ROLLOUT_INSTANCE_ID", description="What `GET /health` answers as `instance_id`."),
    ] = None
    field_OSMOSIS_ROLLOUT_API_KEY: Annotated[
        Maybe[str],
        Field(
            alias="_OSMOSIS_ROLLOUT_API_KEY", description="The key that every request must show.", pattern="^[!-~]*$"
        ),
    ] = None
    field_OSMOSIS_ROLLOUT_ARTIFACT_ROOT: Annotated[
        Maybe[str],
        Field(
            alias="_OSMOSIS_ROLLOUT_ARTIFACT_ROOT",
            description="The directory that holds a folder for each rollout; `~/.osmosis` when absent.",
        ),
    ] = None
    field_OSMOSIS_ROLLOUT_MARK_OUTPUT: Annotated[
        Maybe[str],
        Field(
            alias="_OSMOSIS_ROLLOUT_MARK_OUTPUT",
            description="`1` begins each line that user code prints with `[rollout <rollout_id>] `.",
        ),
    ] = None


class RolloutDiagnostics(ContractModel):
    """`diagnostics.json`, what a backend knows of a rollout that is no part of its result, by name. In the callback
    dialect it is also `extra_fields` of the completion. Nothing secret is in it."""

    model_config = ConfigDict(
        extra="allow",
    )
    phase: Annotated[Maybe[str], Field(description="Where it failed, such as `setup`, `agent` or `grading`.")] = None
