"""`osmosis test` as a command line: what it prints, what it writes, and how it ends."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_calls import Cli
from tests.support.agent_loops import loop_rows, multiplication_policy

from osmosis_ai.testing import Fault, ScriptedPolicy
from osmosis_contract.models import test_report

AGENTS = "tests.support.agent_loops"


@pytest.fixture
def policy() -> Iterator[ScriptedPolicy]:
    def answer(request):
        return Fault(400, "not this one") if "2 times" in str(request.messages) else multiplication_policy(request)

    with ScriptedPolicy(answer) as served:
        yield served


@pytest.fixture
def call(cli: Cli, policy: ScriptedPolicy, tmp_path: Path) -> Cli:
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in loop_rows(4)))
    endpoint = ("--base-url", policy.base_url, "--api-key", policy.api_key, "--model", "stub")
    return lambda *words: cli("test", "-d", "rows.jsonl", *endpoint, *words)


def test_all_rows_passed(call: Cli, tmp_path: Path):
    """A line a row on standard error, the summary on standard output, exit code 0, and a report of the contract."""
    done = call("-m", f"{AGENTS}:Multiplier", "--limit", "2", "-o", "new/report.json")
    assert done.code == 0
    assert "2 of 2 rows passed." in done.out
    assert "Tokens:       56" in done.out
    assert "Dataset: 4 rows (testing 2)" in done.err
    assert "[2/2] Row 1: OK (" in done.err
    report = test_report.TestReport.read((tmp_path / "new" / "report.json").read_bytes())
    assert (report.summary.passed, report.summary.mean_reward, report.config.limit) == (2, 1.0, 2)
    assert [row.reward for row in report.results] == [1.0, 1.0]


def test_a_failed_row_makes_the_exit_code_one(call: Cli):
    """It is named with its error; the rest of the rows count."""
    done = call("-m", f"{AGENTS}:Multiplier", "--offset", "1", "-c", "3")
    assert done.code == 1
    assert "2 of 3 rows passed." in done.out
    assert "Row 2: not this one" in done.out
    assert "Row 2: FAILED (" in done.err


def test_a_program_gets_the_report(call: Cli):
    """`--json` prints it as the resource of one document."""
    done = call("--json", "-m", f"{AGENTS}:MultiplyWorkflow", "--grader", f"{AGENTS}:Exact", "--limit", "2")
    document = json.loads(done.out)
    assert (done.code, document["operation"], document["status"]) == (0, "test", "success")
    report = test_report.TestReport.read(json.dumps(document["resource"]).encode())
    assert report.config.agent_kind == "workflow"
    assert [row.outcome for row in report.results] == ["scored", "scored"]
    assert [row.token_usage.num_llm_calls for row in report.results] == [2, 2]


def test_quiet_says_nothing_but_errors(call: Cli):
    """No header, no progress, no summary."""
    done = call("-m", f"{AGENTS}:Multiplier", "--limit", "1", "-q")
    assert (done.code, done.out, done.err) == (0, "", "")


def test_a_wrong_key_ends_the_test_before_a_row(call: Cli, policy: ScriptedPolicy):
    """The key is not in what is printed."""
    given, policy.api_key = policy.api_key, "another-key"
    done = call("-m", f"{AGENTS}:Multiplier")
    assert done.code == 1
    assert "refused a first request" in done.err
    assert "--api-key" in done.err
    assert given not in done.err
    assert policy.requests == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-m", "no_colon"], "--module 'no_colon' names no object"),
        (["-m", "no_such_module:x"], "no_such_module cannot be imported: ModuleNotFoundError"),
        (["-m", f"{AGENTS}:missing"], "has no attribute 'missing'"),
        (["-m", f"{AGENTS}:loop_rows"], "which is not an agent"),
        (["-m", f"{AGENTS}:Multiplier", "--grader", f"{AGENTS}:Exact"], "--grader goes with an AgentWorkflow"),
        (["-m", f"{AGENTS}:MultiplyWorkflow", "--grader", f"{AGENTS}:Multiplier"], "is not a class of a Grader"),
        (["-m", f"{AGENTS}:MultiplyWorkflow", "--config", f"{AGENTS}:MULTIPLY"], "is not an AgentWorkflowConfig"),
        (["-m", f"{AGENTS}:Multiplier", "--row", "1"], "--row goes with --interactive"),
        (["-m", f"{AGENTS}:Multiplier", "--limit", "0"], "--limit"),
        (["-m", f"{AGENTS}:Multiplier", "-c", "0"], "--concurrency"),
        (["-m", f"{AGENTS}:Multiplier", "--offset", "4"], "no rows from row 4 on"),
        (["-m", f"{AGENTS}:Multiplier", "-i", "--json"], "--interactive is for a person"),
        (["-m", f"{AGENTS}:Multiplier", "-o", "."], "it is a directory"),
        (["-m", f"{AGENTS}:Multiplier", "--mcp", "tools"], "--mcp is left out"),
        ([], "No agent is named"),
    ],
)
def test_what_cannot_be_run_is_refused_before_a_call(call: Cli, policy: ScriptedPolicy, words: list[str], said: str):
    """Exit code 1, one message, no traceback."""
    done = call(*words)
    assert done.code == 1
    assert said in done.err
    assert "Traceback" not in done.err
    assert policy.requests == []


def test_a_model_that_cannot_be_resolved_is_named_by_the_option(cli: Cli, call: Cli):
    """There is no eval config, so none of its settings is named."""
    done = cli("test", "-d", "rows.jsonl", "-m", f"{AGENTS}:Multiplier", "--model", "judge/")
    assert done.code == 1
    assert "model: 'judge/'" in done.err
    assert "experiment.model_path" not in done.err


def test_one_row_is_counted_as_one_row(call: Cli, tmp_path: Path):
    """In the header, while it runs and in the summary."""
    (tmp_path / "rows.jsonl").write_text(json.dumps(loop_rows(1)[0]) + "\n")
    done = call("-m", f"{AGENTS}:Multiplier")
    assert "Dataset: 1 row\n" in done.err
    assert "Running 1 row, " in done.err
    assert "Mean reward:  1 over 1 row\n" in done.out


def test_a_module_that_raises_is_named_with_its_line(call: Cli, tmp_path: Path):
    """The error of the user's file says where in it."""
    (tmp_path / "broken_agent.py").write_text("x = 1\nraise RuntimeError('not today')\n")
    done = call("-m", "broken_agent:loop")
    assert done.code == 1
    assert "RuntimeError: not today (broken_agent.py:2)" in done.err


