"""``osmosis dataset upload``: a file of this machine becomes a dataset of a platform."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from osmosis_ai.base.cache import cache_root
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.text import size_text
from osmosis_ai.cli.commands.dataset_records import facts, moving_bytes, record
from osmosis_ai.cli.commands.dataset_validate import check_file
from osmosis_ai.cli.commands.session import Session, named_place
from osmosis_ai.cli.framework.params import ColumnMap, InjectedConsole, Yes
from osmosis_ai.cli.framework.results import OperationResult
from osmosis_ai.cli.framework.usage import UsageError
from osmosis_ai.datasets.columns import parse_column_map
from osmosis_ai.datasets.mapped import mapped_copy, remove_mapped_copies
from osmosis_contract.models import DatasetFormat, DatasetInContext

if TYPE_CHECKING:
    from osmosis_ai.cli.framework.console import Console
    from osmosis_ai.platform_client.datasets import Datasets
    from osmosis_contract.models import PlatformDataset

_MOST_BYTES = 5 * 1024**3
_LONGEST_NAME = 255
_REPLACES = "--overwrite replaces the dataset of that name, if there is one."


def dataset_upload(
    file: Annotated[Path, Parameter(metavar="FILE", help="A .jsonl, .csv or .parquet file of at most 5 GiB.")],
    /,
    *,
    column_map: ColumnMap = None,
    overwrite: Annotated[bool, Parameter(help="Replace the dataset of the same name.")] = False,
    wait: Annotated[bool, Parameter(help="Wait until the rows are read, as is done on a terminal.")] = False,
    no_wait: Annotated[bool, Parameter(help="Do not wait until the rows are read.")] = False,
    yes: Yes = False,
    console: InjectedConsole,
) -> OperationResult:
    """Upload a file as a dataset, named like the file without its extension.

    The file is validated first, as `osmosis dataset validate` does. An upload that broke off (the network, Ctrl-C, a
    crash) goes on where it stopped when the same command is run again. With --map, the columns that are read are sent,
    by the names they are read by, and no others.

        osmosis dataset upload data/train.jsonl
        osmosis dataset upload data/train.jsonl --overwrite --yes --wait
        osmosis dataset upload questions.csv --map question=user_prompt
    """
    if wait and no_wait:
        raise UsageError("--wait and --no-wait exclude each other.", hint="Give one of the two.")
    session = Session(console)
    with session.log_in() as connection:
        place = named_place(console)
        extension = _format(file)
        columns = parse_column_map(column_map or [])
        check_file(console, file, columns=columns)
        sent = mapped_copy(file, columns, cache_root(os.environ)) if columns else file
        size = sent.stat().st_size
        console.confirm(
            f"Upload {file.name} as the dataset {file.stem}?",
            summary={"File": file.name, "Size": size_text(size)},
            warnings=[_REPLACES] if overwrite else [],
            yes=yes,
        )
        from osmosis_ai.platform_client.dataset_upload import FileToSend, upload_dataset
        from osmosis_ai.platform_client.datasets import Datasets
        from osmosis_ai.platform_client.transfers import Transfers

        datasets = Datasets(connection, place.scope)
        sending = FileToSend(sent, file.stem, extension, overwrite)
        try:
            with Transfers(os.environ) as transfers, moving_bytes(console, f"Uploading {file.name}", size) as moved:
                dataset = upload_dataset(
                    datasets,
                    sending,
                    cache=cache_root(os.environ),
                    transfers=transfers,
                    sent=moved,
                    resumed=lambda parts: console.line(_resumed(parts)),
                )
        except KeyboardInterrupt:
            console.line("Interrupted. The same command goes on where it stopped.")
            raise
        if columns:
            remove_mapped_copies(file, cache_root(os.environ))
        if wait or (console.live and not no_wait):
            dataset = _wait(console, datasets, dataset)
    return _result(dataset, {**record(dataset), **place.context})


def _format(file: Path) -> DatasetFormat:
    """The format by the extension. Raises OsmosisError for a file that cannot become a dataset."""
    try:
        extension = DatasetFormat(file.suffix[1:].lower())
    except ValueError:
        raise OsmosisError(
            f"{file} has no extension that an upload may have: .jsonl, .csv or .parquet.",
            hint="Convert it with `osmosis dataset convert`.",
        ) from None
    if len(file.stem) > _LONGEST_NAME or not file.stem.isprintable():
        raise OsmosisError(
            f"{file.stem!r} cannot be the name of a dataset.", hint="Rename the file: its name becomes the dataset's."
        )
    if file.is_file() and file.stat().st_size > _MOST_BYTES:
        raise OsmosisError(
            f"{file} has {size_text(file.stat().st_size)}, and a dataset has at most {size_text(_MOST_BYTES)}.",
            hint="Split it, or convert it to Parquet, which is smaller.",
        )
    return extension


def _resumed(parts: int) -> str:
    there = (
        "nothing of it is there yet" if not parts else "1 part is there" if parts == 1 else f"{parts} parts are there"
    )
    return f"Going on with the upload that began earlier: {there}."


def _wait(console: Console, datasets: Datasets, dataset: PlatformDataset) -> PlatformDataset:
    """Show each state until the platform has read the rows."""

    def shown(found: PlatformDataset) -> None:
        console.status(f"The platform reads the rows ({found.status.value})")

    try:
        return datasets.wait(dataset, shown)
    except KeyboardInterrupt:
        console.line(f"The file is uploaded. `{console.program} dataset info {dataset.file_name}` shows its state.")
        raise


def _result(dataset: PlatformDataset, resource: dict[str, object]) -> OperationResult:
    from osmosis_ai.platform_client.datasets import in_progress

    page = dataset.platform_url
    unread = f"The platform has still to read it: see `osmosis dataset info {dataset.file_name}`."
    return OperationResult(
        operation="dataset.upload",
        resource=DatasetInContext.model_validate(resource).to_wire(),
        message=f"The dataset {dataset.file_name} is uploaded.",
        facts=facts(dataset),
        next_steps=[unread] if in_progress(dataset) else [],
        next_steps_structured=[{"label": "View dataset", "url": page}] if page else [],
    )
