"""``osmosis model list | info``: the models of this machine."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from osmosis_ai.base.errors import NotFoundError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.framework.results import Column, DetailResult, Page, SectionedListResult
from osmosis_ai.models.embedded.trained import find_trained, saved_steps
from osmosis_ai.models.embedded.weights import EMBEDDED
from osmosis_ai.runs.training.folder import training_root
from osmosis_ai.runs.training.listing import FoundRun, find_training_run, training_runs


def model_list(
    *,
    type: Annotated[  # noqa: A002 - the documented option
        Literal["base", "lora"] | None, Parameter(help="Base models alone, or trained ones.")
    ] = None,
) -> SectionedListResult:
    """List base models and the ones that were trained from them.

    osmosis model list
    osmosis model list --type lora
    """
    root = training_root(Workspace.find(Path.cwd()))
    base = Page(
        title="Base models",
        items=[{"name": f"local/{name}", "size": weights.size} for name, weights in EMBEDDED.items()],
        columns=[Column("name", "Name"), Column("size", "Bytes", numeric=True)],
    )
    trained = Page(
        title="Trained models",
        items=[_item(run, step) for run in training_runs(root) for step in saved_steps(run.folder.root)],
        columns=[
            Column("name", "Name"),
            Column("base_model", "Base model"),
            Column("training_run", "Run"),
            Column("checkpoint_step", "Step", numeric=True),
            Column("reward", "Reward", numeric=True),
            Column("created_at", "Saved"),
        ],
    )
    sections = {"base_models": base, "lora_models": trained}
    wanted = {"base": "base_models", "lora": "lora_models"}.get(type or "")
    return SectionedListResult(sections=sections if wanted is None else {wanted: sections[wanted]})


def model_info(
    name: Annotated[str, Parameter(help="A name that `model list` shows, such as local/first@16.")], /
) -> DetailResult:
    """Show a trained model.

    osmosis model info local/first@16
    """
    workspace = Workspace.find(Path.cwd())
    trained = find_trained(name.removeprefix("local/"), workspace.root)
    if trained is None:
        raise NotFoundError(f"There is no trained model {name!r} here.", hint="See `osmosis model list --type lora`.")
    run = find_training_run(training_root(workspace), trained.run)
    return DetailResult(
        data={**_item(run, trained.step), "adapter": str(trained.adapter), "serve": trained.serve.value},
        title=f"Model local/{trained.run}@{trained.step}",
    )


def _item(run: FoundRun, step: int) -> Mapping[str, object]:
    saved = run.state.checkpoints.get(step)
    return {
        "name": f"local/{run.name}@{step}",
        "base_model": run.manifest.inputs.model_path,
        "training_run": run.name,
        "checkpoint_step": step,
        "reward": None if saved is None or saved.reward is None else round(saved.reward, 4),
        "created_at": None if saved is None else saved.at,
    }
