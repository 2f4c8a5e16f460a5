"""The files of a run that was evaluated on a person's machine, as an import sends them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

__all__ = ["LOCAL_RUN", "import_request", "run_files", "run_folder"]

LOCAL_RUN = "0123456789abcdef0123456789abcdef"


def run_files(*, rows: int = 3, attempts: int = 2) -> dict[str, bytes]:
    """The first attempt at each row passes, but for the last row, which fails; the very first has an artifact."""
    files: dict[str, bytes] = {}
    index = []
    for number in range(rows * attempts):
        row, run = divmod(number, attempts)
        rollout = f"{number:032x}"
        line: dict[str, Any] = {"row_index": row, "run_index": run, "rollout_id": rollout, "duration_ms": 12.5}
        if row == rows - 1:
            line |= {"status": "failed", "error_type": "agent_error"}
        else:
            reward = 1.0 if run == 0 else 0.25
            line |= {"trajectory_filename": "trajectory.json", "status": "success", "reward": reward, "tokens": 10}
            extra = {
                "rollout_id": rollout,
                "reward": reward,
                "request_extra_fields": {"row_index": row, "run_index": run},
            }
            document = {"session_id": rollout, "extra": {"osmosis": extra}}
            files[f"rollout_trials/{rollout}/trajectory.json"] = json.dumps(document).encode()
        index.append(json.dumps(line))
    files[f"rollout_trials/{0:032x}/artifacts/plot.png"] = b"a picture"
    files["index.jsonl"] = "".join(f"{line}\n" for line in index).encode()
    progress = {"total_runs": rows * attempts, "sampled_rows": rows, "total_dataset_rows": 40}
    files["progress.json"] = json.dumps(progress, indent=2).encode()
    files["logs.txt"] = b"2026-03-01T11:00:00.000Z INFO [run] started\n2026-03-01T11:00:01.000Z WARNING [server] slow\n"
    return files


def import_request(
    files: dict[str, bytes],
    *,
    attempts: int = 2,
    selected: str = "4,7-8",
    digest: str = "a" * 64,
    reimport: bool = False,
) -> dict[str, Any]:
    """What starts the import of them."""
    return {
        "schema_version": 1,
        "local_run_id": LOCAL_RUN,
        "manifest_digest": digest,
        "run": {
            "name": "brave-otter-7",
            "started_at": "2026-03-01T11:00:00+00:00",
            "completed_at": "2026-03-01T11:00:30+00:00",
            "experiment_config": {
                "rollout": {"name": "demo", "source_digest": "b" * 64},
                "entrypoint": "main.py",
                "model_path": "openai/stub",
                "dataset": {"name": "words", "sha256": "c" * 64, "selected_source_rows": selected},
            },
            "evaluation_config": {"n": attempts, "pass_threshold": 0.5},
        },
        "schema_versions": {"rollout_protocol": "0.4", "dataset_normalization": 1, "state_schema": 1},
        "provenance": {"sdk_version": "0.3.8", "config_path": "configs/eval/demo.toml"},
        "files": [
            {"path": path, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for path, content in sorted(files.items())
        ],
        "reimport": reimport,
    }


def run_folder(root: Path, *, local_run_id: str = LOCAL_RUN) -> Path:
    """The folder of that run, as `eval run` leaves one."""
    for path, content in run_files().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    manifest = {
        "schema_version": 1,
        "local_run_id": local_run_id,
        "run_name": root.name,
        "created_at": "2026-03-01T11:00:00.000Z",
        "inputs": {
            "model_path": "openai/stub",
            "dataset": {"sha256": "c" * 64, "selected_source_rows": "4,7-8"},
            "n": 2,
            "rollout": {"name": "demo", "entrypoint": "main.py", "source_digest": "b" * 64},
            "env": {},
            "secret_names": [],
            "timeouts": {"agent_timeout_sec": 450.0, "grader_timeout_sec": None},
            "versions": {"rollout_protocol": "0.4", "dataset_normalization": 1, "state_schema": 1},
        },
        "provenance": {"sdk_version": "0.3.100", "config_path": "configs/eval/demo.toml"},
    }
    metrics = {
        "eval_run": {
            "id": local_run_id,
            "status": "finished",
            "name": root.name,
            "dataset_name": "words",
            "model_name": "openai/stub",
            "rollout_name": "demo",
            "duration_ms": 30000.0,
            "started_at": "2026-03-01T11:00:00.000Z",
            "completed_at": "2026-03-01T11:00:30.000Z",
        },
        "summary": {
            "total_samples": 6,
            "completed_samples": 6,
            "graded": 4,
            "passed": 2,
            "failed": 2,
            "skipped": 0,
            "pass_rate": 2 / 6,
            "pass_threshold": 0.5,
            "tokens_used": 40,
        },
    }
    (root / "manifest.json").write_text(json.dumps(manifest, indent=2))
    (root / "metrics.json").write_text(json.dumps(metrics, indent=2))
    return root
