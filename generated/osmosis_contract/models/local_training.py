"""Local training runs. Generated from the specification; do not edit."""

from typing import Annotated, Any, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe, Only
from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType

from .run_manifest import RunRolloutInput
from .token_trajectory import TokenTrajectory


class LocalTrainer(ContractEnum):
    """`trl`: TRL's GRPOTrainer on this machine. `tinker`: a Tinker-compatible server samples and computes the
    updates, and `experiment.model_path` is `tinker/` and what that server calls the base model."""

    TRL = "trl"
    TINKER = "tinker"


class LocalServingPrecision(ContractEnum):
    """`f16`: a copy of the base model with 16-bit weights, close to what the trainer computes. `as_shipped`: the
    file itself, smaller and farther from it when it is quantised."""

    F16 = "f16"
    AS_SHIPPED = "as_shipped"


class LocalTrainingDataset(ContractModel):
    """The rows of a training."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="The dataset, as the config names it.", min_length=1)]
    sha256: Annotated[
        str, Field(description="SHA-256 of its file, in lower-case hexadecimal digits.", pattern="^[0-9a-f]{64}$")
    ]
    train_rows: Annotated[Integer, Field(description="How many rows are trained on.", ge=1)]
    held_out_rows: Annotated[Integer, Field(description="How many rows are held out.", ge=0)]


class TrainingStarted(ContractModel):
    """An invocation has started to work on the run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    event: Annotated[Literal["started"], Field(description="Says that an invocation starts.")]
    at: Annotated[
        str,
        Field(
            description="When, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]
    from_step: Annotated[
        Integer, Field(description="The last step that counts of earlier invocations; 0 when none does.", ge=0)
    ]
    total_steps: Annotated[Integer, Field(description="The steps the run is to have.", ge=1)]


UnscorableAdditionalProperty = TypeAliasType("UnscorableAdditionalProperty", Annotated[Integer, Field(ge=1)])


type TrainingFigures = dict[str, float]
"""
Numbers by name. Of a step: `rollout/raw_reward` (mean reward of the scored rollouts), `rollout/reward_std`,
`rollout/reward_min`, `rollout/reward_max`, `rollout/response_lengths`, `rollout/total_lengths` (mean tokens),
`rollout/truncated_ratio` (share that ended at the token limit), `rollout/tokens` (sampled in all),
`train/entropy_loss`, `train/loss`, `train/grad_norm`, and `train/serving_logp_difference` (mean absolute difference
between the log-probabilities of the server and of the trainer). Of an evaluation: `eval/validation/reward`.
"""


class TrainingEvaluation(ContractModel):
    """The rows that are held out were evaluated, greedily. Also required: `scored` is not more than `rows`, and
    `reward` is present exactly when it is above 0."""

    model_config = ConfigDict(
        extra="forbid",
    )
    event: Annotated[Literal["evaluation"], Field(description="Says that it is an evaluation.")]
    at: Annotated[
        str,
        Field(
            description="When, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]
    step: Annotated[
        Integer, Field(description="The step after which the model was evaluated; 0 is the base model.", ge=0)
    ]
    rows: Annotated[Integer, Field(description="How many rows were tried.", ge=1)]
    scored: Annotated[Integer, Field(description="How many of them have a reward.", ge=0)]
    reward: Annotated[Maybe[float], Field(description="Mean reward of those. Left out where none has one.")] = None
    seconds: Annotated[float, Field(description="How long it took.", ge=0.0)]


class TrainingCheckpointSaved(ContractModel):
    """A checkpoint is complete on disk. A later record of the same step supersedes it."""

    model_config = ConfigDict(
        extra="forbid",
    )
    event: Annotated[Literal["checkpoint"], Field(description="Says that a checkpoint is complete.")]
    at: Annotated[
        str,
        Field(
            description="When, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]
    step: Annotated[Integer, Field(description="The step after which it was saved.", ge=1)]
    path: Annotated[
        str, Field(description="Its folder, relative to the run's directory, with forward slashes.", min_length=1)
    ]
    adapter_sha256: Annotated[
        str,
        Field(
            description="SHA-256 of its `adapter.gguf`, or where it has none of `adapter/adapter_model.safetensors`, in lower-case hexadecimal digits.",
            pattern="^[0-9a-f]{64}$",
        ),
    ]
    reward: Annotated[
        Maybe[float], Field(description="Mean reward of the step's rollouts. Left out where none was scored.")
    ] = None


class TrainingCheckpointPruned(ContractModel):
    """A checkpoint is going to be removed, by the rule of `keep_checkpoints`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    event: Annotated[Literal["pruned"], Field(description="Says that a checkpoint is removed.")]
    at: Annotated[
        str,
        Field(
            description="When, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]
    step: Annotated[Integer, Field(description="The step of the checkpoint.", ge=1)]


class TrainingEndStatus(ContractEnum):
    """`finished`: every step is done. `stopped`: someone asked for it, or a limit was reached; it can go on.
    `failed`: an error ended it; the message says which."""

    FINISHED = "finished"
    STOPPED = "stopped"
    FAILED = "failed"


class LocalTrainingSettings(ContractModel):
    """The table `[advanced.local]` of a training config: what a training on one machine can set beside the settings
    that every training has. Another platform ignores it."""

    model_config = ConfigDict(
        extra="forbid",
    )
    seed: Annotated[
        Integer,
        Field(description="Decides which rows are held out, their order, and what is sampled.", ge=0, le=2147483647),
    ] = 0
    held_out: Annotated[
        float,
        Field(
            description="The share of the dataset's rows that are never trained on, and that evaluations use.",
            ge=0.0,
            lt=1.0,
        ),
    ] = 0.2
    lora_rank: Annotated[Integer, Field(description="Rank of the LoRA adapter.", ge=1, le=256)] = 8
    lora_alpha: Annotated[
        Integer,
        Field(
            description="Scale of the LoRA adapter, divided by the rank. With `tinker` the server has its own.",
            ge=1,
            le=1000000,
        ),
    ] = 16
    keep_checkpoints: Annotated[
        Integer,
        Field(
            description="How many checkpoints are kept; the newest always, and the one with the highest reward.",
            ge=1,
            le=1000000,
        ),
    ] = 4
    serve: Annotated[LocalServingPrecision, Field(description="In which precision the base model is served.")] = (
        LocalServingPrecision.F16
    )
    slots: Annotated[
        Maybe[Integer],
        Field(
            description="How many answers the model's server computes at a time; left out for as many as are of use. With 1, no answer depends on which others were computed beside it, as it does a little with more.",
            ge=1,
            le=8,
        ),
    ] = None
    trainer: Annotated[LocalTrainer, Field(description="What computes the updates.")] = LocalTrainer.TRL
    tinker_url: Annotated[
        Maybe[str],
        Field(
            description="Where the Tinker-compatible server is. Present exactly when `trainer` is `tinker`.",
            max_length=2048,
            pattern="^https?://[^ /?#]+[^ ?#]*$",
        ),
    ] = None
    tinker_tokenizer: Annotated[
        Maybe[str],
        Field(
            description="The model's tokenizer and chat template for `tinker`, where it is not called what the server calls the model: a folder, relative to the workspace, or a name on a hub.",
            max_length=4096,
            min_length=1,
        ),
    ] = None
    tinker_local_base: Annotated[
        Maybe[str],
        Field(
            description="The base model of `tinker` as a file of this machine, of the architecture llama. With it a checkpoint also has its adapter in GGUF, and `local/<run>` serves it.",
            max_length=4096,
            pattern="^local/.+$",
        ),
    ] = None


class LocalTrainingInputs(ContractModel):
    """What a resumed run has to match. The number of steps is not part of it, so a finished run can be given more."""

    model_config = ConfigDict(
        extra="forbid",
    )
    model_path: Annotated[str, Field(description="The base model, as the config names it.", min_length=1)]
    dataset: Annotated[LocalTrainingDataset, Field(description="The dataset.")]
    rollout: Annotated[RunRolloutInput, Field(description="The rollout.")]
    trainer: Annotated[str, Field(description="Which trainer computes the updates.", min_length=1)]
    lr: Annotated[float, Field(description="Learning rate.", gt=0.0)]
    n_samples_per_prompt: Annotated[
        Integer, Field(description="Rollouts of each prompt, compared with one another.", ge=2)
    ]
    rollout_batch_size: Annotated[Integer, Field(description="Prompts of a step.", ge=1)]
    max_prompt_length: Annotated[Integer, Field(description="The most tokens a prompt may have.", ge=1)]
    max_response_length: Annotated[Integer, Field(description="The most tokens a response may have.", ge=1)]
    rollout_temperature: Annotated[
        float, Field(description="Sampling temperature during rollouts. Every other filter is off.", gt=0.0)
    ]
    agent_timeout_sec: Annotated[
        Maybe[float],
        Field(description="Seconds the workflow of one rollout may take. Left out for the rollout server's own limit."),
    ] = None
    grader_timeout_sec: Annotated[
        Maybe[float],
        Field(description="Seconds the grading of one rollout may take. Left out for the rollout server's own limit."),
    ] = None
    local: Annotated[LocalTrainingSettings, Field(description="What only a training on one machine has.")]
    env: Annotated[dict[str, str], Field(description="The `[env]` table of the config.")]
    secret_names: Annotated[list[str], Field(description="The names of the secrets of the config.")]


class TrainingStep(ContractModel):
    """A step is done: its rollouts are written, the model is updated, and the new adapter is served. Also required:
    `scored` and the counts in `unscorable` add up to `rollouts`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    event: Annotated[Literal["step"], Field(description="Says that a step is done.")]
    at: Annotated[
        str,
        Field(
            description="When, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]
    step: Annotated[Integer, Field(description="Number of the step, from 1.", ge=1)]
    policy_version: Annotated[
        Integer, Field(description="The version of the policy that answered its rollouts; 0 is the base model.", ge=0)
    ]
    prompts: Annotated[Integer, Field(description="How many rows it tried.", ge=1)]
    rollouts: Annotated[Integer, Field(description="How many rollouts it asked for.", ge=1)]
    scored: Annotated[Integer, Field(description="How many of them have a reward and were trained on.", ge=0)]
    unscorable: Annotated[
        dict[str, UnscorableAdditionalProperty], Field(description="How many of the others there are of each reason.")
    ]
    metrics: Annotated[TrainingFigures, Field(description="The figures of the step by name.")]
    seconds: Annotated[TrainingFigures, Field(description="Seconds of each phase, by name.")]


class TrainingEnded(ContractModel):
    """An invocation has ended in order. One that was killed leaves no such record."""

    model_config = ConfigDict(
        extra="forbid",
    )
    event: Annotated[Literal["ended"], Field(description="Says that an invocation has ended.")]
    at: Annotated[
        str,
        Field(
            description="When, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]
    status: Annotated[TrainingEndStatus, Field(description="How it ended.")]
    message: Annotated[
        Maybe[str], Field(description="Why, where there is more to say. Secrets are replaced.", min_length=1)
    ] = None


class LocalTrainingManifest(ContractModel):
    """`manifest.json`, written once. A later invocation goes on with the run only if its own inputs equal the
    recorded ones, member for member."""

    model_config = ConfigDict(
        extra="forbid",
    )
    schema_version: Annotated[
        Annotated[Literal[1], Only()], Field(description="Version of this file's form. A reader refuses another one.")
    ]
    local_run_id: Annotated[
        str,
        Field(description="Identity of the run, 32 random lower-case hexadecimal digits.", pattern="^[0-9a-f]{32}$"),
    ]
    run_name: Annotated[
        str,
        Field(
            description="Name of the run and of its directory.", max_length=96, pattern="^[A-Za-z0-9][A-Za-z0-9._-]*$"
        ),
    ]
    created_at: Annotated[
        str,
        Field(
            description="When the run was created, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]
    inputs: Annotated[LocalTrainingInputs, Field(description="Everything that decides what the run does.")]
    sdk_version: Annotated[str, Field(description="Version of the program that created the run.", min_length=1)]


type TrainingRecord = Annotated[
    TrainingStarted
    | TrainingStep
    | TrainingEvaluation
    | TrainingCheckpointSaved
    | TrainingCheckpointPruned
    | TrainingEnded,
    Field(
        description="A line of `journal.jsonl`; `event` says which form it has. A `started` record takes back what the records of later steps than its `from_step` say: those steps are done again.",
        discriminator="event",
    ),
]


class TrainingRollout(ContractModel):
    """A line of `rollouts/step-<number>.jsonl`: one rollout that the step asked for. There are as many lines as the
    step asked for rollouts."""

    model_config = ConfigDict(
        extra="forbid",
    )
    step: Annotated[Integer, Field(description="The step.", ge=1)]
    source_row_index: Annotated[Integer, Field(description="Zero-based offset of the row in the dataset file.", ge=0)]
    sample_index: Annotated[Integer, Field(description="Which of the rollouts of the prompt, from 0.", ge=0)]
    policy_version: Annotated[Integer, Field(description="The version of the policy that the step served.", ge=0)]
    trajectory: Annotated[TokenTrajectory, Field(description="Its tokens and its reward, or why there is none.")]
    messages: Annotated[
        list[dict[str, Any]],
        Field(description="The conversation of the last request, its answer included; empty without a request."),
    ]
    token_texts: Annotated[
        Maybe[list[str]],
        Field(
            description="What each of the `sampled_ids` of all segments reads like, in order, for people; left out where it is not known."
        ),
    ] = None
