"""Datasets of platforms that runs on this machine have read: ``datasets/<id>/`` of the cache."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

from osmosis_ai.base.errors import FileUnwritableError, OsmosisError
from osmosis_ai.base.files.atomic import write_atomic
from osmosis_ai.base.files.path_segments import is_single_path_segment
from osmosis_ai.platform_client.datasets import Datasets, in_progress
from osmosis_ai.platform_client.downloads import fetch_file
from osmosis_ai.platform_client.failures import PlatformUnreachableError
from osmosis_ai.platform_client.transfers import Sent, Transfers
from osmosis_contract.models import CachedDataset, DatasetDownload, DatasetFormat, DatasetStatus, PlatformDataset

__all__ = ["address_of", "cached_dataset", "check_ready", "format_of"]

_METADATA = "metadata.json"


def cached_dataset(
    datasets: Datasets,
    dataset: PlatformDataset,
    cache: Path,
    transfers: Transfers,
    *,
    progress: Callable[[int | None], AbstractContextManager[Sent]],
) -> tuple[Path, bool]:
    """The file of a dataset in the cache, and whether it was there.

    It was there where the version (``updated_at``) and the bytes are the same; else it is fetched, within
    ``progress`` of its size. Raises OsmosisError for a dataset that is not ready, TransferError, FileUnwritableError.
    """
    check_ready(dataset)
    if not is_single_path_segment(dataset.id):
        raise PlatformUnreachableError(datasets.url, f"{dataset.id!r} cannot be the id of a dataset")
    folder = cache / "datasets" / dataset.id
    if (found := _found(folder, dataset)) is not None:
        return found, True
    answer = datasets.download(dataset.id)
    extension = format_of(dataset, answer)
    target = folder / f"download.{extension.value}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileUnwritableError(folder, error) from error
    expected = dataset.file_size or None
    with progress(expected) as received:
        size = fetch_file(
            transfers,
            address_of(datasets, dataset.id, answer),
            target,
            version=dataset.updated_at,
            size=expected,
            received=received,
            overwrite=True,
        )
    try:
        with target.open("rb") as file:
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        kept = folder / f"{sha256}.{extension.value}"
        target.replace(kept)
        entry = CachedDataset(
            dataset_id=dataset.id,
            dataset_name=dataset.file_name,
            version=dataset.updated_at,
            sha256=sha256,
            extension=extension,
            file_size=size,
            cached_at=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        )
        write_atomic(folder / _METADATA, entry.to_json() + b"\n", follow_directory=True)
    except OSError as error:
        raise FileUnwritableError(folder, error) from error
    return kept, False


def check_ready(dataset: PlatformDataset) -> None:
    """Raise OsmosisError unless the dataset can be downloaded."""
    if dataset.status is DatasetStatus.UPLOADED:
        return
    name = dataset.file_name
    if in_progress(dataset):
        raise OsmosisError(
            f"The platform is still reading the dataset {name} ({dataset.status.value}).",
            hint=f"Try again in a moment; `osmosis dataset info {name}` shows how far it is.",
        )
    raise OsmosisError(
        f"The dataset {name} cannot be used: its state is {dataset.status.value}.",
        hint=f"`osmosis dataset logs {name}` says why. Upload it again with --overwrite.",
    )


def format_of(dataset: PlatformDataset, answer: DatasetDownload) -> DatasetFormat:
    """The format of its file: what the platform says, else the extension of its name. Raises OsmosisError."""
    if (said := dataset.file_format or dataset.original_file_format) is not None:
        return said
    suffix = (answer.file_name or dataset.file_name).rpartition(".")[2].lower()
    try:
        return DatasetFormat(suffix)
    except ValueError:
        raise OsmosisError(f"The platform does not say which format the dataset {dataset.file_name} has.") from None


def address_of(datasets: Datasets, name: str, first: DatasetDownload) -> Callable[[], str]:
    """Addresses of its file: the one that was given, then, where that has expired, new ones."""
    given: list[str] = [first.presigned_url]

    def address() -> str:
        return given.pop() if given else datasets.download(name).presigned_url

    return address


def _found(folder: Path, dataset: PlatformDataset) -> Path | None:
    try:
        entry = CachedDataset.read((folder / _METADATA).read_bytes())
        path = folder / f"{entry.sha256}.{entry.extension.value}"
        size = path.stat().st_size
    except (OSError, ValueError):
        return None
    same = entry.version == dataset.updated_at and size == entry.file_size == (dataset.file_size or size)
    return path if same else None
