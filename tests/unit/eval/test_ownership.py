"""Two processes cannot work on one run: the owner record, alone where flock is refused, and beside it elsewhere."""

import errno
import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from osmosis_ai.base.errors import ConflictError
from osmosis_ai.engine.ports import LeaseLostError
from osmosis_ai.runs import ownership
from osmosis_ai.runs.lock import RunLock
from osmosis_contract.models.owner_record import OwnerRecord

REFUSING_FLOCK = """\
import errno, fcntl, sys, time
from pathlib import Path

def flock(*_):
    raise OSError(errno.ENOLCK, "No locks available")

fcntl.flock = flock
from osmosis_ai.base.errors import ConflictError
from osmosis_ai.runs.lock import RunLock

root, names = Path(sys.argv[1]), sys.argv[2:]
print("ready", flush=True)
sys.stdin.readline()
held = []
for name in names:
    lock = RunLock(root, name)
    try:
        lock.acquire()
    except ConflictError:
        continue
    held.append((name, lock))
print(*(name for name, _ in held), flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def no_flock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A double of a file system that has no flock."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)


@contextmanager
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is claimed here counts as claimed on another machine."""
    with monkeypatch.context() as patch:
        patch.setattr(ownership, "_machine", lambda: "another machine")
        yield


def record_of(root: Path, name: str = "run") -> Path:
    return root / ".locks" / f"{name}.owner.json"


def age(path: Path, seconds: float) -> None:
    then = time.time() - seconds
    os.utime(path, (then, then))


def leave(root: Path, name: str, *, machine: str, seconds: float) -> None:
    """The record of an owner that is gone: a process that ended, or one that was last heard of that long ago."""
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pid = ended.pid
    (root / ".locks").mkdir(exist_ok=True)
    record = OwnerRecord(
        owner_id=os.urandom(16).hex(),
        host="gone",
        machine=machine,
        pid=pid,
        start_token="1",
        claimed_at="2026-03-01T10:15:30Z",
        heartbeat_at="2026-03-01T10:15:30Z",
    )
    record_of(root, name).write_bytes(record.to_json())
    age(record_of(root, name), seconds)


def test_record_says_who_works_on_the_run_and_goes_with_the_lock(tmp_path: Path):
    """While the lock is held the record names this process and the run; afterwards it is gone, the lock file stays."""
    lock = RunLock(tmp_path, "run")
    lock.acquire()
    lock.identify("ab" * 16)
    record = OwnerRecord.read_strict(record_of(tmp_path).read_bytes())
    assert (record.pid, record.local_run_id) == (os.getpid(), "ab" * 16)
    assert record_of(tmp_path).stat().st_mode & 0o777 == 0o600
    lock.check()
    lock.release()
    assert [path.name for path in (tmp_path / ".locks").iterdir()] == ["run.lock"]


@pytest.mark.usefixtures("no_flock")
def test_without_flock_the_record_keeps_others_out(tmp_path: Path):
    """Where flock is refused, a live owner is refused by name; once it is released the next one may have the run."""
    first, second = RunLock(tmp_path, "run"), RunLock(tmp_path, "run")
    first.acquire()
    for refused in (second.acquire, second.refuse_if_taken):
        with pytest.raises(ConflictError, match=rf"another process \({os.getpid()} on ") as raised:
            refused()
        assert raised.value.details["owner"]["pid"] == os.getpid()
    RunLock(tmp_path, "another").acquire()
    first.release()
    second.acquire()
    second.release()


def test_flock_of_a_published_version_is_respected(tmp_path: Path):
    """A lock that is held without a record, as published versions hold it, is held."""
    (tmp_path / ".locks").mkdir()
    with (tmp_path / ".locks" / "run.lock").open("w") as theirs:
        fcntl.flock(theirs, fcntl.LOCK_EX)
        for refused in (RunLock(tmp_path, "run").acquire, RunLock(tmp_path, "run").refuse_if_taken):
            with pytest.raises(ConflictError, match=r"being worked on by another process$"):
                refused()
    assert not record_of(tmp_path).exists()


def test_looking_makes_no_file(tmp_path: Path):
    """Whether a run is taken is seen without a trace."""
    RunLock(tmp_path, "run").refuse_if_taken()
    assert list(tmp_path.iterdir()) == []


def test_owner_on_another_machine_counts_while_it_is_heard_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A lock that reaches this machine only does not take a run from another's owner that gives signs of life."""
    there = RunLock(tmp_path, "run")
    with elsewhere(monkeypatch):
        there.acquire()
    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", lambda *_: None)
        here = RunLock(tmp_path, "run")
        with pytest.raises(ConflictError, match="being worked on") as raised:
            here.acquire()
        assert "lapses in" in (raised.value.hint or "")
        age(record_of(tmp_path), ownership.STALE_SEC + 1)
        here.acquire()
    assert OwnerRecord.read(record_of(tmp_path).read_bytes()).machine != "another machine"
    here.release()
    there.release()


