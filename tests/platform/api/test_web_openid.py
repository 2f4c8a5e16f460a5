"""Signing in by an OpenID provider, here a double that signs real tokens: whose account it is, what proves nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from joserfc.jwk import ECKey
from sqlalchemy import select

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.app import create_platform_app
from osmosis_ai.platform.errors import StateConflictError
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import accounts, members, sign_in
from osmosis_ai.platform.settings import OpenIdSettings, load_settings
from osmosis_ai.platform.store.tables import AuditEntry
from tests.platform.api.conftest import PUBLIC
from tests.platform.conftest import HOME, add_member
from tests.support.openid_double import CLIENT_ID, CLIENT_SECRET, ProviderDouble, openid_double

PASSWORD = "correct horse battery"


@pytest.fixture
def provider() -> Iterator[ProviderDouble]:
    with openid_double() as double:
        yield double


class Browser:
    """A browser that goes to the provider and back; `back` is the address that the provider sent it to."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.back = ""

    async def begin(self, target: str = "/") -> httpx.Response:
        return await self.http.get("/oidc/start", params={"next": target})

    async def sign_in(self, target: str = "/") -> httpx.Response:
        self.back = await self.go_there(target)
        return await self.http.get(self.back)

    async def go_there(self, target: str = "/") -> str:
        """To the provider, which sends the browser back to the address that this gives."""
        begun = await self.begin(target)
        assert begun.status_code == 303, begun.text
        async with httpx.AsyncClient() as elsewhere:
            return (await elsewhere.get(begun.headers["location"])).headers["location"]

    async def is_signed_in(self) -> bool:
        return (await self.http.get("/tokens")).status_code == 200


@pytest.fixture
async def browser(platform: Platform, provider: ProviderDouble, tmp_path: Path) -> AsyncIterator[Browser]:
    secret = tmp_path / "client-secret"
    secret.write_text(CLIENT_SECRET + "\n")
    oidc = OpenIdSettings(provider.issuer, CLIENT_ID, secret, "Example SSO")
    platform.settings = replace(platform.settings, oidc=oidc)
    transport = httpx.ASGITransport(app=create_platform_app(platform), client=("198.51.100.7", 4711))
    async with httpx.AsyncClient(transport=transport, base_url=PUBLIC) as http:
        yield Browser(http)


@pytest.fixture
async def ada(platform: Platform, owner: Member) -> Member:
    """A member without a password."""
    async with platform.write() as unit:
        return await add_member(unit, owner, "ada@example.org", "member")


async def refused(browser: Browser, status: int, words: str) -> None:
    """The browser is refused with these words, and not signed in."""
    answer = await browser.sign_in()
    assert answer.status_code == status, answer.text
    assert words in answer.text
    assert not await browser.is_signed_in()


async def test_the_sign_in_page_leads_to_the_provider_with_pkce_state_and_nonce(
    browser: Browser, provider: ProviderDouble, ada: Member
):
    """The request has a challenge by S256, a state and a nonce, which differ each time; the person ends where they were
    going."""
    page = await browser.http.get("/login", params={"next": "/device?user_code=X"})
    assert 'href="/oidc/start?next=/device%3Fuser_code%3DX"' in page.text
    assert "Sign in with Example SSO" in page.text
    first = await browser.begin()
    answer = await browser.sign_in("/tokens")
    assert (answer.status_code, answer.headers["location"]) == (303, "/tokens")
    assert await browser.is_signed_in()
    queries = [parse_qs(urlsplit(first.headers["location"]).query), {k: [v] for k, v in provider.asked[-1].items()}]
    for query in queries:
        assert query["response_type"] == ["code"]
        assert query["code_challenge_method"] == ["S256"]
        assert query["redirect_uri"] == [f"{PUBLIC}/oidc/callback"]
        assert set(query["scope"][0].split()) == {"openid", "email", "profile"}
    for name in ("state", "nonce", "code_challenge"):
        assert queries[0][name] != queries[1][name]


