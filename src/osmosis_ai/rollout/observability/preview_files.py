"""The folder that previews are written to, never through a symbolic link."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

from osmosis_ai.base.files.atomic import write_atomic_in

__all__ = ["PREVIEW_NAME", "PreviewRoot", "PreviewRootError"]

PREVIEW_NAME = "preview.json"
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,255}")
_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class PreviewRootError(ValueError):
    """The folder cannot be used; the message goes on after the folder's name."""


class PreviewRoot:
    """An absolute folder without a symbolic link on the way to it; made if it is missing.

    Raises PreviewRootError for any other, and where the file system refuses.
    """

    def __init__(self, text: str) -> None:
        self.path = Path(text)
        if not self.path.is_absolute() or ".." in self.path.parts or "\0" in text:
            raise PreviewRootError("is no absolute path; give one, without '..'")
        try:
            os.close(self._open())
        except OSError as error:
            raise PreviewRootError(
                f"cannot be used ({error.strerror or error}); give a real folder that is writable, "
                "with no symbolic link on the way to it"
            ) from None

    def file_of(self, rollout_id: str) -> Path | None:
        """Where the preview of a rollout is; None for an id that no preview is written for."""
        return self.path / rollout_id / PREVIEW_NAME if _ID.fullmatch(rollout_id) else None

    def write(self, rollout_id: str, content: bytes) -> None:
        """Puts a preview in place in one step. Raises OSError where a link is in the way or the system refuses."""
        root = self._open()
        try:
            folder = _open_in(root, rollout_id)
        finally:
            os.close(root)
        try:
            write_atomic_in(folder, PREVIEW_NAME, content)
        finally:
            os.close(folder)

    def _open(self) -> int:
        folder = os.open(self.path.anchor, _DIRECTORY)
        for part in self.path.parts[1:]:
            try:
                inner = _open_in(folder, part)
            finally:
                os.close(folder)
            folder = inner
        return folder


def _open_in(folder: int, name: str) -> int:
    try:
        return os.open(name, _DIRECTORY, dir_fd=folder)
    except FileNotFoundError:
        with contextlib.suppress(FileExistsError):
            os.mkdir(name, dir_fd=folder)
        return os.open(name, _DIRECTORY, dir_fd=folder)
