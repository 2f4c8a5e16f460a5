"""Everything a run was told of its rollouts, and the invariants over all of it.

A rollout is entered when it is admitted. What is wrong is wrong however the case that met it ended.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from osmosis_conformance.peer import Side

__all__ = ["INVARIANTS", "LIVE", "TERMINAL", "Entry", "Ledger", "Violation"]

LIVE = frozenset({"queued", "running", "grading"})
TERMINAL = frozenset({"success", "failure", "cancelled"})
_ORDER = {"queued": 0, "running": 1, "grading": 2}
_SUCCESS = "success"

INVARIANTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "ledger.ends-once": ("Every rollout that was admitted ends.", ("RESULT-1", "CANCEL-2")),
    "ledger.terminal-never-changes": (
        "A terminal answer is the same whenever it is read.",
        ("RESULT-7", "STATUS-WORDS-1"),
    ),
    "ledger.status-goes-forward": ("A rollout never goes back to an earlier status.", ("STATUS-WORDS-1",)),
    "ledger.reward-only-on-success": ("A reward is a number on success alone.", ("SAMPLE-1",)),
    "ledger.live-shows-nothing": ("A live rollout shows no sample and no error.", ("RESULT-WORDS-1",)),
    "ledger.one-completion": (
        "One completion callback is acknowledged, each try with the same body.",
        ("COMPLETION-1",),
    ),
    "ledger.one-grade": ("One grader callback is acknowledged, after the completion.", ("GRADE-1",)),
    "ledger.keys": (
        "Each call to the model and each callback shows its key, and goes where it was sent.",
        ("KEY-3", "COMPLETION-1"),
    ),
}


@dataclass(frozen=True, slots=True)
class Violation:
    """An invariant that does not hold, and of what."""

    invariant: str
    message: str


@dataclass(slots=True)
class Entry:
    """One admitted rollout of one server process."""

    rollout_id: str
    case: str
    dialect: str
    side: Side
    statuses: list[str] = field(default_factory=list)
    terminal: dict[str, Any] | None = None
    lost: bool = False
    must_end: bool = False
    forgotten: bool = False
    """Whether the server said that it no longer knows the ended rollout: its id is free for another one."""
    problems: list[Violation] = field(default_factory=list)

    def saw_result(self, body: Any, *, posted: bool = False) -> None:
        """Takes the answer to a poll, or what callbacks posted: the server may still wait for their acknowledgement."""
        if not isinstance(body, dict) or not isinstance(body.get("status"), str):
            return
        if not posted:
            self._saw_status(body["status"])
        sample, status = body.get("sample"), body["status"]
        if status in LIVE and any(body.get(name) is not None for name in ("sample", "err_message", "err_category")):
            self._violated("ledger.live-shows-nothing", f"a poll showed {_short(body)}")
        if _unearned(status, sample):
            self._violated("ledger.reward-only-on-success", f"a poll showed {_short(body)}")
        if status in TERMINAL:
            if self.terminal is not None and self.terminal != body:
                self._violated("ledger.terminal-never-changes", f"{_short(self.terminal)}, later {_short(body)}")
            self.terminal = self.terminal or body

    def saw_status(self, body: Any) -> None:
        """Takes the answer to a question for the status."""
        if not isinstance(body, dict) or not isinstance(body.get("status"), str):
            return
        if body["status"] == "unknown":
            self.forgotten = bool(self.statuses) and self.statuses[-1] in TERMINAL
        else:
            self._saw_status(body["status"])
            if body.get("reward") is not None and body["status"] != _SUCCESS:
                self._violated("ledger.reward-only-on-success", f"the status showed {_short(body)}")

    def _saw_status(self, status: str) -> None:
        last = self.statuses[-1] if self.statuses else None
        if last in TERMINAL and status != last:
            self._violated("ledger.terminal-never-changes", f"the status was {last}, and is {status}")
        elif last in _ORDER and status in _ORDER and _ORDER[status] < _ORDER[last]:
            self._violated("ledger.status-goes-forward", f"the status was {last}, and is {status}")
        self.statuses.append(status)

    def _violated(self, invariant: str, message: str) -> None:
        self.problems.append(Violation(invariant, f"{self.case}: rollout {self.rollout_id!r}: {message}"))

    def violations(self) -> Iterator[Violation]:
        """Everything that is wrong with this rollout."""
        yield from self.problems
        where = f"{self.case}: rollout {self.rollout_id!r}"
        for problem in self.side.problems:
            yield Violation("ledger.keys", f"{where}: {problem}")
        for kind, invariant in (("completion", "ledger.one-completion"), ("grader", "ledger.one-grade")):
            tries = self.side.of(kind)
            taken = sum(received.acknowledged for received in tries)
            if taken > 1 and not self.lost:
                yield Violation(
                    invariant, f"{where}: {taken} {kind} callbacks were acknowledged, so sent again after that"
                )
            bodies = {json.dumps(received.body, sort_keys=True) for received in tries if not _refused(received.status)}
            if len(bodies) > 1 and not self.lost:
                yield Violation(invariant, f"{where}: tries of the {kind} callback had {len(bodies)} different bodies")
            for body in (received.body for received in tries if isinstance(received.body, dict)):
                if _unearned(body.get("status"), body.get("sample")):
                    yield Violation("ledger.reward-only-on-success", f"{where}: a callback holds {_short(body)}")
        kinds = [received.kind for received in self.side.callbacks]
        if "grader" in kinds and "completion" in kinds[kinds.index("grader") :] and not self.lost:
            yield Violation("ledger.one-grade", f"{where}: a completion callback came after a grader callback")


class Ledger:
    """The rollouts of a run."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def enter(self, entry: Entry) -> Entry:
        """Keeps a rollout that was admitted."""
        self.entries.append(entry)
        return entry

    def violations(self) -> dict[str, list[str]]:
        """What is wrong, by invariant; every invariant is there."""
        found: dict[str, list[str]] = {name: [] for name in INVARIANTS}
        for entry in self.entries:
            for violation in entry.violations():
                found[violation.invariant].append(violation.message)
        return found


def _unearned(status: Any, sample: Any) -> bool:
    """Whether a sample has a reward that it must not have."""
    if not isinstance(sample, dict) or sample.get("reward") is None:
        return False
    return status != _SUCCESS or sample.get("remove_sample") is True


def _refused(status: int) -> bool:
    """Whether the answer blamed the body, after which another body may follow."""
    return status in (400, 413, 422)


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 300 else text[:300] + "…"  # noqa: PLR2004
