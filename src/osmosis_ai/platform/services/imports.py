"""Imports of runs that were evaluated on a person's machine: begun, sent file by file, finalized into a run.

    uploading ── every file arrived whole ── finalize ──► finalized
        └── not finalized within days, or begun with other files ──► dropped, with what was sent

The same run with the same files is one import, however often it is begun: what arrived stays, and a finalized one is
answered as it is. Other files of a run that was imported are a conflict unless they are to replace it; the run keeps
its id and its name then. What the run's figures are is decided here, by reading what arrived (`import_reading`).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets.selection import RowSelection, parse_row_selection
from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.blobs.port import BlobMissingError, BlobStore, SignsUrls
from osmosis_ai.platform.errors import InvalidRequestError, Issue, ResourceNotFoundError, StateConflictError
from osmosis_ai.platform.ids import new_id, new_run_id
from osmosis_ai.platform.outbox.queue import enqueue
from osmosis_ai.platform.services import audit, blobs, jobs, run_counting, run_state
from osmosis_ai.platform.services.capacity import Capacity
from osmosis_ai.platform.services.datasets import url_seconds
from osmosis_ai.platform.services.import_reading import INDEX, LOGS, PROGRESS, ReadRun, is_importable, read_run
from osmosis_ai.platform.services.run_figures import fold_records, journal_record
from osmosis_ai.platform.services.run_files import add_blob, digest_of
from osmosis_ai.platform.services.transfers import store_answers
from osmosis_ai.platform.settings import Limits
from osmosis_ai.platform.store import blobs as blob_rows
from osmosis_ai.platform.store import datasets as dataset_rows
from osmosis_ai.platform.store import git as git_rows
from osmosis_ai.platform.store import imports as rows
from osmosis_ai.platform.store import runs as run_rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.import_tables import RunImport, RunImportFile
from osmosis_ai.platform.store.run_tables import ManagedRun, RunFile, RunLogLine
from osmosis_ai.platform.store.scope import WorkspaceScope
from osmosis_ai.platform.store.unit import Unit

__all__ = ["FileToImport", "Plan", "Session", "complete", "drop_expired", "finalize", "plan", "start"]

_DAYS = timedelta(days=7)
_BATCH = 500
_NOT_KEPT = (INDEX, PROGRESS, LOGS)
"""Files that were read into rows, and are made of them again."""


@dataclass(frozen=True, slots=True)
class FileToImport:
    """A file of a local run."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Session:
    """An import, with every file."""

    row: RunImport
    files: Sequence[RunImportFile]
    run_name: str | None
    """Of the run that it became."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where a file is sent to."""

    file: RunImportFile
    url: str
    seconds: int


async def start(
    unit: Unit,
    member: Member,
    limits: Limits,
    *,
    local_run_id: str,
    manifest_digest: str,
    about: Mapping[str, Any],
    files: Sequence[FileToImport],
    replace: bool,
) -> Session:
    """Begins an import, or finds the one of the same run with the same files. `about` is `run`, `schema_versions` and
    `provenance` as they were sent.

    Raises InvalidRequestError for what no run has, StateConflictError (`RUN_IMPORTED`) for other files of a run that
    was imported, unless they are to replace it.
    """
    member.require("run.write")
    _check(about, files, limits)
    scope = unit.in_workspace(member.workspace_id)
    files_digest = _files_digest(files)
    found = await rows.of_run(unit, scope, local_run_id)
    finalized, open_one = found.get("finalized"), found.get("uploading")
    if finalized is not None and _is_same(finalized, manifest_digest, files_digest):
        return await _session(unit, scope, finalized)
    run = await rows.imported_run(unit, scope, local_run_id)
    if run is not None and not replace:
        raise StateConflictError(
            f"This run was imported as {run.name}, with other results. Import it with reimport to replace those.",
            code="RUN_IMPORTED",
            extra={"eval_run_id": run.id, "eval_run_name": run.name},
        )
    if open_one is not None:
        if _is_same(open_one, manifest_digest, files_digest):
            await rows.change(unit, scope, open_one.id, expires_at=unit.now + _DAYS, replaces=replace)
            return await _session(unit, scope, open_one)
        await _drop(unit, open_one)
    values = {
        "id": new_id("imp"),
        "local_run_id": local_run_id,
        "manifest_digest": manifest_digest,
        "files_digest": files_digest,
        "status": "uploading",
        "run": dict(about),
        "run_id": None,
        "replaces": replace,
        "created_by": member.actor.user_id,
        "created_at": unit.now,
        "expires_at": unit.now + _DAYS,
        "finalized_at": None,
    }
    await unit.insert(RunImport, values, scope=scope)
    for each in files:
        file_id = new_id("imf")
        file = {
            "id": file_id,
            "import_id": values["id"],
            "path": each.path,
            "size": each.size,
            "sha256": each.sha256,
            "state": "pending",
            "key": f"{scope.workspace_id}/{file_id}",
        }
        await unit.insert(RunImportFile, file, scope=scope)
    return await _session(unit, scope, RunImport(**values, workspace_id=scope.workspace_id))


