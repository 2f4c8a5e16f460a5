"""What the job of a run may do: claim it with a ticket, renew its lease, write its journal and log, and end it.

Every call is made for one run and one epoch. Once the run was given away, or has ended, each is a conflict
(`STALE_EPOCH`, `RUN_OVER`), whatever the job had written before.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from osmosis_ai.engine.records import JournalRecord, read_attempt, read_event
from osmosis_ai.platform.access.tokens import has_token_form, hash_token, new_token
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.errors import (
    InvalidRequestError,
    Issue,
    ResourceGoneError,
    StateConflictError,
    UnauthenticatedError,
)
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.secrets.keyring import Keyring, SecretUnreadableError
from osmosis_ai.platform.services import run_state
from osmosis_ai.platform.services.secrets import place_of, sealed_of
from osmosis_ai.platform.settings import Limits
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store import secrets as secret_rows
from osmosis_ai.platform.store.run_tables import JournalBatch, ManagedRun, RunLogLine
from osmosis_ai.platform.store.runs import HeldRun
from osmosis_ai.platform.store.unit import Unit
from osmosis_ai.semantics.faults import first_fault

__all__ = [
    "Claim",
    "Job",
    "LogEntry",
    "Renewal",
    "StoredBatch",
    "add_batch",
    "append",
    "append_log",
    "by_bearer",
    "describe",
    "entry_time",
    "exchange",
    "fence",
    "finish",
    "held",
    "packed",
    "read_journal",
    "records_of",
    "renew",
    "storable",
    "take_secrets",
]

type Appended = Callable[[HeldRun, int, Sequence[JournalRecord]], None]
"""Hears of a batch that was appended: the run, its number and its records."""

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_KINDS = {"attempt_started": "AttemptStarted", "attempt_ended": "AttemptEnded", "run_event": "RunEvent"}
_TOKEN_DAYS = 8
"""Longer than any job may run: within that time, the fence alone decides."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job whose token was accepted."""

    run_id: str
    workspace_id: str
    launch_id: str
    epoch: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A run that a job has now, with the token for it."""

    token: str
    run: ManagedRun
    lease_until: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Renewal:
    """A lease that was renewed, and whether the job should end."""

    lease_until: datetime
    stop: bool
    batch: int


@dataclass(frozen=True, slots=True)
class StoredBatch:
    """A batch of the journal, with its records as JSON values."""

    batch: int
    epoch: int
    records: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the job's log."""

    at: datetime
    level: str
    step: str
    message: str


async def exchange(unit: Unit, limits: Limits, *, ticket: str, host: str | None, process_id: int | None) -> Claim:
    """Trades a ticket for a run and a token. Raises ResourceGoneError for one that was used, is late, or whose run was
    stopped or given away: the job has nothing to do then."""
    launch = await rows.launch_by_ticket(unit, hash_token(ticket)) if has_token_form(ticket, "tkt") else None
    run = None if launch is None else await rows.run_across(unit, launch.run_id, lock=True)
    if launch is None or run is None:
        raise ResourceGoneError("There is no such ticket.", code="TICKET_UNKNOWN")
    if launch.claimed_at is not None:
        raise ResourceGoneError("The ticket was used.", code="TICKET_USED")
    if run_state.is_over(run) or run.stop_requested_at is not None:
        raise ResourceGoneError("The run is over.", code="RUN_OVER")
    if (
        launch.ended_at is not None
        or launch.epoch != run.epoch
        or run.status != "pending"
        or launch.start_by < unit.now
    ):
        raise ResourceGoneError("The ticket is too late: the run was launched again.", code="TICKET_EXPIRED")
    token = new_token("job")
    expires_at = unit.now + timedelta(days=_TOKEN_DAYS)
    await run_state.claim(
        unit,
        run,
        launch,
        limits,
        token_hash=hash_token(token),
        token_expires_at=expires_at,
        host=None if host is None else storable(host),
        process_id=process_id,
    )
    return Claim(token, run, unit.now + timedelta(seconds=limits.lease_seconds), expires_at)


async def by_bearer(unit: Unit, authorization: str | None) -> Job:
    """The job whose token this is. Raises UnauthenticatedError for any other, StateConflictError for the token of a job
    that does not have its run any more."""
    if authorization is None:
        raise UnauthenticatedError("The request has no Authorization header.", code="AUTH_HEADER_MISSING")
    scheme, _, token = authorization.partition(" ")
    token = token.strip()
    known = scheme.lower() == "bearer" and has_token_form(token, "job")
    launch = await rows.launch_by_token(unit, hash_token(token)) if known else None
    if launch is None:
        raise UnauthenticatedError("The token is not valid.", code="TOKEN_INVALID")
    if launch.token_expires_at is None or launch.token_expires_at <= unit.now:
        raise UnauthenticatedError("The token has expired.", code="TOKEN_EXPIRED")
    return Job(launch.run_id, launch.workspace_id, launch.id, launch.epoch)


