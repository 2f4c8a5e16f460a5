"""Run rows. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field


class RunRow(ContractModel):
    """One selected row, abridged."""

    model_config = ConfigDict(
        extra="forbid",
    )
    row_index: Annotated[
        Integer,
        Field(
            description="Position of the row within the run's selection, from 0: the index the run's other files use. It equals the offset in the dataset file only when no rows were picked.",
            ge=0,
        ),
    ]
    prompt: Annotated[
        str,
        Field(
            description="The text of the row's messages other than the system message, cut after 2000 characters (Unicode code points). For a row without a prompt, its metadata as JSON text with sorted keys, cut likewise.",
            max_length=2000,
        ),
    ]
    label: Annotated[
        Maybe[str],
        Field(
            description="The row's reference answer, cut after 500 characters. Left out when the row has none.",
            max_length=500,
        ),
    ] = None