async def plan(
    database: Database, urls: SignsUrls, capacity: Capacity, member: Member, *, session_id: str, paths: Sequence[str]
) -> list[Plan]:
    """Where each of the files that are still needed goes.

    Raises ResourceNotFoundError, InvalidRequestError for a path that the import does not have, UnavailableError.
    """
    member.require("run.write")
    capacity.require_room()
    async with database.read() as unit:
        session = await _find(unit, member, session_id)
        known = {each.path: each for each in session.files}
    unknown = [Issue("paths", f"{path} is not a file of the import") for path in paths if path not in known]
    if unknown:
        raise InvalidRequestError("The import does not have these files.", field="paths", issues=unknown)
    seconds = url_seconds(sum(each.size for each in session.files if each.state == "pending"))
    found = []
    for path in dict.fromkeys(paths):
        file = known[path]
        if file.state == "pending":
            with store_answers():
                url = await urls.sign_put(_sent(file), seconds=seconds, size=file.size)
            found.append(Plan(file, url, seconds))
    return found


async def complete(database: Database, store: BlobStore, member: Member, session_id: str, path: str) -> None:
    """A file was sent. Again, it changes nothing.

    Raises ResourceNotFoundError, StateConflictError where what arrived differs from what was announced
    (`FILE_DIFFERS`).
    """
    member.require("run.write")
    async with database.read() as unit:
        await _find(unit, member, session_id)
        file = await rows.file(unit, unit.in_workspace(member.workspace_id), session_id, path)
    if file is None:
        raise ResourceNotFoundError("The import has no such file.")
    if file.state == "uploaded":
        return
    try:
        with store_answers():
            await store.keep(_sent(file), file.key)
            size, digest = await digest_of(store.get(file.key))
    except BlobMissingError:
        raise StateConflictError(f"{path} did not arrive.", code="FILE_DIFFERS") from None
    if (size, digest) != (file.size, file.sha256):
        await store.delete(file.key)
        raise StateConflictError(f"{path} arrived with other content than announced.", code="FILE_DIFFERS")
    async with database.write() as unit:
        scope = unit.in_workspace(member.workspace_id)
        if await rows.session(unit, scope, session_id, lock=True) is None:
            await enqueue(unit, blobs.DELETE, {"key": file.key})
            gone = True
        else:
            gone = False
            await add_blob(unit, scope, file.key, size, digest)
            await rows.change_file(unit, scope, file.id, state="uploaded")
    if gone:
        raise ResourceNotFoundError("There is no such import: it was dropped.")


