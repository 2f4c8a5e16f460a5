"""`python -m tests.mutants [NAME...]`: does the conformance suite see what a person would get wrong?

Each patch is applied to a copy of the server it is for, and the cases of its clause are run against that copy. A mutant
is to be killed by a case of its own clause. Exit status 0 when at least 95 % are.

`--delete-cases N --seed S` deletes N cases at random instead, one at a time from a copy of spec/conformance, and says
what each was needed for: cells of the specification that no other case touches, else mutants that no other case kills.
Exit status 0 when each was needed.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.deleted import case_names, chosen, mutants_that_live_without, untouched_without
from tests.mutants.mutants import Mutant, read_mutants
from tests.mutants.suite import Suite
from tests.mutants.verdicts import Verdict, judge

SCORE = 0.95


async def main() -> int:
    """Prints a line a mutant as it is judged, then those that were not killed by their own clause, and the score."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("names", nargs="*", help="mutants by name; all if left out")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--all-cases", action="store_true", help="also say which other cases kill what survives")
    parser.add_argument("--delete-cases", type=int, metavar="N", help="delete so many cases at random, one at a time")
    parser.add_argument("--seed", type=int, help="which cases; another one each time if left out")
    arguments = parser.parse_args()
    if arguments.delete_cases is not None:
        seed = random.randrange(2**31) if arguments.seed is None else arguments.seed
        return await delete_cases(arguments.delete_cases, seed)
    every = {mutant.name: mutant for mutant in read_mutants()}
    if unknown := sorted(set(arguments.names) - set(every)):
        parser.error(f"no mutant is named {', '.join(unknown)}; a name is that of its patch, as {next(iter(every))}")
    mutants = [every[name] for name in arguments.names or every]
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="osmosis-mutants-") as made:
        suite = await looked_at(Path(made), mutants)
        places = asyncio.Semaphore(arguments.jobs)

        async def one(mutant: Mutant) -> tuple[Mutant, Verdict]:
            async with places:
                verdict = await judge(mutant, suite, all_cases=arguments.all_cases)
            print(f"{verdict.word:<16} {mutant.name:<44} {mutant.clause:<18} {verdict.why}", flush=True)
            return mutant, verdict

        judged = await asyncio.gather(*map(one, mutants))
    left = [mutant for mutant, verdict in judged if not verdict.by_own_clause]
    score = 1 - len(left) / max(1, len(judged))
    for mutant in left:
        print(f"not killed by its own clause: {mutant.name} ({mutant.clause}): {mutant.what}")
    print(
        f"{len(judged) - len(left)} of {len(judged)} killed by their own clause: {score:.1%}, "
        f"{time.monotonic() - began:.0f} s"
    )
    return 0 if judged and score >= SCORE else 1


async def looked_at(folder: Path, mutants: Sequence[Mutant]) -> Suite:
    """The suite, which knows what fails without any mutant."""
    suite = await Suite.of(folder)
    await asyncio.gather(*(suite.look_unchanged(server, mutants) for server in ("node", "python")))
    return suite


async def delete_cases(count: int, seed: int) -> int:
    """Prints a line a case that was deleted; 1 where one is not missed."""
    names, mutants = chosen(count, seed), read_mutants()
    print(f"{len(names)} of {len(case_names())} cases, seed {seed}", flush=True)
    not_missed = 0
    with tempfile.TemporaryDirectory(prefix="osmosis-deleted-") as made:
        suite: Suite | None = None
        for kind, name in names:
            untouched = sorted(untouched_without(kind, name, Path(made)))
            alive: list[str] = []
            if not untouched and kind == "server":
                if suite is None:
                    suite = await looked_at(Path(made), mutants)
                alive = await mutants_that_live_without(name, mutants, suite)
            not_missed += not untouched and not alive
            told = "no case touches" if untouched else "no case kills" if alive else "NOT MISSED"
            print(f"{kind} {name:<44} {told} {'; '.join((untouched or alive)[:3])}", flush=True)
    print(f"{len(names) - not_missed} of {len(names)} are missed")
    return 1 if not_missed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
