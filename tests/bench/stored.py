"""What is done with the files of a run: grading its samples again, and writing it out as one file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tests.bench.work import NotComparableError
from tests.peers.command import CommandResult, run_command
from tests.peers.published import Installation
from tests.peers.workspace import PeerWorkspace, expected_mean
from tests.support.run_folders import RunFolder

FORMATS = ("csv", "jsonl", "parquet", "html")
_SHARE = 10
_GRADINGS = 3
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Regraded:
    """The fastest of some `eval grade` of one run: its rows a second, by the journal, from the first row's start."""

    rows: int
    per_second: float
    seconds: float
    cpu_sec: float
    grader_cpu_sec: float


@dataclass(frozen=True, slots=True)
class Exported:
    """The peak memory of an `eval export`, of a few rows and of many."""

    form: str
    few_rows: int
    many_rows: int
    few_mb: float
    many_mb: float
    seconds: float

    @property
    def ratio(self) -> float:
        """How much more memory many rows take."""
        return self.many_mb / self.few_mb


def regrade(mine: Installation, workspace: PeerWorkspace, env: Mapping[str, str], source: str, rows: int) -> Regraded:
    """Grades the run `source`. Raises NotComparableError when not all rows were graded as they were at first."""
    taken = []
    for number in range(_GRADINGS):
        name = f"{source}-graded-{number}"
        done = _command([mine.osmosis, "--json", "eval", "grade", source, "--name", name, "--yes"], workspace.root, env)
        folder = workspace.run_folder(name)
        metrics = json.loads((folder / "metrics.json").read_bytes())["summary"]
        if metrics["graded"] != rows or abs(metrics["reward_stats"]["mean"] - expected_mean(rows)) > _TOLERANCE:
            raise NotComparableError(f"{name}: {metrics['graded']} of {rows} rows graded")
        records = [json.loads(line) for line in (folder / "attempts.jsonl").read_bytes().splitlines()]
        times = [datetime.fromisoformat(record["at"]).timestamp() for record in records]
        per_second = rows / max(max(times) - min(times), 1e-3)
        taken.append(Regraded(rows, per_second, done.seconds, done.own.cpu_sec, done.largest.cpu_sec))
    return max(taken, key=lambda found: found.per_second)


def export_memory(mine: Installation, folder: Path, env: Mapping[str, str], rows: int) -> list[Exported]:
    """Every form of a made run of so many rows, and of one of a tenth of them."""
    few_rows = max(1, rows // _SHARE)
    few, many = make_run(folder / "few", few_rows), make_run(folder / "many", rows)
    found = []
    for form in FORMATS:
        peaks = []
        for run in (few, many):
            command = [
                mine.osmosis,
                "--json",
                "eval",
                "export",
                run,
                "--format",
                form,
                "--to",
                folder / f"{run.name}.{form}",
            ]
            peaks.append(_command(command, folder, env))
        small, large = peaks
        found.append(Exported(form, few_rows, rows, small.own.peak_mb, large.own.peak_mb, large.seconds))
    return found


def make_run(root: Path, rows: int) -> Path:
    """The folder of a finished run of so many rows, each with texts, an answer and a metric; every seventh failed."""
    run = RunFolder(root, rows=rows)
    attempts, events = [], []
    for row in range(rows):
        failed = row % 7 == 0
        about = {"row_index": row, "run_index": 0, "source_row_index": row, "attempt": 0, "rollout_id": f"{row:032x}"}
        began = about | {"event": "started", "at": "2026-01-02T03:04:05.000Z"}
        trace = "Traceback (most recent call last):\n" + '  File "main.py", line 15, in parse\n' * 8
        result = {
            "duration_ms": 1000.0,
            "tokens": 100,
            "answer": f"the answer is {row} " * 10,
            "metrics": {"length": 9.0},
        }
        if failed:
            result |= {"err_message": "KeyError: 'missing'", "err_traceback": trace}
        else:
            result |= {"reward": row % 2 / 1}
        outcome = "agent_failed" if failed else "scored"
        ended = about | result | {"event": "ended", "at": "2026-01-02T03:04:06.000Z", "outcome": outcome}
        event = about | result | {"status": "failed" if failed else "success", "outcome": outcome}
        attempts += [began, ended | ({"err_category": "agent_error"} if failed else {})]
        events.append(event | ({"error_type": "agent_error"} if failed else {}))
    run.lines("attempts.jsonl", attempts)
    run.lines("events.jsonl", events)
    run.state("finished")
    return root


def _command(command: list[str | Path], cwd: Path, env: Mapping[str, str]) -> CommandResult:
    done = run_command(command, cwd=cwd, env=env, timeout=1200)
    if done.code != 0:
        raise NotComparableError(f"{' '.join(map(str, command))} ended with {done.code}: {done.stderr[-2000:]}")
    return done