async def test_a_person_is_known_by_the_subject_from_then_on(browser: Browser, provider: ProviderDouble, ada: Member):
    """With another address, and without any, the same subject is the same person."""
    await browser.sign_in()
    provider.person = {"sub": provider.person["sub"], "email": "married@example.org", "email_verified": False}
    browser.http.cookies.clear()
    await browser.sign_in()
    assert ada.actor.email in (await browser.http.get("/main")).text


async def test_an_address_that_is_given_to_someone_else_gives_them_no_account(
    browser: Browser, provider: ProviderDouble, ada: Member
):
    """Another subject with the address of an account that is linked already is refused."""
    await browser.sign_in()
    browser.http.cookies.clear()
    provider.person["sub"] = "someone-else"
    await refused(browser, 403, "someone else at the provider")


async def test_an_address_that_is_not_verified_means_nothing(browser: Browser, provider: ProviderDouble, ada: Member):
    """Only `email_verified: true` counts: else anyone could name another's address at the provider."""
    for verified in (False, None, "true", 1):
        provider.person["email_verified"] = verified
        await refused(browser, 403, "verified")


async def test_an_account_with_a_password_is_linked_only_by_its_person(
    platform: Platform, browser: Browser, provider: ProviderDouble
):
    """The address alone does not open it; who is signed in with the password is linked, and then comes in by both."""
    first = platform.started.first_owner
    assert first is not None
    session = await sign_in.by_link(platform.database, first.token, PASSWORD, HOME)
    provider.person["email"] = first.email
    await refused(browser, 409, "has a password")
    browser.http.cookies.clear()
    browser.http.cookies.set("osmosis_session", session.token)
    assert (await browser.sign_in()).status_code == 303
    browser.http.cookies.clear()
    assert (await browser.sign_in()).status_code == 303
    assert await browser.is_signed_in()


async def test_someone_else_at_the_provider_is_not_linked_to_who_is_signed_in(
    platform: Platform, browser: Browser, provider: ProviderDouble, ada: Member
):
    """A browser that was made to sign in at the provider as an attacker does not give the attacker its account."""
    first = platform.started.first_owner
    assert first is not None
    session = await sign_in.by_link(platform.database, first.token, PASSWORD, HOME)
    browser.http.cookies.set("osmosis_session", session.token)
    answer = await browser.sign_in()
    assert answer.status_code == 409
    browser.http.cookies.clear()
    await browser.sign_in()
    assert "ada@example.org" in (await browser.http.get("/main")).text


async def test_who_is_invited_gets_an_account_and_no_one_else(
    platform: Platform, browser: Browser, provider: ProviderDouble, owner: Member
):
    """Without an invitation there is no account; with one the person signs in and accepts it."""
    await refused(browser, 403, "invitation")
    async with platform.write() as unit:
        made = await members.invite(unit, owner, email="ada@example.org", role="member")
    page = await browser.http.get(f"/join/{made.token}")
    assert f"/oidc/start?next=/join/{made.token}" in page.text
    answer = await browser.sign_in(f"/join/{made.token}")
    joining = await browser.http.get(answer.headers["location"])
    token = joining.text.split('name="form_token" value="')[-1].split('"')[0]
    joined = await browser.http.post(f"/join/{made.token}", data={"form_token": token})
    assert joined.headers["location"] == "/main"
    async with platform.read() as unit:
        account = await accounts.by_email(unit, "ada@example.org")
        assert (account.name, account.has_password) == ("Ada", False)


async def test_an_invitation_gives_no_one_the_account_of_who_signs_in_by_the_provider(
    platform: Platform, browser: Browser, other: Member
):
    """Whoever invites an address to a workspace of their own has the link: it sets no password of that account."""
    async with platform.write() as unit:
        await accounts.add(unit, email="ada@example.org")
    await browser.sign_in()
    browser.http.cookies.clear()
    async with platform.write() as unit:
        made = await members.invite(unit, other, email="ada@example.org", role="member")
        with pytest.raises(StateConflictError, match="Sign in as"):
            await members.accept(unit, made.token, None, HOME)


