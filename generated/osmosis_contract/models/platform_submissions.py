"""Submitting a run. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType

from .platform_common import FilePath, ResourceName, SecretName, Timestamp


class SubmittedExperiment(ContractModel):
    """What is run on what. At most one of `branch` and `commit_sha`; without either, the latest synced commit of the
    default branch."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollout: Annotated[ResourceName, Field(description="A folder under `rollouts/`.")]
    entrypoint: Annotated[FilePath, Field(description="The file of that folder to run.")]
    model_path: Annotated[
        str, Field(description="The model, as the provider's or the hub's path.", max_length=512, min_length=1)
    ]
    dataset: Annotated[ResourceName, Field(description="The dataset's name.")]
    branch: Annotated[
        Maybe[str],
        Field(
            description="The branch to take the rollout from; resolved once, at submission.",
            max_length=255,
            min_length=1,
        ),
    ] = None
    commit_sha: Annotated[
        Maybe[str], Field(description="The commit to take the rollout from.", pattern="^[0-9a-fA-F]{7,40}$")
    ] = None


class SubmittedEvaluation(ContractModel):
    """How to evaluate."""

    model_config = ConfigDict(
        extra="forbid",
    )
    limit: Annotated[
        Maybe[Integer],
        Field(description="The first rows to take; without it a random tenth of the rows, at least one.", ge=1),
    ] = None
    n: Annotated[Maybe[Integer], Field(description="Attempts a row; 1 by default.", ge=1, le=1024)] = None
    batch_size: Annotated[Maybe[Integer], Field(description="Rollouts in flight; 1 by default.", ge=1, le=1024)] = None
    pass_threshold: Annotated[
        Maybe[float], Field(description="The reward from which an attempt passes; 1.0 by default.")
    ] = None
    agent_workflow_timeout_s: Annotated[
        Maybe[float], Field(description="Seconds a workflow may take; 450 by default.", gt=0.0)
    ] = None
    grader_timeout_s: Annotated[
        Maybe[float], Field(description="Seconds a grader may take; 150 by default.", gt=0.0)
    ] = None


class SubmittedTraining(ContractModel):
    """How to train."""

    model_config = ConfigDict(
        extra="forbid",
    )
    lr: Annotated[Maybe[float], Field(description="Learning rate; 1e-6 by default.", gt=0.0)] = None
    total_epochs: Annotated[Maybe[Integer], Field(description="Passes over the dataset; 1 by default.", ge=1)] = None
    n_samples_per_prompt: Annotated[
        Maybe[Integer], Field(description="Rollouts a row in each step; 8 by default.", ge=1)
    ] = None
    rollout_batch_size: Annotated[Maybe[Integer], Field(description="Rows a step; 32 by default.", ge=1)] = None
    max_prompt_length: Annotated[
        Maybe[Integer], Field(description="Tokens a prompt may have; 8192 by default.", ge=1)
    ] = None
    max_response_length: Annotated[
        Maybe[Integer], Field(description="Tokens a response may have; 8192 by default.", ge=1)
    ] = None
    agent_workflow_timeout_s: Annotated[
        Maybe[float], Field(description="Seconds a workflow may take; 450 by default.", gt=0.0)
    ] = None
    grader_timeout_s: Annotated[
        Maybe[float], Field(description="Seconds a grader may take; 150 by default.", gt=0.0)
    ] = None


class SubmittedSampling(ContractModel):
    """How rollouts are sampled in training."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollout_temperature: Annotated[Maybe[float], Field(description="Temperature; 1.0 by default.", ge=0.0)] = None
    rollout_top_p: Annotated[Maybe[float], Field(description="Nucleus; 1.0 by default.", gt=0.0, le=1.0)] = None


class SubmittedCheckpoints(ContractModel):
    """When a training is evaluated and saved."""

    model_config = ConfigDict(
        extra="forbid",
    )
    eval_interval: Annotated[Maybe[Integer], Field(description="Steps between evaluations.", ge=1)] = None
    checkpoint_save_freq: Annotated[Maybe[Integer], Field(description="Steps between checkpoints.", ge=1)] = None


ProvidedAdditionalProperty = TypeAliasType(
    "ProvidedAdditionalProperty", Annotated[str, Field(max_length=65536, min_length=1)]
)


class SubmittedSecrets(ContractModel):
    """The secrets a run needs."""

    model_config = ConfigDict(
        extra="forbid",
    )
    required: Annotated[list[SecretName], Field(description="Names of all of them.", max_length=256)]
    provided: Annotated[
        Maybe[dict[str, ProvidedAdditionalProperty]],
        Field(
            description="Values for this run alone, by name; they win over stored ones and are not kept after the run."
        ),
    ] = None


EnvConfigAdditionalProperty = TypeAliasType("EnvConfigAdditionalProperty", Annotated[str, Field(max_length=65536)])


class EvalSubmitRequest(ContractModel):
    """An evaluation to run. Sections that say nothing are left out."""

    model_config = ConfigDict(
        extra="forbid",
    )
    experiment_config: Annotated[SubmittedExperiment, Field(description="What is run on what.")]
    evaluation_config: Annotated[Maybe[SubmittedEvaluation], Field(description="How to evaluate.")] = None
    advanced_config: Annotated[Maybe[dict[str, Any]], Field(description="Settings that have no section.")] = None
    env_config: Annotated[
        Maybe[dict[str, EnvConfigAdditionalProperty]],
        Field(description="Environment variables by name; names are VariableName, none is also a secret's."),
    ] = None
    secrets: Annotated[Maybe[SubmittedSecrets], Field(description="The secrets; left out when there are none.")] = None
    pool: Annotated[
        Maybe[str],
        Field(
            description="The pool of the platform that its jobs run in; without it the first one of the platform's settings.",
            pattern="^[a-z][a-z0-9-]{0,31}$",
        ),
    ] = None


class TrainingSubmitRequest(ContractModel):
    """A training to run. Sections that say nothing are left out."""

    model_config = ConfigDict(
        extra="forbid",
    )
    experiment_config: Annotated[SubmittedExperiment, Field(description="What is run on what.")]
    training_config: Annotated[Maybe[SubmittedTraining], Field(description="How to train.")] = None
    sampling_config: Annotated[Maybe[SubmittedSampling], Field(description="How rollouts are sampled.")] = None
    checkpoints_config: Annotated[Maybe[SubmittedCheckpoints], Field(description="When it is evaluated and saved.")] = (
        None
    )
    advanced_config: Annotated[Maybe[dict[str, Any]], Field(description="Settings that have no section.")] = None
    env_config: Annotated[
        Maybe[dict[str, EnvConfigAdditionalProperty]], Field(description="Environment variables by name.")
    ] = None
    secrets: Annotated[Maybe[SubmittedSecrets], Field(description="The secrets; left out when there are none.")] = None


class SubmittedRun(ContractModel):
    """A run was accepted."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="Its name, chosen by the platform.")]
    status: Annotated[str, Field(description="Where it stands.")]
    created_at: Annotated[Timestamp, Field(description="When it was accepted.")]
    platform_url: Annotated[str | None, Field(description="Its page.")] = None


class SecretResolution(ContractEnum):
    """Which stored secret a run used: the workspace's, the person's own, or the person's own over one of the
    workspace."""

    WORKSPACE = "workspace"
    USER = "user"
    USER_OVERRIDE = "user_override"
