"""How long `dataset validate` takes: whole processes, ours and the published one by turns, over the same files."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.bench.gates import Gate
from tests.bench.work import NotComparableError
from tests.peers.published import Installation

MOST_MEMORY_MB = 400.0
BOUNDS = {"plain.jsonl": 1.3, "nested.jsonl": 3.0, "nested.csv": 3.0, "nested.parquet": 12.0}


@dataclass(frozen=True, slots=True)
class Validated:
    """Median seconds of both sides over one file, how many times ours is faster, and the peak memory of ours."""

    file: str
    file_mb: float
    ours_sec: float
    theirs_sec: float
    ratio: float
    peak_mb: float
    pairs: int


def compare_validation(
    ours: Installation, theirs: Installation, *, share: float, pairs: int, folder: Path, env: Mapping[str, str]
) -> list[Validated]:
    """One result a file; `share` scales the files, 1 is their full size. Raises NotComparableError."""
    folder.mkdir(parents=True, exist_ok=True)
    # In a process of its own: Linux counts what the parent holds at a fork as memory of the child.
    subprocess.run([sys.executable, "-m", "tests.bench.dataset_files", folder, str(share)], check=True)
    found = []
    for path in [folder / name for name in BOUNDS]:
        for side in (ours, theirs):
            _timed(side, path, env)  # compiles what is not compiled yet, and brings the file into memory
        taken = []
        for pair in range(pairs):
            one, other = (ours, theirs) if pair % 2 == 0 else (theirs, ours)
            figures = {side.name: _timed(side, path, env) for side in (one, other)}
            taken.append((figures[ours.name], figures[theirs.name]))
        found.append(
            Validated(
                file=path.name,
                file_mb=path.stat().st_size / 1e6,
                ours_sec=statistics.median(mine[0] for mine, _ in taken),
                theirs_sec=statistics.median(yours[0] for _, yours in taken),
                ratio=statistics.median(yours[0] / mine[0] for mine, yours in taken),
                peak_mb=max(mine[1] for mine, _ in taken),
                pairs=pairs,
            )
        )
        path.unlink()
    return found


def dataset_gates(found: list[Validated]) -> Iterator[Gate]:
    """Each file as many times faster as it must be, in bounded memory."""
    for result in found:
        yield Gate(
            f"dataset validate of {result.file}, published to ours", result.ratio, "at least", BOUNDS[result.file]
        )
        yield Gate(f"memory of dataset validate of {result.file}", result.peak_mb, "at most", MOST_MEMORY_MB, " MB")


def dataset_table(found: list[Validated]) -> str:
    """One line a file."""
    lines = [f"{'dataset validate':16} {'MB':>6} {'ours s':>8} {'published s':>12} {'faster':>8} {'memory MB':>10}"]
    lines += [
        f"{one.file:16} {one.file_mb:6.0f} {one.ours_sec:8.2f} {one.theirs_sec:12.2f}"
        f" {one.ratio:7.2f}x {one.peak_mb:10.0f}"
        for one in found
    ]
    return "\n".join(lines)


def _timed(side: Installation, path: Path, env: Mapping[str, str]) -> tuple[float, float]:
    """Seconds of the process, and its peak memory in MB."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [side.osmosis, "dataset", "validate", path],
        env=dict(env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise NotComparableError(f"{side.name} {side.version}: {path.name} was refused ({process.returncode})")
    return seconds, usage.ru_maxrss / 1024
