"""What is kept of a trial beside its rollout's trajectory: the user's files, Harbor's logs, and its own records.

The trial's folder was written by programs that nobody vouches for: no link in it is followed, nothing but regular files
is read, and the model's key is taken out of everything before it is kept.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from osmosis_ai.base.files.atomic import PRIVATE, write_atomic
from osmosis_ai.base.files.no_follow import FileFaultError, open_below, read_at_most
from osmosis_ai.base.files.private import make_private_directory
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_contract.models.harbor import HarborEvidenceFile, HarborEvidenceManifest

__all__ = ["MOST_FILE_BYTES", "archive_trial", "redact_tree", "remove_tree"]

logger = logging.getLogger(__name__)

MOST_FILE_BYTES = 64 * 1024**2
_MOST_FILES = 20_000
_LOGS = ("trial.log", "exception.txt", "agent", "verifier", "steps")
_RECORDS = ("result.json", "sandbox.json", "trial.log", "exception.txt")
_INPUTS = frozenset({"container_input.json", ".workflow.pid"})
_ARTIFACTS = ("artifacts", "logs", "artifacts")
_GRADER_ARTIFACTS = ("verifier", ".osmosis-artifacts")


@dataclass(slots=True)
class _Copied:
    """What was kept and what was not."""

    files: list[HarborEvidenceFile] = field(default_factory=list)
    excluded: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def redact_tree(root: Path, redact: Redactor) -> None:
    """Takes the secrets out of every regular file below the folder, in place; one that cannot be is removed."""
    if not redact:
        return
    for parts, status in _walk(root):
        if not stat.S_ISREG(status.st_mode):
            continue
        path = root.joinpath(*parts)
        try:
            if status.st_size > MOST_FILE_BYTES:
                raise FileFaultError("it is too large to be searched for secrets", "write less")
            with open_below(root, parts) as file:
                content = read_at_most(file, MOST_FILE_BYTES)
            clean = redact(content)
            if clean != content:
                write_atomic(path, clean)
        except (OSError, ValueError) as error:
            logger.warning("%s is removed: %s", path, error)
            path.unlink(missing_ok=True)


def archive_trial(trial: Path, home: Path, *, rollout_id: str, process_id: str, secrets: list[str]) -> None:
    """Keeps a trial's files in the rollout's folder: `artifacts/`, `logs/` and `harbor/` with its manifest.

    Best effort: what cannot be kept is named in the manifest and in a warning. Never raises.
    """
    try:
        redact_tree(trial, Redactor(secrets))
        make_private_directory(str(home))
        copied = _Copied()
        _copy_tree(trial.joinpath(*_ARTIFACTS), home / "artifacts", copied, record=False)
        _copy_tree(trial.joinpath(*_GRADER_ARTIFACTS), home / "artifacts", copied, record=False)
        for name in _LOGS:
            _copy_tree(trial / name, home / "logs" / name, copied, record=False)
        kept = _Copied()
        for name in _RECORDS:
            _copy_tree(trial / name, home / "harbor" / ("" if name.endswith(".json") else "logs") / name, kept)
        for name in ("agent", "verifier"):
            _copy_tree(trial / name, home / "harbor" / "logs" / name, kept)
        _write_manifest(home / "harbor", kept, rollout_id, process_id)
    except Exception:
        logger.warning("the files of rollout %r's trial are not kept", rollout_id, exc_info=True)


def _write_manifest(folder: Path, kept: _Copied, rollout_id: str, process_id: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    root = str(folder) + os.sep
    for file in kept.files:
        file.path = file.path.removeprefix(root)
    manifest = HarborEvidenceManifest(
        schema_version="harbor-evidence-v1",
        rollout_id=rollout_id,
        process_id=process_id,
        selection_policy="harbor-native-logs-v1",
        excluded=sorted(kept.excluded),
        complete=not kept.errors,
        files=sorted(kept.files, key=lambda file: file.path),
        errors=kept.errors,
    )
    text = json.dumps(manifest.to_wire(), indent=2, ensure_ascii=False)
    write_atomic(folder / "manifest.json", text.encode("utf-8", "replace"), mode=PRIVATE)


def _copy_tree(source: Path, target: Path, copied: _Copied, *, record: bool = True) -> None:
    """Copies a file, or the contents of a folder; links and special files are left out."""
    if source.is_symlink() or not source.exists():
        if source.is_symlink():
            copied.excluded.append(str(source))
        return
    if source.is_file():
        _copy_file(source.parent, (source.name,), target, copied, record=record)
        return
    for number, (parts, status) in enumerate(_walk(source)):
        if number >= _MOST_FILES:
            copied.errors.append(f"{source.name} has more than {_MOST_FILES} files")
            return
        if stat.S_ISDIR(status.st_mode):
            continue
        if not stat.S_ISREG(status.st_mode) or parts[-1] in _INPUTS:
            copied.excluded.append("/".join((source.name, *parts)))
            continue
        _copy_file(source, parts, target.joinpath(*parts), copied, record=record)


def _copy_file(root: Path, parts: tuple[str, ...], target: Path, copied: _Copied, *, record: bool) -> None:
    name = "/".join(parts)
    try:
        with open_below(root, parts) as file:
            content = read_at_most(file, MOST_FILE_BYTES + 1)
        if len(content) > MOST_FILE_BYTES:
            copied.errors.append(f"{name} is larger than {MOST_FILE_BYTES} bytes")
            return
        _real_folders(target.parent)
        write_atomic(target, content, mode=PRIVATE)
        if record:
            copied.files.append(
                HarborEvidenceFile(
                    path=str(target), size_bytes=len(content), sha256=hashlib.sha256(content).hexdigest()
                )
            )
    except (OSError, ValueError) as error:
        copied.errors.append(f"{name}: {error}")


def _real_folders(folder: Path) -> None:
    """Makes the folders on the way; refuses one that is a link."""
    missing = []
    while not folder.exists():
        if folder.is_symlink():
            raise OSError(f"{folder} is a symbolic link, and files are written into real directories only")
        missing.append(folder)
        folder = folder.parent
    if folder.is_symlink():
        raise OSError(f"{folder} is a symbolic link, and files are written into real directories only")
    for each in reversed(missing):
        each.mkdir(mode=0o700)


def _walk(root: Path) -> Iterator[tuple[tuple[str, ...], os.stat_result]]:
    """Everything below the folder, by the names that lead to it; no link is followed."""
    for folder, folders, names in os.walk(root):
        inside = Path(folder).relative_to(root).parts
        for name in sorted((*folders, *names)):
            try:
                yield (*inside, name), os.lstat(os.path.join(folder, name))  # noqa: PTH118 - many files
            except OSError:
                continue


def remove_tree(path: Path) -> None:
    """Removes a folder as far as that can be done."""
    shutil.rmtree(path, ignore_errors=True)
