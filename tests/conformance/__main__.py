"""`python -m tests.conformance`: the suite against our own server, again and again while other processes are busy.

A line a run: its seconds, and the cases that did not pass. Exit status 0 when every case passed in every run. The
server conforms, so a failure here is a false one: of the suite, or of the server under load.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.conformance.test_reference import FEATURES, ROOT, SERVER

_BUSY = "while True: pass"


@contextmanager
def busy(count: int) -> Iterator[None]:
    """So many processes that keep a core busy each, while the context is open."""
    processes = [subprocess.Popen([sys.executable, "-c", _BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def not_passed(report: Path, seed: int) -> Sequence[str]:
    """Runs the suite once: the cases that did not pass, each with its verdict. Raises RuntimeError without a report."""
    command = [sys.executable, "-m", "osmosis_conformance", "server", "--features", FEATURES, "--seed", str(seed)]
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(report.with_name("compiled"))}
    ended = subprocess.run(
        [*command, "--json", str(report), "--", *SERVER],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if not report.exists():
        raise RuntimeError(ended.stdout + ended.stderr)
    results = json.loads(report.read_text())["results"]
    report.unlink()
    return [f"{result['verdict']} {result['case']}" for result in results if result["verdict"] != "passed"]


def main() -> int:
    """Prints the runs, then the slowest and how many failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("--runs", type=int, default=10, help="how often")
    parser.add_argument("--busy", type=int, default=2, help="processes that keep a core busy each")
    parser.add_argument("--seed", type=int, default=0, help="of the first run; the next has the next number")
    arguments = parser.parse_args()
    seconds, failed = [], 0
    with tempfile.TemporaryDirectory(prefix="osmosis-conformance-") as made, busy(arguments.busy):
        for seed in range(arguments.seed, arguments.seed + arguments.runs):
            began = time.monotonic()
            left = not_passed(Path(made) / "report.json", seed)
            seconds.append(time.monotonic() - began)
            failed += bool(left)
            print(f"seed {seed}: {seconds[-1]:.1f} s, {', '.join(left) or 'every case passed'}", flush=True)
    print(f"{len(seconds)} runs beside {arguments.busy} busy processes: at most {max(seconds):.1f} s, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
