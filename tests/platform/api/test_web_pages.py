"""The pages: signing in and out, devices, links, invitations, tokens; and what a page of another site cannot do."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.app import create_platform_app
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.outbox.worker import OutboxWorker
from osmosis_ai.platform.services import accounts, git, git_sync, members, secrets
from osmosis_ai.platform.settings import Settings
from tests.platform.api.browsing import PASSWORD, Browser
from tests.platform.api.conftest import PUBLIC, Api
from tests.support.repositories import Repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """An empty repository in a folder that may be connected."""
    return Repository(tmp_path / "repositories" / "acme" / "agents.git")


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    return replace(settings, git_folders=(tmp_path / "repositories",))


async def test_the_first_owners_link_sets_a_password_and_signs_in_once(platform: Platform, browser: Browser):
    """Opening the link uses nothing up; differing and short passwords are refused; afterwards it is gone."""
    assert platform.started.first_owner is not None
    link = f"/link/{platform.started.first_owner.token}"
    assert "owner@localhost" in (await browser.open(link)).text
    assert "differ" in (await browser.send(password=PASSWORD, again="another one")).text
    assert (await browser.send(password="short", again="short")).status_code == 400
    page = await browser.send(password=PASSWORD, again=PASSWORD)
    assert page.url.path == "/"
    assert "main" in page.text
    assert (await browser.open(link)).status_code == 404


async def test_a_person_signs_in_and_out(signed_in: Browser):
    """A wrong password says nothing of which was wrong; after signing out the pages ask again."""
    out = re.search(r'name="form_token" value="([^"]*)"', (await signed_in.open("/tokens")).text)
    assert out is not None
    await signed_in.http.post("/logout", data={"form_token": out[1]})
    page = await signed_in.open("/tokens")
    assert page.url.path == "/login"
    for email in ("owner@localhost", "nobody@localhost"):
        refused = await signed_in.send("/login", email=email, password="a wrong password")
        assert refused.status_code == 401
        assert "The e-mail address or the password is wrong." in refused.text
    page = await signed_in.send("/login", email="owner@localhost", password=PASSWORD)
    assert page.url.path == "/tokens"


async def test_whoever_fails_too_often_waits_and_no_one_else(platform: Platform, signed_in: Browser):
    """429 with Retry-After for the client that failed, whatever header it forges; another client signs in."""
    app = create_platform_app(platform)

    def client(address: str) -> Browser:
        transport = httpx.ASGITransport(app=app, client=(address, 1))
        return Browser(httpx.AsyncClient(transport=transport, base_url=PUBLIC))

    guesser, another = client("203.0.113.9"), client("203.0.113.10")
    await guesser.open("/login")
    statuses = []
    for number in range(platform.settings.limits.sign_in_failures + 1):
        guesser.http.headers["X-Forwarded-For"] = f"192.0.2.{number}"
        statuses.append((await guesser.send("/login", email="owner@localhost", password="guess")).status_code)
    assert statuses[-1] == 429
    assert set(statuses[:-1]) == {401}
    await another.open("/login")
    assert (await another.send("/login", email="owner@localhost", password=PASSWORD)).status_code == 200
    await guesser.http.aclose()
    await another.http.aclose()


@pytest.mark.parametrize(
    "target", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "elsewhere", "/a\nb"]
)
async def test_signing_in_leads_to_no_other_site(signed_in: Browser, target: str):
    """`next` is a path of this platform, or it is ignored."""
    page = await signed_in.http.get("/login", params={"next": target})
    assert page.status_code == 303
    assert page.headers["location"] == "/"


async def test_a_device_page_shows_what_asks_and_asks_even_by_the_complete_link(signed_in: Browser, platform: Platform):
    """Code, device and address are shown; opening the link approves nothing; the button does."""
    started = (await signed_in.http.post("/api/cli/device/authorize", json={"deviceName": "<b>laptop</b>"})).json()
    poll = {"device_code": started["device_code"]}
    page = await signed_in.open(started["verification_uri_complete"])
    for shown in (started["user_code"], "&lt;b&gt;laptop&lt;/b&gt;", "198.51.100.7", "owner@localhost"):
        assert shown in page.text
    pending = await signed_in.http.post("/api/cli/device/token", json=poll)
    assert pending.json()["error"] == "authorization_pending"
    assert "signed in" in (await signed_in.send("/device", decision="approve")).text
    assert (await signed_in.http.post("/api/cli/device/token", json=poll)).status_code == 200


async def test_a_device_is_refused_by_the_other_button(signed_in: Browser):
    """Anything but the button to approve refuses."""
    started = (await signed_in.http.post("/api/cli/device/authorize", json={})).json()
    await signed_in.open(started["verification_uri"])
    code = started["user_code"].lower().replace("-", " ")
    await signed_in.open(f"/device?user_code={code}")
    assert "refused" in (await signed_in.send("/device", decision="deny")).text
    answer = await signed_in.http.post("/api/cli/device/token", json={"device_code": started["device_code"]})
    assert answer.json()["error"] == "access_denied"


async def test_a_device_page_asks_a_stranger_to_sign_in_first(browser: Browser, signed_in: Browser):
    """The code is kept over signing in."""
    browser.http.cookies.clear()
    page = await browser.open("/device?user_code=BCDF-GHJK")
    assert page.url.path == "/login"
    page = await browser.send("/login", email="owner@localhost", password=PASSWORD)
    assert page.url.path == "/device"
    assert page.status_code == 404
    assert "BCDF-GHJK" in page.text


@pytest.mark.parametrize(
    ("headers", "drop"),
    [
        ({"Origin": "https://elsewhere.example"}, False),
        ({"Origin": "null"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({}, True),
    ],
)
async def test_a_page_of_another_site_can_send_no_form(signed_in: Browser, headers: dict[str, str], drop: bool):
    """Without the page's own token, or from another origin, a form is refused and nothing is done."""
    page = await signed_in.open("/tokens")
    token = re.search(r'name="form_token" value="([^"]*)"', page.text)
    assert token is not None
    fields = {"name": "stolen", "days": "1", **({} if drop else {"form_token": token[1]})}
    answer = await signed_in.http.post("/tokens", data=fields, headers=headers)
    assert answer.status_code == 403
    assert "stolen" not in (await signed_in.open("/tokens")).text


