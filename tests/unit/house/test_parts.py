"""Where a check has no time for every case, the commit's hash chooses a part, and the parts together leave none out."""

from __future__ import annotations

import pytest
from tests.support.parts import part_of


@pytest.mark.parametrize("length", [1, 2, 3, 4, 8, 9])
def test_the_parts_together_are_all_cases_and_none_of_them_is_empty(length: int):
    """Over all parts every case runs, and each part has one."""
    cases = list(range(length))
    parts = [part_of(cases, part=f"{number}/4") for number in range(4)]
    assert all(parts)
    assert {case for part in parts for case in part} == set(cases)


def test_without_a_part_every_case_runs(monkeypatch: pytest.MonkeyPatch):
    """Nobody loses a case who does not ask for a part."""
    monkeypatch.delenv("OSMOSIS_PART", raising=False)
    assert part_of("abcde") == list("abcde")


def test_the_environment_names_the_part(monkeypatch: pytest.MonkeyPatch):
    """`1/3` is the second of each three."""
    monkeypatch.setenv("OSMOSIS_PART", "1/3")
    assert part_of("abcdef") == ["b", "e"]
