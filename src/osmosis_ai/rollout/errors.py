"""What an exception of user code says: its category, a message, and where in the user's code it was raised."""

from __future__ import annotations

import inspect
import os
import sysconfig
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, TracebackType

import osmosis_ai
from osmosis_ai.base.missing_module import distribution_of
from osmosis_ai.base.text import truncate
from osmosis_contract.models.rollout import ErrorLocation, RolloutErrorCategory

__all__ = [
    "LONGEST_TRACEBACK_BYTES",
    "categorize_exception",
    "definition_location",
    "describe_exception",
    "error_location",
    "is_user_code",
    "missing_dependency_hint",
    "user_traceback",
]

_SANDBOX_CONNECTION = frozenset(
    {"SandboxConnectionException", "SandboxRateLimitException", "PoolStateStoreUnavailableException"}
)
_SANDBOX_API = frozenset({"SandboxApiException", "SandboxAPIError"})
_SANDBOX_STATUS = frozenset({401, 402, 403, 429, 500, 502, 503, 504})
_LONGEST_MESSAGE = 4000
_MOST_FRAMES = 20
_MOST_CAUSES = 3
LONGEST_TRACEBACK_BYTES = 8192
_LONGEST_NAME = 500
_LONGEST_LINE = 300
_INSTALLED = frozenset({"site-packages", "dist-packages"})
_LIBRARIES = tuple(
    os.path.realpath(found) + os.sep
    for found in (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), Path(osmosis_ai.__file__).parent)
)


def categorize_exception(error: BaseException) -> RolloutErrorCategory:
    """The category of an exception that a workflow, a grader or a backend raised.

    Sandbox libraries are recognised by class name, so that none has to be installed.
    """
    if isinstance(error, TimeoutError):
        return RolloutErrorCategory.TIMEOUT
    names = {base.__name__ for base in type(error).__mro__}
    if names & _SANDBOX_CONNECTION:
        return RolloutErrorCategory.HTTP_ERROR
    status = getattr(error, "status_code", None)
    if names & _SANDBOX_API and isinstance(status, int) and status in _SANDBOX_STATUS:
        return RolloutErrorCategory.HTTP_ERROR
    if isinstance(error, (ValueError, TypeError, AssertionError)):
        return RolloutErrorCategory.VALIDATION_ERROR
    return RolloutErrorCategory.AGENT_ERROR


def describe_exception(error: BaseException) -> str:
    """The exception's class and text, one readable string of bounded length. Never raises, whatever the class does."""
    try:
        text = str(error).strip()
    except Exception:
        text = ""
    message = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return truncate(message, _LONGEST_MESSAGE)


def missing_dependency_hint(error: BaseException) -> str:
    """For an import of what is not installed, the dependency to add and the file to add it to; empty for another error.

    A module that is missing inside a package that is there is the package's own matter.
    """
    inner = _innermost(error)
    if not isinstance(inner, ModuleNotFoundError) or not inner.name or "." in inner.name:
        return ""
    project = Path(Path.cwd().name, "pyproject.toml")
    return f'. Add "{distribution_of(inner.name)}" to [project] dependencies in {project}'


def error_location(error: BaseException) -> ErrorLocation | None:
    """The innermost frame of user code that the exception passed through; None where it passed through none."""
    frames = list(_user_frames(_innermost(error).__traceback__))
    if not frames:
        return None
    last = frames[-1]
    return ErrorLocation(file=last.filename, line=last.lineno or 1, function=last.name)


def definition_location(function: Callable[..., object]) -> ErrorLocation | None:
    """Where a function of user code is defined; None for any other."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if not isinstance(code, CodeType) or not is_user_code(code.co_filename):
        return None
    name = code.co_name[:_LONGEST_NAME] or "?"
    return ErrorLocation(file=_shown_path(code.co_filename), line=max(code.co_firstlineno, 1), function=name)


def user_traceback(error: BaseException) -> str | None:
    """The traceback as Python prints it, with the frames of user code alone; None where there are none.

    Exceptions that caused this one come first, three at most. At most 20 frames and 8 KiB of UTF-8 in all: what is left
    out is marked. It reads source files, so it belongs where user code may block.
    """
    chain: list[tuple[BaseException, str]] = []
    link, current = "", _innermost(error)
    seen: set[int] = set()
    while len(chain) < _MOST_CAUSES and id(current) not in seen:
        chain.append((current, link))
        seen.add(id(current))
        if current.__cause__ is not None:
            link, cause = "The above exception was the direct cause of the following exception:", current.__cause__
        elif current.__context__ is not None and not current.__suppress_context__:
            link, cause = "During handling of the above exception, another exception occurred:", current.__context__
        else:
            break
        current = cause
    parts: list[str] = []
    room = _MOST_FRAMES
    for raised, before in chain:  # the exception itself has the frames first, its causes what is left of them
        frames = list(_user_frames(raised.__traceback__))
        kept = frames[-room:] if room else []
        room -= len(kept)
        parts.insert(0, _formatted(raised, kept, len(frames) - len(kept)) + (f"\n{before}\n\n" if before else ""))
    return _cut("".join(parts)) if room < _MOST_FRAMES else None


def _innermost(error: BaseException) -> BaseException:
    """The first exception of a group, which is where something went wrong; any other exception itself."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return error


def _user_frames(trace: TracebackType | None) -> Iterator[traceback.FrameSummary]:
    for frame, line in traceback.walk_tb(trace):
        path = frame.f_code.co_filename
        if is_user_code(path):
            yield traceback.FrameSummary(
                _shown_path(path), line or 1, frame.f_code.co_name[:_LONGEST_NAME] or "?", lookup_line=False
            )


def is_user_code(path: str) -> bool:
    """True for a file that belongs neither to Python, nor to an installed package, nor to this SDK."""
    if path.startswith("<"):  # code without a file
        return path == "<stdin>" or path.startswith("<ipython")
    absolute = os.path.realpath(path)
    return not absolute.startswith(_LIBRARIES) and _INSTALLED.isdisjoint(Path(absolute).parts)


def _shown_path(path: str) -> str:
    """Relative to the working directory for what is below it."""
    try:
        relative = os.path.relpath(path)
    except (OSError, ValueError):
        relative = path
    shown = path if relative.startswith(os.pardir) else relative
    return shown.encode("utf-8", "replace").decode()[-_LONGEST_NAME:] or "?"


def _formatted(error: BaseException, frames: list[traceback.FrameSummary], left_out: int) -> str:
    lines = ["Traceback (most recent call last):\n"]
    if left_out:
        lines.append(f"  ... {left_out} more frames\n")
    for frame in frames:
        lines.append(f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}\n')
        source = (frame.line or "").strip()
        if source:
            lines.append(f"    {source[:_LONGEST_LINE]}\n")
    return "".join([*lines, describe_exception(error), "\n"])


def _cut(text: str) -> str:
    """The text in 8 KiB, without lone surrogates; of one that is longer the end, which has the exception."""
    data = text.encode("utf-8", "replace")
    if len(data) <= LONGEST_TRACEBACK_BYTES:
        return data.decode()
    mark = "... (cut)\n"
    return mark + data[-(LONGEST_TRACEBACK_BYTES - len(mark)) :].decode(errors="ignore")
