"""What a backend, its agent and its verifier tell each other about a trial, in memory: Harbor writes down the rest."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from osmosis_ai.rollout.types import ExecutionResult
from osmosis_contract.models.harbor import HarborContainerInput, HarborFailureCode

__all__ = ["TrialNotes", "drop_notes", "notes_of", "take_notes"]


@dataclass(slots=True, eq=False)
class TrialNotes:
    """One trial. `directory` is Harbor's directory for it, `result` Harbor's own result, which grows as it runs."""

    directory: Path
    container_input: HarborContainerInput | None = None
    started: asyncio.Event = field(default_factory=asyncio.Event)
    started_at: float | None = None
    verifying: asyncio.Event = field(default_factory=asyncio.Event)
    result: Any = None
    workflow: ExecutionResult | None = None
    grader: ExecutionResult | None = None
    processes_ended: int | None = None
    code: HarborFailureCode | None = None
    """The code of the failure that our agent or verifier raised."""

    def seconds_since(self, moment: Any) -> float | None:
        """Seconds since a moment of Harbor's result; None where there is none."""
        return None if moment is None else max(0.0, time.time() - moment.timestamp())


_notes: dict[str, TrialNotes] = {}


def take_notes(directory: Path) -> TrialNotes:
    """New notes for the trial in that directory."""
    notes = _notes[str(directory.resolve())] = TrialNotes(directory)
    return notes


def notes_of(directory: Path) -> TrialNotes:
    """The notes of the trial in that directory; of one that no backend started, new ones that are not kept."""
    return _notes.get(str(directory.resolve())) or TrialNotes(directory)


def drop_notes(notes: TrialNotes) -> None:
    """Forgets them."""
    _notes.pop(str(notes.directory.resolve()), None)
