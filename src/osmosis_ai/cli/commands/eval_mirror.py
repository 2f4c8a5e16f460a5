"""A run of a platform as a folder on this machine, in the form of a local run, for the page of `eval view`.

What is the platform's stays there: the folder is a cache, gone on with by the next look, and made again where results
were replaced. Results come first; conversations follow while the page is open.
"""

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.base.files.atomic import PRIVATE, write_atomic
from osmosis_ai.cli.commands.eval_download import fetch_outputs
from osmosis_ai.cli.commands.eval_watch import samples_of
from osmosis_ai.cli.commands.session import Place
from osmosis_ai.platform_client.connection import Connection
from osmosis_contract.clients.platform.api.eval_runs import get_eval_run, list_eval_run_files
from osmosis_contract.models import EvalRunResponse, EvalRunStatus, OutputFile, OutputManifest
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_manifest import RunManifest

__all__ = ["Mirror"]

_NOT_KNOWN = "0" * 64
"""In place of digests that a platform does not tell."""
_PAUSE_SEC = 3.0
_BATCH = 64
_OF_INDEX_ALONE = frozenset({"trajectory_filename", "max_context_tokens", "resumed"})
_MADE = frozenset({"summary.jsonl"})
_OVER = (EvalRunStatus.FINISHED, EvalRunStatus.FAILED, EvalRunStatus.STOPPED)


class Mirror:
    """One run in a folder of `root`. `follow` keeps it up to date until it is closed.

    Raises OsmosisError for a run that has not begun, ConflictError where another process has it in that folder.
    """

    def __init__(self, connection: Connection, place: Place, run: EvalRunResponse, root: Path) -> None:
        if run.results is None:
            raise OsmosisError(
                f"The evaluation {run.eval_run.name} has not begun: it is {run.eval_run.status.value}.",
                hint=f"Wait for it: osmosis eval info {run.eval_run.name} --watch",
            )
        self.folder = root / run.eval_run.name
        self._connection, self._place = connection, place
        self._id = run.eval_run.id
        self._lines: list[str] = []
        self._index: list[str] = []
        self._stopped = threading.Event()
        self._following: threading.Thread | None = None
        self._is_over = False
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = FileLock(root / f".{self.folder.name}.lock")
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise ConflictError(
                f"Another `eval view` shows the evaluation {self.folder.name}.", hint="Open its page, or end it."
            ) from None
        self._write("manifest.json", _manifest(run))
        (self.folder / "events.jsonl").unlink(missing_ok=True)
        self.update()

    def update(self) -> None:
        """Takes the results and figures that there are now. Raises OsmosisError."""
        run = self._connection.call(
            get_eval_run.sync_detailed, EvalRunResponse, name_or_id=self._id, **self._place.scope.headers()
        )
        self._is_over = run.eval_run.status in _OVER
        samples = samples_of(self._connection, self._place, self._id)
        self._put_events([_line(_event(each)) for each in samples])
        index = [_line(each.to_wire()) for each in samples]
        if index != self._index:
            self._index = index
            write_atomic(self.folder / "index.jsonl", "".join(index).encode(), mode=PRIVATE)
        self._take("metrics,logs")

    def follow(self) -> None:
        """Goes on in a thread: results until the run is over, and every conversation."""
        self._following = threading.Thread(target=self._follow, daemon=True)
        self._following.start()

    def close(self) -> None:
        """Ends the following, at once."""
        self._stopped.set()
        if self._following is not None:
            self._following.join(_PAUSE_SEC)
        self._lock.release()

    def _follow(self) -> None:
        while not self._stopped.is_set():
            try:
                over = self._is_over
                self._take("trajectories,artifacts")
                if over:
                    return
                if self._stopped.wait(_PAUSE_SEC):
                    return
                self.update()
            except OsmosisError:  # the page shows what there is; the platform is asked again
                self._stopped.wait(_PAUSE_SEC)

    def _take(self, kinds: str) -> None:
        manifest = self._connection.call(
            list_eval_run_files.sync_detailed, OutputManifest, id=self._id, types=kinds, **self._place.scope.headers()
        )
        wanted = [file for file in manifest.files if self._lacks(file)]
        for start in range(0, len(wanted), _BATCH):
            if self._stopped.is_set():
                return
            batch = wanted[start : start + _BATCH]
            for _ in fetch_outputs(self._connection, self._place, self._id, batch, self.folder):
                pass  # what could not be fetched is tried again by the next look

    def _lacks(self, file: OutputFile) -> bool:
        parts = file.path.split("/")
        if file.path in _MADE or "\\" in file.path or any(part in {"", ".", ".."} for part in parts):
            return False
        present = self.folder / file.path
        is_made = len(parts) == 1  # figures and logs grow; the same size may be other figures
        return is_made or not present.is_file() or present.stat().st_size != file.size

    def _put_events(self, lines: list[str]) -> None:
        """New results are appended; where one was replaced, the file is."""
        if lines == self._lines:
            return
        kept = set(self._lines)
        new = [line for line in lines if line not in kept]
        path = self.folder / "events.jsonl"
        if len(kept) + len(new) == len(lines):
            with path.open("a", encoding="utf-8") as file:
                file.writelines(new)
        else:
            write_atomic(path, "".join(lines).encode(), mode=PRIVATE)
        self._lines = lines

    def _write(self, name: str, document: Mapping[str, Any]) -> None:
        write_atomic(self.folder / name, json.dumps(document, indent=2).encode() + b"\n", mode=PRIVATE)


def _event(sample: IndexRow) -> dict[str, Any]:
    return {name: value for name, value in sample.to_wire().items() if name not in _OF_INDEX_ALONE}


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, separators=(",", ":"), sort_keys=True) + "\n"


def _manifest(run: EvalRunResponse) -> dict[str, Any]:
    """The manifest that a local run of the same config would have, as far as the platform tells.

    The rows of a random sample are numbered as they are in the run.
    """
    detail, config, results = run.eval_run, run.config or {}, run.results
    rows = 1 if results is None or not results.sampled_rows else results.sampled_rows
    return RunManifest.model_validate(
        {
            "schema_version": 1,
            "local_run_id": detail.id,
            "run_name": detail.name,
            "created_at": detail.created_at,
            "inputs": {
                "model_path": config.get("model_path") or "unknown",
                "dataset": {
                    "sha256": _NOT_KNOWN,
                    "selected_source_rows": f"0-{rows - 1}" if rows > 1 else "0",
                },
                "n": config.get("n") or 1,
                "rollout": {
                    "name": "unknown" if run.rollout is None else run.rollout.name,
                    "entrypoint": run.entrypoint or "main.py",
                    "source_digest": _NOT_KNOWN,
                },
                "env": run.env_config or {},
                "secret_names": sorted(run.resolved_secret_scopes or {}),
                "timeouts": {
                    "agent_timeout_sec": config.get("agent_workflow_timeout_s"),
                    "grader_timeout_sec": config.get("grader_timeout_s"),
                },
                "versions": {"rollout_protocol": "0.4", "dataset_normalization": 1, "state_schema": 1},
            },
            "provenance": {"sdk_version": "platform"},
        }
    ).to_wire()
