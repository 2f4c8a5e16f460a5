"""Small helpers that write dataset files in each format."""

import csv
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from osmosis_ai.datasets import DatasetRow, open_dataset

type Rows = list[dict[str, Any]]


def write(path: Path, rows: Rows) -> Path:
    """Write rows whose values are text, in the format the extension names. All rows have the same columns."""
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    elif path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    else:
        columns = {name: [row[name] for row in rows] for name in rows[0]}
        pq.write_table(pa.table({name: pa.array(cells, pa.string()) for name, cells in columns.items()}), path)
    return path


def read(path: Path) -> list[DatasetRow]:
    """All rows of the file, by a scan and a read that must agree."""
    dataset = open_dataset(path)
    scan = dataset.scan()
    rows = list(dataset.rows(scan.selection))
    assert len(rows) == scan.row_count == scan.selected_count
    return rows
