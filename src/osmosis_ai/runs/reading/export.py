"""A run as one file: CSV, JSON lines, Parquet, or a page that works from disk. Rows are written as they are read."""

from __future__ import annotations

import csv
import html
import io
import json
import os
from collections.abc import Callable, Iterator
from itertools import batched, islice
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import FileUnwritableError, MissingExtraError
from osmosis_ai.base.files.atomic import PRIVATE, write_atomic
from osmosis_ai.runs.documents import spaced_line
from osmosis_ai.runs.reading.exported import ExportedRun
from osmosis_contract.models.run_export import ExportedRow

__all__ = ["FORMATS", "MOST_ROWS_IN_PAGE", "columns", "export", "flat", "tables"]

COLUMNS: dict[str, str] = {
    "row": "int64",
    "run": "int64",
    "state": "string",
    "outcome": "string",
    "reward": "float64",
    "passed": "bool",
    "prompt": "string",
    "label": "string",
    "answer": "string",
    "error_type": "string",
    "error": "string",
    "traceback": "string",
    "tokens": "int64",
    "tokens_estimated": "bool",
    "max_context_tokens": "int64",
    "cost_usd": "float64",
    "duration_ms": "float64",
    "attempt": "int64",
    "rollout_id": "string",
    "finished_at": "string",
}
_BATCH = 1000
MOST_ROWS_IN_PAGE = 10_000
"""A browser does not bear more; the other forms hold every row."""


def columns(run: ExportedRun) -> list[str]:
    """The names of the columns: the members of a row, then `metrics.NAME` for each metric."""
    return [*COLUMNS, *(f"metrics.{name}" for name in run.metric_names)]


def flat(row: ExportedRow) -> dict[str, Any]:
    """A row by its columns; what is not known is left out."""
    members = row.to_wire()
    metrics = members.pop("metrics", {})
    return members | {f"metrics.{name}": value for name, value in metrics.items()}


def export(run: ExportedRun, form: str, path: Path) -> None:
    """Writes the run to a file, which appears whole or not at all, mode 0600.

    Raises MissingExtraError for Parquet without pyarrow, OsmosisError for a file that cannot be written.
    """
    if form == "parquet":
        _parquet(run, path)
        return
    try:
        write_atomic(path, FORMATS[form](run), mode=PRIVATE, follow_directory=True)
    except OSError as error:
        raise FileUnwritableError(path, error, hint="Name another file with --to.") from None


def tables(run: ExportedRun) -> Iterator[Any]:
    """The run as pyarrow record batches of a thousand rows. Raises MissingExtraError without pyarrow."""
    arrow = _arrow()
    schema = _schema(run, arrow)
    for rows in batched(run, _BATCH):
        yield arrow.RecordBatch.from_pylist([flat(row) for row in rows], schema=schema)


def _schema(run: ExportedRun, arrow: Any) -> Any:
    kinds = {"int64": arrow.int64(), "float64": arrow.float64(), "bool": arrow.bool_(), "string": arrow.string()}
    return arrow.schema([(name, kinds[COLUMNS.get(name, "float64")]) for name in columns(run)])


def _arrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet") from None
    return pyarrow


def _parquet(run: ExportedRun, path: Path) -> None:
    arrow = _arrow()
    import pyarrow.parquet

    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with (
            os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE), "wb") as file,
            pyarrow.parquet.ParquetWriter(file, _schema(run, arrow)) as writer,
        ):
            for batch in tables(run):
                writer.write_batch(batch)
        part.replace(path)
    except OSError as error:
        raise FileUnwritableError(path, error, hint="Name another file with --to.") from None
    finally:
        part.unlink(missing_ok=True)


def _jsonl(run: ExportedRun) -> Iterator[bytes]:
    return (spaced_line(row) for row in run)


def _csv(run: ExportedRun) -> Iterator[bytes]:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns(run), lineterminator="\n")
    writer.writeheader()
    for row in run:
        writer.writerow(flat(row))
        yield text.getvalue().encode("utf-8", "replace")
        text.seek(0)
        text.truncate()
    yield text.getvalue().encode()


_PAGE = """\
<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width"><title>{title}</title>
<style>
:root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }}
body {{ margin: 1rem auto; max-width: 75rem; padding: 0 1rem }}
dl {{ display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem }} dt {{ opacity: .7 }} dd {{ margin: 0 }}
details {{ border-top: 1px solid #8886; padding: .4rem 0 }} summary {{ cursor: pointer }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; margin: .2rem 0 .8rem }}
input {{ font: inherit; width: 100%; box-sizing: border-box; padding: .4rem }}
details {{ content-visibility: auto; contain-intrinsic-size: auto 2.4rem }}
</style>
<h1>{title}</h1><dl>{facts}</dl>
<p><label>Show rows with this text <input id="text" type="search"></label></p>
<main>
"""
_END = """\
</main>
<script>
const text = document.getElementById("text");
text.addEventListener("input", () => {
  const wanted = text.value.toLowerCase();
  for (const row of document.querySelectorAll("main > details"))
    row.hidden = !row.textContent.toLowerCase().includes(wanted);
});
</script></html>
"""


def _html(run: ExportedRun) -> Iterator[bytes]:
    """A page that loads nothing and sends nothing; what a model or a rollout wrote is text in it."""
    facts = "".join(f"<dt>{html.escape(name)}</dt><dd>{html.escape(value)}</dd>" for name, value in _facts(run))
    yield _PAGE.format(title=html.escape(run.manifest.run_name), facts=facts).encode("utf-8", "replace")
    several = run.manifest.inputs.n > 1
    for row in islice(run, MOST_ROWS_IN_PAGE):
        parts = [f"Row {row.row}", *([f"run {row.run}"] if several else []), str(row.outcome or row.state)]
        if row.reward is not None:
            parts.append(f"reward {row.reward:g}")
        texts = {
            "Prompt": row.prompt,
            "Label": row.label,
            "Answer": row.answer,
            "Metrics": None if row.metrics is None else json.dumps(row.metrics, ensure_ascii=False),
            "Error": row.error,
            "Traceback": row.traceback,
        }
        body = "".join(f"{name}<pre>{html.escape(text)}</pre>" for name, text in texts.items() if text)
        yield f"<details><summary>{html.escape(', '.join(parts))}</summary>{body}</details>\n".encode(
            "utf-8", "replace"
        )
    yield _END.encode()


def _facts(run: ExportedRun) -> Iterator[tuple[str, str]]:
    inputs = run.manifest.inputs
    yield "Model", inputs.model_path
    yield "Rollout", inputs.rollout.name
    yield "Rows", f"{inputs.dataset.selected_source_rows}, {inputs.n} runs each"
    if run.manifest.source is not None:
        source = run.manifest.source
        yield "Rows from", f"{source.run_name} ({source.selection} of its {source.row_count} rows)"
    if run.metrics is not None:
        summary = run.metrics.summary
        yield "Passed", f"{summary.passed} of {summary.completed_samples}, reward at least {summary.pass_threshold:g}"
        if summary.reward_stats is not None:
            yield "Mean reward", f"{summary.reward_stats.mean:.4g} over {summary.graded} of {len(run)}"
    if len(run) > MOST_ROWS_IN_PAGE:
        yield (
            "Shown here",
            f"the first {MOST_ROWS_IN_PAGE:,} of {len(run):,} rows; CSV, JSON lines and Parquet hold all",
        )
    yield "Created", run.manifest.created_at


FORMATS: dict[str, Callable[[ExportedRun], Iterator[bytes]]] = {"csv": _csv, "jsonl": _jsonl, "html": _html}
"""The forms that are text; `parquet` is the other."""
