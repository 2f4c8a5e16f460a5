"""The rollout protocol on a server with this backend: leases, statuses, the queue's bound, cancellation, health."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.server import create_rollout_server
from osmosis_ai.rollout.types import POLLING_LEASE_HEADER

from .conftest import MakeBackend, make_task

WAITS = "touch /app/began; while [ ! -e /app/go ]; do sleep 0.05; done; echo hello > /app/answer.txt\n"


@asynccontextmanager
async def _served(backend: HarborBackend, **options: Any) -> AsyncIterator[httpx.AsyncClient]:
    app = create_rollout_server(backend=backend, configure_logging=False, **options)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=120) as client:
            yield client


def _init(name: str, **members: Any) -> dict[str, Any]:
    body = {"rollout_id": name, "initial_messages": [{"role": "user", "content": "Say hello."}]}
    return {**body, "chat_completions_url": "", "metadata": {"harbor_task_id": "hello"}, **members}


async def _result(client: httpx.AsyncClient, admitted: httpx.Response) -> dict[str, Any]:
    body = admitted.json()
    headers = {POLLING_LEASE_HEADER: body["polling_lease_token"]}
    while True:
        answer = (await client.get(f"/rollout/{body['rollout_id']}/result", headers=headers)).json()
        if answer["status"] not in {"queued", "running", "grading"}:
            return answer


async def _until(path: Path) -> None:
    for _ in range(1200):
        if path.exists():
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{path} did not come")


async def test_rollout_is_scored_over_the_wire_and_kept(tmp_path: Path, make_backend: MakeBackend, artifact_root: Path):
    """In both task modes the result has the reward; diagnostics, logs and evidence lie in the rollout's folder."""
    make_task(tmp_path / "tasks" / "hello")
    for mode, tasks in (("dataset", tmp_path / "tasks"), ("template", tmp_path / "tasks" / "hello")):
        backend = make_backend(tasks, agent="oracle", task_mode=mode)
        async with _served(backend) as client:
            answer = await _result(client, await client.post("/rollout", json=_init(f"row-{mode}")))
            status = (await client.get(f"/rollout/row-{mode}/status")).json()
        assert (answer["status"], answer["sample"]["reward"], status["reward"]) == ("success", 1.0, 1.0)
        home = artifact_root / f"row-{mode}"
        assert json.loads((home / "diagnostics.json").read_text())["backend"] == "harbor"
        assert json.loads((home / "harbor" / "manifest.json").read_text())["complete"] is True
        assert (home / "logs" / "trial.log").is_file()
        assert not (tmp_path / "harbor" / "trials" / f"trial-row-{mode}").exists()


async def test_full_queue_is_429_and_waiting_rollout_is_cancelled_queued(tmp_path: Path, make_backend: MakeBackend):
    """With one slot and one place in the queue a third rollout is refused; cancelling tells queued from running."""
    make_task(tmp_path / "tasks" / "hello", solve=WAITS)
    backend = make_backend(tmp_path / "tasks", agent="oracle", task_mode="dataset", concurrent=1, max_queue_depth=1)
    async with _served(backend) as client:
        first = await client.post("/rollout", json=_init("one"))
        await _until(tmp_path / "boxes" / "trial-one__env" / "app" / "began")
        second = await client.post("/rollout", json=_init("two"))
        await _until(tmp_path / "harbor" / "rollouts" / "trial-two")
        refused = await client.post("/rollout", json=_init("three"))
        health = (await client.get("/health")).json()
        cancelled = (await client.post("/rollout/cancel", json={"ids": ["two", "nobody"]})).json()
        two = await _result(client, second)
        running = (await client.post("/rollout/cancel", json={"all": True})).json()
        one = await _result(client, first)
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
    assert (health["backend"], health["running"], health["queued"], health["in_flight"]) == ("harbor", 1, 1, 2)
    assert cancelled["dispositions"] == {"two": "cancelled_queued", "nobody": "not_found"}
    assert (two["status"], one["status"]) == ("cancelled", "cancelled")
    assert running["dispositions"]["one"] == "cancelled_running"
    assert list((tmp_path / "harbor" / "rollouts").iterdir()) == []


async def test_bad_task_is_validation_error(tmp_path: Path, make_backend: MakeBackend):
    """A row that names no task, one that is not there, or one outside of the dataset fails without a trial."""
    make_task(tmp_path / "tasks" / "hello")
    backend = make_backend(tmp_path / "tasks", agent="oracle", task_mode="dataset")
    async with _served(backend) as client:
        for number, metadata in enumerate([None, {"harbor_task_id": "other"}, {"harbor_task_id": "../tasks/hello"}]):
            answer = await _result(client, await client.post("/rollout", json=_init(f"r{number}", metadata=metadata)))
            assert (answer["status"], answer["err_category"]) == ("failure", "validation_error")


async def test_prewarmed_server_takes_rollouts_after_its_tasks_are_set_up(tmp_path: Path, make_backend: MakeBackend):
    """The lifespan tries the named tasks before it serves, and a task that fails stops the server from starting."""
    make_task(tmp_path / "tasks" / "hello")
    backend = make_backend(tmp_path / "tasks", agent="oracle", task_mode="dataset")
    async with _served(backend, lifespan=backend.prewarm_lifespan(["hello"])) as client:
        answer = await _result(client, await client.post("/rollout", json=_init("row-1")))
    assert answer["sample"]["reward"] == 1.0
    assert backend.prewarm_summary is not None
    assert backend.prewarm_summary["succeeded"] == 1
    broken = make_backend(tmp_path / "tasks", agent="oracle", task_mode="dataset", breaks="start")
    with pytest.raises(RuntimeError, match="no sandbox today"):
        await broken.prewarm(["hello"])
