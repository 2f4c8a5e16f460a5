"""`eval run`: from a config to a folder of results.

The order is fixed: plan, confirm, secrets, lock, create, model, environment, server, bridge, dispatch, finish. Nothing
of a new run is on disk before the confirmation, and no file of an old one is touched; nothing is left running after the
end.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import uuid
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

from osmosis_ai import __version__
from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.base.redaction.redactor import SHORTEST, Redactor, ambient_secrets, short_secrets
from osmosis_ai.engine.results import ResultTable
from osmosis_ai.eval.budget_check import check_budget
from osmosis_ai.eval.display import Display
from osmosis_ai.eval.evaluation import EvalRun, Evaluation
from osmosis_ai.eval.options import EvalOptions
from osmosis_ai.eval.plan import EvalPlan, make_plan
from osmosis_ai.eval.plan_summary import counted, question, summary
from osmosis_ai.eval.secret_values import read_secrets_file, read_secrets_input, secret_values
from osmosis_ai.runs.archive import archive_run
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.lock import RunLock
from osmosis_ai.runs.log import RunLog, timestamp
from osmosis_ai.runs.names import check_run_name, new_run_name
from osmosis_ai.runs.orphans import end_orphans
from osmosis_ai.runs.replay import Replay, replay
from osmosis_ai.runs.resume_check import check_same_inputs, read_manifest
from osmosis_contract.models.run_events import RowStatus
from osmosis_contract.models.run_manifest import RunManifest

__all__ = ["EvalRun", "run_eval"]


def run_eval(options: EvalOptions, display: Display, cwd: Path) -> EvalRun:
    """Runs an evaluation to its end, or resumes the named one.

    Raises OsmosisError for whatever keeps it from running; rows that fail are results, not errors.
    """
    display.status("Reading the config, the dataset and the rollout")
    plan = make_plan(options, cwd)
    if options.advertises_insecurely:
        display.warning(
            "INSECURE_ADVERTISE_URL", f"{options.advertise_url} is not encrypted: prompts and the run's key can be read"
        )
    name = new_run_name(plan.output) if options.name is None else check_run_name(options.name)
    run = _Invocation(plan, name, display)
    before = run.before()
    if not before.results.pending and display.offers(
        f"The run {name} is complete. Begin a new one with {counted(plan.work_items, 'rollout')}?"
    ):
        run = _Invocation(plan, new_run_name(plan.output), display)
        before = run.before()
    return run.carry_out(before)


class _Invocation:
    """One go at the run of that name."""

    def __init__(self, plan: EvalPlan, name: str, display: Display) -> None:
        self._plan = plan
        self._name = name
        self._display = display
        self._folder = RunFolder(plan.output / name)
        self._lock = RunLock(plan.output, name)
        self._read: list[object] = []

    def before(self) -> Replay:
        """What earlier invocations did, as far as it counts. Only reads.

        Raises OsmosisError for a run that cannot be gone on with, ConflictError for one that is being worked on.
        """
        self._lock.refuse_if_taken()
        self._read = self._journals()
        nothing = Replay(ResultTable(self._plan.scan.selected_count, self._plan.attempts_per_row))
        if not self._exists() or self._plan.options.fresh:
            return nothing
        check_same_inputs(read_manifest(self._folder.manifest), self._plan.inputs, sdk_version=__version__)
        found = replay(
            self._folder.events,
            self._folder.attempts,
            rows=self._plan.scan.selected_count,
            runs_per_row=self._plan.attempts_per_row,
        )
        if self._plan.options.retry_failed:
            found.results.reopen(RowStatus.FAILED, RowStatus.SKIPPED)
        return found

    def _journals(self) -> list[object]:
        """What tells the files of the run from the same ones written to, or put there anew, since."""
        found: list[object] = []
        for path in (self._folder.manifest, self._folder.events, self._folder.attempts):
            with suppress(FileNotFoundError, NotADirectoryError):
                status = path.stat()
                found.append((path.name, status.st_ino, status.st_size, status.st_mtime_ns))
        return found

    def carry_out(self, before: Replay) -> EvalRun:
        """Asks, then does what is pending."""
        agreed = before.results.pending
        if agreed:
            check_budget(self._plan, before)
        values: Mapping[str, str] = {}
        if agreed:
            values = self._agreed(before)
        elif self._folder.was_left_running():  # what it left is still to be searched for them
            values = self._secret_values()
        with ExitStack() as stack:
            stack.callback(self._lock.release)
            self._lock.acquire()
            if self._journals() != self._read:  # somebody has been at it meanwhile
                before = self.before()
            if before.results.pending > agreed:
                raise ConflictError(
                    f"the run {self._name!r} was changed by another process in the meantime",
                    hint="Run the command again to see what there is to do now.",
                )
            archived = archive_run(self._folder.root) if self._plan.options.fresh and self._exists() else None
            manifest = self._manifest()
            self._lock.identify(manifest.local_run_id)
            token = secrets.token_hex(32)
            redact = Redactor([*values.values(), *ambient_secrets(), token])
            run_log = RunLog(self._folder.logs, redact, self._display.log_line)
            stack.callback(run_log.close)
            if short := short_secrets(values):
                self._display.warning(
                    None, f"shorter than {SHORTEST} characters, replaced in logs alone: {', '.join(short)}"
                )
            stack.enter_context(run_log.taking_in_our_logger())
            if archived is not None:
                run_log.info("run", "put the earlier run of this name away", archived=archived.name)
            self._end_orphans(run_log)
            evaluation = Evaluation(
                plan=self._plan,
                folder=RunFolder(self._folder.root, redact),
                manifest=manifest,
                before=before,
                left_running=self._folder.was_left_running(),
                secret_values=values,
                token=token,
                redact=redact,
                run_log=run_log,
                display=self._display,
                lock=self._lock,
            )
            try:
                return replace(asyncio.run(evaluation.run()), archived=archived)
            except OsmosisError as error:
                raise error.with_text(redact) from None

    def _exists(self) -> bool:
        """True when there is a run of that name. Raises ConflictError when there is something else."""
        root = self._folder.root
        if root.is_symlink() or (root.exists() and not root.is_dir()):
            raise ConflictError(f"{root} is not a folder", hint="Choose another --name, or move it away.")
        if not root.exists():
            return False
        if not self._folder.manifest.exists() and not self._folder.is_unfinished():
            raise ConflictError(
                f"{root} exists and is not the folder of a run", hint="Choose another --name, or move it away."
            )
        return self._folder.manifest.exists()

    def _agreed(self, before: Replay) -> Mapping[str, str]:
        """The values of the run's secrets, once the person agreed to the plan."""
        plan, display = self._plan, self._display
        if plan.config.advanced:
            display.warning(None, "[advanced] is recorded with the run and changes nothing in a local evaluation")
        notes = []
        if plan.options.fresh and self._exists():
            notes.append(f"The run {self._name} that is there is kept as {self._name}.archive-<time>.")
        display.confirm(question(plan, before), summary=summary(plan, self._name, before), notes=notes)
        return self._secret_values()

    def _secret_values(self) -> Mapping[str, str]:
        """From the secrets file, the environment, or the person, in this order. Raises OsmosisError for one missing."""
        options = self._plan.options
        given: Mapping[str, str] = {}
        if options.secrets_on_stdin:
            given = read_secrets_input()
        elif options.secrets_file is not None:
            given = read_secrets_file(self._plan.cwd / options.secrets_file)
        return secret_values(
            self._plan.inputs.secret_names,
            given=given,
            environment=os.environ,
            ask=(lambda _: None) if options.secrets_on_stdin else self._display.ask_secret,
        )

    def _manifest(self) -> RunManifest:
        self._folder.sweep()
        if self._folder.manifest.exists():
            return read_manifest(self._folder.manifest)
        manifest = RunManifest(
            schema_version=1,
            local_run_id=uuid.uuid4().hex,
            run_name=self._name,
            created_at=timestamp(),
            inputs=self._plan.inputs,
            provenance=self._plan.provenance,
        )
        self._folder.create(manifest)
        return manifest

    def _end_orphans(self, run_log: RunLog) -> None:
        def tell(what: str) -> None:
            run_log.warning("run", what)
            self._display.warning(None, what)

        end_orphans(self._plan.output, self._name, tell)
