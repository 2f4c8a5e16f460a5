"""A training config, resolved for a training on one machine: every setting has a value, and each is one that can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from osmosis_ai.base.config.issues import Issue, from_validation, grouped
from osmosis_ai.base.config.load import load_training_config, read_source
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.models.model_path import LOCAL_PREFIX
from osmosis_contract.models.local_training import LocalTrainer, LocalTrainingSettings
from osmosis_contract.models.training_config import (
    CheckpointsSection,
    SamplingSection,
    TrainingConfig,
    TrainingSection,
)

__all__ = ["TINKER_PREFIX", "Settings", "load_settings"]

TINKER_PREFIX = "tinker/"
"""What a model_path begins with that a Tinker-compatible server knows; the rest is what it calls the model."""

_LOCAL = ("advanced", "local")
_SAMPLES, _PROMPTS = 8, 4
_MOST_ROLLOUTS = 1_000_000
"""Of one step, all of which are kept in memory until its update."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a config says, and the defaults of a training on one machine. Lengths are in tokens."""

    config: TrainingConfig
    local: LocalTrainingSettings
    lr: float
    total_epochs: int
    samples: int
    prompts: int
    max_prompt_length: int
    max_response_length: int
    temperature: float
    eval_interval: int | None
    save_every: int
    agent_timeout_sec: float | None
    grader_timeout_sec: float | None


def load_settings(path: Path, workspace: Workspace) -> Settings:
    """The config at `path`. Raises OsmosisError: one message with the line, or every issue together."""
    config = load_training_config(path, workspace)
    training = config.training or TrainingSection()
    sampling = config.sampling or SamplingSection()
    checkpoints = config.checkpoints or CheckpointsSection()
    local, issues = _local(config)
    issues += _not_here(training, sampling)
    if not any(issue.path[:2] == _LOCAL for issue in issues):
        issues += _not_of_trl(config) if local.trainer is LocalTrainer.TRL else _not_of_tinker(config, local, sampling)
    if issues:
        raise grouped("training", read_source(path, workspace), issues)
    return Settings(
        config=config,
        local=local,
        lr=training.lr if training.lr is not None else 5e-4,
        total_epochs=training.total_epochs or 1,
        samples=training.n_samples_per_prompt or _SAMPLES,
        prompts=training.rollout_batch_size or _PROMPTS,
        max_prompt_length=training.max_prompt_length or 512,
        max_response_length=training.max_response_length or 128,
        temperature=1.0 if sampling.rollout_temperature is None else sampling.rollout_temperature,
        eval_interval=checkpoints.eval_interval,
        save_every=checkpoints.checkpoint_save_freq or 8,
        agent_timeout_sec=training.agent_workflow_timeout_s,
        grader_timeout_sec=training.grader_timeout_s,
    )


def _local(config: TrainingConfig) -> tuple[LocalTrainingSettings, list[Issue]]:
    """The table `[advanced.local]`, and what is wrong with it."""
    advanced = dict(config.advanced) if config.advanced else {}
    table = advanced.get("local", {})
    if not isinstance(table, dict):
        return LocalTrainingSettings(), [Issue(_LOCAL, "is not a table; write [advanced.local]")]
    try:
        return LocalTrainingSettings.read_strict(table), []
    except ValidationError as error:
        sections = dict.fromkeys(LocalTrainingSettings.model_fields)
        return LocalTrainingSettings(), [
            Issue((*_LOCAL, *issue.path), issue.message) for issue in from_validation(error, sections)
        ]


def _not_of_trl(config: TrainingConfig) -> Iterator[Issue]:
    """What the trainer `trl` cannot do."""
    if not config.experiment.model_path.startswith(LOCAL_PREFIX):
        yield Issue(
            ("experiment", "model_path"),
            "must be a model of this machine, such as local/smollm2-135m-instruct or local/PATH.gguf",
        )
    table = config.advanced.get("local") if config.advanced else None
    for name in sorted(table if isinstance(table, dict) else ()):
        if name.startswith("tinker_"):
            yield Issue((*_LOCAL, name), 'is of the trainer tinker; set trainer = "tinker"')


def _not_of_tinker(config: TrainingConfig, local: LocalTrainingSettings, sampling: SamplingSection) -> Iterator[Issue]:
    """What the trainer `tinker` cannot do, and what it needs."""
    path = config.experiment.model_path
    if not path.startswith(TINKER_PREFIX) or path == TINKER_PREFIX:
        yield Issue(
            ("experiment", "model_path"),
            "must be tinker/ and what the server calls the base model, such as tinker/Qwen/Qwen3-8B",
        )
    if local.tinker_url is None:
        yield Issue((*_LOCAL, "tinker_url"), "is missing; it says where the server is, such as http://127.0.0.1:8000")
    for name in ("lora_alpha", "serve", "slots"):
        if name in local.model_fields_set:
            yield Issue((*_LOCAL, name), "is not for the trainer tinker: its server decides")
    if sampling.rollout_temperature not in {None, 1}:
        yield Issue(
            ("sampling", "rollout_temperature"),
            "must be 1 with the trainer tinker: its importance sampling is of temperature 1",
        )


def _not_here(training: TrainingSection, sampling: SamplingSection) -> Iterator[Issue]:
    """What another platform may take and this one cannot do."""
    if training.n_samples_per_prompt == 1:
        yield Issue(("training", "n_samples_per_prompt"), "must be 2 or more: a rollout is compared with its siblings")
    step = (training.rollout_batch_size or _PROMPTS) * (training.n_samples_per_prompt or _SAMPLES)
    if step > _MOST_ROLLOUTS:
        yield Issue(
            ("training", "rollout_batch_size"),
            f"with n_samples_per_prompt, a step has {step:,} rollouts, and it has at most {_MOST_ROLLOUTS:,}",
        )
    if sampling.rollout_top_p is not None and sampling.rollout_top_p != 1:
        yield Issue(
            ("sampling", "rollout_top_p"),
            "must be 1: log-probabilities of tokens that a filter chose are not the ones the update needs",
        )
    if sampling.rollout_temperature == 0:
        yield Issue(("sampling", "rollout_temperature"), "must be above 0: equal answers have nothing to learn from")
