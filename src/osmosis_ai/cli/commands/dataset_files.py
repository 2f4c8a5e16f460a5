"""``osmosis dataset convert`` and ``stats``: dataset files, written in another format and measured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from osmosis_ai.cli.framework.params import ColumnMap
from osmosis_ai.cli.framework.results import OperationResult
from osmosis_ai.datasets import open_dataset
from osmosis_ai.datasets.checks import row_ranges
from osmosis_ai.datasets.columns import parse_column_map

if TYPE_CHECKING:
    from osmosis_ai.cli.framework.results import Json

type DatasetFile = Annotated[Path, Parameter(metavar="FILE", help="A .jsonl, .csv or .parquet file.")]


def dataset_convert(
    source: DatasetFile,
    output: Annotated[Path, Parameter(metavar="OUTPUT", help="The file to write; its extension is the format.")],
    /,
    *,
    column_map: ColumnMap = None,
    metadata: Annotated[
        Literal["text", "struct"], Parameter(help="What Parquet keeps: metadata as JSON text, or as a struct.")
    ] = "text",
    overwrite: Annotated[bool, Parameter(help="Replace the output if it exists.")] = False,
) -> OperationResult:
    """Write a dataset file in another format, with the same rows for a rollout.

    What was written is read again and compared row by row; the output appears only when all of them are the same. A
    mapped column is written by the name it is read by. Columns that are not read are left out.

        osmosis dataset convert data/train.csv data/train.jsonl
        osmosis dataset convert data/a.jsonl data/a.parquet --metadata struct
    """
    from osmosis_ai.datasets.convert import convert_dataset

    dataset = open_dataset(source, parse_column_map(column_map or []))
    count = convert_dataset(dataset, output, metadata=metadata, overwrite=overwrite)
    extension = output.suffix[1:].lower()
    form = {"jsonl": "object", "csv": "text"}.get(extension, metadata)
    return OperationResult(
        operation="dataset.convert",
        resource={
            "source": str(source),
            "output": str(output),
            "extension": extension,
            "row_count": count,
            "file_size": output.stat().st_size,
            "metadata_form": form,
        },
        message=f"Wrote {output}: {'1 row' if count == 1 else f'{count:,} rows'}.",
    )


def dataset_stats(file: DatasetFile, /, *, column_map: ColumnMap = None) -> OperationResult:
    """Show lengths, equal rows, and labels that stand in the prompts of their rows.

    A label counts as found where it stands as a whole word or number. Short labels are found by chance: look at the
    places.

        osmosis dataset stats data/train.jsonl
    """
    from dataclasses import asdict

    from osmosis_ai.datasets.stats import dataset_stats as stats_of
    from osmosis_ai.eval.display import counted

    dataset = open_dataset(file, parse_column_map(column_map or []))
    stats = stats_of(dataset)
    lengths: list[Json] = [
        {
            "column": column,
            "count": found.count,
            "min": found.shortest,
            "mean": found.mean,
            "max": found.longest,
            "longest_row": found.longest_row,
        }
        for column, found in stats.lengths.items()
    ]
    notes = [
        f"{column}: {found.shortest:,} to {found.longest:,} characters, {found.mean:,.1f} on average, in"
        f" {found.count:,} rows; the longest is row {found.longest_row}."
        for column, found in stats.lengths.items()
    ]
    equal = "is" if stats.repeated == 1 else "are"
    notes.append(f"{counted(stats.repeated, 'row')} {equal} equal to an earlier one.")
    notes += [f"rows {row_ranges(group)} are the same." for group in stats.duplicates]
    leaking = "has its" if stats.leak_count == 1 else "have their"
    notes.append(f"{counted(stats.leak_count, 'row')} {leaking} label in a prompt.")
    notes += [
        f"row {leak.row}: the label {leak.text!r} stands in {leak.prompt_column} at {leak.offset}: {leak.context!r}"
        for leak in stats.leaks
    ]
    return OperationResult(
        operation="dataset.stats",
        resource={
            "file": str(file),
            "extension": dataset.extension,
            "file_size": dataset.size,
            "row_count": stats.rows,
            "with_label": stats.with_label,
            "with_metadata": stats.with_metadata,
            "lengths": lengths,
            "duplicate_row_count": stats.repeated,
            "duplicates": [list(group) for group in stats.duplicates],
            "leak_count": stats.leak_count,
            "leaks": [asdict(leak) for leak in stats.leaks],
        },
        message=f"{file}: {counted(stats.rows, 'row')}, {stats.with_label:,} with label,"
        f" {stats.with_metadata:,} with metadata.",
        notes=notes,
        notes_title="Figures",
    )
