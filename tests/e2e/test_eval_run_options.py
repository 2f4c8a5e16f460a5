"""Options of an evaluation that need its processes: ports, addresses, secrets, and what CI asks of the results."""

import json
import re
import socket

import pytest
from eval_workspace import EvalWorkspace, Run, faults
from stub_openai import StubOpenAI

WHERE = """
import pathlib
_chat = get_rollout_context
def get_rollout_context():
    seen = _chat().chat_completions_url, os.environ["_OSMOSIS_ROLLOUT_PORT"]
    pathlib.Path(os.environ["SEEN"]).write_text(" ".join(seen))
    return _chat()
"""


def free_ports(count: int) -> list[int]:
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


@pytest.fixture(scope="module")
def ports() -> tuple[int, int]:
    rollout, listener = free_ports(2)
    return rollout, listener


@pytest.fixture(scope="module")
def checked(workspace: EvalWorkspace, ports: tuple[int, int]) -> Run:
    """A run with secrets from a file, on fixed ports, at an advertised address, that is not good enough."""
    code = (workspace.root / "rollouts/scripted/main.py").read_text()
    workspace.rollout("where", code.replace("\n\nasync def ask_model", WHERE + "\n\nasync def ask_model", 1))
    workspace.dataset("checked", [("env FROM_FILE", "value-of-the-file"), ("say no", "yes"), ("raise", "yes")])
    seen = workspace.root / "seen.txt"
    config = workspace.config("checked", rollout="where", secrets=["FROM_FILE"], env={"SEEN": str(seen)})
    (workspace.root / "secrets.env").write_text("# of the test\nexport FROM_FILE='value-of-the-file'\n")
    words = [
        *("--name", "checked", "--secrets-file", "secrets.env", "--fail-under", "0.8", "--fail-on-error"),
        *("--rollout-port", str(ports[0]), "--listener-port", str(ports[1])),
        *("--advertise-url", f"http://127.0.0.1:{ports[1]}/"),
    ]
    with StubOpenAI() as stub:
        return workspace.eval(config, *words, stub=stub)


def test_run_that_is_not_good_enough_exits_with_1(checked: Run):
    """The results are there in full, the status is that of the run, and what is not met is said: for CI to stop at."""
    assert checked.code == 1, checked.err
    envelope = json.loads(checked.out)
    assert envelope["status"] == "success"
    assert faults(envelope["resource"], "EvalRunResult") == []
    reasons = ["the pass rate 0.3333 is below 0.8", "1 rollout failed"]
    assert envelope["resource"]["checks"] == {
        "passed": False,
        "reasons": reasons,
        "fail_under": 0.8,
        "fail_on_error": True,
    }
    assert envelope["message"].endswith(f"Not good enough: {', '.join(reasons)}.")


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize(
    ("words", "code"), [(["--fail-under", "0.33"], 0), ([], 0), (["--fail-under", "0.34"], 1), (["--fail-on-error"], 1)]
)
def test_checks_apply_to_a_complete_run_too(workspace: EvalWorkspace, words: list[str], code: int):
    """What is asked of the results is asked of those that are there; failed rows alone are no error."""
    config = workspace.root / "configs/eval/checked.toml"
    run = workspace.eval(config, "--name", "checked", *words, stub=None)
    assert (run.code, run.resource["dispatched"]) == (code, 0), run.err


def test_ports_and_address_are_the_ones_given(checked: Run, workspace: EvalWorkspace, ports: tuple[int, int]):
    """The rollout server serves where it was told; rollouts are given the advertised address, one slash after it."""
    url, port = (workspace.root / "seen.txt").read_text().split()
    assert port == str(ports[0])
    assert re.fullmatch(rf"http://127\.0\.0\.1:{ports[1]}/v1/rollouts/[0-9a-f]{{32}}", url)
    assert checked.resource["succeeded"] == 2


@pytest.mark.usefixtures("checked")
def test_secret_of_a_file_reaches_the_workflow_and_no_log(workspace: EvalWorkspace):
    """A secret's value is in the rollout's environment and in none of the run's logs."""
    rewards = {row["row_index"]: row.get("reward") for row in workspace.lines("checked", "index.jsonl")}
    assert rewards[0] == 1.0
    log = (workspace.folder("checked") / "logs.txt").read_text()
    assert "value-of-the-file" not in log
    assert "[deps] syncing" in log


@pytest.mark.parametrize("option", ["--rollout-port", "--listener-port"])
def test_port_that_somebody_has(workspace: EvalWorkspace, stub: StubOpenAI, option: str):
    """A port that is taken is an error that names the option; no other is tried."""
    workspace.dataset("taken", [("say yes", "yes")])
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        port = str(somebody.getsockname()[1])
        run = workspace.eval(workspace.config("taken"), "--name", f"taken{option.strip('-')}", option, port, stub=stub)
    assert run.code == 1
    assert run.error["code"] == "VALIDATION"
    assert option in run.error["hint"]


def test_cost_limit_needs_a_price(workspace: EvalWorkspace, stub: StubOpenAI):
    """Where nobody knows what the model costs, a cost limit is refused before the first call."""
    workspace.dataset("priceless", [("say yes", "yes")])
    run = workspace.eval(workspace.config("priceless"), "--max-cost", "1", "--output", "priceless-runs", stub=stub)
    assert run.code == 1
    assert "--max-cost cannot be kept to" in run.error["message"]
    assert "--max-tokens" in run.error["hint"]
    assert not stub.asked
    assert not (workspace.root / "priceless-runs").exists()


def test_budget_of_tokens_stops_the_run(workspace: EvalWorkspace, stub: StubOpenAI):
    """Once the tokens are spent nothing more is dispatched; what was in flight counts, the rest is pending."""
    workspace.dataset("frugal", [("say yes", "yes")] * 6)
    words = ("--name", "frugal", "--max-tokens", "14", "--max-in-flight", "1")
    run = workspace.eval(workspace.config("frugal"), *words, stub=stub)
    assert run.code == 1, run.err
    envelope = json.loads(run.out)
    assert envelope["status"] == "partial"
    assert "the budget of 14 tokens is spent" in envelope["message"]
    assert (run.resource["succeeded"], len(run.resource["unfinished_rows"])) == (2, 4)


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (["--tunnel", "ngrok"], 2, '"ngrok" for --tunnel. Choose from: "cloudflared"'),
        (["--listener-port", "70000"], 1, "--listener-port 70000 is not a port"),
        (["--fail-under", "80%"], 2, "Invalid value for --fail-under"),
        (["--fresh"], 1, "needs to know which"),
        (["--secrets-file", "missing.env"], 1, "missing.env does not exist"),
    ],
)
def test_option_that_cannot_be_is_refused_by_name(
    workspace: EvalWorkspace, stub: StubOpenAI, words: list[str], code: int, error: str
):
    """Wrong usage exits with 2, a value that makes no sense with 1; the error says what would do."""
    workspace.dataset("optional", [("say yes", "yes")])
    run = workspace.eval(workspace.config("optional", secrets=["FROM_FILE"]), *words, stub=stub)
    assert (run.code, run.out) == (code, "")
    assert error in run.error["message"]


def test_secrets_on_standard_input_need_yes(workspace: EvalWorkspace):
    """What comes on standard input leaves none to answer a question from."""
    workspace.dataset("piped", [("say yes", "yes")])
    run = workspace.eval(workspace.config("piped"), "--secrets-file", "-", stub=None, yes=False)
    assert run.code == 1
    assert "--yes" in run.error["hint"]
