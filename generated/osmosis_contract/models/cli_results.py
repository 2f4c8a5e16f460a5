"""Command results. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .rollout import ErrorLocation
from .run_events import RolloutOutcome
from .run_metrics import MetricsSummary


class GitContext(ContractModel):
    """The Git repository a workspace is in."""

    model_config = ConfigDict(
        extra="forbid",
    )
    identity: Annotated[
        str | None,
        Field(
            description="The repository as `owner/name`, read from the remote `origin`. Null when there is no such remote."
        ),
    ]
    remote_url: Annotated[
        str | None,
        Field(description="The address of the remote `origin`, without credentials. Null when there is none."),
    ]
    warning: Annotated[Maybe[str], Field(description="What is odd about the repository. Left out when nothing is.")] = (
        None
    )


class WorkspaceMembership(ContractModel):
    """A workspace of the platform, as the account that is logged in sees it."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Identity of the workspace.")]
    name: Annotated[str, Field(description="Name of the workspace.")]
    role: Annotated[str | None, Field(description="The account's role in it, or null when it is not known.")]


class NamedWorkspace(ContractModel):
    """The workspace a command was told to use."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Name of the workspace.", min_length=1)]


type Reason = Annotated[str, Field(description="One reason.", min_length=1)]


class EvalChecks(ContractModel):
    """What was asked of a run's results. When it is not met the exit code is 1, whatever the operation's status."""

    model_config = ConfigDict(
        extra="forbid",
    )
    passed: Annotated[bool, Field(description="Whether all of it is met.")]
    reasons: Annotated[list[Reason], Field(description="Why it is not, a sentence each; empty when it is.")]
    fail_under: Annotated[
        Maybe[float],
        Field(description="The lowest pass rate that will do. Left out when none was given.", ge=0.0, le=1.0),
    ] = None
    fail_on_error: Annotated[
        Maybe[bool],
        Field(
            description="Whether every row and run must have a result that is no failure. Left out when that was not asked."
        ),
    ] = None


class DatasetSource(ContractEnum):
    """Where a run's dataset came from. `explicit`: the file named on the command line. `workspace`: the file of that
    name in the workspace's `data/`. `cache`: an earlier download from the platform. `download`: the platform,
    just now."""

    EXPLICIT = "explicit"
    WORKSPACE = "workspace"
    CACHE = "cache"
    DOWNLOAD = "download"


class EvalUploadResult(ContractModel):
    """What uploading a run came to."""

    model_config = ConfigDict(
        extra="forbid",
    )
    session_id: Annotated[str, Field(description="Identity of the upload.")]
    eval_run_id: Annotated[
        str | None, Field(description="Identity of the evaluation run on the platform, or null while it has none.")
    ]
    eval_run_name: Annotated[
        str | None, Field(description="Name of the evaluation run on the platform, or null while it has none.")
    ]
    status: Annotated[str, Field(description="Where the import stands, in the platform's words.")]
    expected_files: Annotated[Integer, Field(description="Files the run has.", ge=0)]
    uploaded_files: Annotated[Integer, Field(description="Files that were uploaded.", ge=0)]


type File = Annotated[str, Field(description="Path of one file.", min_length=1)]


class RolloutInitConfigs(ContractModel):
    """The configs of a new rollout, relative to the workspace, with forward slashes."""

    model_config = ConfigDict(
        extra="forbid",
    )
    eval: Annotated[str, Field(description="The evaluation config.", min_length=1)]
    training: Annotated[str, Field(description="The training config.", min_length=1)]


class TemplateListItem(ContractModel):
    """A starter rollout, an item of the list that `template list` gives."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Its name, as `template apply` takes it.", pattern="^[a-z][a-z0-9-]*$")]
    description: Annotated[str, Field(description="What it is, in one sentence.", min_length=1)]


type Destination = Annotated[str, Field(description="One path.", min_length=1)]


