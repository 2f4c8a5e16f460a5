"""Fixtures for sandboxes; a module of tests that names this one as a plugin has them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harbor.sandboxes import groups_of, leftovers, make_rootfs, need_root_and_bubblewrap, remember, wait_until

os.environ.setdefault("HARBOR_TELEMETRY", "0")
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")


@pytest.fixture(scope="session")
def rootfs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_rootfs(tmp_path_factory.mktemp("image"))


@pytest.fixture
def state_dir(tmp_path: Path) -> Iterator[Path]:
    """Where sandboxes are kept; at the end of a test nothing of them is left."""
    need_root_and_bubblewrap()
    place = tmp_path / "sandboxes"
    place.mkdir(mode=0o700)
    yield place
    remember(place)
    wait_until(lambda: not leftovers(place) and not groups_of(place), f"nothing is left: {leftovers(place)}")
