"""One run killed twenty times, whenever, and resumed each time."""

from __future__ import annotations

import random

from tests.crash import checks
from tests.crash.stub_model import KEY
from tests.crash.world import ROWS, RUN, Life, World

__all__ = ["random_kills"]

KILLS = 20
_DATASET = "many"
_STARTING_SEC, _WORKING_SEC = 1.5, 0.9
_STARTING_SHARE = 0.25


def random_kills(world: World, seed: int) -> tuple[list[str], str]:
    """Every promise that was broken, and the figures."""
    chance = random.Random(seed)
    whole = world.case("never-killed")
    if (ended := world.live(whole, _DATASET, "leases")).code != 0:
        return [f"the run that nobody killed ended with {ended.code}: {ended.out}"], ""
    case = world.case("killed-at-random")
    run = case / "evals" / RUN
    acknowledged: dict[str, str | None] = {}
    holes: list[str] = []
    kills = lives = 0
    while True:
        ended = world.live(case, _DATASET, "leases", _some_life(chance) if kills < KILLS else Life())
        lives += 1
        kills += ended.killed
        acknowledged |= ended.acknowledged
        holes += checks.lost(run, acknowledged)
        if not ended.killed:
            break
    if ended.code != 0:
        return [*holes, f"after {kills} kills it ended with {ended.code}: {ended.out}"], ""
    if kills < KILLS:
        holes.append(f"it was complete after {kills} kills")
    holes += checks.forgotten(run, world.model.paid(case.name))
    holes += checks.miscounted(run, len(ROWS[_DATASET]))
    files = checks.comparable(run)
    holes += checks.differences(files, checks.comparable(whole / "evals" / RUN))
    holes += checks.leaked(run, KEY + case.name)
    holes += checks.processes_left(case)
    attempts = checks.records(run / "attempts.jsonl")
    started = sum(record["event"] == "started" for record in attempts)
    figures = (
        f"seed {seed}: {kills} kills in {lives} lives; {len(ROWS[_DATASET])} rows, {started} attempts started, "
        f"{started - len(ROWS[_DATASET])} of them lost; {len(acknowledged)} results acknowledged, "
        f"{len(files)} files compared"
    )
    return holes, figures


def _some_life(chance: random.Random) -> Life:
    """One in four is killed while it starts, the others at work."""
    if chance.random() < _STARTING_SHARE:
        return Life(kill_after_sec=chance.uniform(0, _STARTING_SEC))
    return Life(kill_after_sec=chance.uniform(0, _WORKING_SEC), working=True)
