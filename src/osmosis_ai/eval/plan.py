"""What an evaluation is going to do, worked out before anything is written or started."""

from __future__ import annotations

import hashlib
import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from osmosis_ai import __version__
from osmosis_ai.base.config.load import load_eval_config, read_source
from osmosis_ai.base.errors import ConflictError, MissingDirectoryError, MissingFileError, OsmosisError
from osmosis_ai.base.git import ask_git
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.datasets import (
    Dataset,
    DatasetError,
    DatasetRow,
    DatasetScan,
    RowSelection,
    UnknownDatasetError,
    find_dataset,
    open_dataset,
    parse_row_selection,
)
from osmosis_ai.datasets.columns import parse_column_map
from osmosis_ai.engine.budget import Budget
from osmosis_ai.engine.spec import RunSpec
from osmosis_ai.eval.options import EvalOptions, TunnelProgram
from osmosis_ai.runs.reading.places import find_run
from osmosis_ai.runs.reading.run import Run
from osmosis_ai.runs.reading.selection import NothingSelectedError, parse_rows_from, rows_of
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.eval_config import EvalConfig
from osmosis_contract.models.run_manifest import (
    RunDatasetInput,
    RunInputs,
    RunManifest,
    RunProvenance,
    RunRolloutInput,
    RunSource,
    RunSourceKind,
    RunSourceSelection,
    RunTimeouts,
    RunVersions,
)

__all__ = [
    "EvalPlan",
    "ModelAddress",
    "PlatformDatasets",
    "SecretsSource",
    "check_code",
    "make_plan",
    "run_versions",
    "source_digest",
    "source_of",
]

PROTOCOL_VERSION = "0.4"
DATASET_NORMALIZATION = 1
STATE_SCHEMA = 1
MOST_WORK_ITEMS = 10_000_000
"""A run keeps some forty bytes of each in memory."""
_DEFAULT_THRESHOLD = 1.0


_SKIPPED = frozenset(
    {"__pycache__", ".git", ".venv", "venv", "dist", "build", "node_modules", ".pytest_cache", ".ruff_cache"}
)
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretsSource:
    """Where values of secrets are given: a file, standard input, or neither."""

    file: Path | None = None
    standard_input: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAddress:
    """Which ports are used, None for free ones, and how agents on other machines reach the model."""

    rollout_port: int | None = None
    listener_port: int | None = None
    advertise_url: str | None = None
    tunnel: TunnelProgram | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalPlan:
    """An evaluation, resolved. No step after planning looks at the options again."""

    name: str | None
    """The name of the run; None for a new one."""
    fresh: bool
    """Whether a run of that name is archived and a new one started."""
    retry_failed: bool
    """Whether rows that failed or were removed are tried again."""
    warnings: tuple[tuple[str | None, str], ...]
    """Code and message of what a person should know before anything starts."""
    workspace: Workspace
    config: EvalConfig
    dataset: Dataset
    dataset_source: str
    dataset_shown: str
    """The dataset's path as a person would type it."""
    output: Path
    output_shown: str
    """Where runs are kept, as a person would type it."""
    scan: DatasetScan
    width: int | None
    pass_threshold: float
    budget: Budget
    secrets: SecretsSource
    address: ModelAddress
    inputs: RunInputs
    provenance: RunProvenance
    source: RunSource | None = None
    """The run whose rows this one takes; None for rows that were selected otherwise."""
    allow_endpoint_change: bool = False
    """Whether a run may be resumed although another endpoint or another model answers."""

    @property
    def grades_samples(self) -> bool:
        """Whether samples that another run kept are graded, and no rollout is run."""
        return self.source is not None and self.source.kind is RunSourceKind.SAMPLES

    @property
    def rollout_dir(self) -> Path:
        """Where the rollout's code is."""
        return self.workspace.rollouts / self.config.experiment.rollout

    @property
    def serves(self) -> str:
        """What serves the rollout, as a person knows it."""
        rollout = self.inputs.rollout
        if rollout.url is not None:
            return f"{rollout.name} at {rollout.url}"
        if rollout.command is not None:
            return f"{rollout.name}: {shlex.join(rollout.command)}"
        return f"{rollout.name}/{rollout.entrypoint}"

    def require_entrypoint(self, command: str) -> None:
        """Raises OsmosisError where no Python file of this SDK serves the rollout, which that command needs."""
        if not self.inputs.rollout.entrypoint:
            raise OsmosisError(
                f"{command} runs the rollout's Python code itself, and {self.serves} is not a Python entrypoint",
                hint="Use `osmosis eval run`, which needs a rollout server alone.",
            )

    @property
    def attempts_per_row(self) -> int:
        """How often each row is tried."""
        return self.inputs.n

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

    def spec(self, manifest: RunManifest) -> RunSpec:
        """What the engine is to run, under the identity that the manifest has."""
        return RunSpec(
            run_id=manifest.local_run_id,
            name=manifest.run_name,
            dataset_name=self.config.experiment.dataset,
            inputs=self.inputs,
            rows=self.rows,
            row_count=self.scan.selected_count,
            dataset_row_count=self.scan.row_count,
            max_in_flight=self.width,
            budget=self.budget,
            pass_threshold=self.pass_threshold,
        )


