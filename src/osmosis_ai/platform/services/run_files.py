"""The files of a run: those that its jobs send, named by rollout, and those that people take, named by row and run.

Nothing that a job sends replaces what counts: a file belongs to a rollout, and the journal says whose result counts.
What is made of the journal and the log (`metrics.json`, `summary.jsonl`, `logs.txt`) is made when it is asked for, and
again once the run has gone on.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from osmosis_ai import __version__
from osmosis_ai.base.text import one_line
from osmosis_ai.platform.blobs.port import BlobMissingError, BlobStore, SignsUrls
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.errors import InvalidRequestError, Issue, ResourceNotFoundError, StateConflictError
from osmosis_ai.platform.git.command import GitError
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.outbox.queue import enqueue
from osmosis_ai.platform.services import blobs, jobs
from osmosis_ai.platform.services.capacity import Capacity
from osmosis_ai.platform.services.jobs import Job
from osmosis_ai.platform.services.run_documents import (
    ATTEMPTS,
    EVENTS,
    JOURNAL_FILES,
    MANIFEST,
    PROGRESS,
    journal_lines,
    manifest_of,
    progress_of,
)
from osmosis_ai.platform.services.run_figures import RunFigures, figures_of, journal_records
from osmosis_ai.platform.services.sources import Sources
from osmosis_ai.platform.settings import Limits
from osmosis_ai.platform.store import blobs as blob_rows
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.run_tables import ManagedRun, RunFile, RunLogLine
from osmosis_ai.platform.store.runs import HeldRun
from osmosis_ai.platform.store.scope import WorkspaceScope
from osmosis_ai.platform.store.tables import Blob
from osmosis_ai.platform.store.unit import Unit
from osmosis_ai.runs.documents import pretty_document, spaced_line

__all__ = [
    "URL_SECONDS",
    "FileKind",
    "FilesOfRuns",
    "Output",
    "Planned",
    "Source",
    "Wanted",
    "add_blob",
    "digest_of",
    "remove_old",
]

type FileKind = Literal["metrics", "trajectories", "artifacts", "logs", "journal"]

URL_SECONDS = 3600
"""For how long an address of a file is good."""

_SENT = re.compile(r"rollout_trials/([0-9a-f]{32})/(?:trajectory\.json|artifacts/.+)")
_SOURCE = "source.tar"
_PAGE = 1000


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file that a job wants to send."""

    path: str
    size: int
    sha256: str
    content: bytes | None = None
    """The file itself, where it came with the request."""


@dataclass(frozen=True, slots=True)
class Planned:
    """Where a file goes; `url` is None for one that is there already."""

    path: str
    url: str | None


@dataclass(frozen=True, slots=True)
class Source:
    """The archive of a run's commit."""

    commit_sha: str
    url: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Output:
    """A file that people can take."""

    path: str
    size: int
    token: str
    """Which version of it."""


