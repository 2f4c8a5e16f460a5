"""Writing a command's files: as a whole, their directories as well, and a refusal of the file system in words."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from osmosis_ai.base.errors import FileUnwritableError
from osmosis_ai.base.files.atomic import write_atomic


def create(path: Path, text: str) -> bool:
    """Write a new file. Leaves what is there alone and returns False then."""
    with file_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        return write_atomic(path, text.encode(), overwrite=False, follow_directory=True)


def replace(path: Path, text: str) -> None:
    """Write a file, in place of the one there if there is one."""
    with file_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, text.encode(), follow_directory=True)


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Within: an OSError becomes a FileUnwritableError that names the path."""
    try:
        yield
    except OSError as error:
        raise FileUnwritableError(path, error) from error
