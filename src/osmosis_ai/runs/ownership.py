"""Who works on a run: a record beside its lock, for file systems whose locks are refused or reach one machine only.

A claim is made by creating a file that must not exist, which every file system does for one process alone. A claim
whose owner is gone is succeeded through a ticket, a file named after the very claim it succeeds, so that of many who
find it only one gets there; docs/design/one-run-one-owner.md has the argument.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai.base.errors import ConflictError
from osmosis_ai.base.processes.supervisor import is_alive, process_start_token
from osmosis_ai.engine.ports import LeaseLostError
from osmosis_ai.engine.records import timestamp
from osmosis_contract.models.owner_record import OwnerRecord

__all__ = ["HEARTBEAT_SEC", "STALE_SEC", "Ownership", "being_worked_on"]

HEARTBEAT_SEC = 10.0
STALE_SEC = 60.0
_DOUBTFUL_SEC = STALE_SEC / 2
_TRIES = 20
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
_CLOCK = getattr(time, "CLOCK_BOOTTIME", None)  # goes on while the machine sleeps
_UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class _Claim:
    """A record found on disk; None in place of one that is not readable. `changed` is by the file system's clock."""

    record: OwnerRecord | None
    changed: float

    @property
    def owner_id(self) -> str:
        return _UNREADABLE if self.record is None else self.record.owner_id


