"""Folders of runs as evaluations leave them, ours and the published package's, written line by line."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

BEGAN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
DIGEST = "0" * 64
STATUS = {
    "scored": "success",
    "ungraded": "success",
    "removed": "skipped",
    "agent_failed": "failed",
    "grader_failed": "failed",
    "timed_out": "failed",
}

_OF_SAMPLE_AND_ERROR = ("err_location", "err_traceback", "metrics", "answer", "tokens_estimated")


def at(seconds: float) -> str:
    return (BEGAN + timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def rollout_id(row: int, run: int = 0, attempt: int = 0) -> str:
    return f"{row:016x}{run:08x}{attempt:08x}"


@dataclass
class RunFolder:
    """A run that is written a result at a time. `published`: without what only our evaluations write."""

    root: Path
    rows: int = 4
    n: int = 1
    name: str = ""
    model: str = "openai/some-model"
    sha256: str = DIGEST
    source_digest: str = DIGEST
    selected: str = ""
    threshold: float = 1.0
    published: bool = False
    texts: bool = True
    clock: float = 0.0
    results: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.name = self.name or self.root.name
        self.root.mkdir(parents=True)
        self.write("manifest.json", self._manifest())
        self.progress(self.rows * self.n)
        self.state("running")
        if self.texts and not self.published:
            self.lines("rows.jsonl", [self.text(row) for row in range(self.rows)])

    def _manifest(self) -> dict[str, Any]:
        return {
            "schema_version": 1,
            "local_run_id": "1" * 32,
            "run_name": self.name,
            "created_at": at(0),
            "inputs": {
                "model_path": self.model,
                "dataset": {"sha256": self.sha256, "selected_source_rows": self.selected or f"0-{self.rows - 1}"},
                "n": self.n,
                "rollout": {"name": "multiply", "entrypoint": "main.py", "source_digest": self.source_digest},
                "env": {"LOG_LEVEL": "INFO"},
                "secret_names": [],
                "timeouts": {"agent_timeout_sec": 450.0, "grader_timeout_sec": None},
                "versions": {"rollout_protocol": "0.4", "dataset_normalization": 1, "state_schema": 1},
            },
            "provenance": {"sdk_version": "0.3.100", "config_path": "configs/eval/multiply.toml"},
        }

    def write(self, name: str, document: Any) -> None:
        (self.root / name).write_text(json.dumps(document, indent=2) + "\n")

    def lines(self, name: str, records: list[dict[str, Any]]) -> None:
        with (self.root / name).open("a") as file:
            file.writelines(json.dumps(record, separators=(",", ":"), sort_keys=True) + "\n" for record in records)

    def text(self, row: int) -> dict[str, Any]:
        return {"row_index": row, "prompt": f"What is {row} times {row + 1}?", "label": str(row * (row + 1))}

    def progress(self, total: int) -> None:
        self.write(
            "progress.json", {"total_runs": total, "sampled_rows": total // self.n, "total_dataset_rows": self.rows}
        )

    def state(self, state: str, *, started_at: float = 0.0) -> None:
        summary = {"total_samples": len(self.results), "completed_samples": len(self.results), "graded": 0}
        self.write(
            "metrics.json",
            {
                "eval_run": {
                    "id": "1" * 32,
                    "status": state,
                    "name": self.name,
                    "dataset_name": "multiply",
                    "model_name": self.model,
                    "rollout_name": "multiply",
                    "duration_ms": self.clock * 1000,
                    "started_at": at(started_at),
                },
                "summary": summary
                | {"passed": 0, "failed": 0, "skipped": 0, "pass_rate": 0.0, "tokens_used": 0}
                | {"pass_threshold": self.threshold},
            },
        )

    def source(self, row: int) -> int:
        if not self.selected:
            return row
        chosen: list[int] = []
        for part in self.selected.split(","):
            first, _, last = part.partition("-")
            chosen += range(int(first), int(last or first) + 1)
        return chosen[row]

    def started(self, row: int, run: int = 0, *, attempt: int = 0) -> dict[str, Any]:
        record = {
            "row_index": row,
            "run_index": run,
            "source_row_index": self.source(row),
            "attempt": attempt,
            "rollout_id": rollout_id(row, run, attempt),
        }
        if not self.published:
            self.lines("attempts.jsonl", [record | {"event": "started", "at": at(self.clock)}])
        return record

    def result(
        self, row: int, reward: float | None = None, *, run: int = 0, attempt: int = 0, outcome: str = "", **more: Any
    ) -> None:
        """An attempt from its start to its end. Without an outcome it is scored, or ungraded without a reward."""
        record = self.started(row, run, attempt=attempt)
        took = more.pop("seconds", 1.0)
        self.clock += took
        outcome = outcome or ("ungraded" if reward is None else "scored")
        result = {"duration_ms": took * 1000.0, "tokens": more.pop("tokens", 100 + row)} | (
            {} if reward is None else {"reward": reward}
        )
        error = {"err_message": more.pop("error")} if "error" in more else {}
        category = {"err_category": more.pop("category")} if "category" in more else {}
        end = record | {"event": "ended", "at": at(self.clock), "outcome": outcome} | result | error | category | more
        if not self.published:
            self.lines("attempts.jsonl", [end])
        if outcome not in STATUS:
            return
        status = STATUS[outcome]
        event = {key: record[key] for key in ("row_index", "run_index", "rollout_id")} | result | {"status": status}
        if status == "failed":
            event["error_type"] = category.get("err_category") or error.get("err_message") or "rollout_failed"
        if not self.published:
            event |= {"outcome": outcome, "attempt": attempt, "finished_at": at(self.clock)} | error
            event |= {name: more[name] for name in _OF_SAMPLE_AND_ERROR if name in more}
            event["source_row_index"] = record["source_row_index"]
        self.results[(row, run)] = event
        self.lines("events.jsonl", [event])

    def trajectory(self, row: int, steps: list[dict[str, Any]], *, run: int = 0, attempt: int = 0) -> Path:
        """The trajectory of a result, and of the attempt that gave it."""
        document = {
            "schema_version": "ATIF-v1.7",
            "session_id": rollout_id(row, run, attempt),
            "agent": {"name": "some-agent", "version": "1", "model_name": self.model},
            "steps": [{"step_id": number, **step} for number, step in enumerate(steps, 1)],
            "extra": {"osmosis": {"rollout_id": rollout_id(row, run, attempt)}},
        }
        path = self.root / "trajectories" / f"row_{row}_run_{run}.json"
        for place in (path, self.root / "rollout_trials" / rollout_id(row, run, attempt) / "trajectory.json"):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(json.dumps(document, indent=2))
        return path

    def artifact(self, row: int, name: str, content: bytes, *, run: int = 0) -> Path:
        path = self.root / "artifacts" / f"row_{row}_run_{run}" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def finish(self) -> RunFolder:
        index = [
            {
                key: value
                for key, value in event.items()
                if key not in {"source_row_index", "finished_at", "err_message"}
            }
            for _, event in sorted(self.results.items())
        ]
        (self.root / "index.jsonl").write_text("".join(json.dumps(row) + "\n" for row in index))
        self.state("finished" if len(self.results) == self.rows * self.n else "incomplete")
        return self