async def finalize(database: Database, store: BlobStore, member: Member, session_id: str, limits: Limits) -> Session:
    """Makes the run out of the files. Again, it changes nothing.

    Raises ResourceNotFoundError, StateConflictError while files are missing (`IMPORT_INCOMPLETE`), InvalidRequestError
    for files that are not those of a complete run (`IMPORT_INVALID`).
    """
    member.require("run.write")
    async with database.read() as unit:
        session = await _find(unit, member, session_id)
    if session.row.status == "finalized":
        return session
    missing = [each.path for each in session.files if each.state == "pending"]
    if missing:
        raise StateConflictError(
            f"{len(missing)} of {len(session.files)} files did not arrive, such as {missing[0]}.",
            code="IMPORT_INCOMPLETE",
        )
    about = _About.of(session.row)
    files = {each.path: each for each in session.files}
    with store_answers():
        read = await read_run(
            store,
            files,
            selection=about.selection,
            attempts_per_row=about.attempts_per_row,
            ended_at=about.completed_at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            most_log_bytes=limits.run_log_bytes,
        )
    batches = [read.records[at : at + _BATCH] for at in range(0, len(read.records), _BATCH)]
    packed = [jobs.packed(batch) for batch in batches]
    async with database.write() as unit:
        scope = unit.in_workspace(member.workspace_id)
        row = await rows.session(unit, scope, session_id, lock=True)
        if row is None:
            raise ResourceNotFoundError("There is no such import: it was dropped.")
        if row.status == "uploading":
            run = await _run(unit, scope, member, row, about=about, read=read, batches=len(batches))
            for number, (text, digest) in enumerate(packed, 1):
                await jobs.add_batch(unit, run, number, epoch=1, text=text, digest=digest)
            await _add_files(unit, scope, run, files, read)
            await _add_log(unit, scope, run, read)
            records = [journal_record(each) for each in read.records]
            figures = await asyncio.to_thread(fold_records, run, records, len(batches))
            await run_counting.store(unit, run, figures, metered=False)
            await run_state.log(unit, run, "info", "import", f"{member.actor.name} imported the run.")
            await _finished(unit, scope, member, row, run)
        return await _find(unit, member, session_id)


async def drop_expired(unit: Unit, before: datetime, limit: int) -> int:
    """Drops imports that were not finalized and expired before that time; how many."""
    found = await rows.expired(unit, before, limit)
    for each in found:
        await _drop(unit, each)
    return len(found)


@dataclass(frozen=True, slots=True)
class _About:
    """What the client said of the run, read."""

    name: str
    started_at: datetime
    completed_at: datetime
    experiment: Mapping[str, Any]
    attempts_per_row: int
    pass_threshold: float
    selection: RowSelection
    provenance: Mapping[str, Any]

    @classmethod
    def of(cls, row: RunImport) -> _About:
        return cls.read(row.run)

    @classmethod
    def read(cls, about: Mapping[str, Any]) -> _About:
        """Raises InvalidRequestError for times and rows that are none."""
        run = about["run"]
        evaluation, experiment = run["evaluation_config"], run["experiment_config"]
        times = []
        for name in ("started_at", "completed_at"):
            try:
                moment = datetime.fromisoformat(run[name])
                times.append(moment.astimezone(UTC))
                wrong = moment.tzinfo is None
            except (ValueError, OverflowError):
                wrong = True
            if wrong:
                raise _invalid(f"run.{name}", "is not a time with an offset")
        if times[1] < times[0]:
            raise _invalid("run.completed_at", "is before started_at")
        try:
            selection = parse_row_selection(experiment["dataset"]["selected_source_rows"])
        except OsmosisError as error:
            raise _invalid("run.experiment_config.dataset.selected_source_rows", error.message) from None
        return cls(
            name=run["name"],
            started_at=times[0],
            completed_at=times[1],
            experiment=experiment,
            attempts_per_row=evaluation["n"],
            pass_threshold=float(evaluation["pass_threshold"]),
            selection=selection,
            provenance=about.get("provenance") or {},
        )


