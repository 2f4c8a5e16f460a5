"""One case of the fuzz of dataset readers: bytes as a file of a format, read in every way, and the rules."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

from osmosis_ai.datasets import open_dataset, validate
from osmosis_ai.datasets.block_checks import BlockChecks
from osmosis_ai.datasets.checks import DatasetReport
from osmosis_ai.datasets.errors import DatasetError
from osmosis_ai.datasets.validate import validate_dataset

__all__ = ["CORPUS", "FORMATS", "MOST_MEMORY", "check_file", "measured", "small_blocks"]

CORPUS = Path(__file__).parent / "corpus"
FORMATS = ("jsonl", "csv", "parquet")
MOST_MEMORY = 64 * 1024 * 1024
"""Bytes of Python's own, at the most, for a case of a few kilobytes."""
_BLOCK = 300


def small_blocks() -> None:
    """Makes validation read blocks of a few rows, so that most of a small file is checked by the block."""
    validate._FIRST_BLOCK = validate._BLOCK = _BLOCK


def check_file(path: Path) -> None:
    """The rules: a verdict, the same by the block and by the row; what is valid is read; no error but DatasetError."""
    by_block = _verdict(path)
    worth_trying = BlockChecks.worth_trying
    try:
        BlockChecks.worth_trying = False  # type: ignore[assignment, method-assign] # no block is tried
        by_row = _verdict(path)
    finally:
        BlockChecks.worth_trying = worth_trying  # type: ignore[method-assign]
    assert _said(by_block) == _said(by_row)
    refused: DatasetError | None = None
    rows = 0
    try:
        dataset = open_dataset(path)
        scan = dataset.scan()
        for row in dataset.rows(scan.selection):
            json.dumps([row.prompt, row.label, row.metadata], ensure_ascii=False, allow_nan=False).encode()
            rows += 1
        assert rows == scan.row_count
    except DatasetError as error:
        str(error).encode()
        refused = error
    if refused is not None:
        assert not isinstance(by_block, DatasetReport) or not by_block.valid, f"valid, and not read: {refused}"
    else:
        assert isinstance(by_block, DatasetReport)
        assert by_block.rows == rows


def measured(path: Path) -> None:
    """The same, in bounded memory; slower, because every allocation is looked at."""
    tracemalloc.start()
    try:
        check_file(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY, f"{peak:,} bytes for a file of {path.stat().st_size:,}"


def _verdict(path: Path) -> DatasetReport | str:
    try:
        return validate_dataset(path, most=100)
    except DatasetError as error:
        return str(error)


def _said(verdict: DatasetReport | str) -> object:
    if isinstance(verdict, str):
        return verdict
    return verdict.valid, verdict.rows, verdict.errors, verdict.warnings
