"""A page of a log of the platform, as `dataset logs` and `eval logs` show it."""

from collections.abc import Mapping

from osmosis_ai.cli.framework.results import Column, ListResult, Page
from osmosis_contract.models import LogPage, PlatformLogEntry

__all__ = ["log_list"]

_COLUMNS = [
    Column("timestamp", "Time"),
    Column("level", "Level"),
    Column("step", "Step"),
    Column("message", "Message"),
]


def log_list(found: LogPage, context: Mapping[str, object]) -> ListResult:
    """The entries from old to new; `next_cursor` beside them leads to older ones, and is null where there are none."""
    cursor = found.next_cursor
    page = Page(
        items=[_line(entry) for entry in found.logs],
        columns=_COLUMNS,
        has_more=bool(cursor),
        how_to_go_on=f"Older ones: --cursor {cursor}" if cursor else "",
    )
    return ListResult(page=page, extra={"next_cursor": cursor, **context})


def _line(entry: PlatformLogEntry) -> dict[str, object]:
    return {
        "timestamp": entry.timestamp,
        "level": entry.level,
        "step": entry.step,
        "message": entry.message,
        "details": entry.details,
    }
