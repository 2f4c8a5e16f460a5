"""Evaluations of a rollout whose server speaks callbacks alone, as those of the first 0.3 packages do."""

import pytest
from eval_workspace import SCRIPT, EvalWorkspace
from stub_openai import StubOpenAI

# Our server, cut down to what such a server does: no lifecycle, no lease, no status of any rollout.
CALLBACKS_ALONE = """

from starlette.responses import JSONResponse
from starlette.routing import Route


async def health(request):
    return JSONResponse({"status": "ok", "instance_id": os.environ["_OSMOSIS_ROLLOUT_INSTANCE_ID"]})


async def status(request):
    rollout_id = request.path_params["rollout_id"]
    return JSONResponse({"rollout_id": rollout_id, "status": "unknown", "reward": None, "err_message": None})


async def result(request):
    return JSONResponse({"detail": "Not Found"}, 404)


app.router.routes[:0] = [
    Route("/health", health),
    Route("/rollout/{rollout_id}/status", status),
    Route("/rollout/{rollout_id}/result", result),
]

if __name__ == "__main__":
    serve(app)
"""
ROWS = [
    ("say yes", "yes"),
    ("say no", "yes"),
    ("raise", "yes"),
    ("say yes", "remove"),
    ("say yes", "raise"),
    ("artifact", "ok"),
    ("await", "yes"),
]
OUTCOMES = ["scored", "scored", "agent_failed", "removed", "grader_failed", "scored", "timed_out"]


@pytest.fixture
def rollout(workspace: EvalWorkspace) -> str:
    code, _, _ = SCRIPT.read_text().partition("\nif __name__")
    workspace.rollout("called-back", code + CALLBACKS_ALONE)
    return "called-back"


def test_every_outcome_arrives_by_callbacks(workspace: EvalWorkspace, stub: StubOpenAI, rollout: str):
    """The same outcomes, rewards, tokens and trajectories as under leases."""
    workspace.dataset("called-back", ROWS)
    config = workspace.config("called-back", rollout=rollout, agent_workflow_timeout_s=3, grader_timeout_s=3)
    run = workspace.eval(config, "--name", "called-back", "--max-in-flight", "3", stub=stub)
    assert run.code == 0, run.err
    resource = run.resource
    assert resource["metrics"]["graded"] == 3
    assert resource["metrics"]["reward_stats"]["mean"] == pytest.approx(2 / 3)
    rows = sorted(workspace.lines("called-back", "index.jsonl"), key=lambda row: row["row_index"])
    assert [row["outcome"] for row in rows] == OUTCOMES
    assert [row.get("tokens") for row in rows] == [7, 7, None, 7, 7, 7, None]
    assert [rows[number]["trajectory_filename"] for number in (0, 1, 3, 4, 5)] == ["trajectory.json"] * 5
    assert "dialect" in (workspace.folder("called-back") / "logs.txt").read_text()


def test_a_server_that_dies_is_started_again(workspace: EvalWorkspace, stub: StubOpenAI, rollout: str):
    """The row that kills it stays pending, the others are scored."""
    workspace.dataset("called-back-dying", [("say yes", "yes"), ("kill", "yes"), ("say yes", "yes")])
    config = workspace.config("called-back-dying", rollout=rollout, agent_workflow_timeout_s=30, grader_timeout_s=30)
    run = workspace.eval(config, "--name", "called-back-dying", stub=stub)
    assert run.code != 0
    rows = workspace.lines("called-back-dying", "index.jsonl")
    scored = [row["row_index"] for row in rows if row["outcome"] == "scored"]
    assert sorted(scored) == [0, 2]
