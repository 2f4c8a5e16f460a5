"""`python -m tests.mutants [NAME...]`: does the conformance suite see what a person would get wrong?

Each patch is applied to a copy of the server it is for, and the cases of its clause are run against that copy. A mutant
is to be killed by a case of its own clause. Exit status 0 when at least 95 % are.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

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
    arguments = parser.parse_args()
    mutants = [mutant for mutant in read_mutants() if not arguments.names or mutant.name in arguments.names]
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="osmosis-mutants-") as made:
        suite = await Suite.of(Path(made))
        await asyncio.gather(*(suite.look_unchanged(server, mutants) for server in ("node", "python")))
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


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
