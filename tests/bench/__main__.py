"""`python -m tests.bench`: how fast ours is beside the published package and inspect_ai, in one run on this machine.

Exit code 1 when the figures cannot be compared, or when one of them misses its bound.
"""

import argparse
import json
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.bench import gates, report
from tests.bench.crowd import crowd_gates, crowd_line, measure_crowd
from tests.bench.datasets import compare_validation, dataset_gates, dataset_table
from tests.bench.first_rollout import compare_first_rollout
from tests.bench.gates import Bounds, Gate
from tests.bench.harbor_trials import harbor_gates, harbor_line, measure_harbor
from tests.bench.live import live_cost
from tests.bench.managed import managed_cost
from tests.bench.platform_load import measure_platform
from tests.bench.run_list import measure_run_lists, run_list_gates, run_list_lines
from tests.bench.scale import FEW_ROWS, Scaled, resume, run_of
from tests.bench.sides import ROLLOUT, EvalRun, InspectEval
from tests.bench.start_up import compare_start_up
from tests.bench.stored import export_memory, regrade
from tests.bench.throughput import Throughput
from tests.bench.transfers import measure_transfers, transfer_gates, transfer_lines
from tests.bench.work import Load, NotComparableError
from tests.peers.inspect_ai import inspect_ai
from tests.peers.published import Installation, PeerMissingError, command_environment, ours, published
from tests.peers.stub_model import stub_model
from tests.peers.workspace import PeerWorkspace, make_workspace