class TemplateApplyResult(ContractModel):
    """The resource of `template.apply`. What the workspace had already, word for word, is not written and stands in
    neither list."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[
        str, Field(description="Name of the template, and of the rollout it became.", pattern="^[a-z][a-z0-9-]*$")
    ]
    workspace_directory: Annotated[
        Maybe[str], Field(description="The workspace's directory. Left out by versions before 0.3.100.", min_length=1)
    ] = None
    destinations: Annotated[
        list[Destination],
        Field(
            description="What was put in place, as absolute paths: the rollout's directory, its configs, and the dataset unless it was there.",
            min_length=1,
        ),
    ]
    files: Annotated[
        list[File],
        Field(
            description="Every file that was written, relative to the workspace, with forward slashes.", min_length=1
        ),
    ]


type RequiredPath = Annotated[str, Field(description="One path.", min_length=1)]


type MissingItem = Annotated[str, Field(description="One path.", min_length=1)]


type CreatedItem = Annotated[str, Field(description="One path.", min_length=1)]


type RepairableItem = Annotated[str, Field(description="One path.", min_length=1)]


type Lack = Annotated[str, Field(description="One sentence.", min_length=1)]


class SandboxFinding(ContractModel):
    """What a sandbox that was run for a moment could do on this machine."""

    model_config = ConfigDict(
        extra="forbid",
    )
    works: Annotated[bool, Field(description="Whether a command ran in it.")]
    lacks: Annotated[
        list[Lack],
        Field(
            description="What the machine lacks for all limits of a sandbox, and what to do about it, each a sentence."
        ),
    ]


class MigrationCertainty(ContractEnum):
    """How sure a finding is. `certain`: imports, annotations or base classes say what the name stands for. `likely`:
    the name alone says so, as with an unannotated parameter called `ctx`."""

    CERTAIN = "certain"
    LIKELY = "likely"


class TrajectoryFileFault(ContractModel):
    """A rule that a trajectory file breaks."""

    model_config = ConfigDict(
        extra="forbid",
    )
    pointer: Annotated[
        str,
        Field(
            description="Where, as a JSON pointer (RFC 6901): the value at fault, or the object that lacks a member. Empty for the document, or the file, as a whole.",
            pattern="^(/([^~]|~[01])*)*$",
        ),
    ]
    problem: Annotated[str, Field(description="What is wrong, as a clause without a full stop.", min_length=1)]
    remedy: Annotated[str, Field(description="What to do about it, as a clause without a full stop.", min_length=1)]


class DatasetValidateResultExtension(ContractEnum):
    """The format, which the extension decides; arrow for a folder that `save_to_disk` wrote."""

    ARROW = "arrow"
    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


class DatasetPreviewResultExtension(ContractEnum):
    """The format, which the extension decides; arrow for a folder that `save_to_disk` wrote."""

    ARROW = "arrow"
    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


class DatasetPreviewRowPromptItemRole(ContractEnum):
    """Whose message it is."""

    SYSTEM = "system"
    USER = "user"


class DatasetPreviewRowPromptItem(ContractModel):
    """A message."""

    model_config = ConfigDict(
        extra="forbid",
    )
    role: Annotated[DatasetPreviewRowPromptItemRole, Field(description="Whose message it is.")]
    content: Annotated[str, Field(description="The text.")]


class DatasetPreviewRow(ContractModel):
    """A row as a rollout gets it."""

    model_config = ConfigDict(
        extra="forbid",
    )
    row: Annotated[Integer, Field(description="The zero-based row.", ge=0)]
    prompt: Annotated[
        list[DatasetPreviewRowPromptItem],
        Field(description="The messages, the system prompt first; empty for a row with metadata only."),
    ]
    label: Annotated[str | None, Field(description="The reference answer, or null when there is none.")]
    metadata: Annotated[dict[str, Any] | None, Field(description="The metadata, or null when there is none.")]


class DatasetConvertResultExtension(ContractEnum):
    """The format of the output."""

    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


class DatasetConvertResultMetadataForm(ContractEnum):
    """How metadata is written. `text` is JSON text in a column of text."""

    OBJECT = "object"
    TEXT = "text"
    STRUCT = "struct"


class DatasetConvertResult(ContractModel):
    """The resource of `dataset.convert`. The output has the same rows for a rollout as the source."""

    model_config = ConfigDict(
        extra="forbid",
    )
    source: Annotated[str, Field(description="The file that was read, as it was named.", min_length=1)]
    output: Annotated[str, Field(description="The file that was written, as it was named.", min_length=1)]
    extension: Annotated[DatasetConvertResultExtension, Field(description="The format of the output.")]
    row_count: Annotated[Integer, Field(description="How many rows were written.", ge=0)]
    file_size: Annotated[Integer, Field(description="Bytes of the output.", ge=0)]
    metadata_form: Annotated[
        DatasetConvertResultMetadataForm,
        Field(description="How metadata is written. `text` is JSON text in a column of text."),
    ]


class DatasetStatsResultExtension(ContractEnum):
    """The format, which the extension decides; arrow for a folder that `save_to_disk` wrote."""

    ARROW = "arrow"
    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


type DuplicateItem = Annotated[Integer, Field(description="A row.", ge=0)]


type Duplicate = Annotated[list[DuplicateItem], Field(description="Zero-based rows.", min_length=2)]


class DatasetLengthsColumn(ContractEnum):
    """What was measured; metadata as compact JSON."""

    SYSTEM_PROMPT = "system_prompt"
    USER_PROMPT = "user_prompt"
    LABEL = "label"
    METADATA = "metadata"


class DatasetLengths(ContractModel):
    """Lengths of the texts of a column, of rows that have one."""

    model_config = ConfigDict(
        extra="forbid",
    )
    column: Annotated[DatasetLengthsColumn, Field(description="What was measured; metadata as compact JSON.")]
    count: Annotated[Integer, Field(description="How many rows have it.", ge=1)]
    min: Annotated[Integer, Field(description="The shortest.", ge=0)]
    mean: Annotated[float, Field(description="The mean.", ge=0.0)]
    max: Annotated[Integer, Field(description="The longest.", ge=0)]
    longest_row: Annotated[Integer, Field(description="The first row that is as long.", ge=0)]


class DatasetLeakPromptColumn(ContractEnum):
    """The column in which it was found."""

    SYSTEM_PROMPT = "system_prompt"
    USER_PROMPT = "user_prompt"


class DatasetLeak(ContractModel):
    """A label that stands in a prompt of its row, as a whole word."""

    model_config = ConfigDict(
        extra="forbid",
    )
    row: Annotated[Integer, Field(description="The zero-based row.", ge=0)]
    text: Annotated[str, Field(description="The label, shortened where it is long.", min_length=1)]
    prompt_column: Annotated[DatasetLeakPromptColumn, Field(description="The column in which it was found.")]
    offset: Annotated[Integer, Field(description="Where in that text it begins, in characters.", ge=0)]
    context: Annotated[str, Field(description="The text around it.")]


type Row = Annotated[Integer, Field(description="The zero-based row.", ge=0)]


class DatasetProblem(ContractModel):
    """One thing that is wrong with a dataset file."""

    model_config = ConfigDict(
        extra="forbid",
    )
    code: Annotated[str, Field(description="What kind of problem it is; the set grows.", pattern="^[a-z][a-z0-9_]*$")]
    message: Annotated[str, Field(description="What is wrong, as a sentence.", min_length=1)]
    hint: Annotated[
        Maybe[str], Field(description="What to do about it. Left out where there is nothing to say.", min_length=1)
    ] = None
    row: Annotated[Maybe[Integer], Field(description="The zero-based row. Left out for the file as a whole.", ge=0)] = (
        None
    )
    line: Annotated[
        Maybe[Integer], Field(description="The physical line on which the row starts, in text formats.", ge=1)
    ] = None
    column: Annotated[
        Maybe[str],
        Field(description="The column, or the path of a metadata member, such as `metadata.tag`.", min_length=1),
    ] = None
    rows: Annotated[
        Maybe[list[Row]],
        Field(
            description="Every row of a problem that several rows make together, such as being the same, among the first 4,000,000.",
            min_length=2,
        ),
    ] = None


class FailedRow(ContractModel):
    """A result with status `failed` or `skipped`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    row_index: Annotated[Integer, Field(description="Position of the row within the run's selection, from 0.", ge=0)]
    source_row_index: Annotated[Integer, Field(description="Zero-based offset of the row in the dataset file.", ge=0)]
    run_index: Annotated[Integer, Field(description="Which of the `n` attempts, from 0.", ge=0)]
    rollout_id: Annotated[str, Field(description="Identity of the rollout.", min_length=1)]
    error_type: Annotated[
        str | None,
        Field(description="What kind of failure it was, in the words that RunEvent describes. Null for a skipped row."),
    ]
    rollout_dir: Annotated[str, Field(description="The rollout's directory in `rollout_trials/`.", min_length=1)]
    outcome: Annotated[
        Maybe[RolloutOutcome],
        Field(description="The outcome of the rollout. Left out for a result another tool recorded."),
    ] = None
    err_location: Annotated[
        Maybe[ErrorLocation],
        Field(
            description="Where in the user's code the exception was raised. Left out when the failure has no such place."
        ),
    ] = None
    err_message: Annotated[
        Maybe[str], Field(description="The message of the failure, with secrets replaced. Left out when there is none.")
    ] = None


