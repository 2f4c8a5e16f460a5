"""Secrets taken out of files that a rollout wrote: in place, a file as a whole, and only where it holds one.

Links are never followed and special files are left alone. Of a JSON document only strings are touched, so that token
ids and other numbers stay what they are; of every other file the bytes.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import re
import secrets
import stat
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from osmosis_ai.base.files.no_follow import open_regular
from osmosis_ai.base.files.sparse import data_of
from osmosis_ai.base.files.tree import OpenFolder, TreeEntry, walk_tree
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.records import JournalRecord, read_attempt
from osmosis_ai.engine.replay import attempt_ends
from osmosis_ai.semantics.outcomes import status_of

__all__ = ["redact_file", "redact_leftovers", "redact_tree"]

_CHUNK = 1 << 20
_LONGEST_STRING = 64 << 20
_LARGEST = 8 << 30
_JSON_SUFFIXES = frozenset({".json", ".jsonl", ".ndjson"})
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_BETWEEN_STRINGS = re.compile(rb"[\s\d,:\[\]{}.eE+\-truefalsnNIity]*+")  # numbers, true, false, null, NaN, Infinity
_TICK_SEC = 0.01  # how far behind the clock the time of a file may be
_OLD = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC


def redact_leftovers(trials: Path, attempts: Path, redact: Redactor) -> list[OSError]:
    """Takes the secrets out of what the attempts of a run left below `trials`, once nothing writes there any more.

    The journal of attempts says which of them were collected, and so redacted: of those only what was written later is
    read, of all others everything, and so is what is there and belongs to no attempt. Returns what could not be done.
    """
    failures: list[OSError] = []
    if not redact:
        return failures
    try:
        opened = OpenFolder(trials)
    except FileNotFoundError:
        return failures
    except OSError as error:
        return [error]
    with opened:
        others = set(os.listdir(opened.descriptor))
        known = ((name, since) for name, since in _attempts(attempts) if name in others)
        for name, since in itertools.chain(known, _rest(others)):
            others.discard(name)
            try:
                redact_tree(name, redact, since=since, directory=opened.descriptor)
            except OSError as error:
                failures.append(error)
    return failures


def _rest(names: set[str]) -> Iterator[tuple[str, float]]:
    """What is left of the names once the first is asked for: all of it is to be read."""
    for name in sorted(names):
        yield name, 0.0


def _attempts(journal: Path) -> Iterator[tuple[str, float]]:
    """Rollouts, each with the time until which what it wrote has been redacted: 0 for one that was not collected."""
    for name, ended in attempt_ends(_records(journal)):
        collected = ended is not None and status_of(ended.outcome) is not None
        yield name, datetime.fromisoformat(ended.at).timestamp() - _TICK_SEC if collected and ended else 0.0


def _records(journal: Path) -> Iterator[JournalRecord]:
    """Every record that can be read: a damaged line keeps nothing from being searched."""
    with contextlib.suppress(OSError), open_regular(journal) as lines:
        for line in lines:
            with contextlib.suppress(ValueError):
                yield read_attempt(line)


def redact_tree(root: str | Path, redact: Redactor, *, since: float = 0.0, directory: int | None = None) -> None:
    """Takes the secrets out of a file, or of all files below a folder, of their names and of where links lead.

    `since` is in seconds since 1970: files that have not changed from then on are left unread. `root` is below the open
    `directory` if one is given. Nothing happens where there is neither file nor folder. Any depth is reached. Raises
    the first OSError, after everything else has been done.
    """
    if not redact:
        return
    failures: list[OSError] = []
    kind = _kind(root, directory)
    if kind == stat.S_IFREG:
        redact_file(root, redact, directory=directory)
    elif kind == stat.S_IFDIR:
        with OpenFolder(root, directory=directory) as opened:
            for entry in walk_tree(opened.descriptor, failures.append):
                try:
                    _redact_entry(entry, redact, since)
                except FileNotFoundError:
                    continue  # its writer took it away
                except OSError as error:
                    failures.append(error)
    if failures:
        raise failures[0]


def _kind(path: str | Path, directory: int | None) -> int:
    """The kind of file that is there, as in its mode; 0 for none."""
    try:
        return stat.S_IFMT(os.stat(path, dir_fd=directory, follow_symlinks=False).st_mode)
    except FileNotFoundError:
        return 0


def _redact_entry(entry: TreeEntry, redact: Redactor, since: float) -> None:
    if entry.kind == stat.S_IFREG and (not since or entry.status.st_ctime >= since):
        redact_file(entry.name, redact, directory=entry.directory)
    elif entry.kind == stat.S_IFLNK:
        target = os.readlink(entry.name, dir_fd=entry.directory)
        if redact(target) != target:
            os.unlink(entry.name, dir_fd=entry.directory)
            return
    name = redact(entry.name)
    if name != entry.name:
        _rename(entry, name)


def _rename(entry: TreeEntry, name: str) -> None:
    """Gives the file another name, with a number after it where there is such a file."""
    names = itertools.chain([name], (f"{name}-{number}" for number in itertools.count(2)))
    free = next(free for free in names if not _kind(free, entry.directory))
    os.rename(entry.name, free, src_dir_fd=entry.directory, dst_dir_fd=entry.directory)


def redact_file(path: str | Path, redact: Redactor, *, directory: int | None = None) -> bool:
    """Takes the secrets out of a regular file, below the open `directory` if one is given; True where it held one.

    There is then another file under its name, of the same mode: a reader sees the old bytes or the new ones. It is
    read in pieces, so that memory is bounded by the longest string of a JSON document, and by a few MB for all others;
    its holes are neither read nor filled. One of more than 8 GiB that holds a secret is emptied instead. Raises
    OSError, also for a link.
    """
    descriptor = os.open(path, _OLD, dir_fd=directory)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or not _has_one(descriptor, status.st_size, redact):
            return False
        with open(descriptor, "rb", closefd=False) as file:
            file.seek(0)
            source = file if status.st_size <= _LARGEST else io.BytesIO()
            return _replace(Path(path), source, stat.S_IMODE(status.st_mode), redact, directory)
    finally:
        os.close(descriptor)


def _has_one(descriptor: int, size: int, redact: Redactor) -> bool:
    """Whether any secret is in the bytes, be it as a number. Holes of the file are skipped."""
    held = b""
    end = 0
    for start, chunk in data_of(descriptor, min(size + 1, _CHUNK)):
        held = held + chunk if start == end else chunk
        end = start + len(chunk)
        if redact.spans(held):
            return True
        held = held[max(0, len(held) - redact.longest) :]
    return False


def _replace(path: Path, file: BinaryIO, mode: int, redact: Redactor, directory: int | None) -> bool:
    """Puts a clean copy in the file's place, unless it would be the same; True where it was put."""
    is_json = not _JSON_SUFFIXES.isdisjoint(path.suffixes)
    pieces = _clean_json(file, redact) if is_json else _clean_bytes(file, redact)
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with os.fdopen(os.open(part, _NEW, 0o600, dir_fd=directory), "wb") as copy:
            differs = isinstance(file, io.BytesIO)
            for changed, piece in pieces:
                if len(piece) == piece.count(0):
                    copy.seek(len(piece), os.SEEK_CUR)
                else:
                    copy.write(piece)
                differs |= changed
            copy.flush()
            copy.truncate()
            os.fchmod(copy.fileno(), mode)
            os.fsync(copy.fileno())
        if differs:
            os.rename(part, path, src_dir_fd=directory, dst_dir_fd=directory)
        return differs
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part, dir_fd=directory)


