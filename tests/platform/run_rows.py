"""Rows of finished runs, as a platform keeps them, for tests of long lists."""

from __future__ import annotations

from datetime import datetime
from typing import Any

__all__ = ["finished_run"]


def finished_run(number: int, *, created_by: str, at: datetime) -> dict[str, Any]:
    """The columns of a run of four samples with its stored figures, and a journal that nobody may have to read."""
    summary = {
        "total_samples": 4,
        "completed_samples": 4,
        "skipped": 0,
        "failed": 0,
        "graded": 4,
        "passed": 3,
        "pass_rate": 0.75,
        "pass_threshold": 1.0,
        "tokens_used": 400,
    }
    return {
        "id": f"{number:032x}",
        "kind": "eval",
        "name": f"run-{number}",
        "status": "finished",
        "created_by": created_by,
        "created_at": at,
        "queued_at": at,
        "started_at": at,
        "completed_at": at,
        "config": {"experiment_config": {"rollout": "demo"}},
        "connection_id": "git_x",
        "rollout_id": "rol_x",
        "rollout_name": "demo",
        "entrypoint": "main.py",
        "commit_sha": "a" * 40,
        "model_path": "openai/x",
        "dataset_id": "dst_x",
        "dataset_name": "words",
        "dataset": {"key": "k", "format": "jsonl", "size": 1, "sha256": "0" * 64},
        "selected_rows": "0-3",
        "sampled_rows": 4,
        "dataset_rows": 4,
        "attempts_per_row": 1,
        "pass_threshold": 1.0,
        "secret_scopes": {},
        "epoch": 1,
        "secrets_epoch": 0,
        "batch": 1,
        "batch_at_claim": 0,
        "fruitless_jobs": 0,
        "unclaimed_launches": 0,
        "next_launch_at": at,
        "retry_through": 0,
        "log_bytes": 0,
        "figures": {"summary": summary},
        "figures_batch": 1,
    }
