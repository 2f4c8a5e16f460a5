"""Secrets taken out of files that a rollout wrote: in place, a file as a whole, and only where it holds one.

Links are never followed and special files are left alone. Of a JSON document only strings are touched, so that token
ids and other numbers stay what they are; of every other file the bytes.
"""

from __future__ import annotations

import contextlib
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

from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.records import JournalRecord, read_attempt
from osmosis_ai.engine.replay import attempt_ends
from osmosis_ai.semantics.outcomes import status_of

__all__ = ["redact_file", "redact_leftovers", "redact_tree"]

_CHUNK = 1 << 20
_LONGEST_STRING = 64 << 20
_JSON_SUFFIXES = frozenset({".json", ".jsonl", ".ndjson"})
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_BETWEEN_STRINGS = re.compile(rb"[\s\d,:\[\]{}.eE+\-truefalsnNIity]*+")  # numbers, true, false, null, NaN, Infinity
_NAMED_LIKE_A_ROLLOUT = re.compile(r"[0-9a-f]{32}")
_TICK_SEC = 0.01  # how far behind the clock the time of a file may be
_OLD = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC


def redact_leftovers(trials: Path, attempts: Path, redact: Redactor) -> list[OSError]:
    """Takes the secrets out of what the attempts of a run left below `trials`, once nothing writes there any more.

    The journal of attempts says which of them were collected, and so redacted: of those only what was written later is
    read, of all others everything, and so is what is there and belongs to no attempt. Returns what could not be done.
    """
    failures: list[OSError] = []
    if not redact or not trials.is_dir():
        return failures
    others = (path.name for path in trials.iterdir() if not _NAMED_LIKE_A_ROLLOUT.fullmatch(path.name))
    for name, since in itertools.chain(_attempts(attempts), ((name, 0.0) for name in others)):
        try:
            redact_tree(os.path.join(trials, name), redact, since=since)
        except OSError as error:
            failures.append(error)
    return failures


def _attempts(journal: Path) -> Iterator[tuple[str, float]]:
    """Rollouts, each with the time until which what it wrote has been redacted: 0 for one that was not collected."""
    for name, ended in attempt_ends(_records(journal)):
        collected = ended is not None and status_of(ended.outcome) is not None
        yield name, datetime.fromisoformat(ended.at).timestamp() - _TICK_SEC if collected and ended else 0.0


def _records(journal: Path) -> Iterator[JournalRecord]:
    """Every record that can be read: a damaged line keeps nothing from being searched."""
    with contextlib.suppress(FileNotFoundError), journal.open("rb") as lines:
        for line in lines:
            with contextlib.suppress(ValueError):
                yield read_attempt(line)


def redact_tree(root: str | Path, redact: Redactor, *, since: float = 0.0) -> None:
    """Takes the secrets out of a file, or of all files below a folder and of their names.

    `since` is in seconds since 1970: files that have not changed from then on are left unread. Nothing happens where
    there is neither. Raises the first OSError, after everything else has been done.
    """
    if not redact:
        return
    kind = _kind(root)
    if kind == stat.S_IFREG:
        redact_file(root, redact)
    failures: list[OSError] = []
    renamed: list[os.DirEntry[str]] = []
    folders = [os.fspath(root)] if kind == stat.S_IFDIR else []
    for folder in folders:
        try:
            entries = list(os.scandir(folder))
        except OSError as error:
            failures.append(error)
            continue
        for entry in entries:
            if redact(entry.name) != entry.name:
                renamed.append(entry)
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif entry.is_file(follow_symlinks=False):
                _redact_entry(entry, redact, since, failures)
    for entry in reversed(renamed):  # what is within a folder before the folder
        try:
            _rename(entry, redact(entry.name))
        except OSError as error:
            failures.append(error)
    if failures:
        raise failures[0]


def _kind(path: str | Path) -> int:
    """The kind of file that is there, as in its mode; 0 for none."""
    try:
        return stat.S_IFMT(os.lstat(path).st_mode)
    except FileNotFoundError:
        return 0


def _redact_entry(entry: os.DirEntry[str], redact: Redactor, since: float, failures: list[OSError]) -> None:
    try:
        if not since or entry.stat(follow_symlinks=False).st_ctime >= since:
            redact_file(entry.path, redact)
    except FileNotFoundError:
        return  # its writer took it away
    except OSError as error:
        failures.append(error)


def _rename(entry: os.DirEntry[str], name: str) -> None:
    """Gives the file another name, with a number after it where there is such a file."""
    path = Path(entry.path)
    names = itertools.chain([name], (f"{name}-{number}" for number in itertools.count(2)))
    path.rename(next(free for free in map(path.with_name, names) if not os.path.lexists(free)))


def redact_file(path: str | Path, redact: Redactor) -> bool:
    """Takes the secrets out of a regular file; True where it held one.

    There is then another file under its name, of the same mode: a reader sees the old bytes or the new ones. It is
    read in pieces, so that memory is bounded by the longest string of a JSON document, and by a few MB for all others.
    Raises OSError, also for a link.
    """
    descriptor = os.open(path, _OLD)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or not _has_one(descriptor, min(status.st_size + 1, _CHUNK), redact):
            return False
        with open(descriptor, "rb", closefd=False) as file:
            file.seek(0)
            return _replace(Path(path), file, stat.S_IMODE(status.st_mode), redact)
    finally:
        os.close(descriptor)


def _has_one(descriptor: int, size: int, redact: Redactor) -> bool:
    """Whether any secret is in the bytes, be it as a number."""
    held = b""
    while chunk := os.read(descriptor, size):
        held += chunk
        if redact.spans(held):
            return True
        held = held[max(0, len(held) - redact.longest) :]
    return False


def _replace(path: Path, file: BinaryIO, mode: int, redact: Redactor) -> bool:
    """Puts a clean copy in the file's place, unless it would be the same; True where it was put."""
    is_json = not _JSON_SUFFIXES.isdisjoint(path.suffixes)
    pieces = _clean_json(file, redact) if is_json else _clean_bytes(file, redact)
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with os.fdopen(os.open(part, _NEW, 0o600), "wb") as copy:
            differs = False
            for changed, piece in pieces:
                copy.write(piece)
                differs |= changed
            copy.flush()
            os.fchmod(copy.fileno(), mode)
            os.fsync(copy.fileno())
        if differs:
            part.replace(path)
        return differs
    finally:
        part.unlink(missing_ok=True)


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
