"""How long `dataset validate` takes: whole processes, ours and the published one by turns, over the same files."""

import csv
import json
import os
import random
import statistics
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.gates import Gate
from tests.bench.work import NotComparableError
from tests.peers.published import Installation

PLAIN_BYTES = 284_000_000
NESTED_ROWS = 200_000
MOST_MEMORY_MB = 400.0
BOUNDS = {"plain.jsonl": 1.3, "nested.jsonl": 3.0, "nested.csv": 3.0, "nested.parquet": 12.0}
_WORDS = (
    "number",
    "apply",
    "the",
    "problem",
    "train",
    "station",
    "hours",
    "how",
    "many",
    "she",
    "étude",
    "sum",
    "between",
)


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
    found = []
    for path in _files(folder, share):
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


def _files(folder: Path, share: float) -> Iterator[Path]:
    """The files, one after the other; each may be removed once it is done with."""
    chance = random.Random(7)
    plain = folder / "plain.jsonl"
    with plain.open("w", encoding="utf-8") as file:
        size = number = 0
        while size < PLAIN_BYTES * share:
            size += file.write(json.dumps(_row(chance, number, 100), ensure_ascii=False) + "\n")
            number += 1
    yield plain
    rows = [{**_row(chance, at, 20), "metadata": _metadata(chance, at)} for at in range(int(NESTED_ROWS * share))]
    nested = folder / "nested.jsonl"
    with nested.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    yield nested
    table = folder / "nested.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows({**row, "metadata": json.dumps(row["metadata"])} for row in rows)
    yield table
    import pyarrow
    import pyarrow.parquet

    structs = folder / "nested.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), structs)
    yield structs


def _row(chance: random.Random, number: int, words: int) -> dict[str, Any]:
    return {
        "system_prompt": "You are a careful solver of problems. Answer with one number.",
        "user_prompt": f"Problem {number}. {_text(chance, words)}?",
        "ground_truth": str(chance.randrange(10**6)),
    }


def _metadata(chance: random.Random, number: int) -> dict[str, Any]:
    return {
        "id": number,
        "source": chance.choice(_WORDS),
        "difficulty": chance.random(),
        "tags": [chance.choice(_WORDS) for _ in range(3)],
        "tool": {
            "name": chance.choice(_WORDS),
            "arguments": {"x": chance.randrange(100), "y": chance.random(), "verbose": chance.random() < 0.5},
            "expected": [{"name": name, "value": chance.randrange(1000)} for name in "fg"],
        },
        "limits": {"turns": chance.randrange(9), "tokens": 4096},
    }


def _text(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(_WORDS, k=words))
