"""Cases that are taken out of the suite: does anything notice?

A case is needed where, without it, no case touches a cell of the specification, or a mutant is not killed any more.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import yaml

from osmosis_conformance import coverage
from osmosis_conformance.cases import load_cases, load_clauses
from osmosis_conformance.controllers import load_controller_cases
from tests.mutants.mutants import ROOT, Mutant
from tests.mutants.suite import Suite, clauses_of
from tests.mutants.verdicts import judge

SPEC = ROOT / "spec" / "conformance"
KINDS = ("server", "controller")


def case_names() -> list[tuple[str, str]]:
    """The kind and the name of every case; each variant of one is a case."""
    return [(kind, name) for kind in KINDS for name in dict.fromkeys(case.name for case in _loaded(kind, SPEC))]


def chosen(count: int, seed: int) -> Sequence[tuple[str, str]]:
    """So many cases at random, the same ones for a seed."""
    return random.Random(seed).sample(case_names(), count)


def untouched_without(kind: str, name: str, folder: Path) -> set[str]:
    """The cells that no case touches once the case is deleted from a copy of the cases in `folder`."""
    copy = folder / f"without-{name}"
    shutil.copytree(SPEC, copy)
    _delete(copy / kind, name)
    left = _loaded(kind, copy)
    if any(case.name == name for case in left):
        raise AssertionError(f"{name} was not deleted")
    clauses = load_clauses(copy)
    if kind == "server":
        touched = set().union(*(coverage.touched(case, clauses) for case in left)) | coverage.invariant_cells(clauses)
        return coverage.required(clauses) - touched
    cells = {f"way {way}" for case in left for way in case.ways} | {
        f"clause {n}" for case in left for n in case.clauses
    }
    return coverage.required_of_controllers(clauses) - cells


async def mutants_that_live_without(name: str, mutants: Iterable[Mutant], suite: Suite) -> list[str]:
    """The mutants that only this case kills: of its clauses, and not killed by the cases that are left."""
    mine = {clause for clause, cases in suite.clauses.items() if any(_is_of(case, name) for case in cases)}
    left = {
        clause: [case for case in cases if not _is_of(case, name)] if clause in mine else list(cases)
        for clause, cases in suite.clauses.items()
    }
    reduced = Suite(suite.folder, left, suite.failing)
    own = [mutant for mutant in mutants if clauses_of([mutant.clause]) <= mine]
    return [mutant.name for mutant in own if not (await judge(mutant, reduced, all_cases=False)).by_own_clause]


def _loaded(kind: str, folder: Path) -> Sequence[Any]:
    return load_cases("server", folder) if kind == "server" else load_controller_cases(folder)


def _is_of(case: str, name: str) -> bool:
    return case.partition("@")[0] == name


def _delete(folder: Path, name: str) -> None:
    """Takes a case out of its file, or one variant out of its case."""
    for path in folder.glob("*.yaml"):
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        kept = []
        for case in document["cases"]:
            variants = case.get("each")
            if variants is not None:
                case["each"] = [one for one in variants if f"{case['name']}.{one['name']}" != name]
            if case["name"] != name and variants != [] and case.get("each") != []:
                kept.append(case)
        document["cases"] = kept
        path.write_text(yaml.safe_dump(document, sort_keys=False, allow_unicode=True), encoding="utf-8")
