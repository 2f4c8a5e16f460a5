"""A file of this machine becomes a dataset of a platform; an upload that broke off goes on where it stopped."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai.base.errors import ConflictError, FileUnreadableError, OsmosisError
from osmosis_ai.platform_client.datasets import Datasets, may_pass
from osmosis_ai.platform_client.failures import PlatformAnswerError, PlatformUnreachableError
from osmosis_ai.platform_client.transfers import Sent, TransferError, TransferLostError, Transfers
from osmosis_ai.platform_client.upload_log import BegunUpload, UploadLog, file_identity
from osmosis_ai.platform_client.uploads import check_plan, send_file
from osmosis_contract.models import DatasetCreateRequest, DatasetFormat, DatasetStatus, PlatformDataset, UploadedFile

__all__ = ["FileToSend", "upload_dataset"]

_OF_THE_CALLER = frozenset({"AUTH_REQUIRED", "UPGRADE_REQUIRED"})
"""Refusals that say nothing of the upload: with another login or version it can be completed."""
_AGAIN = "Run the same command again: it goes on where it stopped."


@dataclass(frozen=True, slots=True)
class FileToSend:
    """A file on this machine, and the dataset it becomes."""

    path: Path
    name: str
    extension: DatasetFormat
    overwrite: bool
    """Whether a dataset of that name is replaced."""


def upload_dataset(
    datasets: Datasets,
    file: FileToSend,
    *,
    cache: Path,
    transfers: Transfers,
    sent: Sent,
    resumed: Callable[[int], None],
) -> PlatformDataset:
    """Send a file and complete the upload; or go on with one of the same file that this machine began.

    ``resumed`` is called with the number of parts that are there already. What was begun is kept where the network or
    the process fails, and cancelled where the platform or its store refuses it. Raises TransferError, ConflictError
    where the name is taken or another process sends to it, FileUnreadableError, and what ``Connection.call`` does.
    """
    try:
        descriptor = os.open(file.path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise FileUnreadableError(file.path, error) from error
    try:
        identity = file_identity(file.path, os.fstat(descriptor))
        with UploadLog(cache, datasets.url, datasets.workspace, file.name, file.extension.value) as log:
            upload = _Upload(datasets, file, identity, log)
            begun = upload.earlier()
            if begun is not None:
                resumed(len(begun.parts))
            else:
                begun = upload.begin()
            return upload.send(begun, descriptor, transfers, sent)
    finally:
        os.close(descriptor)


class _Upload:
    """One upload, and the record of it."""

    def __init__(self, datasets: Datasets, file: FileToSend, identity: UploadedFile, log: UploadLog) -> None:
        self._datasets, self._file, self._identity, self._log = datasets, file, identity, log

    def earlier(self) -> BegunUpload | None:
        """The upload of that file that this machine began, and the platform still waits for. Cancels another one."""
        found = self._log.find()
        if found is None:
            return None
        if found.can_continue(self._identity) and self._is_expected(found.dataset_id):
            return found
        self._give_up(found.dataset_id)
        return None

    def _is_expected(self, dataset_id: str) -> bool:
        try:
            return self._datasets.get(dataset_id).status is DatasetStatus.UPLOADING
        except PlatformAnswerError as error:
            if error.code != "NOT_FOUND":
                raise
            return False

    def begin(self) -> BegunUpload:
        """Make the dataset. Raises ConflictError where the name is taken and nothing is to be replaced."""
        file = self._file
        wanted = DatasetCreateRequest(file_name=file.name, file_size=self._identity.size, extension=file.extension)
        try:
            made = self._datasets.create(wanted)
        except PlatformAnswerError as error:
            taken = error.details.get("existing_dataset_id")
            if error.code != "CONFLICT" or not isinstance(taken, str):
                raise
            if not file.overwrite:
                raise ConflictError(
                    f"There is a dataset {file.name!r} already.",
                    hint="Add --overwrite to replace it, or give the file another name.",
                    details={name: part for name, part in error.details.items() if name != "platform_code"},
                ) from error
            made = self._datasets.create(wanted.model_copy(update={"overwrite_dataset_id": taken}))
        if made.upload is None:
            raise OsmosisError("The platform made the dataset and did not say how to send the file.")
        try:
            check_plan(made.upload, self._identity.size, self._datasets.url)
        except PlatformUnreachableError:
            self._give_up(made.id)
            raise
        return self._log.begin(made.id, self._identity, made.upload)

    def send(self, begun: BegunUpload, descriptor: int, transfers: Transfers, sent: Sent) -> PlatformDataset:
        """Send what is missing, and complete."""
        size = self._identity.size
        try:
            parts = send_file(
                transfers, descriptor, size, begun.plan, present=begun.parts, arrived=self._log.add, sent=sent
            )
            if file_identity(self._file.path, os.fstat(descriptor)) != self._identity:
                raise TransferError("The file was changed while it was sent.", hint="Start the upload again.")
            done = self._datasets.complete(begun.dataset_id, self._file.extension, parts)
        except OsmosisError as error:
            if _can_go_on(error):
                error.hint = f"{error.hint or ''} {_AGAIN}".strip()
            else:
                self._give_up(begun.dataset_id)
            raise
        self._log.end()
        return done

    def _give_up(self, dataset_id: str) -> None:
        """Cancel an upload and forget it. The platform cleans up by itself where it cannot be asked."""
        with suppress(OsmosisError):
            self._datasets.abort(dataset_id)
        self._log.end()


def _can_go_on(error: OsmosisError) -> bool:
    """Whether an upload that failed so is not lost."""
    if isinstance(error, PlatformAnswerError):
        return may_pass(error) or error.code in _OF_THE_CALLER
    return isinstance(error, TransferLostError | PlatformUnreachableError)