class PlatformDatasets(Protocol):
    """Where a dataset is looked for that is not in the workspace."""

    def fetch(self, name: str, workspace: Path, missing: UnknownDatasetError) -> tuple[Path, bool]:
        """The file of the dataset on this machine, and whether it was there already.

        Raises `missing` where no platform can be asked, another OsmosisError where one does not have it.
        """


def make_plan(options: EvalOptions, cwd: Path, platform: PlatformDatasets | None = None) -> EvalPlan:
    """Reads the workspace, the config, the dataset and the rollout's code. Writes nothing in the workspace.

    A dataset that is not in the workspace is fetched from the platform. Raises OsmosisError for whatever cannot be run.
    """
    options.check()
    config_path = options.config if options.config.is_absolute() else cwd / options.config
    workspace = Workspace.find(config_path.parent if config_path.parent.is_dir() else cwd)
    workspace.require_directories()
    config = load_eval_config(config_path, workspace, server_runs=options.rollout_url is not None)
    rollout_dir = workspace.rollouts / config.experiment.rollout
    output = workspace.evals if options.output is None else (cwd / options.output).resolve()
    if output == rollout_dir.resolve():
        raise OsmosisError(f"{output} is the rollout's own folder", hint="Choose another folder with --output.")
    if options.rollout_url is None:
        check_code(rollout_dir, config.experiment.entrypoint)
    path, source = _dataset_file(options, cwd, workspace, config.experiment.dataset, platform)
    selection = None if options.rows is None else parse_row_selection(options.rows)
    taken = None if options.rows_from is None else _rows_taken(options.rows_from, output, cwd)
    if taken is not None:
        selection = taken.selection
    evaluation = config.evaluation
    limit = evaluation.limit if evaluation is not None and selection is None else None
    with _hinting("Name another file with --dataset-file, or correct experiment.dataset."):
        dataset = open_dataset(path, parse_column_map(options.column_map))
    with _hinting("Correct the file, or leave the row out with --rows."):
        scan = dataset.scan(selection, limit if limit is not None and limit > 0 else None)
    if taken is not None and taken.dataset_sha256 != scan.sha256:
        raise ConflictError(
            f"{path} is not the dataset of the run {taken.source.run_name}, so its rows are other ones",
            hint="Restore the dataset, name it with --dataset-file, or select rows with --rows.",
        )
    if scan.selected_count == 0:
        raise OsmosisError(
            f"{path} has no rows to evaluate", hint="Give it at least one row, or select others with --rows."
        )
    attempts = evaluation.n if evaluation is not None and evaluation.n is not None else 1
    if (items := scan.selected_count * attempts) > MOST_WORK_ITEMS:
        raise read_source(config_path, workspace).error(
            f"{scan.selected_count:,} rows with n = {attempts:,} are {items:,} rollouts, and a run has at most "
            f"{MOST_WORK_ITEMS:,}.",
            "evaluation",
            "n",
            hint="Make n smaller, or select fewer rows with --rows or evaluation.limit.",
        )
    threshold = evaluation.pass_threshold if evaluation is not None else None
    batch = evaluation.batch_size if evaluation is not None else None
    width = next((n for n in (options.max_in_flight, batch) if n is not None and n > 0), None)
    served = _served(config, options, source_digest(rollout_dir, exclude=output))
    return EvalPlan(
        name=options.name,
        fresh=options.fresh,
        retry_failed=options.retry_failed,
        warnings=tuple(_warnings(options)),
        workspace=workspace,
        config=config,
        dataset=dataset,
        dataset_source=source,
        dataset_shown=_shown(dataset.path, cwd),
        output=output,
        output_shown=_shown(output, cwd),
        scan=scan,
        width=width,
        pass_threshold=_DEFAULT_THRESHOLD if threshold is None else threshold,
        budget=Budget(options.max_tokens, options.max_cost),
        secrets=SecretsSource(
            file=None if options.secrets_file is None or options.secrets_on_stdin else cwd / options.secrets_file,
            standard_input=options.secrets_on_stdin,
        ),
        address=ModelAddress(
            rollout_port=options.rollout_port,
            listener_port=options.listener_port,
            advertise_url=options.advertise_url,
            tunnel=options.tunnel,
        ),
        inputs=_inputs(config, scan, dataset.columns, attempts, served),
        provenance=_provenance(
            workspace,
            config,
            config_path,
            dataset_path=None if options.dataset_file is None else _shown(path, workspace.root),
            rows=options.rows if taken is None else scan.selected_source_rows,
        ),
        source=None if taken is None else taken.source,
        allow_endpoint_change=options.allow_endpoint_change,
    )


