"""What can go wrong between a controller and a rollout server.

RolloutProtocolError
├── RolloutAdmissionTimeoutError   no room on the server for as long as the caller would wait
└── RolloutLostError               it was, or may have been, admitted, and its result cannot be had any more
"""

from __future__ import annotations

from typing import Protocol

from osmosis_contract.models.rollout import Problem

__all__ = ["USED_UP", "RolloutAdmissionTimeoutError", "RolloutLostError", "RolloutProtocolError", "refused"]

USED_UP = "urn:osmosis:rollout:used-up"
_SHOWN_BYTES = 500


class RolloutProtocolError(Exception):
    """The server answered something the protocol does not allow here."""

    status_code: int | None
    """What it answered."""

    problem_type: str | None
    """The `type` of the problem it answered with; None without a problem."""

    def __init__(self, message: str, status_code: int | None = None, *, problem_type: str | None = None) -> None:
        super().__init__(message)
        self.status_code = status_code
        self.problem_type = problem_type

    @property
    def is_used_up(self) -> bool:
        """True when the server's process admits nothing any more and must be replaced."""
        return self.problem_type == USED_UP


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
    parsed = getattr(response, "parsed", None)
    return RolloutProtocolError(
        f"the rollout server answered {status}: {reason}{text or 'no body'}",
        status,
        problem_type=parsed.type if isinstance(parsed, Problem) else None,
    )
