"""Complaint 25: a sandbox that is present but unusable is found out by running it, and the remedy is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from osmosis_ai.base.processes.isolation import isolation_problem
from osmosis_ai.platform.operations import doctor
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.settings import SETTINGS_FILE, load_settings


async def checked(tmp_path: Path, text: str) -> list[doctor.Check]:
    """What the doctor says of the pools of a platform with these settings."""
    (tmp_path / "data").mkdir(exist_ok=True)
    (tmp_path / "data" / SETTINGS_FILE).write_text(text)
    async with Platform.open(load_settings(tmp_path / "data", environment={})) as platform:
        return [each for each in await doctor.examine(platform) if each.name.startswith("pool")]


@pytest.mark.parametrize("trusted", [False, True])
async def test_a_sandbox_that_does_not_work_is_reported_with_its_remedy(
    tmp_path: Path, broken_bubblewrap: None, trusted: bool
) -> None:
    """The doctor runs bubblewrap on each pool, and says of one that is not trusted that it runs no code, and why."""
    (found,) = await checked(tmp_path, f'[pools.here]\nengine = "local"\ntrusted = {str(trusted).lower()}')
    assert found.status == "warning"
    assert found.hint is not None
    assert "setting up uid map: Permission denied" in found.hint
    assert "kernel.apparmor_restrict_unprivileged_userns=0" in found.hint
    assert ("set trusted = true in [pools.here]" in found.hint) == (not trusted)


@pytest.mark.skipif(isolation_problem() is not None, reason=f"{isolation_problem()}")
@pytest.mark.parametrize(("trusted", "said"), [(False, "user code is isolated"), (True, "trusted")])
async def test_a_pool_that_isolates_is_fine_and_says_so(tmp_path: Path, trusted: bool, said: str) -> None:
    """Without a setting a pool needs nothing but a bubblewrap that works."""
    (found,) = await checked(tmp_path, f'[pools.here]\nengine = "local"\ntrusted = {str(trusted).lower()}')
    assert (found.status, found.hint) == ("ok", None)
    assert found.message.endswith(said)


async def test_a_cluster_that_does_not_answer_has_failed(tmp_path: Path) -> None:
    """The doctor names the pool, the address and what is wrong, and goes on with the others."""
    text = '[pools.far]\nengine = "ray"\naddress = "http://127.0.0.1:9"\n[pools.here]\nengine = "local"'
    far, here = await checked(tmp_path, text)
    assert (far.name, far.status) == ("pool far", "failed")
    assert "http://127.0.0.1:9 does not answer" in far.message
    assert here.name == "pool here"
