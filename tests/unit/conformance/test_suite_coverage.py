"""What the cases touch: everything that the specification has, and each case something that no other does."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from osmosis_conformance import coverage
from osmosis_conformance.cases import Case, CaseError, load_cases, load_clauses
from osmosis_conformance.controllers import load_controller_cases

SPEC = Path(__file__).parents[3] / "spec"
CLAUSES = load_clauses()
CASES = load_cases("server")
TOUCHED = {case.id: coverage.touched(case, CLAUSES) for case in CASES}


def one_line(text: str) -> str:
    return " ".join(text.split())


@cache
def document(file: str) -> Any:
    return yaml.load((SPEC / file).read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def text_at(place: str) -> str:
    file, _, pointer = place.partition("#")
    if not pointer:
        return (SPEC / file).read_text(encoding="utf-8")
    node = document(file)
    for step in pointer.strip("/").split("/"):
        name = step.replace("~1", "/").replace("~0", "~")
        node = node[int(name)] if isinstance(node, list) else node[name]
    return node


def test_every_cell_of_the_specification_is_touched() -> None:
    """Clauses, ways, operations with their statuses, problem types, enum words, and members in each way to be wrong."""
    everything = set().union(*TOUCHED.values()) | coverage.invariant_cells(CLAUSES)
    assert coverage.required(CLAUSES) - everything == set()


def test_every_case_is_needed() -> None:
    """Without it, with all its dialects, a cell would be left that nothing touches."""
    by_name: dict[str, set[str]] = {}
    required = coverage.required(CLAUSES)
    for case in CASES:
        by_name.setdefault(case.name, set()).update(TOUCHED[case.id] & required)
    counts = Counter(cell for cells in by_name.values() for cell in cells)
    assert [name for name, cells in by_name.items() if not any(counts[cell] == 1 for cell in cells)] == []


def test_what_the_specification_gains_is_a_cell_that_no_case_touches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new status of an operation, and a new clause, fail the first test until a case is written."""
    grown = [*coverage.statuses("rollout"), ("createRollout", "418")]
    monkeypatch.setattr(coverage, "statuses", lambda _: iter(grown))
    everything = set().union(*TOUCHED.values()) | coverage.invariant_cells(CLAUSES)
    assert coverage.required(CLAUSES) - everything == {"answer createRollout 418"}


def test_what_is_exempt_would_be_required() -> None:
    """An exemption for a cell that is not there any more is taken out."""
    exempt, coverage_exempt = set(coverage.EXEMPT), dict(coverage.EXEMPT)
    coverage.EXEMPT.clear()
    try:
        assert exempt <= coverage.required(CLAUSES)
    finally:
        coverage.EXEMPT.update(coverage_exempt)


def test_every_clause_of_controllers_is_touched_and_every_case_is_needed() -> None:
    """Each way of each clause has a case, and each case a way of its own."""
    cases = load_controller_cases(check=True)
    touched = [{f"way {way}" for way in case.ways} | {f"clause {name}" for name in case.clauses} for case in cases]
    assert coverage.required_of_controllers(CLAUSES) - set().union(*touched) == set()
    counts = Counter(way for case in cases for way in case.ways)
    assert [case.name for case in cases if not any(counts[way] == 1 for way in case.ways)] == []


@pytest.mark.parametrize("clause", CLAUSES.values(), ids=CLAUSES)
def test_a_clause_is_the_text_of_the_specification(clause) -> None:
    """A rule is not reworded without its clause."""
    assert one_line(clause.text) in one_line(text_at(clause.at))


def test_every_case_fits_its_schema() -> None:
    """With each of its variants filled in."""
    assert len(load_cases("server", check=True)) == len(CASES)


def write(folder: Path, cases: str) -> Path:
    (folder / "server").mkdir()
    (folder / "server" / "own.yaml").write_text(f"title: Some.\ncases:\n{cases}")
    clauses = "clauses:\n  - { id: HEALTH-1, at: rollout/process/launch.md, text: Words., ways: [a, b] }\n"
    (folder / "clauses.yaml").write_text(clauses)
    return folder


def test_a_case_is_unfolded_into_its_variants_and_dialects(tmp_path: Path) -> None:
    """Each variant's members stand where their names were; a whole text becomes the value itself."""
    folder = write(
        tmp_path,
        "  - name: x\n    title: T.\n    clauses: ['HEALTH-1/${name}']\n    dialects: [leases, callbacks]\n"
        "    each: [{ name: a, status: 200 }, { name: b, status: 404 }]\n"
        "    steps: [{ request: { method: GET, path: '/${name}' }, expect: { status: ['${status}'] } }]\n",
    )
    cases = load_cases("server", folder, check=True)
    assert [case.id for case in cases] == ["x.a@leases", "x.a@callbacks", "x.b@leases", "x.b@callbacks"]
    assert cases[2].steps[0] == {"request": {"method": "GET", "path": "/b"}, "expect": {"status": [404]}}
    assert (cases[2].clauses, cases[2].ways) == (("HEALTH-1",), ("HEALTH-1/b",))


@pytest.mark.parametrize(
    ("case", "complaint"),
    [
        ("  - { name: x, title: T., clauses: [NONE-1], steps: [{ health: {} }] }\n", "NONE-1"),
        ("  - { name: x, title: T., clauses: [HEALTH-1/c], steps: [{ health: {} }] }\n", "HEALTH-1/c"),
        ("  - { name: x, title: T., clauses: [HEALTH-1], steps: [{ health: {}, status: {} }] }\n", "one action"),
        ("  - { name: x, title: T., clauses: [HEALTH-1], steps: [{ helth: {} }] }\n", "helth"),
        ("  - { name: x, title: T., clauses: [HEALTH-1], steps: [{ health: {} }] }\n" * 2, "twice"),
    ],
)
def test_a_case_that_makes_no_sense_is_refused_by_name(case: str, complaint: str, tmp_path: Path) -> None:
    """The file, the case and what is wrong are named."""
    with pytest.raises(CaseError, match=complaint):
        load_cases("server", write(tmp_path, case), check=True)


def test_cases_are_told_apart_by_their_names() -> None:
    """A name is a name once over all files, so that a file of known failures means one thing."""
    counts = Counter(case.id for case in CASES)
    assert counts.total() == len(counts)
    assert all(isinstance(case, Case) for case in CASES)
