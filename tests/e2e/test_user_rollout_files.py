"""Rollout files as users have them, which know nothing of this implementation."""

from eval_workspace import EvalWorkspace
from stub_openai import StubOpenAI

MAIN = '''"""A rollout of a user's: one client for all rollouts, and uvicorn at the end."""

import os

import httpx
import uvicorn

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowContext,
    Grader,
    GraderContext,
    LocalBackend,
    get_rollout_context,
)
from osmosis_ai.rollout.server import create_rollout_server

client = httpx.AsyncClient(timeout=60)


class UserWorkflow(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> list:
        rollout = get_rollout_context()
        response = await client.post(
            f"{rollout.chat_completions_url}/chat/completions",
            headers={"Authorization": f"Bearer {rollout.api_key}"},
            json={"model": "osmosis-rollout", "messages": ctx.prompt},
        )
        response.raise_for_status()
        return [*ctx.prompt, response.json()["choices"][0]["message"]]


class UserGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        ctx.set_reward(1.0 if ctx.sample.messages[-1]["content"] == ctx.label else 0.0)


app = create_rollout_server(backend=LocalBackend(workflow=UserWorkflow, grader=UserGrader))

if __name__ == "__main__":
    uvicorn.run(
        app,
        host="0.0.0.0",
        port=int(os.environ.get("_OSMOSIS_ROLLOUT_PORT", "8000")),
        log_level="info",
    )
'''


def test_a_file_that_runs_uvicorn_and_keeps_one_client_works_unchanged(workspace: EvalWorkspace, stub: StubOpenAI):
    """Every row is answered and graded through a client that was made when the module was imported."""
    workspace.rollout("users-own", MAIN)
    workspace.dataset("users-own", [(f"say {row}", str(row) if row % 2 else "other") for row in range(12)])
    config = workspace.config("users-own", rollout="users-own", batch_size=4)
    run = workspace.eval(config, "--name", "users-own", stub=stub)
    assert run.code == 0, run.err
    rewards = {event["row_index"]: event["reward"] for event in workspace.lines("users-own", "index.jsonl")}
    assert rewards == {row: float(row % 2) for row in range(12)}
    assert [stub.asked[f"say {row}"] for row in range(12)] == [1] * 12
