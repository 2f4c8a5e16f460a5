"""The journal: on disk before anybody is told, whole lines only, and an error that says what to do."""

import asyncio
import errno
import os
import stat
import time
from pathlib import Path

import pytest

from osmosis_ai.runs import journal
from osmosis_ai.runs.journal import AppendLog, JournalError


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    return [tmp_path / "attempts.jsonl", tmp_path / "events.jsonl"]


async def test_lines_are_on_disk_when_append_returns(paths: list[Path]):
    """Each line is in the file of its number, and the files have mode 0600."""
    with AppendLog(paths) as log:
        await log.append([(0, b"a\n"), (1, b"b\n")])
        assert [path.read_bytes() for path in paths] == [b"a\n", b"b\n"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in paths} == {0o600}


async def test_records_that_wait_together_are_synced_together(paths: list[Path], monkeypatch: pytest.MonkeyPatch):
    """A hundred records at once cost a few syncs, not a hundred; none is lost and each keeps its order."""
    syncs = 0

    def counted(descriptor: int) -> None:
        nonlocal syncs
        syncs += 1
        os.fsync(descriptor)

    monkeypatch.setattr(journal, "_sync", counted)
    with AppendLog(paths) as log:
        await asyncio.gather(*(log.append([(0, b"%d\n" % number)]) for number in range(100)))
    assert paths[0].read_bytes().split() == [b"%d" % number for number in range(100)]
    assert syncs <= 5


async def test_a_copy_of_a_journal_is_not_synced(paths: list[Path], monkeypatch: pytest.MonkeyPatch):
    """Its lines are in the files when append returns; the disk is not waited for."""
    with AppendLog(paths) as log:
        log.without_sync()
        monkeypatch.setattr(journal, "_sync", None)
        await log.append([(0, b"a\n"), (1, b"b\n")])
        assert [path.read_bytes() for path in paths] == [b"a\n", b"b\n"]


async def test_append_tells_where_each_line_begins(paths: list[Path]):
    """So that a record can be read back from where it stands."""
    paths[1].write_bytes(b"before\n")
    with AppendLog(paths) as log:
        places = await asyncio.gather(log.append([(0, b"a\n"), (1, b"b\n")]), log.append([(1, b"c\n"), (1, b"d\n")]))
    assert places == [[0, 7], [9, 11]]


async def test_torn_line_is_cut_off_when_opened(paths: list[Path]):
    """What a crash left of a last line goes; whole lines stay, however long the torn one is."""
    paths[0].write_bytes(b"whole\n" + b"x" * 200_000)
    paths[1].write_bytes(b"whole\n")
    with AppendLog(paths) as log:
        assert log.torn == [paths[0]]
        await log.append([(0, b"next\n")])
    assert paths[0].read_bytes() == b"whole\nnext\n"


async def test_full_disk_leaves_whole_lines_and_refuses_more(paths: list[Path], monkeypatch: pytest.MonkeyPatch):
    """A write that fails half-way is undone, everybody who waits is told, and nothing is taken afterwards."""
    with AppendLog(paths) as log:
        await log.append([(0, b"first\n")])

        def full(descriptor: int, data: bytes) -> None:
            os.write(descriptor, data[:3])
            time.sleep(0.1)
            monkeypatch.undo()  # there is room again at once, which must not leave a gap
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(journal, "_write_all", full)
        waiting = [asyncio.create_task(log.append([(0, b"more\n")]))]
        await asyncio.sleep(0.02)  # the first is being written; the others wait behind it
        waiting += [asyncio.create_task(log.append([(0, b"more\n")])) for _ in range(2)]
        told = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(error, JournalError) for error in told)
        assert "attempts.jsonl cannot be written: No space left on device" in str(told[0])
        with pytest.raises(JournalError):
            await log.append([(0, b"again\n")])
    assert paths[0].read_bytes() == b"first\n"


async def test_disk_that_does_not_even_take_a_record_back(paths: list[Path], monkeypatch: pytest.MonkeyPatch):
    """Where half a record cannot be cut off, the run is told all the same; the next opening cuts it off."""
    with AppendLog(paths) as log:

        def broken(*_: object) -> None:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

        def half(descriptor: int, data: bytes) -> None:
            os.write(descriptor, data[:3])
            broken()

        monkeypatch.setattr(journal, "_write_all", half)
        monkeypatch.setattr(os, "ftruncate", broken)
        with pytest.raises(JournalError, match="Input/output error"):
            await asyncio.wait_for(log.append([(0, b"first\n")]), 30)
        monkeypatch.undo()
    assert paths[0].read_bytes() == b"fir"
    AppendLog(paths).close()
    assert paths[0].read_bytes() == b""


async def test_cancelled_append_does_not_disturb_the_others(paths: list[Path]):
    """Who no longer waits for a record does not keep it, or anyone else's, from being written."""
    with AppendLog(paths) as log:
        first = asyncio.create_task(log.append([(0, b"first\n")]))
        second = asyncio.create_task(log.append([(0, b"second\n")]))
        await asyncio.sleep(0)
        first.cancel()
        await second
        await log.append([(0, b"third\n")])
    assert paths[0].read_bytes() == b"first\nsecond\nthird\n"


def test_journal_that_cannot_be_opened_says_which(tmp_path: Path):
    """The error names the file."""
    with pytest.raises(JournalError, match=r"missing/attempts\.jsonl cannot be written: No such file or directory"):
        AppendLog([tmp_path / "missing" / "attempts.jsonl"])