def test_owner_that_was_taken_over_writes_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whoever slept too long finds out before it writes, says who has the run now, and leaves that one alone."""
    told: list[str] = []
    asleep = RunLock(tmp_path, "run")
    with elsewhere(monkeypatch):
        asleep.acquire()
    asleep.on_lost(lambda: told.append("lost"))
    age(record_of(tmp_path), ownership.STALE_SEC + 1)
    awake = RunLock(tmp_path, "run")
    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", lambda *_: None)
        awake.acquire()
    monkeypatch.setattr(ownership, "_DOUBTFUL_SEC", -1.0)
    with pytest.raises(LeaseLostError, match=rf"taken over by process {os.getpid()} on "):
        asleep.check()
    assert told == ["lost"]
    asleep.release()
    awake.check()
    awake.release()


def test_owner_that_gives_a_sign_of_life_while_it_is_succeeded_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An owner that wakes up between the ticket and the takeover is not taken over; nobody has two owners."""
    woken = RunLock(tmp_path, "run")
    with elsewhere(monkeypatch):
        woken.acquire()
    age(record_of(tmp_path), ownership.STALE_SEC + 1)
    monkeypatch.setattr(fcntl, "flock", lambda *_: None)
    create = ownership.Ownership._create

    def waking(self: ownership.Ownership, path: Path) -> bool:
        made = create(self, path)
        if path.suffix == ".next":
            os.utime(record_of(tmp_path))
        return made

    monkeypatch.setattr(ownership.Ownership, "_create", waking)
    with pytest.raises(ConflictError, match="being worked on"):
        RunLock(tmp_path, "run").acquire()
    woken.check()
    woken.release()
    assert [path.name for path in (tmp_path / ".locks").iterdir()] == ["run.lock"]


@pytest.mark.usefixtures("no_flock")
@pytest.mark.parametrize("content", [b"", b"{", b'{"pid": 1}'])
def test_unreadable_record_lapses(tmp_path: Path, content: bytes):
    """A record that cannot be read keeps others out until it is old; then it is replaced."""
    (tmp_path / ".locks").mkdir()
    record_of(tmp_path).write_bytes(content)
    lock = RunLock(tmp_path, "run")
    with pytest.raises(ConflictError, match=r"being worked on by another process$"):
        lock.acquire()
    age(record_of(tmp_path), ownership.STALE_SEC + 1)
    lock.acquire()
    lock.release()


@pytest.mark.usefixtures("no_flock")
def test_ticket_of_one_that_died_over_it_is_succeeded_too(tmp_path: Path):
    """Who dies between the ticket and the takeover does not keep the run from anybody."""
    leave(tmp_path, "run", machine="another machine", seconds=100)
    leave(tmp_path, "ticket", machine=ownership._machine(), seconds=0)
    first = json.loads(record_of(tmp_path).read_bytes())["owner_id"]
    record_of(tmp_path, "ticket").rename(tmp_path / ".locks" / f"run.owner.{first}.next")
    lock = RunLock(tmp_path, "run")
    lock.acquire()
    assert sorted(path.name for path in (tmp_path / ".locks").iterdir()) == ["run.lock", "run.owner.json"]
    lock.release()


@pytest.mark.usefixtures("no_flock")
def test_file_system_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Where files cannot be linked, a claim is made all the same, and by one alone."""

    def link(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    leave(tmp_path, "run", machine=ownership._machine(), seconds=0)
    lock = RunLock(tmp_path, "run")
    lock.acquire()
    with pytest.raises(ConflictError, match="being worked on"):
        RunLock(tmp_path, "run").acquire()
    lock.release()


def test_many_who_race_for_abandoned_runs_get_one_each(tmp_path: Path):
    """Of six processes after the same runs, with flock refused, each run goes to exactly one."""
    names = [f"run-{number}" for number in range(150)]
    for number, name in enumerate(names):
        if number % 3 == 0:
            leave(tmp_path, name, machine=ownership._machine(), seconds=0)
        elif number % 3 == 1:
            leave(tmp_path, name, machine="another machine", seconds=100)
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", REFUSING_FLOCK, str(tmp_path), *names],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(6)
    ]
    try:
        for racer in racers:
            assert racer.stdout is not None
            assert racer.stdout.readline() == "ready\n"
        for racer in racers:
            assert racer.stdin is not None
            racer.stdin.write("go\n")
            racer.stdin.flush()
        won = [racer.stdout.readline().split() for racer in racers if racer.stdout is not None]
    finally:
        for racer in racers:
            racer.kill()
            racer.communicate()
    assert sorted(name for one in won for name in one) == sorted(names)