def _check(about: Mapping[str, Any], files: Sequence[FileToImport], limits: Limits) -> None:
    _About.read(about)
    text = json.dumps(about, ensure_ascii=False)
    if "\\u0000" in text or jobs.storable(text) != text:
        raise _invalid("run", "has a character that cannot be stored")
    issues = []
    paths = [each.path for each in files]
    for number, each in enumerate(files):
        if not is_importable(each.path):
            issues.append(Issue(f"files.{number}.path", "is not a file that a local run has"))
        if each.size > limits.run_file_bytes:
            issues.append(Issue(f"files.{number}.size", f"is more than {limits.run_file_bytes} bytes"))
    if len(set(paths)) != len(paths):
        issues.append(Issue("files", "name a path twice"))
    issues += [Issue("files", f"lack {name}") for name in (INDEX, PROGRESS) if name not in paths]
    if issues:
        raise InvalidRequestError("The files cannot be imported.", field="files", issues=issues[:20])


def _invalid(key: str, problem: str) -> InvalidRequestError:
    return InvalidRequestError("The run cannot be imported.", field="run", issues=[Issue(key, problem)])


def _files_digest(files: Sequence[FileToImport]) -> str:
    listed = sorted((each.path, each.size, each.sha256) for each in files)
    return hashlib.sha256(json.dumps(listed).encode()).hexdigest()


def _is_same(row: RunImport, manifest_digest: str, files_digest: str) -> bool:
    return (row.manifest_digest, row.files_digest) == (manifest_digest, files_digest)


def _sent(file: RunImportFile) -> str:
    """Where a file is sent to: an address that is still good cannot change what was completed."""
    return f"{file.key}.sent"


async def _find(unit: Unit, member: Member, session_id: str) -> Session:
    scope = unit.in_workspace(member.workspace_id)
    found = await rows.session(unit, scope, session_id)
    if found is None or (found.status == "uploading" and found.expires_at <= unit.now):
        raise ResourceNotFoundError("There is no such import.")
    return await _session(unit, scope, found)


async def _session(unit: Unit, scope: WorkspaceScope, row: RunImport) -> Session:
    files = await rows.files(unit, scope, row.id)
    run = None if row.run_id is None else await run_rows.run(unit, scope, row.run_id)
    return Session(row, files, None if run is None else run.name)


async def _drop(unit: Unit, row: RunImport) -> None:
    """Removes an import, and after the commit what was sent for it."""
    scope = unit.in_workspace(row.workspace_id)
    for file in await rows.files(unit, scope, row.id):
        if file.state == "uploaded":
            await _drop_blob(unit, scope, file.key)
    await rows.remove(unit, scope, row.id)


async def _drop_blob(unit: Unit, scope: WorkspaceScope, key: str) -> None:
    if await blob_rows.delete_by_key(unit, scope, key):
        await enqueue(unit, blobs.DELETE, {"key": key})


async def _run(
    unit: Unit, scope: WorkspaceScope, member: Member, row: RunImport, *, about: _About, read: ReadRun, batches: int
) -> ManagedRun:
    """The run that the import makes, or replaces. Its journal, files and log are not there yet."""
    before = await rows.imported_run(unit, scope, row.local_run_id)
    if before is not None:
        if not row.replaces:
            raise StateConflictError(f"This run was imported as {before.name} meanwhile.", code="RUN_IMPORTED")
        for key in await rows.clear_run(unit, scope, before.id):
            await _drop_blob(unit, scope, key)
    values = {
        **await _sources(unit, scope, about),
        "status": "finished",
        "reason": None,
        "message": None,
        "queued_at": unit.now,
        "started_at": about.started_at,
        "completed_at": about.completed_at,
        "stop_requested_at": None,
        "selected_rows": str(about.selection),
        "sampled_rows": read.sampled_rows,
        "dataset_rows": read.dataset_rows,
        "attempts_per_row": about.attempts_per_row,
        "pass_threshold": about.pass_threshold,
        "secret_scopes": {},
        **run_state.unclaimed(unit.now),
        "batch": batches,
        "local_run_id": row.local_run_id,
    }
    if before is not None:
        await run_rows.change_run(unit, scope, before.id, **values, figures=None, figures_batch=0)
        kept = {"id": before.id, "kind": before.kind, "name": before.name, "created_at": before.created_at}
        return ManagedRun(**values, **kept, created_by=before.created_by, workspace_id=scope.workspace_id)
    made = {
        **values,
        "id": new_run_id(),
        "kind": "eval",
        "name": await _free_name(unit, scope, about.name),
        "created_by": member.actor.user_id,
        "created_at": unit.now,
        "figures": None,
        "figures_batch": 0,
    }
    await run_rows.add_run(unit, scope, made)
    return ManagedRun(**made, workspace_id=scope.workspace_id)


