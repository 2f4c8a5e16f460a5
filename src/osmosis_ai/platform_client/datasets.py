"""Datasets of one workspace of a platform: looked at, sent and fetched."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from osmosis_ai.base.errors import NotFoundError, OsmosisError
from osmosis_ai.platform_client.connection import Connection, Scope
from osmosis_ai.platform_client.failures import PlatformAnswerError, PlatformUnreachableError
from osmosis_contract.clients.platform.api.datasets import (
    abort_dataset,
    complete_dataset,
    create_dataset,
    download_dataset,
    get_dataset,
    list_dataset_logs,
    list_datasets,
)
from osmosis_contract.models import (
    DatasetCompleteRequest,
    DatasetCreateRequest,
    DatasetDownload,
    DatasetFormat,
    DatasetPart,
    DatasetStatus,
    Empty,
    LogPage,
    PlatformDataset,
    PlatformDatasetList,
)

__all__ = ["DatasetRefusedError", "Datasets", "in_progress", "may_pass"]

_COMPLETE_TRIES = 5
_COMPLETE_SEC = 120.0
_POLL_SEC, _SLOWEST_POLL_SEC = 0.5, 5.0
_UNCHANGED_SEC = 1800.0
_TOO_MANY, _SERVER_ERRORS = 429, 500
_IN_PROGRESS = frozenset({DatasetStatus.UPLOADING, DatasetStatus.PENDING, DatasetStatus.PROCESSING})


class DatasetRefusedError(OsmosisError):
    """The platform does not accept the rows of a dataset, or its upload was cancelled."""

    default_code: ClassVar[str] = "VALIDATION"


def in_progress(dataset: PlatformDataset) -> bool:
    """Whether the platform has still to receive or to read it."""
    return dataset.status in _IN_PROGRESS


class Datasets:
    """The datasets of a workspace. Every method raises what ``Connection.call`` does."""

    def __init__(self, connection: Connection, scope: Scope, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self.url = connection.url
        self.workspace = scope.workspace or scope.git or ""
        """What names the workspace."""
        self._connection = connection
        self._scope = scope.headers()
        self._sleep = sleep

    def pages(self, *, limit: int | None) -> list[PlatformDatasetList]:
        """The newest ones, so many at most; all of them where that is None."""
        return self._connection.listing(list_datasets.sync_detailed, PlatformDatasetList, limit=limit, **self._scope)

    def get(self, name: str) -> PlatformDataset:
        """The dataset of that name or id, with its first rows once they were read."""
        return self._connection.call(
            get_dataset.sync_detailed, PlatformDataset, name_or_id=_segment(name), **self._scope
        )

    def logs(self, name: str, limit: int, cursor: str | None) -> LogPage:
        """The newest lines of its log, or those before the cursor."""
        given = {"limit": limit, "direction": "older", **({} if cursor is None else {"cursor": cursor})}
        return self._connection.call(
            list_dataset_logs.sync_detailed, LogPage, name_or_id=_segment(name), **given, **self._scope
        )

    def download(self, name: str) -> DatasetDownload:
        """Where its file is."""
        return self._connection.call(
            download_dataset.sync_detailed, DatasetDownload, name_or_id=_segment(name), **self._scope
        )

    def wait(self, dataset: PlatformDataset, changed: Callable[[PlatformDataset], None]) -> PlatformDataset:
        """The dataset once the platform has read it. ``changed`` is called with each new state.

        Raises DatasetRefusedError where it is not accepted, PlatformUnreachableError where nothing changes for
        half an hour.
        """
        pause, unchanged = _POLL_SEC, 0.0
        changed(dataset)
        while in_progress(dataset):
            self._sleep(pause)
            unchanged, pause = unchanged + pause, min(pause * 1.5, _SLOWEST_POLL_SEC)
            found = self.get(dataset.id)
            if found.status is not dataset.status:
                unchanged = 0.0
                changed(found)
            dataset = found
            if unchanged > _UNCHANGED_SEC:
                raise PlatformUnreachableError(self._connection.url, f"the dataset is still {dataset.status.value}")
        if dataset.status is not DatasetStatus.UPLOADED:
            raise _refusal(dataset)
        return dataset

    def create(self, wanted: DatasetCreateRequest) -> PlatformDataset:
        """Make a dataset, and learn how to send its file."""
        return self._connection.call(create_dataset.sync_detailed, PlatformDataset, body=wanted, **self._scope)

    def complete(self, dataset_id: str, extension: DatasetFormat, parts: list[DatasetPart] | None) -> PlatformDataset:
        """Finish an upload; tried five times while the platform does not answer or fails."""
        body = DatasetCompleteRequest(file_extension=extension, **({} if parts is None else {"parts": parts}))
        with self._connection.patient(_COMPLETE_SEC) as connection:
            for attempt in range(_COMPLETE_TRIES):
                try:
                    return connection.call(
                        complete_dataset.sync_detailed, PlatformDataset, id=dataset_id, body=body, **self._scope
                    )
                except (PlatformAnswerError, PlatformUnreachableError) as error:
                    if not may_pass(error) or attempt == _COMPLETE_TRIES - 1:
                        raise
                    self._sleep(2.0**attempt)
        raise AssertionError("unreachable")

    def abort(self, dataset_id: str) -> None:
        """Cancel an upload."""
        self._connection.call(abort_dataset.sync_detailed, Empty, id=dataset_id, body=Empty(), **self._scope)


def _refusal(dataset: PlatformDataset) -> DatasetRefusedError:
    said: str | None = dataset.status_message
    lines = [f"  {line}" for line in (said or "").splitlines()]
    if dataset.status is DatasetStatus.CANCELLED:
        first = f"The upload of {dataset.file_name} was cancelled"
    else:
        first = f"The platform does not accept {dataset.file_name}"
    return DatasetRefusedError(
        "\n".join([f"{first}:" if lines else f"{first}.", *lines]),
        hint=f"`osmosis dataset logs {dataset.file_name}` has the whole log. Rows are counted from 0.",
        details={"id": dataset.id, "file_name": dataset.file_name, "status": dataset.status.value},
    )


def may_pass(error: PlatformAnswerError | PlatformUnreachableError) -> bool:
    """Whether the same call may succeed a moment later."""
    if isinstance(error, PlatformUnreachableError):
        return True
    return error.status == _TOO_MANY or error.status >= _SERVER_ERRORS


def _segment(name: str) -> str:
    """A name that can be part of an address. Raises NotFoundError for what no dataset is called."""
    if name in {"", ".", ".."}:
        raise NotFoundError(f"There is no dataset {name!r}.")
    return name
