"""The embedded model's own process, killed under a run."""

from __future__ import annotations

import os
import signal
import time
from importlib.util import find_spec
from pathlib import Path

from tests.crash import checks
from tests.crash.world import ROWS, RUN, World

__all__ = ["embedded_model_deaths"]

_DATASET = "embedded"
_KILLS = 2
_PAUSE_SEC = 1.5


def embedded_model_deaths(world: World) -> tuple[list[str], str]:
    """Every promise that was broken, and the figures."""
    if find_spec("xllamacpp") is None:
        return [], "not tried: the extra `local` is not installed"
    case = world.case("embedded")
    killed: list[int] = []
    due = 0.0

    def kill_now_and_then() -> None:
        nonlocal due
        run = case / "evals" / RUN / "attempts.jsonl"
        now = time.monotonic()
        if len(killed) < _KILLS and now >= due and run.exists() and run.stat().st_size:
            due = now + _PAUSE_SEC
            for pid, command in checks.running(case).items():
                if "osmosis_ai.models.embedded.llama_server" in command and "child_supervisor" not in command:
                    os.kill(int(pid), signal.SIGKILL)
                    killed.append(int(pid))

    ended = world.live(case, _DATASET, "leases", meanwhile=kill_now_and_then)
    run: Path = case / "evals" / RUN
    holes = checks.lost(run, ended.acknowledged)
    if len(killed) < _KILLS:
        holes.append(f"the model was killed {len(killed)} times only")
    if ended.code != 0:
        return [*holes, f"the run did not complete by itself: {ended.code} {ended.out} {ended.told[-1]}"], ""
    ends = checks.journalled(run).values()
    wrongly = [end for end in ends if end["outcome"] not in {"scored", "infrastructure_failed"}]
    holes += [f"a row under a dead model was judged: {end}" for end in wrongly]
    holes += checks.miscounted(run, len(ROWS[_DATASET])) + checks.processes_left(case)
    failed = sum(end["outcome"] == "infrastructure_failed" for end in ends)
    return holes, f"killed {len(killed)} times; {len(ends)} attempts, {failed} of them the infrastructure's failure"