class FilesOfRuns:
    """Files of the runs of one platform."""

    def __init__(self, database: Database, store: BlobStore, urls: Callable[[], SignsUrls], capacity: Capacity) -> None:
        self._database = database
        self._store = store
        self._urls = urls
        self._capacity = capacity

    async def plan_uploads(self, job: Job, limits: Limits, *, epoch: int, files: Sequence[Wanted]) -> list[Planned]:
        """Where each file goes; what came with the request is kept.

        Raises InvalidRequestError for a path that no job has files at, one too large, or content that is another.
        """
        _check(files, limits)
        self._capacity.require_room()
        given = {wanted.path: wanted for wanted in files if wanted.content is not None}
        if given:
            await self._keep_given(job, given, epoch)
        announced = [wanted for wanted in files if wanted.content is None]
        keys = await self._plan(job, announced, epoch) if announced or not given else {}
        planned = []
        for wanted in files:
            key = None if wanted.content is not None else keys[wanted.path]
            url = None
            if key is not None:
                url = await self._urls().sign_put(_sent(key), seconds=URL_SECONDS, size=wanted.size)
            planned.append(Planned(wanted.path, url))
        return planned

    async def _keep_given(self, job: Job, given: Mapping[str, Wanted], epoch: int) -> None:
        """Stores files whose content came with the request; they are on the disk before their rows are there."""
        scope = WorkspaceScope(job.workspace_id)
        async with self._database.read() as unit:
            run = await jobs.fence(unit, job, epoch=epoch, lock=False)
            there = await rows.files_at(unit, scope, run.id, list(given))
        put = await self._put(scope, (each for path, each in given.items() if not _is_stored(there.get(path), each)))
        if put:
            async with self._database.write() as unit:
                await self.add_given(unit, job, put, epoch=epoch)

    async def put_given(
        self, job: Job, limits: Limits, *, epoch: int, batch: int, files: Mapping[str, bytes]
    ) -> Mapping[str, Wanted]:
        """Puts the files that come with a batch on the disk; `add_given` makes them files of the run.

        A batch that was acknowledged has its files: none are put. Raises InvalidRequestError for a path that no job
        has files at.
        """
        wanted = [
            Wanted(path, len(content), hashlib.sha256(content).hexdigest(), content) for path, content in files.items()
        ]
        _check_places(wanted, limits)
        self._capacity.require_room()
        async with self._database.read() as unit:
            run = await jobs.fence(unit, job, epoch=epoch, lock=False)
        return await self._put(WorkspaceScope(job.workspace_id), wanted if batch > run.batch else ())

    async def _put(self, scope: WorkspaceScope, files: Iterable[Wanted]) -> Mapping[str, Wanted]:
        """Files on the disk, by the ids that they will have."""
        new = {new_id("fil"): wanted for wanted in files}
        if new:
            with self._capacity.writing():
                await self._store.put_all({_key(scope, id_): wanted.content or b"" for id_, wanted in new.items()})
        return new

    async def add_given(self, unit: Unit, job: Job, put: Mapping[str, Wanted], *, epoch: int) -> None:
        """The rows of files that are on the disk. One that the run has already stays as it is."""
        scope = WorkspaceScope(job.workspace_id)
        run = await jobs.fence(unit, job, epoch=epoch)
        for file_id, wanted in put.items():
            key = _key(scope, file_id)
            if not await _add_file(unit, run, file_id, wanted, state="stored"):
                present = await rows.file(unit, scope, run.id, wanted.path)
                if _is_stored(present, wanted):
                    await enqueue(unit, blobs.DELETE, {"key": key})  # another request with it was faster
                    continue
                if present is not None:
                    await _drop(unit, scope, present)
                await _add_file(unit, run, file_id, wanted, state="stored")
            await add_blob(unit, scope, key, wanted.size, wanted.sha256)

    async def _plan(self, job: Job, files: Sequence[Wanted], epoch: int) -> dict[str, str | None]:
        """By path the key of each file that is to be sent; None for one that is there."""
        scope = WorkspaceScope(job.workspace_id)
        keys: dict[str, str | None] = {}
        async with self._database.write() as unit:
            run = await jobs.fence(unit, job, epoch=epoch)
            there = await rows.files_at(unit, scope, run.id, [wanted.path for wanted in files])
            for wanted in {wanted.path: wanted for wanted in files}.values():
                present = there.get(wanted.path)
                if present is not None and _is_same(present, wanted):
                    keys[wanted.path] = None if present.state == "stored" else present.key
                    continue
                if present is not None:
                    await _drop(unit, scope, present)
                file_id = new_id("fil")
                keys[wanted.path] = _key(scope, file_id)
                await _add_file(unit, run, file_id, wanted, state="pending")
        return keys

    async def complete(self, job: Job, *, epoch: int, path: str) -> None:
        """A file was sent. Raises ResourceNotFoundError for one that was not planned, StateConflictError where what
        arrived differs from what was announced (`FILE_DIFFERS`)."""
        scope = WorkspaceScope(job.workspace_id)
        async with self._database.read() as unit:
            run = await jobs.held(unit, job, epoch=epoch)
            found = await rows.file(unit, scope, run.id, path)
        if found is None:
            raise ResourceNotFoundError("There is no such file.")
        if found.state == "stored":
            return
        try:
            await self._store.keep(_sent(found.key), found.key)
            size, digest = await digest_of(self._store.get(found.key))
        except BlobMissingError:
            raise StateConflictError(f"{path} did not arrive.", code="FILE_DIFFERS") from None
        if (size, digest) != (found.size, found.sha256):
            await self._store.delete(found.key)
            raise StateConflictError(f"{path} arrived with other content than announced.", code="FILE_DIFFERS")
        async with self._database.write() as unit:
            await jobs.held(unit, job, epoch=epoch, lock=True)
            await add_blob(unit, scope, found.key, size, digest)
            await rows.change_file(unit, scope, found.id, state="stored")

    async def job_downloads(self, job: Job, paths: Sequence[str]) -> list[tuple[str, str]]:
        """An address for each file that jobs of the run sent. Raises ResourceNotFoundError."""
        scope = WorkspaceScope(job.workspace_id)
        async with self._database.read() as unit:
            run = await jobs.held(unit, job)
            found = [(path, await rows.file(unit, scope, run.id, path)) for path in paths]
        return [(path, await self._address(file)) for path, file in found]

    async def dataset(self, job: Job) -> tuple[ManagedRun, str]:
        """The run, and an address of the bytes of its dataset."""
        async with self._database.read() as unit:
            run = await jobs.held(unit, job)
        return run, await self._urls().sign_get(run.dataset["key"], seconds=URL_SECONDS)

    async def source(self, job: Job, sources: Sources, limits: Limits) -> Source:
        """The archive of the run's commit, made once a run. Raises StateConflictError where it cannot be made."""
        scope = WorkspaceScope(job.workspace_id)
        async with self._database.read() as unit:
            run = await jobs.held(unit, job)
            made = await rows.file(unit, scope, run.id, _SOURCE)
        if made is None:
            try:
                data = await sources.archive(run.connection_id, run.commit_sha)
            except GitError as error:
                raise StateConflictError(f"The commit cannot be read: {error.message}", code="SOURCE_MISSING") from None
            await self._store_made(run, _SOURCE, [data], run.commit_sha, limits.run_file_bytes)
            async with self._database.read() as unit:
                made = await rows.file(unit, scope, run.id, _SOURCE)
        if made is None:
            raise StateConflictError("The commit is being read. Ask again.", code="SOURCE_MISSING")
        url = await self._urls().sign_get(made.key, seconds=URL_SECONDS)
        return Source(run.commit_sha, url, made.size, made.sha256)

    async def outputs(
        self, run: ManagedRun, kinds: Iterable[FileKind], chosen: Callable[[int], bool], limits: Limits
    ) -> list[Output]:
        """The files of these kinds, of the rows that are chosen, by path."""
        wanted = set(kinds)
        named = await self._named(run, wanted, limits)
        return [
            Output(path, file.size, file.id)
            for path, (file, row) in sorted(named.items())
            if row is None or chosen(row)
        ]

    async def addresses(
        self, run: ManagedRun, items: Sequence[tuple[str, str | None]], limits: Limits
    ) -> list[tuple[str, str]]:
        """An address for each file, as `outputs` names them. Raises ResourceNotFoundError."""
        named = await self._named(run, {_kind(path) for path, _ in items}, limits)
        found = [(path, named.get(path, (None, None))[0]) for path, _ in items]
        return [(path, await self._address(file)) for path, file in found]

    async def _named(
        self, run: ManagedRun, wanted: set[FileKind], limits: Limits
    ) -> dict[str, tuple[RunFile, int | None]]:
        """Files by the path that people know, each with its row if it has one."""
        scope = WorkspaceScope(run.workspace_id)
        async with self._database.read() as unit:
            figures = await figures_of(unit, run)
            last_line = await rows.last_line(unit, scope, run.id) if "logs" in wanted else 0
            now = unit.now
        state = f"{run.batch}:{run.epoch}:{run.status}"
        most = limits.run_file_bytes
        if "metrics" in wanted:
            await self._store_made(run, "metrics.json", [pretty_document(figures.metrics(run, now))], state, most)
        if "trajectories" in wanted:
            await self._store_made(run, "summary.jsonl", map(spaced_line, figures.index()), state, most)
        if "journal" in wanted:
            await self._store_journal(run, state, most)
        if "logs" in wanted:
            await self._store_made(run, "logs.txt", await self._log_text(run), f"{last_line}", most)
        async with self._database.read() as unit:
            found = await rows.files(unit, scope, run.id)
        return _known_to_people(figures, found, wanted)

    async def _store_journal(self, run: ManagedRun, state: str, most: int) -> None:
        """Stores what makes a folder with the other files the folder of a run."""
        scope = WorkspaceScope(run.workspace_id)
        async with self._database.read() as unit:
            present = await rows.file(unit, scope, run.id, ATTEMPTS)
            if present is not None and present.as_of == state:
                return
            batches = await rows.batches(unit, scope, run.id)
        records = await asyncio.to_thread(lambda: list(journal_records(batches)))
        made: dict[str, Iterable[bytes]] = {
            MANIFEST: [pretty_document(manifest_of(run, __version__))],
            PROGRESS: [pretty_document(progress_of(run))],
            EVENTS: journal_lines(records, events=True),
            ATTEMPTS: journal_lines(records, events=False),  # the last one: it says that all are there
        }
        for path, parts in made.items():
            await self._store_made(run, path, parts, state, most)

    async def _log_text(self, run: ManagedRun) -> list[bytes]:
        parts: list[bytes] = []
        after = 0
        while True:
            async with self._database.read() as unit:
                lines = await rows.lines(unit, WorkspaceScope(run.workspace_id), run.id, limit=_PAGE, after=after)
            if not lines:
                return parts
            parts += [_log_line(line) for line in lines]
            after = lines[-1].id

    async def _store_made(self, run: ManagedRun, path: str, parts: Iterable[bytes], as_of: str, most: int) -> None:
        """Stores a file that the platform makes, unless what it is made of has not changed."""
        scope = WorkspaceScope(run.workspace_id)
        async with self._database.read() as unit:
            present = await rows.file(unit, scope, run.id, path)
        if present is not None and present.as_of == as_of:
            return
        self._capacity.require_room()
        file_id = new_id("fil")
        key = f"{run.workspace_id}/{file_id}"
        with self._capacity.writing():
            written = await self._store.put(key, _pieces(parts), at_most=most)
        async with self._database.write() as unit:
            replaced = await rows.file(unit, scope, run.id, path)
            if replaced is not None:
                await _drop(unit, scope, replaced)
            await add_blob(unit, scope, key, written.size, written.sha256)
            values = {
                "id": file_id,
                "run_id": run.id,
                "path": path,
                "size": written.size,
                "sha256": written.sha256,
                "state": "stored",
                "key": key,
                "epoch": run.epoch,
                "as_of": as_of,
                "created_at": unit.now,
            }
            await unit.insert(RunFile, values, scope=scope)

    async def _address(self, file: RunFile | None) -> str:
        if file is None or file.state != "stored":
            raise ResourceNotFoundError("There is no such file.")
        return await self._urls().sign_get(file.key, seconds=URL_SECONDS, file_name=file.path.rpartition("/")[2])


