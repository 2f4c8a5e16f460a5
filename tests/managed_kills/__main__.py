"""`python -m tests.managed_kills`: as the environment says, or its options; 0 when no promise was broken."""

from __future__ import annotations

import argparse
import os
import random
import sys

from tests.managed_kills.engines import ENGINES
from tests.managed_kills.session import run
from tests.managed_kills.world import Plan

_PREFIX = "OSMOSIS_MANAGED_KILLS_"


def main() -> int:
    options = _options()
    plan = Plan(
        engine=options.engine,
        database=options.database,
        runs=options.runs,
        rows=options.rows,
        kills=options.kills,
        seed=random.randrange(10**6) if options.seed is None else options.seed,
        minutes=options.minutes,
    )
    holes = run(plan)
    for hole in holes:
        print(f"HOLE: {hole}")
    return 1 if holes else 0


def _options() -> argparse.Namespace:
    def given(name: str, default: str) -> str:
        return os.environ.get(_PREFIX + name.upper(), default)

    seed = given("seed", "")
    parser = argparse.ArgumentParser("python -m tests.managed_kills", description=__doc__)
    parser.add_argument("--engine", choices=ENGINES, default=given("engine", "local"))
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default=given("database", "sqlite"))
    parser.add_argument("--runs", type=int, default=given("runs", "20"))
    parser.add_argument("--rows", type=int, default=given("rows", "200"))
    parser.add_argument("--kills", type=int, default=given("kills", "60"))
    parser.add_argument("--minutes", type=float, default=given("minutes", "60"), help="after which a run hangs")
    parser.add_argument("--seed", type=int, default=int(seed) if seed else None)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
