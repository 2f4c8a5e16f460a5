"""``osmosis eval show``: one row of a run in full."""

from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from osmosis_ai.cli.commands.shown_tokens import shown_tokens
from osmosis_ai.cli.framework.params import FirstRunsFolder, InjectedConsole, RunName
from osmosis_ai.cli.framework.results import DetailResult, Section

if TYPE_CHECKING:
    from osmosis_ai.runs.reading.exported import ExportedRun
    from osmosis_contract.models.run_export import ExportedRow

_MOST_LINES = 200


def eval_show(
    run: RunName,
    /,
    *,
    row: Annotated[int, Parameter(metavar="N", help="The row of the dataset, counted from 0.")],
    number: Annotated[
        int, Parameter(name="--run", metavar="K", help="Which of the row's attempts (the config's n), counted from 0.")
    ] = 0,
    output: FirstRunsFolder = None,
    console: InjectedConsole,
) -> DetailResult:
    """Show one row of a run in full.

    Its prompt, answer, reward, metrics, error and traceback, and the lines of the log that are about it.

    osmosis eval show brave-otter-7 --row 12
    osmosis eval show brave-otter-7 --row 12 --run 3 --json
    """
    from osmosis_ai.runs.reading.exported import ExportedRun
    from osmosis_ai.runs.reading.places import evals_folder, find_run

    cwd = Path.cwd()
    roots = [evals_folder(cwd, None)] if output is None else [evals_folder(cwd, output), evals_folder(cwd, None)]
    found = ExportedRun(find_run(run, cwd, roots))
    result = found.row(row, number)
    trajectory = found.trajectory(result)
    lines = _log_lines(found, result)
    name = found.manifest.run_name
    several = f", run {number}" if found.manifest.inputs.n > 1 else ""
    return DetailResult(
        data={
            "run_name": name,
            "result": result.to_wire(),
            "trajectory": None if trajectory is None else str(trajectory),
            "log_lines": lines,
        },
        title=f"{name}, row {row}{several}",
        fields=_fields(result, trajectory),
        sections=_sections(result, lines),
    )


def _fields(result: "ExportedRow", trajectory: Path | None) -> list[tuple[str, object]]:
    fields: list[tuple[str, object]] = [("Outcome", str(result.outcome or result.state))]
    if result.reward is not None:
        fields.append(("Reward", f"{result.reward:g}, {'passed' if result.passed else 'not passed'}"))
    fields += [(name, f"{value:g}") for name, value in (result.metrics or {}).items()]
    tokens = shown_tokens(result.tokens, estimated=result.tokens_estimated) or None
    for label, value in (("Label", result.label), ("Tokens", tokens), ("Error", result.error)):
        if value is not None:
            fields.append((label, value))
    if result.duration_ms is not None:
        fields.append(("Time", f"{result.duration_ms / 1000:.2f} s"))
    if trajectory is not None:
        fields.append(("Conversation", str(trajectory)))
    return fields


def _sections(result: "ExportedRow", lines: list[str]) -> list[Section]:
    texts = (("Prompt", result.prompt), ("Answer", result.answer), ("Traceback", result.traceback))
    sections = [Section(title=title, lines=text.splitlines()) for title, text in texts if text]
    return [*sections, *([Section(title="Log", lines=lines)] if lines else [])]


def _log_lines(run: "ExportedRun", result: "ExportedRow") -> list[str]:
    """The last lines of the log that name the rollout, or the row; a line is about one row and run."""
    import re

    several = run.manifest.inputs.n > 1
    of_row = rf"\brow {result.row}\b" + (rf",? run {result.run}\b" if several else "")
    wanted = re.compile(of_row if result.rollout_id is None else f"{of_row}|{re.escape(result.rollout_id)}")
    kept: deque[str] = deque(maxlen=_MOST_LINES)
    try:
        with (run.folder / "logs.txt").open(encoding="utf-8", errors="replace") as file:
            kept.extend(line.rstrip("\n") for line in file if wanted.search(line))
    except FileNotFoundError:
        pass
    return list(kept)
