"""What this machine knows of an upload that has not ended: enough to go on with it after a crash."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from osmosis_ai.base.errors import ConflictError, FileUnwritableError
from osmosis_ai.base.files.append import open_to_append
from osmosis_ai.base.files.private import make_private_directory
from osmosis_contract.models import DatasetPart, UnfinishedUpload, UploadedFile, UploadInfo

__all__ = ["BegunUpload", "UploadLog", "file_identity"]

_ASSUMED_SEC = 3600
"""How long addresses live that do not say it."""
_MARGIN = timedelta(seconds=60)
_MOST_BYTES = 64 * 1024 * 1024


def file_identity(path: Path, status: os.stat_result) -> UploadedFile:
    """What tells that a file is still the same one."""
    return UploadedFile(
        path=os.fsencode(path.absolute()).decode("utf-8", "replace"),
        size=status.st_size,
        modified_ns=status.st_mtime_ns,
        inode=status.st_ino,
    )


@dataclass(frozen=True, slots=True)
class BegunUpload:
    """An upload that has begun, now or earlier."""

    dataset_id: str
    plan: UploadInfo
    file: UploadedFile
    expires_at: datetime
    """When the addresses of the plan end."""
    parts: Mapping[int, str] = field(default_factory=dict)
    """Number of a part that the store has -> its ``ETag``."""

    def can_continue(self, file: UploadedFile) -> bool:
        """Whether it is of that file, unchanged, and its addresses can still be used."""
        return self.file == file and datetime.now(UTC) + _MARGIN < self.expires_at


class UploadLog:
    """The file of one unfinished upload, below the cache. One process at a time has it; use it as a context manager.

    Entering raises ConflictError where another process is sending to the same dataset, FileUnwritableError where the
    cache cannot be written.
    """

    def __init__(self, cache: Path, *identity: str) -> None:
        """``identity`` says which dataset: the platform, the workspace, the name."""
        key = hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:32]
        self._path = cache / "uploads" / f"{key}.jsonl"
        self._descriptor = -1

    def __enter__(self) -> UploadLog:
        try:
            make_private_directory(os.fspath(self._path.parent.absolute()))
            self._descriptor = open_to_append(self._path, os.O_RDWR)
        except OSError as error:
            raise FileUnwritableError(self._path, error, what="The record of the upload") from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(self._descriptor)
            raise ConflictError(
                "Another process is uploading to this dataset.", hint="Wait for it to end, or end it."
            ) from error
        except OSError:
            pass  # a file system without locks: two uploads at a time are the user's to avoid
        return self

    def __exit__(self, *_: object) -> None:
        if os.fstat(self._descriptor).st_size == 0:
            self._path.unlink(missing_ok=True)
        os.close(self._descriptor)

    def find(self) -> BegunUpload | None:
        """The upload that began earlier; None where there is none, or what is written cannot be read."""
        lines = os.pread(self._descriptor, _MOST_BYTES, 0).split(b"\n")[:-1]  # what has no line end is not whole
        if not lines:
            return None
        try:
            header = UnfinishedUpload.read(lines[0])
            parts = [DatasetPart.read(line) for line in lines[1:]]
            ends_at = datetime.fromisoformat(header.expires_at)
        except ValueError:
            return None
        tags = {part.PartNumber: part.ETag for part in parts}
        return BegunUpload(header.dataset_id, header.upload, header.file, ends_at, tags)

    def begin(self, dataset_id: str, file: UploadedFile, plan: UploadInfo) -> BegunUpload:
        """Write down a new upload, in the place of what is there."""
        ends_at = datetime.now(UTC) + timedelta(seconds=plan.expires_in or _ASSUMED_SEC)
        header = UnfinishedUpload(
            version=1,
            dataset_id=dataset_id,
            file=file,
            upload=plan,
            expires_at=ends_at.isoformat(timespec="seconds").replace("+00:00", "Z"),
        )
        self.end()
        self._append(header.to_json())
        return BegunUpload(dataset_id, plan, file, ends_at)

    def add(self, part: DatasetPart) -> None:
        """Write down a part that the store has."""
        self._append(part.to_json())

    def end(self) -> None:
        """The upload has ended, well or not: nothing is left to go on with."""
        with contextlib.suppress(OSError):
            os.ftruncate(self._descriptor, 0)

    def _append(self, line: bytes) -> None:
        """One write, so that a crash leaves at most a line that is not whole. A full disk only costs the resuming."""
        with contextlib.suppress(OSError):
            os.write(self._descriptor, line + b"\n")
