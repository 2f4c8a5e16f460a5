"""A training on one machine, worked out before anything is written or started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.datasets import Dataset, DatasetRow, RowSelection, find_dataset, open_dataset
from osmosis_ai.eval.plan import check_code, run_versions, source_digest
from osmosis_ai.runs.training.folder import training_root
from osmosis_ai.semantics.members import omit_none
from osmosis_ai.train.memory import model_size, needed_bytes
from osmosis_ai.train.sampler import Split, split_rows
from osmosis_ai.train.settings import Settings, load_settings
from osmosis_contract.models.local_training import LocalTrainer, LocalTrainingDataset, LocalTrainingInputs
from osmosis_contract.models.run_manifest import (
    RunDatasetInput,
    RunInputs,
    RunRolloutInput,
    RunTimeouts,
)

__all__ = ["TrainOptions", "TrainPlan", "make_plan"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainOptions:
    """The command line of a training. `max_time` is in minutes, of this invocation."""

    config: Path
    name: str | None = None
    steps: int | None = None
    max_time: float | None = None
    output: Path | None = None
    secrets_file: str | None = None

    def check(self) -> None:
        """Raises OsmosisError for the first option that cannot be."""
        if self.steps is not None and self.steps < 1:
            raise OsmosisError(f"--steps {self.steps} is not a number of steps", hint="Give a whole number above 0.")
        if self.max_time is not None and not self.max_time > 0:
            raise OsmosisError(f"--max-time {self.max_time:g} is not a time", hint="Give minutes above 0, such as 30.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainPlan:
    """A training, resolved."""

    options: TrainOptions
    workspace: Workspace
    root: Path
    """Where training runs are kept."""
    settings: Settings
    dataset: Dataset
    split: Split
    steps: int
    inputs: LocalTrainingInputs
    rollout_dir: Path
    engine_inputs: RunInputs
    """What the engine's runs record of themselves."""

    @property
    def rollouts_a_step(self) -> int:
        """How many rollouts a step asks for."""
        return self.settings.prompts * self.settings.samples

    @property
    def memory(self) -> int | None:
        """How many bytes trainer and server need together, estimated; None where they are not of this machine."""
        if self.settings.local.trainer is not LocalTrainer.TRL:
            return None
        size = model_size(self.inputs.model_path, (Path.cwd(), self.workspace.root))
        tokens = self.settings.max_prompt_length + self.settings.max_response_length
        return None if size is None else needed_bytes(size, tokens)

    def rows(self, wanted: list[int]) -> list[DatasetRow]:
        """Rows by their position in the file, in the order asked for."""
        found = {row.source_row_index: row for row in self.dataset.rows(RowSelection.of(wanted))}
        return [found[index] for index in wanted]

    def summary(self, name: str, done: int) -> Mapping[str, object]:
        """What a person agrees to."""
        settings = self.settings
        left = self.steps - done
        tokens = left * self.rollouts_a_step * settings.max_response_length
        return omit_none(
            Run=name,
            Model=self.inputs.model_path,
            Server=settings.local.tinker_url,
            Rollout=settings.config.experiment.rollout,
            Rows=f"{len(self.split.train)} trained on, {len(self.split.held_out)} held out",
            Steps=f"{left} to do" + (f", {done} done" if done else ""),
            Rollouts=f"{settings.prompts} prompts x {settings.samples} a step, {left * self.rollouts_a_step:,} in all",
            Tokens=f"{tokens:,} sampled at most",
            Memory=None
            if self.memory is None
            else f"about {self.memory / 1e9:.1f} GB for the trainer and the model's server",
        )


def make_plan(options: TrainOptions, cwd: Path) -> TrainPlan:
    """Reads the workspace, the config, the dataset and the rollout's code. Writes nothing. Raises OsmosisError."""
    options.check()
    path = options.config if options.config.is_absolute() else cwd / options.config
    workspace = Workspace.find(path.parent if path.parent.is_dir() else cwd)
    workspace.require_directories()
    settings = load_settings(path, workspace)
    experiment = settings.config.experiment
    rollout_dir = workspace.rollouts / experiment.rollout
    entrypoint = experiment.entrypoint
    if entrypoint is None:
        raise OsmosisError(
            f"{path} names no entrypoint, and a training serves its rollout from one",
            hint='Set entrypoint = "main.py" under [experiment], and take command and setup out.',
        )
    check_code(rollout_dir, entrypoint)
    dataset = open_dataset(find_dataset(workspace.data, experiment.dataset))
    scan = dataset.scan()
    split = split_rows(scan.row_count, settings.local.held_out, settings.local.seed)
    prompts = len(split.train)
    steps = options.steps or max(1, -(-prompts * settings.total_epochs // settings.prompts))
    root = training_root(workspace) if options.output is None else (cwd / options.output).resolve()
    rollout = RunRolloutInput(
        name=experiment.rollout,
        entrypoint=entrypoint,
        source_digest=source_digest(rollout_dir, exclude=root),
    )
    secrets = list(settings.config.secrets.required) if settings.config.secrets else []
    return TrainPlan(
        options=options,
        workspace=workspace,
        root=root,
        settings=settings,
        dataset=dataset,
        split=split,
        steps=steps,
        rollout_dir=rollout_dir,
        inputs=LocalTrainingInputs(
            model_path=experiment.model_path,
            dataset=LocalTrainingDataset(
                name=experiment.dataset, sha256=scan.sha256, train_rows=prompts, held_out_rows=len(split.held_out)
            ),
            rollout=rollout,
            trainer=settings.local.trainer.value,
            lr=settings.lr,
            n_samples_per_prompt=settings.samples,
            rollout_batch_size=settings.prompts,
            max_prompt_length=settings.max_prompt_length,
            max_response_length=settings.max_response_length,
            rollout_temperature=settings.temperature,
            local=settings.local,
            env=dict(settings.config.env or {}),
            secret_names=secrets,
            **omit_none(agent_timeout_sec=settings.agent_timeout_sec, grader_timeout_sec=settings.grader_timeout_sec),
        ),
        engine_inputs=RunInputs(
            model_path=experiment.model_path,
            dataset=RunDatasetInput(sha256=scan.sha256, selected_source_rows=scan.selected_source_rows),
            n=settings.samples,
            rollout=rollout,
            env=dict(settings.config.env or {}),
            secret_names=secrets,
            timeouts=RunTimeouts(
                agent_timeout_sec=settings.agent_timeout_sec, grader_timeout_sec=settings.grader_timeout_sec
            ),
            versions=run_versions(),
        ),
    )
