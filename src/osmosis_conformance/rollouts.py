"""A rollout of a case: how it was admitted, under which lease, and what is known of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from osmosis_conformance.ledger import Entry
from osmosis_conformance.observed import LateError
from osmosis_conformance.peer import Side

__all__ = ["Rollout"]


@dataclass(slots=True)
class Rollout:
    """What a case knows of one of its rollouts."""

    name: str
    id: str
    side: Side | None = None
    body: dict[str, Any] = field(default_factory=dict)
    model_key: str | None = None
    callback_key: str | None = None
    token: str | None = None
    wait_sec: float | None = None
    lease_sec: float | None = None
    asked: float = 0.0
    renewed: float = 0.0
    graded: bool = False
    alive: bool = False
    lapsed: bool = False
    entry: Entry | None = None
    first_answer: Any = None

    def admitted(self, answer: Any, asked: float) -> None:
        """Takes the answer to the admission that was asked for at that time."""
        if not self.alive:
            self.asked = self.renewed = asked
        self.alive = True
        self.first_answer = answer if self.first_answer is None else self.first_answer
        if isinstance(answer, dict) and isinstance(answer.get("polling_lease_token"), str):
            self.token = answer["polling_lease_token"]
            self.wait_sec = answer.get("result_wait_timeout_sec")
            self.lease_sec = answer.get("polling_lease_timeout_sec")

    def check_lease(self, part: float) -> None:
        """Raises LateError where a poll sent now may come after the lease, through the suite's own fault."""
        if not self.alive or self.lapsed or self.lease_sec is None:
            return
        since = time.monotonic() - self.renewed
        if since > part * self.lease_sec:
            raise LateError(f"a poll is sent {since:.2f} s after the last, and the lease is {self.lease_sec:g} s")

    def lost_with_process(self) -> None:
        """The process that held it has ended."""
        self.alive = False
        if self.entry is not None:
            self.entry.lost = True
