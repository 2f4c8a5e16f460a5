"""Run manifest. Generated from the specification; do not edit."""

from typing import Annotated, Any, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe, Only
from pydantic import ConfigDict, Field

type SecretName = Annotated[str, Field(description="The name of one secret.", pattern="^[A-Z][A-Z0-9_]*$")]


class RunAnswerer(ContractModel):
    """What answers a run's model calls, without credentials. A later invocation that would be answered by something
    else is refused unless it was asked for; the port of an endpoint on this machine may change while the model is
    the same."""

    model_config = ConfigDict(
        extra="forbid",
    )
    endpoint: Annotated[
        Maybe[str],
        Field(
            description="Base address of the endpoint, without user, password, query and fragment. Left out for a model that this program serves itself, and for a provider at its usual address.",
            min_length=1,
        ),
    ] = None
    model: Annotated[
        Maybe[str],
        Field(description="The model that the endpoint says it serves. Left out when it did not say.", min_length=1),
    ] = None
    weights_sha256: Annotated[
        Maybe[str],
        Field(
            description="SHA-256 of the weights file, in lower-case hexadecimal digits. Left out when the weights are not on this machine.",
            pattern="^[0-9a-f]{64}$",
        ),
    ] = None


class RunSourceKind(ContractEnum):
    """`rows`: the rows are rolled out anew. `samples`: the samples that the source kept are graded again, and the
    policy is not called."""

    ROWS = "rows"
    SAMPLES = "samples"


class RunSourceSelection(ContractEnum):
    """Which rows of the source were taken. A row is `pending` when one of its attempts has no result, else `failed`
    when one of them failed, else `not-passed` when one of them has no reward of at least the pass threshold; a
    removed attempt is none of these. `grader-failed`: the grader failed at one of its attempts."""

    ALL = "all"
    FAILED = "failed"
    NOT_PASSED = "not-passed"
    PENDING = "pending"
    GRADER_FAILED = "grader-failed"


class RunSource(ContractModel):
    """The run whose rows another one takes, and which of them."""

    model_config = ConfigDict(
        extra="forbid",
    )
    kind: Annotated[
        RunSourceKind,
        Field(
            description="`rows`: the rows are rolled out anew. `samples`: the samples that the source kept are graded again, and the policy is not called."
        ),
    ]
    run_name: Annotated[str, Field(description="Name of the source when it was read.", min_length=1)]
    local_run_id: Annotated[str, Field(description="Identity of the source.", pattern="^[0-9a-f]{32}$")]
    selection: Annotated[
        RunSourceSelection,
        Field(
            description="Which rows of the source were taken. A row is `pending` when one of its attempts has no result, else `failed` when one of them failed, else `not-passed` when one of them has no reward of at least the pass threshold; a removed attempt is none of these. `grader-failed`: the grader failed at one of its attempts."
        ),
    ]
    row_count: Annotated[
        Integer, Field(description="How many rows the source has, whether selected here or not.", ge=1)
    ]
    grader_digest: Annotated[
        Maybe[str],
        Field(
            description="With `samples`: the digest of the rollout's code that graded the samples before, in the form of `source_digest`; the code that grades them here is under `inputs`.",
            pattern="^[0-9a-f]{64}$",
        ),
    ] = None


class RunDatasetInput(ContractModel):
    """Which bytes the rows came from, and which of them were selected."""

    model_config = ConfigDict(
        extra="forbid",
    )
    sha256: Annotated[
        str,
        Field(description="SHA-256 of the dataset file, in lower-case hexadecimal digits.", pattern="^[0-9a-f]{64}$"),
    ]
    selected_source_rows: Annotated[
        str,
        Field(
            description="The selected rows by their zero-based offset in the file, ascending, in the shortest form: single numbers and inclusive ranges, separated by commas, runs of adjacent rows always as a range.",
            pattern="^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$",
        ),
    ]
    columns: Annotated[
        Maybe[dict[str, str]],
        Field(
            description="Columns of the file that are read by another name: the name in the file, then the name it is read by. Left out when none is."
        ),
    ] = None


