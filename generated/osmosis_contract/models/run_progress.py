"""Run progress. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractModel, Integer
from pydantic import ConfigDict, Field


class RunProgress(ContractModel):
    """The size of a run. Also required: `total_runs` is `sampled_rows` times the config's `n`, and `sampled_rows` is
    at most `total_dataset_rows`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    total_runs: Annotated[
        Integer,
        Field(
            description="Results the complete run has, one for each selected row and each of its `n` attempts.", ge=0
        ),
    ]
    sampled_rows: Annotated[Integer, Field(description="Rows the run works on.", ge=0)]
    total_dataset_rows: Annotated[Integer, Field(description="Rows of the dataset file.", ge=0)]
