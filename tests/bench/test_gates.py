"""What the benchmark makes of its figures."""

from pathlib import Path

import pytest

from tests.bench.crowd import CrowdFigures, crowd_gates
from tests.bench.gates import FULL, Gate, export_gates, grade_gates, managed_gates, throughput_gates
from tests.bench.managed import ManagedCost
from tests.bench.report import gate_table, write_section
from tests.bench.run_list import PageTimes, RunList, run_list_gates
from tests.bench.stored import Exported, Regraded
from tests.bench.throughput import Figures
from tests.bench.transfers import DiskSpeed, TransferFigures, Transferred, transfer_gates
from tests.bench.work import Load


def figures(side: str, load: Load, per_second: float) -> Figures:
    """The figures of a side that did so many rollouts per second."""
    return Figures(side, "1", load, load.rows, 1, per_second, per_second, 1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("gate", "held"),
    [
        (Gate("rate", 10.0, "at least", 10.0), True),
        (Gate("rate", 9.99, "at least", 10.0), False),
        (Gate("rate", 12.0, "at least", 10.0, goal=20.0), True),
        (Gate("time", 0.1, "at most", 0.1), True),
        (Gate("time", 0.11, "at most", 0.1), False),
    ],
)
def test_a_gate_is_held_at_its_bound_and_missed_beyond_it(gate: Gate, held: bool):
    """The bound decides, the goal does not; a missed gate is told as such."""
    assert gate.held is held
    assert gate_table([gate]).endswith("held" if held else "MISSED")


def test_each_load_has_its_gates():
    """Both peers are gated with 32 in flight, by rollouts per second, and the published one with 1, by time."""
    wide = [figures(side, Load(400, 32), rate) for side, rate in (("ours", 500), ("published", 25), ("inspect_ai", 70))]
    narrow = [figures(side, Load(100, 1), rate) for side, rate in (("ours", 100), ("published", 5), ("inspect_ai", 9))]
    found = [(gate.measured, gate.sense, gate.bound) for gate in throughput_gates([narrow, wide], FULL)]
    assert found == [
        (pytest.approx(0.05), "at most", 0.1),
        (pytest.approx(20), "at least", 10.0),
        (pytest.approx(500 / 70), "at least", 3.0),
    ]


def test_stored_rows_have_their_gates():
    """Grading again is gated by its rows a second, each form of an export by the memory of many rows to few."""
    (grade,) = grade_gates(Regraded(1000, 999.0, 3.0, 2.0, 1.0))
    assert (grade.held, grade.bound) == (False, 1000.0)
    (export,) = export_gates([Exported("csv", 10, 100, 50.0, 60.0, 1.0)])
    assert (export.held, export.measured) == (True, pytest.approx(1.2))


def test_managed_runs_have_their_gates():
    """A managed run is gated by its time to eval run's, and by the platform's CPU to the run's."""
    time, cpu = managed_gates(ManagedCost(1000, 3, 10.0, 12.0, 1.2, 20.0, 5.0, 0.25))
    assert (time.held, time.bound, cpu.held, cpu.bound) == (True, 1.3, False, 0.2)


def test_transfers_have_their_gates():
    """Each way is gated by both directions' speed to the disk's, and by what server and client grow by."""
    way = Transferred("nginx", 3, 250.0, 200.0, 0.5, 0.4, 20.0, 65.0)
    found = [(gate.measured, gate.held) for gate in transfer_gates(TransferFigures(2048, DiskSpeed(500, 900), [way]))]
    assert found == [(0.5, True), (0.4, False), (20.0, True), (65.0, False)]


def test_a_crowd_has_its_gates():
    """One error misses the bound, and so does a list in a hundred that takes more than 200 ms."""
    errors, lists = crowd_gates(CrowdFigures(100, 20, 1000, 10_000, 60.0, 5000, 20.0, 201.0, ["PUT a: 500"], 10.0))
    assert (errors.held, lists.held, lists.bound) == (False, False, 200.0)


def test_long_lists_have_their_gates():
    """Each database is gated by the p95 of a page at each offset."""
    pages = [PageTimes(0, 5.0, 50.0), PageTimes(99_950, 5.0, 50.1)]
    assert [gate.held for gate in run_list_gates([RunList("SQLite", 100_000, pages)])] == [True, False]


def test_the_document_gets_what_was_printed(tmp_path: Path):
    """The tables replace what stood between the marks, and nothing else; a document without marks is refused."""
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- figures: written by the command -->old<!-- end of figures -->\nafter\n")
    for _ in range(2):
        write_section(page, "python -m tests.bench", ["one", "two"])
    text = page.read_text()
    assert text.startswith("before\n<!-- figures")
    assert text.endswith("figures -->\nafter\n")
    assert "```text\none\n\ntwo\n```" in text
    assert "old" not in text
    assert text.count("python -m tests.bench") == 1
    page.write_text("no marks")
    with pytest.raises(ValueError, match="has no section between"):
        write_section(page, "python -m tests.bench", [])
