"""The processes of a run in its folder, `server.json` and `tunnel.json`: recorded, found again and ended."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, Protocol

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.no_follow import read_bounded
from osmosis_ai.base.processes.supervisor import is_alive
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.lock import RunLock
from osmosis_contract.base import ContractModel
from osmosis_contract.models.server_record import ServerRecord

__all__ = ["FolderProcessRecords", "end_orphans"]

_GRACE_SEC = 5.0
_LOOK_SEC = 0.02
_LARGEST_RECORD = 1 << 20


class _Folder(Protocol):
    """The folder of a run of any kind, as far as its processes go."""

    server_record: Path
    tunnel_record: Path

    def write_json(self, path: Path, model: ContractModel) -> None: ...


class FolderProcessRecords:
    """Records processes in a run's folder, for `end_orphans` of a later run."""

    def __init__(self, folder: _Folder) -> None:
        self._folder = folder
        self._paths = {"rollout_server": folder.server_record, "tunnel": folder.tunnel_record}

    def add(self, kind: Literal["rollout_server", "tunnel"], record: ServerRecord) -> None:
        """Returns once the record is written. Raises OsmosisError."""
        self._folder.write_json(self._paths[kind], record)

    def remove(self, kind: Literal["rollout_server", "tunnel"], record: ServerRecord) -> None:
        """The process has ended. The record of another that has taken its place since stays."""
        path = self._paths[kind]
        found = _read(path)
        if found is not None and (found.pid, found.start_token) == (record.pid, record.start_token):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


def end_orphans(root: Path, held: str, report: Callable[[str], None]) -> None:
    """Ends what earlier runs below `root` left running, recognised by process number and start token together.

    A run that another process works on is left alone; the lock of the run `held` is the caller's. `report` gets a
    sentence for each process that was ended, or could not be.
    """
    for folder in _with_records(root):
        if folder.root.name == held:
            _end_those_of(folder, report)
            continue
        lock = RunLock(root, folder.root.name)
        try:
            lock.acquire()
        except OsmosisError:
            continue
        try:
            _end_those_of(folder, report)
        finally:
            lock.release()


def _with_records(root: Path) -> Iterator[RunFolder]:
    try:
        folders = [RunFolder(path) for path in sorted(root.iterdir()) if path.is_dir() and not path.is_symlink()]
    except OSError:
        return
    for folder in folders:
        if folder.server_record.is_file() or folder.tunnel_record.is_file():
            yield folder


def _end_those_of(folder: RunFolder, report: Callable[[str], None]) -> None:
    for path, kind in ((folder.server_record, "rollout server"), (folder.tunnel_record, "tunnel")):
        record = _read(path)
        if record is None:
            continue
        what = f"the {kind} that an earlier run {folder.root.name} left running (process {record.pid})"
        if is_alive(record.pid, record.start_token):
            if not _end(record):
                report(f"{what} could not be ended")
                continue
            report(f"ended {what}")
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def _read(path: Path) -> ServerRecord | None:
    """The record in a file; None where there is none, or one that cannot be read."""
    try:
        return ServerRecord.read(read_bounded(path, at_most=_LARGEST_RECORD, follow_links=False))
    except (OSError, ValueError):
        return None


def _end(record: ServerRecord) -> bool:
    """SIGTERM, then SIGKILL for what is still there after five seconds; True once the process is gone."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            _signal(record, number)
        except ProcessLookupError:
            return True
        except PermissionError:
            return False
        give_up = time.monotonic() + _GRACE_SEC
        while time.monotonic() < give_up:
            if not is_alive(record.pid, record.start_token):
                return True
            time.sleep(_LOOK_SEC)
    return False


def _signal(record: ServerRecord, number: signal.Signals) -> None:
    """To the group as a whole where the process leads it, as it does when we started it; else to the process alone."""
    if record.pid == record.pgid == os.getpgid(record.pid) != os.getpgrp():
        os.killpg(record.pgid, number)
    else:
        os.kill(record.pid, number)
