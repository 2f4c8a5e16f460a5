"""Files between processes: bounded reading, whole writing, no links followed."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from osmosis_ai.base.files import atomic
from osmosis_ai.base.files.atomic import write_atomic
from osmosis_ai.base.files.no_follow import FileFaultError, read_bounded


def test_file_is_read_up_to_the_bound_and_no_further(tmp_path: Path):
    """A file of exactly the bound is read whole; one byte more is a fault that names the bound."""
    path = tmp_path / "f"
    path.write_bytes(b"x" * 1024)
    assert read_bounded(path, at_most=1024) == b"x" * 1024
    with pytest.raises(FileFaultError, match="larger than 1023 bytes"):
        read_bounded(path, at_most=1023)
    path.write_bytes(b"x" * 1025)
    with pytest.raises(FileFaultError, match="larger than 1 KiB"):
        read_bounded(path, at_most=1024)


def test_what_is_no_regular_file_is_told_and_never_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A directory, a pipe nobody writes to, a socket, a device that never ends, and nothing at all."""
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)  # a socket's path is short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        for path, said in [
            (tmp_path, "a directory"),
            (tmp_path / "pipe", "a pipe"),
            (Path("/dev/zero"), "a device"),
            (tmp_path / "socket", "a socket"),
            (tmp_path / "nothing", "no such file"),
            (tmp_path / "a\0b", "NUL"),
        ]:
            with pytest.raises(FileFaultError, match=said):
                read_bounded(path, at_most=10)


def test_links_are_followed_only_where_that_is_wanted(tmp_path: Path):
    """A symbolic link is read through by default, and refused by name where it might lead anywhere."""
    (tmp_path / "real").write_bytes(b"x")
    (tmp_path / "link").symlink_to("real")
    assert read_bounded(tmp_path / "link", at_most=1) == b"x"
    with pytest.raises(FileFaultError, match="symbolic link"):
        read_bounded(tmp_path / "link", at_most=1, follow_links=False)


def test_writing_replaces_whole_and_follows_no_link(tmp_path: Path):
    """The file is replaced in one step with ordinary permissions; a link is refused and its target untouched."""
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "folder").symlink_to(tmp_path, target_is_directory=True)
    for path in (tmp_path / "link", tmp_path / "folder" / "real"):
        with pytest.raises(FileFaultError, match="symbolic link"):
            write_atomic(path, b"new")
    assert (tmp_path / "real").read_bytes() == b"old"
    mask = os.umask(0o022)
    try:
        write_atomic(tmp_path / "real", b"new")
    finally:
        os.umask(mask)
    assert (tmp_path / "real").read_bytes() == b"new"
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o644
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "link", "real"]


def test_failed_write_leaves_the_old_file_and_no_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """When the disk is full the file there before stays, and no half of a new one."""
    (tmp_path / "f").write_bytes(b"old")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(atomic.os, "fdopen", full)
        with pytest.raises(OSError, match="No space left"):
            write_atomic(tmp_path / "f", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("f", b"old")]
