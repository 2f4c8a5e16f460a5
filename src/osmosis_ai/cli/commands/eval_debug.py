"""``osmosis eval debug``: one row, with the terminal for the rollout's code."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from osmosis_ai.cli.framework.params import ColumnMap, EvalConfigFile, InjectedConsole, OtherDataset, SecretsFile
from osmosis_ai.cli.framework.results import DetailResult, Section
from osmosis_ai.cli.framework.usage import Mode


def eval_debug(
    config: EvalConfigFile,
    /,
    *,
    row: Annotated[int, Parameter(metavar="N", help="Which row of the dataset, counted from 0.")],
    dataset_file: OtherDataset = None,
    column_map: ColumnMap = None,
    secrets_file: SecretsFile = None,
    verbose: Annotated[bool, Parameter(help="Show what is done on the way.")] = False,
    console: InjectedConsole,
) -> DetailResult:
    """Run one row with a debugger at hand.

    Runs the rollout's code in its environment, in one process that has this terminal: breakpoint() in a workflow or
    grader stops there. No time limit applies, and nothing is kept. Then shows the conversation, the reward, and the
    traceback where the code failed.

        osmosis eval debug configs/eval/multiply.toml --row 3
    """
    from osmosis_ai.cli.commands.eval_dataset import Fetching
    from osmosis_ai.cli.commands.eval_report import EvalDisplay
    from osmosis_ai.eval.debug import debug_row
    from osmosis_ai.eval.options import EvalOptions
    from osmosis_ai.semantics.outcomes import Cancelled, outcome_of_result

    options = EvalOptions(
        config=config,
        rows=str(row),
        dataset_file=dataset_file,
        column_map=tuple(column_map or ()),
        secrets_file=secrets_file,
    )
    with EvalDisplay(console, yes=True, verbose=verbose) as display:
        found = debug_row(
            options,
            display,
            cwd=Path.cwd(),
            environ=dict(os.environ),
            platform=Fetching(console),
            quiet=console.mode is Mode.JSON,
        )
    outcome = outcome_of_result(found.result) or Cancelled()
    inputs = found.plan.inputs
    data: dict[str, Any] = {
        "source_row_index": found.source_row_index,
        "rollout": inputs.rollout.name,
        "model": inputs.model_path,
        "outcome": str(outcome.kind),
        "result": found.result.to_wire(),
    }
    return DetailResult(
        data=data,
        title=f"Row {found.source_row_index}",
        fields=_fields(data),
        sections=_sections(data["result"]),
    )


def _fields(data: Mapping[str, Any]) -> list[tuple[str, object]]:
    result, sample = data["result"], data["result"]["sample"]
    fields: list[tuple[str, object]] = [
        ("Outcome", data["outcome"]),
        ("Rollout", f"{data['rollout']} with {data['model']}"),
    ]
    if sample is not None and sample["reward"] is not None:
        fields.append(("Reward", f"{sample['reward']:g}"))
    if sample is not None and sample["metrics"]:
        fields.append(("Metrics", ", ".join(f"{name} {value}" for name, value in sample["metrics"].items())))
    if result["err_message"] is not None:
        fields.append(("Error", result["err_message"]))
    return fields


def _sections(result: Mapping[str, Any]) -> list[Section]:
    sections: list[Section] = []
    sample = result["sample"]
    if sample is not None and sample["messages"]:
        cut_off = ", as far as it had come" if result.get("sample_cut_off") else ""
        lines = [line for message in sample["messages"] for line in _message(message)]
        sections.append(Section(title=f"Conversation{cut_off}", lines=lines))
    if result.get("err_traceback"):
        sections.append(Section(title="Where your code failed", lines=result["err_traceback"].splitlines()))
    return sections


def _message(message: Mapping[str, Any]) -> list[str]:
    """A message of the conversation: its role, its text, and whatever else it has as JSON."""
    role, content = message.get("role", message.get("type", "?")), message.get("content")
    text = content if isinstance(content, str) else "" if content is None else json.dumps(content, ensure_ascii=False)
    rest = {name: value for name, value in message.items() if name not in {"role", "content"} and value is not None}
    lines = f"{role}: {text}".splitlines() or [f"{role}:"]
    return [*lines, *([f"  {json.dumps(rest, ensure_ascii=False)}"] if rest else [])]
