"""Writing scaffold files: never half of one, and never over something nobody agreed to lose."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError

FILE_MODE = 0o666


def create(path: Path, text: str) -> bool:
    """Write a new file, its directories as well. Leaves what is there alone and returns False then."""
    with told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(path):
            return False
        staged = _staged(path, text)
        try:
            os.link(staged, path)  # fails where something appeared meanwhile, unlike a rename
        except FileExistsError:
            return False
        finally:
            staged.unlink()
        return True


def replace(path: Path, text: str) -> None:
    """Write a file, in place of the one there if there is one. A reader sees the old text or the new."""
    with told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        staged = _staged(path, text)
        try:
            staged.replace(path)
        except OSError:
            with suppress(OSError):
                staged.unlink()
            raise


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn a refusal of the file system into an error that names the path."""
    try:
        yield
    except OSError as error:
        raise OsmosisError(
            f"{path} cannot be written: {error.strerror or error}.",
            hint="Check the permissions and the free space there.",
            details={"path": str(path)},
        ) from error


def _staged(path: Path, text: str) -> Path:
    """The text in a file beside ``path``, with the permissions a new file gets."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with open(descriptor, "w", encoding="utf-8", newline="\n") as file:  # noqa: PTH123 - a descriptor
        file.write(text)
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(name, FILE_MODE & ~mask)  # noqa: PTH101 - mkstemp made it private
    return Path(name)
