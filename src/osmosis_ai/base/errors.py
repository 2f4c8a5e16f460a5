"""The errors a person is meant to read.

Whatever a user can cause or mend ends in one of these; anything else that escapes is a bug and is
reported as ``INTERNAL``.

    OsmosisError                    VALIDATION
    ├── NotFoundError               NOT_FOUND
    ├── ConflictError               CONFLICT
    ├── NetworkError                NETWORK
    ├── InteractiveRequiredError    INTERACTIVE_REQUIRED
    ├── WorkspaceRequiredError      WORKSPACE_REQUIRED
    └── InternalError               INTERNAL

This module imports nothing but the standard library's types, so that any layer may raise without paying
for it at start-up.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar, Self

__all__ = [
    "ConflictError",
    "InteractiveRequiredError",
    "InternalError",
    "NetworkError",
    "NotFoundError",
    "OsmosisError",
    "WorkspaceRequiredError",
]


class OsmosisError(Exception):
    """A fault told to the user: what happened and where, and in the hint what to do about it.

    ``code`` is one of the contract's error codes; without one the class's own stands. ``details`` goes into
    the machine-readable envelope and must hold only what JSON can carry.
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
        """The same error with its texts changed: what an error quotes may be unfit to be shown."""
        self.args = (transform(self.message),)
        self.message = transform(self.message)
        self.hint = None if self.hint is None else transform(self.hint)
        self.details = {
            name: transform(value) if isinstance(value, str) else value for name, value in self.details.items()
        }
        return self


class NotFoundError(OsmosisError):
    """A file or resource that was named is not there."""

    default_code = "NOT_FOUND"


class ConflictError(OsmosisError):
    """What is already there stands in the way."""

    default_code = "CONFLICT"


class NetworkError(OsmosisError):
    """The other side could not be reached."""

    default_code = "NETWORK"


class InteractiveRequiredError(OsmosisError):
    """A question has to be answered, and nobody is at a terminal to answer it."""

    default_code = "INTERACTIVE_REQUIRED"


class WorkspaceRequiredError(OsmosisError):
    """The command works on a workspace directory, and there is none here."""

    default_code = "WORKSPACE_REQUIRED"


class InternalError(OsmosisError):
    """Something this program promised to itself did not hold."""

    default_code = "INTERNAL"
