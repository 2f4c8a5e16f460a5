"""Variables from a ``.env`` file. They fill gaps; what the environment already holds is never changed."""

import os
from collections.abc import Mapping
from pathlib import Path

from osmosis_ai.base.errors import ConflictError, FileUnreadableError, OsmosisError
from osmosis_ai.cli.framework.tree import ROOT_OPTIONS
from osmosis_ai.cli.framework.usage import UsageError

OPTION = next(option for option in ROOT_OPTIONS if option.name == "--env-file")
_PLATFORM, _WORKSPACE = "--platform", "--workspace"
_PLATFORM_VARIABLE = next(option.env_var or "" for option in ROOT_OPTIONS if option.name == _PLATFORM)
_LOGIN_VARIABLES = frozenset({_PLATFORM_VARIABLE, "OSMOSIS_TOKEN", "OSMOSIS_TOKEN_PLATFORM_URL"})
"""Variables that belong together: half of them from one source would send a token to another platform."""


def load(options: Mapping[str, str]) -> None:
    """Read the file the option or its variable names, else the nearest ``.env`` from here upwards, if any.

    A named file must exist: UsageError. A file that is not UTF-8 text or cannot be read: OsmosisError. Variables of the
    platform's login that differ from those set already: ConflictError; an empty one counts as not set.
    """
    path = _named(options) or _nearest(Path.cwd())
    if path is None:
        return
    from dotenv import dotenv_values

    try:
        values = dotenv_values(path, encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise FileUnreadableError(path, error if isinstance(error, OSError) else "it is not UTF-8 text") from error
    for name in _LOGIN_VARIABLES:
        if name in os.environ and not os.environ[name].strip():
            del os.environ[name]
    differing = sorted(
        name
        for name in _LOGIN_VARIABLES & set(os.environ)
        if (given := (values.get(name) or "").strip()) and _comparable(given) != _comparable(os.environ[name])
    )
    if differing:
        raise ConflictError(
            f"{path} and the environment disagree about {', '.join(differing)}.",
            hint="Remove them from one of the two, so that no token goes to another platform.",
            details={"path": str(path), "variables": differing},
        )
    for name, value in values.items():
        if value is not None and "\0" not in value:
            os.environ.setdefault(name, value)


def apply(options: Mapping[str, str]) -> str | None:
    """Let ``--platform`` replace the variable for this process; return the workspace that ``--workspace`` names.

    Raises OsmosisError for a blank value.
    """
    for name in (_PLATFORM, _WORKSPACE):
        if name in options and not options[name].strip():
            raise OsmosisError(f"{name} needs a value that is not empty.")
    if _PLATFORM in options:
        os.environ[_PLATFORM_VARIABLE] = options[_PLATFORM]
    return options.get(_WORKSPACE)


def _comparable(value: str) -> str:
    return value.strip().rstrip("/")


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