async def test_a_disabled_person_does_not_come_in(platform: Platform, browser: Browser, ada: Member):
    """Neither linked before nor for the first time."""
    await browser.sign_in()
    browser.http.cookies.clear()
    async with platform.write() as unit:
        await accounts.disable(unit, await accounts.by_email(unit, "ada@example.org"))
    await refused(browser, 403, "No account")


WRONG_CLAIMS: tuple[dict[str, object], ...] = (
    {"nonce": "of another attempt"},
    {"nonce": None},
    {"aud": "another client"},
    {"aud": ["osmosis", "another client"]},
    {"azp": "another client"},
    {"iss": "http://127.0.0.1:1"},
    {"exp": 1_600_000_000},
    {"exp": None},
    {"iat": 32_503_680_000},
    {"sub": None},
    {"sub": ""},
    {"at_hash": "AAAA"},
)


async def test_an_id_token_of_another_attempt_client_issuer_or_time_proves_nothing(
    platform: Platform, browser: Browser, provider: ProviderDouble, ada: Member
):
    """Each claim is checked."""
    limits = replace(platform.settings.limits, sign_in_failures=len(WRONG_CLAIMS) + 1)
    platform.settings = replace(platform.settings, limits=limits)
    for changes in WRONG_CLAIMS:
        provider.claims = changes
        await refused(browser, 403, "does not prove")
    provider.claims = {}
    await browser.sign_in()
    assert await browser.is_signed_in()


async def test_an_id_token_that_the_provider_did_not_sign_proves_nothing(
    browser: Browser, provider: ProviderDouble, ada: Member
):
    """No signature, one by the client's own secret, one by another key."""
    for sign in ("none", "HS256", "other"):
        provider.sign = sign
        await refused(browser, 403, "does not prove")


async def test_keys_that_the_provider_changed_are_read_again(
    browser: Browser, provider: ProviderDouble, ada: Member, monkeypatch: pytest.MonkeyPatch
):
    """A rotation of keys locks no one out for longer than a minute."""
    await browser.sign_in()
    browser.http.cookies.clear()
    provider.key = ECKey.generate_key("P-256", {"kid": "two", "use": "sig", "alg": "ES256"})
    monkeypatch.setattr("osmosis_ai.platform.operations.openid._KEYS_AGAIN_SEC", -1.0)
    await browser.sign_in()
    assert await browser.is_signed_in()


async def test_an_address_of_userinfo_counts_beside_the_same_subject(
    browser: Browser, provider: ProviderDouble, ada: Member
):
    """Where the ID token has no address UserInfo is asked; one of another subject is refused."""
    provider.userinfo = {**provider.person, "sub": "someone-else"}
    await refused(browser, 403, "does not prove")
    provider.userinfo = dict(provider.person)
    await browser.sign_in()
    assert await browser.is_signed_in()


async def test_a_callback_is_good_for_the_browser_that_began_once(
    platform: Platform, browser: Browser, provider: ProviderDouble, ada: Member
):
    """Another browser, another state, another issuer, a second time: refused, and no one is signed in."""
    await browser.sign_in()
    address = browser.back
    browser.http.cookies.clear()
    assert (await browser.http.get(address)).status_code == 403
    for change in ({"state": "x"}, {"iss": "https://elsewhere.example"}, {"state": "\u00e9"}):
        back = httpx.URL(await browser.go_there())
        assert (await browser.http.get(back.copy_merge_params(change))).status_code == 403
    back = httpx.URL(await browser.go_there())
    used = back.copy_set_param("code", httpx.URL(address).params["code"])
    assert (await browser.http.get(used)).status_code == 403
    assert not await browser.is_signed_in()


