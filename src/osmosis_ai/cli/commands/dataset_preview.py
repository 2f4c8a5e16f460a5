"""``osmosis dataset preview``: the first rows of a file, or of a dataset of a platform where no such file exists."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import (
    InvalidOptionError,
    MissingFileError,
    NotFoundError,
    OsmosisError,
    WorkspaceRequiredError,
)
from osmosis_ai.base.text import truncate
from osmosis_ai.cli.framework.params import ColumnMap, InjectedConsole
from osmosis_ai.cli.framework.results import DetailResult, OperationResult, Section
from osmosis_ai.datasets import open_dataset
from osmosis_ai.datasets.arrow_folder import find_saved
from osmosis_ai.datasets.columns import parse_column_map
from osmosis_ai.platform_client.failures import LoginRequiredError

if TYPE_CHECKING:
    from osmosis_ai.cli.framework.console import Console
    from osmosis_ai.datasets import DatasetRow
    from osmosis_contract.models import PlatformDataset

_SHOWN_CHARACTERS = 400
_UNASKED = frozenset({LoginRequiredError.default_code, WorkspaceRequiredError.default_code})


def dataset_preview(
    named: Annotated[
        str,
        Parameter(
            metavar="FILE|NAME",
            help="A .jsonl, .csv or .parquet file; where there is no such file, a dataset of the platform.",
        ),
    ],
    /,
    *,
    rows: Annotated[int, Parameter(metavar="N", help="How many rows, from the first on.")] = 5,
    column_map: ColumnMap = None,
    console: InjectedConsole,
) -> OperationResult | DetailResult:
    """Show the first rows of a dataset: of a file if it exists, else of the platform.

    Rows of a file are shown as a rollout gets them, rows of the platform with their columns. People see long texts
    shortened; with --json they are whole.

        osmosis dataset preview data/train.jsonl
        osmosis dataset preview questions.csv --rows 2 --map question=user_prompt
        osmosis dataset preview train
    """
    if rows < 1:
        raise InvalidOptionError("--rows", rows, "a whole number from 1")
    path = Path(named)
    if path.is_file() or find_saved(path) is not None:
        return _of_file(path, rows, column_map)
    if path.name != named:
        raise MissingFileError(path, hint="Check the path. A dataset of the platform is named without a folder.")
    if column_map:
        raise OsmosisError(
            f"{named} is not a file, and --map reads the columns of a file.", hint="Check the path, or leave --map out."
        )
    return _of_platform(named, rows, console)


def _of_file(file: Path, rows: int, column_map: ColumnMap) -> OperationResult:
    dataset = open_dataset(file, parse_column_map(column_map or []))
    found = list(dataset.rows(limit=rows))
    return OperationResult(
        operation="dataset.preview",
        resource={
            "file": str(file),
            "extension": dataset.extension,
            "file_size": dataset.size,
            "columns": dict(dataset.columns),
            "rows": [
                {"row": row.source_row_index, "prompt": list(row.prompt), "label": row.label, "metadata": row.metadata}
                for row in found
            ],
        },
        message=f"The file {file}: {'the first row' if len(found) == 1 else f'the first {len(found)} rows'}.",
        notes=[line for row in found for line in _lines(row)],
        notes_title="Rows",
    )


def _lines(row: DatasetRow) -> list[str]:
    from osmosis_ai.datasets.convert import metadata_text

    texts = [(message["role"], message["content"]) for message in row.prompt]
    texts += [("label", row.label)] if row.label is not None else []
    texts += [("metadata", metadata_text(row.metadata))] if row.metadata is not None else []
    return [f"row {row.source_row_index}, {name}: {truncate(text, _SHOWN_CHARACTERS)}" for name, text in texts]


def _of_platform(name: str, rows: int, console: Console) -> DetailResult:
    from osmosis_ai.cli.commands.dataset_records import record
    from osmosis_ai.cli.commands.session import Session, named_place
    from osmosis_ai.platform_client.datasets import Datasets
    from osmosis_ai.semantics.members import omit_none
    from osmosis_contract.models import DatasetRecord, PlatformDatasetPreview

    session = Session(console)
    try:
        with session.log_in() as connection:
            place = named_place(console)
            console.status(f"There is no file {name} here; fetching the dataset of that name")
            dataset = Datasets(connection, place.scope).get(name)
    except OsmosisError as error:
        if error.code == NotFoundError.default_code:
            error.message = f"There is no file {name} here, and no dataset of that name on {session.url}."
            error.hint = f"Check the path; `{console.program} dataset list` shows the datasets."
        elif error.code in _UNASKED:
            error.message = f"There is no file {name} here, and the platform was not asked. {error.message}"
        raise
    shown = None if dataset.data_preview is None else dataset.data_preview[:rows]
    why = _why_not(dataset) if shown is None else None
    data = PlatformDatasetPreview(
        dataset=DatasetRecord.model_validate(record(dataset)),
        rows=shown,
        requested_rows=rows,
        returned_rows=len(shown or ()),
        available=shown is not None,
        **omit_none(message=why),
    )
    counted = f"{len(shown or ())}" + ("" if dataset.row_count is None else f" of {dataset.row_count}")
    return DetailResult(
        data={**data.to_wire(), **place.context},
        title=f"Dataset {dataset.file_name}",
        fields=[
            ("Dataset", dataset.file_name),
            ("Source", f"the platform at {session.url}"),
            ("Rows", counted),
            *([("Preview", why)] if why else []),
        ],
        sections=[Section(title="Rows", lines=_platform_lines(shown))] if shown else [],
    )


def _why_not(dataset: PlatformDataset) -> str:
    from osmosis_ai.platform_client.datasets import in_progress

    if in_progress(dataset):
        return f"The platform has still to read it ({dataset.status.value})."
    return f"There is none: its state is {dataset.status.value}."


def _platform_lines(rows: list[dict[str, object]]) -> list[str]:
    """A line for each cell."""
    return [
        f"row {number}, {column}: "
        + truncate(cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False), _SHOWN_CHARACTERS)
        for number, row in enumerate(rows)
        for column, cell in row.items()
    ]
