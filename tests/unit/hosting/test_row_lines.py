"""The lines that a rollout server prints, under their rows."""

from tests.support.memory_ports import MemoryRun

from osmosis_ai.datasets import DatasetRow
from osmosis_ai.engine.work import Attempt, WorkItem
from osmosis_ai.hosting.row_lines import RowLines, without_mark


def test_lines_of_a_rollout_are_logged_with_row_and_run():
    """The mark becomes row and run; a line without one, or of a rollout that is not known, is the server's."""
    observer = MemoryRun().observer
    lines = RowLines(observer)
    lines.expect(Attempt(WorkItem(3, 1, DatasetRow(7, [], None, None)), 0, "r1"))
    for line in ("[rollout r1] said", "[rollout r1] ", "[rollout other] said", "said"):
        lines.line(line)
    assert observer.lines == [
        "info [user] row 7 run 1 | said {}",
        "info [user] row 7 run 1 |  {}",
        "info [rollout-server] [rollout other] said {}",
        "info [rollout-server] said {}",
    ]


def test_a_mark_is_taken_off_what_a_person_reads():
    """Only at the beginning of a line, and only a mark."""
    assert [without_mark(line) for line in ("[rollout r1] x", "x [rollout r1] y", "[other] x")] == [
        "x",
        "x [rollout r1] y",
        "[other] x",
    ]
