"""Grading worker. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractModel, Maybe
from pydantic import ConfigDict, Field

from .rollout import RolloutResultResponse
from .sample import RolloutSample


class GradingReady(ContractModel):
    """The entrypoint was run as far as the making of its server, and the server's backend is known."""

    model_config = ConfigDict(
        extra="forbid",
    )
    grader: Annotated[bool, Field(description="Whether the backend has a grader that takes a sample by itself.")]


class GradingTask(ContractModel):
    """One stored sample to grade."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollout_id: Annotated[str, Field(description="Identity of the attempt.", min_length=1)]
    sample: Annotated[RolloutSample, Field(description="The sample as the workflow left it, without a reward.")]
    label: Annotated[
        Maybe[str], Field(description="The reference answer of the row. Left out when the row has none.")
    ] = None
    metadata: Annotated[
        Maybe[dict[str, Any]], Field(description="The metadata of the row. Left out when the row has none.")
    ] = None
    grader_timeout_sec: Annotated[
        Maybe[float], Field(description="Seconds the grader may take. Left out for no limit.", gt=0.0)
    ] = None
    artifacts: Annotated[
        Maybe[str],
        Field(
            description="The folder with a copy of the files that the workflow wrote. Left out when they were not kept.",
            min_length=1,
        ),
    ] = None


class GradingAnswer(ContractModel):
    """What the grader made of a sample."""

    model_config = ConfigDict(
        extra="forbid",
    )
    result: Annotated[RolloutResultResponse, Field(description="The result as a rollout server would report it.")]
    needs_files: Annotated[
        bool,
        Field(
            description="True when the grader asked for the workflow's files and they were not kept; the result counts for nothing then."
        ),
    ]