def _dataset_file(
    options: EvalOptions, cwd: Path, workspace: Workspace, name: str, platform: PlatformDatasets | None
) -> tuple[Path, str]:
    """The file of the dataset, and where it came from."""
    if options.dataset_file is not None:
        return cwd / options.dataset_file, "explicit"
    try:
        return find_dataset(workspace.data, name), "workspace"
    except UnknownDatasetError as missing:
        if platform is None:
            raise
        path, cached = platform.fetch(name, workspace.root, missing)
        return path, "cache" if cached else "download"


@dataclass(frozen=True, slots=True)
class _RowsTaken:
    """The rows of another run: which run that is, over which dataset, and which rows."""

    source: RunSource
    dataset_sha256: str
    selection: RowSelection


def _rows_taken(text: str, output: Path, cwd: Path) -> _RowsTaken:
    """What `--rows-from` means. Raises OsmosisError for what names no run, NothingSelectedError where no row fits."""
    wanted = parse_rows_from(text)
    run = Run(find_run(wanted.run, cwd, [output]))
    run.refresh()
    rows = rows_of(run, wanted.selection)
    if not rows:
        raise NothingSelectedError(run, wanted.selection)
    source = source_of(run, RunSourceKind.ROWS, wanted.selection)
    return _RowsTaken(source, run.manifest.inputs.dataset.sha256, RowSelection.of(rows))


def source_of(run: Run, kind: RunSourceKind, selection: RunSourceSelection) -> RunSource:
    """What a manifest says of the run that rows are taken from."""
    digest = run.manifest.inputs.rollout.source_digest if kind is RunSourceKind.SAMPLES else None
    return RunSource(
        kind=kind,
        run_name=run.name,
        local_run_id=run.manifest.local_run_id,
        selection=selection,
        row_count=run.selection.count,
        **omit_none(grader_digest=digest),
    )


def _warnings(options: EvalOptions) -> Iterator[tuple[str | None, str]]:
    if options.advertises_insecurely:
        yield (
            "INSECURE_ADVERTISE_URL",
            f"{options.advertise_url} is not encrypted: prompts and the run's key can be read",
        )
    if options.asks_insecurely:
        yield (
            "INSECURE_ROLLOUT_URL",
            f"{options.rollout_url} is not encrypted: rows, results and the server's key can be read",
        )


def _shown(path: Path, cwd: Path) -> str:
    """A path as a person would type it in a directory."""
    path, here = path.resolve(), cwd.resolve()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


@contextmanager
def _hinting(hint: str) -> Iterator[None]:
    """What to do about an error of the dataset that does not say so itself."""
    try:
        yield
    except DatasetError as error:
        error.hint = error.hint or hint
        raise


def check_code(rollout_dir: Path, entrypoint: str | None) -> None:
    """Raises OsmosisError where the rollout's folder, or its entrypoint if it has one, is not there."""
    if not rollout_dir.is_dir():
        raise MissingDirectoryError(
            rollout_dir,
            what="the rollout",
            hint=f"Create it with `osmosis rollout init {rollout_dir.name}`, or correct experiment.rollout.",
        )
    if entrypoint is not None and not (rollout_dir / entrypoint).is_file():
        raise MissingFileError(rollout_dir / entrypoint, what="the entrypoint", hint="Correct experiment.entrypoint.")


