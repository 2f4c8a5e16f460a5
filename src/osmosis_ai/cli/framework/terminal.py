"""Writing to the standard streams: safely, and with colour only on a terminal."""

import io
import json
import os
import sys
from collections.abc import Mapping
from typing import TextIO

from osmosis_ai.base.errors import InternalError, OsmosisError

_STYLES = {"bold": "1", "dim": "2", "red": "1;31", "green": "32", "yellow": "33", "cyan": "36"}


def prepare_streams(*, utf8: bool) -> None:
    """Make both streams take any text: what an encoding lacks, lone surrogates too, is written escaped.

    With ``utf8`` they speak UTF-8 whatever the locale says, as JSON wants; the escape of a lone surrogate is
    JSON's own then.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8" if utf8 else None, errors="backslashreplace")


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person watches ``stream``; not for a closed or missing one."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def has_colour(stream: TextIO | None) -> bool:
    """Whether ``stream`` should get colours: a terminal, not a dumb one, and NO_COLOR not set."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def styled(text: str, style: str, stream: TextIO | None) -> str:
    """``text`` in one of the styles, if ``stream`` has colour."""
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if has_colour(stream) else text


def write_out(text: str) -> None:
    """Write to standard output and flush. A reader that closed the pipe is not an error; a full disk is."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon_stdout()
    except OSError as error:
        _abandon_stdout()
        raise OsmosisError(f"Standard output cannot be written: {error.strerror}.") from error


def write_err(text: str) -> None:
    """Write to standard error and flush. A failure is ignored: there is nowhere to report it."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        sys.stderr = None


def json_line(document: Mapping[str, object]) -> str:
    """``document`` as one line of JSON. Raises InternalError for what JSON has no word for, NaN too."""
    try:
        text = json.dumps(document, ensure_ascii=False, allow_nan=False, default=_plain_value)
    except (TypeError, ValueError) as error:
        raise InternalError(f"The result cannot be written as JSON: {error}.") from error
    return text + "\n"


def _plain_value(value: object) -> str:
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    raise TypeError(f"a {type(value).__name__} is not a JSON value")


def _abandon_stdout() -> None:
    """Point standard output nowhere, so that the interpreter's last flush is quiet too."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except (OSError, ValueError):
        sys.stdout = None
