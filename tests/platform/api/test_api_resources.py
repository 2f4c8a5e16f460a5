"""What the served operations answer: sign-in, workspaces, members, tokens, secrets, git, audit."""

from __future__ import annotations

import httpx
import pytest

from osmosis_ai.platform.access.tokens import has_token_form
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import devices
from tests.platform.api.conftest import PUBLIC, Api
from tests.platform.conftest import ManualClock


async def test_verify_says_who_the_bearer_is(api: Api):
    """The account, the token's id and end; without a git header no workspace."""
    answer = (await api.call("member", "GET", "/api/cli/verify")).json()
    assert answer["user"]["email"] == "member@example.org"
    assert answer["workspace"] is None
    assert answer["expires_at"].endswith("Z")
    assert answer["token_id"].startswith("tok_")


@pytest.mark.parametrize(
    ("authorization", "code"),
    [
        (None, "AUTH_HEADER_MISSING"),
        ("Bearer ", "TOKEN_MISSING"),
        ("Basic dTpw", "TOKEN_INVALID"),
        ("Bearer nonsense", "TOKEN_INVALID"),
        ("Bearer osm_pat_" + "0" * 36, "TOKEN_INVALID"),
    ],
)
async def test_a_bad_credential_has_the_code_that_clients_know(
    http: httpx.AsyncClient, authorization: str | None, code: str
):
    """401 with the published code."""
    headers = {} if authorization is None else {"Authorization": authorization}
    answer = await http.get("/api/cli/verify", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, code)


async def test_a_token_ends_when_it_is_revoked_and_when_its_days_are_over(api: Api, clock: ManualClock):
    """TOKEN_REVOKED and TOKEN_EXPIRED; revoking is idempotent, by either path, and never touches another person's."""
    made = (await api.call("owner", "POST", "/api/v1/tokens", json={"name": "ci", "expires_in_days": 1})).json()
    assert has_token_form(made["token"], "pat")
    bearer = {"Authorization": f"Bearer {made['token']}"}
    assert (await api.http.get("/api/cli/verify", headers=bearer)).status_code == 200
    await api.call("member", "DELETE", f"/api/cli/tokens/{made['id']}")
    assert (await api.http.get("/api/cli/verify", headers=bearer)).status_code == 200
    for path in ("/api/cli/tokens", "/api/v1/tokens"):
        assert (await api.call("owner", "DELETE", f"{path}/{made['id']}")).status_code == 204
    assert (await api.http.get("/api/cli/verify", headers=bearer)).json()["code"] == "TOKEN_REVOKED"
    made = (await api.call("owner", "POST", "/api/v1/tokens", json={"name": "ci", "expires_in_days": 1})).json()
    clock.advance(days=1, seconds=1)
    answer = await api.http.get("/api/cli/verify", headers={"Authorization": f"Bearer {made['token']}"})
    assert answer.json()["code"] == "TOKEN_EXPIRED"


async def test_a_token_is_shown_once(api: Api):
    """The list has its first characters and never its text."""
    made = (await api.call("owner", "POST", "/api/v1/tokens", json={"name": "ci"})).json()
    listed = await api.call("owner", "GET", "/api/v1/tokens")
    assert made["token"] not in listed.text
    prefixes = {each["id"]: each["prefix"] for each in listed.json()["tokens"]}
    assert prefixes[made["id"]] == made["token"][: len(made["prefix"])]


async def test_a_device_is_signed_in_once_a_person_agrees(
    api: Api, http: httpx.AsyncClient, platform: Platform, clock: ManualClock
):
    """Pending and slow down are 400 with the words of RFC 8628; the token is given to one poll and to no other."""
    started = (await http.post("/api/cli/device/authorize", json={"deviceName": "laptop"})).json()
    assert started["verification_uri"] == f"{PUBLIC}/device"
    assert started["verification_uri_complete"].endswith(started["user_code"])
    code = {"device_code": started["device_code"]}

    async def poll() -> httpx.Response:
        return await http.post("/api/cli/device/token", json=code)

    first, early = await poll(), await poll()
    assert (first.status_code, first.json()["error"]) == (400, "authorization_pending")
    assert (early.status_code, early.json()["error"]) == (400, "slow_down")
    async with platform.write() as unit:
        await devices.decide(unit, api.people["member"].actor, started["user_code"], approve=True)
    clock.advance(seconds=11)
    granted, again = await poll(), await poll()
    assert granted.json()["user"]["email"] == "member@example.org"
    verified = await http.get("/api/cli/verify", headers={"Authorization": f"Bearer {granted.json()['token']}"})
    assert verified.json()["token_id"] == granted.json()["token_id"]
    assert (again.status_code, again.json()["error"]) == (400, "expired_token")


