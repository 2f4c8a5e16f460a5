"""A whole run in figures, as JSON: what it is, its state, and what its results come to."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.runs.reading import figures
from osmosis_ai.runs.reading.items import FailurePlace, ItemState
from osmosis_ai.runs.reading.records import JsonObject, message_of, result_of
from osmosis_ai.runs.reading.run import Run
from osmosis_ai.runs.reading.status import resume_command_of, status_of_run
from osmosis_contract.models.run_metrics import RunState

__all__ = ["counts", "overview", "pictures", "runs_listed"]

_LONGEST = 200


def counts(run: Run) -> dict[str, int]:
    """How many rows and runs there are in each state; `pending` are all without a result that nothing works on."""
    found = Counter(run.items.state)
    settled = sum(found[state] for state in ItemState if state.has_result)
    running = found[ItemState.RUNNING]
    return {
        "total": run.total,
        "settled": settled,
        "running": running,
        "pending": max(0, run.total - settled - running),
        **{state.name.lower(): found[state] for state in ItemState if state.has_result},
    }


def overview(run: Run, *, program: str = "osmosis", output: Path | None = None) -> JsonObject:
    """The run in the form of `EvalInfoResult`. `output` is where runs are kept if that is not the usual place."""
    items, inputs, provenance = run.items, run.manifest.inputs, run.manifest.provenance
    status = run.status
    known = None if run.metrics is None else run.metrics.eval_run
    summary = run.summary().to_wire()
    return {
        "eval_run": {
            "id": run.manifest.local_run_id,
            "name": run.name,
            "status": str(status.state),
            "model": inputs.model_path,
            "dataset": (known.dataset_name if known is not None else "") or None,
            "rollout": inputs.rollout.name,
            "config_path": provenance.config_path,
            "created_at": run.manifest.created_at,
            "started_at": None if known is None else known.started_at,
            "completed_at": None if known is None or status.state is RunState.RUNNING else known.completed_at,
            "duration_ms": None if known is None else known.duration_ms,
            "worked_on_by": status.by,
            "running_for_sec": status.running_for,
            "resume_command": None
            if status.state is RunState.FINISHED
            else resume_command_of(program, run.manifest, output),
        },
        "summary": summary,
        "config": inputs.to_wire(),
        "results": counts(run)
        | {
            "attempts": sum(items.attempts),
            "retried": sum(attempts > 1 for attempts in items.attempts),
            "failures": [_failures(run, group) for group in figures.failures(items)],
            "slowest": [result_of(run, slot) for slot in figures.slowest(items)],
            "rewards": [asdict(one) for one in figures.histogram(_rewards(run), 12)],
            "duration_ms": _spread(items.duration[slot] for slot in items.completed()),
            "tokens": _spread(items.tokens[slot] for slot in items.completed()),
            "max_context_tokens": _spread(items.context[slot] for slot in items.completed()),
        },
        "model": inputs.model_path,
        "dataset": (known.dataset_name if known is not None else "") or None,
        "rollout": inputs.rollout.name,
        "entrypoint": inputs.rollout.entrypoint,
        "commit_sha": provenance.git_head or provenance.config_commit_sha,
        "branch": provenance.git_branch or provenance.config_branch,
        "env_config": inputs.env,
        "metrics": summary,
        "metrics_available": True,
        "judges": [judge.to_wire() for judge in run.judges.listed()],
        "metrics_error": None,
        "output_path": str(run.folder),
        "save_warning": None,
    }


def pictures(run: Run) -> JsonObject:
    """The data of the pictures: rewards, rewards over rows, durations, rollouts in flight over time."""
    items = run.items
    running = run.status.state is RunState.RUNNING
    stretch = figures.work_over_time(items, now=time.time() if running else None)
    durations = [items.duration[slot] / 1000 for slot in items.completed() if not math.isnan(items.duration[slot])]
    return {
        "rewards": [asdict(one) for one in figures.histogram(_rewards(run))],
        "rewards_over_rows": figures.rewards_over_rows(items),
        "durations": [asdict(one) for one in figures.histogram(durations, 24)],
        "in_flight": None if stretch is None else asdict(stretch),
    }


def runs_listed(folders: Iterable[Path]) -> list[JsonObject]:
    """The runs in these folders, the newest first, as their small files say; a broken one says what is wrong."""
    found: list[JsonObject] = []
    for folder in folders:
        try:
            run = Run(folder)
        except OsmosisError as error:
            found.append({"name": folder.name, "fault": error.message, "created_at": ""})
            continue
        total, summary = run.total, None if run.metrics is None else run.metrics.summary
        settled = 0 if summary is None else summary.total_samples
        mean = None if summary is None or summary.reward_stats is None else summary.reward_stats.mean
        found.append(
            {
                "name": folder.name,
                "fault": None,
                "status": str(status_of_run(folder, run.metrics, complete=0 < total <= settled).state),
                "model": run.manifest.inputs.model_path,
                "rollout": run.manifest.inputs.rollout.name,
                "dataset": None if run.metrics is None else run.metrics.eval_run.dataset_name,
                "created_at": run.manifest.created_at,
                "total": total,
                "settled": settled,
                "pass_rate": None if summary is None or not summary.completed_samples else summary.pass_rate,
                "mean_reward": mean,
                "graded": 0 if summary is None else summary.graded,
                "failed": 0 if summary is None else summary.failed,
                "tokens": 0 if summary is None else summary.tokens_used,
            }
        )
    return sorted(found, key=lambda run: str(run["created_at"]), reverse=True)


def _rewards(run: Run) -> list[float]:
    """The rewards that the statistics are over: of every result that was not removed."""
    items = run.items
    return [items.reward[slot] for slot in items.completed() if items.reward[slot] == items.reward[slot]]


def _failures(run: Run, group: figures.Failures) -> JsonObject:
    return {
        "error_type": group.error_type[:_LONGEST],
        "pending": group.pending,
        "count": group.count,
        "rows": group.rows,
        **({} if group.place is None else _place(group.place)),
        "message": (message_of(run, group.examples[0]) or "")[:_LONGEST] or None,
        "examples": [
            {
                "source_row_index": run.items.source[slot],
                "row_index": run.items.row[slot],
                "run_index": run.items.run[slot],
            }
            for slot in group.examples
        ],
    }


def _place(place: FailurePlace) -> JsonObject:
    location = {"file": place.file, "line": place.line, "function": place.function}
    return ({} if place.exception is None else {"exception": place.exception}) | {"location": location}


def _spread(values: Iterable[float]) -> JsonObject | None:
    found = figures.spread(value for value in values if value >= 0)
    return None if found is None else asdict(found)
