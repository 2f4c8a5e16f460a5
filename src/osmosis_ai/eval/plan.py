"""What an evaluation is going to do, worked out before anything is written or started."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai import __version__
from osmosis_ai.base.config.load import load_eval_config
from osmosis_ai.base.errors import NotFoundError, OsmosisError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.datasets import (
    Dataset,
    DatasetError,
    DatasetRow,
    DatasetScan,
    find_dataset,
    open_dataset,
    parse_row_selection,
)
from osmosis_ai.engine.budget import Budget
from osmosis_ai.engine.work import WorkItem, WorkKey
from osmosis_ai.eval.options import EvalOptions
from osmosis_ai.eval.source_digest import source_digest
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.eval_config import EvalConfig
from osmosis_contract.models.run_manifest import (
    RunDatasetInput,
    RunInputs,
    RunProvenance,
    RunRolloutInput,
    RunTimeouts,
    RunVersions,
)

__all__ = ["EvalOptions", "EvalPlan", "make_plan"]

PROTOCOL_VERSION = "0.4"
DATASET_NORMALIZATION = 1
STATE_SCHEMA = 1
_DEFAULT_THRESHOLD = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalPlan:
    """An evaluation, resolved."""

    options: EvalOptions
    cwd: Path
    workspace: Workspace
    config: EvalConfig
    config_path: Path
    dataset: Dataset
    dataset_source: str
    scan: DatasetScan
    attempts_per_row: int
    pass_threshold: float
    width: int | None
    inputs: RunInputs
    provenance: RunProvenance
    output: Path

    @property
    def rollout_dir(self) -> Path:
        """Where the rollout's code is."""
        return self.workspace.rollouts / self.config.experiment.rollout

    def shown(self, path: Path) -> str:
        """A path as a person would type it here."""
        path = path.resolve()
        here = self.cwd.resolve()
        return str(path.relative_to(here) if path.is_relative_to(here) else path)

    @property
    def budget(self) -> Budget:
        """The most the run may spend, over all its invocations."""
        return Budget(self.options.max_tokens, self.options.max_cost)

    @property
    def work_items(self) -> int:
        """How many results the run is to have."""
        return self.scan.selected_count * self.attempts_per_row

    def source_row(self, row_index: int) -> int:
        """The offset in the dataset file of a row of the selection."""
        before = 0
        for first, last in self.scan.selection.ranges:
            if row_index - before <= last - first:
                return first + row_index - before
            before += last - first + 1
        raise IndexError(row_index)

    def rows(self) -> Iterator[DatasetRow]:
        """The selected rows in the order of the file, read as they are needed. Raises DatasetError on the way."""
        return self.dataset.rows(self.scan.selection)

    def items(self, wanted: Callable[[WorkKey], bool]) -> Iterator[WorkItem]:
        """The work that is still to be done, in the order of the file, read as it is needed."""
        for row_index, row in enumerate(self.rows()):
            for run_index in range(self.attempts_per_row):
                if wanted((row_index, run_index)):
                    yield WorkItem(row_index, run_index, row)


