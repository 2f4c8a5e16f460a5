"""``osmosis template list`` and ``osmosis template apply``: starter rollouts that come with the package."""

import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import UnknownNameError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.framework import files
from osmosis_ai.cli.framework.params import InjectedConsole
from osmosis_ai.cli.framework.results import Column, ListResult, OperationResult, Page
from osmosis_ai.cli.scaffold import placing
from osmosis_ai.cli.scaffold.templates import TEMPLATES, Template

_TRAIN_NOTES = [
    "It trains the embedded model on this machine. Training needs the extra train; docs/training.md says how."
]


def template_list() -> ListResult:
    """List the starter rollouts.

    osmosis template list
    """
    return ListResult(
        page=Page(
            items=[{"name": each.name, "description": each.description} for each in TEMPLATES.values()],
            columns=[Column("name", "Name"), Column("description", "What it is")],
        )
    )


def template_apply(
    name: Annotated[str, Parameter(help="A name that `template list` shows.")],
    /,
    *,
    force: Annotated[
        bool,
        Parameter(
            name=("--force", "-f"),
            help="Replace the rollout's directory, its configs and the dataset where they exist.",
        ),
    ] = False,
    console: InjectedConsole,
) -> OperationResult:
    """Write a starter rollout, with its configs and the dataset it shares with the others.

    Writes rollouts/NAME/, configs/eval/NAME.toml, configs/training/NAME.toml and, unless it is there already, the
    dataset: data/multiply.jsonl, or data/multiply-train.jsonl for multiply-train-local.

        osmosis template apply multiply-local-strands
        osmosis eval run configs/eval/multiply-local-strands.toml
    """
    template = _template(name, console.program)
    workspace = Workspace.find(Path.cwd())
    workspace.require_directories()
    directory = workspace.rollouts / template.name
    owned = {workspace.root / path: text for path, text in template.configs().items()}
    shared = {workspace.root / path: text for path, text in template.shared().items()}
    present = [path for path, text in shared.items() if placing.has_text(path, text)]
    companions = {**owned, **{path: text for path, text in shared.items() if path not in present}}
    placing.check_targets(workspace, directory, companions, force=force, another="")

    inside = template.directory()
    placing.write_directory(directory, inside)
    for path, text in companions.items():
        files.replace(path, text)

    relative = [
        path.relative_to(workspace.root).as_posix() for path in (*(directory / file for file in inside), *companions)
    ]
    trains = template.name == "multiply-train-local"
    kind = "training" if trains else "eval"
    config = f"configs/{kind}/{name}.toml"
    kept = [path.relative_to(workspace.root).as_posix() for path in present]
    return OperationResult(
        operation="template.apply",
        resource={
            "name": name,
            "destinations": [str(path) for path in (directory, *companions)],
            "files": relative,
            "workspace_directory": str(workspace.root),
        },
        message=f"Applied the template {name}.",
        facts=[("Written", relative), *([("Kept, as it is the same", kept)] if kept else [])],
        notes=_TRAIN_NOTES
        if trains
        else [
            "The evaluation config asks openai/gpt-5-mini and needs OPENAI_API_KEY.",
            f"rollouts/{name}/README.md says how to ask another model, or the embedded one.",
        ],
        next_steps=[
            f"{console.program} {'train' if trains else 'eval'} run {os.path.relpath(workspace.root / config)}"
        ],
        next_steps_structured=[{"action": "train_run" if trains else "eval_run", "config": config}],
    )


def _template(name: str, program: str) -> Template:
    """The template of that name. Raises UnknownNameError with the name that was likely meant."""
    template = TEMPLATES.get(name)
    if template is None:
        raise UnknownNameError("template", name, TEMPLATES, hint=f"See `{program} template list`.")
    return template
