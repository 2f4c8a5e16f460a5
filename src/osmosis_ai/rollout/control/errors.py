"""What can go wrong between a controller and a rollout server.

RolloutProtocolError
├── RolloutAdmissionTimeoutError   no room on the server for as long as the caller would wait
└── RolloutLostError               it was, or may have been, admitted, and its result cannot be had any more
"""

from __future__ import annotations

from typing import Protocol

__all__ = ["RolloutAdmissionTimeoutError", "RolloutLostError", "RolloutProtocolError", "refused"]

_SHOWN_BYTES = 500


class RolloutProtocolError(Exception):
    """The server answered something the protocol does not allow here; `status_code` is what it answered."""

    def __init__(self, message: str, status_code: int | None = None) -> None:
        super().__init__(message)
        self.status_code = status_code


class RolloutAdmissionTimeoutError(RolloutProtocolError):
    """The server had no room for as long as the caller was willing to wait."""


class RolloutLostError(RolloutProtocolError):
    """The rollout was, or may have been, admitted, and its result cannot be had: a fault of the infrastructure.

    Nothing is known of the agent. Try again under another id; under this one it could run twice.
    """


class Answer(Protocol):
    """A response, or the error of an answer that the contract does not know."""

    @property
    def status_code(self) -> int:
        """The HTTP status."""

    @property
    def content(self) -> bytes:
        """The body."""


def refused(response: Answer) -> RolloutProtocolError:
    """The error for an answer that is not the one hoped for."""
    text = response.content[:_SHOWN_BYTES].decode(errors="replace").strip()
    status = int(response.status_code)
    reason = f"{response}: " if isinstance(response, ValueError) else ""
    return RolloutProtocolError(f"the rollout server answered {status}: {reason}{text or 'no body'}", status)
