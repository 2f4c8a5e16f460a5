"""What becomes of a mutant."""

from __future__ import annotations

import shutil
from dataclasses import dataclass

from tests.mutants.mutants import Mutant
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
        killers = failed(results) - suite.failing[mutant.server]
        named = {str(result["case"]) for result in results if mutant.clause in clauses_of(result["clauses"])}
        if killers & named:
            return Verdict("killed", ", ".join(sorted(killers & named)[:3]))
        if not killers and all_cases:
            others = await suite.run(mutant.server, copy, (), name=f"{mutant.name}-all")
            killers = failed(others or ()) - suite.failing[mutant.server]
        if killers:
            return Verdict("killed by other", ", ".join(sorted(killers)[:3]))
        return Verdict("survived", mutant.what)
    finally:
        shutil.rmtree(copy, ignore_errors=True)
