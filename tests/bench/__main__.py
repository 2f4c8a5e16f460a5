"""`python -m tests.bench`: how fast ours is beside the published package, in one run on this machine.

Exit code 1 when the figures cannot be compared, or when a command of ours starts slower than the published one.
"""

import argparse
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.bench.report import MEASURED, document, start_up_table, throughput_table
from tests.bench.start_up import compare_start_up
from tests.bench.throughput import ROLLOUT, Load, NotComparableError, Throughput
from tests.peers.published import Installation, PeerMissingError, command_environment, ours, published
from tests.peers.stub_model import stub_model
from tests.peers.workspace import make_workspace


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is measured."""

    loads: tuple[Load, ...]
    repeats: int
    pairs: int


def _amount(arguments: argparse.Namespace) -> Amount:
    if arguments.quick:
        return Amount((Load(10, 1), Load(64, 32)), repeats=1, pairs=3)
    rows = arguments.rows
    return Amount((Load(max(2, rows // 4), 1), Load(rows, 32)), arguments.repeats, arguments.pairs)


def _parse(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--rows", type=int, default=400, help="rows at 32 in flight; a quarter of them at 1")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each side under each load")
    parser.add_argument("--pairs", type=int, default=10, help="pairs of start-up runs for each command")
    parser.add_argument("--quick", action="store_true", help="a smoke run: few rows, one run each, three pairs")
    parser.add_argument("--only", choices=["throughput", "start-up"], help="measure only this")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was measured there as well")
    arguments = parser.parse_args(argv)
    for name in ("rows", "repeats", "pairs"):
        if getattr(arguments, name) < (2 if name == "rows" else 1):
            parser.error(f"--{name} is too small")
    return arguments


def main(argv: list[str]) -> int:
    """Measures, prints, and returns the exit code."""
    arguments = _parse(argv)
    amount = _amount(arguments)
    try:
        mine, theirs = ours(), published()
        with tempfile.TemporaryDirectory(prefix="osmosis-bench-") as folder:
            return _bench(arguments, amount, mine, theirs, Path(folder))
    except (NotComparableError, PeerMissingError) as error:
        print(f"\nThe figures cannot be compared. {error}", file=sys.stderr)
        return 1


def _bench(
    arguments: argparse.Namespace, amount: Amount, mine: Installation, theirs: Installation, folder: Path
) -> int:
    print(f"ours {mine.version} and the published {theirs.version}, by turns.\n{MEASURED}\n", flush=True)
    env = command_environment(folder / "home")
    start_up = []
    if arguments.only != "throughput":
        start_up = compare_start_up(mine, theirs, pairs=amount.pairs, cwd=folder, env=env)
        print(start_up_table(start_up) + "\n", flush=True)
    comparisons = []
    if arguments.only != "start-up":
        workspace = make_workspace(folder / "workspace", max(load.rows for load in amount.loads))
        workspace.add_rollout(ROLLOUT, version=theirs.version)
        with stub_model() as stub:
            throughput = Throughput([mine, theirs], workspace, stub, env | stub.environment())
            throughput.warm_up()
            comparisons = [throughput.compare(load, amount.repeats) for load in amount.loads]
        print(throughput_table(comparisons), flush=True)
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(document(comparisons, start_up), indent=2) + "\n")
    slower = [found.command for found in start_up if found.slower]
    if slower:
        print(f"\nSlower to start than the published command: {', '.join(slower)}", file=sys.stderr)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