def test_a_loop_may_fail_at_debug_with_its_traceback(call: Cli, tmp_path: Path):
    """`--debug` shows where a row raised, and keeps the events that loops log."""
    (tmp_path / "raising_agent.py").write_text(
        f"from {AGENTS} import Multiplier\n"
        "class Raising(Multiplier):\n"
        "    name = 'raising'\n"
        "    async def run(self, ctx):\n"
        "        await super().run(ctx)\n"
        "        raise KeyError('here')\n"
    )
    done = call("-m", "raising_agent:Raising", "--limit", "1", "--debug")
    assert done.code == 1
    assert "raising_agent.py" in done.err
    assert "Row 0: KeyError: 'here'" in done.out
    assert (tmp_path / "test_debug" / "test-0.jsonl").read_text().count("answered") == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["serve", "-m", "agent:loop", "--port", "9000"], "osmosis rollout init"),
        (["validate", "-m", "agent:loop", "-v"], "--limit 1"),
    ],
)
def test_commands_that_are_left_out_say_what_takes_their_place(cli: Cli, words: list[str], said: str):
    """Whatever their arguments; help does not list them."""
    done = cli(*words)
    assert done.code == 1
    assert "is left out" in done.err
    assert said in done.err
    assert re.search(rf"^ *{words[0]} ", cli("--help").out, re.MULTILINE) is None