class UnfinishedRow(ContractModel):
    """A row and run that has no result."""

    model_config = ConfigDict(
        extra="forbid",
    )
    row_index: Annotated[Integer, Field(description="Position of the row within the run's selection, from 0.", ge=0)]
    source_row_index: Annotated[Integer, Field(description="Zero-based offset of the row in the dataset file.", ge=0)]
    run_index: Annotated[Integer, Field(description="Which of the `n` attempts, from 0.", ge=0)]
    outcome: Annotated[
        RolloutOutcome | None,
        Field(
            description="How its last attempt ended, `cancelled` or `infrastructure_failed`. Null when it has not been attempted."
        ),
    ]
    err_message: Annotated[
        str | None,
        Field(description="The message of its last attempt, with secrets replaced. Null when there is none."),
    ]


class RolloutInitResult(ContractModel):
    """The resource of `rollout.init`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[
        str,
        Field(
            description="Name of the rollout, a lower-case letter first, then lower-case letters, digits and hyphens. `default` is reserved.",
            pattern="^[a-z][a-z0-9-]*$",
        ),
    ]
    workspace_directory: Annotated[str, Field(description="The workspace's directory.", min_length=1)]
    rollout_dir: Annotated[
        str,
        Field(description="The rollout's directory, relative to the workspace, with forward slashes.", min_length=1),
    ]
    configs: Annotated[RolloutInitConfigs, Field(description="The configs that were written.")]
    files: Annotated[
        list[File],
        Field(
            description="Every file that was written, relative to the workspace, with forward slashes.", min_length=1
        ),
    ]


class MigrationFinding(ContractModel):
    """One place of a rollout's code, or of its project file, that has to change for version 0.3."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[str, Field(description="The file, relative to the workspace, with forward slashes.", min_length=1)]
    line: Annotated[Integer, Field(description="The line, from 1. 1 as well when the file as a whole is meant.", ge=1)]
    symbol: Annotated[
        str,
        Field(
            description="What is used there, as one would search for it; for a file that cannot be read, the kind of file at fault.",
            min_length=1,
        ),
    ]
    message: Annotated[
        str, Field(description="What about it is no longer so, as a clause without a full stop.", min_length=1)
    ]
    replacement: Annotated[
        str, Field(description="What to write or do instead, as a clause without a full stop.", min_length=1)
    ]
    certainty: Annotated[MigrationCertainty, Field(description="How sure the finding is.")]


