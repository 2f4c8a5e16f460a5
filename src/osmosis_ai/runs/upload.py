"""A complete run as it is sent to a platform: which files, and what is said of the run beside them."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISLNK, S_ISREG
from typing import Any, BinaryIO

from osmosis_ai.base.errors import ConflictError, FileUnreadableError, OsmosisError
from osmosis_ai.base.files.no_follow import open_below, read_bounded
from osmosis_ai.base.files.tree import OpenFolder, walk_tree
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.runs.documents import read_document
from osmosis_ai.runs.folder import is_of_rollout
from osmosis_ai.semantics.faults import first_fault
from osmosis_ai.semantics.members import omit_none
from osmosis_ai.semantics.rules import check_rules
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_manifest import RunManifest
from osmosis_contract.models.run_metrics import RunMetrics, RunState
from osmosis_contract.models.run_progress import RunProgress

__all__ = ["FileToUpload", "RunToUpload", "read_run_to_upload"]

_LARGEST = 256 << 20
_PIECE = 1 << 20
_LONGEST_PATH = 1024
_UNSENDABLE = re.compile(r"[\x00-\x1f\x7f\\\ud800-\udfff]")
_SERVED_BY_ANOTHER = "running-server"
"""In place of an entrypoint, of a run whose server ran already or was started by a command."""
_RUN_AGAIN = "Finish the run first: the same `osmosis eval run` with its --name goes on where it stopped."


@dataclass(frozen=True, slots=True)
class FileToUpload:
    """A file of the run as it is sent."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class RunToUpload:
    """A run, checked, with what is sent of it."""

    folder: Path
    local_run_id: str
    manifest_digest: str
    run: Mapping[str, Any]
    schema_versions: Mapping[str, Any]
    provenance: Mapping[str, Any]
    files: Sequence[FileToUpload]
    logs: bytes | None
    """The log, with secrets of this machine taken out once more; None without one."""

    @contextmanager
    def open(self, path: str) -> Iterator[BinaryIO]:
        """The content of a file that is sent. Raises FileUnreadableError."""
        if path == "logs.txt" and self.logs is not None:
            with tempfile.TemporaryFile() as file:
                file.write(self.logs)
                file.flush()
                yield file
            return
        try:
            found = open_below(self.folder, path.split("/"))
        except OSError as error:
            raise FileUnreadableError(self.folder / path, error) from error
        with found:
            yield found


def read_run_to_upload(folder: Path, redact: Redactor) -> RunToUpload:
    """Reads the run in a folder, which this process has taken.

    Raises OsmosisError for a run that is not complete, or whose files contradict one another; ConflictError for a link
    where a file belongs.
    """
    manifest = _document(folder, "manifest.json", RunManifest)
    metrics = _document(folder, "metrics.json", RunMetrics)
    progress = _document(folder, "progress.json", RunProgress)
    if metrics.eval_run.status is not RunState.FINISHED:
        raise OsmosisError(
            f"The run {manifest.run_name} is not complete: it is {metrics.eval_run.status}.", hint=_RUN_AGAIN
        )
    if metrics.eval_run.id != manifest.local_run_id:
        raise OsmosisError(
            f"{folder / 'metrics.json'} is of another run than the manifest.", hint="Restore the folder as it was."
        )
    rows = _index(folder, manifest, progress)
    paths = ["index.jsonl", "progress.json", *_files_of_rollouts(folder, rows)]
    logs = _logs(folder, redact)
    files = [_described(folder, path) for path in paths]
    if logs is not None:
        files.append(FileToUpload("logs.txt", len(logs), hashlib.sha256(logs).hexdigest()))
    inputs = manifest.inputs
    told = manifest.provenance
    return RunToUpload(
        folder=folder,
        local_run_id=manifest.local_run_id,
        manifest_digest=hashlib.sha256(_bytes(folder, "manifest.json")).hexdigest(),
        run={
            "name": manifest.run_name,
            "started_at": metrics.eval_run.started_at,
            "completed_at": metrics.eval_run.completed_at or metrics.eval_run.started_at,
            "experiment_config": {
                "rollout": {
                    "name": inputs.rollout.name,
                    "source_digest": inputs.rollout.source_digest,
                    **omit_none(branch=told.config_branch, commit_sha=told.config_commit_sha),
                },
                "entrypoint": inputs.rollout.entrypoint or _SERVED_BY_ANOTHER,
                "model_path": inputs.model_path,
                "dataset": {
                    "name": metrics.eval_run.dataset_name,
                    "sha256": inputs.dataset.sha256,
                    "selected_source_rows": inputs.dataset.selected_source_rows,
                },
            },
            "evaluation_config": {"n": inputs.n, "pass_threshold": metrics.summary.pass_threshold},
        },
        schema_versions=inputs.versions.to_wire(),
        provenance=omit_none(
            sdk_version=told.sdk_version,
            git_head=told.git_head,
            git_branch=told.git_branch,
            git_dirty=told.git_dirty,
            config_branch=told.config_branch,
            config_commit_sha=told.config_commit_sha,
            config_path=told.config_path,
        ),
        files=sorted(files, key=lambda file: file.path),
        logs=logs,
    )


