"""What every test of the rollout package gets: a clean environment, and a virtual clock where it asks for one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from virtual_time import VirtualTimeLoop

from osmosis_ai.base.variables import ROLLOUT_ARTIFACT_ROOT, ROLLOUT_INSTANCE_ID


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "virtual_time: the test's event loop jumps over every wait")


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> Mapping[str, Any]:
    if item.get_closest_marker("virtual_time") is not None:
        return {"virtual": VirtualTimeLoop}
    return {"real": asyncio.SelectorEventLoop}


@pytest.fixture(autouse=True)
def usual_pace_of_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server looks through everything for garbage as it starts; in a process full of tests that takes half a second.

    The pace has its own tests (tests/unit/base/test_garbage.py, tests/durability/test_server_memory.py).
    """
    monkeypatch.setattr("osmosis_ai.rollout.server.app.less_frequent_gc", nullcontext)


@pytest.fixture(autouse=True)
def artifact_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the test's rollouts leave their files."""
    root = tmp_path / "artifacts"
    monkeypatch.setenv(ROLLOUT_ARTIFACT_ROOT, str(root))
    monkeypatch.delenv(ROLLOUT_INSTANCE_ID, raising=False)
    for name in ("OSMOSIS_CHAT_COMPLETIONS_URL", "OSMOSIS_API_KEY", "OSMOSIS_ROLLOUT_ID"):
        monkeypatch.delenv(name, raising=False)
    return root
