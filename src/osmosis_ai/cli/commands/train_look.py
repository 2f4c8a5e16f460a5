"""``osmosis train list | info | logs | stop``: training runs of this machine."""

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import FileUnwritableError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.framework.results import Column, DetailResult, ListResult, OperationResult, Page, Section
from osmosis_ai.runs.training.folder import training_root
from osmosis_ai.runs.training.listing import FoundRun, find_training_run, training_runs
from osmosis_ai.runs.training.metrics import metrics_of
from osmosis_ai.runs.training.table import metrics_csv
from osmosis_contract.models.platform_training_runs import TrainingRunStatus

Output = Annotated[
    Path | None,
    Parameter(name=("--runs",), metavar="DIR", help="Where runs are kept. .osmosis/training if left out."),
]
Name = Annotated[str, Parameter(help="The name of a training run.")]
_LINES = 100


def train_list(*, runs: Output = None) -> ListResult:
    """List the training runs of this machine, the newest first.

    osmosis train list
    """
    return ListResult(
        page=Page(
            items=[_item(run) for run in training_runs(_root(runs))],
            columns=[
                Column("name", "Run"),
                Column("status", "State"),
                Column("current_step", "Step", numeric=True),
                Column("total_steps", "Of", numeric=True),
                Column("reward", "Reward", numeric=True),
                Column("model", "Model"),
                Column("rollout", "Rollout"),
            ],
        )
    )


def train_info(
    name: Name,
    /,
    *,
    output: Annotated[
        Path | None,
        Parameter(
            name=("--output", "-o"),
            metavar="FILE",
            help="Write the metrics to this file: as CSV where its name ends in .csv, else as JSON.",
        ),
    ] = None,
    runs: Output = None,
) -> DetailResult:
    """Show a training run: its state, its checkpoints, its metrics.

    osmosis train info first
    osmosis train info first --output metrics.json
    osmosis train info first --output metrics.csv
    """
    run = find_training_run(_root(runs), name)
    alive = run.status is TrainingRunStatus.RUNNING
    metrics = metrics_of(run.state, alive=alive).to_wire()
    if output is not None:
        try:
            text = metrics_csv(run.state) if output.suffix == ".csv" else json.dumps(metrics, indent=2) + "\n"
            output.write_text(text, encoding="utf-8")
        except OSError as error:
            raise FileUnwritableError(output, error) from None
    checkpoints = [
        {"step": step, "reward": each.reward, "model_path": f"local/{name}@{step}", "path": each.path}
        for step, each in sorted(run.state.checkpoints.items())
    ]
    ended = run.state.ended
    return DetailResult(
        data={
            "run": _item(run),
            "message": None if ended is None else ended.message,
            "output_path": str(run.folder.root),
            "checkpoints": checkpoints,
            "metrics": metrics,
        },
        title=f"Training run {name}",
        fields=[
            ("State", run.status.value if ended is None or ended.message is None else f"{run.status}: {ended.message}"),
            ("Step", f"{run.state.last_step} of {run.state.total_steps}"),
            ("Model", run.manifest.inputs.model_path),
            ("Rollout", run.manifest.inputs.rollout.name),
            ("Folder", run.folder.root),
        ],
        sections=[
            Section(
                title="Metrics",
                table=Page(
                    items=[
                        {name: each.get(name) for name in ("title", "key")}
                        | {name: _short(each.get(name)) for name in ("initial", "latest", "min", "max")}
                        for each in metrics["overview"]["metric_summaries"]
                    ],
                    columns=[
                        Column("title", "Metric"),
                        *(Column(key, key.capitalize(), numeric=True) for key in ("initial", "latest", "min", "max")),
                        Column("key", "Key"),
                    ],
                ),
            ),
            Section(
                title="Checkpoints",
                table=Page(
                    items=[{**each, "reward": _short(each["reward"])} for each in checkpoints],
                    columns=[
                        Column("step", "Step", numeric=True),
                        Column("reward", "Reward", numeric=True),
                        Column("model_path", "In a config"),
                    ],
                ),
            ),
        ],
    )


def train_logs(
    name: Name,
    /,
    *,
    lines: Annotated[int, Parameter(metavar="N", help="How many of the last lines.")] = _LINES,
    runs: Output = None,
) -> DetailResult:
    """Show the last lines of a training run's log.

    osmosis train logs first --lines 20
    """
    run = find_training_run(_root(runs), name)
    try:
        text = run.folder.logs.read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    last = text.splitlines()[-max(lines, 1) :]
    return DetailResult(
        data={"name": name, "path": str(run.folder.logs), "lines": last},
        fields=[("File", run.folder.logs)],
        sections=[Section(title="Log", lines=last)],
    )


def train_stop(name: Name, /, *, runs: Output = None) -> OperationResult:
    """Stop a training run once its last complete step is saved.

    Rollouts in flight are cancelled; an update goes on to its end. The run can go on later with
    `osmosis train run CONFIG --name NAME`.

        osmosis train stop first
    """
    run = find_training_run(_root(runs), name)
    running = run.status is TrainingRunStatus.RUNNING
    if running:
        run.folder.write(run.folder.stop_request, [b""])
    return OperationResult(
        operation="train.stop",
        status="success" if running else "noop",
        resource={"name": name, "status": run.status.value},
        message=f"The run {name} was asked to stop." if running else f"The run {name} is not running: {run.status}.",
    )


def _root(runs: Path | None) -> Path:
    return training_root(Workspace.find(Path.cwd())) if runs is None else runs.resolve()


def _item(run: FoundRun) -> dict[str, object]:
    return {
        "name": run.name,
        "id": run.manifest.local_run_id,
        "status": run.status.value,
        "current_step": run.state.last_step,
        "total_steps": run.state.total_steps,
        "reward": None if run.reward is None else round(run.reward, 4),
        "model": run.manifest.inputs.model_path,
        "rollout": run.manifest.inputs.rollout.name,
        "dataset": run.manifest.inputs.dataset.name,
        "created_at": run.manifest.created_at,
    }


def _short(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, int | float) else ""
