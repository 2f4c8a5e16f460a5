"""``osmosis dataset validate``: do runs and uploads accept this file, and what is wrong with it if they do not?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.cli.framework.params import ColumnMap, InjectedConsole
from osmosis_ai.cli.framework.results import OperationResult
from osmosis_ai.datasets.columns import parse_column_map

if TYPE_CHECKING:
    from osmosis_ai.cli.framework.console import Console
    from osmosis_ai.datasets.checks import DatasetReport
    from osmosis_ai.datasets.problems import Problem, Problems

_SHOWN = 20
_SLOW_BYTES = 16 * 1024 * 1024


def dataset_validate(
    file: Annotated[Path, Parameter(metavar="FILE", help="A .jsonl, .csv or .parquet file.")],
    /,
    *,
    column_map: ColumnMap = None,
    strict: Annotated[bool, Parameter(help="Count warnings as errors.")] = False,
    console: InjectedConsole,
) -> OperationResult:
    """Say what is wrong with a dataset file.

    Reads the whole file once and finds every problem: columns, rows, metadata, bytes. The first ones are shown with
    their rows, all are counted. Exit code 0 when runs and uploads accept the file, 1 otherwise.

        osmosis dataset validate data/train.jsonl
        osmosis dataset validate questions.csv --map question=user_prompt --strict
    """
    report = check_file(console, file, columns=parse_column_map(column_map or []), strict=strict)
    rows = "1 row" if report.rows == 1 else f"{report.rows:,} rows"
    return OperationResult(
        operation="dataset.validate",
        resource=_resource(file, report),
        message=f"{file} is a valid dataset: {rows}.",
        notes=_lines(report.warnings),
        notes_title="Warnings",
    )


def check_file(
    console: Console, file: Path, *, columns: Mapping[str, str] | None = None, strict: bool = False
) -> DatasetReport:
    """Read a dataset file whole; what was found. Raises OsmosisError, with every problem, for one that is not valid."""
    from osmosis_ai.datasets.validate import validate_dataset

    with _progress(console, file) as progress:
        report = validate_dataset(file, columns=columns or {}, strict=strict, most=_SHOWN, progress=progress)
    if not report.valid:
        raise OsmosisError("\n".join(_sentences(file, report)), hint=_next(report), details=_resource(file, report))
    return report


def _sentences(file: Path, report: DatasetReport) -> list[str]:
    problems = [(report.errors, "error")]
    if report.strict:
        problems.append((report.warnings, "warning"))
    counted = " and ".join(_counted(found.total, word) for found, word in problems if found.total)
    lines = [f"{file} is not a valid dataset: {counted}."]
    for found, _ in problems:
        lines += [f"  {line}" for line in _lines(found)]
    return lines


def _lines(found: Problems) -> list[str]:
    lines = [f"{problem} {problem.hint}" if problem.hint else str(problem) for problem in found.shown]
    if found.hidden:
        kinds = ", ".join(f"{count:,} {code}" for code, count in found.counts.most_common())
        lines.append(f"... and {found.hidden:,} more; in all: {kinds}.")
    return lines


def _next(report: DatasetReport) -> str:
    if report.errors.total:
        return "Correct what wrote the file, then validate it again. Rows are counted from 0."
    return "Without --strict the file is valid: warnings do not keep it from being used."


def _counted(count: int, word: str) -> str:
    return f"1 {word}" if count == 1 else f"{count:,} {word}s"


def _resource(file: Path, report: DatasetReport) -> dict[str, object]:
    return {
        "valid": report.valid,
        "file": str(file),
        "file_name": file.name,
        "extension": report.extension,
        "file_size": report.size,
        "row_count": report.rows,
        "strict": report.strict,
        "errors": [_problem(problem) for problem in report.errors.shown],
        "error_count": report.errors.total,
        "warnings": [_problem(problem) for problem in report.warnings.shown],
        "warning_count": report.warnings.total,
    }


def _problem(problem: Problem) -> Mapping[str, object]:
    from osmosis_ai.semantics.members import omit_none

    rows = list(problem.rows) or None
    members = omit_none(hint=problem.hint, row=problem.row, line=problem.line, column=problem.column, rows=rows)
    return {"code": problem.code, "message": problem.message, **members}


@contextmanager
def _progress(console: Console, file: Path) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal while a file is read that takes a while."""
    if not console.live or not file.is_file() or file.stat().st_size < _SLOW_BYTES:
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Validating"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console.rich(), transient=True) as bar:
        task = bar.add_task("", total=file.stat().st_size)
        yield lambda done, total: bar.update(task, completed=done, total=total)
