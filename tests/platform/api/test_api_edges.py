"""What every request passes through: paths, bodies, versions, addresses, and what an answer never tells."""

from __future__ import annotations

import asyncio
import ipaddress
import json
from dataclasses import replace
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from osmosis_ai.platform.api.versions import ClientVersions
from osmosis_ai.platform.app import create_platform_app
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import devices
from tests.platform.api.conftest import PUBLIC, Api

PROXY = (ipaddress.ip_network("10.0.0.0/8"),)


def client_of(platform: Platform, *, peer: str = "198.51.100.7", **changes: Any) -> httpx.AsyncClient:
    """A client of an application with other settings, as the peer at that address."""
    versions = changes.pop("versions", None)
    platform.settings = replace(platform.settings, **changes)
    transport = httpx.ASGITransport(app=create_platform_app(platform, versions=versions), client=(peer, 4711))
    return httpx.AsyncClient(transport=transport, base_url=PUBLIC)


async def test_an_unknown_path_and_a_wrong_method_are_problems(http: httpx.AsyncClient):
    """404, and 405 with the methods that the path takes, as problem documents."""
    unknown = await http.get("/api/cli/nothing")
    wrong = await http.put("/api/cli/verify")
    assert (unknown.status_code, wrong.status_code) == (404, 405)
    assert set(wrong.headers["allow"].split(", ")) >= {"GET"}
    for answer in (unknown, wrong):
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["message"] == answer.json()["detail"]


@pytest.mark.parametrize("path", ["/api/cli/verify/", "/api/cli/workspaces/", "/api/v1/tokens/", "/api", "/api/"])
async def test_no_call_of_the_api_is_redirected(api: Api, path: str):
    """A slash too many is 404: published clients turn a redirected POST into a GET."""
    assert (await api.call("owner", "GET", path)).status_code == 404


async def test_head_answers_as_get_without_a_body(app: Any, api: Api):
    """HEAD has the status and the headers of GET, and sends no byte of a body, whatever server runs the application."""
    answer = await api.call("owner", "HEAD", "/api/cli/verify")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {"type": "http", "method": "HEAD", "path": "/healthz", "raw_path": b"/healthz", "query_string": b""}
    await app({**scope, "headers": [], "client": ("198.51.100.7", 1), "root_path": ""}, receive, send)
    assert [message["status"] for message in sent if message["type"] == "http.response.start"] == [200]
    assert b"".join(message.get("body", b"") for message in sent) == b""


async def test_an_encoded_slash_stays_in_its_segment(api: Api):
    """`Qwen%2FQwen3` is one segment: the request reaches the operation, and names are compared with the slash."""
    answer = await api.call("owner", "GET", "/api/cli/models/base/Qwen%2FQwen3-8B", workspace="main")
    assert answer.json()["code"] == "NOT_SERVED"
    answer = await api.call("owner", "GET", "/api/cli/models/base/Qwen/Qwen3-8B", workspace="main")
    assert answer.json()["code"] == "NOT_FOUND"
    answer = await api.call("owner", "GET", "/api/v1/workspaces/ma%69n")
    assert answer.json()["name"] == "main"
    answer = await api.call("owner", "GET", "/api/v1/workspaces/other%2Fmain")
    assert answer.json()["code"] == "NOT_FOUND"


