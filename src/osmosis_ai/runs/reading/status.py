"""The state of a run: at work, finished, or incomplete."""

from __future__ import annotations

import platform
import shlex
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.processes.supervisor import is_alive
from osmosis_ai.runs.documents import read_document
from osmosis_contract.models.owner_record import OwnerRecord
from osmosis_contract.models.run_manifest import RunManifest
from osmosis_contract.models.run_metrics import RunMetrics, RunState
from osmosis_contract.models.server_record import ServerRecord

__all__ = ["RunStatus", "resume_command", "resume_command_of", "status_of_run"]

_FRESH_SEC = 60.0
_WRITTEN = ("attempts.jsonl", "events.jsonl", "metrics.json", "logs.txt")


@dataclass(frozen=True, slots=True)
class RunStatus:
    """`state`, and while a run is at work: by which process, as far as that is known, and seconds since it began."""

    state: RunState
    by: str | None = None
    running_for: float | None = None


def status_of_run(folder: Path, metrics: RunMetrics | None, *, complete: bool) -> RunStatus:
    """Whether anything works on the run now.

    Something does when its owner or its rollout server is alive, or when its metrics say that an invocation is at work
    and one of its files was written within the last minute (from another machine, its processes cannot be seen).
    """
    if complete:
        return RunStatus(RunState.FINISHED)
    owner = _owner(folder)
    if owner is not None:
        return RunStatus(RunState.RUNNING, f"process {owner.pid} on {owner.host}", _since(owner.claimed_at))
    server = _server(folder)
    if server is not None:
        return RunStatus(RunState.RUNNING, f"a rollout server, process {server.pid}", _since(server.created_at))
    if metrics is not None and metrics.eval_run.status is RunState.RUNNING and _age(folder) < _FRESH_SEC:
        return RunStatus(RunState.RUNNING, None, _since(metrics.eval_run.started_at))
    return RunStatus(RunState.INCOMPLETE)


def resume_command(
    program: str,
    config: str,
    name: str | None,
    *more: str,
    output: str | None = None,
    dataset_file: str | None = None,
    rows: str | None = None,
    secrets_file: str | None = None,
    rollout_url: str | None = None,
    columns: Iterable[str] = (),
) -> str:
    """What to type to resume a run: the same config, dataset, rows and place; without a name, to start one like it.

    `program` may be several words. `columns` are pairs as `--map` takes them; `more` are further options.
    """
    given = {
        "--name": name,
        "--output": output,
        "--dataset-file": dataset_file,
        "--rows": rows,
        "--secrets-file": secrets_file,
        "--rollout-url": rollout_url,
    }
    options = [word for option, value in given.items() if value is not None for word in (option, value)]
    options += [word for column in columns for word in ("--map", column)]
    return f"{program} {shlex.join(['eval', 'run', config, *options, *more])}"


def resume_command_of(program: str, manifest: RunManifest, output: Path | None) -> str | None:
    """What to type in the workspace to resume the run; None when it does not say which config it came from.

    A secrets file is not recorded, so none is named.
    """
    provenance = manifest.provenance
    if provenance.config_path is None:
        return None
    return resume_command(
        program,
        provenance.config_path,
        manifest.run_name,
        output=None if output is None else str(output),
        dataset_file=provenance.dataset_path,
        rows=provenance.rows,
        rollout_url=manifest.inputs.rollout.url,
        columns=[f"{column}={name}" for column, name in (manifest.inputs.dataset.columns or {}).items()],
    )


def _owner(folder: Path) -> OwnerRecord | None:
    """Who says that it works on the run, if that was within a minute and, on this machine, by a process that lives."""
    path = folder.parent / ".locks" / f"{folder.name}.owner.json"
    try:
        record = read_document(path, OwnerRecord)
        if record is None or time.time() - path.stat().st_mtime > _FRESH_SEC:
            return None
    except (OSError, OsmosisError):
        return None
    here = record.host == platform.node()
    return record if not here or is_alive(record.pid, record.start_token) else None


def _server(folder: Path) -> ServerRecord | None:
    try:
        record = read_document(folder / "server.json", ServerRecord)
    except OsmosisError:
        return None
    return record if record is not None and is_alive(record.pid, record.start_token) else None


def _age(folder: Path) -> float:
    """Seconds since one of the run's files was written."""
    times = [path.stat().st_mtime for name in _WRITTEN if (path := folder / name).is_file()]
    return time.time() - max(times, default=0.0)


def _since(timestamp: str) -> float:
    return max(0.0, time.time() - datetime.fromisoformat(timestamp).timestamp())
