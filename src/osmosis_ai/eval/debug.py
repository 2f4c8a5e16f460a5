"""`eval debug`: one row of an evaluation, with the terminal for user code. Nothing of it is kept."""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.redaction.redactor import Redactor, ambient_secrets
from osmosis_ai.engine.run import new_rollout_id
from osmosis_ai.engine.work import Attempt, WorkItem
from osmosis_ai.eval.display import Display
from osmosis_ai.eval.options import EvalOptions
from osmosis_ai.eval.plan import EvalPlan, PlatformDatasets, make_plan
from osmosis_ai.eval.run import host_spec, resolve_secrets
from osmosis_ai.hosting.spec import HostSpec
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.log import LoggingObserver, RunLog
from osmosis_ai.runs.orphans import FolderProcessRecords
from osmosis_contract.models.rollout import RolloutResultResponse

__all__ = ["DebuggedRow", "debug_row"]


@dataclass(frozen=True, slots=True)
class DebuggedRow:
    """What became of the row."""

    plan: EvalPlan
    source_row_index: int
    result: RolloutResultResponse


def debug_row(
    options: EvalOptions,
    display: Display,
    *,
    cwd: Path,
    environ: Mapping[str, str],
    platform: PlatformDatasets | None = None,
    quiet: bool,
) -> DebuggedRow:
    """Runs the one row that the options select, without a time limit, and gives its result.

    `quiet` sends what user code prints to standard error. Raises OsmosisError for whatever keeps it from running.
    """
    plan = make_plan(options, cwd, platform)
    plan.require_entrypoint("eval debug")
    for code, message in plan.warnings:
        display.warning(code, message)
    row = next(iter(plan.rows()), None)
    if row is None:
        raise OsmosisError("the dataset has no such row", hint="Rows count from 0.")
    values = resolve_secrets(plan, display, environ)
    token = secrets.token_hex(32)
    redact = Redactor([*values.values(), *ambient_secrets(environ), token])
    with tempfile.TemporaryDirectory(prefix="osmosis-debug-") as kept:  # which only its owner may enter
        folder = RunFolder(Path(kept), redact)
        run_log = RunLog(folder.logs, redact, display.log_line)
        try:
            return DebuggedRow(
                plan,
                row.source_row_index,
                asyncio.run(
                    _run(
                        host_spec(plan, folder.trials, environ, values, token),
                        plan,
                        folder,
                        LoggingObserver(run_log, display, redact),
                        quiet=quiet,
                    )
                ),
            )
        except OsmosisError as error:
            raise error.with_text(redact) from None
        finally:
            run_log.close()


async def _run(
    host: HostSpec, plan: EvalPlan, folder: RunFolder, observer: LoggingObserver, *, quiet: bool
) -> RolloutResultResponse:
    from osmosis_ai.hosting.attached import run_attached  # what it imports takes seconds

    folder.trials.mkdir()
    attempt = Attempt(WorkItem(0, 0, next(iter(plan.rows()))), 0, new_rollout_id())
    return await run_attached(
        host,
        observer,
        attempt,
        records=FolderProcessRecords(folder),
        redact=folder.redact,
        quiet=quiet,
    )