async def test_what_the_provider_refuses_is_said(browser: Browser, provider: ProviderDouble):
    """`access_denied` is shown as a word; anything but a word of the standard is not repeated."""
    begun = await browser.begin()
    state = parse_qs(urlsplit(begun.headers["location"]).query)["state"][0]
    said = await browser.http.get("/oidc/callback", params={"error": "access_denied", "state": state})
    assert (said.status_code, "access_denied" in said.text) == (403, True)
    odd = await browser.http.get("/oidc/callback", params={"error": "<b>call me</b>", "state": state})
    assert "call me" not in odd.text


async def test_a_client_whose_codes_prove_nothing_is_held_up(
    platform: Platform, browser: Browser, provider: ProviderDouble
):
    """Each costs the provider a request, so they are counted as failed sign-ins are."""
    platform.settings = replace(platform.settings, limits=replace(platform.settings.limits, sign_in_failures=2))
    statuses = []
    for _ in range(3):
        begun = await browser.begin()
        state = parse_qs(urlsplit(begun.headers["location"]).query)["state"][0]
        statuses.append((await browser.http.get("/oidc/callback", params={"code": "x", "state": state})).status_code)
    assert statuses == [403, 403, 429]


async def test_a_provider_that_is_not_the_one_named_is_not_used(browser: Browser, provider: ProviderDouble):
    """Another issuer in its document, none, and an address that is not https, are 503; the log says why."""
    elsewhere = "https://elsewhere.example"
    for metadata in ({"issuer": elsewhere}, {"issuer": None}, {"authorization_endpoint": f"http{elsewhere[5:]}/a"}):
        provider.metadata = metadata
        answer = await browser.begin()
        assert answer.status_code == 503
        assert "log says why" in answer.text


async def test_linking_and_signing_in_are_in_the_audit_trail(platform: Platform, browser: Browser, ada: Member):
    """Who was linked to whom, and each sign-in, with the client's address."""
    await browser.sign_in()
    async with platform.read() as unit:
        rows = await unit.all(select(AuditEntry).order_by(AuditEntry.id))
    found = {row.action: row for row in rows}
    assert found["identity.link"].details["subject"] == "248289761001"
    assert found["sign_in.oidc"].address == found["identity.link"].address == "198.51.100.7"


async def test_without_a_provider_nothing_of_it_is_there(platform: Platform):
    """No link on the page, and no such address."""
    transport = httpx.ASGITransport(app=create_platform_app(platform))
    async with httpx.AsyncClient(transport=transport, base_url=PUBLIC) as http:
        assert "oidc" not in (await http.get("/login")).text
        assert (await http.get("/oidc/callback")).status_code != 403


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"oidc.issuer": "https://id.example.org"}, "no client_id"),
        ({"oidc.client_id": "osmosis"}, "no issuer"),
        ({"oidc.issuer": "http://id.example.org", "oidc.client_id": "osmosis"}, "is not the issuer"),
        ({"oidc.issuer": "https://id.example.org?x=1", "oidc.client_id": "osmosis"}, "is not the issuer"),
    ],
)
def test_settings_of_a_provider_that_cannot_work_are_refused(tmp_path: Path, given: dict[str, str], problem: str):
    """Before anything is served, by name."""
    with pytest.raises(OsmosisError, match=problem):
        load_settings(tmp_path, environment={}, overrides=given)


def test_settings_of_a_provider_come_from_the_file_and_the_environment(tmp_path: Path):
    """The secret is named by its file, so that it is in no setting."""
    (tmp_path / "platform.toml").write_text('[oidc]\nissuer = "https://id.example.org"\nclient_id = "a"\n')
    environment = {"OSMOSIS_PLATFORM_OIDC_CLIENT_SECRET_FILE": "secret"}
    settings = load_settings(tmp_path, environment=environment)
    assert settings.oidc == OpenIdSettings("https://id.example.org", "a", tmp_path / "secret", "single sign-on")