async def test_what_belongs_to_others_answers_as_what_never_existed(api: Api):
    """Byte for byte: workspaces, members, invitations and tokens of others cannot be told from ids never given out."""
    invited = await api.call(
        "stranger", "POST", "/api/v1/workspaces/other/invitations", json={"email": "x@example.org", "role": "member"}
    )
    token = await api.call("stranger", "POST", "/api/v1/tokens", json={"name": "x"})
    theirs = api.people["stranger"]
    pairs = [
        ("GET", f"/api/v1/workspaces/{theirs.workspace_id}", "/api/v1/workspaces/wsp_never"),
        ("GET", "/api/v1/workspaces/other/members", "/api/v1/workspaces/never/members"),
        ("GET", "/api/v1/workspaces/other/audit", "/api/v1/workspaces/never/audit"),
        ("POST", "/api/v1/workspaces/other/git/sync", "/api/v1/workspaces/never/git/sync"),
        ("DELETE", f"/api/v1/workspaces/main/members/{theirs.actor.user_id}", "/api/v1/workspaces/main/members/usr_no"),
        (
            "DELETE",
            f"/api/v1/workspaces/main/invitations/{invited.json()['id']}",
            "/api/v1/workspaces/main/invitations/inv_no",
        ),
        ("DELETE", f"/api/v1/tokens/{token.json()['id']}", "/api/v1/tokens/tok_never"),
        ("DELETE", f"/api/cli/tokens/{token.json()['id']}", "/api/cli/tokens/tok_never"),
        ("GET", f"/api/cli/quickstart?organizationId={theirs.workspace_id}", "/api/cli/quickstart?organizationId=no"),
    ]
    for method, existing, never in pairs:
        answers = [await api.call("owner", method, path) for path in (existing, never)]
        assert answers[0].status_code == answers[1].status_code, existing
        assert answers[0].content == answers[1].content, existing
        ignored = {"x-request-id"}
        assert {k: v for k, v in answers[0].headers.items() if k not in ignored} == {
            k: v for k, v in answers[1].headers.items() if k not in ignored
        }
    for header in ("X-Osmosis-Workspace", "X-Osmosis-Git"):
        names = ("other", "never") if header == "X-Osmosis-Workspace" else ("acme/other", "acme/never")
        contents = [
            (await api.call("owner", "GET", "/api/cli/environment-secrets", headers={header: name})).content
            for name in names
        ]
        assert contents[0] == contents[1]
    assert (await api.call("stranger", "GET", "/api/v1/tokens")).json()["total_count"] == 2


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "GIT_SCOPE_HEADER_REQUIRED"),
        ({"X-Osmosis-Git": "a/b", "X-Osmosis-Workspace": "main"}, "WORKSPACE_SCOPE_HEADER_CONFLICT"),
        ({"X-Osmosis-Git": "a/b/c"}, "GIT_SCOPE_HEADER_INVALID"),
        ({"X-Osmosis-Git": "a/b"}, "GIT_SCOPE_HEADER_ACCESS_DENIED"),
        ({"X-Osmosis-Workspace": "never"}, "WORKSPACE_SCOPE_HEADER_ACCESS_DENIED"),
    ],
)
async def test_a_scope_that_does_not_hold_has_the_code_that_clients_know(api: Api, headers: dict[str, str], code: str):
    """None, both, malformed, or not the caller's: 400 or 403 with the published code."""
    answer = await api.call("owner", "GET", "/api/cli/environment-secrets", headers=headers)
    assert answer.json()["code"] == code
    assert answer.status_code == (403 if code.endswith("DENIED") else 400)


async def test_every_answer_carries_the_id_of_its_request_and_is_never_kept_or_compressed(http: httpx.AsyncClient):
    """`X-Request-Id` differs from request to request; nothing is compressed, cached or open to other sites."""
    asked = {"Accept-Encoding": "gzip, br", "Origin": "https://elsewhere.example"}
    answers = [await http.get(path, headers=asked) for path in ("/healthz", "/api/cli/verify", "/nothing/at/all")]
    assert len({answer.headers["x-request-id"] for answer in answers}) == len(answers)
    for answer in answers:
        assert "content-encoding" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
        assert not [name for name in answer.headers if name.startswith("access-control-")]


async def test_a_request_that_does_not_fit_lists_its_issues_and_repeats_no_value(api: Api):
    """400 with `issues`, a key each; what was sent stands nowhere in the answer."""
    answer = await api.call(
        "owner",
        "POST",
        "/api/cli/environment-secrets",
        workspace="main",
        json={"name": "not a name", "value": ["TOP-SECRET"], "scope": "everyone"},
    )
    assert answer.status_code == 400
    assert [issue["key"] for issue in answer.json()["issues"]] == ["name", "value", "scope"]
    assert answer.json()["field"] == "name"
    assert "TOP-SECRET" not in answer.text
    assert "not a name" not in answer.text


