"""Tokens that the model's endpoint did not count are told apart from those that it did, in every file and figure."""

from pathlib import Path

import pytest
from tests.support.run_folders import RunFolder, rollout_id

from osmosis_ai.cli.commands.eval_info import _tokens
from osmosis_ai.cli.commands.shown_tokens import shown_tokens
from osmosis_ai.datasets import DatasetRow
from osmosis_ai.engine.records import ended_record, event_of, index_row_of, result_of
from osmosis_ai.engine.results import ResultTable
from osmosis_ai.engine.work import Attempt, AttemptResult, WorkItem
from osmosis_ai.runs.reading.exported import ExportedRun
from osmosis_ai.runs.reading.overview import overview
from osmosis_ai.runs.reading.records import result_of as shown_result
from osmosis_ai.runs.reading.run import Run
from osmosis_ai.semantics.outcomes import Scored


@pytest.fixture
def attempt() -> Attempt:
    row = DatasetRow(source_row_index=0, prompt=[{"role": "user", "content": "?"}], label="1", metadata=None)
    return Attempt(WorkItem(0, 0, row), 0, rollout_id(0))


def test_an_estimate_is_marked_from_the_attempt_to_the_index(attempt: Attempt):
    """Journal, event, index and the table of results carry the mark, and say nothing where all tokens were counted."""
    for estimated in (True, False):
        result = AttemptResult(Scored(1.0), 5.0, tokens=40, tokens_estimated=estimated)
        ended = ended_record(attempt, result, lambda text: text)
        event = event_of(ended)
        assert event is not None
        counts = result_of(event)
        row = index_row_of(event, counts)
        mark = estimated or None
        assert (ended.tokens_estimated, event.tokens_estimated, row.tokens_estimated) == (mark, mark, mark)
        table = ResultTable(2, 1)
        table[0, 0] = counts
        table.describe((0, 0), max_context_tokens=40, has_trajectory=True)
        assert table[0, 0].tokens_estimated is estimated
        assert table.figures().estimated == int(estimated)


def test_a_run_says_of_how_many_results_tokens_were_estimated(tmp_path: Path):
    """`eval info`, exports and the page's rows tell an estimate from a count; nothing is said where there is none."""
    folder = RunFolder(tmp_path / "run", rows=3)
    folder.result(0, 1.0, tokens=40, tokens_estimated=True)
    folder.result(1, 1.0, tokens=30)
    run = Run(folder.root)
    run.refresh()
    shown = overview(run, program="osmosis", output=None)
    assert shown["summary"]["tokens_estimated"] == 1
    assert "of 1 result estimated" in _tokens(shown["summary"], shown["results"])
    assert [shown_result(run, slot).get("tokens_estimated") for slot in range(2)] == [True, None]
    rows = [ExportedRun(folder.root).row(row, 0, texts=False) for row in range(2)]
    assert [row.tokens_estimated for row in rows] == [True, None]
    assert [shown_tokens(row.tokens, estimated=row.tokens_estimated) for row in rows] == ["~40", "30"]
    assert shown_tokens(None, estimated=None) == ""
