"""``osmosis rollout init``: a rollout that runs as it is, to be changed into one's own."""

import os
import re
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import InvalidNameError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli import scaffold
from osmosis_ai.cli.framework import files
from osmosis_ai.cli.framework.params import InjectedConsole
from osmosis_ai.cli.framework.results import OperationResult
from osmosis_ai.cli.scaffold import placing

NAME = re.compile(r"[a-z][a-z0-9-]*")
LONGEST_NAME = 64
RESERVED = frozenset({"default"})


def rollout_init(
    name: Annotated[str, Parameter(help="Lower-case letters, digits and hyphens, a letter first.")],
    /,
    *,
    force: Annotated[
        bool,
        Parameter(
            name=("--force", "-f"),
            help="Replace the rollout's directory, configs and dataset where they exist.",
        ),
    ] = False,
    console: InjectedConsole,
) -> OperationResult:
    """Write a rollout that runs at once, with its configs and a dataset.

    It asks a model to multiply and grades the answer. Writes rollouts/NAME/, configs/eval/NAME.toml,
    configs/training/NAME.toml and data/NAME.jsonl.

        osmosis rollout init my-rollout
        osmosis eval run configs/eval/my-rollout.toml
    """
    _check_name(name)
    workspace = Workspace.find(Path.cwd())
    workspace.require_directories()
    directory = workspace.rollouts / name
    companions = {workspace.root / path: text for path, text in scaffold.rollout_companions(name).items()}
    placing.check_targets(workspace, directory, companions, force=force, another=", or choose another name")

    inside = scaffold.rollout_directory(name)
    placing.write_directory(directory, inside)
    for path, text in companions.items():
        files.replace(path, text)

    written = [*(directory / file for file in inside), *companions]
    relative = [path.relative_to(workspace.root).as_posix() for path in written]
    dataset = f"data/{name}.jsonl"
    return OperationResult(
        operation="rollout.init",
        resource={
            "name": name,
            "workspace_directory": str(workspace.root),
            "rollout_dir": f"rollouts/{name}",
            "configs": {"eval": f"configs/eval/{name}.toml", "training": f"configs/training/{name}.toml"},
            "files": relative,
        },
        message=f"Created the rollout {name}.",
        facts=[
            ("Code", f"rollouts/{name}/"),
            ("Configs", [f"configs/eval/{name}.toml", f"configs/training/{name}.toml"]),
            ("Dataset", dataset),
        ],
        next_steps=[f"{console.program} eval run {_here(workspace, f'configs/eval/{name}.toml')}"],
        next_steps_structured=[{"action": "eval_run", "config": f"configs/eval/{name}.toml", "dataset_file": dataset}],
    )


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise InvalidNameError(
            "rollout",
            name,
            "Start with a lower-case letter and go on with lower-case letters, digits and hyphens, "
            f"at most {LONGEST_NAME} in all.",
        )
    if name in RESERVED:
        raise InvalidNameError("rollout", name, "The name is reserved: choose another.")


def _here(workspace: Workspace, path: str) -> str:
    """A path of the workspace as typed from the current directory."""
    return os.path.relpath(workspace.root / path)
