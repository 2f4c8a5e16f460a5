"""``osmosis train run``: a rollout, a dataset and a model, trained on this machine."""

import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.cli.framework.params import InjectedConsole, SecretsFile, Verbose, Yes
from osmosis_ai.cli.framework.results import OperationResult


def train_run(
    config: Annotated[Path, Parameter(help="A training config: a TOML file under configs/training/.")],
    /,
    *,
    name: Annotated[
        str | None,
        Parameter(metavar="NAME", help="Go on with the run of that name, or start one. Made up if left out."),
    ] = None,
    steps: Annotated[
        int | None, Parameter(metavar="N", help="The steps of the run, in place of what total_epochs comes to.")
    ] = None,
    max_time: Annotated[
        float | None, Parameter(metavar="MINUTES", help="Begin no step after so many minutes, and save what is done.")
    ] = None,
    output: Annotated[
        Path | None,
        Parameter(name=("--output", "-o"), metavar="DIR", help="Where runs are kept. .osmosis/training if left out."),
    ] = None,
    secrets_file: SecretsFile = None,
    yes: Yes = False,
    verbose: Verbose = False,
    console: InjectedConsole,
) -> OperationResult:
    """Train a model on this machine.

    Serves the rollout and the model, asks for a group of rollouts of each row,
    and makes the better ones of each group more likely (GRPO, on a LoRA adapter).
    Every step's adapter is served at once. Rows that are held out are never
    trained on. A run that was stopped or killed goes on with --name from its last
    checkpoint.

        osmosis train run configs/training/multiply.toml
        osmosis train run configs/training/multiply.toml --name first --steps 16
        osmosis --json train run configs/training/multiply.toml --yes --max-time 30
    """
    from osmosis_ai.cli.commands.train_report import TrainConsole
    from osmosis_ai.train.plan import TrainOptions
    from osmosis_ai.train.run import train

    options = TrainOptions(
        config=config, name=name, steps=steps, max_time=max_time, output=output, secrets_file=secrets_file
    )
    with TrainConsole(console, yes=yes, verbose=verbose) as display:
        run = train(options, display, cwd=Path.cwd(), environ=dict(os.environ))
    state, total = run.state, run.plan.steps
    complete = state.last_step >= total
    rewards = {step: each.metrics.get("rollout/raw_reward") for step, each in sorted(state.steps.items())}
    evaluations = {step: each.reward for step, each in sorted(state.evaluations.items())}
    again = shlex.join([console.program, "train", "run", str(config), "--name", run.name])
    return OperationResult(
        operation="train.run",
        status="success" if complete else "partial",
        resource={
            "run_name": run.name,
            "local_run_id": run.local_run_id,
            "output_path": str(run.folder.root),
            "steps": state.last_step,
            "total_steps": total,
            "rewards": [reward for reward in rewards.values() if reward is not None],
            "validation_rewards": {str(step): reward for step, reward in evaluations.items() if reward is not None},
            "unscorable": sum(each.rollouts - each.scored for each in state.steps.values()),
            "checkpoints": sorted(state.checkpoints),
        },
        message=f"The run {run.name} is complete: {state.last_step} steps."
        if complete
        else f"The run {run.name} is at step {state.last_step} of {total}.",
        facts=[
            ("Reward by step", " ".join(_short(value) for value in rewards.values())),
            ("Held-out reward", ", ".join(f"{_short(v)} after step {k}" for k, v in evaluations.items())),
            ("Checkpoints", " ".join(map(str, sorted(state.checkpoints)))),
            ("Folder", run.folder.root),
        ],
        next_steps=[f'Evaluate it: model_path = "local/{run.name}" in a config under configs/eval/']
        if complete
        else [again],
        next_steps_structured=_next(run.name),
    )


def _next(name: str) -> list[Mapping[str, object]]:
    return [{"action": "train_info", "name": name}]


def _short(value: float | None) -> str:
    return "none" if value is None else f"{value:.2f}"
