"""What the files of a local run say, read by the platform itself: nothing that a client says of a result counts.

The index becomes the journal of the run, so that imported runs and runs of jobs are folded by the same code. A file
that contradicts another, or that no result names, makes the import invalid.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from osmosis_ai.base.strict_json import decode
from osmosis_ai.datasets.selection import RowSelection
from osmosis_ai.platform.blobs.port import BlobMissingError, BlobStore
from osmosis_ai.platform.errors import InvalidRequestError, Issue
from osmosis_ai.platform.services.jobs import LogEntry, storable
from osmosis_ai.platform.store.import_tables import RunImportFile
from osmosis_ai.runs.folder import is_of_rollout
from osmosis_ai.semantics.faults import first_fault
from osmosis_ai.semantics.members import omit_none
from osmosis_ai.semantics.rules import check_rules
from osmosis_contract.models.run_events import AttemptEnded, RolloutOutcome, RowStatus, RunEvent
from osmosis_contract.models.run_index import IndexRow
from osmosis_contract.models.run_progress import RunProgress

__all__ = ["INDEX", "LOGS", "PROGRESS", "ReadRun", "is_importable", "read_run"]

INDEX, PROGRESS, LOGS = "index.jsonl", "progress.json", "logs.txt"

_TRAJECTORY = re.compile(r"rollout_trials/([0-9a-f]{32})/(trajectory[^/]*\.json)")
_ARTIFACT = re.compile(r"rollout_trials/([0-9a-f]{32})/artifacts/.+")
_LARGEST_INDEX = 256 << 20
_LARGEST_TRAJECTORY = 256 << 20
_AT_ONCE = 16
_MOST_ISSUES = 20
_LOG_LINE = re.compile(r"(\S+) ([A-Z]+) \[([^\]]*)\] ?(.*)", re.DOTALL)
_LONGEST_MESSAGE = 16384
_OUTCOMES = {
    RowStatus.SUCCESS: RolloutOutcome.UNGRADED,
    RowStatus.SKIPPED: RolloutOutcome.REMOVED,
    RowStatus.FAILED: RolloutOutcome.AGENT_FAILED,
}
"""Of a result whose index does not say its outcome."""


@dataclass(frozen=True, slots=True)
class ReadRun:
    """A run, as its files have it."""

    records: Sequence[Mapping[str, Any]]
    """Its journal, as jobs send theirs."""
    log: Sequence[LogEntry]
    sampled_rows: int
    dataset_rows: int
    paths: Mapping[str, str]
    """By the path of a file that is kept, its path in the run."""


def is_importable(path: str) -> bool:
    """Whether a local run has a file at that path that an import may bring."""
    if any(part in {"", ".", ".."} for part in path.split("/")):
        return False
    artifact = _ARTIFACT.fullmatch(path)
    if artifact is not None:
        return path != f"rollout_trials/{artifact[1]}/artifacts/manifest.json"
    return path in {INDEX, PROGRESS, LOGS} or _TRAJECTORY.fullmatch(path) is not None


async def read_run(
    store: BlobStore,
    files: Mapping[str, RunImportFile],
    *,
    selection: RowSelection,
    attempts_per_row: int,
    ended_at: str,
    most_log_bytes: int,
) -> ReadRun:
    """What the files come to. Raises InvalidRequestError (`IMPORT_INVALID`) with what is wrong with them."""
    problems = _Problems()
    rows = await _index(store, files, problems)
    progress = await _progress(store, files, problems)
    problems.stop()
    if progress.sampled_rows != selection.count or selection.last >= progress.total_dataset_rows:
        problems.add(PROGRESS, "does not fit the rows that were selected")
    problems.stop()
    _check_grid(rows, progress, attempts_per_row, problems)
    paths = _paths(rows, files, problems)
    problems.stop()
    with_trajectory = [row for row in rows if row.trajectory_filename is not None]
    for start in range(0, len(with_trajectory), _AT_ONCE):
        batch = with_trajectory[start : start + _AT_ONCE]
        found = await asyncio.gather(*(_trajectory_problem(store, files, row) for row in batch))
        for row, problem in zip(batch, found, strict=True):
            if problem is not None:
                problems.add(_trajectory_path(row), problem)
        problems.stop()
    log = [] if LOGS not in files else _log(await _content(store, files[LOGS], most_log_bytes))
    return ReadRun(
        list(_journal(rows, files, selection, attempts_per_row, ended_at)),
        log,
        progress.sampled_rows,
        progress.total_dataset_rows,
        paths,
    )


class _Problems:
    """What is wrong with the files of an import."""

    def __init__(self) -> None:
        self._issues: list[Issue] = []

    def add(self, where: str, what: str) -> None:
        if len(self._issues) < _MOST_ISSUES:
            self._issues.append(Issue(where, storable(what)))

    def stop(self) -> None:
        """Raises InvalidRequestError if anything is wrong so far."""
        if self._issues:
            raise InvalidRequestError(
                "The files are not those of a complete run.",
                field="files",
                issues=self._issues,
                code="IMPORT_INVALID",
            )


async def _index(store: BlobStore, files: Mapping[str, RunImportFile], problems: _Problems) -> list[IndexRow]:
    text = await _content(store, files[INDEX], _LARGEST_INDEX)
    return await asyncio.to_thread(_index_rows, text, problems)


def _index_rows(text: bytes, problems: _Problems) -> list[IndexRow]:
    rows = []
    for number, line in enumerate(text.splitlines()):
        try:
            row: IndexRow = check_rules(IndexRow.read(line))
        except (ValueError, RecursionError) as error:
            problems.add(f"{INDEX}:{number + 1}", f"is not a result: {first_fault(error)}")
            continue
        rows.append(row)
    return rows


async def _progress(store: BlobStore, files: Mapping[str, RunImportFile], problems: _Problems) -> RunProgress:
    try:
        found: RunProgress = check_rules(RunProgress.read(await _content(store, files[PROGRESS], _LARGEST_INDEX)))
        return found
    except (ValueError, RecursionError) as error:
        problems.add(PROGRESS, f"is not the size of a run: {first_fault(error)}")
        problems.stop()
        raise


def _check_grid(rows: Sequence[IndexRow], progress: RunProgress, attempts: int, problems: _Problems) -> None:
    """Every row and run has one result, in order, of a rollout of its own."""
    if progress.total_runs != progress.sampled_rows * attempts:
        problems.add(PROGRESS, f"has {progress.total_runs} results for {progress.sampled_rows} rows of {attempts}")
        return
    if len(rows) != progress.total_runs or not rows:
        problems.add(INDEX, f"has {len(rows)} results, and the run {progress.total_runs}")
        return
    seen: set[str] = set()
    for number, row in enumerate(rows):
        if (row.row_index, row.run_index) != divmod(number, attempts):
            problems.add(f"{INDEX}:{number + 1}", "is not the next row and run; each has one result, in order")
            return
        if not re.fullmatch(r"[0-9a-f]{32}", row.rollout_id) or row.rollout_id in seen:
            problems.add(f"{INDEX}:{number + 1}", "has no rollout_id of its own of 32 hexadecimal digits")
        if row.status is not RowStatus.SUCCESS and row.reward is not None:
            problems.add(f"{INDEX}:{number + 1}", f"has a reward, and is {row.status}")
        seen.add(row.rollout_id)


def _paths(rows: Sequence[IndexRow], files: Mapping[str, RunImportFile], problems: _Problems) -> dict[str, str]:
    """Where each file of a rollout is kept. The files are of rollouts whose results count, and all are there."""
    known = {row.rollout_id: row for row in rows}
    paths: dict[str, str] = {}
    for path in files:
        trajectory, artifact = _TRAJECTORY.fullmatch(path), _ARTIFACT.fullmatch(path)
        if artifact is not None and artifact[1] in known:
            paths[path] = path
        elif trajectory is not None and trajectory[1] in known:
            if known[trajectory[1]].trajectory_filename != trajectory[2]:
                problems.add(path, "is not the trajectory that the index names")
            paths[path] = f"rollout_trials/{trajectory[1]}/trajectory.json"
        elif path not in {INDEX, PROGRESS, LOGS}:
            problems.add(path, "is of no rollout that the index names")
    for row in rows:
        if row.trajectory_filename is not None and _trajectory_path(row) not in files:
            problems.add(_trajectory_path(row), "is named by the index, and not among the files")
    return paths


def _trajectory_path(row: IndexRow) -> str:
    return f"rollout_trials/{row.rollout_id}/{row.trajectory_filename}"


async def _trajectory_problem(store: BlobStore, files: Mapping[str, RunImportFile], row: IndexRow) -> str | None:
    data = await _content(store, files[_trajectory_path(row)], _LARGEST_TRAJECTORY)
    return await asyncio.to_thread(_contradiction, data, row)


def _contradiction(data: bytes, row: IndexRow) -> str | None:
    """In what a trajectory and its line of the index differ; None where they agree."""
    if not is_of_rollout(data, row.rollout_id):
        return "is not the trajectory of this rollout"
    extra = decode(data).get("extra")
    osmosis = extra.get("osmosis") if isinstance(extra, dict) else None
    osmosis = osmosis if isinstance(osmosis, dict) else {}
    asked = osmosis.get("request_extra_fields")
    for name, value in (("row_index", row.row_index), ("run_index", row.run_index)):
        if isinstance(asked, dict) and name in asked and asked[name] != value:
            return f"is of {name} {asked[name]!r}, and the index says {value}"
    reward = osmosis.get("reward")
    if row.reward is not None and isinstance(reward, int | float) and reward != row.reward:
        return f"has the reward {reward}, and the index {row.reward}"
    return None


def _journal(
    rows: Sequence[IndexRow], files: Mapping[str, RunImportFile], selection: RowSelection, attempts: int, ended_at: str
) -> Iterator[Mapping[str, Any]]:
    """Of each result the event, and the record of its attempt, which alone says whether there is a trajectory."""
    source_rows = iter(selection)
    source_row = 0
    for number, row in enumerate(rows):
        if number % attempts == 0:
            source_row = next(source_rows)
        trajectory = None if row.trajectory_filename is None else files[_trajectory_path(row)].sha256
        yield from _records(row, source_row, trajectory, ended_at)


def _records(row: IndexRow, source_row: int, trajectory: str | None, ended_at: str) -> Iterator[Mapping[str, Any]]:
    common: dict[str, Any] = {
        "row_index": row.row_index,
        "run_index": row.run_index,
        "source_row_index": source_row,
        "rollout_id": row.rollout_id,
        "attempt": row.attempt or 0,
        "duration_ms": row.duration_ms or 0.0,
    }
    shared: dict[str, Any] = omit_none(
        reward=row.reward, tokens=row.tokens, err_location=row.err_location, metrics=row.metrics, answer=row.answer
    )
    event = RunEvent(**common, **shared, status=row.status, **omit_none(error_type=row.error_type, outcome=row.outcome))
    yield {"kind": "run_event", "record": event.to_wire()}
    outcome = row.outcome or (RolloutOutcome.SCORED if row.reward is not None else _OUTCOMES[row.status])
    ended = AttemptEnded(
        **common,
        **shared,
        event="ended",
        at=ended_at,
        outcome=outcome,
        **omit_none(
            err_message=row.error_type,
            max_context_tokens=row.max_context_tokens,
            trajectory=None if trajectory is None else f"rollout_trials/{row.rollout_id}/trajectory.json",
            trajectory_sha256=trajectory,
        ),
    )
    yield {"kind": "attempt_ended", "record": ended.to_wire()}


def _log(text: bytes) -> list[LogEntry]:
    """The lines of a log. One that does not begin as lines do goes on from the one before."""
    entries: list[LogEntry] = []
    at = datetime.fromtimestamp(0, UTC)
    for line in text.decode("utf-8", "replace").splitlines():
        found = _LOG_LINE.fullmatch(line)
        moment = None if found is None else _moment(found[1])
        if found is None or moment is None:
            entries.append(LogEntry(at, "info", "log", storable(line)[:_LONGEST_MESSAGE]))
            continue
        at = moment
        texts = (found[2].lower()[:16], storable(found[3])[:64], storable(found[4])[:_LONGEST_MESSAGE])
        entries.append(LogEntry(at, *texts))
    return entries


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment.tzinfo is not None else None


async def _content(store: BlobStore, file: RunImportFile, most: int) -> bytes:
    """The first bytes of a file that arrived; of one that is larger, no more."""
    data = bytearray()
    try:
        async for piece in store.get(file.key):
            data += piece
            if len(data) > most:
                del data[most:]
                break
    except BlobMissingError:
        raise InvalidRequestError(f"{file.path} is there no more. Start the import again.", field="files") from None
    return bytes(data)
