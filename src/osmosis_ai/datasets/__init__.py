"""Datasets: JSONL, CSV and Parquet files, a row at a time, with errors that name file and row."""

from osmosis_ai.datasets.dataset import EXTENSIONS, Dataset, DatasetScan, open_dataset
from osmosis_ai.datasets.errors import DatasetError, UnknownDatasetError
from osmosis_ai.datasets.find import find_dataset
from osmosis_ai.datasets.row import DatasetRow
from osmosis_ai.datasets.selection import RowSelection, parse_row_selection

__all__ = [
    "EXTENSIONS",
    "Dataset",
    "DatasetError",
    "DatasetRow",
    "DatasetScan",
    "RowSelection",
    "UnknownDatasetError",
    "find_dataset",
    "open_dataset",
    "parse_row_selection",
]