async def test_a_form_of_another_session_is_refused(platform: Platform, signed_in: Browser):
    """A token of a page that another browser was given is worth nothing in this one."""
    transport = httpx.ASGITransport(app=create_platform_app(platform))
    async with httpx.AsyncClient(transport=transport, base_url=PUBLIC) as other:
        foreign = re.search(r'name="form_token" value="([^"]*)"', (await other.get("/login")).text)
    assert foreign is not None
    answer = await signed_in.http.post("/tokens", data={"name": "x", "days": "1", "form_token": foreign[1]})
    assert answer.status_code == 403


async def test_a_token_is_made_shown_once_and_revoked(signed_in: Browser):
    """The text is on the page that made it and on no other."""
    await signed_in.open("/tokens")
    page = await signed_in.send("/tokens", name="ci", days="30")
    text = re.search(r"osm_pat_[0-9A-Za-z]{36}", page.text)
    assert text is not None
    bearer = {"Authorization": f"Bearer {text[0]}"}
    assert (await signed_in.http.get("/api/cli/verify", headers=bearer)).status_code == 200
    assert text[0] not in (await signed_in.open("/tokens")).text
    await signed_in.send("/tokens/revoke")
    assert (await signed_in.http.get("/api/cli/verify", headers=bearer)).status_code == 401
    assert (await signed_in.send("/tokens", name="", days="x")).status_code == 400


async def test_a_workspace_page_invites_and_the_link_makes_a_member(signed_in: Browser, platform: Platform):
    """Someone without an account joins, sets a password and is in; the page of others is not found."""
    await signed_in.open("/main")
    page = await signed_in.send("/main/invitations", email="grace@example.org", role="member")
    link = re.search(rf"{re.escape(PUBLIC)}(/join/osm_inv_[0-9A-Za-z]+)", page.text)
    assert link is not None
    transport = httpx.ASGITransport(app=create_platform_app(platform))
    async with httpx.AsyncClient(transport=transport, base_url=PUBLIC) as http:
        guest = Browser(http)
        assert "grace@example.org" in (await guest.open(link[1])).text
        page = await guest.send()
        assert page.url.path.startswith("/link/")
        await guest.send(password=PASSWORD, again=PASSWORD)
        assert "grace@example.org" in (await guest.open("/main")).text
        assert "Invite someone" not in guest.page.text
        assert (await guest.open("/another")).status_code == 404
        assert (await guest.open(link[1])).status_code == 404


async def test_the_addresses_that_command_lines_link_to_are_pages(signed_in: Browser):
    """`/{workspace}/api-keys`, `/integrations/git` and `/billing` lead to the workspace's page."""
    for path in ("/main/api-keys", "/main/integrations/git", "/main/billing"):
        page = await signed_in.open(path)
        assert (page.status_code, page.url.path) == (200, "/main")


