"""Signing in at a platform that is served: with forms, and with Chromium."""

from __future__ import annotations

import ssl
from pathlib import Path

import httpx
from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.platform.served import PASSWORD, Person, send_form

_PATIENCE_SEC = 60


def client(authority: Path | None, *, source: str = "127.0.0.1") -> httpx.Client:
    """A client that trusts the test's authority, at that address of loopback."""
    context = ssl.create_default_context(cafile=authority) if authority is not None else True
    transport = httpx.HTTPTransport(verify=context, local_address=source)
    return httpx.Client(transport=transport, timeout=60, follow_redirects=True)


def log_in_by_device(person: Person, browser: httpx.Client) -> str:
    """`osmosis auth login`, approved by a browser that is signed in; the address that the command printed."""
    with person.device_login() as (process, address):
        asked = browser.get(address)
        assert send_form(browser, asked, decision="approve").status_code == 200
        out, _ = process.communicate(timeout=120)
    assert process.returncode == 0, out
    return address


def log_in_in_chromium(person: Person, page: webdriver.Chrome, *, link: str | None) -> str:
    """`osmosis auth login`, approved with clicks; the text of the page that asked.

    With `link`, the one-time link, the browser first sets a password by it; else it is signed in already.
    """
    if link is not None:
        page.get(link)
        for name in ("password", "again"):
            page.find_element(By.NAME, name).send_keys(PASSWORD)
        _click(page, "Set the password and sign in")
        _says(page, "Workspaces")
    with person.device_login() as (process, address):
        page.get(address)
        asked = page.find_element(By.TAG_NAME, "main").text
        assert process.poll() is None, "opening the complete link approved it"
        _click(page, "Approve")
        _says(page, "The device is signed in")
        out, _ = process.communicate(timeout=120)
    assert process.returncode == 0, out
    return asked


def _click(page: webdriver.Chrome, text: str) -> None:
    page.find_element(By.XPATH, f"//button[normalize-space()='{text}']").click()


def _says(page: webdriver.Chrome, text: str) -> None:
    """Waits for the page that says so: a click returns before the page that it leads to is there."""
    patient = WebDriverWait(
        page, _PATIENCE_SEC, ignored_exceptions=[StaleElementReferenceException, NoSuchElementException]
    )
    patient.until(lambda shown: text in shown.find_element(By.TAG_NAME, "main").text)