async def held(unit: Unit, job: Job, *, epoch: int | None = None, lock: bool = False) -> ManagedRun:
    """The run of a job that has it. Raises StateConflictError for one that does not, whatever it says its epoch is."""
    run = await rows.run(unit, unit.in_workspace(job.workspace_id), job.run_id, lock=lock)
    if run is None or run_state.is_over(run):
        raise StateConflictError("The run is over.", code="RUN_OVER")
    if run.status != "running" or job.epoch != run.epoch or epoch not in (None, job.epoch):
        raise StateConflictError("Another job has the run now.", code="STALE_EPOCH")
    return run


async def fence(unit: Unit, job: Job, *, epoch: int, lock: bool = True) -> HeldRun:
    """What calls need of the run of a job that has it; as `held` otherwise, and cheaper."""
    run = await rows.held_run(unit, unit.in_workspace(job.workspace_id), job.run_id, lock=lock)
    if run is None or run.status in run_state.TERMINAL:
        raise StateConflictError("The run is over.", code="RUN_OVER")
    if run.status != "running" or job.epoch != run.epoch or epoch != job.epoch:
        raise StateConflictError("Another job has the run now.", code="STALE_EPOCH")
    return run


async def describe(unit: Unit, job: Job) -> ManagedRun:
    """The run of the job."""
    return await held(unit, job)


async def renew(unit: Unit, job: Job, limits: Limits, *, epoch: int) -> Renewal:
    """Renews the lease by the database's clock. A lease that lapsed is renewed too, until the run is given away."""
    run = await held(unit, job, epoch=epoch, lock=True)
    until = unit.now + timedelta(seconds=limits.lease_seconds)
    await rows.change_run(unit, unit.in_workspace(job.workspace_id), run.id, lease_until=until)
    return Renewal(until, run.stop_requested_at is not None, run.batch)


async def append(
    unit: Unit,
    job: Job,
    *,
    epoch: int,
    batch: int,
    records: Sequence[Mapping[str, Any]],
    appended: Appended = lambda *_: None,
) -> int:
    """Appends a batch of records; the last batch that the platform has. Durable once the transaction is.

    `appended` is called then, where the batch is new. A batch that it has is acknowledged again if its records are the
    same. Raises StateConflictError otherwise (`BATCH_DIFFERS`), and for one that leaves others out (`BATCH_MISSING`);
    InvalidRequestError for what is not a record of this run, so that whoever reads the journal can rely on it.
    """
    run = await fence(unit, job, epoch=epoch)
    checked = _checked(run, records)
    scope = unit.in_workspace(job.workspace_id)
    text, digest = packed(records)
    if batch <= run.batch:
        kept = await rows.batch(unit, scope, run.id, batch)
        if kept is None or kept.digest != digest:
            raise StateConflictError(f"Batch {batch} is there with other records.", code="BATCH_DIFFERS")
        return run.batch
    if batch != run.batch + 1:
        raise StateConflictError(f"Batch {run.batch + 1} comes next, not {batch}.", code="BATCH_MISSING")
    await add_batch(unit, run, batch, epoch=epoch, text=text, digest=digest)
    await rows.advance_batch(unit, scope, run.id, batch)
    unit.after_commit(lambda: appended(run, batch, checked))
    return batch


def packed(records: Sequence[Mapping[str, Any]]) -> tuple[bytes, str]:
    """Records as they are stored, and the digest by which the same ones are known."""
    text = json.dumps(records, separators=(",", ":"), ensure_ascii=False, sort_keys=True).encode(
        "utf-8", "surrogatepass"
    )
    return text, hashlib.sha256(text).hexdigest()


async def add_batch(unit: Unit, run: ManagedRun | HeldRun, batch: int, *, epoch: int, text: bytes, digest: str) -> None:
    """Stores a batch of the journal."""
    values = {
        "id": new_id("bat"),
        "run_id": run.id,
        "batch": batch,
        "epoch": epoch,
        "digest": digest,
        "records": zlib.compress(text, 3),
        "received_at": unit.now,
    }
    await unit.insert(JournalBatch, values, scope=unit.in_workspace(run.workspace_id))


def _checked(run: HeldRun, records: Sequence[Mapping[str, Any]]) -> list[JournalRecord]:
    found: list[JournalRecord] = []
    for number, each in enumerate(records):
        try:
            line = json.dumps(each["record"]).encode()
            record = read_event(line) if each["kind"] == "run_event" else read_attempt(line)
            kind = record.__class__.__name__
            if _KINDS.get(each["kind"]) != kind:
                raise ValueError(f"it is of the kind {kind}")
            if record.row_index >= run.sampled_rows or record.run_index >= run.attempts_per_row:
                raise ValueError(f"the run has no row {record.row_index}, run {record.run_index}")
            found.append(record)
        except (ValueError, RecursionError) as error:
            issue = Issue(f"records.{number}", f"is not a record of this run: {first_fault(error)}")
            raise InvalidRequestError("The batch cannot be taken.", field="records", issues=[issue]) from None
    return found


