"""Loading the TOML files under `configs/` into the models of the contract.

The checks come in a fixed order, so that the same file always gives the same first error: place and name of
the file; TOML; the tables that must be there; `[secrets]`; then everything the schema says, reported
together; then the paths and the names of variables and secrets. What sections and keys there are is the
model's to say, not this module's: a new kind of config is a ConfigKind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from osmosis_ai.base.config.issues import Issue, from_validation, grouped, sections_of
from osmosis_ai.base.config.source import ConfigSource
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.variables import RESERVED_PREFIX
from osmosis_ai.base.workspace import Workspace
from osmosis_contract.base import ContractModel, find_non_finite
from osmosis_contract.models.eval_config import EvalConfig

if TYPE_CHECKING:
    from osmosis_contract.models.training_config import TrainingConfig

_ENV_NAME = re.compile(r"[A-Z_][A-Z0-9_]*")
_SECRET_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_REQUIRED = ("rollout", "entrypoint", "model_path", "dataset")
_ZERO_IS_UNSET = (("evaluation", "limit"), ("evaluation", "batch_size"))


@dataclass(frozen=True, slots=True)
class ConfigKind[M: ContractModel]:
    """What tells one kind of config from another."""

    name: str
    """As messages have it: `eval`, `training`."""
    model: type[M]
    tables: tuple[str, ...]
    """Sections that must be tables, in the order they are checked."""
    secrets_required: bool
    server_required: bool = True
    """Whether [experiment] says what serves the rollout."""
    command_allowed: bool = False
    """Whether that may be a command in place of an entrypoint."""


EVAL = ConfigKind("eval", EvalConfig, ("evaluation", "advanced", "env"), secrets_required=True, command_allowed=True)


def load_eval_config(path: Path, workspace: Workspace, *, server_runs: bool = False) -> EvalConfig:
    """The evaluation config at `path`, which lies under the workspace's `configs/eval`.

    With `server_runs`, it need not say what serves the rollout.

    `limit` and `batch_size` are None when they are absent, zero or negative; `evaluation` is None when the
    section is absent. That rollout and entrypoint exist is not checked, only that they stay inside their
    directories. Raises OsmosisError (VALIDATION): one message with the line, or `Invalid eval config` with
    every issue in `details`.
    """
    kind = replace(EVAL, server_required=False) if server_runs else EVAL
    return _load(kind, path, workspace, workspace.eval_configs)


def load_training_config(path: Path, workspace: Workspace) -> TrainingConfig:
    """The training config at `path`, which lies under the workspace's `configs/training`; else as above."""
    from osmosis_contract.models.training_config import TrainingConfig  # an evaluation does not wait for it

    tables = ("training", "sampling", "checkpoints", "advanced", "env")
    kind = ConfigKind("training", TrainingConfig, tables, secrets_required=False)
    return _load(kind, path, workspace, workspace.training_configs)


def _load[M: ContractModel](kind: ConfigKind[M], path: Path, workspace: Workspace, home: Path) -> M:
    _check_place(kind, path, home)
    source = read_source(path, workspace)
    _check_tables(kind, source)
    _check_secrets_table(kind, source)
    values = _without_unset(source.values)
    issues, config = _by_schema(kind, values)
    if grouped_now := [issue for issue in issues if not _has_own_check(issue)]:
        raise grouped(kind.name, source, grouped_now)
    _check_paths(source, workspace)
    _check_env_names(source)
    _check_secret_names(source)
    if config is None:
        raise grouped(kind.name, source, issues)
    return config


def read_source(path: Path, workspace: Workspace) -> ConfigSource:
    """The file of a config, named in messages as seen from the workspace. Raises OsmosisError."""
    return ConfigSource.read(path, _shown(path, workspace))


def _check_place[M: ContractModel](kind: ConfigKind[M], path: Path, home: Path) -> None:
    resolved, root = _resolve(path), _resolve(home)
    if resolved is None or root is None or root not in resolved.parents:
        raise OsmosisError(
            f"{path} is not under {home}, where {kind.name} configs are kept.",
            hint=f"Move the file into {home}, or name one that is there.",
        )
    if path.suffix != ".toml":
        raise OsmosisError(f"{path} is not a .toml file.", hint="A config is TOML, and its name ends in .toml.")


def _check_tables[M: ContractModel](kind: ConfigKind[M], source: ConfigSource) -> None:
    experiment = source.values.get("experiment")
    if experiment is None:
        raise source.error("the [experiment] table is missing.", hint=f"It holds {', '.join(_REQUIRED)}.")
    _check_table(source, "experiment")
    serves = "command" in experiment if kind.command_allowed else False
    for key in _REQUIRED:
        if key == "entrypoint" and (serves or not kind.server_required):
            continue
        if key not in experiment:
            raise source.error(f"[experiment] lacks {key}.", "experiment", hint=f'Add a line: {key} = "…"')
    for name in kind.tables:
        if name in source.values:
            _check_table(source, name)


def _check_table(source: ConfigSource, name: str) -> None:
    if not isinstance(source.values[name], dict):
        raise source.error(f"{name} is not a table.", name, hint=f"Write [{name}], and its keys below it.")


