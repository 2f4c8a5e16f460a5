"""What else the folder of a run has, made of its row and journal, so that local commands take what was downloaded."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence

from osmosis_ai.engine.records import JournalRecord
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.store.run_tables import ManagedRun
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.run_events import RunEvent
from osmosis_contract.models.run_manifest import (
    RunDatasetInput,
    RunInputs,
    RunManifest,
    RunProvenance,
    RunRolloutInput,
    RunTimeouts,
    RunVersions,
)
from osmosis_contract.models.run_progress import RunProgress

__all__ = ["ATTEMPTS", "EVENTS", "JOURNAL_FILES", "MANIFEST", "PROGRESS", "journal_lines", "manifest_of", "progress_of"]

MANIFEST, PROGRESS, ATTEMPTS, EVENTS = "manifest.json", "progress.json", "attempts.jsonl", "events.jsonl"
JOURNAL_FILES = (MANIFEST, PROGRESS, ATTEMPTS, EVENTS)

_RUN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}")
_SECRET = re.compile(r"[A-Z][A-Z0-9_]*")


def manifest_of(run: ManagedRun, sdk_version: str) -> RunManifest:
    """The manifest of a run. `sdk_version` is that of whoever makes it, where the run does not say another one."""
    imported = run.config.get("imported", {})
    told = imported.get("provenance", {})
    evaluation = run.config.get("evaluation_config", {})
    # The platform reads no folder of the rollout: the commit stands for its files.
    digest = imported.get("source_digest") or hashlib.sha256(run.commit_sha.encode()).hexdigest()
    return RunManifest(
        schema_version=1,
        local_run_id=run.id,
        run_name=run.name if _RUN_NAME.fullmatch(run.name) else run.id,
        created_at=wire_time(run.created_at),
        inputs=RunInputs(
            model_path=run.model_path,
            dataset=RunDatasetInput(sha256=run.dataset["sha256"], selected_source_rows=run.selected_rows),
            n=run.attempts_per_row,
            rollout=RunRolloutInput(name=run.rollout_name, entrypoint=run.entrypoint, source_digest=digest),
            env=run.config.get("env_config") or {},
            secret_names=sorted(name for name in run.secret_scopes if _SECRET.fullmatch(name)),
            timeouts=RunTimeouts(
                agent_timeout_sec=evaluation.get("agent_workflow_timeout_s"),
                grader_timeout_sec=evaluation.get("grader_timeout_s"),
            ),
            versions=RunVersions(rollout_protocol="0.4", dataset_normalization=1, state_schema=1),
        ),
        provenance=RunProvenance(
            sdk_version=told.get("sdk_version") or sdk_version,
            **omit_none(
                config_branch=run.branch or told.get("config_branch"),
                config_commit_sha=run.commit_sha or told.get("config_commit_sha"),
                config_path=told.get("config_path"),
                advanced=run.config.get("advanced_config") or None,
            ),
        ),
    )


def progress_of(run: ManagedRun) -> RunProgress:
    """`progress.json` of a run."""
    return RunProgress(
        total_runs=run.sampled_rows * run.attempts_per_row,
        sampled_rows=run.sampled_rows,
        total_dataset_rows=run.dataset_rows,
    )


def journal_lines(records: Sequence[JournalRecord], *, events: bool) -> Iterator[bytes]:
    """The lines of `events.jsonl`, or of `attempts.jsonl`."""
    for record in records:
        if isinstance(record, RunEvent) is events:
            yield record.to_json() + b"\n"