async def read_journal(unit: Unit, job: Job, *, after: int, limit: int) -> tuple[Sequence[StoredBatch], int]:
    """Batches after that one, in order, and the number of the last one there is."""
    run = await held(unit, job)
    found = await rows.batches(unit, unit.in_workspace(job.workspace_id), run.id, after=after, limit=limit)
    return [StoredBatch(each.batch, each.epoch, records_of(each)) for each in found], run.batch


def records_of(batch: JournalBatch) -> list[dict[str, Any]]:
    """The records of a batch."""
    found: list[dict[str, Any]] = json.loads(zlib.decompress(batch.records).decode("utf-8", "surrogatepass"))
    return found


async def take_secrets(unit: Unit, job: Job, keyring: Keyring, *, epoch: int) -> dict[str, str]:
    """The values of the run's secrets, once an epoch. Raises ResourceGoneError for a second time (`SECRETS_TAKEN`),
    StateConflictError where a secret is there no more or cannot be read (`SECRET_MISSING`)."""
    run = await held(unit, job, epoch=epoch, lock=True)
    if run.secrets_epoch >= epoch:
        raise ResourceGoneError("The secrets were taken.", code="SECRETS_TAKEN")
    scope = unit.in_workspace(job.workspace_id)
    values: dict[str, str] = {}
    missing: list[str] = []
    for name, where in sorted(run.secret_scopes.items()):
        kind, owner = _place(run, where)
        found = await secret_rows.secret(unit, scope, kind, owner, name)
        try:
            if found is None:
                missing.append(name)
            else:
                values[name] = keyring.open(place_of(found), sealed_of(found))
        except SecretUnreadableError:
            missing.append(name)
    if missing:
        raise StateConflictError(f"Secret(s) not found: {', '.join(missing)}", code="SECRET_MISSING")
    await rows.change_run(unit, scope, run.id, secrets_epoch=epoch)
    return values


def _place(run: ManagedRun, where: str) -> tuple[str, str]:
    """Scope and owner of a secret that the submission resolved."""
    if where == "run":
        return "run", run.id
    return ("workspace", "") if where == "workspace" else ("user", run.created_by or "")


async def append_log(unit: Unit, job: Job, limits: Limits, *, epoch: int, entries: Sequence[LogEntry]) -> None:
    """Appends lines to the run's log; those past its bound are dropped, and the last one says so."""
    run = await fence(unit, job, epoch=epoch)
    scope = unit.in_workspace(job.workspace_id)
    size = run.log_bytes
    for entry in entries:
        if size >= limits.run_log_bytes:
            break
        size += len(entry.message.encode("utf-8", "replace")) + 64
        texts = {"level": storable(entry.level), "step": storable(entry.step), "message": storable(entry.message)}
        values = {"run_id": run.id, "at": entry.at, **texts}
        await unit.insert(RunLogLine, {**values, "details": {}}, scope=scope)
    if size >= limits.run_log_bytes > run.log_bytes:
        await run_state.log(
            unit, run, "warning", "log", "The log is full: what the job writes from here on is dropped."
        )
    await rows.grow_log(unit, scope, run.id, size)


async def finish(
    unit: Unit,
    job: Job,
    *,
    epoch: int,
    status: Literal["finished", "failed", "stopped"],
    batch: int,
    reason: str | None,
    message: str | None,
) -> str:
    """Ends the run; its status. The same end from the same job again changes nothing.

    Raises StateConflictError where the platform lacks a batch or a file that the job wrote (`INCOMPLETE`).
    """
    scope = unit.in_workspace(job.workspace_id)
    run = await rows.run(unit, scope, job.run_id, lock=True)
    if run is not None and run.status == status and run.epoch == job.epoch == epoch:
        return status
    run = await held(unit, job, epoch=epoch)
    if run.batch != batch:
        raise StateConflictError(f"The platform has {run.batch} batches of {batch}.", code="INCOMPLETE")
    await run_state.end(
        unit,
        run,
        status,
        reason=None if reason is None else storable(reason),
        message=None if message is None else storable(message),
    )
    return status


def storable(text: str) -> str:
    """The text with U+FFFD in place of what no database takes: NUL, and surrogates without their other half."""
    return _UNSTORABLE.sub("\ufffd", text)


def entry_time(text: str, now: datetime) -> datetime:
    """The time of a line. Raises InvalidRequestError for one without an offset."""
    try:
        moment = datetime.fromisoformat(text)
        wire_time(moment)
    except ValueError:
        raise InvalidRequestError("A timestamp has no offset.", field="entries") from None
    return min(moment, now)
