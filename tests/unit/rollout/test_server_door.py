"""Who may speak to a rollout server, and what is refused before any rollout is looked at."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from rollout_support import JSON, ScriptedBackend, body, callback_body, serving

from osmosis_ai.base.variables import ROLLOUT_API_KEY
from osmosis_ai.rollout.server import create_rollout_server

ROUTES = [
    ("POST", "/rollout"),
    ("POST", "/rollout/cancel"),
    ("GET", "/rollout/a1/result"),
    ("GET", "/rollout/a1/status"),
    ("GET", "/health"),
    ("GET", "/no/such/path"),
]
LOOPBACK = ("127.0.0.1", 8000)


async def ask(app: Any, method: str, path: str, *, server: tuple[str, int], **headers: str) -> int:
    """The status of an answer to a request that arrived at an address of the server."""
    sent: list[dict[str, Any]] = []
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "server": server,
        "client": ("127.0.0.1", 50000),
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    status: int = sent[0]["status"]
    return status


def app(**options: Any) -> Any:
    return create_rollout_server(backend=ScriptedBackend(), configure_logging=False, **options)


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_a_launchers_key_guards_every_path(method: str, path: str, monkeypatch: pytest.MonkeyPatch):
    """A server that was started with `_OSMOSIS_ROLLOUT_API_KEY` answers 401 to everyone who does not show the key."""
    monkeypatch.setenv(ROLLOUT_API_KEY, "launch-key")
    async with serving() as server:
        for shown in ({}, {"Authorization": "Bearer other"}, {"Authorization": "bearer launch-key"}):
            assert (await server.http.request(method, path, headers=shown)).status_code == 401
        opened = await server.http.request(method, path, headers={"Authorization": "Bearer launch-key"})
        assert opened.status_code != 401


async def test_a_launchers_key_is_taken_beside_the_servers_own(monkeypatch: pytest.MonkeyPatch):
    """Whoever started the server can speak to it, whatever key its code set; a blank variable is not a key."""
    monkeypatch.setenv(ROLLOUT_API_KEY, "launch-key")
    async with serving(api_key="own") as server:
        for key in ("launch-key", "own"):
            assert (await server.http.get("/health", headers={"Authorization": f"Bearer {key}"})).status_code == 200
    monkeypatch.setenv(ROLLOUT_API_KEY, " ")
    async with serving() as server:
        assert (await server.http.get("/health")).status_code == 200


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_a_web_page_is_refused_everywhere(method: str, path: str):
    """A request with an `Origin` is a page's, be it the server's own address or `null`."""
    async with serving() as server:
        for origin in ("https://example.com", "http://server", "null"):
            response = await server.http.request(method, path, headers={"Origin": origin})
            assert response.status_code == 403


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200),
        ("127.8.9.10", 200),
        ("localhost:8000", 200),
        ("LOCALHOST", 200),
        ("rollout.localhost:8000", 200),
        ("[::1]:8000", 200),
        ("example.com", 403),
        ("example.com:8000", 403),
        ("127.0.0.1.example.com", 403),
        ("localhost.example.com", 403),
        ("0.0.0.0:8000", 403),
        ("", 403),
    ],
)
async def test_at_a_loopback_address_only_loopback_names_are_answered(host: str, status: int):
    """A name that a page made point here is refused, whichever loopback address it arrived at."""
    for address in ("127.0.0.1", "::1"):
        assert await ask(app(), "GET", "/health", server=(address, 8000), host=host) == status


async def test_a_server_that_is_reached_from_elsewhere_has_any_name():
    """Which names lead to a machine is not the server's to know; the names that it was given are then the only ones."""
    there = ("10.1.2.3", 8000)
    assert await ask(app(), "GET", "/health", server=there, host="rollouts.example") == 200
    named = app(allowed_hosts=["Rollouts.example"])
    assert await ask(named, "GET", "/health", server=there, host="rollouts.example:8000") == 200
    assert await ask(named, "GET", "/health", server=there, host="other.example") == 403
    assert await ask(named, "GET", "/health", server=LOOPBACK, host="rollouts.example") == 200
    anything = app(allowed_hosts=["*"])
    assert await ask(anything, "GET", "/health", server=LOOPBACK, host="other.example") == 200


async def test_who_asks_is_checked_before_the_key_and_the_key_before_the_body():
    """403, then 401, then 415: a stranger learns nothing about what would fit."""
    keyed = app(api_key="k")
    assert await ask(keyed, "POST", "/rollout", server=LOOPBACK, host="example.com") == 403
    assert await ask(keyed, "POST", "/rollout", server=LOOPBACK, host="localhost") == 401
    assert await ask(keyed, "POST", "/rollout", server=LOOPBACK, host="localhost", authorization="Bearer k") == 415