class ValidatedTrajectoryFile(ContractModel):
    """What validating one file came to. Also required: `valid` is true exactly when `faults` is empty."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[str, Field(description="The file as it was named.", min_length=1)]
    valid: Annotated[bool, Field(description="Whether it is a valid trajectory.")]
    faults: Annotated[
        list[TrajectoryFileFault],
        Field(description="What is wrong with it, ordered by place in the document as far as that is known."),
    ]


class DatasetValidateResult(ContractModel):
    """The resource of `dataset.validate`; the same object stands under `details` of the VALIDATION error when the
    file is not valid. Also required: `valid` is true exactly when `error_count` is zero and, with `strict`,
    `warning_count` too."""

    model_config = ConfigDict(
        extra="forbid",
    )
    valid: Annotated[bool, Field(description="Whether runs and uploads accept the file.")]
    file: Annotated[str, Field(description="The file as it was named.", min_length=1)]
    file_name: Annotated[str, Field(description="Its name without the folders.", min_length=1)]
    extension: Annotated[
        DatasetValidateResultExtension,
        Field(description="The format, which the extension decides; arrow for a folder that `save_to_disk` wrote."),
    ]
    file_size: Annotated[Integer, Field(description="In bytes.", ge=0)]
    row_count: Annotated[Integer, Field(description="How many rows were read, those with errors too.", ge=0)]
    strict: Annotated[bool, Field(description="Whether warnings count as errors.")]
    errors: Annotated[
        list[DatasetProblem],
        Field(description="The first errors, in the order of the file, and the first of each kind that came later."),
    ]
    error_count: Annotated[Integer, Field(description="How many errors there are in all.", ge=0)]
    warnings: Annotated[list[DatasetProblem], Field(description="The first warnings, as with errors.")]
    warning_count: Annotated[Integer, Field(description="How many warnings there are in all.", ge=0)]


class DatasetPreviewResult(ContractModel):
    """The resource of `dataset.preview`, the first rows of a file as a rollout gets them."""

    model_config = ConfigDict(
        extra="forbid",
    )
    file: Annotated[str, Field(description="The file as it was named.", min_length=1)]
    extension: Annotated[
        DatasetPreviewResultExtension,
        Field(description="The format, which the extension decides; arrow for a folder that `save_to_disk` wrote."),
    ]
    file_size: Annotated[Integer, Field(description="In bytes.", ge=0)]
    columns: Annotated[
        dict[str, str],
        Field(description="The names in the file of columns that are read by another name, and those names."),
    ]
    rows: Annotated[
        list[DatasetPreviewRow], Field(description="The first rows of the file, or those that were asked for.")
    ]


class DatasetStatsResult(ContractModel):
    """The resource of `dataset.stats`. Lengths are in characters."""

    model_config = ConfigDict(
        extra="forbid",
    )
    file: Annotated[str, Field(description="The file as it was named.", min_length=1)]
    extension: Annotated[
        DatasetStatsResultExtension,
        Field(description="The format, which the extension decides; arrow for a folder that `save_to_disk` wrote."),
    ]
    file_size: Annotated[Integer, Field(description="In bytes.", ge=0)]
    row_count: Annotated[Integer, Field(description="How many rows there are.", ge=0)]
    with_label: Annotated[Integer, Field(description="How many rows have a label.", ge=0)]
    with_metadata: Annotated[Integer, Field(description="How many rows have metadata that is not empty.", ge=0)]
    lengths: Annotated[list[DatasetLengths], Field(description="One entry for each column of text that has any.")]
    duplicate_row_count: Annotated[Integer, Field(description="How many rows are equal to an earlier one.", ge=0)]
    duplicates: Annotated[
        list[Duplicate],
        Field(
            description="The first groups of equal rows, each with the numbers of all its rows among the first 4,000,000."
        ),
    ]
    leak_count: Annotated[Integer, Field(description="How many rows have a label that is found in their prompt.", ge=0)]
    leaks: Annotated[
        list[DatasetLeak], Field(description="The first of them, with each prompt column in which the label is found.")
    ]


class EvalRunResult(ContractModel):
    """The resource of `eval.run`. The operation's status is `success` when every row and run has a result, and
    `partial` otherwise; failed rows alone leave it `success`. Also required: `total_work_items` is the number of
    results the complete run has; `succeeded`, `failed` and `skipped` count results whether new or carried over;
    they and `unfinished_rows` add up to `total_work_items`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    run_name: Annotated[str, Field(description="Name of the run.", min_length=1)]
    local_run_id: Annotated[str, Field(description="Identity of the run.", pattern="^[0-9a-f]{32}$")]
    output_path: Annotated[str, Field(description="The run's directory.", min_length=1)]
    dataset_source: Annotated[DatasetSource, Field(description="Where the dataset came from.")]
    total_work_items: Annotated[Integer, Field(description="Selected rows times `n`.", ge=0)]
    dispatched: Annotated[
        Integer,
        Field(
            description="Rows and runs this invocation sent to the rollout server; a second attempt is not counted again.",
            ge=0,
        ),
    ]
    succeeded: Annotated[Integer, Field(description="Results with status `success`.", ge=0)]
    failed: Annotated[Integer, Field(description="Results with status `failed`.", ge=0)]
    skipped: Annotated[Integer, Field(description="Results with status `skipped`.", ge=0)]
    resumed: Annotated[Integer, Field(description="Results carried over from earlier invocations.", ge=0)]
    cancelled: Annotated[bool, Field(description="Whether the run ended before its end, interrupted or halted.")]
    duration_ms: Annotated[float, Field(description="Milliseconds this invocation took.", ge=0.0)]
    metrics: Annotated[MetricsSummary, Field(description="The figures of the run, as in `metrics.json`.")]
    failed_rows: Annotated[
        list[FailedRow], Field(description="The results with status `failed` or `skipped`, ordered by row and run.")
    ]
    unfinished_rows: Annotated[
        list[UnfinishedRow],
        Field(
            description="The rows and runs left without a result, ordered by row and run. They stay pending, and running the same name again takes them up."
        ),
    ]
    workspace_directory: Annotated[str, Field(description="The workspace's directory.", min_length=1)]
    git: Annotated[
        Maybe[GitContext], Field(description="The repository of the workspace. Left out when it is in none.")
    ] = None
    workspace: Annotated[
        Maybe[NamedWorkspace],
        Field(description="The workspace named with `--workspace`. Left out without that option."),
    ] = None
    upload: Annotated[Maybe[EvalUploadResult], Field(description="What was uploaded. Left out when nothing was.")] = (
        None
    )
    platform_url: Annotated[
        Maybe[str], Field(description="Where the uploaded run can be seen. Left out when nothing was uploaded.")
    ] = None
    archived_path: Annotated[
        Maybe[str],
        Field(
            description="Where `--fresh` put the earlier run of this name. Left out when there was none.", min_length=1
        ),
    ] = None
    checks: Annotated[
        Maybe[EvalChecks],
        Field(description="What `--fail-under` and `--fail-on-error` came to. Left out without either."),
    ] = None


