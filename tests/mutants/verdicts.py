"""What becomes of a mutant."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass

from tests.mutants.mutants import ROOT, Mutant
from tests.mutants.suite import Suite, clauses_of, failed


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a mutant ended, and by what."""

    word: str
    """`killed`, `killed by other`, `survived`, `no case`, or `not testable`."""

    why: str

    @property
    def by_own_clause(self) -> bool:
        """Whether a case of its own clause failed because of it."""
        return self.word == "killed"


async def judge(mutant: Mutant, suite: Suite, *, all_cases: bool) -> Verdict:
    """Runs the cases of the mutant's clause against a copy with the bug; what fails without it counts for nothing."""
    own = suite.clauses.get(mutant.clause, ())
    if not own:
        return Verdict("no case", f"no case names {mutant.clause}")
    copy = suite.folder / mutant.name
    mutant.apply(copy)
    try:
        results = await suite.run(mutant.server, copy, own, name=mutant.name)
        if results is None:
            return Verdict("not testable", "the server with the bug in it did not start, so nothing was tested")
        killers = failed(results) - await _failing_anyway(mutant, suite, own) if failed(results) else frozenset()
        named = {str(result["case"]) for result in results if mutant.clause in clauses_of(result["clauses"])}
        if killers & named:
            return Verdict("killed", ", ".join(sorted(killers & named)[:3]))
        if not killers and all_cases:
            others = await suite.run(mutant.server, copy, (), name=f"{mutant.name}-all")
            killers = failed(others or ())
        if killers:
            return Verdict("killed by other", ", ".join(sorted(killers)[:3]))
        return Verdict("survived", mutant.what)
    finally:
        shutil.rmtree(copy, ignore_errors=True)


async def _failing_anyway(mutant: Mutant, suite: Suite, own: Sequence[str]) -> frozenset[str]:
    """Those of the cases that fail against the server as it is."""
    known = suite.failing.get(f"{mutant.server}/{mutant.clause}")
    if known is None:
        name = f"unchanged-{mutant.server}-{mutant.clause}"
        known = failed(await suite.run(mutant.server, ROOT, own, name=name) or ())
        suite.failing[f"{mutant.server}/{mutant.clause}"] = known
    return known
