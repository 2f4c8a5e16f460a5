"""The application: its arguments, its key, its health, its errors, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import pytest
from rollout_support import Controller, ScriptedBackend, after, body, callback_body, forever, scored, serving

from osmosis_ai import __version__
from osmosis_ai.base.variables import ROLLOUT_INSTANCE_ID
from osmosis_ai.rollout import ExecutionBackend
from osmosis_ai.rollout.server import create_rollout_server

pytestmark = pytest.mark.virtual_time

INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize(
    "options",
    [
        {"api_key": ""},
        {"api_key": " \t"},
        {"result_wait_timeout_sec": 0},
        {"result_wait_timeout_sec": -1},
        {"result_wait_timeout_sec": INF},
        {"result_wait_timeout_sec": NAN},
        {"result_retention_sec": -1},
        {"result_retention_sec": INF},
        {"result_retention_sec": NAN},
        {"polling_lease_timeout_sec": 30},
        {"polling_lease_timeout_sec": INF},
        {"polling_lease_timeout_sec": NAN},
        {"result_wait_timeout_sec": 121},
    ],
    ids=str,
)
async def test_an_argument_out_of_bounds_is_refused(options: dict[str, object]):
    """A blank key, a wait that is not positive and finite, a negative retention, a lease not above the wait."""
    with pytest.raises(ValueError, match=next(iter(options)).split("_timeout")[0]):
        create_rollout_server(backend=ScriptedBackend(), **options)


async def test_no_retention_at_all_is_allowed():
    """A result is then gone as soon as it is there, but the poll that waits for it gets it."""
    async with serving(ScriptedBackend(after(1)), result_retention_sec=0) as server:
        token = await server.admit("a1")
        assert (await server.result("a1", token))["status"] == "success"
        await asyncio.sleep(1)
        assert (await server.raw_poll("a1", token)).status_code == 404


class _TakesTwo(ExecutionBackend):
    async def execute(self, request, other):  # type: ignore[override]
        raise NotImplementedError


@pytest.mark.parametrize("backend", [object(), None, _TakesTwo()], ids=["object", "None", "two arguments"])
async def test_something_that_is_no_backend_is_refused(backend: object):
    """TypeError says what `execute` must look like."""
    with pytest.raises(TypeError, match="execute"):
        create_rollout_server(backend=backend)


async def test_logging_is_configured_only_where_nobody_did():
    """A root logger with a handler is left alone."""
    root = logging.getLogger()
    kept, level = root.handlers[:], root.level
    try:
        root.handlers = [logging.NullHandler()]
        create_rollout_server(backend=ScriptedBackend())
        assert len(root.handlers) == 1
        root.handlers = []
        create_rollout_server(backend=ScriptedBackend(), configure_logging=False)
        assert root.handlers == []
        create_rollout_server(backend=ScriptedBackend())
        assert len(root.handlers) == 1
        assert root.level == logging.INFO
    finally:
        root.handlers, root.level = kept, level


PATHS = [
    ("GET", "/health"),
    ("POST", "/rollout"),
    ("GET", "/rollout/a/result"),
    ("GET", "/nowhere"),
    ("PUT", "/rollout"),
]


@pytest.mark.parametrize(("method", "path"), PATHS)
@pytest.mark.parametrize(
    "shown", [None, "", "Bearer", "bearer k", "Bearer  k", "Bearer k ", "Bearer kk", "Basic k", "k"]
)
async def test_a_server_with_a_key_answers_nobody_else(method: str, path: str, shown: str | None):
    """Every path, unknown ones included, wants `Bearer <key>` to the byte, and says 401 before anything else."""
    headers = {} if shown is None else {"Authorization": shown}
    async with serving(api_key="k") as server:
        response = await server.http.request(method, path, headers=headers, content=b"{")
    assert (response.status_code, response.json()["detail"]) == (401, "unauthorized")
    assert response.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("key", ["k", "k k", "ключ"])
async def test_a_server_with_a_key_answers_who_shows_it(key: str):
    """Keys of any script are compared as UTF-8."""
    async with serving(api_key=key) as server:
        response = await server.http.get("/health", headers={b"Authorization": f"Bearer {key}".encode()})
    assert response.status_code == 200


async def test_a_server_without_a_key_ignores_the_header():
    """Anything may stand there."""
    async with serving() as server:
        assert (await server.http.get("/health", headers={"Authorization": "Basic x"})).status_code == 200


async def test_health_tells_who_serves_and_how_busy_it_is():
    """Identity, lifecycle, whatever the backend adds, and the same identity in headers."""
    backend = ScriptedBackend(forever, health={"status": "ok", "backend": "scripted", "in_flight": 3})
    async with serving(backend) as server:
        await server.admit("a1")
        response = await server.http.get("/health")
        again = await server.health()
        await server.cancel(all=True)
    answer = response.json()
    assert answer == again
    assert answer.pop("process_id") == answer.pop("instance_id") == response.headers["X-Osmosis-Rollout-Instance-Id"]
    assert response.headers["X-Osmosis-Rollout-Sdk-Version"] == __version__
    assert answer == {
        "status": "ok",
        "backend": "scripted",
        "in_flight": 3,
        "max_queue_depth": None,
        "admission": {"state": "accepting"},
        "lifecycle": {"accepting_rollouts": True, "active_rollouts": 1},
    }


@pytest.mark.parametrize("instance", ["i-1", "имя", "two words"])
async def test_a_supervisor_names_the_instance(instance: str, monkeypatch: pytest.MonkeyPatch):
    """The environment's name is echoed; the process's own id differs from server to server."""
    monkeypatch.setenv(ROLLOUT_INSTANCE_ID, instance)
    processes = set()
    for _ in range(2):
        async with serving() as server:
            answer = await server.health()
        assert answer["instance_id"] == instance
        processes.add(answer["process_id"])
    assert len(processes) == 2


@pytest.mark.parametrize(
    ("health", "status"),
    [
        ({"status": "degraded"}, "degraded"),
        ({}, "ok"),
        ({"queue": object(), "status": "ok"}, "ok"),
        ({"lifecycle": "mine", "process_id": 7}, "ok"),
        (RuntimeError("no"), "degraded"),
        ({"concurrency": "many"}, "degraded"),
        (None, "degraded"),
    ],
    ids=["degraded", "silent", "unencodable", "pretender", "raising", "misshapen", "nothing"],
)
async def test_health_answers_whatever_the_backend_says(health: object, status: str):
    """What cannot be carried is left out, and a backend that fails to answer is degraded; the lifecycle is there."""
    async with serving(ScriptedBackend(health=health)) as server:
        answer = await server.health()
    assert answer["status"] == status
    assert answer["lifecycle"] == {"accepting_rollouts": True, "active_rollouts": 0}


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/rollout", {"POST"}),
        ("GET", "/rollout/cancel", {"POST"}),
        ("POST", "/rollout/a/result", {"GET", "HEAD"}),
        ("DELETE", "/rollout/a/status", {"GET", "HEAD"}),
        ("POST", "/health", {"GET", "HEAD"}),
    ],
)
async def test_a_wrong_method_is_405_with_a_problem(method: str, path: str, allowed: set[str]):
    """The answer names the methods there are."""
    async with serving() as server:
        response = await server.http.request(method, path)
    assert response.status_code == 405
    assert response.headers["content-type"] == "application/problem+json"
    assert set(response.headers["allow"].split(", ")) == allowed
    assert response.json()["status"] == 405


@pytest.mark.parametrize("path", ["/", "/health/", "/rollout/", "/rollout/a", "/rollout/a/", "/rollout/a/b/c", "/docs"])
async def test_an_unknown_path_is_404_with_a_problem(path: str):
    """No path is made up, and no slash is corrected."""
    async with serving() as server:
        response = await server.http.get(path)
    assert (response.status_code, response.headers["content-type"]) == (404, "application/problem+json")
    assert response.json()["detail"]


@pytest.mark.parametrize("view", ["result", "status"])
@pytest.mark.parametrize("segment", ["a%2Fb", "%2F", "..%2F..", "a%5Cb", "%00", "%2E", "%2e%2E", ""])
async def test_an_id_in_a_url_that_is_no_single_path_segment_is_422(view: str, segment: str):
    """Percent-encoded slashes, backslashes, NUL, dots and nothing at all are refused, never taken for another path."""
    async with serving() as server:
        url = server.http.base_url.copy_with(raw_path=f"/rollout/{segment}/{view}".encode())
        response = await server.http.get(url, headers={"X-Osmosis-Rollout-Lease": "t"})
    assert response.status_code == 422, response.text
    assert response.json()["errors"][0]["loc"] == ["path", "rollout_id"]


async def test_head_is_get_without_a_body():
    """Health can be asked for in the cheapest way."""
    async with serving() as server:
        assert (await server.http.head("/health")).status_code == 200


async def test_the_lifespan_of_the_user_surrounds_everything():
    """Entered before the first request, left after the backend has shut down."""
    backend = ScriptedBackend()
    order = []

    @contextlib.asynccontextmanager
    async def lifespan(app):
        order.append("in")
        yield
        order.append(f"out, backend shut down: {backend.shut_down}")

    async with serving(backend, lifespan=lifespan) as server:
        order.append("serving")
        await server.health()
    assert order == ["in", "serving", "out, backend shut down: True"]


async def test_a_server_that_ends_lets_work_finish():
    """Rollouts that end within ten seconds end as they would have."""
    ends: list[object] = []

    async def execute(request):
        await asyncio.sleep(9)
        ends.append("finished")
        return scored()

    began = asyncio.get_running_loop().time()
    async with serving(ScriptedBackend(execute)) as server:
        await server.admit("a1")
    assert ends == ["finished"]
    assert asyncio.get_running_loop().time() - began == pytest.approx(9)


async def test_a_draining_server_takes_no_work_and_still_answers():
    """Admissions are 503, repeats and polls are answered, health says what is going on."""
    server_now = None

    async def ending(server):
        await asyncio.sleep(1)
        refused = await server.http.post("/rollout", json=body("a2"))
        repeat = await server.http.post("/rollout", json=body("a1"), headers={"Idempotency-Key": "k"})
        health = await server.health()
        result = await server.result("a1", repeat.json()["polling_lease_token"])
        return refused.status_code, refused.json()["status"], repeat.status_code, health["lifecycle"], result["status"]

    async with serving(ScriptedBackend(after(5))) as server:
        await server.admit("a1", headers={"Idempotency-Key": "k"})
        server_now = asyncio.ensure_future(ending(server))
        # The client outlives the drain here as a connection would.
        await asyncio.sleep(0)
        drain = asyncio.ensure_future(_leave(server))
        assert await server_now == (503, 503, 202, {"accepting_rollouts": False, "active_rollouts": 1}, "success")
        await drain


async def _leave(server) -> None:
    """What the end of the lifespan does, while the client is still there."""
    for route in server.app.routes:
        endpoint = getattr(route, "endpoint", None)
        handlers = getattr(endpoint, "handlers", None)
        if handlers:
            await next(iter(handlers.values())).server._executor.shut_down()
            return
    raise AssertionError


async def test_work_that_does_not_finish_is_cancelled_and_then_given_up():
    """Ten seconds for work to end, two minutes for cancelled work, ten for work that is cancelled by force."""
    ends = []

    async def stubborn(request):
        for _ in range(2):
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                ends.append(asyncio.get_running_loop().time() - began)
        return scored()

    backend = ScriptedBackend(stubborn)
    began = asyncio.get_running_loop().time()
    async with serving(backend, polling_lease_timeout_sec=1000) as server:
        await server.admit("a1")
        await asyncio.sleep(0)
    assert ends == [pytest.approx(10), pytest.approx(130)]
    assert backend.shut_down


async def test_cancelled_rollouts_of_the_callback_dialect_are_told_at_the_end():
    """A controller gets its failures even from a server that goes away."""
    controller = Controller()
    async with serving(ScriptedBackend(forever), callback_transport=controller.transport) as server:
        await server.http.post("/rollout", json=callback_body("c1"))
        await asyncio.sleep(0)
    assert [(path, post["status"]) for path, post, _ in controller.posts] == [
        ("completion", "failure"),
        ("grader", "failure"),
    ]


async def test_nothing_is_left_on_the_loop_at_the_end():
    """No task, no timer."""
    async with serving(ScriptedBackend(after(0)), callback_transport=Controller().transport) as server:
        await server.run("a1")
        await server.http.post("/rollout", json=callback_body("c1"))
    loop = asyncio.get_running_loop()
    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert [handle for handle in loop._scheduled if not handle.cancelled()] == []
