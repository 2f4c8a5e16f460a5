"""`rows.jsonl`: what each selected row was about, short enough to show beside its result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from osmosis_ai.datasets import DatasetRow
from osmosis_ai.engine.documents import spaced_line
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.run_rows import RunRow

__all__ = ["abridged", "row_lines"]

_LONGEST_PROMPT = 2000
_LONGEST_LABEL = 500


def row_lines(rows: Iterable[DatasetRow]) -> Iterator[bytes]:
    """A line a row, numbered by position."""
    return (spaced_line(abridged(number, row)) for number, row in enumerate(rows))


def abridged(row_index: int, row: DatasetRow) -> RunRow:
    """The text of a row's messages but the system's, or its metadata where it has no prompt; cut, like its label."""
    texts = [message["content"] for message in row.prompt if message.get("role") != "system"]
    prompt = "\n".join(texts) if texts else json.dumps(row.metadata or {}, sort_keys=True, ensure_ascii=False)
    label = None if row.label is None else row.label[:_LONGEST_LABEL]
    return RunRow(row_index=row_index, prompt=prompt[:_LONGEST_PROMPT], **omit_none(label=label))
