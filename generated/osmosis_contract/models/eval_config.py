"""Evaluation config. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

type CommandItem = Annotated[
    str, Field(description="The program, then its arguments.", min_length=1, pattern="^[^\\x00]+$")
]


type SetupItem = Annotated[
    str, Field(description="The program, then its arguments.", min_length=1, pattern="^[^\\x00]+$")
]


class ExperimentSection(ContractModel):
    """The `[experiment]` table of evaluation and training configs. Also required: `branch` and `commit_sha` exclude
    each other; with neither, a managed run takes the latest synced commit of the repository's default branch.
    Both are recorded and otherwise without effect in a local run, which takes the files as they are. `entrypoint`
    and `command` exclude each other, and `setup` needs `command`. An evaluation has one of the two, unless it is
    run on a server that runs already; training has an `entrypoint`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollout: Annotated[
        str,
        Field(
            description="Name of the rollout: the directory of that name directly below `rollouts/`. One path segment: not empty, not `.` or `..`, without slash, backslash or NUL. Also required: the directory must not lead outside `rollouts/` through a symbolic link. Whether it exists is checked when it is used, not when the config is read.",
            pattern="^([^/\\\\.\\x00]|\\.[^/\\\\.\\x00]|\\.\\.[^/\\\\\\x00])[^/\\\\\\x00]*$",
        ),
    ]
    entrypoint: Annotated[
        Maybe[str],
        Field(
            description="The Python file that starts the rollout server, relative to the rollout's directory. Also required: it must not lead outside that directory. Whether it exists is checked when it is used."
        ),
    ] = None
    command: Annotated[
        Maybe[list[CommandItem]],
        Field(
            description="The program that is the rollout server, and its arguments, in place of an `entrypoint`: for servers in any language. It is run in the rollout's directory, without a shell, under the launch contract (`rollout/process/launch.md`); no Python environment is made for it.",
            min_length=1,
        ),
    ] = None
    setup: Annotated[
        Maybe[list[SetupItem]],
        Field(
            description="A program and its arguments, run to its end in the rollout's directory before `command` is started for the first time of an invocation; one that fails ends the run. Left out where nothing has to be built or installed.",
            min_length=1,
        ),
    ] = None
    model_path: Annotated[
        str,
        Field(
            description="The model under evaluation, in the form `provider/model` of LiteLLM (`openai/gpt-5-mini`), or `local/…` for the embedded model; in a training config the base model to train. An empty string is a valid config, and refused by the run that needs a model."
        ),
    ]
    dataset: Annotated[
        str,
        Field(
            description="Name of the dataset: the name it has on the platform, or of a file in the workspace's `data/` without its extension. An empty string is a valid config: a run that is given its dataset file otherwise never reads it."
        ),
    ]
    branch: Annotated[
        Maybe[str],
        Field(
            description="A pushed branch whose head a managed run uses, resolved once when the run is submitted. Not empty, no white space. Excludes `commit_sha`.",
            min_length=1,
            pattern="^[^ \\t\\r\\n\\f\\v]+$",
        ),
    ] = None
    commit_sha: Annotated[
        Maybe[str],
        Field(
            description="The commit a managed run uses, as 7 to 40 hexadecimal digits. Excludes `branch`.",
            pattern="^[0-9a-fA-F]{7,40}$",
        ),
    ] = None


class EvaluationSection(ContractModel):
    """The `[evaluation]` table. Every key is optional. A boolean is never taken for a number."""

    model_config = ConfigDict(
        extra="forbid",
    )
    limit: Annotated[
        Maybe[Integer],
        Field(
            description="How many rows to evaluate, counted from the start of the dataset. Zero and negative numbers mean the same as leaving it out: in a local run all rows, in a managed run a random tenth of the dataset."
        ),
    ] = None
    n: Annotated[
        Integer,
        Field(
            description="Attempts for each row, numbered by `run_index` from 0 to n − 1. More than one gives pass@k figures. A local run has at most ten million attempts, those of all its rows together.",
            ge=1,
            le=1000000,
        ),
    ] = 1
    batch_size: Annotated[
        Maybe[Integer],
        Field(
            description="Rollouts in flight at once, unless the command line says otherwise. Zero and negative numbers mean the same as leaving it out: the capacity the rollout server states in its health answer, and 1 if it states none.",
            le=1000000,
        ),
    ] = None
    pass_threshold: Annotated[
        float,
        Field(
            description="The reward at or above which an attempt counts as passed. An explicit 0 is honoured: then every reward of 0 or more passes."
        ),
    ] = 1.0
    agent_workflow_timeout_s: Annotated[
        Maybe[float],
        Field(
            description="Seconds an attempt's workflow may take. Left out, there is no limit of this kind. Zero or a negative number leaves no time at all: every attempt times out."
        ),
    ] = None
    grader_timeout_s: Annotated[
        Maybe[float],
        Field(
            description="Seconds an attempt's grading may take, counted apart from the workflow's. Left out, there is no limit of this kind. Zero or a negative number leaves no time at all."
        ),
    ] = None


type EnvSection = dict[str, str]
"""
The `[env]` table: names of environment variables and the literal text each is set to. Also required: a name matches
`^[A-Z_][A-Z0-9_]*$` and does not start with `_OSMOSIS_`, which is reserved. Values are written to the run's manifest in
the clear, so nothing secret belongs here.
"""


type RequiredItem = Annotated[
    str,
    Field(
        description="The name of a secret, a capital letter first, then capital letters, digits and underscores.",
        pattern="^[A-Z][A-Z0-9_]*$",
    ),
]


class SecretsSection(ContractModel):
    """The `[secrets]` table: names only, never values. Each name is resolved when the run starts and handed to the
    rollout's process as an environment variable of the same name."""

    model_config = ConfigDict(
        extra="forbid",
    )
    required: Annotated[
        list[RequiredItem],
        Field(
            description="Names of the secrets without which the run must not start; an empty list says that there are none. Also required: no name twice."
        ),
    ]


type AdvancedSection = dict[str, Any]
"""
The `[advanced]` table: settings of a particular execution service. Any key, any value; they are passed on as they are.
A local run records them in its manifest, warns once that they have no effect, and does nothing else with them.
"""


class EvalConfig(ContractModel):
    """One evaluation config. Sections and keys that are not described here are refused, except inside `[advanced]`
    and `[env]`. Also required: no name may be both a key of `[env]` and listed in `[secrets].required`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    experiment: Annotated[ExperimentSection, Field(description="What is evaluated, on which data, with which model.")]
    evaluation: Annotated[
        Maybe[EvaluationSection], Field(description="How it is evaluated. Left out, every setting has its default.")
    ] = None
    env: Annotated[
        Maybe[EnvSection],
        Field(description="Environment variables, given literally, for the process that runs the rollout."),
    ] = None
    secrets: Annotated[
        SecretsSection,
        Field(
            description="The names of the secrets the rollout needs. The section is required even when it lists none, so that leaving secrets out is always a decision."
        ),
    ]
    advanced: Annotated[Maybe[AdvancedSection], Field(description="Settings passed on without being read.")] = None
