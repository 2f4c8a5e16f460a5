"""What is wrong with a document, in words."""

from __future__ import annotations

from pydantic import ValidationError

__all__ = ["first_fault"]


def first_fault(error: Exception) -> str:
    """The first fault that kept a file from being read, in one line."""
    if isinstance(error, ValidationError):
        fault = error.errors(include_url=False)[0]
        where = ".".join(map(str, fault["loc"]))
        return f"{where}: {fault['msg']}" if where else fault["msg"]
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return (str(error).splitlines() or [type(error).__name__])[0]
