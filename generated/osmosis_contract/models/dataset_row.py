"""Dataset rows. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

type RowMetadata = dict[str, Any]
"""
Metadata of a row as a JSON object. Keys and values are the user's own: nothing in it is interpreted on the way to the
workflow and the grader, unless an execution backend documents keys of its own.
"""


type RowMetadataText = Annotated[
    str,
    Field(
        description="Metadata of a row as JSON text, the form in which CSV files and string columns hold it. The text must be a JSON object; a blank string counts as no metadata."
    ),
]


class NormalizedRow(ContractModel):
    """A row as a run works with it: the text columns have become messages, the label has one name, metadata is an
    object. It is a pure function of the DatasetRow and its offset, so that a resumed run gets the same rows.
    Version 1 of this normalisation is the one recorded in a run's manifest as `dataset_normalization`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    source_row_index: Annotated[
        Integer,
        Field(
            description="Zero-based offset of the row in its dataset file. Blank lines of a JSONL file do not count.",
            ge=0,
        ),
    ]
    messages: Annotated[
        list[dict[str, Any]],
        Field(
            description="The opening messages of the rollout, in order: a `system` message when the row has a system prompt, then a `user` message when it has a user prompt. Empty when a row has metadata alone.",
            max_length=2,
        ),
    ]
    label: Annotated[
        Maybe[str], Field(description="The reference answer as text. Left out when the row has none.", min_length=1)
    ] = None
    metadata: Annotated[
        Maybe[dict[str, Any]],
        Field(
            description="The row's metadata as an object. Left out when the row has none or an empty one; never `{}`."
        ),
    ] = None


class DatasetRow(ContractModel):
    """One example of a dataset, as a user writes it: a JSON object on a line of its own. Columns with other names
    are allowed and ignored. A text column may hold a value of any type: null and the empty string count as
    absent, a string is taken as it is, and a value of another type becomes its JSON text without insignificant
    white space (`56`, `true`, `{"a":1}`) when the row is read. Also required: a row needs a `user_prompt` that is
    not absent, or a metadata object that is not empty. The label is optional: a row with neither label nor
    metadata runs and ends ungraded. An implementation reports a row that breaks these rules with the zero-based
    offset of the row in its file."""

    user_prompt: Annotated[
        Any | None,
        Field(
            description="What the user says to the model: it becomes the message with role `user`. Any type; null and the empty string count as absent, a value that is not a string becomes its JSON text."
        ),
    ] = None
    system_prompt: Annotated[
        Any | None,
        Field(
            description="Instructions placed before the user's message: they become a first message with role `system`. Any type; null and the empty string count as absent, a value that is not a string becomes its JSON text."
        ),
    ] = None
    ground_truth: Annotated[
        Any | None,
        Field(
            description="The reference answer a grader compares with. It becomes the label of the row. Any type; null and the empty string count as absent, a value that is not a string becomes its JSON text."
        ),
    ] = None
    label: Annotated[
        Any | None,
        Field(
            description="Another name for `ground_truth`, read only when `ground_truth` is absent. Any type; null and the empty string count as absent, a value that is not a string becomes its JSON text."
        ),
    ] = None
    metadata: Annotated[
        RowMetadata | RowMetadataText | None,
        Field(
            description="What the row tells the workflow and the grader besides prompt and label: a JSON object, or a string that holds the JSON text of one. Null, a blank string and an empty object count as absent. Also required: a string that is not blank must parse as JSON, and as an object."
        ),
    ] = None