def _served(config: EvalConfig, options: EvalOptions, digest: str) -> RunRolloutInput:
    """What serves the rollout: a file, a command, or a server that runs already."""
    experiment = config.experiment
    if options.rollout_url is not None:
        return RunRolloutInput(name=experiment.rollout, entrypoint="", url=options.rollout_server, source_digest=digest)
    return RunRolloutInput(
        name=experiment.rollout,
        entrypoint=experiment.entrypoint or "",
        source_digest=digest,
        **omit_none(command=experiment.command, setup=experiment.setup),
    )


def _inputs(
    config: EvalConfig, scan: DatasetScan, columns: Mapping[str, str], attempts: int, served: RunRolloutInput
) -> RunInputs:
    evaluation = config.evaluation
    return RunInputs(
        model_path=config.experiment.model_path,
        dataset=RunDatasetInput(
            sha256=scan.sha256,
            selected_source_rows=scan.selected_source_rows,
            **omit_none(columns=dict(columns) or None),
        ),
        n=attempts,
        rollout=served,
        env=dict(config.env or {}),
        secret_names=list(config.secrets.required),
        timeouts=RunTimeouts(
            agent_timeout_sec=None if evaluation is None else evaluation.agent_workflow_timeout_s,
            grader_timeout_sec=None if evaluation is None else evaluation.grader_timeout_s,
        ),
        versions=run_versions(),
    )


def run_versions() -> RunVersions:
    """The versions of the rules that a run on this machine follows."""
    return RunVersions(
        rollout_protocol=PROTOCOL_VERSION, dataset_normalization=DATASET_NORMALIZATION, state_schema=STATE_SCHEMA
    )


def _provenance(
    workspace: Workspace, config: EvalConfig, config_path: Path, *, dataset_path: str | None, rows: str | None
) -> RunProvenance:
    head = ask_git(workspace.root, "rev-parse", "--verify", "HEAD")
    dirty = None if head is None else ask_git(workspace.root, "status", "--porcelain")
    return RunProvenance(
        sdk_version=__version__,
        **omit_none(
            config_branch=config.experiment.branch,
            config_commit_sha=config.experiment.commit_sha,
            config_path=config_path.resolve().relative_to(workspace.root).as_posix(),
            dataset_path=dataset_path,
            rows=rows,
            advanced=config.advanced,
            git_head=head,
            git_branch=None if head is None else ask_git(workspace.root, "symbolic-ref", "--short", "--quiet", "HEAD"),
            git_dirty=None if dirty is None else bool(dirty),
        ),
    )


def source_digest(root: Path, *, exclude: Path | None = None) -> str:
    """SHA-256 over the sorted relative paths and the bytes of every file below `root`, 64 hexadecimal digits.

    For each file its path (UTF-8, `/` between the parts) and then its content, with nothing in between or after; files
    in the order of their paths' parts, so that `a/b` comes before `a-b`. This is the form of the published package, so
    that either side can go on with the other's runs. Without separators, content moved between a file's end and the
    next file's name goes unseen: the digest detects edits, not adversaries.

    Left out: what is made rather than written (caches, environments, builds, `uv.lock`, `*.egg-info`), and `exclude`.
    Links to files count by their content. Raises OsmosisError for a link to a directory and for a broken one, because
    their content is unknown. Of a directory that is not there it is the digest of nothing.
    """
    digest = hashlib.sha256()
    if not root.is_dir():
        return digest.hexdigest()
    for parts, path in sorted(_files(root, root, exclude)):
        digest.update("/".join(parts).encode(errors="surrogateescape"))
        try:
            with path.open("rb") as file:
                while chunk := file.read(_CHUNK):
                    digest.update(chunk)
        except OSError as error:
            raise OsmosisError(
                f"{path} cannot be read: {error.strerror}", hint="Make it readable, or move it away."
            ) from None
    return digest.hexdigest()


def _files(root: Path, folder: Path, exclude: Path | None) -> Iterator[tuple[tuple[str, ...], Path]]:
    for entry in os.scandir(folder):
        path = Path(entry.path)
        if entry.name in _SKIPPED or entry.name == "uv.lock" or entry.name.endswith(".egg-info") or path == exclude:
            continue
        if entry.is_symlink() and not path.is_file():
            raise OsmosisError(
                f"{path} is a link to a directory, or broken",
                hint="Put the files themselves into the rollout's folder.",
            )
        if entry.is_dir(follow_symlinks=False):
            yield from _files(root, path, exclude)
        elif path.is_file():
            yield path.relative_to(root).parts, path
