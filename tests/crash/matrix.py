"""The matrix: every point in a run of its own, killed there, resumed, and compared with one that was never killed."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.crash import checks, hook, managed
from tests.crash.managed import ManagedLife, ManagedWorld, Template
from tests.crash.points import Point
from tests.crash.result_path import JOB, PLATFORM, RECORDING, SUPERSEDING
from tests.crash.stub_model import DEATHS, KEY, StubModel
from tests.crash.world import ROWS, RUN, Ended, Life, World

__all__ = [
    "SCENARIOS",
    "Case",
    "Recording",
    "Scenario",
    "Verdict",
    "cases_of",
    "full_disks",
    "model_deaths",
    "opened",
    "record",
    "run_cases",
]

_MOST_LIVES = 4
_LOOP = 3
_INCOMPLETE = 3


@dataclass(frozen=True)
class Scenario:
    """An evaluation that gets to places where others do not.

    `left`: it goes on with what a crash has left. `retried`: it runs the failed rows of a complete run again.
    `managed`: it is a run of a platform, whose `job` is killed, or whose `platform`'s server; with `large`, no file of
    it goes with the request that names it.
    """

    name: str
    dataset: str = "five"
    dialect: str = "leases"
    in_server: bool = False
    interrupted: bool = False
    left: bool = False
    retried: bool = False
    managed: str = ""
    large: bool = False


_MANAGED = {"job": frozenset(JOB), "platform": frozenset(PLATFORM)}
"""Which points a managed run is killed at: the engine's are those of every evaluation."""
SCENARIOS = (
    Scenario("leases"),
    Scenario("callbacks", dialect="callbacks"),
    Scenario("resumed", left=True),
    Scenario("retried", retried=True),
    Scenario("faulty", dataset="faulty"),
    Scenario("interrupted", dataset="slow", interrupted=True),
    Scenario("server", in_server=True),
    Scenario("server-callbacks", dialect="callbacks", in_server=True),
    Scenario("job", managed="job"),
    Scenario("job-large", managed="job", large=True),
    Scenario("job-resumed", managed="job", left=True),
    Scenario("platform", managed="platform"),
    Scenario("platform-large", managed="platform", large=True),
)


@dataclass(frozen=True)
class Case:
    """One run to be killed: at a point's hit of that number, or under a model that dies."""

    number: int
    scenario: Scenario
    point: int = -1
    hit: int = 0
    name: str = ""
    deed: str = "kill"
    model_dies: tuple[str, int] | None = None


@dataclass(frozen=True)
class Verdict:
    """What came of a case: `reached` its point, and every promise that was broken."""

    number: int
    reached: bool
    holes: list[str]
    seconds: float


@dataclass
class Recording:
    """A run of each scenario that was not killed: its files, and how often each point was passed."""

    home: Path
    hits: dict[str, dict[int, int]]
    files: dict[str, checks.Files]
    template: Template | None = None
    """The platform of managed runs, where there are any."""


def record(home: Path, scenarios: Sequence[Scenario] = SCENARIOS) -> Recording:
    """Runs each scenario once, the first in any case. Raises RuntimeError when one does not end as it should."""
    recording = Recording(home, {}, {})
    with opened(home / "recording") as world:
        world.live(world.case("died"), "five", "leases", Life(kill_after_sec=0, working=True))
        for scenario in dict.fromkeys((SCENARIOS[0], *scenarios)):
            if scenario.managed:
                continue
            case = world.case(scenario.name)
            _set_up(scenario, case, home / "recording")
            ended = world.live(case, scenario.dataset, scenario.dialect, _life(scenario))
            recording.hits[scenario.name] = hook.hits_in(
                case / ("server.hits" if scenario.in_server else "orchestrator.hits")
            )
            if ended.code == _INCOMPLETE:  # it was interrupted, or a row took the server down once too often
                ended = world.live(case, scenario.dataset, scenario.dialect)
            if ended.code != 0:
                raise RuntimeError(f"the run of {scenario.name} ended with {ended.code}:\n{ended.out}\n{ended.told}")
            files = checks.comparable(case / "evals" / RUN)
            differing = checks.differences(files, recording.files.setdefault(scenario.dataset, files))
            if differing:
                raise RuntimeError(f"two runs that nobody killed differ: {differing}")
    if any(scenario.managed for scenario in scenarios):
        recording.template = managed.made_template(home / "template")
        with managed.opened_managed(home / "managed", recording.template) as platform:
            for scenario in (each for each in scenarios if each.managed):
                case = platform.home / "cases" / scenario.name
                case.mkdir(parents=True)
                recording.hits[scenario.name] = managed.outcome(platform, case, _managed_life(scenario))
    return recording


