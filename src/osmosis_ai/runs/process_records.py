"""The processes of a run on disk: `server.json` and `tunnel.json` in its folder."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Literal

from osmosis_ai.runs.folder import RunFolder
from osmosis_contract.models.server_record import ServerRecord

__all__ = ["FolderProcessRecords", "read_process_record"]


class FolderProcessRecords:
    """Records processes in a run's folder, for `end_orphans` of a later run."""

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self._paths = {"rollout_server": folder.server_record, "tunnel": folder.tunnel_record}

    def add(self, kind: Literal["rollout_server", "tunnel"], record: ServerRecord) -> None:
        """Returns once the record is written. Raises OsmosisError."""
        self._folder.write_json(self._paths[kind], record)

    def remove(self, kind: Literal["rollout_server", "tunnel"], record: ServerRecord) -> None:
        """The process has ended. The record of another that has taken its place since stays."""
        path = self._paths[kind]
        found = read_process_record(path)
        if found is not None and (found.pid, found.start_token) == (record.pid, record.start_token):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


def read_process_record(path: Path) -> ServerRecord | None:
    """The record in a file; None where there is none, or one that cannot be read."""
    try:
        return ServerRecord.read(path.read_bytes())
    except (OSError, ValueError):
        return None
