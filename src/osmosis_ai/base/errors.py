"""The errors a person is meant to read: what happened and where, and in the hint what to do about it.

Everything a user can cause or fix ends in one of these; any other exception that escapes is a bug and is reported as
``INTERNAL``. A class that carries data writes its own sentence, so that the same problem reads the same everywhere;
``hint`` replaces the usual advice, and None leaves it out.

    OsmosisError                        VALIDATION
    ├── FileError                       a path of this machine, in ``details.path``
    │   ├── MissingFileError
    │   ├── MissingDirectoryError
    │   ├── FileUnreadableError
    │   └── FileUnwritableError
    ├── InvalidFileError                a line of its content, in ``details.line``
    ├── InvalidOptionError
    ├── InvalidNameError
    ├── MissingExtraError
    ├── KilledError                     a program that was started was ended by SIGKILL
    ├── NotFoundError                   NOT_FOUND
    │   └── UnknownNameError
    ├── ConflictError                   CONFLICT
    │   ├── PathInTheWayError
    │   └── SymbolicLinkError
    ├── NetworkError                    NETWORK
    ├── InteractiveRequiredError        INTERACTIVE_REQUIRED
    ├── WorkspaceRequiredError          WORKSPACE_REQUIRED
    └── InternalError                   INTERNAL

A file that a run needs and that is missing is ``VALIDATION``, as published commands report it; ``NOT_FOUND`` is for
what the command itself was asked to look at: a run, a template, a row, the place to inspect.

Imports nothing but the standard library's types, so that any layer may raise without paying for it at start-up.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import ClassVar, Self

__all__ = [
    "ConflictError",
    "FileError",
    "FileUnreadableError",
    "FileUnwritableError",
    "InteractiveRequiredError",
    "InternalError",
    "InvalidFileError",
    "InvalidNameError",
    "InvalidOptionError",
    "KilledError",
    "MissingDirectoryError",
    "MissingExtraError",
    "MissingFileError",
    "NetworkError",
    "NotFoundError",
    "OsmosisError",
    "PathInTheWayError",
    "SymbolicLinkError",
    "UnknownNameError",
    "WorkspaceRequiredError",
]


class OsmosisError(Exception):
    """What happened and where; in ``hint``, what to do about it.

    ``code`` is one of the contract's error codes, by default that of the class. ``details`` goes into the
    machine-readable envelope and must hold only what JSON can carry.
    """

    default_code: ClassVar[str] = "VALIDATION"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        hint: str | None = None,
        details: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = self.default_code if code is None else code
        self.hint = hint
        self.details: dict[str, object] = dict(details or {})

    def with_text(self, transform: Callable[[str], str]) -> Self:
        """The same error with every text of it transformed, such as one that quotes a secret."""
        self.message = transform(self.message)
        self.args = (self.message,)
        self.hint = None if self.hint is None else transform(self.hint)
        self.details = {
            name: transform(value) if isinstance(value, str) else value for name, value in self.details.items()
        }
        return self


class FileError(OsmosisError):
    """A path of this machine that cannot be used. ``what`` describes it before the path: ``the secrets file``."""

    def __init__(self, path: Path | str, problem: str, *, what: str = "", hint: str | None = None) -> None:
        self.path = Path(path)
        shown = _one_line(path)
        super().__init__(
            f"{what} {shown} {problem}." if what else f"{shown} {problem}.", hint=hint, details={"path": str(path)}
        )


class MissingFileError(FileError):
    """A file that was named does not exist."""

    def __init__(self, path: Path | str, *, what: str = "", hint: str | None = "Check the path.") -> None:
        super().__init__(path, "does not exist", what=what, hint=hint)


class MissingDirectoryError(FileError):
    """A directory that was named does not exist, or is not a directory."""

    def __init__(self, path: Path | str, *, what: str = "", hint: str | None = "Check the path.") -> None:
        problem = "is not a directory" if Path(path).exists() else "does not exist"
        super().__init__(path, problem, what=what, hint=hint)


class FileUnreadableError(FileError):
    """The file system, or the content, does not let a file be read. ``cause`` is the exception or the reason."""

    def __init__(
        self,
        path: Path | str,
        cause: OSError | str,
        *,
        what: str = "",
        hint: str | None = "Check the file and its permissions.",
    ) -> None:
        super().__init__(path, f"cannot be read: {_reason(cause)}", what=what, hint=hint)


class FileUnwritableError(FileError):
    """The file system refuses to write a file or to make a directory. ``cause`` is the exception or the reason."""

    def __init__(
        self,
        path: Path | str,
        cause: OSError | str,
        *,
        what: str = "",
        hint: str | None = "Check the permissions and the free space there.",
    ) -> None:
        super().__init__(path, f"cannot be written: {_reason(cause)}", what=what, hint=hint)


class InvalidFileError(OsmosisError):
    """The content of a file is not what it must be: ``PATH, line 3: problem.``"""

    def __init__(self, path: Path | str, problem: str, *, line: int | None = None, hint: str | None = None) -> None:
        self.path, self.line = Path(path), line
        place = _one_line(path) if line is None else f"{_one_line(path)}, line {line}"
        details: dict[str, object] = {"path": str(path)} if line is None else {"path": str(path), "line": line}
        super().__init__(f"{place}: {problem.rstrip('.')}.", hint=hint, details=details)


class InvalidOptionError(OsmosisError):
    """An option's value is not allowed. ``expected`` continues ``it takes``: ``a whole number from 1 to 100``."""

    def __init__(self, option: str, value: object, expected: str, *, hint: str | None = None) -> None:
        self.option, self.value, self.expected = option, value, expected
        super().__init__(f"{option}: {value} is not allowed; it takes {expected}.", hint=hint)


