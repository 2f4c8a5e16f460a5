"""`eval run`: from a config to a folder of results.

The order is fixed: plan, confirm, lock, create, model, environment, server, bridge, dispatch, finish. Nothing of a new
run is on disk before the confirmation, nothing is left running after the end.
"""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from osmosis_ai import __version__
from osmosis_ai.base.errors import ConflictError, InteractiveRequiredError
from osmosis_ai.base.redaction import Redactor, ambient_secrets
from osmosis_ai.engine.results import ResultTable
from osmosis_ai.eval.display import Display
from osmosis_ai.eval.evaluation import EvalRun, Evaluation
from osmosis_ai.eval.input_lock import check_same_inputs, read_manifest
from osmosis_ai.eval.lock import RunLock
from osmosis_ai.eval.names import check_run_name, new_run_name
from osmosis_ai.eval.plan import EvalOptions, EvalPlan, make_plan
from osmosis_ai.eval.replay import Replay, replay
from osmosis_ai.eval.run_folder import RunFolder
from osmosis_ai.eval.run_log import RunLog, timestamp
from osmosis_contract.models.run_manifest import RunManifest

__all__ = ["EvalRun", "run_eval"]


def run_eval(options: EvalOptions, display: Display, cwd: Path) -> EvalRun:
    """Runs an evaluation to its end, or resumes the named one.

    Raises OsmosisError for whatever keeps it from running; rows that fail are results, not errors.
    """
    display.status("Reading the config, the dataset and the rollout")
    plan = make_plan(options, cwd)
    name = new_run_name(plan.output) if options.name is None else check_run_name(options.name)
    folder = RunFolder(plan.output / name)
    with ExitStack() as stack:
        lock = RunLock(plan.output, name)
        stack.callback(lock.release)
        if folder.root.exists():
            lock.acquire()
        before = _before(plan, folder)
        secret_values = _confirmed(plan, name, before, display)
        if not lock.held:
            lock.acquire()
            before = _before(plan, folder)  # somebody may have begun it meanwhile
        manifest = _manifest(plan, name, folder)
        redact = Redactor([*secret_values.values(), *ambient_secrets()])
        run_log = RunLog(folder.logs, redact, display.log_line)
        stack.callback(run_log.close)
        stack.enter_context(run_log.taking_in_our_logger())
        evaluation = Evaluation(
            plan=plan,
            folder=folder,
            manifest=manifest,
            before=before,
            secret_values=secret_values,
            redact=redact,
            run_log=run_log,
            display=display,
        )
        return asyncio.run(evaluation.run())


def _before(plan: EvalPlan, folder: RunFolder) -> Replay:
    """What earlier invocations of the run did; nothing for a new one."""
    root = folder.root
    if root.is_symlink() or (root.exists() and not root.is_dir()):
        raise ConflictError(f"{root} is not a folder", hint="Choose another --name, or move it away.")
    if not folder.manifest.exists():
        if root.exists() and any(root.iterdir()):
            raise ConflictError(
                f"{root} exists and is not the folder of a run", hint="Choose another --name, or move it away."
            )
        return Replay(ResultTable(plan.scan.selected_count, plan.attempts_per_row))
    check_same_inputs(read_manifest(folder.manifest), plan.inputs, sdk_version=__version__)
    return replay(folder.events, folder.attempts, rows=plan.scan.selected_count, runs_per_row=plan.attempts_per_row)


def _confirmed(plan: EvalPlan, name: str, before: Replay, display: Display) -> dict[str, str]:
    """The values of the run's secrets, once the person agreed. Nothing is asked for when there is nothing to do."""
    pending = before.results.pending
    if not pending:
        return {}
    if plan.config.advanced:
        display.warning(None, "[advanced] is recorded with the run and changes nothing in a local evaluation")
    display.confirm(
        f"Run {pending} {'rollout' if pending == 1 else 'rollouts'} on {plan.inputs.model_path}?",
        summary=_summary(plan, name, pending),
        notes=(),
    )
    return _secrets(plan)


def _summary(plan: EvalPlan, name: str, pending: int) -> Mapping[str, object]:
    summary: dict[str, object] = {
        "Run": name,
        "Rollout": f"{plan.inputs.rollout.name}/{plan.inputs.rollout.entrypoint}",
        "Model": plan.inputs.model_path,
        "Dataset": f"{plan.dataset.path} ({plan.scan.selected_count} of {plan.scan.row_count} rows)",
        "Attempts per row": plan.attempts_per_row,
    }
    if pending != plan.work_items:
        summary["Already done"] = plan.work_items - pending
    return summary


def _secrets(plan: EvalPlan) -> dict[str, str]:
    """Values of the secrets the config names, from the environment."""
    values = {name: os.environ.get(name, "") for name in plan.inputs.secret_names}
    missing = [name for name, value in values.items() if not value]
    if missing:
        raise InteractiveRequiredError(
            f"the config needs secrets that are not set: {', '.join(missing)}",
            hint="Export them, or put them into a file and name it with --env-file.",
            details={"missing": missing, "flags": ["--env-file"]},
        )
    return values


def _manifest(plan: EvalPlan, name: str, folder: RunFolder) -> RunManifest:
    if folder.manifest.exists():
        folder.sweep()
        return read_manifest(folder.manifest)
    manifest = RunManifest(
        schema_version=1,
        local_run_id=uuid.uuid4().hex,
        run_name=name,
        created_at=timestamp(),
        inputs=plan.inputs,
        provenance=plan.provenance,
    )
    folder.create(manifest)
    return manifest
