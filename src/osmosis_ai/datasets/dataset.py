"""A dataset file: opened once, scanned once, read as often as needed, always in bounded memory."""

import hashlib
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BufferedReader
from os import fstat, stat_result
from pathlib import Path
from typing import cast

from osmosis_ai.datasets.arrow_folder import JoinedFiles, find_saved
from osmosis_ai.datasets.arrow_reader import read_arrow
from osmosis_ai.datasets.csv_reader import read_csv
from osmosis_ai.datasets.errors import DatasetError, file_error, os_error, shown
from osmosis_ai.datasets.forms import EVALUATION_ROWS, RowForm
from osmosis_ai.datasets.json_reader import read_json
from osmosis_ai.datasets.jsonl_reader import read_jsonl
from osmosis_ai.datasets.parquet_reader import read_parquet
from osmosis_ai.datasets.row import DatasetRow
from osmosis_ai.datasets.selection import RowSelection
from osmosis_ai.datasets.text_lines import hashing

_BUFFER = 1 << 20
EXTENSIONS = ("jsonl", "csv", "parquet")

type _Read = Callable[
    [BufferedReader, Path, Callable[[int], bool], Mapping[str, str], RowForm], Iterator[DatasetRow | None]
]

_READERS: dict[str, _Read] = {
    "jsonl": read_jsonl,
    "csv": read_csv,
    "parquet": read_parquet,
    "json": read_json,
    "arrow": read_arrow,
}
_MOST_ROWS = 10**18


@dataclass(frozen=True, slots=True)
class DatasetScan:
    """What one pass over a file found. The rows of `selection` are known to be valid; others were only
    counted.
    """

    row_count: int
    sha256: str
    """Of the file's bytes, 64 hex digits."""
    selection: RowSelection

    @property
    def selected_source_rows(self) -> str:
        """The selection in its compact form, such as `0-4,7`."""
        return str(self.selection)

    @property
    def selected_count(self) -> int:
        """How many rows are selected; at least one."""
        return self.selection.count


@dataclass(frozen=True, slots=True)
class _Identity:
    """What tells that a file is still the one that was opened."""

    size: int
    modified_ns: int
    inode: int

    @classmethod
    def of(cls, status: stat_result) -> "_Identity":
        return cls(status.st_size, status.st_mtime_ns, status.st_ino)


@dataclass(frozen=True, slots=True)
class Dataset:
    """A JSONL, CSV or Parquet file that exists and is not empty, or the Arrow files of a folder, one after the other.

    Made by `open_dataset`; holds no open file. Every pass checks, at its start and its end, that the files are those
    that were opened (size, time of change, inode), and raises DatasetError if they are not.
    """

    path: Path
    extension: str
    """`jsonl`, `csv` or `parquet`; `arrow` for a folder."""
    _identity: _Identity
    columns: Mapping[str, str] = field(default_factory=dict)
    """Names in the file -> names by which those columns are read."""
    form: RowForm = EVALUATION_ROWS
    """Which columns are read, and the row that they make."""
    parts: tuple[tuple[Path, _Identity], ...] = ()
    """The files of a folder, in the order of their rows; empty for a dataset that is one file."""

    @property
    def size(self) -> int:
        """The length in bytes, of all files of a folder together."""
        return sum(identity.size for _, identity in self.parts) or self._identity.size

    def scan(self, selection: RowSelection | None = None, limit: int | None = None) -> DatasetScan:
        """Read the whole file once: count its rows, hash its bytes, validate the selected rows.

        `selection` overrides `limit` (the first so many rows; None or not positive means all). Raises
        DatasetError for the first selected row at fault, a file without rows, and a selection that goes past
        the last row.
        """
        chosen = _chosen(selection, limit)
        count, sha256 = self._pass(chosen)
        if selection is not None:
            self._check_range(selection, count)
        last = count - 1 if chosen is None else min(chosen.last, count - 1)
        return DatasetScan(count, sha256, selection or RowSelection.first(last + 1))

    def scan_from(self, offset: int, limit: int | None = None) -> DatasetScan:
        """As `scan`, of the rows from `offset` on, at most `limit` of them; there may be fewer. Both are not negative.

        Raises DatasetError also where there are none.
        """
        last = offset + (_MOST_ROWS if limit is None else limit) - 1
        if last < offset:
            raise file_error(self.path, "no rows are selected.", hint="Give --limit 1 or more, or leave it out.")
        count, sha256 = self._pass(RowSelection(((offset, last),)))
        if count <= offset:
            raise file_error(
                self.path,
                f"there are no rows from row {offset} on: the file has {count}.",
                hint="Row numbers start at 0. Give a smaller --offset.",
            )
        return DatasetScan(count, sha256, RowSelection(((offset, min(last, count - 1)),)))

    def _pass(self, chosen: RowSelection | None) -> tuple[int, str]:
        """Reads the file once: the number of its rows, at least one, and its hash. Raises DatasetError."""
        with self.opened() as raw:
            if self.extension == "parquet":
                sha256 = hashlib.file_digest(raw, "sha256").hexdigest()
                raw.seek(0)
                count = self._count(raw, chosen)
            else:
                stream, digest = hashing(raw)
                count = self._count(stream, chosen)
                sha256 = digest.hexdigest()
        if count == 0:
            raise file_error(self.path, "there are no rows.")
        return count, sha256

    def rows(self, selection: RowSelection | None = None, limit: int | None = None) -> Iterator[DatasetRow]:
        """The selected rows, one at a time, in file order; stops reading after the last one.

        Takes and raises what `scan` does, when iteration gets there.
        """
        chosen = _chosen(selection, limit)
        index = -1
        with self.opened() as raw:
            for index, row in enumerate(self._read(raw, chosen)):
                if row is not None:
                    yield row
                if chosen is not None and index == chosen.last:
                    break
        if selection is not None:
            self._check_range(selection, index + 1)

    def _count(self, stream: BufferedReader, chosen: RowSelection | None) -> int:
        return sum(1 for _ in self._read(stream, chosen))

    def _read(self, stream: BufferedReader, chosen: RowSelection | None) -> Iterator[DatasetRow | None]:
        wanted = _everything if chosen is None else chosen.__contains__
        return _READERS[self.extension](stream, self.path, wanted, self.columns, self.form)

    @contextmanager
    def opened(self) -> Iterator[BufferedReader]:
        """The file's bytes, checked to be the same file before and after. Raises DatasetError."""
        try:
            if self.parts:
                files = JoinedFiles(tuple(path for path, _ in self.parts))
                stream = cast("BufferedReader", BufferedReader(files, _BUFFER))
            else:
                stream = cast("BufferedReader", self.path.open("rb", buffering=_BUFFER))
        except FileNotFoundError:
            raise self._changed("is gone since it was opened") from None
        except OSError as error:
            raise os_error(self.path, "opened", error) from error
        with stream:
            self._check_same(stream)
            try:
                yield stream
            except DatasetError:
                self._check_same(stream)  # a change under the reader explains the fault better
                raise
            except OSError as error:
                raise os_error(self.path, "read", error) from error
            self._check_same(stream)

    def _check_same(self, stream: BufferedReader) -> None:
        if self.parts:
            same = all(_identity_at(path) == identity for path, identity in self.parts)
        else:
            same = _Identity.of(fstat(stream.fileno())) == self._identity
        if not same:
            raise self._changed("has changed since it was opened")

    def _changed(self, what: str) -> DatasetError:
        return file_error(self.path, f"the file {what}.", hint="Leave the file alone while it is read, and start over.")

    def _check_range(self, selection: RowSelection, count: int) -> None:
        if selection.last >= count:
            rows = "1 row (0)" if count == 1 else f"{count} rows (0-{count - 1})"
            raise file_error(
                self.path,
                f"row {selection.last} is selected, and the file has {rows}.",
                hint="Row numbers start at 0. Choose rows the file has.",
            )