async def test_no_page_lets_scripts_or_frames_in(signed_in: Browser):
    """A strict policy on every page, and no script on any."""
    for path in (
        "/",
        "/tokens",
        "/main",
        "/main/evals",
        "/main/datasets",
        "/device",
        "/login?next=/",
        "/link/nothing",
        "/join/nothing",
    ):
        page = await signed_in.open(path)
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert page.headers["cache-control"] == "no-store"
        assert "<script" not in page.text
        assert " style=" not in page.text
        assert " onclick=" not in page.text


@pytest.mark.parametrize(
    ("public_url", "secure", "path"),
    [("https://osmosis.example", True, "/"), ("https://osmosis.example/team", True, "/team/"), (PUBLIC, False, "/")],
)
async def test_cookies_are_for_this_platform_alone(platform: Platform, public_url: str, secure: bool, path: str):
    """HttpOnly, SameSite and the prefix of the public URL; Secure where browsers come by TLS."""
    platform.settings = replace(platform.settings, public_url=public_url)
    assert platform.started.first_owner is not None
    transport = httpx.ASGITransport(app=create_platform_app(platform))
    prefix = urlsplit(public_url).path
    async with httpx.AsyncClient(transport=transport, base_url=public_url.removesuffix(prefix)) as http:
        page = await http.get(f"{prefix}/link/{platform.started.first_owner.token}")
        token = re.search(r'name="form_token" value="([^"]*)"', page.text)
        assert token is not None
        fields = {"form_token": token[1], "password": PASSWORD, "again": PASSWORD}
        answer = await http.post(f"{prefix}/link/{platform.started.first_owner.token}", data=fields)
    assert answer.headers["location"] == f"{prefix}/"
    for cookie in (page.headers["set-cookie"], answer.headers["set-cookie"]):
        attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert {"httponly", "samesite=lax", f"path={path}"} <= attributes
        assert ("secure" in attributes) is secure


async def test_a_person_of_no_workspace_is_told_what_to_do(platform: Platform, browser: Browser):
    """The first page does not stay empty."""
    async with platform.write() as unit:
        account = await accounts.add(unit, email="new@example.org")
        link = await accounts.new_link(unit, account.id)
    await browser.open(f"/link/{link}")
    page = await browser.send(password=PASSWORD, again=PASSWORD)
    assert "Ask an owner or admin" in page.text


async def test_a_member_leaves_by_the_page(api: Api, platform: Platform, owner: Member, browser: Browser):
    """The button of one's own line ends one's own membership."""
    async with platform.write() as unit:
        link = await accounts.new_link(unit, api.people["member"].actor.user_id)
    await browser.open(f"/link/{link}")
    await browser.send(password=PASSWORD, again=PASSWORD)
    await browser.open("/main")
    await browser.send("/main/members", action="remove")
    async with platform.read() as unit:
        left = [each.email for each in await members.listing(unit, owner)]
    assert "member@example.org" not in left


async def _run_syncs(platform: Platform) -> None:
    sync = git_sync.GitSync(platform.database, platform.keyring, platform.settings)
    await OutboxWorker(platform.database, {git.SYNC: sync.handle}).run_once()


async def test_a_repository_is_connected_synced_and_disconnected_by_the_page(
    platform: Platform, signed_in: Browser, repository: Repository
):
    """The hook's address is shown once and works; the page shows the branch, each sync and what went wrong in it."""
    assert "No repository is connected." in (await signed_in.open("/main")).text
    page = await signed_in.send("/main/git", action="connect", url=str(repository.path), full_name="", credential="")
    hook = re.search(rf"{re.escape(PUBLIC)}(/api/v1/git/push/osm_hok_[0-9A-Za-z]+)", page.text)
    assert hook is not None
    assert "The platform reads the repository now." in page.text
    await _run_syncs(platform)
    page = await signed_in.open("/main/integrations/git")
    assert hook[1] not in page.text
    assert "The repository has no branch. Push a commit to it." in page.text

    commit = repository.commit({"rollouts/demo/main.py": b"print(1)\n"})
    assert "The platform reads the repository now." in (await signed_in.send("/main/git", action="sync")).text
    await _run_syncs(platform)
    page = await signed_in.open("/main")
    for shown in ("acme/agents", str(repository.path), "<dd>ready</dd>", "<dd>main</dd>", commit[:12], "success"):
        assert shown in page.text
    assert (await signed_in.http.post(hook[1])).status_code == 202

    page = await signed_in.send("/main/git", action="new-hook")
    assert "/api/v1/git/push/osm_hok_" in page.text
    assert (await signed_in.http.post(hook[1])).status_code == 404
    page = await signed_in.send("/main/git", action="disconnect")
    assert page.url.path == "/main"
    assert "No repository is connected." in page.text