async def test_a_body_has_to_be_json_and_small(platform: Platform):
    """Another media type is 415; more bytes than the limit are 413, declared or not."""
    limits = replace(platform.settings.limits, request_bytes=1000)
    async with client_of(platform, limits=limits) as http:
        text = await http.post("/api/cli/device/authorize", content=b"a=b", headers={"Content-Type": "text/plain"})
        large = await http.post("/api/cli/device/authorize", json={"deviceName": "x" * 1000})

        async def chunks() -> Any:
            for _ in range(20):
                yield b" " * 100

        streamed = await http.post(
            "/api/cli/device/authorize", content=chunks(), headers={"Content-Type": "application/json"}
        )
    assert [text.status_code, large.status_code, streamed.status_code] == [415, 413, 413]
    assert [answer.json()["code"] for answer in (text, large, streamed)] == [
        "UNSUPPORTED_MEDIA_TYPE",
        "TOO_LARGE",
        "TOO_LARGE",
    ]


async def test_a_body_that_is_too_large_is_taken_before_it_is_refused(platform: Platform):
    """A client that could not send it all would see its connection end instead of the answer."""
    taken = 0

    async def chunks() -> Any:
        nonlocal taken
        for _ in range(20):
            taken += 100
            yield b" " * 100

    limits = replace(platform.settings.limits, request_bytes=1000)
    async with client_of(platform, limits=limits) as http:
        for length in ({"Content-Length": "2000"}, {}):
            taken = 0
            headers = {**length, "Content-Type": "application/json"}
            answer = await http.post("/api/cli/device/authorize", content=chunks(), headers=headers)
            assert (answer.status_code, taken) == (413, 2000)
        endless = {"Content-Type": "application/json", "Content-Length": str(10**12)}
        taken = 0
        assert (await http.post("/api/cli/device/authorize", content=chunks(), headers=endless)).status_code == 413
        assert taken == 0


async def test_a_body_that_does_not_come_and_an_answer_that_does_not_are_bounded(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
):
    """A body that stays away is 408; a handler that does not come back is 503. Neither holds the server up."""
    limits = replace(platform.settings.limits, request_seconds=0)

    async def silence() -> Any:
        await asyncio.sleep(60)
        yield b""

    async def stuck(*given: Any) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(devices, "authorize", stuck)
    async with client_of(platform, limits=limits) as http:
        slow = await http.post(
            "/api/cli/device/authorize", content=silence(), headers={"Content-Type": "application/json"}
        )
    async with client_of(platform, limits=replace(limits, request_seconds=1)) as http:
        late = await http.post("/api/cli/device/authorize", json={})
    assert (slow.status_code, slow.json()["code"]) == (408, "REQUEST_TIMEOUT")
    assert (late.status_code, late.json()["code"]) == (503, "UNAVAILABLE")


async def test_a_failing_handler_is_a_500_that_tells_nothing(
    platform: Platform, api: Api, monkeypatch: pytest.MonkeyPatch
):
    """The words of the exception stay in the log, under the id of the request."""

    async def broken(*given: Any, **named: Any) -> None:
        raise ValueError("the-words-of-the-exception")

    monkeypatch.setattr("osmosis_ai.platform.services.tokens.listing", broken)
    answer = await api.call("owner", "GET", "/api/v1/tokens")
    assert answer.status_code == 500
    assert "the-words" not in answer.text


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        (None, 401, None),
        ("0.3.8", 401, None),
        ("nonsense", 401, None),
        ("0.2.17", 426, None),
        ("0.3.8.dev1", 401, None),
    ],
)
async def test_a_client_that_is_too_old_is_told_to_upgrade(
    http: httpx.AsyncClient, sent: str | None, status: int, told: None
):
    """426 with a word for a status, as published clients read it; a version that cannot be read is served."""
    headers = {} if sent is None else {"X-Osmosis-CLI-Version": sent}
    answer = await http.get("/api/cli/verify", headers=headers)
    assert answer.status_code == status
    if status == 426:
        assert answer.json()["status"] == "unsupported"
        assert "0.3.0" in answer.json()["message"]