class InvalidNameError(OsmosisError):
    """A text that cannot be the name of a ``kind`` of thing (``run``, ``rollout``). ``rule`` says what a name is."""

    def __init__(self, kind: str, name: str, rule: str) -> None:
        self.kind, self.name = kind, name
        super().__init__(f"{name!r} cannot be the name of a {kind}.", hint=rule)


class MissingExtraError(OsmosisError):
    """A package of an optional extra is not installed. ``purpose`` is what needs it: ``Reading Parquet``."""

    def __init__(self, module: str, extra: str, *, purpose: str = "This") -> None:
        self.module, self.extra = module, extra
        super().__init__(
            f"{purpose} needs the package {module}, which is not installed.",
            hint=f"Install it with: pip install 'osmosis-ai[{extra}]'",
            details={"missing_module": module, "extra": extra},
        )


class KilledError(OsmosisError):
    """A program that was started was ended by SIGKILL: by the system for want of memory, or by somebody. It says
    nothing about what the program was given, and the same again may succeed."""


class NotFoundError(OsmosisError):
    """Nothing has the name that was given."""

    default_code = "NOT_FOUND"


class UnknownNameError(NotFoundError):
    """No ``kind`` of thing (``template``, ``run``) has that name. The hint has the nearest one, then ``hint``."""

    def __init__(self, kind: str, name: str, known: Iterable[str], *, hint: str | None = None) -> None:
        import difflib

        self.kind, self.name, self.known = kind, name, list(known)
        similar = difflib.get_close_matches(name, self.known, n=1)
        parts = [f"Did you mean {similar[0]}?" if similar else "", hint or ""]
        super().__init__(
            f"There is no {kind} {name!r}.",
            hint=" ".join(filter(None, parts)) or None,
            details={"name": name, f"{kind}s": self.known},
        )


class ConflictError(OsmosisError):
    """Something that exists already prevents the operation."""

    default_code = "CONFLICT"


class PathInTheWayError(ConflictError):
    """Something else is where a directory or a file belongs. ``wanted`` is what belongs there."""

    def __init__(self, path: Path, wanted: str) -> None:
        self.path = path
        super().__init__(
            f"{_one_line(path)} is in the way: a {wanted} belongs there.",
            hint="Move it elsewhere and try again.",
            details={"path": str(path)},
        )


class SymbolicLinkError(ConflictError):
    """A symbolic link where nothing may be written through one."""

    def __init__(self, path: Path, *, hint: str = "Replace the link with what it points to.") -> None:
        self.path = path
        super().__init__(
            f"{_one_line(path)} is a symbolic link; scaffold paths must be real, so that nothing is written elsewhere.",
            hint=hint,
            details={"path": str(path)},
        )


class NetworkError(OsmosisError):
    """The other side could not be reached."""

    default_code = "NETWORK"


class InteractiveRequiredError(OsmosisError):
    """A question must be answered, and there is no terminal to ask on."""

    default_code = "INTERACTIVE_REQUIRED"


class WorkspaceRequiredError(OsmosisError):
    """The command works on a workspace directory, and there is none here."""

    default_code = "WORKSPACE_REQUIRED"


class InternalError(OsmosisError):
    """An invariant of this program did not hold."""

    default_code = "INTERNAL"


def _one_line(path: Path | str) -> str:
    """A path without the line breaks that a name may hold."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in str(path))


def _reason(cause: OSError | str) -> str:
    return (cause if isinstance(cause, str) else cause.strerror or str(cause)).rstrip(".")