class Ownership:
    """The claim of this process to the run `name`, in the folder of locks.

    While it is held a thread renews it every ten seconds. Methods may be called from any thread.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._path = folder / f"{name}.owner.json"
        self._id = uuid.uuid4().hex
        self._part = folder / f"{name}.owner.{self._id}.part"
        self._own_successor = self._ticket(self._id)
        now = timestamp()
        self._record = OwnerRecord(
            owner_id=self._id,
            host=platform.node() or "localhost",
            machine=_machine(),
            pid=os.getpid(),
            start_token=process_start_token(os.getpid()) or "unknown",
            claimed_at=now,
            heartbeat_at=now,
        )
        self._descriptor: int | None = None
        self._renewed_at = 0.0
        self._mutex = threading.Lock()
        self._ending = threading.Event()
        self._lost = threading.Event()
        self._on_lost: Callable[[], object] = lambda: None

    def claim(self) -> None:
        """Makes this process the owner. Raises ConflictError, naming who is, when another one lives; OSError."""
        self._write(self._part)
        try:
            if not any(self._claim_once() for _ in range(_TRIES)):
                raise ConflictError(
                    f"the run {self._name!r} is being taken up by another process at this moment", hint="Try again."
                )
        finally:
            self._part.unlink(missing_ok=True)
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CLOEXEC)
        self._renewed_at = _now()
        self._remove_tickets()
        threading.Thread(target=self._keep_renewing, name=f"owner of {self._name}", daemon=True).start()

    def refuse_if_owned(self) -> None:
        """Raises ConflictError when a process that lives owns the run. Writes nothing."""
        claim = _read(self._path)
        if claim is not None:
            self._refuse_if_live(claim, time.time())

    def owner(self) -> OwnerRecord | None:
        """The record that is there, of whichever process."""
        claim = _read(self._path)
        return None if claim is None else claim.record

    def identify(self, local_run_id: str) -> None:
        """The run's identity goes into the record, for whoever looks."""
        self._record.local_run_id = local_run_id
        self._renew()

    def on_lost(self, callback: Callable[[], object]) -> None:
        """`callback` is called, from another thread, once the claim is found lost."""
        self._on_lost = callback

    def check(self) -> None:
        """Returns while this process owns the run; to be called before anything is written. Cheap.

        Raises LeaseLostError. After half the time in which a claim lapses without a renewal, as when the machine
        was asleep, it looks rather than believes.
        """
        if not self._lost.is_set() and _now() - self._renewed_at > _DOUBTFUL_SEC:
            self._renew()
        if self._lost.is_set() or _now() - self._renewed_at > STALE_SEC:
            taken = self.owner()
            by = "" if taken is None else f" by process {taken.pid} on {taken.host}"
            raise LeaseLostError(
                f"the run {self._name!r} was taken over{by}: this process gave no sign of life for too long",
                hint="Results until then are kept. Wait for the other to end before resuming with the same --name.",
            )

    def release(self) -> None:
        """Ends the claim and removes the record, unless it is another's by now."""
        self._ending.set()
        with self._mutex:
            descriptor, self._descriptor = self._descriptor, None
            if descriptor is None:
                return
            with contextlib.suppress(OSError):
                os.utime(descriptor)
                if self._is_ours():
                    self._path.unlink(missing_ok=True)
            os.close(descriptor)

    def _claim_once(self) -> bool:
        """One go; False when what was found has changed meanwhile."""
        found = _read(self._path)
        if found is None:
            return self._create(self._path)
        last = found
        while True:
            self._refuse_if_live(last, self._file_system_time())
            ticket = self._ticket(last.owner_id)
            if self._create(ticket):
                break
            holder = _read(ticket)  # another process was faster, and lives or died over it
            if holder is None:
                return False
            last = holder
        still = _read(self._path)
        if still is None or still.owner_id != found.owner_id or self._own_successor.exists():
            ticket.unlink(missing_ok=True)
            return False
        try:
            self._refuse_if_live(still, self._file_system_time())  # it may have woken up before it saw the ticket
            ticket.replace(self._path)
        except FileNotFoundError:
            return False
        except ConflictError:
            ticket.unlink(missing_ok=True)
            raise
        return True

    def _refuse_if_live(self, claim: _Claim, now: float) -> None:
        record, left = claim.record, STALE_SEC - (now - claim.changed)
        if record is not None and record.machine == self._record.machine:
            if not is_alive(record.pid, record.start_token):
                return
            hint = "Wait for it to end, or choose another --name."
        elif left <= 0:
            return
        else:
            hint = f"Wait for it to end, or choose another --name. If it is gone, its claim lapses in {left:.0f} s."
        raise being_worked_on(self._name, record, hint)

    def _create(self, path: Path) -> bool:
        """Makes the file with our record in it, whole from the first moment; False when there is one already."""
        try:
            os.link(self._part, path)
        except FileExistsError:
            return self._part.stat().st_nlink > 1  # NFS may have done it and lost the answer
        except OSError:  # a file system without hard links
            try:
                self._write(path)
            except FileExistsError:
                return False
        return True

    def _write(self, path: Path) -> None:
        with os.fdopen(os.open(path, _NEW, 0o600), "wb") as file:
            file.write(self._record.to_json())

    def _file_system_time(self) -> float:
        """Now, by the clock that stamps the files: those of two machines may be minutes apart."""
        os.utime(self._part)
        return self._part.stat().st_mtime

    def _keep_renewing(self) -> None:
        while not self._ending.wait(HEARTBEAT_SEC) and not self._lost.is_set():
            self._renew()

    def _renew(self) -> None:
        """A sign of life, into the file that is ours even if another has its name by now, and a look at whose it is."""
        with self._mutex, contextlib.suppress(OSError):  # what cannot be written now is tried again
            if self._descriptor is None:
                return
            self._record.heartbeat_at = timestamp()
            data = self._record.to_json()
            os.pwrite(self._descriptor, data, 0)
            os.ftruncate(self._descriptor, len(data))
            if self._is_ours():
                self._renewed_at = _now()
            elif not self._lost.is_set():
                self._lost.set()
                self._on_lost()

    def _is_ours(self) -> bool:
        claim = _read(self._path)
        return claim is not None and claim.owner_id == self._id and not self._own_successor.exists()

    def _ticket(self, owner_id: str) -> Path:
        return self._folder / f"{self._name}.owner.{owner_id}.next"

    def _remove_tickets(self) -> None:
        """Removes what processes that died over a claim left; no process can win by it any more."""
        left = re.compile(rf"{re.escape(self._name)}\.owner\.([0-9a-f]{{32}}|{_UNREADABLE})\.next")
        with contextlib.suppress(OSError):
            for path in self._folder.iterdir():
                if left.fullmatch(path.name) and path != self._own_successor:
                    path.unlink(missing_ok=True)


def being_worked_on(name: str, record: OwnerRecord | None, hint: str) -> ConflictError:
    """The error of a run that another process has, with who that is."""
    who = "" if record is None else f" ({record.pid} on {record.host}, since {record.claimed_at})"
    return ConflictError(
        f"the run {name!r} is being worked on by another process{who}",
        hint=hint,
        details={} if record is None else {"owner": record.to_wire()},
    )


def _read(path: Path) -> _Claim | None:
    try:
        with path.open("rb") as file:
            changed = os.fstat(file.fileno()).st_mtime
            data = file.read()
    except FileNotFoundError:
        return None
    try:
        return _Claim(OwnerRecord.read(data), changed)
    except ValueError:
        return _Claim(None, changed)


def _now() -> float:
    return time.time() if _CLOCK is None else time.clock_gettime(_CLOCK)


def _machine() -> str:
    """The same for all who see the same process numbers: one start of one machine, and one container on it."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}:{Path('/proc/self/ns/pid').stat().st_ino}"
    except OSError:
        return f"{platform.node()}:{uuid.getnode():x}"