async def test_a_device_that_is_refused_or_late_is_told_so(
    api: Api, http: httpx.AsyncClient, platform: Platform, clock: ManualClock
):
    """`access_denied` after a refusal, `expired_token` after fifteen minutes or for a code that never was."""
    started = (await http.post("/api/cli/device/authorize", json={})).json()
    async with platform.write() as unit:
        await devices.decide(unit, api.people["member"].actor, started["user_code"], approve=False)
    refused = await http.post("/api/cli/device/token", json={"device_code": started["device_code"]})
    assert refused.json()["error"] == "access_denied"
    late = (await http.post("/api/cli/device/authorize", json={})).json()
    clock.advance(seconds=901)
    for text in (late["device_code"], "never"):
        answer = await http.post("/api/cli/device/token", json={"device_code": text})
        assert (answer.status_code, answer.json()["error"]) == (400, "expired_token")


async def test_secrets_go_in_and_never_come_out(api: Api):
    """Stored, listed by scope, replaced and deleted; the value is in no answer. A person's own are theirs alone."""
    for caller, scope, value in (
        ("admin", "workspace", "value-of-the-team"),
        ("member", "user", "value-of-mine"),
        ("admin", "workspace", "another-value"),
    ):
        given = {"name": "KEY", "value": value, "scope": scope}
        answer = await api.call(caller, "POST", "/api/cli/environment-secrets", workspace="main", json=given)
        assert answer.status_code == 200
        assert value not in answer.text
        assert answer.json()["platform_url"] == f"{PUBLIC}/main/api-keys"
    listed = {
        caller: (await api.call(caller, "GET", "/api/cli/environment-secrets", workspace="main")).json()
        for caller in ("member", "owner")
    }
    assert [each["scope"] for each in listed["member"]["environment_secrets"]] == ["user", "workspace"]
    assert [each["scope"] for each in listed["owner"]["environment_secrets"]] == ["workspace"]
    assert "value" not in str(listed)
    gone = {"name": "KEY", "scope": "workspace"}
    for status in (200, 404):
        answer = await api.call("admin", "DELETE", "/api/cli/environment-secrets", workspace="main", json=gone)
        assert answer.status_code == status


@pytest.mark.parametrize("path", ["/api/cli/environment-secrets", "/api/v1/workspaces/main/members", "/api/v1/tokens"])
async def test_lists_come_in_pages_of_at_most_fifty(api: Api, path: str):
    """`limit` 1 to 50, `offset` from 0; beyond the end the page is empty and `next_offset` null."""
    for query in ("limit=0", "limit=51", "limit=x", "offset=-1"):
        assert (await api.call("owner", "GET", f"{path}?{query}", workspace="main")).status_code == 400
    page = (await api.call("owner", "GET", f"{path}?limit=50&offset=1000", workspace="main")).json()
    assert page["next_offset"] is None
    assert page["has_more"] is False


async def test_members_are_paged_without_loss(api: Api):
    """Following `next_offset` gives every member once."""
    emails, offset = [], 0
    while offset is not None:
        page = (await api.call("member", "GET", f"/api/v1/workspaces/main/members?limit=2&offset={offset}")).json()
        emails += [each["user"]["email"] for each in page["members"]]
        offset = page["next_offset"]
    assert emails == sorted(emails)
    assert len(emails) == page["total_count"] == 3


async def test_an_invitation_makes_its_person_a_member(api: Api, http: httpx.AsyncClient):
    """The link is shown once; the invited person, and no other, joins with it, once."""
    asked = {"email": "Other@Example.org", "role": "admin"}
    made = (await api.call("owner", "POST", "/api/v1/workspaces/main/invitations", json=asked)).json()
    token = made["url"].rpartition("/")[2]
    assert made["url"].startswith(f"{PUBLIC}/join/")
    listed = (await api.call("admin", "GET", "/api/v1/workspaces/main/invitations")).json()
    assert [set(each) & {"url"} for each in listed["invitations"]] == [set()]
    wrong = await api.call("member", "POST", "/api/v1/invitations/accept", json={"token": token})
    assert (wrong.status_code, wrong.json()["code"]) == (409, "WRONG_ACCOUNT")
    joined = await api.call("stranger", "POST", "/api/v1/invitations/accept", json={"token": token})
    assert (joined.json()["name"], joined.json()["role"]) == ("main", "admin")
    again = await api.call("stranger", "POST", "/api/v1/invitations/accept", json={"token": token})
    assert again.status_code == 404


async def test_a_workspace_keeps_an_owner(api: Api):
    """The last owner can neither leave nor take another role; an admin can make nobody an owner."""
    people = "/api/v1/workspaces/main/members"
    own = api.people["owner"].actor.user_id
    for method, body in (("DELETE", None), ("PATCH", {"role": "member"})):
        answer = await api.call("owner", method, f"{people}/{own}", json=body)
        assert (answer.status_code, answer.json()["code"]) == (409, "LAST_OWNER")
    promoted = await api.call(
        "admin", "PATCH", f"{people}/{api.people['member'].actor.user_id}", json={"role": "owner"}
    )
    assert promoted.status_code == 403