@pytest.mark.parametrize("path", ["/rollout", "/rollout/cancel"])
@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", None])
async def test_a_body_that_is_not_declared_as_json_is_refused(path: str, media: str | None):
    """415: what a page may send without asking first is none of these types, and JSON as text is not read."""
    headers = {} if media is None else {"Content-Type": media}
    content = json.dumps(body() if path == "/rollout" else {"all": True}).encode()
    async with serving() as server:
        assert (await server.http.post(path, content=content, headers=headers)).status_code == 415
        assert (await server.health())["lifecycle"]["active_rollouts"] == 0


@pytest.mark.parametrize(("encoding", "status"), [("gzip", 415), ("br", 415), ("Identity", 202), ("", 202)])
async def test_a_body_that_is_compressed_is_refused(encoding: str, status: int):
    """415: nothing is unpacked, and what was not unpacked is not read as JSON either."""
    async with serving() as server:
        headers = {"Content-Type": "application/json", "Content-Encoding": encoding}
        response = await server.http.post("/rollout", content=json.dumps(body()).encode(), headers=headers)
        assert response.status_code == status


async def test_a_charset_beside_the_media_type_is_accepted():
    """JSON is UTF-8 whatever is said about it."""
    async with serving() as server:
        headers = {"Content-Type": "Application/JSON; charset=utf-8"}
        response = await server.http.post("/rollout", content=json.dumps(body()).encode(), headers=headers)
        assert response.status_code == 202


async def test_a_body_over_the_limit_is_refused_and_one_at_the_limit_is_not():
    """413, by what it declares or, without that, by what arrives."""
    async with serving(max_body_bytes=1000) as server:
        whole = json.dumps(body("a1", label="x")).encode()
        fitting = whole + b" " * (1000 - len(whole))

        async def chunks(content: bytes) -> Any:
            for start in range(0, len(content), 100):
                yield content[start : start + 100]

        assert (await server.http.post("/rollout", content=fitting + b" ", headers=JSON)).status_code == 413
        assert (await server.http.post("/rollout", content=chunks(fitting + b" "), headers=JSON)).status_code == 413
        assert (await server.http.post("/rollout", content=chunks(fitting), headers=JSON)).status_code == 202


@pytest.mark.parametrize(
    ("admission", "member"),
    [(body, "llm_api_key"), (callback_body, "llm_api_key"), (callback_body, "controller_api_key")],
)
@pytest.mark.parametrize(
    "fault",
    [{"label": 7}, {"initial_messages": "no"}, {"rollout_id": ""}, {"metadata": []}],
    ids=lambda fault: next(iter(fault)),
)
async def test_no_refusal_repeats_a_secret(admission: Any, member: str, fault: dict[str, Any]):
    """Whatever is wrong with a request, the members that the contract marks `writeOnly` are not in the answer."""
    async with serving() as server:
        for secret in ("s3cret-key", ["s3cret-key"], {"key": "s3cret-key"}):
            response = await server.http.post("/rollout", json=admission() | {member: secret} | fault)
            assert response.status_code == 422
            assert "s3cret" not in response.text


@pytest.mark.parametrize(
    "content",
    [
        b'{"llm_api_key": "s3cret-key", ',
        b'["s3cret-key"]',
        b'{"rollout_id": "a1", "metadata": {"llm_api_key": "s3cret-key"}, "initial_messages": 1}',
        b'{"rollout_id": {"llm_api_key": "s3cret-key"}}',
    ],
)
async def test_no_refusal_repeats_a_secret_of_a_body_that_cannot_be_read(content: bytes):
    """Nor where the body is not JSON at all, or the secret stands where it does not belong."""
    async with serving() as server:
        response = await server.http.post("/rollout", content=content, headers=JSON)
        assert response.status_code == 422
        assert content.startswith(b"[") or "s3cret" not in response.text


async def test_what_is_nested_without_end_is_refused():
    """422, for any depth: neither the parser nor what follows it recurses further than readers do."""
    async with serving() as server:
        for opening, closing in (("[", "]"), ('{"a":', "}")):
            for depth in (150, 250, 1000, 100_000):
                deep = opening * depth + "1" + closing * depth
                text = json.dumps(body(f"r{depth}")).removesuffix("}") + f', "metadata": {{"a": {deep}}}}}'
                response = await server.http.post("/rollout", content=text.encode(), headers=JSON)
                assert response.status_code in ((202, 409) if depth <= 150 else (422,)), depth


async def test_a_route_of_the_users_is_behind_the_same_door():
    """It is refused to pages and without the key, and reads its own body."""

    async def hook(request: Any) -> Any:
        from starlette.responses import PlainTextResponse

        return PlainTextResponse((await request.body()).decode())

    served = app(api_key="k")
    served.add_route("/hook", hook, methods=["POST"])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(served), base_url="http://server") as http:
        assert (await http.post("/hook", content=b"x")).status_code == 401
        key = {"Authorization": "Bearer k"}
        assert (await http.post("/hook", content=b"x", headers=key)).text == "x"
        assert (await http.post("/hook", content=b"x", headers=key | {"Origin": "null"})).status_code == 403
