"""The files of a run: those that its jobs send, named by rollout, and those that people take, named by row and run.

Nothing that a job sends replaces what counts: a file belongs to a rollout, and the journal says whose result counts.
What is made of the journal and the log (`metrics.json`, `summary.jsonl`, `logs.txt`) is made when it is asked for, and
again once the run has gone on.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

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
from osmosis_ai.platform.services.run_figures import RunFigures, figures_of
from osmosis_ai.platform.services.sources import Sources
from osmosis_ai.platform.settings import Limits
from osmosis_ai.platform.store import blobs as blob_rows
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.run_tables import ManagedRun, RunFile, RunLogLine
from osmosis_ai.platform.store.scope import WorkspaceScope
from osmosis_ai.platform.store.tables import Blob
from osmosis_ai.platform.store.unit import Unit
from osmosis_ai.runs.documents import pretty_document, spaced_line

__all__ = ["URL_SECONDS", "FileKind", "FilesOfRuns", "Output", "Planned", "Source", "Wanted"]

type FileKind = Literal["metrics", "trajectories", "artifacts", "logs"]

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
        """Where each file goes. Raises InvalidRequestError for a path that no job has files at, or one too large."""
        _check(files, limits)
        self._capacity.require_room()
        scope = WorkspaceScope(job.workspace_id)
        keys: list[tuple[Wanted, str | None]] = []
        async with self._database.write() as unit:
            run = await jobs.held(unit, job, epoch=epoch, lock=True)
            for wanted in files:
                keys.append((wanted, await self._place(unit, scope, run, wanted, epoch)))
        return [
            Planned(
                wanted.path,
                None if key is None else await self._urls().sign_put(_sent(key), seconds=URL_SECONDS, size=wanted.size),
            )
            for wanted, key in keys
        ]

    @staticmethod
    async def _place(unit: Unit, scope: WorkspaceScope, run: ManagedRun, wanted: Wanted, epoch: int) -> str | None:
        """The key of a file that is to be sent; None for one that is there."""
        present = await rows.file(unit, scope, run.id, wanted.path)
        if present is not None and (present.size, present.sha256) == (wanted.size, wanted.sha256):
            return None if present.state == "stored" else present.key
        if present is not None:
            await _drop(unit, scope, present)
        file_id = new_id("fil")
        values = {
            "id": file_id,
            "run_id": run.id,
            "path": wanted.path,
            "size": wanted.size,
            "sha256": wanted.sha256,
            "state": "pending",
            "key": f"{scope.workspace_id}/{file_id}",
            "epoch": epoch,
            "as_of": None,
            "created_at": unit.now,
        }
        await unit.insert(RunFile, values, scope=scope)
        return str(values["key"])

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
            size, digest = await _digest(self._store.get(found.key))
        except BlobMissingError:
            raise StateConflictError(f"{path} did not arrive.", code="FILE_DIFFERS") from None
        if (size, digest) != (found.size, found.sha256):
            await self._store.delete(found.key)
            raise StateConflictError(f"{path} arrived with other content than announced.", code="FILE_DIFFERS")
        async with self._database.write() as unit:
            await jobs.held(unit, job, epoch=epoch, lock=True)
            await _add_blob(unit, scope, found.key, size, digest)
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
        if "logs" in wanted:
            await self._store_made(run, "logs.txt", await self._log_text(run), f"{last_line}", most)
        async with self._database.read() as unit:
            found = await rows.files(unit, scope, run.id)
        return _known_to_people(figures, found, wanted)

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
            await _add_blob(unit, scope, key, written.size, written.sha256)
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


def _sent(key: str) -> str:
    """Where a file is sent to: an address that is still good cannot change what was completed."""
    return f"{key}.sent"


def _check(files: Sequence[Wanted], limits: Limits) -> None:
    issues = []
    for number, wanted in enumerate(files):
        parts = wanted.path.split("/")
        if not _SENT.fullmatch(wanted.path) or any(part in {"", ".", ".."} for part in parts):
            issues.append(Issue(f"files.{number}.path", "is not where a rollout has files"))
        if wanted.size > limits.run_file_bytes:
            issues.append(Issue(f"files.{number}.size", f"is more than {limits.run_file_bytes} bytes"))
    if issues:
        raise InvalidRequestError("The files cannot be sent.", field="files", issues=issues)


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


async def _add_blob(unit: Unit, scope: WorkspaceScope, key: str, size: int, sha256: str) -> None:
    values = {"id": new_id("blb"), "key": key, "size": size, "sha256": sha256, "created_at": unit.now}
    await unit.insert(Blob, values, scope=scope, ignore_existing=True)


async def _digest(content: AsyncIterator[bytes]) -> tuple[int, str]:
    size, digest = 0, hashlib.sha256()
    async for piece in content:
        size += len(piece)
        digest.update(piece)
    return size, digest.hexdigest()


async def _pieces(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part
