"""Workflows that do what they must not: the run ends, says which rows and why, and their neighbours are scored."""

import pytest
from eval_workspace import EvalWorkspace, Run
from stub_openai import StubOpenAI

pytestmark = pytest.mark.long

GOOD = ("say yes", "yes")
BAD = {
    "raise": "agent_failed",
    "await": "timed_out",
    "block": "timed_out",
    "nonsense text": "agent_failed",
    "nonsense number": "agent_failed",
    "nonsense list": "agent_failed",
    "nonsense set": "agent_failed",
    "sysexit": "agent_failed",
}
MENDED = ["nonsense roleless", "odd nan", "odd object", "odd huge", "odd surrogate"]
TIMEOUT = 2.0


def outcomes(run: Run, name: str, workspace: EvalWorkspace) -> dict[int, str]:
    return {event["source_row_index"]: event["outcome"] for event in workspace.lines(name, "events.jsonl")}


@pytest.mark.parametrize("width", [1, 4])
def test_bad_rows_fail_and_neighbours_are_scored(workspace: EvalWorkspace, stub: StubOpenAI, width: int):
    """Raising, hanging, blocking the thread, returning nonsense and asking the process to end fail one row each."""
    name = f"bad-{width}"
    prompts = [prompt for bad in BAD for prompt in (bad, GOOD[0])] + MENDED
    workspace.dataset(name, [(prompt, "yes") for prompt in prompts])
    config = workspace.config(name, agent_workflow_timeout_s=TIMEOUT, grader_timeout_s=10.0)
    run = workspace.eval(config, "--name", name, "--max-in-flight", str(width), stub=stub)
    assert run.code == 0, run.err
    found = outcomes(run, name, workspace)
    expected = [BAD.get(prompt, "scored") for prompt in prompts]
    assert [found[row] for row in range(len(prompts))] == expected
    for event in workspace.lines(name, "events.jsonl"):
        assert ("reward" in event) == (event["outcome"] == "scored")
        assert prompts[event["source_row_index"]] not in BAD or event["err_message"]
    rewards = {e["source_row_index"]: e.get("reward") for e in workspace.lines(name, "events.jsonl")}
    assert all(rewards[row] == 1.0 for row, prompt in enumerate(prompts) if prompt == GOOD[0])
    resource = run.resource
    assert [row["source_row_index"] for row in resource["failed_rows"]] == [
        row for row, prompt in enumerate(prompts) if prompt in BAD
    ]
    assert resource["unfinished_rows"] == []
    assert resource["metrics"]["graded"] == resource["succeeded"] == len(prompts) - len(BAD)


@pytest.mark.parametrize("width", [1, 4])
def test_rows_that_kill_the_server_have_no_result(workspace: EvalWorkspace, stub: StubOpenAI, width: int):
    """A row that takes the server's process down stays pending with the reason; every other row is scored."""
    name = f"killers-{width}"
    prompts = ["say yes", "exit", "say yes", "kill", "say yes", "say yes", "say yes"]
    workspace.dataset(name, [(prompt, "yes") for prompt in prompts])
    config = workspace.config(name)
    run = workspace.eval(config, "--name", name, "--max-in-flight", str(width), stub=stub)
    assert run.code == 1, run.err
    resource = run.resource
    assert not resource["cancelled"]
    unfinished = {row["source_row_index"]: row for row in resource["unfinished_rows"]}
    assert set(unfinished) == {1, 3}
    assert all(row["outcome"] == "infrastructure_failed" for row in unfinished.values())
    assert "exit code 3" in unfinished[1]["err_message"]
    assert "SIGKILL" in unfinished[3]["err_message"]
    rewards = {event["source_row_index"]: event["reward"] for event in workspace.lines(name, "events.jsonl")}
    assert rewards == dict.fromkeys((0, 2, 4, 5, 6), 1.0)
    assert resource["metrics"]["total_samples"] == 5


def test_people_are_told_which_rows_and_why(workspace: EvalWorkspace, stub: StubOpenAI):
    """Without --json, rows that failed and rows left without a result are named beneath the table, with the reason."""
    workspace.dataset("told", [("say yes", "yes"), ("raise", "yes"), ("exit", "yes"), ("say yes", "raise")])
    run = workspace.eval(workspace.config("told"), "--name", "told", stub=stub, mode="--plain")
    assert run.code == 1
    assert "row 1: agent_failed: RuntimeError: the workflow raised on purpose" in run.out
    assert "row 3: grader_failed: RuntimeError: the grader raised on purpose" in run.out
    assert "row 2: infrastructure_failed, no result: the rollout server died (exit code 3)" in run.out
    assert "Traceback" not in run.out + run.err
