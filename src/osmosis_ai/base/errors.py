"""The errors the product shows to people: a message, a stable code, and what to do about it."""

from collections.abc import Mapping


class OsmosisError(Exception):
    """A fault that is reported as a message and a hint, never as a traceback."""

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
        self.details: dict[str, object] = dict(details or {})
