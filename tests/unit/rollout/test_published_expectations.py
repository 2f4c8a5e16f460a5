"""What published clients and code for published versions expect of this package; else docs/migration.md says so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from rollout_support import EchoWorkflow, OneGrader, ScriptedBackend, serving
from test_local_backend import PROMPT, run

from osmosis_ai.rollout import (
    AgentWorkflowConfig,
    ConcurrencyConfig,
    ExecutionRequest,
    ExecutionResult,
    GraderContext,
    LocalBackend,
    RolloutStatus,
)
from osmosis_ai.rollout.client import RolloutClient
from osmosis_ai.rollout.server import create_rollout_server


class Calls:
    """The callbacks of the documented form, and what they were given."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, ExecutionResult]] = []

    async def workflow(self, result: ExecutionResult) -> None:
        self.seen.append(("workflow", result))

    async def grader(self, result: ExecutionResult) -> None:
        self.seen.append(("grader", result))


def request(**members: Any) -> ExecutionRequest:
    return ExecutionRequest(**{"id": "a1", "prompt": PROMPT, "label": "x", **members})


async def test_a_local_backend_takes_the_documented_callbacks():
    """`execute(request, on_workflow_complete, on_grader_complete)`: each is awaited once, in this order."""
    calls, backend = Calls(), LocalBackend(workflow=EchoWorkflow, grader=OneGrader)
    await backend.execute(request(), calls.workflow, calls.grader)
    assert [(name, result.status) for name, result in calls.seen] == [
        ("workflow", RolloutStatus.SUCCESS),
        ("grader", RolloutStatus.SUCCESS),
    ]
    assert calls.seen[1][1].sample is not None
    assert calls.seen[1][1].sample.reward == 1.0
    await backend.shutdown()


async def test_without_a_grader_callback_nothing_is_graded():
    """The second callback is optional."""
    calls, backend = Calls(), LocalBackend(workflow=EchoWorkflow, grader=OneGrader)
    outcome = await backend.execute(request(), on_workflow_complete=calls.workflow)
    assert [name for name, _ in calls.seen] == ["workflow"]
    assert outcome.grader is None
    await backend.shutdown()


async def test_a_workflow_that_fails_is_reported_to_the_first_callback_alone():
    """There is nothing to grade."""

    class Failing(EchoWorkflow):
        async def run(self, ctx: Any) -> Any:
            raise RuntimeError("no")

    calls, backend = Calls(), LocalBackend(workflow=Failing, grader=OneGrader)
    await backend.execute(request(), calls.workflow, calls.grader)
    assert [(name, result.status) for name, result in calls.seen] == [("workflow", RolloutStatus.FAILURE)]
    await backend.shutdown()


async def test_a_subclass_of_the_documented_form_is_served():
    """One that overrides `execute` with callbacks, and passes them on to `LocalBackend`."""

    class Counting(LocalBackend):
        executed = 0

        async def execute(self, request: Any, on_workflow_complete: Any, on_grader_complete: Any = None) -> Any:
            type(self).executed += 1
            return await super().execute(request, on_workflow_complete, on_grader_complete)

    async with serving(Counting(workflow=EchoWorkflow, grader=OneGrader)) as server:
        assert (await server.run("a1"))["sample"]["reward"] == 1.0
    assert Counting.executed == 1


async def test_a_clients_health_is_a_dict():
    """Every member that the server gave, by its name."""
    app = create_rollout_server(backend=ScriptedBackend(health={"status": "ok", "extra": 1}), configure_logging=False)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://server") as http:
        health = await RolloutClient(url="http://server", http_client=http).health()
    assert type(health) is dict
    assert health["status"] == "ok"
    assert health["extra"] == 1
    assert health["lifecycle"]["accepting_rollouts"] is True


@pytest.mark.parametrize("selector", [{}, {"all": True, "prefix": ""}, {"ids": 5}, {"all": False}, []], ids=str)
async def test_the_detail_of_a_refused_cancellation_is_a_sentence(selector: Any):
    """Other refusals have a list there; what is wrong is listed in `errors` here too."""
    async with serving() as server:
        response = await server.http.post("/rollout/cancel", json=selector)
    assert response.status_code == 422
    assert isinstance(response.json()["detail"], str)
    assert "exactly one" in response.json()["detail"]
    assert response.json()["errors"]


async def test_a_route_may_be_added_to_the_application():
    """By decorator, by `add_route`, or by mounting another application; the contract's own routes stay."""
    from starlette.requests import Request
    from starlette.responses import PlainTextResponse

    app = create_rollout_server(backend=ScriptedBackend(), configure_logging=False)

    @app.get("/version")
    async def version() -> dict[str, str]:
        return {"version": "1"}

    @app.post("/echo")
    def echo(request: Request) -> PlainTextResponse:
        return PlainTextResponse(request.url.path)

    app.add_route("/plain", lambda request: PlainTextResponse("plain"), methods=["GET"])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://server") as http:
        assert (await http.get("/version")).json() == {"version": "1"}
        assert (await http.post("/echo")).text == "/echo"
        assert (await http.get("/plain")).text == "plain"
        assert (await http.get("/health")).status_code == 200
        assert (await http.post("/version")).status_code == 405


def test_a_whole_number_with_a_point_is_an_integer_in_configs():
    """`2.0` is `2`, as JSON and pydantic have it; `2.5` is not."""
    assert ConcurrencyConfig(max_concurrent=2.0).max_concurrent == 2  # type: ignore[arg-type]
    config = AgentWorkflowConfig.model_validate({"name": "w", "concurrency": {"max_concurrent": 3.0}})
    assert config.concurrency.max_concurrent == 3
    with pytest.raises(ValueError, match="max_concurrent"):
        ConcurrencyConfig(max_concurrent=2.5)  # type: ignore[arg-type]


async def test_a_row_with_neither_label_nor_metadata_runs_and_is_ungraded():
    """Admitted, executed, and a success without a reward."""
    async with serving(LocalBackend(workflow=EchoWorkflow, grader=OneGrader)) as server:
        result = await server.run("a1", label=None)
    assert (result["status"], result["sample"]["reward"]) == ("success", None)


async def test_a_grader_that_sets_nothing_is_ungraded():
    """With a label as without one: no reward is no failure."""

    async def nothing(ctx: GraderContext) -> None:
        return None

    outcome = await run(lambda ctx: list(ctx.prompt), nothing)  # a plain function is called in a thread
    assert outcome.result.status is RolloutStatus.SUCCESS
    assert outcome.result.sample is not None
    assert outcome.result.sample.reward is None


@pytest.mark.parametrize("name", ["allowed_hosts", "415", "422", "used_up", "FastAPI", "HealthResponse"])
def test_what_differs_is_in_the_migration_guide(name: str):
    """Each difference of the server from published ones is named there."""
    guide = (Path(__file__).parents[3] / "docs" / "migration.md").read_text()
    section = re.split(r"^## ", guide, flags=re.M)
    (found,) = [part for part in section if part.startswith("The rollout server beside published ones")]
    assert name in found
