"""One session: the recording, the cases, and the table."""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.crash import hook, listing, world
from tests.crash.embedded_model import embedded_model_deaths
from tests.crash.matrix import (
    SCENARIOS,
    Case,
    Recording,
    Verdict,
    cases_of,
    full_disks,
    model_deaths,
    opened,
    record,
    run_cases,
)
from tests.crash.random_kills import random_kills
from tests.crash.result_path import ORCHESTRATOR
from tests.crash.small_disk import small_disks
from tests.crash.torn_tails import torn_tails
from tests.support.parts import part_of

__all__ = ["session"]


def session(home: Path, options: argparse.Namespace) -> int:
    """Runs what the options ask for; how many promises were broken."""
    (home / "code").mkdir()
    os.environ[hook.CODE_VARIABLE] = str(home / "code")
    world.prepare()
    parts = set(options.parts.split(","))
    named = None if options.scenarios is None else options.scenarios.split(",")
    recording = record(home, [scenario for scenario in SCENARIOS if named is None or scenario.name in named])
    if options.record:
        return _say_what_was_passed(recording)
    holes = 0
    cases = list(cases_of(recording))
    if "matrix" in parts:
        holes += _matrix(cases, recording, options)
    if "models" in parts:
        holes += _extra("deaths of the model", list(model_deaths(10_000)), recording, options)
    if "full" in parts:
        holes += _extra("full disks", list(full_disks(recording, ORCHESTRATOR, 20_000)), recording, options)
    with opened(home / "single") as single:
        if "full" in parts:
            holes += _told("small disks", small_disks(single, recording))
        if "torn" in parts:
            holes += _told("torn tails", torn_tails(single, recording))
        if "models" in parts:
            holes += _told("deaths of the embedded model", embedded_model_deaths(single))
        if "random" in parts:
            seed = random.randrange(10**6) if options.seed is None else options.seed
            holes += _told("random kills", random_kills(single, seed))
    return holes


def _told(what: str, found: tuple[list[str], str]) -> int:
    holes, figures = found
    print(f"{what}: {figures}; {len(holes)} holes", *holes, sep="\n    ")
    return len(holes)


def _chosen(cases: Sequence[Case], options: argparse.Namespace) -> list[Case]:
    chosen = [case for case in cases if options.only is None or options.only in case.name]
    if options.scenarios is not None:
        chosen = [case for case in chosen if case.scenario.name in options.scenarios.split(",")]
    if options.points is not None:
        first, _, last = options.points.partition("..")
        chosen = [case for case in chosen if int(first) <= case.number <= int(last or first)]
    return part_of(chosen) if chosen else []


def _run(cases: Sequence[Case], recording: Recording, options: argparse.Namespace) -> list[Verdict]:
    done = 0

    def told(case: Case, verdict: Verdict) -> None:
        nonlocal done
        done += 1
        sys.stderr.write(f"\r{done}/{len(cases)} " if sys.stderr.isatty() else "")
        if verdict.holes:
            print(f"HOLE at {case.number} {case.scenario.name} hit {case.hit}: {case.name}")
            for hole in verdict.holes:
                print(f"    {hole}")
            sys.stdout.flush()

    return run_cases(cases, recording, jobs=options.jobs, told=told) if cases else []


def _matrix(cases: Sequence[Case], recording: Recording, options: argparse.Namespace) -> int:
    chosen = _chosen(cases, options)
    verdicts = _run(chosen, recording, options)
    by_number = {case.number: case for case in chosen}
    killed = {by_number[verdict.number].name for verdict in verdicts if verdict.reached}
    holes = sum(bool(verdict.holes) for verdict in verdicts)
    listed = listing.computed()
    meant = {name for name, coverage in listed.items() if coverage == "killed"}
    everything = options.scenarios is None and chosen == list(cases)
    missed = sorted(meant - killed) if everything else []
    for name in missed:
        print(f"NOT REACHED: {name}")
    for name in sorted(killed - meant):
        print(f"needlessly exempt: {name}")
    unreached = [verdict for verdict in verdicts if not verdict.reached]
    modules = Counter(name.partition(":")[0] for name in killed)
    print(f"\n{'module':<44} {'points':>6} {'killed':>6} {'exempt':>6}")
    for module in hook.MODULES:
        mine = [name for name in listed if name.startswith(f"{module}:")]
        if mine:
            print(f"{module:<44} {len(mine):>6} {modules[module]:>6} {sum(name not in meant for name in mine):>6}")
    print(
        f"{'all':<44} {len(listed):>6} {len(killed):>6} {len(listed) - len(meant):>6}\n"
        f"{len(chosen)} cases, {len(unreached)} of them not reached at that hit; {holes} with holes; "
        f"{len(missed)} points missed"
    )
    return holes + len(missed)


def _extra(what: str, cases: Sequence[Case], recording: Recording, options: argparse.Namespace) -> int:
    chosen = _chosen(cases, options)
    verdicts = _run(chosen, recording, options)
    holes = sum(bool(verdict.holes) for verdict in verdicts)
    print(f"{what}: {len(verdicts)} cases, {holes} with holes")
    return holes


def _say_what_was_passed(recording: Recording) -> int:
    listed = listing.computed()
    passed = {hit for hits in recording.hits.values() for hit in hits}
    for number, point in sorted(hook.all_points().items()):
        if number not in passed and listed[str(point)] == "killed":
            print(f"not passed: {point}")
    for scenario in SCENARIOS:
        print(f"{scenario.name}: {len(recording.hits.get(scenario.name, {}))} points passed")
    print(f"{len(listed)} points, {len(passed)} passed; {len(list(cases_of(recording)))} cases")
    return 0
