"""The results of evaluations in Python: typed rows, Arrow tables and pandas data frames.

from osmosis_ai.results import open_run

run = open_run(".osmosis/evals/brave-otter-7")
failed = [row for row in run if row.state == "failed"]
frame = run.to_pandas()
"""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from osmosis_ai.base.errors import MissingExtraError
from osmosis_ai.runs.reading.export import tables
from osmosis_ai.runs.reading.exported import ExportedRun
from osmosis_ai.runs.reading.places import evals_folder, find_run
from osmosis_contract.models.run_export import ExportedRow
from osmosis_contract.models.run_manifest import RunManifest

if TYPE_CHECKING:
    import pandas
    import pyarrow

__all__ = ["ExportedRow", "RunResults", "open_run"]


class RunResults:
    """The rows of one run, as it was when it was opened. Iterating reads one row at a time."""

    def __init__(self, run: ExportedRun) -> None:
        self._run = run

    @property
    def manifest(self) -> RunManifest:
        """What the run is: its model, its rows, the digest of its code, what answered it."""
        return self._run.manifest

    @property
    def pass_threshold(self) -> float:
        """The reward from which a row counts as passed."""
        return self._run.threshold

    def __len__(self) -> int:
        """How many rows and runs there are, with a result or without."""
        return len(self._run)

    def __iter__(self) -> Iterator[ExportedRow]:
        """By row, then by run."""
        return iter(self._run)

    def row(self, row: int, run: int = 0) -> ExportedRow:
        """One row of the dataset, and which of its runs. Raises OsmosisError when there is none such."""
        return self._run.row(row, run)

    def to_arrow(self) -> pyarrow.Table:
        """All rows as a table, each metric a column `metrics.NAME`. Raises MissingExtraError without pyarrow."""
        batches = list(tables(self._run))
        import pyarrow

        return pyarrow.Table.from_batches(batches)

    def to_pandas(self) -> pandas.DataFrame:
        """The same as a data frame. Raises MissingExtraError without pandas or pyarrow."""
        table = self.to_arrow()
        try:
            import pandas  # noqa: F401 - pyarrow says less clearly that it is missing
        except ImportError:
            raise MissingExtraError("pandas", "notebook") from None
        return table.to_pandas()


def open_run(run: str | PathLike[str], *, output: str | PathLike[str] | None = None) -> RunResults:
    """A run by its name, below `output` or the workspace's `.osmosis/evals`, or by the path of its folder.

    Raises OsmosisError for a name that is not found and for a run that cannot be read.
    """
    cwd = Path.cwd()
    root = evals_folder(cwd, None if output is None else Path(output))
    return RunResults(ExportedRun(find_run(str(run), cwd, [root])))
