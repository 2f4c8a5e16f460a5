"""The page in a real browser: Chromium, driven through chromedriver, talking to nobody but this machine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import Page
from selenium import webdriver
from tests.support.chromium import running_chromium
from tests.support.run_folders import RunFolder

from osmosis_ai.viewer.app import page_app
from osmosis_ai.viewer.cache import RunCache
from osmosis_ai.viewer.serve import PageServer
from osmosis_ai.viewer.training_app import training_app
from osmosis_ai.viewer.training_runs import TrainingRuns

# Kept from the page by nothing it does: the browser hands it to every document before the document's own scripts.
WATCH = """
window.observed = [];
document.addEventListener("securitypolicyviolation", (event) => observed.push("policy: " + event.violatedDirective));
for (const name of ["alert", "confirm", "prompt", "open"]) window[name] = () => observed.push(name);
"""


@pytest.fixture(scope="session")
def chromium() -> Iterator[webdriver.Chrome]:
    """One browser for all tests; its console is kept."""
    with running_chromium() as found:
        found.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        yield found


@pytest.fixture
def evals(tmp_path: Path) -> Path:
    return tmp_path / "evals"


@pytest.fixture
def folder(evals: Path) -> RunFolder:
    """A finished run of 120 rows: every third failed, the others passed, or half so, in turn."""
    made = RunFolder(evals / "some-run", rows=120)
    for row in range(120):
        if row % 3 == 2:
            made.result(row, outcome="agent_failed", category="agent_error", error=f"no number in answer {row}")
        else:
            made.result(row, 1.0 if row % 3 == 0 else 0.5, seconds=1 + row % 7)
    return made.finish()


@pytest.fixture
def serve(chromium: webdriver.Chrome) -> Iterator[Callable[..., Page]]:
    """Serves a folder of (training) runs and opens its page. Fails when the page did anything it should not have."""
    servers: list[tuple[PageServer, threading.Thread]] = []
    pages: list[Page] = []

    def open_page(
        root: Path, only: str | None = None, *, dark: bool = False, width: int = 1280, training: bool = False
    ) -> Page:
        if training:
            server = PageServer(training_app(TrainingRuns(root, only)), command="osmosis train view")
        else:
            server = PageServer(page_app(RunCache(root, only)))
        thread = threading.Thread(target=server.run)
        thread.start()
        servers.append((server, thread))
        page = Page(chromium, f"http://127.0.0.1:{server.port}")
        page.emulate(width=width, dark=dark)
        chromium.get(server.url)
        pages.append(page)
        return page

    yield open_page
    faults = [fault for page in pages for fault in page.faults()]
    chromium.get("about:blank")
    for server, thread in servers:
        server.stop()
        thread.join(20)
    assert faults == []