PARTS = (
    "start-up",
    "datasets",
    "throughput",
    "live",
    "scale",
    "resume",
    "grade",
    "export",
    "platform",
    "managed",
    "harbor",
    "transfers",
    "crowd",
    "run-list",
)
_OURS_ALONE = {"grade", "export", "platform", "managed", "harbor", "transfers", "crowd", "run-list"}
_NOT_QUICK = ("datasets", "live", "scale", "resume", *sorted(_OURS_ALONE))
_GRADED_ROWS = 1000


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is measured, and what must come of it."""

    loads: tuple[Load, ...]
    repeats: int
    pairs: int
    live: Load
    live_pairs: int
    scale_rows: int
    dataset_share: float
    dataset_pairs: int
    bounds: Bounds
    transfer_mib: int
    platform_sec: float = 10.0


def _amount(arguments: argparse.Namespace) -> Amount:
    rows, scale_rows, mib = arguments.rows, arguments.scale_rows, arguments.transfer_mib
    live = Load(2 * rows, 32)
    if arguments.quick:
        return Amount((Load(60, 1), Load(200, 32)), 3, 3, live, 3, scale_rows, 0.25, 1, gates.QUICK, mib)
    loads = (Load(max(2, rows // 4), 1), Load(rows, 32))
    return Amount(
        loads,
        arguments.repeats,
        arguments.pairs,
        live,
        arguments.live_pairs,
        scale_rows,
        1.0,
        arguments.repeats,
        gates.FULL,
        mib,
    )


def _parse(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--rows", type=int, default=1000, help="rows at 32 in flight; a quarter of them at 1")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each side under each load")
    parser.add_argument("--pairs", type=int, default=10, help="pairs of start-up runs for each command")
    parser.add_argument("--live-pairs", type=int, default=5, help="pairs of watched and unwatched runs")
    parser.add_argument(
        "--scale-rows", type=int, default=100_000, help=f"rows of the run beside that of {FEW_ROWS}; runs of a list"
    )
    parser.add_argument("--transfer-mib", type=int, default=2048, help="size of the file that is sent and fetched")
    parser.add_argument(
        "--quick",
        action="store_true",
        help=f"a smoke run with bounds of its own; unless asked for by --only, not judged: {', '.join(_NOT_QUICK)}",
    )
    parser.add_argument("--only", choices=PARTS, help="measure only this")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was measured there as well")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put what was printed into that document")
    arguments = parser.parse_args(argv)
    for name in ("rows", "repeats", "pairs", "live_pairs", "scale_rows", "transfer_mib"):
        if getattr(arguments, name) < (2 if name.endswith("rows") else 1):
            parser.error(f"--{name.replace('_', '-')} is too small")
    return arguments


def main(argv: list[str]) -> int:
    """Measures, prints, and returns the exit code."""
    arguments = _parse(argv)
    parts = {arguments.only} if arguments.only else set(PARTS) - set(_NOT_QUICK if arguments.quick else ())
    try:
        with tempfile.TemporaryDirectory(prefix="osmosis-bench-") as folder:
            bench = Bench(_amount(arguments), Path(folder))
            bench.run(parts)
    except (NotComparableError, PeerMissingError) as error:
        print(f"\nThe figures cannot be compared. {error}", file=sys.stderr)
        return 1
    bench.say(report.gate_table(bench.gates))
    unjudged = [part for part in PARTS if part not in parts]
    if unjudged:
        bench.say(f"Not judged in this run: {', '.join(unjudged)}.")
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(report.document(bench.measured, bench.gates), indent=2) + "\n")
    if arguments.write is not None:
        files = ("--write", str(arguments.write), "--json", str(arguments.json))
        asked = [part for part in argv if part not in files]
        report.write_section(arguments.write, shlex.join(["python", "-m", "tests.bench", *asked]), bench.said)
    return 0 if all(gate.held for gate in bench.gates) else 1


@dataclass(slots=True)
class Bench:
    """One run of the benchmark: what it measured, what it said, and its gates."""

    amount: Amount
    folder: Path
    measured: dict[str, Any] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    gates: list[Gate] = field(default_factory=list)

    def say(self, text: str) -> None:
        """Prints it, and keeps it for the document."""
        self.said.append(text)
        print(text + "\n", flush=True)

    def run(self, parts: set[str]) -> None:
        """Measures these parts. Raises NotComparableError and PeerMissingError."""
        mine, env = ours(), command_environment(self.folder / "home")
        alone = {
            "grade": lambda: self._grade(mine, env),
            "export": lambda: self._export(mine, env),
            "platform": self._platform,
            "managed": lambda: self._managed(mine, env),
            "harbor": self._harbor,
            "transfers": self._transfers,
            "crowd": self._crowd,
            "run-list": self._run_list,
        }
        for part, measure in alone.items():
            if part in parts:
                measure()
        if not parts - _OURS_ALONE:
            return
        theirs = published()
        self.say(f"ours {mine.version}, the published {theirs.version}, and inspect_ai, by turns.\n{report.MEASURED}")
        if "start-up" in parts:
            self._start_up(mine, theirs, env)
        if "datasets" in parts:
            self._datasets(mine, theirs, env)
        if "throughput" in parts:
            self._throughput(mine, theirs, env)
        if "live" in parts:
            self._live(mine, env)
        if parts & {"scale", "resume"}:
            self._scale(mine, env, parts)

    def _platform(self) -> None:
        found = measure_platform(self.folder / "platform", seconds=self.amount.platform_sec, starts=self.amount.repeats)
        self.measured["platform"] = asdict(found)
        self.gates += gates.platform_gates(found)
        self.say(report.platform_line(found))

    def _managed(self, mine: Installation, env: Mapping[str, str]) -> None:
        load = self.amount.loads[-1]
        workspace = make_workspace(self.folder / "managed" / "workspace", load.rows)
        workspace.add_rollout(ROLLOUT, version=mine.version)
        with stub_model() as stub:
            measuring = Throughput(workspace, stub, {**env, **stub.environment()})
            side = EvalRun(mine, workspace)
            measuring.sides = [side]
            measuring.warm_up()
            found = managed_cost(measuring, side, load, self.amount.repeats, stub)
        self.measured["managed"] = asdict(found)
        self.gates += gates.managed_gates(found)
        self.say(report.managed_line(found))

    def _harbor(self) -> None:
        found = measure_harbor(self.folder / "harbor", trials=self.amount.repeats)
        self.measured["harbor"] = asdict(found)
        self.gates += harbor_gates(found)
        self.say(harbor_line(found))

    def _transfers(self) -> None:
        amount = self.amount
        found = measure_transfers(self.folder / "transfers", mib=amount.transfer_mib, rounds=amount.repeats)
        self.measured["transfers"] = asdict(found)
        self.gates += transfer_gates(found)
        self.say(transfer_lines(found))

    def _crowd(self) -> None:
        found = measure_crowd(self.folder / "crowd")
        self.measured["crowd"] = asdict(found)
        self.gates += crowd_gates(found)
        self.say(crowd_line(found))

    def _run_list(self) -> None:
        found = measure_run_lists(self.folder / "run-list", runs=self.amount.scale_rows)
        self.measured["run_list"] = [asdict(one) for one in found]
        self.gates += run_list_gates(found)
        self.say(run_list_lines(found))

    def _start_up(self, mine: Installation, theirs: Installation, env: Mapping[str, str]) -> None:
        found = compare_start_up(mine, theirs, pairs=self.amount.pairs, cwd=self.folder, env=env)
        self.measured["start_up"] = [asdict(result) for result in found]
        self.gates += gates.start_up_gates(found)
        self.say(report.start_up_table(found))
        workspace = make_workspace(self.folder / "first-rollout", 1)
        workspace.add_rollout(ROLLOUT, version=theirs.version)
        with stub_model() as stub:
            first = compare_first_rollout(
                EvalRun(mine, workspace),
                EvalRun(theirs, workspace),
                pairs=max(1, self.amount.pairs // 2),
                stub=stub,
                workspace=workspace,
                env={**env, **stub.environment()},
            )
        self.measured["first_rollout"] = asdict(first)
        self.gates += gates.first_rollout_gates(first)
        self.say(report.first_rollout_line(first))

    def _datasets(self, mine: Installation, theirs: Installation, env: Mapping[str, str]) -> None:
        found = compare_validation(
            mine,
            theirs,
            share=self.amount.dataset_share,
            pairs=self.amount.dataset_pairs,
            folder=self.folder / "datasets",
            env=env,
        )
        self.measured["datasets"] = [asdict(result) for result in found]
        self.gates += dataset_gates(found)
        self.say(dataset_table(found))

    def _throughput(self, mine: Installation, theirs: Installation, env: Mapping[str, str]) -> None:
        with self._workspace("throughput", max(load.rows for load in self.amount.loads), env) as (workspace, measuring):
            measuring.sides = [
                EvalRun(mine, workspace),
                EvalRun(theirs, workspace),
                InspectEval(inspect_ai(), workspace, measuring.env),
            ]
            measuring.warm_up()
            comparisons = [measuring.compare(load, self.amount.repeats) for load in self.amount.loads]
        self.measured["throughput"] = [[asdict(found) for found in figures] for figures in comparisons]
        self.gates += gates.throughput_gates(comparisons, self.amount.bounds)
        self.say(report.throughput_table(comparisons))

    def _live(self, mine: Installation, env: Mapping[str, str]) -> None:
        load = self.amount.live
        with self._workspace("live", load.rows, env) as (workspace, measuring):
            side = EvalRun(mine, workspace)
            measuring.sides = [side]
            measuring.warm_up()
            found = live_cost(measuring, side, load, self.amount.live_pairs)
        self.measured["live"] = asdict(found)
        self.gates += gates.live_gates(found)
        self.say(
            f"Live progress, {found.pairs} pairs of {load.rows} rows: {found.cpu_ratio:.3f}x the CPU of the command"
            f" (start and end included), {found.time_ratio:.3f}x the time of the dispatch phase."
        )

    def _scale(self, mine: Installation, env: Mapping[str, str], parts: set[str]) -> None:
        rows, resumed = self.amount.scale_rows, None
        with self._workspace("scale", max(rows, FEW_ROWS), env) as (workspace, measuring):
            side = EvalRun(mine, workspace)
            measuring.sides = [side]
            measuring.warm_up()
            runs = [run_of(measuring, side, FEW_ROWS, "few")] if "scale" in parts else []
            runs.append(run_of(measuring, side, rows, "many"))
            if "scale" in parts:
                self.gates += gates.scale_gates(Scaled(*runs))
            if "resume" in parts:
                resumed = resume(measuring, side, rows, "many")
                self.measured["resume"] = asdict(resumed)
                self.gates += gates.resume_gates(resumed)
        self.measured["scale"] = [asdict(found) for found in runs]
        self.say(report.scale_table(runs, resumed))

    def _grade(self, mine: Installation, env: Mapping[str, str]) -> None:
        with self._workspace("grade", _GRADED_ROWS, env, version=mine.version) as (workspace, measuring):
            side = EvalRun(mine, workspace)
            run_of(measuring, side, _GRADED_ROWS, "source")
            found = regrade(mine, workspace, measuring.env, "source", _GRADED_ROWS)
        self.measured["grade"] = asdict(found)
        self.gates += gates.grade_gates(found)
        self.say(report.grade_line(found))

    def _export(self, mine: Installation, env: Mapping[str, str]) -> None:
        folder = self.folder / "export"
        folder.mkdir()
        found = export_memory(mine, folder, env, self.amount.scale_rows)
        self.measured["export"] = [asdict(form) for form in found]
        self.gates += gates.export_gates(found)
        self.say(report.export_table(found))

    @contextmanager
    def _workspace(
        self, name: str, rows: int, env: Mapping[str, str], *, version: str | None = None
    ) -> Iterator[tuple[PeerWorkspace, Throughput]]:
        """A workspace of so many rows, and what measures there, with nobody to measure yet."""
        workspace = make_workspace(self.folder / name, rows)
        workspace.add_rollout(ROLLOUT, version=version or published().version)
        with stub_model() as stub:
            yield workspace, Throughput(workspace, stub, {**env, **stub.environment()})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
