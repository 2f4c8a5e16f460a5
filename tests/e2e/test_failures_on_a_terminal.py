"""From the last lines of a terminal alone, a person finds what failed and types what runs it again."""

import re

import pytest
from eval_workspace import EvalWorkspace
from record_failures import FAILED, RECORDING, failing_run, typed
from stub_openai import StubOpenAI

LAST_LINES = 40
LINE_OF = {
    "what_failed": r"^  rows? [\d,-]+.*",
    "where": r"^ +at \S+:\d+ in \w+",
    "commands": r"^ +osmosis eval run .*",
}


def stable(lines: list[str]) -> dict[str, list[str]]:
    """What is the same whenever it is run: the rows that failed with what they said, the places, and the commands."""
    text = "\n".join(lines[-LAST_LINES:])
    return {name: re.findall(pattern, text, re.MULTILINE) for name, pattern in LINE_OF.items()}


@pytest.mark.long
@pytest.mark.timeout(600)
def test_last_lines_name_each_place_and_the_command(workspace: EvalWorkspace, stub: StubOpenAI):
    """The last lines are those of docs/examples/failures.txt; the last command, typed, runs the failed rows alone."""
    shown = stable(failing_run(workspace, stub).lines_from("The run every-kind "))
    assert shown == stable(RECORDING.read_text().splitlines())
    assert len(shown["where"]) == 6
    again = typed(workspace, stub, f"{shown['commands'][-1].strip()} --name again --yes")
    assert "The run again " in again.seen.decode()
    started = {record["source_row_index"] for record in workspace.lines("again", "attempts.jsonl")}
    assert started == FAILED
