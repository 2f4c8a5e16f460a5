"""Errors that are shown to people: what went wrong, where, and what to do."""

from collections.abc import Mapping


class OsmosisError(Exception):
    """An error with a message for people, a code for machines and, where it helps, a hint."""

    code: str = "VALIDATION"

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
        if code is not None:
            self.code = code
        self.hint = hint
        self.details = dict(details or {})


class NotFoundError(OsmosisError):
    """Something named does not exist."""

    code = "NOT_FOUND"


class NetworkError(OsmosisError):
    """The network, or something behind it, did not answer."""

    code = "NETWORK"


class InternalError(OsmosisError):
    """A fault of ours."""

    code = "INTERNAL"
