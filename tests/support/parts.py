"""A part of a long list of cases, for a run that has time for one part: which one, the commit's hash decides.

OSMOSIS_PART is `K/N`: of each N cases that follow one another the K-th, counted from 0. Without it every case runs.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

PART_VARIABLE = "OSMOSIS_PART"


def part_of[Case](cases: Sequence[Case], *, part: str | None = None) -> list[Case]:
    """The cases of the part that the environment names; never none: a list that is shorter than N has fewer parts."""
    named = os.environ.get(PART_VARIABLE, "") if part is None else part
    if not named:
        return list(cases)
    number, of = (int(each) for each in named.split("/"))
    parts = min(of, len(cases))
    return list(cases[number % parts :: parts])