async def test_a_repository_that_cannot_be_connected_is_said_with_the_form_to_correct(
    platform: Platform, owner: Member, other: Member, signed_in: Browser, repository: Repository
):
    """A bad address, a credential that is not there, a second repository and one of another workspace: what and why."""
    await signed_in.open("/main")
    page = await signed_in.send("/main/git", action="connect", url="ftp://host/<b>", credential="")
    assert page.status_code == 400
    assert "url cannot be used: it is not an https or ssh URL" in page.text
    assert 'value="ftp://host/&lt;b&gt;"' in page.text
    page = await signed_in.send("/main/git", action="connect", url="https://git.example.org/a/b", credential="NONE")
    assert (page.status_code, "credential is not a secret of the workspace" in page.text) == (400, True)
    page = await signed_in.send("/main/git", action="sync")
    assert (page.status_code, "The workspace has no repository." in page.text) == (404, True)
    async with platform.write() as unit:
        values = {"full_name": None, "credential": None, "folders": platform.settings.git_folders}
        await git.connect(unit, other, url="https://git.example.org/theirs/agents", **values)
    page = await signed_in.send("/main/git", action="connect", url="https://git.example.org/theirs/agents")
    assert (page.status_code, "is connected to another workspace" in page.text) == (409, True)
    async with platform.write() as unit:
        await secrets.put(unit, owner, platform.keyring, name="DEPLOY_KEY", value="x", scope="workspace")
    assert '<option value="DEPLOY_KEY">' in (await signed_in.open("/main")).text
    for status in (200, 409):
        page = await signed_in.send("/main/git", action="connect", url=str(repository.path))
        assert page.status_code == status
    assert "Disconnect that one first." in page.text


async def test_members_sync_the_repository_by_the_page_and_only_admins_connect(
    api: Api, platform: Platform, owner: Member, browser: Browser, repository: Repository
):
    """A member is shown the state and one button, and what the others send is refused."""
    async with platform.write() as unit:
        link = await accounts.new_link(unit, api.people["member"].actor.user_id)
    await browser.open(f"/link/{link}")
    await browser.send(password=PASSWORD, again=PASSWORD)
    page = await browser.open("/main")
    assert "Ask an owner or admin to connect it." in page.text
    async with platform.write() as unit:
        values = {"full_name": None, "credential": None, "folders": platform.settings.git_folders}
        await git.connect(unit, owner, url=str(repository.path), **values)
    page = await browser.open("/main")
    assert ("Sync now" in page.text, "Disconnect" in page.text) == (True, False)
    assert (await browser.send("/main/git", action="sync")).status_code == 200
    for action in ("disconnect", "new-hook", "connect"):
        page = await browser.send("/main/git", action=action)
        assert (page.status_code, "Only owners and admins" in page.text) == (403, True)


async def test_a_page_of_another_site_cannot_disconnect_the_repository(
    platform: Platform, owner: Member, signed_in: Browser, repository: Repository
):
    """Without the page's own token nothing is done."""
    async with platform.write() as unit:
        values = {"full_name": None, "credential": None, "folders": platform.settings.git_folders}
        await git.connect(unit, owner, url=str(repository.path), **values)
    for fields in ({"action": "disconnect"}, {"action": "disconnect", "form_token": "x"}):
        assert (await signed_in.http.post("/main/git", data=fields)).status_code == 403
    assert "acme/agents" in (await signed_in.open("/main")).text


async def test_a_page_that_fails_is_a_page_that_names_the_request(
    platform: Platform, signed_in: Browser, monkeypatch: pytest.MonkeyPatch
):
    """Its status is 500; it tells nothing of the error, which the log has under that id."""

    async def fails(*_: object, **__: object) -> None:
        raise RuntimeError("a password")

    monkeypatch.setattr("osmosis_ai.platform.services.members.listing", fails)
    page = await signed_in.open("/main")
    assert (page.status_code, page.headers["content-type"]) == (500, "text/html; charset=utf-8")
    assert f"request id {page.headers['x-request-id']}" in page.text
    assert "a password" not in page.text
