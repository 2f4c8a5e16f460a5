"""Signing in by a real OpenID provider, the npm package oidc-provider, on loopback, in Chromium."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from osmosis_ai.platform.operations.openid_check import check_provider
from osmosis_ai.platform.settings import OpenIdSettings
from tests.platform.served import Served, operate, serving_platform
from tests.support.chromium import running_chromium
from tests.support.proxies import free_port

pytestmark = pytest.mark.timeout(600)
MODULES = os.environ.get("OSMOSIS_TEST_NODE_MODULES", "")
PROGRAM = Path(__file__).with_name("provider.mjs")
CLIENT, SECRET = "osmosis", "a secret of the client, with spaces & signs: %+"


@dataclass(frozen=True)
class Deployed:
    """A platform whose people sign in by a provider."""

    served: Served
    issuer: str

    def add(self, name: str) -> None:
        """Gives the provider's person of that name an account."""
        operate(self.served, "platform", "user", "add", f"{name}@example.org", "--data", str(self.served.data))

    def sign_in(self, page: webdriver.Chrome, name: str) -> str:
        """Signs that person in with clicks, the provider's consent included; the text of the page that it ends with."""
        page.get(f"{self.served.url}/login")
        page.find_element(By.LINK_TEXT, "Sign in with Example SSO").click()
        self._wait(page, lambda: page.find_elements(By.NAME, "login"))
        page.find_element(By.NAME, "login").send_keys(name)
        page.find_element(By.NAME, "password").send_keys("anything")
        page.find_element(By.CSS_SELECTOR, "button[type=submit]").click()
        consent = "input[name=prompt][value=consent]"
        self._wait(
            page, lambda: page.find_elements(By.CSS_SELECTOR, consent) or page.current_url.startswith(self.served.url)
        )
        if page.current_url.startswith(self.issuer):
            page.find_element(By.CSS_SELECTOR, "button[type=submit]").click()
        self._wait(
            page, lambda: page.current_url.startswith(self.served.url) and page.find_elements(By.TAG_NAME, "main")
        )
        return page.find_element(By.TAG_NAME, "main").text

    @staticmethod
    def _wait(page: webdriver.Chrome, condition) -> None:
        WebDriverWait(page, 60).until(lambda _: condition())


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployed]:
    node = shutil.which("node")
    assert node is not None, "install Node.js"
    assert MODULES, "OSMOSIS_TEST_NODE_MODULES names the node_modules with oidc-provider: nox -s deployment installs it"
    folder = tmp_path_factory.mktemp("openid")
    port, provider_port = free_port(), free_port()
    program = folder / PROGRAM.name
    program.write_text(PROGRAM.read_text())
    (folder / "node_modules").symlink_to(MODULES)  # where Node looks for packages of a program
    secret = folder / "client-secret"
    secret.write_text(SECRET)
    url, issuer = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{provider_port}"
    provider = subprocess.Popen(
        [node, str(program), str(provider_port), CLIENT, SECRET, f"{url}/oidc/callback"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert provider.stdout is not None
        assert "ready\n" in iter(provider.stdout.readline, ""), "the provider ended"
        given = {"OIDC_ISSUER": issuer, "OIDC_CLIENT_ID": CLIENT, "OIDC_CLIENT_SECRET_FILE": str(secret)}
        with serving_platform(folder / "data", port=port, OIDC_NAME="Example SSO", **given) as served:
            yield Deployed(served, issuer)
    finally:
        provider.terminate()
        provider.communicate(timeout=30)


@pytest.fixture
def page() -> Iterator[webdriver.Chrome]:
    with running_chromium() as page:  # the provider's own pages may want scripts; the platform's have none
        yield page


def test_a_person_signs_in_by_the_provider(deployed: Deployed, page: webdriver.Chrome):
    """Discovery, PKCE, client secret, signed ID token and UserInfo of a provider that is not ours fit together."""
    deployed.add("ada")
    assert "Workspaces" in deployed.sign_in(page, "ada")
    page.get(f"{deployed.served.url}/tokens")
    assert page.find_element(By.TAG_NAME, "main").text.startswith("Access tokens")


def test_the_doctor_asks_the_provider_for_its_redirect_address(deployed: Deployed):
    """It answers an authorization request without a page as the specification says, and refuses an address that is not
    registered."""
    redirect = f"{deployed.served.url}/oidc/callback"
    settings = OpenIdSettings(deployed.issuer, CLIENT)
    known, unknown = (
        asyncio.run(check_provider(settings, url)) for url in (deployed.served.url, "http://127.0.0.1:1/elsewhere")
    )
    assert [(each.ok, redirect in each.message) for each in known] == [(True, True)], known
    assert [each.ok for each in unknown] == [False]
    assert "Register http://127.0.0.1:1/elsewhere/oidc/callback" in (unknown[0].hint or "")
    assert not unknown[0].advisory


@pytest.mark.parametrize("name", ["stranger", "unverified"])
def test_who_has_no_account_or_no_verified_address_does_not_come_in(
    deployed: Deployed, page: webdriver.Chrome, name: str
):
    """The provider lets anyone in; the platform lets in whom it knows."""
    if name == "unverified":
        deployed.add(name)
    assert "That is not possible" in deployed.sign_in(page, name)
    page.get(f"{deployed.served.url}/tokens")
    assert page.current_url.startswith(f"{deployed.served.url}/login")