async def test_a_workspace_is_made_changed_and_deleted(api: Api):
    """Its maker owns it; a name in use is a conflict; names that the platform needs are refused."""
    made = await api.call("member", "POST", "/api/v1/workspaces", json={"name": "lab", "timezone": "Europe/Berlin"})
    assert (made.status_code, made.json()["role"], made.json()["timezone"]) == (201, "owner", "Europe/Berlin")
    for name, status in (("lab", 409), ("api", 400), ("Lab", 400)):
        assert (await api.call("owner", "POST", "/api/v1/workspaces", json={"name": name})).status_code == status
    path = f"/api/v1/workspaces/{made.json()['id']}"
    assert (await api.call("member", "PATCH", path, json={"name": "lab-2"})).json()["name"] == "lab-2"
    listed = (await api.call("member", "GET", "/api/cli/workspaces")).json()["workspaces"]
    assert [each["name"] for each in listed] == ["lab-2", "main"]
    assert (await api.call("member", "DELETE", path)).status_code == 204
    assert (await api.call("member", "GET", path)).status_code == 404


async def test_the_first_steps_are_recorded_once(api: Api):
    """`completed` turns true and stays so; a workspace of others is not found."""
    path = f"/api/cli/quickstart?organizationId={api.people['member'].workspace_id}"
    before = (await api.call("member", "GET", path)).json()
    body = {"organizationId": api.people["member"].workspace_id, "intent": "eval"}
    for _ in range(2):
        assert (await api.call("member", "POST", "/api/cli/quickstart", json=body)).status_code == 200
    after = (await api.call("member", "GET", path)).json()
    assert (before["completed"], after["completed"]) == (False, True)
    assert before["billing_ready"] is True
    assert (await api.call("stranger", "GET", path)).status_code == 404


async def test_a_repository_is_connected_named_by_its_header_and_synced_by_its_hook(api: Api):
    """Connecting gives the hook's address once; `X-Osmosis-Git` then names the workspace; the hook takes any body."""
    git = "/api/v1/workspaces/main/git"
    assert (await api.call("member", "GET", git)).status_code == 404
    made = await api.call("admin", "POST", git, json={"url": "https://github.com/Acme/Agents.git"})
    assert made.status_code == 201
    assert made.json()["connection"]["repo_full_name"] == "acme/agents"
    twice = await api.call("admin", "POST", git, json={"url": "https://github.com/acme/other.git"})
    assert twice.status_code == 409
    verified = await api.call("member", "GET", "/api/cli/verify", headers={"X-Osmosis-Git": "acme/agents"})
    assert verified.json()["workspace"] == {
        "id": api.people["member"].workspace_id,
        "name": "main",
        "role": "member",
    }
    hook = made.json()["hook_url"].removeprefix(PUBLIC)
    renewed = (await api.call("admin", "POST", f"{git}/hook")).json()["hook_url"].removeprefix(PUBLIC)
    pushed = [
        await api.http.post(hook, json={"ref": "refs/heads/main"}),
        await api.http.post(renewed, content=b"payload=x", headers={"Content-Type": "text/plain"}),
    ]
    assert [answer.status_code for answer in pushed] == [404, 202]
    assert (await api.call("member", "POST", f"{git}/sync")).status_code == 202
    for path, key in (("/syncs", "syncs"), ("/branches", "branches")):
        assert (await api.call("member", "GET", git + path)).json()[key] == []
    rollouts = await api.call("member", "GET", "/api/cli/rollouts", headers={"X-Osmosis-Git": "ACME/agents"})
    assert rollouts.json()["rollouts"] == []
    assert (await api.call("admin", "DELETE", git)).status_code == 204


async def test_what_is_done_is_in_the_audit_trail_with_its_request(api: Api):
    """Who, what, from where and with which request; new entries first, older ones by the cursor."""
    for name in ("A", "B", "C"):
        given = {"name": name, "value": "v", "scope": "workspace"}
        done = await api.call("admin", "POST", "/api/cli/environment-secrets", workspace="main", json=given)
    first = (await api.call("owner", "GET", "/api/v1/workspaces/main/audit?limit=1")).json()
    assert first["entries"][0]["actor"] == "admin@example.org"
    assert first["entries"][0]["action"] == "secret.set"
    assert first["entries"][0]["address"] == "198.51.100.7"
    assert first["entries"][0]["request_id"] == done.headers["x-request-id"]
    older = f"/api/v1/workspaces/main/audit?limit=1&cursor={first['next_cursor']}"
    assert (await api.call("owner", "GET", older)).json()["entries"][0]["details"]["name"] == "B"
    assert (await api.call("owner", "GET", "/api/v1/workspaces/main/audit?cursor=x")).status_code == 400