def _key(scope: WorkspaceScope, file_id: str) -> str:
    return f"{scope.workspace_id}/{file_id}"


async def _add_file(unit: Unit, run: HeldRun, file_id: str, wanted: Wanted, *, state: str) -> bool:
    """The row of a file that the job which has the run sends. False, and no new row, where there is one of the path."""
    scope = WorkspaceScope(run.workspace_id)
    values = {
        "id": file_id,
        "run_id": run.id,
        "path": wanted.path,
        "size": wanted.size,
        "sha256": wanted.sha256,
        "state": state,
        "key": _key(scope, file_id),
        "epoch": run.epoch,
        "as_of": None,
        "created_at": unit.now,
    }
    return await unit.insert(RunFile, values, scope=scope, ignore_existing=True)


def _is_same(present: RunFile, wanted: Wanted) -> bool:
    return (present.size, present.sha256) == (wanted.size, wanted.sha256)


def _is_stored(present: RunFile | None, wanted: Wanted) -> bool:
    return present is not None and present.state == "stored" and _is_same(present, wanted)


def _sent(key: str) -> str:
    """Where a file is sent to: an address that is still good cannot change what was completed."""
    return f"{key}.sent"


def _check(files: Sequence[Wanted], limits: Limits) -> None:
    issues = []
    for number, wanted in enumerate(files):
        content = wanted.content
        if content is not None and (len(content), hashlib.sha256(content).hexdigest()) != (wanted.size, wanted.sha256):
            issues.append(Issue(f"files.{number}.content", "is not of the size and digest that are given"))
    _check_places(files, limits, issues)


