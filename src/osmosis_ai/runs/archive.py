"""Putting an earlier run away, so that a new one can have its name."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError

__all__ = ["archive_run"]


def archive_run(folder: Path) -> Path:
    """Renames the folder of a run to `<name>.archive-<YYYYmmddTHHMMSSZ>`, with `-2`, `-3` … where that is taken.

    To be called under the run's lock. Returns the new path; raises OsmosisError when it cannot be done.
    """
    stem = f"{folder.name}.archive-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    target = next(path for name in names if not (path := folder.with_name(name)).exists())
    try:
        return folder.rename(target)
    except OSError as error:
        raise OsmosisError(
            f"{folder} cannot be put away as {target.name}: {error.strerror}",
            hint="Make the folder above it writable, or choose another --name.",
        ) from None
