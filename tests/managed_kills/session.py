"""One session: the evaluations, the kills meanwhile, and what must hold at the end."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter

from tests.managed_kills import checks
from tests.managed_kills.world import Plan, World, opened, stop_server

__all__ = ["kills_by_now", "run"]

_PAUSES_SECONDS = (0.3, 5.0)
_STATIONARY_SECONDS = 0.5
_EARLY_SHARE = 0.25
_WEIGHTS = {"a job": 5.0, "what a job started": 2.0, "what holds a job": 2.0, "a job, frozen": 1.5, "the server": 2.0}
_OVER = frozenset({"finished", "failed", "stopped"})
_LOGS_SHOWN = 60


class _Watch:
    """What a person would see of the runs: nothing that was shown goes away again."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._seen = [("pending", 0)] * len(world.runs)
        self.holes: list[str] = []

    def look(self) -> bool:
        """Whether every run has ended."""
        for number, run_id in enumerate(self._world.runs):
            status, total = self._seen[number]
            if status in _OVER:
                continue
            answer = self._world.ask(f"/api/cli/eval-runs/{run_id}")
            if answer is None:
                return False
            now = answer["eval_run"]["status"], (answer.get("results") or {}).get("total_runs") or 0
            if now[1] < total:
                self.holes.append(f"run {number} had {total} results, and then {now[1]}")
            self._seen[number] = now
        return all(status in _OVER for status, _ in self._seen)

    def look_again(self) -> None:
        """Once every run has ended: each is in the state that it was seen in."""
        for number, run_id in enumerate(self._world.runs):
            answer = self._world.ask(f"/api/cli/eval-runs/{run_id}")
            status, _ = self._seen[number]
            if answer is None or answer["eval_run"]["status"] != status:
                self.holes.append(f"run {number} was {status}, and then {answer and answer['eval_run']['status']}")

    @property
    def results(self) -> int:
        return sum(total for _, total in self._seen)


def run(plan: Plan, told: object = None) -> list[str]:
    """Runs the plan; every promise that was broken."""

    def tell(text: str) -> None:
        sys.stderr.write(f"{time.strftime('%H:%M:%S')} {text}\n")

    tell(f"{plan}")
    began = time.monotonic()
    with opened(plan, tell) as world:
        submitted = time.monotonic()
        watch = _Watch(world)
        done = _kill_until_over(world, watch)
        worked = time.monotonic() - submitted
        holes = watch.holes
        holes += checks.left_on_the_machine(world)
        watch.look_again()
        checks.wait_for_launches(world)
        stop_server(world)
        found, figures = asyncio.run(checks.of_the_platform(world))
        holes += found
        if holes:
            _show(world)
        tell(
            f"{plan.engine}, {plan.database}, seed {plan.seed}: {plan.runs} runs of {plan.rows} rows in {worked:.0f} s"
            f" ({time.monotonic() - began:.0f} s in all); {sum(done.values())} kills ({dict(done)});"
            f" {figures}; {len(holes)} holes"
        )
    return holes


def _kill_until_over(world: World, watch: _Watch) -> Counter[str]:
    plan, chance = world.plan, world.chance
    done: Counter[str] = Counter()
    give_up = time.monotonic() + plan.minutes * 60
    deeds = world.deeds()
    planned = list(deeds)
    chance.shuffle(planned)
    again_at = 0.0
    while not watch.look():
        if time.monotonic() > give_up:
            watch.holes.append(f"not over after {plan.minutes:g} minutes")
            break
        world.thaw()
        world.engine.revive()  # as whatever supervises a node: Ray's ends a minute after a head that forgot it
        if world.server is not None and world.server.poll() is not None:
            watch.holes.append(f"the server ended by itself, with {world.server.returncode}")
            world.start_server()
        if sum(done.values()) < kills_by_now(plan, watch.results) and time.monotonic() > again_at:
            again_at = time.monotonic() + chance.uniform(*_PAUSES_SECONDS)
            name = planned[-1] if planned else chance.choices(list(deeds), [_WEIGHTS.get(n, 1.0) for n in deeds])[0]
            did = deeds[name]()
            if did is not None:
                done[name] += 1
                planned = planned[:-1]
                world.told(f"kill {sum(done.values())} ({watch.results} results): {name}: {did}")
            elif planned:
                planned.insert(0, planned.pop())
        time.sleep(_STATIONARY_SECONDS)
    world.thaw(every=True)
    return done


def kills_by_now(plan: Plan, results: int) -> float:
    """How many kills may be done: a quarter while environments are made, the others as results come in."""
    return plan.kills * min(1.0, _EARLY_SHARE + results / (plan.runs * plan.rows))


def _show(world: World) -> None:
    for number, run_id in enumerate(world.runs):
        answer = world.ask(f"/api/cli/eval-runs/{run_id}/logs", limit=_LOGS_SHOWN, direction="older")
        if answer is not None:
            world.told(f"run {number}:")
            for line in answer["logs"]:
                world.told(f"    {line['timestamp']} {line['level']} [{line['step']}] {line['message'][:300]}")
    world.told(world.log.read_text(errors="replace")[-8000:])
