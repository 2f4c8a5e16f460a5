"""A run below a root by its name: looked at first, then taken, then written to through the engine's ports."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from osmosis_ai.base.errors import ConflictError
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.ports import Observer, Ports
from osmosis_ai.engine.records import timestamp
from osmosis_ai.engine.replay import Replay, replay
from osmosis_ai.engine.results import ResultTable
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.journal import LocalJournal
from osmosis_ai.runs.local_ports import LocalArtifacts, LocalSnapshots
from osmosis_ai.runs.lock import RunLock
from osmosis_ai.runs.manifest import check_same_inputs, check_same_kind, read_manifest
from osmosis_ai.runs.orphans import end_orphans
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.run_events import RunEvent
from osmosis_contract.models.run_manifest import RunAnswerer, RunInputs, RunManifest, RunProvenance, RunSource

__all__ = ["LocalRun"]


class LocalRun:
    """The run `name` below `root`, of so many rows, each tried so many times."""

    def __init__(self, root: Path, name: str, *, rows: int, inputs: RunInputs, source: RunSource | None = None) -> None:
        self.root = root
        self.name = name
        self.inputs = inputs
        self.source = source
        self.folder = RunFolder(root / name)
        self.lock = RunLock(root, name)
        self._rows = rows
        self.journal = self._new_journal()
        self._files: list[object] = []
        self._made = False

    def exists(self) -> bool:
        """True when there is a run of that name. Raises ConflictError when there is something else."""
        root = self.folder.root
        if root.is_symlink() or (root.exists() and not root.is_dir()):
            raise ConflictError(f"{root} is not a folder", hint="Choose another --name, or move it away.")
        if not root.exists():
            return False
        if not self.folder.manifest.exists() and not self.folder.is_unfinished():
            raise ConflictError(
                f"{root} exists and is not the folder of a run", hint="Choose another --name, or move it away."
            )
        return self.folder.manifest.exists()

    def look(self, *, sdk_version: str, fresh: bool) -> Replay:
        """What earlier invocations did; nothing of it with `fresh`. Only reads.

        Raises OsmosisError for a run that cannot be resumed, ConflictError for one that another process works on.
        """
        self.lock.refuse_if_taken()
        self._files = self._identities()
        self.journal = self._new_journal()
        if not self.exists() or fresh:
            return Replay(ResultTable(self._rows, self.inputs.n))
        manifest = read_manifest(self.folder.manifest)
        check_same_kind(manifest, self.source)
        check_same_inputs(manifest, self.inputs, sdk_version=sdk_version)
        return replay(self.journal.records(), rows=self._rows, runs_per_row=self.inputs.n)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """While open, this process has the run. Raises ConflictError when another one has it."""
        self.lock.acquire()
        try:
            yield
        finally:
            self.lock.release()

    def changed(self) -> bool:
        """Whether another process has written to the run since it was looked at."""
        return self._identities() != self._files

    def archive(self) -> Path:
        """Gives the run that is there another name, for a new one in its place; its new path."""
        archived = self.folder.archive()
        self.journal = self._new_journal()
        return archived

    def answered_by(self) -> RunAnswerer | None:
        """What the manifest says answers the run; None without a run, and where it does not say."""
        return read_manifest(self.folder.manifest).answered_by if self.folder.manifest.exists() else None

    def create(
        self, provenance: RunProvenance, answered_by: RunAnswerer | None = None, *, run_id: str | None = None
    ) -> RunManifest:
        """The folder with its manifest, which is made unless it is there. Raises OsmosisError when it cannot be.

        `run_id` is the identity of a new run that has one already.
        """
        self.folder.remove_partial_files()
        if self.folder.manifest.exists():
            manifest = read_manifest(self.folder.manifest)
        else:
            self._made = True
            manifest = RunManifest(
                schema_version=1,
                local_run_id=run_id or uuid.uuid4().hex,
                run_name=self.name,
                created_at=timestamp(),
                inputs=self.inputs,
                provenance=provenance,
                **omit_none(answered_by=answered_by, source=self.source),
            )
            self.folder.create(manifest)
        self.lock.identify(manifest.local_run_id)
        return manifest

    def discard_unstarted(self) -> None:
        """Removes the folder again where this invocation made it and nothing was attempted. While the run is taken."""
        journals = (self.folder.attempts, self.folder.events)
        if self._made and not any(path.exists() and path.stat().st_size for path in journals):
            shutil.rmtree(self.folder.root, ignore_errors=True)

    def end_orphans(self, report: Callable[[str], None]) -> None:
        """Ends processes that earlier runs below the root left running; `report` gets a sentence for each."""
        end_orphans(self.root, self.name, report)

    @asynccontextmanager
    async def ports(self, redact: Redactor, observer: Observer) -> AsyncIterator[Ports]:
        """The ports of the run, while this process has it. Opening them completes the journal's files."""
        self.folder.redact = redact
        try:
            for sentence in await self.journal.open():
                observer.log("warning", "resume", sentence)
            yield Ports(
                journal=self.journal,
                artifacts=LocalArtifacts(self.folder, observer),
                snapshots=LocalSnapshots(self.folder),
                lease=self.lock,
                observer=observer,
                redact=redact,
            )
        finally:
            self.journal.close()

    def results(self, keys: Iterator[tuple[int, int]]) -> Iterator[RunEvent]:
        """The result that counts of each item, read as it is needed."""
        return self.journal.results(keys)

    def _new_journal(self) -> LocalJournal:
        return LocalJournal(self.folder.attempts, self.folder.events, rows=self._rows, runs_per_row=self.inputs.n)

    def _identities(self) -> list[object]:
        """What tells the files of the run from the same ones written to, or replaced, since."""
        found: list[object] = []
        for path in (self.folder.manifest, self.folder.events, self.folder.attempts):
            with suppress(FileNotFoundError, NotADirectoryError):
                status = path.stat()
                found.append((path.name, status.st_ino, status.st_size, status.st_mtime_ns))
        return found