class RunRolloutInput(ContractModel):
    """The rollout's code."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Name of the rollout's directory below `rollouts/`.", min_length=1)]
    entrypoint: Annotated[
        str,
        Field(
            description="The file that starts the server, relative to that directory. Empty where `command` or `url` says what serves."
        ),
    ]
    command: Annotated[
        Maybe[list[str]],
        Field(
            description="The program that is the server, and its arguments, as the config has them. Left out where a file or an address says what serves.",
            min_length=1,
        ),
    ] = None
    setup: Annotated[
        Maybe[list[str]],
        Field(
            description="What is run before `command`, as the config has it. Left out where nothing is.", min_length=1
        ),
    ] = None
    url: Annotated[
        Maybe[str],
        Field(
            description="Base address of a server that ran already, without user, password, query, fragment and a slash at its end. Left out where the run starts its server.",
            min_length=1,
        ),
    ] = None
    source_digest: Annotated[
        str,
        Field(
            description="SHA-256, in lower-case hexadecimal digits, over every file of the rollout: its path relative to the rollout's directory, with `/` between the parts and in UTF-8, followed at once by its content, no lengths and nothing between. Files come in the order of their path's parts (`a/b` before `a-b`). Left out, at any depth, is what is made rather than written: everything named `__pycache__`, `.git`, `.venv`, `venv`, `dist`, `build`, `node_modules`, `.pytest_cache`, `.ruff_cache`, `uv.lock` or `*.egg-info`, and the output tree of runs where it lies inside. A link to a file counts by its content; modes and empty directories do not count. Of a directory that is not there, which a server that runs already does not need, it is the SHA-256 of nothing.",
            pattern="^[0-9a-f]{64}$",
        ),
    ]


class RunTimeouts(ContractModel):
    """The time limits of an attempt, in seconds. Null means none."""

    model_config = ConfigDict(
        extra="forbid",
    )
    agent_timeout_sec: Annotated[
        float | None, Field(description="Seconds the workflow may take, or null for no limit.")
    ]
    grader_timeout_sec: Annotated[
        float | None, Field(description="Seconds the grading may take, or null for no limit.")
    ]


class RunVersions(ContractModel):
    """Versions of the rules by which rows are read, rollouts are run and results are kept."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollout_protocol: Annotated[
        str, Field(description="Version of the rollout protocol, currently `0.4`.", min_length=1)
    ]
    dataset_normalization: Annotated[
        Integer,
        Field(description="Version of the rules that turn a DatasetRow into a NormalizedRow, currently 1.", ge=1),
    ]
    state_schema: Annotated[
        Integer, Field(description="Version of the form of the files in the run's directory, currently 1.", ge=1)
    ]


class RunProvenance(ContractModel):
    """Where the run came from. What is not known is left out."""

    model_config = ConfigDict(
        extra="forbid",
    )
    sdk_version: Annotated[str, Field(description="Version of the SDK that created the run.", min_length=1)]
    config_branch: Annotated[Maybe[str], Field(description="The branch the config names.")] = None
    config_commit_sha: Annotated[Maybe[str], Field(description="The commit the config names.")] = None
    config_path: Annotated[Maybe[str], Field(description="Path of the config, relative to the workspace.")] = None
    dataset_path: Annotated[
        Maybe[str],
        Field(
            description="Path of the dataset where the command named one, absolute or relative to the workspace. Left out where the config names the dataset.",
            min_length=1,
        ),
    ] = None
    rows: Annotated[
        Maybe[str],
        Field(
            description="The rows that the command asked for, as `--rows` takes them; those of another run by their numbers. Left out where the config decides.",
            min_length=1,
        ),
    ] = None
    advanced: Annotated[Maybe[dict[str, Any]], Field(description="The config's `[advanced]` table as it was.")] = None
    git_head: Annotated[
        Maybe[str], Field(description="The commit checked out in the workspace. Left out when it is no Git repository.")
    ] = None
    git_branch: Annotated[
        Maybe[str], Field(description="The branch checked out in the workspace. Left out when none is.")
    ] = None
    git_dirty: Annotated[
        Maybe[bool], Field(description="Whether the workspace had changes that were not committed.")
    ] = None


class RunInputs(ContractModel):
    """The lock a resumed run has to match. Not part of it, so free to change between invocations: the run's name and
    output root, the pass threshold, the number in flight, `limit` (its effect is in `selected_source_rows`), the
    SDK's version and the state of the repository."""

    model_config = ConfigDict(
        extra="forbid",
    )
    model_path: Annotated[str, Field(description="The model under evaluation, as the config has it.")]
    dataset: Annotated[RunDatasetInput, Field(description="The rows the run works on.")]
    n: Annotated[Integer, Field(description="Attempts for each row.", ge=1)]
    rollout: Annotated[RunRolloutInput, Field(description="The code the run works with.")]
    env: Annotated[
        dict[str, str], Field(description="The literal environment variables of the config's `[env]` table.")
    ]
    secret_names: Annotated[
        list[SecretName], Field(description="Names of the secrets the rollout was given. Values are never recorded.")
    ]
    timeouts: Annotated[RunTimeouts, Field(description="The time limits of an attempt.")]
    versions: Annotated[RunVersions, Field(description="Versions of the rules the results depend on.")]


class RunManifest(ContractModel):
    """The manifest of a run. A later invocation may add results to the run only if its own inputs equal the recorded
    ones, member for member; otherwise it is refused with the names of the top-level members of `inputs` that
    differ. Provenance is information and is never compared."""

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
            description="Name of the run and of its directory, at most 96 characters, the first of them a letter or digit, then letters, digits, dots, underscores and hyphens.",
            max_length=96,
            pattern="^[A-Za-z0-9][A-Za-z0-9._-]*$",
        ),
    ]
    created_at: Annotated[
        str,
        Field(
            description="When the run was created, in UTC, ending in `Z`.",
            pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
        ),
    ]
    inputs: Annotated[RunInputs, Field(description="Everything that decides what the run's results are.")]
    provenance: Annotated[RunProvenance, Field(description="Where the run came from.")]
    answered_by: Annotated[
        Maybe[RunAnswerer],
        Field(
            description="What answers the run's model calls. Left out by versions that did not record it, and where nothing is known."
        ),
    ] = None
    source: Annotated[
        Maybe[RunSource],
        Field(
            description="The run whose rows this one takes. Left out for a run of its own rows. A later invocation may add results only with the same `kind`, so that graded samples and rollouts are never in one mean."
        ),
    ] = None
