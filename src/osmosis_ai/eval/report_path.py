"""Where a command writes its report, tried before anything is spent."""

from __future__ import annotations

from pathlib import Path

from osmosis_ai.base.errors import FileUnwritableError

__all__ = ["check_report_path"]


def check_report_path(path: Path) -> None:
    """Makes the report's directory, before anything is spent. Raises FileUnwritableError where that cannot be."""
    if path.is_dir():
        raise FileUnwritableError(path, "it is a directory", what="the report", hint="Name a file.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        probe = path.parent / f".{path.name}.probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise FileUnwritableError(path, error, what="the report") from None
