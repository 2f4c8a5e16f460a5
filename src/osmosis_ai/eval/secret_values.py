"""The values of a run's secrets: from a file, the environment, or a person. None of them is ever printed."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from dotenv.parser import parse_stream

from osmosis_ai.base.errors import FileUnreadableError, InteractiveRequiredError, MissingFileError, OsmosisError

__all__ = ["read_secrets_file", "read_secrets_input", "secret_values"]

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def secret_values(
    names: Iterable[str],
    *,
    given: Mapping[str, str],
    environment: Mapping[str, str],
    ask: Callable[[str], str | None],
) -> dict[str, str]:
    """A value for each name: the one given, else the environment's, else what a person answers.

    An empty value counts as missing. `ask` returns None where no person can be asked. Raises InteractiveRequiredError
    with all names that are left.
    """
    values: dict[str, str] = {}
    missing: list[str] = []
    for name in names:
        value = given.get(name) or environment.get(name)
        if value:
            values[name] = value
        else:
            missing.append(name)
    unanswered = []
    for name in missing:
        answer = ask(name)
        if answer:
            values[name] = answer
        else:
            unanswered.append(name)
    if unanswered:
        raise InteractiveRequiredError(
            f"the config needs secrets that are not set: {', '.join(unanswered)}",
            hint="Put them into a file of NAME=value lines and add --secrets-file FILE, or export them.",
            details={"missing": unanswered, "flags": ["--secrets-file"]},
        )
    return values


def read_secrets_file(path: Path) -> dict[str, str]:
    """The variables of a dotenv file. Raises OsmosisError that never quotes the file."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        hint = "Correct --secrets-file, or give - for standard input."
        raise MissingFileError(path, what="the secrets file", hint=hint) from None
    except OSError as error:
        raise FileUnreadableError(path, error, what="the secrets file") from None
    return _parsed(data, f"the secrets file {path}")


def read_secrets_input() -> dict[str, str]:
    """The same from standard input, read to its end."""
    if sys.stdin is None:
        raise OsmosisError(
            "--secrets-file - reads standard input, which this process does not have", hint="Name a file instead."
        )
    return _parsed(sys.stdin.buffer.read(), "the secrets on standard input")


def _parsed(data: bytes, where: str) -> dict[str, str]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise OsmosisError(f"{where}, line {line}: not UTF-8 text", hint="Save it as UTF-8.") from None
    values: dict[str, str] = {}
    for binding in parse_stream(io.StringIO(text)):
        if binding.key is None and not binding.error:
            continue  # a comment or an empty line
        if binding.error or binding.value is None or "\0" in binding.value or not _NAME.fullmatch(binding.key or ""):
            passed = binding.original.string
            line = binding.original.line + passed[: len(passed) - len(passed.lstrip())].count("\n")
            raise OsmosisError(
                f"{where}, line {line}: not of the form NAME=value",
                hint="Write one NAME=value a line; quote values with spaces, and begin comments with #.",
                details={"line": line},
            )
        values[str(binding.key)] = binding.value
    return values
