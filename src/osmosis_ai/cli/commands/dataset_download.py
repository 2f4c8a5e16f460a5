"""``osmosis dataset download``: the file of a dataset of a platform."""

import os
from pathlib import Path, PurePosixPath
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import FileUnwritableError, MissingDirectoryError, OsmosisError
from osmosis_ai.base.files.path_segments import is_single_path_segment
from osmosis_ai.cli.commands.dataset_look import NameArgument
from osmosis_ai.cli.commands.dataset_records import moving_bytes, record
from osmosis_ai.cli.commands.session import Session, named_place
from osmosis_ai.cli.framework.params import InjectedConsole
from osmosis_ai.cli.framework.results import OperationResult
from osmosis_contract.models import DatasetDownload, DatasetDownloadResult, PlatformDataset


def dataset_download(
    name: NameArgument,
    /,
    *,
    output: Annotated[
        Path | None,
        Parameter(
            name=("--output", "-o"),
            metavar="PATH",
            help="The file to write, or the directory for it. Here if left out.",
        ),
    ] = None,
    overwrite: Annotated[bool, Parameter(help="Replace the file if it exists.")] = False,
    console: InjectedConsole,
) -> OperationResult:
    """Download the file of a dataset.

    It appears once it is whole. A download that broke off goes on where it stopped when the same command is run again.

        osmosis dataset download train
        osmosis dataset download train -o data/ --overwrite
    """
    from osmosis_ai.platform_client.dataset_cache import address_of, check_ready
    from osmosis_ai.platform_client.datasets import Datasets
    from osmosis_ai.platform_client.downloads import fetch_file
    from osmosis_ai.platform_client.transfers import Transfers

    session = Session(console)
    with session.log_in() as connection:
        place = named_place(console)
        console.status("Fetching the dataset")
        datasets = Datasets(connection, place.scope)
        dataset = datasets.get(name)
        check_ready(dataset)
        answer = datasets.download(name)
        target = _target(output, dataset, answer)
        if target.exists() and not overwrite:
            raise OsmosisError(
                f"{target} exists already.", hint="Add --overwrite to replace it, or name another place."
            )
        if target.is_dir():
            raise FileUnwritableError(target, "it is a directory")
        size = dataset.file_size or None
        with Transfers(os.environ) as transfers, moving_bytes(console, f"Downloading {target.name}", size) as moved:
            fetch_file(
                transfers,
                address_of(datasets, name, answer),
                target,
                version=f"{dataset.id} {dataset.updated_at}",
                size=size,
                received=moved,
                overwrite=overwrite,
            )
    resource = {**record(dataset), "output_path": str(target), **place.context}
    return OperationResult(
        operation="dataset.download",
        resource=DatasetDownloadResult.model_validate(resource).to_wire(),
        message=f"The dataset {dataset.file_name} is in {target}.",
    )


def _target(output: Path | None, dataset: PlatformDataset, answer: DatasetDownload) -> Path:
    """Where the file goes. Raises OsmosisError where its directory does not exist."""
    if output is not None and not output.is_dir():
        if not output.parent.is_dir():
            raise MissingDirectoryError(output.parent, hint="Create it, or name another place with --output.")
        return output
    folder = Path.cwd() if output is None else output
    return folder / _file_name(dataset, answer)


def _file_name(dataset: PlatformDataset, answer: DatasetDownload) -> str:
    """The name that the platform gives, without any path; else that of the dataset with its format."""
    given = PurePosixPath((answer.file_name or "").replace("\\", "/")).name
    if not given:
        format_ = dataset.file_format or dataset.original_file_format
        given = dataset.file_name if format_ is None else f"{dataset.file_name}.{format_.value}"
    if not is_single_path_segment(given) or given.startswith(".") or not given.isprintable():
        raise OsmosisError(
            f"The platform calls the file {given!r}, which is not written here.", hint="Name the file with --output."
        )
    return given
