"""Chromium of the system, driven through chromedriver, talking to this machine alone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from selenium import webdriver

SWITCHES = (
    "--headless=new",
    "--no-sandbox",  # tests run as root in containers
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


@contextmanager
def running_chromium(switches: Sequence[str] = (), *, scripts: bool = True) -> Iterator[webdriver.Chrome]:
    """Within: a browser; its console is kept. Without `scripts` it runs no JavaScript of any page."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    assert None not in {browser, driver}, "install Chromium and its driver: apt-get install chromium chromium-driver"
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for switch in (*SWITCHES, *switches):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    found = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        if not scripts:
            found.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        yield found
    finally:
        found.quit()