def _check_places(files: Sequence[Wanted], limits: Limits, issues: Sequence[Issue] = ()) -> None:
    found = list(issues)
    for number, wanted in enumerate(files):
        parts = wanted.path.split("/")
        if not _SENT.fullmatch(wanted.path) or any(part in {"", ".", ".."} for part in parts):
            found.append(Issue(f"files.{number}.path", "is not where a rollout has files"))
        if wanted.size > limits.run_file_bytes:
            found.append(Issue(f"files.{number}.size", f"is more than {limits.run_file_bytes} bytes"))
    if found:
        raise InvalidRequestError("The files cannot be sent.", field="files", issues=found)


def _known_to_people(
    figures: RunFigures, found: Sequence[RunFile], wanted: set[FileKind]
) -> dict[str, tuple[RunFile, int | None]]:
    rollouts = figures.rollouts()
    named: dict[str, tuple[RunFile, int | None]] = {}
    for file in found:
        sent = _SENT.fullmatch(file.path)
        if sent is None:
            if file.path != _SOURCE:
                named[file.path] = (file, None)
            continue
        item = rollouts.get(sent[1])
        if item is not None:
            row, run = item
            rest = file.path.split("/", 2)[2]
            place = f"row_{row}_run_{run}"
            path = f"trajectories/{place}.json" if rest == "trajectory.json" else f"artifacts/{place}/{rest[10:]}"
            named[path] = (file, row)
    return {path: value for path, value in named.items() if _kind(path) in wanted}


