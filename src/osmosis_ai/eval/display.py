"""What an evaluation tells whoever watches it. The command line implements this; the evaluation only speaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = ["Display", "ProgressLine"]


@dataclass(frozen=True, slots=True)
class ProgressLine:
    """How far a run is. Counts are of work items; `mean_reward` is over the graded ones, None before the first."""

    done: int
    total: int
    failed: int
    mean_reward: float | None
    tokens: int


class Display(Protocol):
    """The watcher."""

    def status(self, text: str) -> None:
        """A step that takes a while has begun."""

    def warning(self, code: str | None, message: str) -> None:
        """Something is not as it should be."""

    def confirm(self, prompt: str, *, summary: Mapping[str, object], notes: Sequence[str]) -> None:
        """Returns when the person agrees; raises when they do not, or cannot be asked."""

    def offers(self, prompt: str) -> bool:
        """Whether a person, asked, wants what is offered; False where nobody can be asked."""

    def ask_secret(self, name: str) -> str | None:
        """The value of a secret, typed unseen; None where nobody can be asked or nothing is typed."""

    def progress(self, line: ProgressLine) -> None:
        """The run has come this far. Called for every result."""

    def log_line(self, line: str) -> None:
        """A line that has just been written to the run's log."""