def open_dataset(
    path: Path,
    columns: Mapping[str, str] | None = None,
    *,
    form: RowForm = EVALUATION_ROWS,
    extensions: Sequence[str] = EXTENSIONS,
) -> Dataset:
    """The dataset at `path`, its columns renamed as `columns` says (name in the file -> name that is read).

    A folder that the library `datasets` saved is a dataset too; of several splits, `folder:split` names one. Raises
    DatasetError if there is no such file, or it is another directory, a pipe or a device, or its extension is not one
    of `extensions` (in any case; `json` may be one), or it is empty.
    """
    try:
        saved = find_saved(path)
    except (OSError, ValueError):
        saved = None  # said below
    if saved is not None:
        parts = tuple((file, _identity_at(file)) for file in saved)
        return Dataset(path, "arrow", parts[0][1], dict(columns or {}), form, parts)
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise file_error(path, "there is no such file.") from None
    except OSError as error:
        raise os_error(path, "opened", error) from error
    except ValueError:
        raise DatasetError(f"{shown(path)!r} is not a path: it holds a NUL.") from None
    if stat.S_ISDIR(status.st_mode):
        raise file_error(
            path,
            "is a directory, not a dataset file, and no folder that save_to_disk() of `datasets` wrote.",
            hint="Name a .jsonl, .csv or .parquet file in it.",
        )
    if not stat.S_ISREG(status.st_mode):
        raise file_error(
            path,
            "is a pipe, a socket or a device.",
            hint="A dataset is read more than once: save it to a file.",
        )
    extension = path.suffix[1:].lower()
    if extension not in extensions:
        *most, last = (f".{known}" for known in extensions)
        said = f"the extension {path.suffix!r}" if extension else "no extension"
        raise file_error(path, f"has {said}.", hint=f"A dataset is a {', '.join(most)} or {last} file.")
    if status.st_size == 0:
        raise file_error(path, "the file is empty.")
    return Dataset(path, extension, _Identity.of(status), dict(columns or {}), form)


def _identity_at(path: Path) -> _Identity:
    """Raises DatasetError for a file that is not there, or is no file."""
    try:
        status = path.stat()
    except OSError as error:
        raise os_error(path, "opened", error) from error
    if not stat.S_ISREG(status.st_mode):
        raise file_error(path, "is no file.", hint="Save the dataset again.")
    return _Identity.of(status)


def _chosen(selection: RowSelection | None, limit: int | None) -> RowSelection | None:
    if selection is not None:
        return selection
    return RowSelection.first(limit) if limit is not None and limit > 0 else None


def _everything(_: int) -> bool:
    return True
