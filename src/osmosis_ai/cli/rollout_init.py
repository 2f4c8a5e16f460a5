"""``osmosis rollout init``: a rollout that runs as it is, to be changed into one's own."""

import os
import re
import stat
import tempfile
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli import files, scaffold
from osmosis_ai.cli.params import InjectedConsole
from osmosis_ai.cli.results import OperationResult

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
    _check_targets(workspace, directory, list(companions), force=force)

    inside = scaffold.rollout_directory(name)
    _write_directory(directory, inside)
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
        raise OsmosisError(
            f"{name!r} is no rollout name.",
            hint=f"Start with a lower-case letter and go on with lower-case letters, digits and hyphens,"
            f" at most {LONGEST_NAME} in all.",
        )
    if name in RESERVED:
        raise OsmosisError(f"The name {name} is reserved.", hint="Choose another name.")


def _check_targets(workspace: Workspace, directory: Path, companions: list[Path], *, force: bool) -> None:
    """Raise ConflictError, naming every path at fault, if something may not be written over."""
    unfit = [path for path in (directory, *companions) if _is_unfit(path, directory=path == directory)]
    if unfit:
        raise ConflictError(
            "\n".join(
                ["These are symbolic links, or no regular file or directory, and are never replaced:"]
                + [f"  {path}" for path in unfit]
            ),
            hint="Move them elsewhere, or choose another name.",
            details={"paths": [str(path) for path in unfit]},
        )
    existing = [path.relative_to(workspace.root).as_posix() for path in (directory, *companions) if path.exists()]
    if existing and not force:
        raise ConflictError(
            "\n".join(["These exist already:", *(f"  {path}" for path in existing)]),
            hint="Choose another name, or replace all of them with --force.",
            details={"workspace_directory": str(workspace.root), "paths": existing},
        )


def _is_unfit(path: Path, *, directory: bool) -> bool:
    """Whether something stands at ``path`` that is not a real directory (or regular file)."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    return not (stat.S_ISDIR(mode) if directory else stat.S_ISREG(mode))


def _write_directory(directory: Path, contents: dict[str, str]) -> None:
    """Put a directory with those files in place of the one there, which stays until the new one is whole."""
    with (
        files.told(directory),
        tempfile.TemporaryDirectory(dir=directory.parent, prefix=f".{directory.name}.") as at,
    ):
        staged = Path(at) / "new"
        staged.mkdir()
        for name, text in contents.items():
            files.create(staged / name, text)
        if directory.exists():
            directory.rename(Path(at) / "old")
        staged.rename(directory)


def _here(workspace: Workspace, path: str) -> str:
    """A path of the workspace as one would type it where one stands."""
    return os.path.relpath(workspace.root / path)
