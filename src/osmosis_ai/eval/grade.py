"""`eval grade`: the samples that a run has kept, graded again with the code of today and without a model call.

A planner and a runner on the one engine: the plan has the rows of the source, the runner hands their samples to a
process that has the rollout's own environment, and everything else is as in `eval run`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from osmosis_ai.base.config.source import ConfigSource
from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.datasets import RowSelection
from osmosis_ai.engine.ports import Artifacts
from osmosis_ai.engine.work import OpenRunner
from osmosis_ai.eval.display import Display
from osmosis_ai.eval.options import EvalOptions
from osmosis_ai.eval.plan import EvalPlan, PlatformDatasets, make_plan, source_of
from osmosis_ai.eval.run import EvalRun, Prepared, execute_plan
from osmosis_ai.eval.stored_samples import GradedArtifacts, StoredSamples
from osmosis_ai.runs.reading.exported import ExportedRun
from osmosis_ai.runs.reading.places import evals_folder, find_run
from osmosis_ai.runs.reading.run import Run
from osmosis_ai.runs.reading.selection import NothingSelectedError, rows_of
from osmosis_contract.models.run_manifest import RunSourceKind, RunSourceSelection

__all__ = ["GradeOptions", "grade_eval"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeOptions:
    """The command line of `eval grade`. Paths are as given, relative to the current directory."""

    run: str
    config: Path | None = None
    name: str | None = None
    output: Path | None = None
    dataset_file: Path | None = None
    only: Literal["grader-failed"] | None = None
    secrets_file: str | None = None


def grade_eval(
    options: GradeOptions,
    display: Display,
    *,
    cwd: Path,
    environ: Mapping[str, str],
    platform: PlatformDatasets | None = None,
    while_grading: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> tuple[EvalRun, EvalOptions]:
    """Grades the samples of a run into a new one, and the options under which `eval run` would have planned it.

    `while_grading` is entered while samples are graded.
    Raises OsmosisError for whatever keeps it from being done, NothingSelectedError where no row is meant.
    """
    usual = evals_folder(cwd, None)
    roots = [usual] if options.output is None else [evals_folder(cwd, options.output), usual]
    folder = find_run(options.run, cwd, roots)
    source = Run(folder)
    source.refresh()
    selection = RunSourceSelection.ALL if options.only is None else RunSourceSelection.GRADER_FAILED
    rows = rows_of(source, selection)
    if not rows:
        raise NothingSelectedError(source, selection)
    eval_options = EvalOptions(
        config=_config_of(source, options, folder, cwd),
        name=options.name,
        output=options.output,
        dataset_file=options.dataset_file,
        column_map=tuple(f"{column}={name}" for column, name in (source.manifest.inputs.dataset.columns or {}).items()),
        rows=str(RowSelection.of(rows)),
        secrets_file=options.secrets_file,
    )
    display.status("Reading the config, the dataset and the rollout")
    plan = _plan(make_plan(eval_options, cwd, platform), source, selection)
    plan.require_entrypoint("eval grade")
    samples = ExportedRun(folder)

    runner = _Grading(samples, plan.inputs.timeouts.grader_timeout_sec)
    done = execute_plan(
        plan,
        display,
        environ,
        runner=runner,
        answered_by=source.manifest.answered_by,
        while_dispatching=while_grading,
    )
    return done, eval_options


class _Grading:
    """Runs the attempts of a plan on a grading process."""

    def __init__(self, source: ExportedRun, timeout_sec: float | None) -> None:
        self._source = source
        self._timeout = timeout_sec
        self._store: StoredSamples

    def artifacts(self, prepared: Prepared, artifacts: Artifacts) -> Artifacts:
        """The files of a graded attempt are there already; what its grader wrote is collected as always."""
        self._store = StoredSamples(self._source, prepared.local.folder, self._timeout, prepared.redact)
        return GradedArtifacts(self._store, artifacts)

    @asynccontextmanager
    async def open(self, prepared: Prepared) -> AsyncIterator[OpenRunner]:
        """See `PlanRunner`."""
        from osmosis_ai.hosting.grading import grading

        async with grading(prepared.host, self._store, prepared.observer, redact=prepared.redact) as opened:
            yield opened


def _config_of(source: Run, options: GradeOptions, folder: Path, cwd: Path) -> Path:
    """The config that the run was started with; for a run of a platform, which does not know it, the only one that it
    can have been. Raises OsmosisError where that is not known."""
    if options.config is not None:
        return options.config
    recorded = source.manifest.provenance.config_path
    if recorded is None:
        found = _like(source, folder, cwd)
        if len(found) == 1:
            return found[0]
        several = ": it may have been " + " or ".join(path.name for path in found) if found else ""
        raise OsmosisError(
            f"the run {source.name} does not say which config it had{several}", hint="Add --config FILE."
        )
    for root in (cwd, *cwd.parents, *folder.parents):
        if (root / recorded).is_file():
            return root / recorded
    raise OsmosisError(f"the config {recorded} of the run {source.name} is not there", hint="Add --config FILE.")


def _like(source: Run, folder: Path, cwd: Path) -> list[Path]:
    """The configs of the workspace that are of the run's rollout and model."""
    workspace = Workspace.locate(cwd) or Workspace.locate(folder)
    wanted = (source.manifest.inputs.rollout.name, source.manifest.inputs.model_path)
    found = []
    for path in sorted(workspace.eval_configs.glob("*.toml")) if workspace is not None else ():
        with suppress(OsmosisError):  # what is wrong with another config is not this command's
            experiment = ConfigSource.read(path, path.name).values.get("experiment")
            if isinstance(experiment, Mapping) and (experiment.get("rollout"), experiment.get("model_path")) == wanted:
                found.append(path)
    return found


def _plan(plan: EvalPlan, source: Run, selection: RunSourceSelection) -> EvalPlan:
    """The plan with what the samples were made under. Raises ConflictError for another dataset or another rollout."""
    inputs = source.manifest.inputs
    if plan.inputs.dataset.sha256 != inputs.dataset.sha256:
        raise ConflictError(
            f"{plan.dataset.path} is not the dataset of the run {source.name}, so its labels are other ones",
            hint="Restore the dataset, or name it with --dataset-file.",
        )
    if plan.inputs.rollout.name != inputs.rollout.name:
        raise ConflictError(
            f"the config is for the rollout {plan.inputs.rollout.name}, and the run {source.name} is of "
            f"{inputs.rollout.name}",
            hint="Name the config of that rollout with --config.",
        )
    same = {"n": inputs.n, "model_path": inputs.model_path}
    return replace(
        plan,
        inputs=plan.inputs.model_copy(update=same),
        width=None,
        source=source_of(source, RunSourceKind.SAMPLES, selection),
    )
