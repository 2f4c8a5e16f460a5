"""Harbor. Generated from the specification; do not edit."""

from typing import Annotated, Any, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe, Only
from pydantic import ConfigDict, Field

from .rollout import ErrorLocation, RolloutErrorCategory, RolloutStatus
from .sample import Message, RolloutSample


class HarborFailureCode(ContractEnum):
    """What ended a trial. The sandbox: `sandbox_unavailable` (it did not start, or its service failed),
    `image_build_failed`, `environment_start_timeout`, `sandbox_died` (it was there and is gone), `disk_full`,
    `out_of_memory`, `teardown_failed`, `teardown_timeout`. The agent: `agent_setup_failed`,
    `agent_setup_timeout`, `agent_failed`, `agent_timeout`. The verifier: `verifier_failed` (it could not be run),
    `verifier_crashed` (a signal ended it), `verifier_timeout`, `no_reward_source` (the task has no tests and no
    grader is configured). Its reward file: `reward_missing`, `reward_empty`, `reward_not_a_file`,
    `reward_too_large`, `reward_not_text`, `reward_not_json`, `reward_duplicate_key`, `reward_no_member`,
    `reward_null`, `reward_not_a_number`, `reward_not_finite`, `reward_conflict` (two files that differ).
    `task_invalid`: the task cannot be had or used. `no_sample`: a trainable agent left no valid trajectory.
    `cancelled`. `internal`: this SDK failed."""

    SANDBOX_UNAVAILABLE = "sandbox_unavailable"
    IMAGE_BUILD_FAILED = "image_build_failed"
    ENVIRONMENT_START_TIMEOUT = "environment_start_timeout"
    SANDBOX_DIED = "sandbox_died"
    DISK_FULL = "disk_full"
    OUT_OF_MEMORY = "out_of_memory"
    TEARDOWN_FAILED = "teardown_failed"
    TEARDOWN_TIMEOUT = "teardown_timeout"
    AGENT_SETUP_FAILED = "agent_setup_failed"
    AGENT_SETUP_TIMEOUT = "agent_setup_timeout"
    AGENT_FAILED = "agent_failed"
    AGENT_TIMEOUT = "agent_timeout"
    VERIFIER_FAILED = "verifier_failed"
    VERIFIER_CRASHED = "verifier_crashed"
    VERIFIER_TIMEOUT = "verifier_timeout"
    NO_REWARD_SOURCE = "no_reward_source"
    REWARD_MISSING = "reward_missing"
    REWARD_EMPTY = "reward_empty"
    REWARD_NOT_A_FILE = "reward_not_a_file"
    REWARD_TOO_LARGE = "reward_too_large"
    REWARD_NOT_TEXT = "reward_not_text"
    REWARD_NOT_JSON = "reward_not_json"
    REWARD_DUPLICATE_KEY = "reward_duplicate_key"
    REWARD_NO_MEMBER = "reward_no_member"
    REWARD_NULL = "reward_null"
    REWARD_NOT_A_NUMBER = "reward_not_a_number"
    REWARD_NOT_FINITE = "reward_not_finite"
    REWARD_CONFLICT = "reward_conflict"
    TASK_INVALID = "task_invalid"
    NO_SAMPLE = "no_sample"
    CANCELLED = "cancelled"
    INTERNAL = "internal"


class HarborPhase(ContractEnum):
    """How far a trial got. `setup` is what happens before there is a trial; `grading` is the reading of the reward."""

    SETUP = "setup"
    ENVIRONMENT_SETUP = "environment_setup"
    AGENT_SETUP = "agent_setup"
    AGENT = "agent"
    VERIFIER = "verifier"
    GRADING = "grading"
    TEARDOWN = "teardown"


class HarborTimings(ContractModel):
    """Seconds that the phases of a trial took, to two decimals; a phase that was not reached is left out."""

    model_config = ConfigDict(
        extra="forbid",
    )
    queued: Annotated[Maybe[float], Field(description="Waiting for a slot.")] = None
    environment_setup: Annotated[Maybe[float], Field(description="Building the image and starting the sandbox.")] = None
    agent_setup: Annotated[Maybe[float], Field(description="Installing the agent.")] = None
    agent: Annotated[Maybe[float], Field(description="The agent's run.")] = None
    verifier: Annotated[Maybe[float], Field(description="The verifier's run.")] = None
    total: Annotated[Maybe[float], Field(description="From the start of the trial to the end of its teardown.")] = None


class HarborEvidenceFile(ContractModel):
    """One file of the evidence."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[str, Field(description="Its path below the evidence's folder.", min_length=1)]
    size_bytes: Annotated[Integer, Field(description="Its size in bytes.", ge=0)]
    sha256: Annotated[str, Field(description="The SHA-256 of its content, in hexadecimal.", pattern="^[0-9a-f]{64}$")]


class HarborEvidenceManifest(ContractModel):
    """What is kept of a trial's own records, `harbor/manifest.json` of its rollout."""

    schema_version: Annotated[Literal["harbor-evidence-v1"], Field(description="The form of this file.")]
    rollout_id: Annotated[str, Field(description="The rollout's id.")]
    process_id: Annotated[str, Field(description="The identity of the server's process.")]
    selection_policy: Annotated[Literal["harbor-native-logs-v1"], Field(description="Which records are kept.")]
    excluded: Annotated[
        list[str],
        Field(description="What the trial had and was not kept, by its path, `links` and special files among them."),
    ]
    complete: Annotated[bool, Field(description="Whether every record that the policy names was kept whole.")]
    files: Annotated[list[HarborEvidenceFile], Field(description="The files that were kept.")]
    errors: Annotated[list[str], Field(description="Why a record was not kept, a sentence each.")]


