"""A run as one file and as typed rows: what is in them, how they are made, and what they cost."""

import csv
import json
import tracemalloc
from pathlib import Path

import pytest
from tests.support.run_folders import RunFolder, rollout_id

from osmosis_ai.base.errors import NotFoundError, OsmosisError
from osmosis_ai.results import open_run
from osmosis_ai.runs.reading import export as exports
from osmosis_ai.runs.reading.export import columns, export
from osmosis_ai.runs.reading.exported import ExportedRun
from osmosis_contract.models.run_export import ExportedRow, ExportedRowState

SCRIPT = "<script>alert('no')</script>"


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    """Rows 0 to 3: passed, not passed, failed in user code, never tried."""
    made = RunFolder(tmp_path / "some-run", rows=4)
    made.result(0, 1.0, answer="forty-two", metrics={"turns": 2.0})
    made.result(1, 0.25, answer=SCRIPT, metrics={"turns": 4.0, "words, all": 7.0})
    made.result(2, outcome="grader_failed", category="agent_error", error="no key", err_traceback="main.py:15 in grade")
    return made.finish()


def test_every_row_is_there_in_order_with_what_is_known(folder: RunFolder):
    """Rows without a result are pending; each row has the prompt, the answer, the error and the traceback."""
    rows = list(ExportedRun(folder.root))
    assert [row.state for row in rows] == [
        ExportedRowState.SUCCESS,
        ExportedRowState.SUCCESS,
        ExportedRowState.FAILED,
        ExportedRowState.PENDING,
    ]
    assert [(row.reward, row.passed) for row in rows] == [(1.0, True), (0.25, False), (None, None), (None, None)]
    assert (rows[0].prompt, rows[0].label, rows[0].answer) == ("What is 0 times 1?", "0", "forty-two")
    assert (rows[2].error, rows[2].traceback, rows[2].error_type) == ("no key", "main.py:15 in grade", "agent_error")
    assert rows[2].rollout_id == rollout_id(2)


def test_the_later_attempt_counts(tmp_path: Path):
    """Of two results of a row the export has the one that counts, wherever it stands in the journal."""
    made = RunFolder(tmp_path / "run", rows=1)
    made.result(0, outcome="agent_failed", error="no")
    made.result(0, 0.75, attempt=1)
    (row,) = ExportedRun(made.root)
    assert (row.state, row.reward, row.attempt, row.error) == (ExportedRowState.SUCCESS, 0.75, 1, None)


def test_a_run_of_the_published_package_is_exported(tmp_path: Path):
    """Without attempts.jsonl and rows.jsonl there are results all the same."""
    made = RunFolder(tmp_path / "run", rows=2, published=True)
    made.result(0, 0.5)
    assert [(row.state.value, row.reward) for row in ExportedRun(made.root)] == [("success", 0.5), ("pending", None)]


def test_csv_has_a_column_a_member_and_a_metric(folder: RunFolder, tmp_path: Path):
    """What is not known is an empty cell; the file is its owner's alone."""
    export(ExportedRun(folder.root), "csv", tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["metrics.turns"] for row in rows] == ["2.0", "4.0", "", ""]
    assert [row["reward"] for row in rows] == ["1.0", "0.25", "", ""]
    assert rows[1]["metrics.words, all"] == "7.0"
    assert (tmp_path / "out.csv").stat().st_mode & 0o777 == 0o600


def test_json_lines_are_of_the_contract(folder: RunFolder, tmp_path: Path):
    """Each line is an ExportedRow."""
    export(ExportedRun(folder.root), "jsonl", tmp_path / "out.jsonl")
    lines = (tmp_path / "out.jsonl").read_bytes().splitlines()
    assert [ExportedRow.read_strict(json.loads(line)).row for line in lines] == [0, 1, 2, 3]


def test_parquet_has_the_same_columns_with_types(folder: RunFolder, tmp_path: Path):
    """Numbers are numbers, and what is not known is null."""
    parquet = pytest.importorskip("pyarrow.parquet")
    run = ExportedRun(folder.root)
    export(run, "parquet", tmp_path / "out.parquet")
    table = parquet.read_table(tmp_path / "out.parquet")
    assert table.column_names == columns(run)
    assert table.column("reward").to_pylist() == [1.0, 0.25, None, None]
    assert table.column("passed").to_pylist() == [True, False, None, None]


def test_the_page_loads_nothing_and_shows_text_as_text(folder: RunFolder, tmp_path: Path):
    """One file that works from disk: its policy refuses everything but its own style and script."""
    export(ExportedRun(folder.root), "html", tmp_path / "out.html")
    page = (tmp_path / "out.html").read_text()
    assert SCRIPT not in page
    assert "&lt;script&gt;alert" in page
    assert "default-src 'none'" in page
    assert "src=" not in page.replace("-src", "")
    for shown in ("some-run", "Row 2, grader_failed", "main.py:15 in grade", "What is 3 times 4?"):
        assert shown in page


def test_the_page_holds_what_a_browser_bears_and_says_so(
    folder: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Of a run with more rows than the page holds, its first ones are shown, with the number of all."""
    monkeypatch.setattr(exports, "MOST_ROWS_IN_PAGE", 3)
    export(ExportedRun(folder.root), "html", tmp_path / "out.html")
    page = (tmp_path / "out.html").read_text()
    assert page.count("<details>") == 3
    assert "the first 3 of 4 rows" in page


@pytest.mark.parametrize("form", ["csv", "jsonl", "html", "parquet"])
def test_memory_does_not_grow_with_the_texts(tmp_path: Path, form: str):
    """Three times the rows cost some forty bytes a row more, whatever the rows say."""
    peaks = []
    for rows in (1500, 4500):
        made = RunFolder(tmp_path / f"run-{rows}", rows=rows)
        line = made.started(0)
        made.lines(
            "events.jsonl",
            [
                line
                | {"row_index": row, "source_row_index": row, "rollout_id": rollout_id(row), "status": "success"}
                | {"outcome": "scored", "reward": 1.0, "answer": "x" * 500}
                for row in range(rows)
            ],
        )
        tracemalloc.start()
        export(ExportedRun(made.root), form, tmp_path / f"out.{rows}.{form}")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] - peaks[0] < 3000 * 160 + (1 << 20)


def test_rows_in_python(folder: RunFolder):
    """A run is opened by its path, iterated as typed rows, and handed to Arrow and pandas."""
    run = open_run(folder.root)
    assert len(run) == 4
    assert [row.row for row in run if row.state is ExportedRowState.FAILED] == [2]
    assert run.row(1).answer == SCRIPT
    assert run.to_arrow().num_rows == 4
    frame = run.to_pandas()
    assert frame.loc[frame["state"] == "success", "reward"].mean() == 0.625


def test_what_is_not_there_is_said(folder: RunFolder):
    """An unknown run and an unknown row are errors with a hint."""
    with pytest.raises(NotFoundError):
        open_run("no-such-run")
    with pytest.raises(OsmosisError, match="has no row 9") as raised:
        open_run(folder.root).row(9)
    assert "0-3" in (raised.value.hint or "")