async def test_a_client_is_warned_of_a_newer_version_beside_every_success(platform: Platform):
    """`X-Osmosis-Version-Status` and `-Message` on 2xx alone; other families of paths know no versions."""
    versions = ClientVersions(minimum="0.2", deprecated_below="0.3", latest="0.4")
    async with client_of(platform, versions=versions) as http:

        async def told(version: str) -> tuple[str | None, bool]:
            answer = await http.post("/api/cli/device/authorize", json={}, headers={"X-Osmosis-CLI-Version": version})
            assert answer.status_code == 200
            headers = answer.headers
            return headers.get("x-osmosis-version-status"), "x-osmosis-version-message" in headers

        assert await told("0.4") == ("current", False)
        assert await told("0.3.8") == ("upgrade_available", True)
        assert await told("0.2.5") == ("deprecated", True)
        failed = await http.get("/api/cli/verify", headers={"X-Osmosis-CLI-Version": "0.3.8"})
        assert "x-osmosis-version-status" not in failed.headers
        assert "x-osmosis-version-status" not in (await http.get("/healthz")).headers


@pytest.mark.parametrize(
    ("peer", "forwarded", "seen"),
    [
        ("198.51.100.7", "203.0.113.9", "198.51.100.7"),
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "1.2.3.4, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9, nonsense", "10.0.0.1"),
    ],
)
async def test_a_client_is_known_by_what_trusted_proxies_say(platform: Platform, peer: str, forwarded: str, seen: str):
    """X-Forwarded-For counts only from a trusted proxy, from right to left; what a client wrote into it never does."""
    with capture_logs() as logs:
        async with client_of(platform, peer=peer, trusted_proxies=PROXY) as http:
            await http.get("/healthz", headers={"X-Forwarded-For": forwarded})
    assert [line["address"] for line in logs if line["event"] == "request"] == [seen]


async def test_without_trusted_proxies_a_forged_header_does_nothing(platform: Platform):
    """By default no header moves a client's address, not even from loopback."""
    with capture_logs() as logs:
        async with client_of(platform, peer="127.0.0.1") as http:
            await http.get("/healthz", headers={"X-Forwarded-For": "203.0.113.9"})
    assert logs[-1]["address"] == "127.0.0.1"


@pytest.mark.parametrize("asked", ["/team/api/cli/device/authorize", "/api/cli/device/authorize"])
async def test_a_path_prefix_is_kept_in_links_and_taken_off_paths(platform: Platform, asked: str):
    """Under `https://h/team` links have the prefix, whether the proxy leaves it on requests or takes it off."""
    async with client_of(platform, public_url="https://osmosis.example/team") as http:
        answer = await http.post(asked, json={})
    assert answer.json()["verification_uri"] == "https://osmosis.example/team/device"


async def test_a_token_in_a_path_is_not_logged(http: httpx.AsyncClient):
    """One-time links and push hooks carry their token in the path; the log does not."""
    token = "osm_hok_" + "a" * 36
    with capture_logs() as logs:
        await http.post(f"/api/v1/git/push/{token}", json={})
    assert token not in json.dumps(logs, default=str)


async def test_health_is_for_everyone_and_metrics_for_this_machine(platform: Platform):
    """`/healthz` and `/readyz` answer anyone; `/metrics` answers loopback and refuses others."""
    async with client_of(platform, peer="127.0.0.1") as http:
        health, ready = await http.get("/healthz"), await http.get("/readyz")
        metrics = await http.get("/metrics")
    async with client_of(platform) as http:
        refused = await http.get("/metrics")
    assert health.json()["status"] == "ok"
    assert ready.json()["ready"] is True
    assert 'osmosis_http_requests_total{operation="getHealthz",status="200"} 1.0' in metrics.text
    assert metrics.headers["content-type"].startswith("text/plain")
    assert refused.status_code == 403


async def test_a_server_whose_database_is_gone_is_not_ready(platform: Platform, http: httpx.AsyncClient):
    """`/readyz` answers 503 and names the check; `/healthz` goes on."""
    await platform.database.close()

    async def gone() -> None:
        raise OSError("the database is gone")

    platform.database.ping = gone  # type: ignore[method-assign]
    ready = await http.get("/readyz")
    assert ready.status_code == 503
    assert [check["name"] for check in ready.json()["checks"] if not check["ok"]] == ["database"]
    assert (await http.get("/healthz")).status_code == 200
