"""Files that are set to be written to the disk while they grow."""

from __future__ import annotations

import os

import pytest

from osmosis_ai.base.files.write_back import WriteBack

MIB = 1024 * 1024


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """What the system was asked to write: where each range begins, and its bytes."""
    found: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "posix_fadvise", lambda _, start, size, __: found.append((start, size)))
    return found


def test_every_byte_is_set_to_be_written_once_and_not_in_small_steps(asked: list[tuple[int, int]]):
    """Ranges follow one another from the start on; a few bytes wait for more."""
    write_back = WriteBack(0, 3 * MIB)
    for end in range(3 * MIB, 15 * MIB + 1, MIB):
        write_back.written(end)
    assert asked == [(3 * MIB, 4 * MIB), (7 * MIB, 4 * MIB), (11 * MIB, 4 * MIB)]


def test_a_file_that_begins_again_is_written_from_there(asked: list[tuple[int, int]]):
    """A store that cannot continue sends a file from its first byte on."""
    write_back = WriteBack(0, 20 * MIB)
    for end in (MIB, 6 * MIB):
        write_back.written(end)
    assert asked == [(MIB, 5 * MIB)]


def test_a_system_that_refuses_the_hint_changes_nothing():
    """A pipe cannot be advised on."""
    reading, writing = os.pipe()
    try:
        WriteBack(writing).written(8 * MIB)
    finally:
        os.close(reading)
        os.close(writing)
