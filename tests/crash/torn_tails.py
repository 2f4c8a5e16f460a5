"""Last lines cut at every byte: what a crash in the middle of a write leaves."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.crash import checks
from tests.crash.matrix import Recording
from tests.crash.world import RUN, Life, World

__all__ = ["torn_tails"]

_SAMPLES = 5


def torn_tails(world: World, recording: Recording) -> tuple[list[str], str]:
    """Every promise that was broken, and the figures."""
    finished = recording.home / "recording" / "cases" / "leases" / "evals"
    whole = recording.files["five"]
    holes: list[str] = []
    cuts = 0
    for cut in _in_child(lambda: list(_cuts_without_work(world, finished))):
        cuts += 1
        holes += [f"{cut['file']} cut after {cut['bytes']} bytes of its last line: {hole}" for hole in cut["holes"]]
    lengths = _last_line(finished / RUN / "attempts.jsonl")
    samples = sorted({round(part * lengths / (_SAMPLES - 1)) for part in range(_SAMPLES)} - {lengths})
    for length in samples:
        case = world.case(f"torn-{length}")
        shutil.copytree(finished, case / "evals")
        run = case / "evals" / RUN
        lost = checks.records(run / "attempts.jsonl")[-1]["rollout_id"]
        _cut(run / "attempts.jsonl", length)
        _without(run / "events.jsonl", lost)
        ended = world.live(case, "five", "leases", Life())
        found = [f"it ended with {ended.code}: {ended.out}"] if ended.code else []
        found += checks.miscounted(run, 5) + checks.differences(checks.comparable(run), whole)
        holes += [f"the last result lost, its record cut after {length} bytes: {hole}" for hole in found]
    return holes, f"{cuts} cuts of a complete run, {len(samples)} runs that had to run a row again"


def _cuts_without_work(world: World, finished: Path) -> Iterator[dict[str, Any]]:
    """In one process: the last line of either file cut at every byte; what counts is in the other."""
    from osmosis_ai.eval.options import EvalOptions
    from osmosis_ai.eval.run import run_eval
    from tests.crash.world import Witness

    index = checks.comparable(finished / RUN)["index.jsonl"]
    for name in ("events.jsonl", "attempts.jsonl"):
        for length in range(_last_line(finished / RUN / name)):
            case = world.case("torn")
            shutil.copytree(finished, case / "evals")
            run = case / "evals" / RUN
            _cut(run / name, length)
            options = EvalOptions(config=world.home / "configs/eval/five.toml", name=RUN, output=case / "evals")
            holes = []
            try:
                display = Witness(lambda **_: None, None)
                if not run_eval(options, display, cwd=world.home, environ=dict(os.environ)).complete:
                    holes.append("the run is not complete any more")
                holes += _unlike(run, index, name)
            except Exception as error:
                holes.append(f"{type(error).__name__}: {error}")
            yield {"file": name, "bytes": length, "holes": holes}
            shutil.rmtree(case)


def _unlike(run: Path, index: str, name: str) -> list[str]:
    """What is not as it was. Only the attempts say how long a context got; with their record cut that is gone."""

    def rows(text: str) -> list[dict[str, Any]]:
        dropped = {"max_context_tokens"} if name == "attempts.jsonl" else set()
        return [{k: v for k, v in json.loads(line).items() if k not in dropped} for line in text.splitlines()]

    files = checks.comparable(run)
    holes = [] if rows(files["index.jsonl"]) == rows(index) else [f"index.jsonl is now {files['index.jsonl']}"]
    for file in ("attempts.jsonl", "events.jsonl"):
        if not (run / file).read_bytes().endswith(b"\n"):
            holes.append(f"{file} does not end with a line")
    if len(checks.records(run / "events.jsonl")) != len(rows(index)):
        holes.append("events.jsonl does not have each result once")
    return holes


def _last_line(path: Path) -> int:
    return len(path.read_bytes().splitlines(keepends=True)[-1])


def _cut(path: Path, length: int) -> None:
    os.truncate(path, path.stat().st_size - _last_line(path) + length)


def _without(path: Path, rollout_id: str) -> None:
    kept = [line for line in path.read_text().splitlines(keepends=True) if rollout_id not in line]
    path.write_text("".join(kept))


def _in_child(work: Callable[[], list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The work's result, from a process of its own: what forks afterwards must have no loop and no thread."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(read)
            with os.fdopen(write, "w") as file:
                json.dump(work(), file)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        text = file.read()
    os.waitpid(pid, 0)
    return json.loads(text)
