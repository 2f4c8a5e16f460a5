"""The journal of a training run on disk."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from osmosis_ai.engine.records import timestamp
from osmosis_ai.runs.documents import compact_line
from osmosis_ai.runs.journal import AppendLog, read_lines
from osmosis_ai.runs.training.state import Record, TrainingState, fold
from osmosis_ai.semantics.rules import check_rules
from osmosis_contract.base import adapter
from osmosis_contract.models.local_training import TrainingRecord

__all__ = ["TrainingJournal", "now", "read_journal"]

_read = partial(adapter(TrainingRecord).validate_json, extra="allow", by_alias=True, by_name=False)

now = timestamp


def read_journal(path: Path) -> TrainingState:
    """What a journal says. A torn last line is left out. Raises OsmosisError for any other line that is not right."""
    return fold(_records(path))


def _records(path: Path) -> Iterator[Record]:
    for _, record in read_lines(path, lambda line: check_rules(_read(line))):
        yield record


class TrainingJournal:
    """Appends to a journal and keeps what it says. Open it under the run's lock; `close` it."""

    def __init__(self, path: Path) -> None:
        self.state = read_journal(path)
        self._log = AppendLog([path])

    async def append(self, record: Record) -> None:
        """Returns once the record is on the disk. Raises JournalError."""
        await self._log.append([(0, compact_line(record))])
        self.state.add(record)

    def close(self) -> None:
        """Closes the file."""
        self._log.close()
