"""The platform's pages in a real browser with JavaScript off, at two widths, dark and light."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait
from tests.support.repositories import Repository

from osmosis_ai.platform.app import create_platform_app
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.settings import load_settings

sys.path.insert(0, str(Path(__file__).parents[1] / "contract"))

from live_server import live_server

PASSWORD = "correct horse battery"


class App:
    """Opens a platform when the server starts it."""

    def __init__(self, folder: Path) -> None:
        keys = {"secrets.key_file": str(folder / "keys")}
        variables = {"OSMOSIS_PLATFORM_GIT_FOLDERS": str(folder)}
        self.opening = Platform.open(load_settings(folder / "data", environment=variables, overrides=keys))

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        await receive()
        self.platform = await self.opening.__aenter__()
        self.app = create_platform_app(self.platform)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.opening.__aexit__(None, None, None)
        await send({"type": "lifespan.shutdown.complete"})


@pytest.fixture
def app(tmp_path: Path) -> App:
    return App(tmp_path)


@pytest.fixture
def url(app: App) -> Iterator[str]:
    """The address of a platform that is up."""
    with live_server(app) as address:
        assert httpx.get(f"{address}/readyz", timeout=60).json()["ready"]
        yield address


@pytest.fixture
def page(chromium: webdriver.Chrome) -> Iterator[webdriver.Chrome]:
    """A browser without JavaScript."""
    chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    chromium.delete_all_cookies()
    yield chromium
    chromium.get_log("browser")  # emptied: forms that are refused stand there, and other tests have to find no error
    chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def show(page: webdriver.Chrome, *, width: int, scheme: str) -> None:
    """Makes the browser as wide as a screen and as light or dark as its owner likes."""
    page.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500},
    )
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )


def button(page: webdriver.Chrome, text: str) -> WebElement:
    return page.find_element(By.XPATH, f"//button[normalize-space()='{text}']")


def says(page: webdriver.Chrome, text: str) -> None:
    """Waits for the page that says so: a click returns before the page that it leads to is there.

    While one page takes the place of the other, Chromium's driver has several words for an element that is gone.
    """
    found = WebDriverWait(page, 20, ignored_exceptions=[WebDriverException])
    found.until(lambda shown: text in shown.find_element(By.TAG_NAME, "main").text)


def fits(page: webdriver.Chrome, width: int) -> None:
    """Waits until the page, what has to be scrolled to included, is no wider: its first layout may be another's."""

    def wide(shown: webdriver.Chrome) -> int:
        return int(shown.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]["width"])

    WebDriverWait(page, 20).until(lambda shown: wide(shown) <= width, f"{page.current_url} is wider than {width}")


def sign_in(app: App, url: str, page: webdriver.Chrome) -> None:
    """Sets the first owner's password, which signs them in."""
    first = app.platform.started.first_owner
    assert first is not None
    page.get(f"{url}/link/{first.token}")
    for name in ("password", "again"):
        page.find_element(By.NAME, name).send_keys(PASSWORD)
    button(page, "Set the password and sign in").click()
    says(page, "Workspaces")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_a_device_is_signed_in_by_clicking(app: App, url: str, page: webdriver.Chrome, width: int, scheme: str):
    """The one-time link, a password, the device's page, a click: the device gets its token; no page is too wide."""
    show(page, width=width, scheme=scheme)
    sign_in(app, url, page)
    started = httpx.post(f"{url}/api/cli/device/authorize", json={"deviceName": "ada-laptop"}).json()
    page.get(f"{url}/device?user_code={started['user_code']}")
    shown = page.find_element(By.TAG_NAME, "main").text
    for text in (started["user_code"], "ada-laptop", "127.0.0.1"):
        assert text in shown
    poll = {"device_code": started["device_code"]}
    assert httpx.post(f"{url}/api/cli/device/token", json=poll).json()["error"] == "authorization_pending"
    fits(page, width)
    button(page, "Approve").click()
    says(page, "The device is signed in")
    assert httpx.post(f"{url}/api/cli/device/token", json=poll).status_code == 200

    for path in ("/tokens", "/main", "/main/evals", "/main/datasets", "/"):
        page.get(url + path)
        fits(page, width)
    button(page, "Sign out").click()
    WebDriverWait(page, 20).until(lambda shown: shown.current_url == f"{url}/login")
    background = page.find_element(By.TAG_NAME, "body").value_of_css_property("background-color")
    assert (sum(int(part) for part in background.split("(")[1].split(")")[0].split(",")[:3]) < 384) is (
        scheme == "dark"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_a_repository_is_connected_and_disconnected_by_clicking(
    app: App, url: str, page: webdriver.Chrome, tmp_path: Path, width: int, scheme: str
):
    """A refused address stays in the form, a good one gives a push hook; no page is too wide; the end is folded."""
    show(page, width=width, scheme=scheme)
    sign_in(app, url, page)
    page.get(f"{url}/main/integrations/git")
    page.find_element(By.NAME, "url").send_keys("ftp://host/acme/agents")
    button(page, "Connect").click()
    says(page, "url cannot be used")
    fits(page, width)
    field = page.find_element(By.NAME, "url")
    assert field.get_attribute("value") == "ftp://host/acme/agents"
    field.clear()
    Repository(tmp_path / "acme" / "agents.git").commit({"rollouts/demo/main.py": b"print(1)\n"})
    field.send_keys(str(tmp_path / "acme" / "agents.git"))
    button(page, "Connect").click()
    says(page, "/api/v1/git/push/osm_hok_")
    fits(page, width)
    page.get(f"{url}/main/integrations/git")
    says(page, "acme/agents")
    fits(page, width)
    assert not button(page, "Disconnect acme/agents").is_displayed()
    page.find_element(By.XPATH, "//summary[normalize-space()='Disconnect the repository']").click()
    button(page, "Disconnect acme/agents").click()
    says(page, "No repository is connected.")
    fits(page, width)
