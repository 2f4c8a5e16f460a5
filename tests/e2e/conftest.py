"""What the tests of whole evaluations share: a stub model for each test, and one workspace for all of them."""

import signal
from collections.abc import Iterator

import pytest
from eval_workspace import EvalWorkspace
from stub_openai import StubOpenAI


@pytest.fixture(scope="session", autouse=True)
def hangups_reach_what_is_started() -> Iterator[None]:
    """Under nohup SIGHUP is ignored, and what is started would inherit that; a handler is not inherited."""
    before = signal.getsignal(signal.SIGHUP)
    if before is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> EvalWorkspace:
    """A workspace whose path has a space and letters beyond ASCII. The first run in it makes the environment."""
    home = tmp_path_factory.mktemp("an evaluation's wörkspace")
    return EvalWorkspace(home, home / "cache")


@pytest.fixture
def stub() -> Iterator[StubOpenAI]:
    with StubOpenAI() as server:
        yield server