def leave_behind(finished: Path, left: Path) -> None:
    """What a crash leaves: two of five results in both files, one in the journal alone, two lost, torn tails."""
    shutil.copytree(finished, left)
    run = left / RUN
    attempts, events = run / "attempts.jsonl", run / "events.jsonl"
    started = {json.loads(line)["row_index"]: line for line in _lines(attempts) if b'"started"' in line}
    ended = {json.loads(line)["row_index"]: line for line in _lines(attempts) if b'"ended"' in line}
    written = {json.loads(line)["row_index"]: line for line in _lines(events)}
    attempts.write_bytes(b"".join([*started.values(), *(ended[row] for row in (0, 2, 3))]) + ended[1][:50])
    events.write_bytes(written[0] + written[2] + written[3][:20])
    for name in ("index.jsonl", "summary.jsonl"):
        (run / name).unlink()
    for name in ("metrics.json", "progress.json"):
        (run / f".{name}.0123abcd.part").write_bytes(b"{")


def leave_owner(died: Path, left: Path) -> None:
    """The claim and the server record of a process that is gone, and what one that died over the claim left."""
    shutil.copytree(died / ".locks", left / ".locks", dirs_exist_ok=True)
    (left / ".locks" / f"{RUN}.owner.{'0' * 32}.next").touch()
    shutil.copy(died / RUN / "server.json", left / RUN)


def begin_in_vain(output: Path) -> None:
    """What a crash leaves of a run whose folder was being made."""
    (output / RUN / "artifacts").mkdir(parents=True)
    (output / RUN / ".manifest.json.0123abcd.part").write_bytes(b"{")


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def cases_of(recording: Recording, *, first: int = 0) -> Iterator[Case]:
    """A case for the first hit of each point, in the first scenario that has it; for loops that write also others."""
    number = first
    done: set[int] = set()
    points = hook.all_points()
    for scenario in SCENARIOS:
        for point, count in sorted(recording.hits.get(scenario.name, {}).items()):
            if scenario.managed and points[point].module not in _MANAGED[scenario.managed]:
                continue
            if point not in done or (scenario.retried and points[point].module in SUPERSEDING):
                done.add(point)
                superseding = scenario.retried and count < _LOOP
                for hit in range(1, count + 1) if superseding else _hits(points[point], count):
                    yield Case(number, scenario, point, hit, str(points[point]))
                    number += 1