class DoctorResult(ContractModel):
    """The resource of `doctor`; the same object stands under `details` of the VALIDATION error when the workspace is
    not in order. Also required: `valid` is true exactly when `missing` is empty."""

    model_config = ConfigDict(
        extra="forbid",
    )
    workspace_directory: Annotated[str, Field(description="The workspace's directory.", min_length=1)]
    git: Annotated[GitContext | None, Field(description="The repository of the workspace. Null when it is in none.")]
    workspace: Annotated[
        WorkspaceMembership | None,
        Field(
            description="The workspace on the platform that belongs to it. Null when not logged in, or when there is none."
        ),
    ]
    required_paths: Annotated[
        list[RequiredPath],
        Field(
            description="The directories a workspace has, relative to it and with a slash at the end: `rollouts/`, `configs/training/`, `configs/eval/` and `data/`."
        ),
    ]
    missing: Annotated[
        list[MissingItem],
        Field(
            description="The directories and files that are missing, relative to the workspace, after fixing where that was asked for."
        ),
    ]
    valid: Annotated[bool, Field(description="Whether the workspace is in order.")]
    fixed: Annotated[bool, Field(description="Whether something was created.")]
    created: Annotated[
        Maybe[list[CreatedItem]],
        Field(
            description="What was created, relative to the workspace, directories with a slash at the end. Empty unless fixing was asked for. Left out by versions before 0.3.100."
        ),
    ] = None
    repairable: Annotated[
        Maybe[list[RepairableItem]],
        Field(
            description="Files and links that a workspace has but can do without, such as its skills, and that are missing after fixing where that was asked for; relative to the workspace. Fixing creates them. They do not bear on `valid`. Left out by versions before 0.3.100."
        ),
    ] = None
    migration: Annotated[
        Maybe[list[MigrationFinding]],
        Field(
            description="Uses of API from before version 0.3 in the code below `rollouts/`, by path and line. They do not bear on `valid`. Left out by versions before 0.3.100."
        ),
    ] = None
    sandbox: Annotated[
        SandboxFinding | None,
        Field(
            description="Whether a sandbox for Harbor's trials runs on this machine, tried with one; null where Harbor is not installed. It does not bear on `valid`. Left out by versions before 0.3.100."
        ),
    ] = None


class TrajectoryValidateResult(ContractModel):
    """The resource of `trajectory.validate`; the same object stands under `details` of the VALIDATION error when a
    file is at fault. Also required: `valid` is true exactly when it is for every file."""

    model_config = ConfigDict(
        extra="forbid",
    )
    files: Annotated[
        list[ValidatedTrajectoryFile], Field(description="The files in the order they were named.", min_length=1)
    ]
    valid: Annotated[bool, Field(description="Whether every file is a valid trajectory.")]
