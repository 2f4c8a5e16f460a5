"""Variables from a ``.env`` file. They fill gaps; what the environment already holds is never changed."""

import os
from collections.abc import Mapping
from pathlib import Path

from osmosis_ai.base.errors import FileUnreadableError
from osmosis_ai.cli.framework.tree import ROOT_OPTIONS
from osmosis_ai.cli.framework.usage import UsageError

OPTION = next(option for option in ROOT_OPTIONS if option.name == "--env-file")


def load(options: Mapping[str, str]) -> None:
    """Read the file the option or its variable names, else the nearest ``.env`` from here upwards, if any.

    A named file must exist: UsageError. A file that is not UTF-8 text or cannot be read: OsmosisError.
    """
    path = _named(options) or _nearest(Path.cwd())
    if path is None:
        return
    from dotenv import dotenv_values

    try:
        values = dotenv_values(path, encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise FileUnreadableError(path, error if isinstance(error, OSError) else "it is not UTF-8 text") from error
    for name, value in values.items():
        if value is not None and "\0" not in value:
            os.environ.setdefault(name, value)


def _named(options: Mapping[str, str]) -> Path | None:
    given, source = options.get(OPTION.name), OPTION.name
    if given is None and OPTION.env_var:
        given, source = os.environ.get(OPTION.env_var) or None, OPTION.env_var
    if given is None:
        return None
    path = Path(given)
    if not path.is_file():
        what = "is not a file" if path.exists() else "does not exist"
        raise UsageError(f"{source}: {given or repr(given)} {what}.")
    return path


def _nearest(directory: Path) -> Path | None:
    return next((file for at in (directory, *directory.parents) if (file := at / ".env").is_file()), None)