def _hits(point: Point, count: int) -> list[int]:
    """The first; a middle one in the modules that record results, and of their writes the last one."""
    if count < _LOOP or point.module not in RECORDING:
        return [1]
    return sorted({1, (count + 1) // 2, count} if point.kind == "disk" else {1, (count + 1) // 2})


def model_deaths(first: int) -> Iterator[Case]:
    """The model's process dies at each moment of its second call for a rollout (the first call is the preflight's)."""
    for offset, (death, call) in enumerate((death, call) for death in DEATHS for call in (2, 4)):
        name = f"the model, {death}, call {call}"
        yield Case(first + offset, SCENARIOS[0], name=name, model_dies=(death, call))


def full_disks(recording: Recording, modules: Sequence[str], first: int) -> Iterator[Case]:
    """The disk refuses one write, or takes nothing more from it on: the first, a middle and the last one of a point."""
    points = hook.all_points(modules)
    number = first
    for scenario in SCENARIOS[:4]:
        for point, count in sorted(recording.hits.get(scenario.name, {}).items()):
            if point in points and points[point].fills:
                for hit, deed in itertools.product(sorted({1, (count + 1) // 2, count}), ("refuse", "full")):
                    yield Case(number, scenario, point, hit, str(points[point]), deed=deed)
                    number += 1


def _set_up(scenario: Scenario, case: Path, recorded: Path) -> None:
    if scenario.left:
        leave_behind(recorded / "cases" / "leases" / "evals", case / "evals")
        leave_owner(recorded / "cases" / "died" / "evals", case / "evals")
    if scenario.retried:
        shutil.copytree(recorded / "cases" / "leases" / "evals", case / "evals")
    if scenario.interrupted:
        begin_in_vain(case / "evals")


def _life(scenario: Scenario) -> Life:
    return Life(
        in_server=scenario.in_server,
        interrupt_after=1 if scenario.interrupted else None,
        retry_failed=scenario.retried,
    )


@contextlib.contextmanager
def opened(home: Path) -> Iterator[World]:
    """A workspace in a new folder, with a model that answers."""
    home.mkdir(parents=True)
    model = StubModel(home)
    world = World(home, model)
    world.make()
    model.start()
    try:
        yield world
    finally:
        model.stop()


def run_cases(
    cases: Sequence[Case], recording: Recording, *, jobs: int, told: Callable[[Case, Verdict], None]
) -> list[Verdict]:
    """Runs the cases in as many processes at a time; `told` hears of each verdict."""
    queue_out, queue_in = os.pipe()
    verdicts_out, verdicts_in = os.pipe()
    by_number = {case.number: case for case in cases}
    for offset in range(len(cases)):
        os.write(queue_in, offset.to_bytes(4))
    os.close(queue_in)
    workers = []
    for worker in range(jobs):
        pid = os.fork()
        if pid == 0:
            os.close(verdicts_out)
            with contextlib.suppress(KeyboardInterrupt):
                _work(recording.home / f"worker-{worker}-{cases[0].number}", cases, recording, queue_out, verdicts_in)
            os._exit(0)
        workers.append(pid)
    os.close(queue_out)
    os.close(verdicts_in)
    found = []
    with os.fdopen(verdicts_out) as lines:
        for line in lines:
            verdict = Verdict(**json.loads(line))
            told(by_number[verdict.number], verdict)
            found.append(verdict)
    for pid in workers:
        os.waitpid(pid, 0)
    return found


def _work(home: Path, cases: Sequence[Case], recording: Recording, queue: int, verdicts: int) -> None:
    with opened(home) as world, contextlib.ExitStack() as stack:
        platform: ManagedWorld | None = None
        while offset := os.read(queue, 4):
            case = cases[int.from_bytes(offset)]
            began = time.monotonic()
            try:
                if case.scenario.managed:
                    if platform is None:
                        assert recording.template is not None
                        opening = managed.opened_managed(home / "managed", recording.template)
                        platform = stack.enter_context(opening)
                    reached, holes = _managed_verdict(platform, case)
                else:
                    reached, holes = _Trial(world, case, recording).verdict()
            except Exception as error:
                reached, holes = True, [f"the trial itself failed: {type(error).__name__}: {error}"]
            verdict = {"number": case.number, "reached": reached, "holes": holes, "seconds": time.monotonic() - began}
            os.write(verdicts, json.dumps(verdict).encode() + b"\n")
            if not holes:
                shutil.rmtree(world.case(str(case.number)), ignore_errors=True)
    sys.stdout.flush()


def _managed_verdict(platform: ManagedWorld, case: Case) -> tuple[bool, list[str]]:
    folder = platform.home / "cases" / str(case.number)
    folder.mkdir(parents=True)
    life = replace(_managed_life(case.scenario), point=case.point, hit=case.hit)
    reached, holes = managed.verdict(platform, folder, life)
    if not holes:
        shutil.rmtree(folder, ignore_errors=True)
    return reached, holes


def _managed_life(scenario: Scenario) -> ManagedLife:
    return ManagedLife(in_server=scenario.managed == "platform", large=scenario.large, left=scenario.left)


class _Trial:
    """One case: the life that is killed, and those after it."""

    def __init__(self, world: World, case: Case, recording: Recording) -> None:
        self._world = world
        self._case = case
        self._scenario = case.scenario
        self._whole = recording.files[case.scenario.dataset]
        self._folder = world.case(str(case.number))
        self._rows = len(ROWS[case.scenario.dataset])
        self._recorded = recording.home / "recording"

    def verdict(self) -> tuple[bool, list[str]]:
        """True when the point was reached; what was broken."""
        case, scenario = self._case, self._scenario
        _set_up(scenario, self._folder, self._recorded)
        if case.model_dies is not None:
            return True, self._under_dying_model()
        life = replace(_life(scenario), point=case.point, hit=case.hit, deed=case.deed)
        ended = self._live(life)
        if scenario.in_server:
            reached = (self._folder / "server.synced").exists()
            return reached, [*self._by_itself(ended), *self._afterwards("evals", ended)]
        if case.deed != "kill":
            return True, [*self._clear_stop(ended), *self._afterwards("evals", ended)]
        if not ended.killed:
            return False, [] if ended.code in (0, _INCOMPLETE) else [
                f"it ended with {ended.code} by itself: {_last(ended)}"
            ]
        cut = self._cut()
        paid = self._world.model.paid(self._folder.name)
        holes = self._afterwards("evals", ended)
        if cut:
            holes += [f"after a power cut: {hole}" for hole in self._afterwards("cut", ended.until_dying, paid)]
        return True, holes

    def _live(self, life: Life) -> Ended:
        return self._world.live(self._folder, self._scenario.dataset, self._scenario.dialect, life)

    def _afterwards(self, output: str, killed: Ended, paid: set[str] | None = None) -> list[str]:
        """What is wrong right after the death, and once the run is complete."""
        run = self._folder / output / RUN
        acknowledged = dict(killed.acknowledged)
        holes = checks.lost(run, acknowledged)
        ended = killed
        for _ in range(_MOST_LIVES):
            if ended.code == 0 and ended is not killed:
                break
            ended = self._live(Life(output=output))
            acknowledged |= ended.acknowledged
            if ended.code not in (0, _INCOMPLETE):
                return [*holes, f"resumed, it ended with {ended.code}: {_last(ended)}"]
        if ended.code != 0:
            return [*holes, f"it is not complete after {_MOST_LIVES} lives"]
        holes += [hole for hole in checks.lost(run, acknowledged) if hole not in holes]
        holes += checks.forgotten(run, self._world.model.paid(self._folder.name) if paid is None else paid)
        holes += checks.miscounted(run, self._rows, retried=self._scenario.retried)
        holes += checks.differences(checks.comparable(run), self._whole)
        holes += checks.leaked(run, KEY + self._folder.name)
        holes += checks.processes_left(self._folder)
        return holes

    def _cut(self) -> bool:
        """The run as a power cut would have left it: without what was not synced. False when everything was."""
        note = self._folder / "orchestrator.synced"
        synced = json.loads(note.read_text()) if note.exists() else {}
        lengths = {}
        for name in ("attempts.jsonl", "events.jsonl"):
            path = self._folder / "evals" / RUN / name
            if path.exists() and path.stat().st_size > synced.get(str(path), 0):
                if synced.get(str(path)) is None and self._scenario.left:
                    continue  # it was there before, and has not been written in this life
                lengths[name] = synced.get(str(path), 0)
        if lengths:
            shutil.copytree(self._folder / "evals", self._folder / "cut")
            for name, length in lengths.items():
                os.truncate(self._folder / "cut" / RUN / name, length)
        return bool(lengths)

    def _by_itself(self, ended: Ended) -> list[str]:
        """After the server's death the same run goes on; only before anything was dispatched may it end, in words."""
        dispatching = any("dispatching" in told.get("log", "") for told in ended.told)
        if ended.code == 0 or (ended.code == 1 and not dispatching and "error" in ended.told[-1]):
            return []
        return [f"the run did not complete by itself after its server died: {ended.code}: {_last(ended)}"]

    def _clear_stop(self, ended: Ended) -> list[str]:
        """A full disk ends the run in words that name a file of it and say what to do."""
        said = next((told for told in ended.told if "error" in told), None)
        if ended.code == 0 and said is None:
            return []  # what could not be written was a log, or was not needed
        if ended.code != 1 or said is None:
            return [f"a full disk ended it with {ended.code}: {_last(ended)}"]
        if "evals" not in said["error"] or not said["hint"]:
            return [f"a full disk ended it with an error that does not help: {said}"]
        return []

    def _under_dying_model(self) -> list[str]:
        """Rows under a model that died are tried again, and end as under one that did not."""
        death, call = self._case.model_dies or ("", 0)
        model = self._world.model
        model.stop()
        model.start(death, call)
        died: list[bool] = []
        ended = self._world.live(
            self._folder, "five", "leases", Life(), meanwhile=lambda: died.append(True) if model.revive() else None
        )
        holes = [] if died else ["the model did not die"]
        wrongly = [
            r for r in checks.journalled(self._folder / "evals" / RUN).values() if r["outcome"] == "agent_failed"
        ]
        if len(wrongly) != 1:
            holes.append(f"rows under a dead model were scored: {wrongly}")
        return [*holes, *self._afterwards("evals", ended)]


def _last(ended: Ended) -> str:
    said: list[Any] = [told for told in ended.told if "error" in told]
    return f"{said[-1] if said else ''} {ended.out.strip()[-600:]}"
