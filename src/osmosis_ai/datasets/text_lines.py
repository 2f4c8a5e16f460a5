"""Lines of a UTF-8 file in bounded memory, with their number and byte offset, and the file's hash."""

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple

from osmosis_ai.datasets.errors import RowFault, file_error

NO_NUL = "Take it out: no database and few programs keep one."
MAX_LINE_BYTES = 128 * 1024 * 1024

_CHUNK = 1024 * 1024
_BOM = b"\xef\xbb\xbf"
_FOREIGN = (
    # UTF-32 first: its little-endian mark starts with UTF-16's
    (b"\xff\xfe\x00\x00", "is UTF-32 text, not UTF-8"),
    (b"\x00\x00\xfe\xff", "is UTF-32 text, not UTF-8"),
    (b"\xff\xfe", "is UTF-16 text, not UTF-8"),
    (b"\xfe\xff", "is UTF-16 text, not UTF-8"),
    (b"PAR1", "is a Parquet file by its content"),
    (b"\x1f\x8b", "is gzip-compressed"),
    (b"\x28\xb5\x2f\xfd", "is zstd-compressed"),
    (b"PK\x03\x04", "is a zip archive (or a spreadsheet)"),
)


class HashingReader(io.RawIOBase):
    """A stream that passes another one through and hashes what passes (SHA-256)."""

    def __init__(self, raw: io.BufferedReader) -> None:
        self._raw = raw
        self._digest = hashlib.sha256()

    def readable(self) -> bool:
        """Always true."""
        return True

    def readinto(self, buffer: bytearray | memoryview, /) -> int:  # type: ignore[override]
        """Read as the stream underneath does, and hash it."""
        data = self._raw.read(len(buffer))
        buffer[: len(data)] = data
        self._digest.update(data)
        return len(data)

    def hexdigest(self) -> str:
        """The hash of everything read so far, as 64 hex digits."""
        return self._digest.hexdigest()


def hashing(raw: io.BufferedReader) -> tuple[io.BufferedReader, HashingReader]:
    """A buffered stream over `raw`, and the reader that knows the hash once the stream is at its end."""
    reader = HashingReader(raw)
    return io.BufferedReader(reader, _CHUNK), reader


class Line(NamedTuple):
    """One physical line, with its ending. A byte order mark is no part of the first one."""

    number: int
    """1-based."""
    offset: int
    """Where the line starts in the file, in bytes."""
    data: bytes


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file reading begins: after so many lines, at so many bytes."""

    lines: int = 0
    offset: int = 0


_BEGINNING = Place()


def read_block(stream: IO[bytes], size: int) -> bytes | None:
    """About `size` bytes, and the rest of the line they end in; empty at the end, None where that line is too long.

    Whatever it returns, nothing is decided about those bytes.
    """
    data = stream.read(size)
    if len(data) == size and not data.endswith(b"\n"):
        rest = stream.readline(MAX_LINE_BYTES + 1)
        if len(rest) > MAX_LINE_BYTES:
            return None
        data += rest
    return data


def read_lines(stream: IO[bytes], path: Path, begin: Place = _BEGINNING) -> Iterator[Line]:
    """The file's lines, split at line feeds only; `begin` is where in the file the stream stands.

    Raises DatasetError for a file that is UTF-16, UTF-32 or no text at all. A line longer than MAX_LINE_BYTES
    arrives cut just above that length: see `check_length`.
    """
    number, offset = begin.lines, begin.offset
    while data := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        length = len(data)
        if number == 1:
            _check_text(data, path)
            if data.startswith(_BOM):
                offset, length, data = len(_BOM), length - len(_BOM), data[len(_BOM) :]
        yield Line(number, offset, data)
        offset += length


def check_length(line: Line) -> None:
    """Raise RowFault for a line that was cut because it is too long."""
    if len(line.data) > MAX_LINE_BYTES:
        raise RowFault(
            f"the line is longer than {MAX_LINE_BYTES // 1024**2} MiB.",
            hint="Is there a line feed after every row?",
        )


def not_utf8(error: UnicodeDecodeError, line: Line) -> RowFault:
    """The fault for a line that failed to decode: the first bad byte, and where it is in the file."""
    return RowFault(
        f"byte 0x{error.object[error.start]:02x} at offset {line.offset + error.start} is not UTF-8.",
        hint="Save the file as UTF-8.",
    )


def nul(offset: int) -> RowFault:
    """The fault for a NUL, written as a byte or as an escape, at this offset of the file."""
    return RowFault(f"there is a NUL (U+0000) at offset {offset}.", hint=NO_NUL)


def _check_text(head: bytes, path: Path) -> None:
    for magic, what in _FOREIGN:
        if head.startswith(magic):
            hint = "Save it as UTF-8." if "UTF-" in what else "Unpack it, or give it the extension of its format."
            raise file_error(path, f"{what}.", hint=hint)
    if head[1:2] == b"\x00" != head[:1] or head[:1] == b"\x00" != head[1:2] != b"":
        raise file_error(path, "looks like UTF-16 text without a byte order mark.", hint="Save it as UTF-8.")
