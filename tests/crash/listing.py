"""The committed list of points, a line each, with how each is covered."""

from __future__ import annotations

import fnmatch
from pathlib import Path

from tests.crash.hook import all_points

__all__ = ["COMMAND", "LIST", "computed", "coverage_of", "exemptions", "listed", "renew"]

COMMAND = "python -m tests.crash --list"
LIST = Path(__file__).with_name("points.txt")
EXEMPTIONS = Path(__file__).with_name("exemptions.txt")
_KILLED = "killed"


def computed() -> dict[str, str]:
    """Every point of the source, by its name: `killed`, or `exempt: ` and why."""
    known = exemptions()
    return {name: coverage_of(name, known) for name in sorted(map(str, all_points().values()))}


def coverage_of(name: str, known: list[tuple[str, str]]) -> str:
    """How a point is covered: by the first pattern that fits it, else it is killed."""
    reason = next((why for pattern, why in known if fnmatch.fnmatchcase(name, pattern)), None)
    return _KILLED if reason is None else f"exempt: {reason}"


def exemptions() -> list[tuple[str, str]]:
    """Patterns of names (`*` and `?` are wild) and why no run of the matrix gets there."""
    found = []
    for line in EXEMPTIONS.read_text().splitlines():
        if line and not line.startswith("#"):
            pattern, _, reason = line.partition(" = ")
            found.append((pattern.strip().replace("[", "[[]"), reason.strip()))
    return found


def listed() -> dict[str, str]:
    """What the list says."""
    lines = LIST.read_text().splitlines() if LIST.exists() else []
    pairs = (line.rpartition(" = ") for line in lines if line)
    return {name: coverage for name, _, coverage in pairs}


def renew() -> tuple[list[str], list[str]]:
    """Writes the list anew; what was added and what went."""
    before, now = listed(), computed()
    LIST.write_text("".join(f"{name} = {coverage}\n" for name, coverage in now.items()))
    return sorted(now.keys() - before.keys()), sorted(before.keys() - now.keys())