async def _sources(unit: Unit, scope: WorkspaceScope, about: _About) -> dict[str, Any]:
    """What the run ran on. Ids are those of the workspace's things of these names; empty where it has none."""
    experiment = about.experiment
    rollout, data = experiment["rollout"], experiment["dataset"]
    connection = await git_rows.connection(unit, scope)
    known_rollout = await git_rows.rollout(unit, scope, rollout["name"])
    known_dataset = await dataset_rows.holder(unit, scope, data["name"])
    config = {
        "experiment_config": {
            "rollout": rollout["name"],
            "entrypoint": experiment["entrypoint"],
            "model_path": experiment["model_path"],
            "dataset": data["name"],
        },
        "evaluation_config": {"n": about.attempts_per_row, "pass_threshold": about.pass_threshold},
        "imported": {"source_digest": rollout["source_digest"], "provenance": dict(about.provenance)},
    }
    return {
        "config": config,
        "connection_id": "" if connection is None else connection.id,
        "rollout_id": "" if known_rollout is None else known_rollout.id,
        "rollout_name": rollout["name"],
        "entrypoint": experiment["entrypoint"],
        "branch": rollout.get("branch"),
        "commit_sha": rollout.get("commit_sha") or "",
        "model_path": experiment["model_path"],
        "dataset_id": "" if known_dataset is None else known_dataset.id,
        "dataset_name": data["name"],
        "dataset": {"key": "", "format": "", "size": 0, "sha256": data["sha256"]},
    }


async def _free_name(unit: Unit, scope: WorkspaceScope, wanted: str) -> str:
    """The name that the run has on its machine, with a number where another run has it."""
    name, number = wanted, 1
    while name == "imports" or await run_rows.name_is_taken(unit, scope, name):
        number += 1
        name = f"{wanted[:240]}-{number}"
    return name


async def _add_files(
    unit: Unit, scope: WorkspaceScope, run: ManagedRun, files: Mapping[str, RunImportFile], read: ReadRun
) -> None:
    """The files of the run are those that arrived, as they were stored."""
    for path, in_run in read.paths.items():
        file = files[path]
        values = {
            "id": new_id("fil"),
            "run_id": run.id,
            "path": in_run,
            "size": file.size,
            "sha256": file.sha256,
            "state": "stored",
            "key": file.key,
            "epoch": 1,
            "as_of": None,
            "created_at": unit.now,
        }
        await unit.insert(RunFile, values, scope=scope)
    for path in _NOT_KEPT:
        if path in files:
            await _drop_blob(unit, scope, files[path].key)


async def _add_log(unit: Unit, scope: WorkspaceScope, run: ManagedRun, read: ReadRun) -> None:
    for entry in read.log:
        values = {"run_id": run.id, "at": entry.at, "level": entry.level, "step": entry.step, "message": entry.message}
        await unit.insert(RunLogLine, {**values, "details": {}}, scope=scope)


async def _finished(unit: Unit, scope: WorkspaceScope, member: Member, row: RunImport, run: ManagedRun) -> None:
    before = (await rows.of_run(unit, scope, row.local_run_id)).get("finalized")
    if before is not None:
        await rows.remove(unit, scope, before.id)
    await rows.change(unit, scope, row.id, status="finalized", run_id=run.id, finalized_at=unit.now)
    details = {"name": run.name, "local_run_id": row.local_run_id, "replaced": before is not None}
    await audit.record(
        unit, member.actor, "run.import", workspace_id=member.workspace_id, target=run.id, details=details
    )