def make_plan(options: EvalOptions, cwd: Path) -> EvalPlan:
    """Reads the workspace, the config, the dataset and the rollout's code. Writes nothing.

    Raises OsmosisError for whatever cannot be run.
    """
    options.check()
    config_path = options.config if options.config.is_absolute() else cwd / options.config
    workspace = Workspace.find(config_path.parent if config_path.parent.is_dir() else cwd)
    workspace.require_directories()
    config = load_eval_config(config_path, workspace)
    rollout_dir = workspace.rollouts / config.experiment.rollout
    output = workspace.evals if options.output is None else (cwd / options.output).resolve()
    if output == rollout_dir.resolve():
        raise OsmosisError(f"{output} is the rollout's own folder", hint="Choose another folder with --output.")
    _check_code(rollout_dir, config.experiment.entrypoint)
    if options.dataset_file is not None:
        path, source = cwd / options.dataset_file, "explicit"
    else:
        path, source = find_dataset(workspace.data, config.experiment.dataset), "workspace"
    selection = None if options.rows is None else parse_row_selection(options.rows)
    evaluation = config.evaluation
    limit = evaluation.limit if evaluation is not None and selection is None else None
    with _hinting("Name another file with --dataset-file, or correct experiment.dataset."):
        dataset = open_dataset(path)
    with _hinting("Mend the file, or leave the row out with --rows."):
        scan = dataset.scan(selection, limit if limit is not None and limit > 0 else None)
    if scan.selected_count == 0:
        raise OsmosisError(
            f"{path} has no rows to evaluate", hint="Give it at least one row, or select others with --rows."
        )
    attempts = evaluation.n if evaluation is not None and evaluation.n is not None else 1
    threshold = evaluation.pass_threshold if evaluation is not None else None
    batch = evaluation.batch_size if evaluation is not None else None
    width = next((n for n in (options.max_in_flight, batch) if n is not None and n > 0), None)
    return EvalPlan(
        options=options,
        cwd=cwd,
        workspace=workspace,
        config=config,
        config_path=config_path,
        dataset=dataset,
        dataset_source=source,
        scan=scan,
        attempts_per_row=attempts,
        pass_threshold=_DEFAULT_THRESHOLD if threshold is None else threshold,
        width=width,
        inputs=_inputs(config, scan, attempts, source_digest(rollout_dir, exclude=output)),
        provenance=_provenance(workspace, config, config_path),
        output=output,
    )


@contextmanager
def _hinting(hint: str) -> Iterator[None]:
    """What to do about an error of the dataset that does not say so itself."""
    try:
        yield
    except DatasetError as error:
        error.hint = error.hint or hint
        raise


def _check_code(rollout_dir: Path, entrypoint: str) -> None:
    if not rollout_dir.is_dir():
        raise NotFoundError(
            f"the rollout {rollout_dir} does not exist",
            hint=f"Create it with `osmosis rollout init {rollout_dir.name}`, or correct experiment.rollout.",
        )
    if not (rollout_dir / entrypoint).is_file():
        raise NotFoundError(
            f"the entrypoint {rollout_dir / entrypoint} does not exist", hint="Correct experiment.entrypoint."
        )


def _inputs(config: EvalConfig, scan: DatasetScan, attempts: int, digest: str) -> RunInputs:
    evaluation = config.evaluation
    return RunInputs(
        model_path=config.experiment.model_path,
        dataset=RunDatasetInput(sha256=scan.sha256, selected_source_rows=scan.selected_source_rows),
        n=attempts,
        rollout=RunRolloutInput(
            name=config.experiment.rollout, entrypoint=config.experiment.entrypoint, source_digest=digest
        ),
        env=dict(config.env or {}),
        secret_names=list(config.secrets.required),
        timeouts=RunTimeouts(
            agent_timeout_sec=None if evaluation is None else evaluation.agent_workflow_timeout_s,
            grader_timeout_sec=None if evaluation is None else evaluation.grader_timeout_s,
        ),
        versions=RunVersions(
            rollout_protocol=PROTOCOL_VERSION,
            dataset_normalization=DATASET_NORMALIZATION,
            state_schema=STATE_SCHEMA,
        ),
    )


def _provenance(workspace: Workspace, config: EvalConfig, config_path: Path) -> RunProvenance:
    head = _git(workspace.root, "rev-parse", "--verify", "HEAD")
    dirty = None if head is None else _git(workspace.root, "status", "--porcelain")
    return RunProvenance(
        sdk_version=__version__,
        **omit_none(
            config_branch=config.experiment.branch,
            config_commit_sha=config.experiment.commit_sha,
            config_path=config_path.resolve().relative_to(workspace.root).as_posix(),
            advanced=config.advanced,
            git_head=head,
            git_branch=None if head is None else _git(workspace.root, "symbolic-ref", "--short", "--quiet", "HEAD"),
            git_dirty=None if dirty is None else bool(dirty),
        ),
    )


def _git(root: Path, *arguments: str) -> str | None:
    """What git says, or None where there is no git, no repository, or no answer."""
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    return done.stdout.strip()