class HarborHealthcheckConfig(ContractModel):
    """A command that shows a sandbox to be ready."""

    model_config = ConfigDict(
        extra="forbid",
    )
    command: Annotated[str, Field(description="A shell command; exit status 0 means ready.", min_length=1)]
    interval_sec: Annotated[float, Field(description="Seconds between tries.", gt=0.0)] = 5.0
    timeout_sec: Annotated[float, Field(description="Seconds that one try may take.", gt=0.0)] = 30.0
    start_period_sec: Annotated[
        float, Field(description="Seconds from the start in which failures do not count.", ge=0.0)
    ] = 0.0
    start_interval_sec: Annotated[float, Field(description="Seconds between tries in the start period.", gt=0.0)] = 5.0
    retries: Annotated[Integer, Field(description="Failures in a row that make it fail.", ge=1)] = 3


class HarborGatewayConfig(ContractModel):
    """How a server for tasks of a source runs a native agent; the value of `_OSMOSIS_HARBOR_CONFIG`, as JSON."""

    model_config = ConfigDict(
        extra="forbid",
    )
    agent: Annotated[str, Field(description="The name of a native agent.", pattern="^[a-z][a-z0-9-]*$")] = "opencode"
    native_agent_kwargs: Annotated[dict[str, Any], Field(description="Extra configuration of the agent.")] = {}
    concurrency: Annotated[Integer, Field(description="How many trials run at once.", ge=1, le=256)] = 4
    environment_kwargs: Annotated[dict[str, Any], Field(description="Extra configuration of the sandboxes.")] = {}
    environment_healthcheck: Annotated[
        HarborHealthcheckConfig | None, Field(description="A healthcheck for every task that declares none.")
    ] = None
    cleanup_successful_trials: Annotated[
        bool, Field(description="Whether the files of a successful trial are removed once they are archived.")
    ] = True
    prewarm: Annotated[
        str | bool, Field(description="`auto`, `full`, `healthcheck` or `off`; true is `auto`, false is `off`.")
    ] = "auto"


class HarborContainerInput(ContractModel):
    """What the workflow, or the grader, of a trial is given: `/logs/agent/container_input.json` for the workflow,
    and `container_input.json` beside the verifier's other files for the grader. The workflow's copy has no label."""

    model_config = ConfigDict(
        extra="forbid",
    )
    version: Annotated[Annotated[Literal[1], Only()], Field(description="The form of this file.")]
    rollout_id: Annotated[str, Field(description="The rollout's id.", min_length=1)]
    prompt: Annotated[
        list[Message],
        Field(
            description="The row's messages. Where a row has none, one message of the user that holds the task's instruction."
        ),
    ]
    label: Annotated[
        str | None,
        Field(description="The reference answer of the row; null for the workflow and for rows without one."),
    ] = None
    metadata: Annotated[dict[str, Any] | None, Field(description="The metadata of the row.")] = None
    chat_completions_url: Annotated[
        str, Field(description="The base of the policy model's endpoint, as the container reaches it.")
    ] = ""
    api_key: Annotated[str | None, Field(description="The bearer key of the policy model's endpoint.")] = None
    preview_path: Annotated[str | None, Field(description="Accepted and ignored; no preview is made.")] = None
    timeout_sec: Annotated[
        float | None,
        Field(
            description="Seconds that the workflow, or the grader, may take; null is no limit but that of the trial."
        ),
    ] = None


class HarborContainerResult(ContractModel):
    """What a workflow made, `/logs/agent/container_result.json`. It is written when the workflow ends, however it
    ends. While it runs, `/logs/agent/container_partial.json` holds the same with the conversation so far."""

    status: Annotated[
        RolloutStatus, Field(description="How the workflow ended; `running` in the file of a workflow that goes on.")
    ]
    sample: Annotated[
        RolloutSample | None, Field(description="The sample, without a reward. Null where the workflow made none.")
    ] = None
    sample_cut_off: Annotated[
        bool, Field(description="The workflow did not end by itself, and the sample is its conversation so far.")
    ] = False
    err_message: Annotated[str | None, Field(description="Why the workflow failed.")] = None
    err_category: Annotated[RolloutErrorCategory | None, Field(description="The category of the failure.")] = None
    err_location: Annotated[
        ErrorLocation | None, Field(description="Where in the user's code the exception was raised.")
    ] = None
    err_traceback: Annotated[str | None, Field(description="The traceback of the user's code.")] = None


class HarborDiagnostics(ContractModel):
    """What is kept about a trial in `diagnostics.json` of its rollout; nothing of it goes over the wire."""

    backend: Annotated[Literal["harbor"], Field(description="The backend that wrote it.")]
    phase: Annotated[
        HarborPhase, Field(description="The last phase that was reached; of a failure, the phase that failed.")
    ]
    code: Annotated[HarborFailureCode | None, Field(description="What ended the trial; null for a success.")] = None
    harbor_exception_type: Annotated[
        str | None, Field(description="The class of the exception that Harbor recorded first.")
    ] = None
    category: Annotated[RolloutErrorCategory | None, Field(description="The category that the wire gives for it.")] = (
        None
    )
    verified_reward: Annotated[
        float | None,
        Field(
            description="What the verifier gave although the agent had not ended by itself. It is evidence and counts only where the backend was told to let it count."
        ),
    ] = None
    processes_ended: Annotated[
        Integer | None,
        Field(description="How many processes of the agent were still there before the verifier, and were killed."),
    ] = None
    attached: Annotated[
        list[str], Field(description="Failures after the first one, of the teardown among them, oldest first.")
    ] = []
    timings_sec: Annotated[HarborTimings, Field(description="How long the phases took.")]
