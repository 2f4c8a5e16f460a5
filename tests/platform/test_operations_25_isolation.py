"""Complaint 25: a sandbox that is present but unusable is found out by running it, and the remedy is printed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from osmosis_ai.platform.compute import namespaces
from osmosis_ai.platform.operations import doctor
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.settings import SETTINGS_FILE, load_settings


async def checked(tmp_path: Path, text: str) -> list[doctor.Check]:
    """What the doctor says of the pools of a platform with these settings."""
    (tmp_path / "data").mkdir(exist_ok=True)
    (tmp_path / "data" / SETTINGS_FILE).write_text(text)
    namespaces._find.cache_clear()
    try:
        async with Platform.open(load_settings(tmp_path / "data", environment={})) as platform:
            return [each for each in await doctor.examine(platform) if each.name.startswith("pool")]
    finally:
        namespaces._find.cache_clear()


@pytest.mark.parametrize("trusted", [False, True])
async def test_a_sandbox_that_does_not_work_is_reported_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trusted: bool
) -> None:
    """The doctor runs bubblewrap on each pool, and says of one that is not trusted that it runs no user code."""
    broken = tmp_path / "bin" / "bwrap"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{broken.parent}:{os.environ['PATH']}")
    (found,) = await checked(tmp_path, f'[pools.here]\nengine = "local"\ntrusted = {str(trusted).lower()}')
    assert found.status == "warning"
    assert found.hint is not None
    assert "setting up uid map: Permission denied" in found.hint
    assert "kernel.apparmor_restrict_unprivileged_userns=0" in found.hint
    assert ("set trusted = true in [pools.here]" in found.hint) == (not trusted)


async def test_a_cluster_that_does_not_answer_has_failed(tmp_path: Path) -> None:
    """The doctor names the pool, the address and what is wrong, and goes on with the others."""
    text = '[pools.far]\nengine = "ray"\naddress = "http://127.0.0.1:9"\n[pools.here]\nengine = "local"'
    far, here = await checked(tmp_path, text)
    assert (far.name, far.status) == ("pool far", "failed")
    assert "http://127.0.0.1:9 does not answer" in far.message
    assert here.name == "pool here"
