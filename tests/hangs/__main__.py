"""`python -m tests.hangs`: rows that block the loop or hold the interpreter of a rollout server, again and again.

Row 3 of six blocks the event loop for 30 s at a limit of 1 s, two rows in flight, with a client of httpx, openai and
aiohttp kept in a global: it times out without a reward, and five are scored. Row 3 of ten holds the interpreter in a
regular expression at limits of 4 s: nine are scored within 3 minutes. Exit status 0 when each run ended so.
"""

import argparse
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai import __version__
from tests.peers.command import run_command
from tests.peers.published import command_environment, ours
from tests.peers.stub_model import StubModel, stub_model
from tests.peers.workspace import PeerWorkspace, make_workspace

ODD = 3
_LONGEST_SEC = 600.0

_CLIENTS = {
    "httpx": """
        client = client or httpx.AsyncClient()
        answer = await client.post(url + "/chat/completions", headers=headers, json=call)
        message = answer.raise_for_status().json()["choices"][0]["message"]""",
    "openai": """
        client = client or openai.AsyncOpenAI(api_key="replaced")
        own = client.with_options(base_url=url, api_key=rollout.api_key)
        answer = await own.chat.completions.create(**call)
        message = {"role": "assistant", "content": answer.choices[0].message.content}""",
    "aiohttp": """
        client = client or aiohttp.ClientSession()
        async with client.post(url + "/chat/completions", headers=headers, json=call) as answer:
            answer.raise_for_status()
            message = (await answer.json())["choices"][0]["message"]""",
}

_MAIN = '''"""One row does what no row should."""

import re
import time

import {client}
from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend, get_rollout_context
from osmosis_ai.rollout.server import create_rollout_server, serve

client = None


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        global client
        if ctx.prompt[-1]["content"].endswith(" {odd}"):
            {misbehaves}
        rollout = get_rollout_context()
        url, headers = rollout.chat_completions_url, {{"Authorization": f"Bearer {{rollout.api_key}}"}}
        call = {{"model": "policy", "messages": ctx.prompt}}{calls}
        return [*ctx.prompt, message]


class Exact(Grader):
    async def grade(self, ctx):
        ctx.set_reward(1.0 if ctx.sample.messages[-1]["content"] == ctx.label else 0.0)


if __name__ == "__main__":
    serve(create_rollout_server(backend=LocalBackend(workflow=Workflow, grader=Exact)))
'''


@dataclass(frozen=True, slots=True)
class Case:
    """A rollout of which one row misbehaves."""

    name: str
    main: str
    rows: int
    limit_sec: int
    within_sec: float

    def problem(self, scored: int, odd: dict[str, object] | None, seconds: float) -> str | None:
        """What was not as it should be; None where all was."""
        if scored != self.rows - 1:
            return f"{scored} of {self.rows - 1} others scored"
        if odd is not None and odd.get("reward") is not None:
            return f"row {ODD} has the reward {odd['reward']}"
        if self.name != "interpreter" and (odd or {}).get("outcome") != "timed_out":
            return f"row {ODD} did not time out: {odd}"
        return f"more than {self.within_sec:.0f} s" if seconds > self.within_sec else None


def _cases() -> list[Case]:
    sleeps, holds = "time.sleep(30)", 're.match("(a+)+$", "a" * 60 + "b")'
    return [
        *(Case(name, _main(name, sleeps), 6, 1, _LONGEST_SEC) for name in _CLIENTS),
        Case("interpreter", _main("httpx", holds), 10, 4, 180.0),
    ]


def _main(client: str, misbehaves: str) -> str:
    """The client is imported with the file: importing openai in a row takes about the second that the row has."""
    return _MAIN.format(client=client, odd=ODD, misbehaves=misbehaves, calls=_CLIENTS[client])


def _run(case: Case, number: int, workspace: PeerWorkspace, stub: StubModel) -> tuple[str | None, float]:
    """What was wrong with one run of a case, and its seconds."""
    name = f"{case.name}-{number}"
    env = {**command_environment(workspace.root.parent / "home"), **stub.environment()}
    arguments = ("--dataset-file", _dataset(workspace, case), "--name", name, "--yes", "--max-in-flight", "2")
    done = run_command(
        [ours().osmosis, "--json", "eval", "run", workspace.config(case.name), *arguments],
        cwd=workspace.root,
        env=env,
        timeout=_LONGEST_SEC,
    )
    index = workspace.run_folder(name) / "index.jsonl"
    rows = [json.loads(line) for line in index.read_text().splitlines()] if index.exists() else []
    scored = [row for row in rows if row["status"] == "success" and row["row_index"] != ODD]
    odd = next((row for row in rows if row["row_index"] == ODD), None)
    found = case.problem(len(scored), odd, done.seconds)
    return (None if found is None else f"{found}; exit {done.code}: {done.stderr[-300:]}"), done.seconds


def _dataset(workspace: PeerWorkspace, case: Case) -> Path:
    path = workspace.dataset.with_name(f"{case.name}.jsonl")
    if not path.exists():
        rows = [{"user_prompt": f"bench row {row}", "ground_truth": str(row)} for row in range(case.rows)]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def main() -> int:
    """A line a run, and how many of each case held."""
    cases = _cases()
    parser = argparse.ArgumentParser(prog="python -m tests.hangs", description=__doc__)
    parser.add_argument("--runs", type=int, default=10, help="how often each row blocks; one of them holds once")
    parser.add_argument("--only", choices=[case.name for case in cases])
    arguments = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="osmosis-hangs-") as made, stub_model() as stub:
        workspace = make_workspace(Path(made) / "workspace", 0)
        for case in cases:
            if arguments.only not in (None, case.name):
                continue
            workspace.add_rollout(case.name, version=__version__, main=case.main, needs=["httpx", "openai>=2"])
            config = workspace.config(case.name)
            limits = (
                f"\n[evaluation]\nagent_workflow_timeout_s = {case.limit_sec}\ngrader_timeout_s = {case.limit_sec}\n"
            )
            config.write_text(config.read_text() + limits)
            runs = arguments.runs if case.name in _CLIENTS else 1
            for number in range(runs):
                problem, seconds = _run(case, number, workspace, stub)
                failed += problem is not None
                print(f"{case.name} {number}: {seconds:.0f} s, {problem or 'held'}", flush=True)
    print(f"{failed} runs did not hold" if failed else "every run held")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
