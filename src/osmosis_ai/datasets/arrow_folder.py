"""Folders of the library `datasets`, as its `save_to_disk` writes them: which files hold the rows, and in what order.

A `Dataset` is a folder with `state.json`, which lists its Arrow files; a `DatasetDict` is a folder with
`dataset_dict.json` and a folder for each split. The library itself is not needed.
"""

from __future__ import annotations

import json
from io import RawIOBase
from pathlib import Path
from typing import IO, Any

from osmosis_ai.datasets.errors import DatasetError, file_error, os_error

__all__ = ["JoinedFiles", "find_saved"]

_MOST_STATE = 16 * 1024 * 1024
_MOST_FILES = 100_000


def find_saved(path: Path) -> tuple[Path, ...] | None:
    """The files of `folder` or `folder:split`, at least one, in the order of their rows.

    None where `path` names no folder that `save_to_disk` wrote. Raises DatasetError for a folder of splits when
    none of them is named, and for one that is not whole.
    """
    folder, split = path, None
    if not path.exists() and ":" in path.name:
        name, _, split = path.name.rpartition(":")
        folder = path.with_name(name) if name else path
    if not folder.is_dir():
        return None
    if (folder / "dataset_dict.json").is_file():
        return _files(folder / _split(folder, split), path)
    if not (folder / "state.json").is_file():
        return None
    if split is not None:
        raise file_error(path, f"{folder} is one dataset, without splits.", hint=f"Name the folder alone: {folder}.")
    return _files(folder, path)


def _split(folder: Path, split: str | None) -> str:
    splits = _object(folder / "dataset_dict.json").get("splits")
    if not isinstance(splits, list) or not all(map(_is_name, splits)):
        raise file_error(folder / "dataset_dict.json", "lists no splits.", hint="Save the dataset again.")
    listed = ", ".join(splits) or "none"
    if split is None:
        hint = f"Name one of them, such as {folder}:{splits[0]}." if splits else "Save the dataset again."
        raise file_error(folder, f"is a folder of splits: {listed}.", hint=hint)
    if split not in splits:
        raise file_error(folder, f"has no split {split!r}.", hint=f"Its splits: {listed}.")
    return split


def _files(folder: Path, named: Path) -> tuple[Path, ...]:
    state = _object(folder / "state.json")
    if state.get("_indices_files") or state.get("_indices_data_files"):
        raise file_error(
            named, "is kept with a table of indices.", hint="Call flatten_indices() before save_to_disk()."
        )
    listed = state.get("_data_files")
    if not isinstance(listed, list) or not 0 < len(listed) <= _MOST_FILES:
        raise file_error(folder / "state.json", "lists no data files.", hint="Save the dataset again.")
    names = [entry.get("filename") if isinstance(entry, dict) else None for entry in listed]
    if not all(map(_is_name, names)):
        raise file_error(folder / "state.json", "names files outside of its folder.", hint="Save the dataset again.")
    return tuple(folder / str(name) for name in names)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value not in {"", ".", ".."} and not any(char in value for char in "/\\\0")


def _object(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            value = json.loads(file.read(_MOST_STATE))
    except FileNotFoundError:
        raise file_error(path, "there is no such file.", hint="Is the copy of the folder complete?") from None
    except OSError as error:
        raise os_error(path, "read", error) from error
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise file_error(path, "is not a JSON object.", hint="Save the dataset again.")
    return value


class JoinedFiles(RawIOBase):
    """Files one after the other, as one stream of bytes that ends with the last; each is open only while it is read."""

    def __init__(self, files: tuple[Path, ...]) -> None:
        self._files = list(reversed(files))
        self._file: IO[bytes] | None = None

    def readable(self) -> bool:
        """Always true."""
        return True

    def readinto(self, buffer: bytearray | memoryview, /) -> int:  # type: ignore[override]
        """Reads from the file at hand, or from the next."""
        while True:
            if self._file is None:
                if not self._files:
                    return 0
                path = self._files.pop()
                try:
                    self._file = path.open("rb", buffering=0)
                except OSError as error:
                    raise _gone(path, error) from None
            count = self._file.readinto(buffer)  # type: ignore[attr-defined]
            if count:
                return int(count)
            self._file.close()
            self._file = None

    def close(self) -> None:
        """Closes the file that is open."""
        if self._file is not None:
            self._file.close()
        super().close()


def _gone(path: Path, error: OSError) -> DatasetError:
    if isinstance(error, FileNotFoundError):
        return file_error(path, "there is no such file.", hint="Is the copy of the folder complete?")
    return os_error(path, "opened", error)
