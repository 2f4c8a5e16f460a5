"""What the commands about datasets of a platform share: the record, the size in words, the progress bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from osmosis_ai.base.text import size_text
from osmosis_ai.cli.framework.results import Column
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models import DatasetRecord, PlatformDataset

if TYPE_CHECKING:
    from osmosis_ai.cli.framework.console import Console

__all__ = ["COLUMNS", "facts", "moving_bytes", "record"]

COLUMNS = [
    Column("file_name", "Name"),
    Column("status", "State"),
    Column("row_count", "Rows", numeric=True),
    Column("file_size", "Size", numeric=True, words=lambda size: size_text(size) if isinstance(size, int) else ""),
    Column("created_at", "Created"),
    Column("creator_name", "Creator"),
]


def record(dataset: PlatformDataset) -> dict[str, object]:
    """The dataset as results have it."""
    return DatasetRecord(
        id=dataset.id,
        file_name=dataset.file_name,
        file_size=dataset.file_size,
        status=dataset.status,
        file_format=dataset.file_format,
        original_file_format=dataset.original_file_format,
        row_count=dataset.row_count,
        original_file_size=dataset.original_file_size,
        creator_name=dataset.creator_name,
        created_at=dataset.created_at,
        updated_at=dataset.updated_at,
        **omit_none(platform_url=dataset.platform_url or None),
    ).to_wire()


def facts(dataset: PlatformDataset) -> list[tuple[str, object]]:
    """The dataset for people."""
    size = size_text(dataset.file_size)
    sent = dataset.original_file_size
    format_ = dataset.file_format or dataset.original_file_format
    found = [
        ("Name", dataset.file_name),
        ("State", dataset.status.value),
        ("Why", dataset.status_message),
        ("Format", None if format_ is None else format_.value),
        ("Rows", dataset.row_count),
        ("Size", size if sent in {None, dataset.file_size} else f"{size} (sent: {size_text(sent or 0)})"),
        ("Created", dataset.created_at),
        ("Creator", dataset.creator_name),
        ("Page", dataset.platform_url),
    ]
    return [(label, value) for label, value in found if value is not None]


@contextmanager
def moving_bytes(console: Console, label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Within: on a terminal a bar that moves by the bytes it is called with; elsewhere one line says what begins."""
    if not console.live:
        console.status(label if total is None else f"{label} ({size_text(total)})")
        yield lambda count: None
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    console.end_status()
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console.rich(), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda count: bar.advance(task, count)