def _clean_bytes(file: BinaryIO, redact: Redactor) -> Iterator[tuple[bool, bytes]]:
    stream = redact.stream()
    while chunk := file.read(_CHUNK):
        yield True, stream.feed(chunk)
    yield True, stream.close()


def _clean_json(file: BinaryIO, redact: Redactor) -> Iterator[tuple[bool, bytes]]:
    """The pieces of a document, clean, each with whether it has changed.

    Between strings, bytes that JSON does not allow there are cleaned as in any other file.
    """
    no_json = redact.stream()
    for piece in _pieces(file):
        if _STRING.fullmatch(piece):
            clean = _clean_string(piece, redact)
        elif _BETWEEN_STRINGS.fullmatch(piece):
            clean = piece
        else:
            yield True, no_json.feed(piece)
            continue
        yield False, no_json.close()
        yield clean != piece, clean
    yield False, no_json.close()


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """Strings, with their quotes, and the bytes between them."""
    held = b""
    while chunk := file.read(max(_CHUNK, len(held))):
        held += chunk
        at = 0
        for string in _STRING.finditer(held):
            yield held[at : string.start()]
            yield string[0]
            at = string.end()
        begun = held.find(b'"', at)
        if begun < 0 or len(held) - begun > _LONGEST_STRING:
            begun = len(held)
        yield held[at:begun]
        held = held[begun:]
    yield held


def _clean_string(literal: bytes, redact: Redactor) -> bytes:
    """A string of JSON, the same where it holds no secret."""
    try:
        text: str = json.loads(literal.decode(), strict=False)
    except ValueError:  # a quotation mark in something other than JSON
        return redact(literal)
    clean = redact(text)
    if clean is text:
        return literal
    with contextlib.suppress(UnicodeEncodeError):
        return json.dumps(clean, ensure_ascii=literal.isascii()).encode()
    return json.dumps(clean).encode()