def _kind(path: str) -> FileKind:
    if path == "metrics.json":
        return "metrics"
    if path == "logs.txt":
        return "logs"
    if path in JOURNAL_FILES:
        return "journal"
    return "artifacts" if path.startswith("artifacts/") else "trajectories"


def _log_line(line: RunLogLine) -> bytes:
    moment: datetime = line.at
    text = one_line(f"{wire_time(moment)} {line.level.upper()} [{line.step}] {line.message}")
    return text.encode("utf-8", "backslashreplace") + b"\n"


async def _drop(unit: Unit, scope: WorkspaceScope, file: RunFile) -> None:
    """Removes a file's rows, and after the commit the file."""
    await rows.remove_file(unit, scope, file.id)
    kept = await blob_rows.blob_by_key(unit, scope, file.key)
    if kept is not None:
        await blob_rows.delete_blob(unit, scope, kept.id)
        await enqueue(unit, blobs.DELETE, {"key": file.key})


async def remove_old(unit: Unit, before: datetime, limit: int) -> int:
    """Removes files of runs that ended before that time, and after the commit what they hold; how many."""
    found = await rows.old_files(unit, before, limit)
    for each in found:
        await _drop(unit, unit.in_workspace(each.workspace_id), each)
    return len(found)


async def add_blob(unit: Unit, scope: WorkspaceScope, key: str, size: int, sha256: str) -> None:
    """The row of a file that is in the store."""
    values = {"id": new_id("blb"), "key": key, "size": size, "sha256": sha256, "created_at": unit.now}
    await unit.insert(Blob, values, scope=scope, ignore_existing=True)


async def digest_of(content: AsyncIterator[bytes]) -> tuple[int, str]:
    """The bytes of a file, and their SHA-256."""
    size, digest = 0, hashlib.sha256()
    async for piece in content:
        size += len(piece)
        digest.update(piece)
    return size, digest.hexdigest()


async def _pieces(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part