def _document[Document: RunManifest | RunMetrics | RunProgress](
    folder: Path, name: str, model: type[Document]
) -> Document:
    found = read_document(folder / name, model)
    if found is None:
        raise OsmosisError(f"{folder} has no {name}: it is not a complete run.", hint=_RUN_AGAIN)
    return found


def _bytes(folder: Path, name: str) -> bytes:
    try:
        return read_bounded(folder / name, at_most=_LARGEST, follow_links=False)
    except OSError as error:
        raise FileUnreadableError(folder / name, error) from error


def _index(folder: Path, manifest: RunManifest, progress: RunProgress) -> list[IndexRow]:
    """The result of each row and run. Raises OsmosisError unless each has one, of a rollout of its own."""
    path, attempts = folder / "index.jsonl", manifest.inputs.n
    rows: list[IndexRow] = []
    for number, line in enumerate(_bytes(folder, "index.jsonl").splitlines()):
        try:
            rows.append(check_rules(IndexRow.read(line)))
        except ValueError as error:
            raise OsmosisError(
                f"{path}, line {number + 1} is not a result: {first_fault(error)}", hint="Restore the file."
            ) from None
    if len(rows) != progress.total_runs or progress.total_runs != progress.sampled_rows * attempts:
        raise OsmosisError(
            f"{path} has {len(rows)} results, and the complete run {progress.sampled_rows * attempts}.", hint=_RUN_AGAIN
        )
    for number, row in enumerate(rows):
        if (row.row_index, row.run_index) != divmod(number, attempts):
            raise OsmosisError(
                f"{path}, line {number + 1} is not of row {number // attempts}, run {number % attempts}.",
                hint="Restore the file: each row and run has one line, in order.",
            )
    if len({row.rollout_id for row in rows}) != len(rows):
        raise OsmosisError(f"{path} names one rollout twice.", hint="Restore the file.")
    return rows


def _files_of_rollouts(folder: Path, rows: Sequence[IndexRow]) -> Iterator[str]:
    for row in rows:
        below = f"rollout_trials/{row.rollout_id}"
        if row.trajectory_filename is not None:
            path = f"{below}/{row.trajectory_filename}"
            if not is_of_rollout(_bytes(folder, path), row.rollout_id):
                raise OsmosisError(
                    f"{folder / path} is not the trajectory of its rollout.", hint="Restore the file as it was."
                )
            yield path
        yield from (f"{below}/artifacts/{name}" for name in _artifacts(folder / below / "artifacts"))


def _artifacts(folder: Path) -> Iterator[str]:
    """The files below a rollout's artifacts. Raises ConflictError for a link and anything else that is no file."""
    problems: list[OSError] = []
    try:
        with OpenFolder(folder) as opened:
            for entry in walk_tree(opened.descriptor, problems.append):
                if S_ISDIR(entry.kind) or entry.path == "manifest.json":
                    continue
                if not S_ISREG(entry.kind):
                    what = "a symbolic link" if S_ISLNK(entry.kind) else "no file"
                    raise ConflictError(
                        f"{folder / entry.path} is {what}, and cannot be uploaded.",
                        hint="Put the file itself there, or remove it.",
                    )
                if len(entry.path) > _LONGEST_PATH or _UNSENDABLE.search(entry.path):
                    raise OsmosisError(
                        f"{folder}: {entry.path!r} has a name that cannot be uploaded.",
                        hint="Rename it: no backslash, no control character, at most 1,024 characters.",
                    )
                yield entry.path
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise ConflictError(f"{folder} is a link or a file.", hint="Put a folder there, or remove it.") from None
    except OSError as error:
        raise FileUnreadableError(folder, error) from error
    if problems:
        raise FileUnreadableError(folder, problems[0])


def _logs(folder: Path, redact: Redactor) -> bytes | None:
    if not (folder / "logs.txt").exists():
        return None
    return redact(_bytes(folder, "logs.txt"))


def _described(folder: Path, path: str) -> FileToUpload:
    digest, size = hashlib.sha256(), 0
    try:
        with open_below(folder, path.split("/")) as file:
            while piece := file.read(_PIECE):
                digest.update(piece)
                size += len(piece)
    except OSError as error:
        raise FileUnreadableError(folder / path, error) from error
    return FileToUpload(path, size, digest.hexdigest())