def _check_secrets_table[M: ContractModel](kind: ConfigKind[M], source: ConfigSource) -> None:
    if "secrets" not in source.values:
        if kind.secrets_required:
            raise source.error(
                "the [secrets] table is missing.",
                hint='Add it, with required = ["OPENAI_API_KEY"], or required = [] if no secret is needed.',
            )
        return
    _check_table(source, "secrets")
    secrets = source.values["secrets"]
    for key in secrets:
        if key != "required":
            hint = "Only the names of secrets go here; their values are never written into a config."
            raise source.error(
                f"[secrets] has the unknown key {key}; only required is allowed.", "secrets", key, hint=hint
            )
    if "required" not in secrets:
        raise source.error("[secrets] lacks required.", "secrets", hint="Add required = [] if no secret is needed.")
    names = secrets["required"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise source.error(
            "secrets.required is not a list of strings.",
            "secrets",
            "required",
            hint='Write the names of secrets: required = ["OPENAI_API_KEY"].',
        )


def _without_unset(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values without those numbers whose zero and negative values mean that they are not set."""
    result = dict(values)
    for section, key in _ZERO_IS_UNSET:
        table = result.get(section)
        if isinstance(table, dict) and type(table.get(key)) is int and table[key] <= 0:
            result[section] = {name: value for name, value in table.items() if name != key}
    return result


def _by_schema[M: ContractModel](kind: ConfigKind[M], values: dict[str, Any]) -> tuple[list[Issue], M | None]:
    """Everything the contract says against the values, and the config if it says nothing."""
    issues: list[Issue] = []
    config = None
    try:
        config = kind.model.read_strict(values)
    except ValidationError as error:
        issues += from_validation(error, sections_of(kind.model))
    experiment, env = values["experiment"], values.get("env", {})
    branch = experiment.get("branch")
    if isinstance(branch, str) and any(char.isspace() for char in branch):
        issues = [issue for issue in issues if issue.path != ("experiment", "branch")]
        issues.append(Issue(("experiment", "branch"), "must not hold white space"))
    if "branch" in experiment and "commit_sha" in experiment:
        issues.append(Issue(("experiment", "commit_sha"), "excludes branch; keep one of the two"))
    if "command" in experiment and "entrypoint" in experiment:
        issues.append(Issue(("experiment", "command"), "excludes entrypoint; keep one of the two"))
    if "setup" in experiment and "command" not in experiment:
        issues.append(Issue(("experiment", "setup"), "is what builds a command, and there is none"))
    issues += [
        Issue(("env", name), "holds a NUL, which no environment variable can")
        for name, value in env.items()
        if isinstance(value, str) and "\0" in value
    ]
    where = find_non_finite(values.get("advanced", {}))
    if where is not None:
        issues.append(Issue(("advanced", *map(str, where)), "is infinite or not a number, which JSON cannot hold"))
    return issues, config


def _has_own_check(issue: Issue) -> bool:
    """Whether a check further on says it better: the rollout's name, the names of secrets."""
    return issue.path[0] == "secrets" or (issue.path == ("experiment", "rollout") and issue.form_only)


def _check_paths(source: ConfigSource, workspace: Workspace) -> None:
    rollout, entrypoint = source.values["experiment"]["rollout"], source.values["experiment"].get("entrypoint", "")
    if rollout in {"", ".", ".."} or any(char in rollout for char in "/\\\0"):
        raise source.error(
            f"rollout is {rollout!r}, which is not the name of a directory in rollouts/.",
            "experiment",
            "rollout",
            hint='Name one directory in rollouts/, such as rollout = "my-rollout".',
        )
    directory = workspace.rollouts / rollout
    if not _inside(directory, workspace.rollouts):
        raise source.error(f"rollout {rollout!r} leads outside rollouts/.", "experiment", "rollout")
    if "\0" in entrypoint or not _inside(directory / entrypoint, directory):
        raise source.error(
            f"entrypoint {entrypoint!r} leads outside rollouts/{rollout}.",
            "experiment",
            "entrypoint",
            hint="Give the file relative to the rollout's directory, such as main.py.",
        )


def _check_env_names(source: ConfigSource) -> None:
    for name in source.values.get("env", {}):
        if not _ENV_NAME.fullmatch(name):
            raise source.error(
                f"[env] has {name!r}, which is not a name for a variable.",
                "env",
                name,
                hint="Use capital letters, digits and underscores, and no digit first.",
            )
        if name.startswith(RESERVED_PREFIX):
            raise source.error(
                f"[env] has {name}, and names starting with {RESERVED_PREFIX} are reserved.", "env", name
            )


def _check_secret_names(source: ConfigSource) -> None:
    names = source.values.get("secrets", {}).get("required", [])
    place = ("secrets", "required")
    for at, name in enumerate(names):
        if name in names[:at]:
            raise source.error(f"secrets.required names the same secret twice, as item {at + 1} again.", *place)
    for at, name in enumerate(names):
        if not _SECRET_NAME.fullmatch(name):  # it may be a value pasted by mistake, so it is not shown
            raise source.error(
                f"secrets.required, item {at + 1}, is not a name for a secret.",
                *place,
                hint="Give its name, never its value: a capital letter, then capitals, digits, underscores.",
            )
    for name in names:
        if name in source.values.get("env", {}):
            raise source.error(
                f"{name} is both in [env] and in secrets.required.",
                "env",
                name,
                hint="Keep it in secrets.required if its value is secret, else in [env].",
            )


def _inside(path: Path, directory: Path) -> bool:
    resolved, root = _resolve(path), _resolve(directory)
    return resolved is not None and root is not None and resolved.is_relative_to(root)


def _resolve(path: Path) -> Path | None:
    """The path with its links followed; None if that is impossible (a loop, a name too long)."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return None


def _shown(path: Path, workspace: Workspace) -> str:
    resolved, root = _resolve(path), _resolve(workspace.root)
    shown = resolved.relative_to(root) if resolved and root and resolved.is_relative_to(root) else path
    return str(shown).encode("utf-8", "replace").decode()
