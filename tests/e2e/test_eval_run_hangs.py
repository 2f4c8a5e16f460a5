"""Rows that take the rollout server with them although it does not end, and others who would like to talk to it."""

import json
from pathlib import Path

import httpx
import pytest
from eval_workspace import SCRIPT, EvalWorkspace, begun, until
from stub_openai import StubOpenAI

pytestmark = pytest.mark.long

HANGS = {
    "interpreter": "import re; re.match('(a+)+$', 'a' * 60 + 'b')",
    "stopped": "os.kill(os.getpid(), signal.SIGSTOP)",
}


@pytest.mark.long
@pytest.mark.parametrize("how", list(HANGS))
def test_row_that_hangs_the_server_costs_only_itself(workspace: EvalWorkspace, stub: StubOpenAI, how: str):
    """A regular expression that holds the interpreter, or a stopped process, is a death: the other rows are scored."""
    name = f"hangs-{how}"
    code = SCRIPT.read_text().replace(
        'case ["exit", *_]:\n                os._exit(3)', f'case ["exit"]:\n                {HANGS[how]}'
    )
    assert HANGS[how] in code
    workspace.rollout(name, code)
    workspace.dataset(name, [("say yes", "yes")] * 2 + [("exit", "yes")] + [("say yes", "yes")] * 3)
    config = workspace.config(name, rollout=name, agent_workflow_timeout_s=2, grader_timeout_s=2)
    run = workspace.eval(config, "--name", name, "--max-in-flight", "2", stub=stub)
    assert run.code == 1, run.err
    assert (run.resource["succeeded"], run.resource["failed"]) == (5, 0)
    assert [row["source_row_index"] for row in run.resource["unfinished_rows"]] == [2]
    assert "the rollout server hangs" in (workspace.folder(name) / "logs.txt").read_text()


def test_row_that_blocks_the_loop_leaves_a_server_that_is_replaced(workspace: EvalWorkspace, stub: StubOpenAI):
    """The blocking row times out; what was lost with its process is tried again on a new one, and scored."""
    workspace.dataset("blocks", [("say yes", "yes")] * 2 + [("block", "yes")] + [("say yes", "yes")] * 3)
    config = workspace.config("blocks", agent_workflow_timeout_s=4, grader_timeout_s=4)
    run = workspace.eval(config, "--name", "blocks", "--max-in-flight", "2", stub=stub)
    assert run.code == 0, run.err
    assert (run.resource["succeeded"], run.resource["failed"]) == (5, 1)
    rows = {row["row_index"]: row for row in workspace.lines("blocks", "index.jsonl")}
    assert rows[2]["outcome"] == "timed_out"
    assert rows[2].get("reward") is None


def test_others_cannot_talk_to_the_server_of_a_run(workspace: EvalWorkspace, stub: StubOpenAI):
    """Without the key that the command made, nobody cancels a rollout, admits one or reads the health."""
    workspace.dataset("locked", [("sleep 3 say yes", "yes")])
    with begun(workspace, workspace.config("locked"), "locked", stub) as process:
        attempts = workspace.folder("locked") / "attempts.jsonl"
        until(lambda: attempts.exists() and attempts.read_bytes().count(b"\n") >= 1)
        port = json.loads((workspace.folder("locked") / "server.json").read_text())["port"]
        rollout_id = json.loads(attempts.read_text().splitlines()[0])["rollout_id"]
        until(lambda: "[schedule]" in (workspace.folder("locked") / "logs.txt").read_text())
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
            assert client.post("/rollout/cancel", json={"ids": [rollout_id]}).status_code == 401
            assert client.get("/health", headers={"Authorization": "Bearer guess"}).status_code == 401
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert json.loads(out)["resource"]["succeeded"] == 1


DEAD = "127.0.0.1:9"
EXCEPTED = {"NO_PROXY": "10.0.0.0/8,models.example:443,[::1]:80", "SSL_CERT_FILE": "/absent/certificates.pem"}
PROXIES = {
    "none": {},
    "http": dict.fromkeys(("HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "ALL_PROXY"), f"http://{DEAD}"),
    "socks": dict.fromkeys(("ALL_PROXY", "all_proxy"), f"socks5h://{DEAD}"),
}
ASKS = """
import json
import urllib.request

import aiohttp


async def ask_model(ctx):
    rollout = get_rollout_context()
    url = f"{rollout.chat_completions_url}/chat/completions"
    headers = {"Authorization": f"Bearer {rollout.api_key}", "Content-Type": "application/json"}
    request = {"model": "any", "messages": ctx.prompt}
    plain = urllib.request.Request(url, json.dumps(request).encode(), headers)
    await asyncio.to_thread(lambda: urllib.request.urlopen(plain, timeout=90).read())
    async with aiohttp.ClientSession(trust_env=True) as session:
        async with session.post(url, headers=headers, json=request) as response:
            response.raise_for_status()
    async with httpx.AsyncClient(timeout=90) as client:
        answer = await client.post(url, headers=headers, json=request)
    answer.raise_for_status()
    return [*ctx.prompt, answer.json()["choices"][0]["message"]]


async def swallow(ctx):
"""


@pytest.mark.timeout(600)
def test_dead_proxies_and_missing_certificates_keep_no_row_from_the_model(workspace: EvalWorkspace, stub: StubOpenAI):
    """Clients of user code that heed the environment reach the model on this machine, whatever proxy it names.

    NO_PROXY lists networks and ports, which many of them cannot read. What no client could use is left out, and a
    warning names it.
    """
    before, _, after = SCRIPT.read_text().partition("async def ask_model(ctx):")
    workspace.rollout("proxied", before + ASKS + after.partition("async def swallow(ctx):\n")[2])
    workspace.dataset("proxied", [("say yes", "yes"), ("say no", "no")])
    config = workspace.config("proxied", rollout="proxied")
    for kind, variables in PROXIES.items():  # the first makes the environment, for which the index must be reached
        env = variables | EXCEPTED if variables else {}
        run = workspace.eval(config, "--name", f"proxied-{kind}", stub=stub, env=env)
        assert run.code == 0, run.err
        assert (run.resource["succeeded"], run.resource["failed"]) == (2, 0), run.out
        warned = [json.loads(line)["warning"] for line in run.err.splitlines()]
        unusable = [w["message"].split()[0] for w in warned if w["code"] == "PROXY_UNUSABLE"]
        assert unusable == (["all_proxy", "ALL_PROXY"] if kind == "socks" else [])
        assert any("SSL_CERT_FILE" in w["message"] for w in warned) is bool(variables)


def test_missing_certificates_fail_no_row(workspace: EvalWorkspace, stub: StubOpenAI, tmp_path: Path):
    """User code that heeds its environment reaches the model all the same, and a warning names the variable."""
    workspace.rollout("certificates", SCRIPT.read_text().replace("trust_env=False", "trust_env=True"))
    workspace.dataset("certificates", [("say yes", "yes")])
    config = workspace.config("certificates", rollout="certificates")
    env = {"SSL_CERT_FILE": str(tmp_path / "absent.pem")}
    run = workspace.eval(config, "--name", "certificates", stub=stub, env=env)
    assert run.code == 0, run.err
    assert run.resource["succeeded"] == 1
    warned = [json.loads(line)["warning"] for line in run.err.splitlines()]
    assert any(w["code"] == "CERTIFICATES_MISSING" and "SSL_CERT_FILE" in w["message"] for w in warned)
