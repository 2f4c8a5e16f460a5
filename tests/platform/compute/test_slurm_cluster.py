"""A real Slurm: what a controller's death changes, and that a launch which was stopped while it waited never runs."""

from __future__ import annotations

import os

from osmosis_ai.platform.compute.port import Ended, Pool, Running, Unsure, Waiting
from tests.platform.compute.conftest import launch, says, stopped, until
from tests.support.slurm_cluster import SlurmCluster


async def test_a_waiting_launch_that_was_stopped_never_runs(pool: Pool, tmp_path: object) -> None:
    """A launch for which there is no room waits; stopped, it ends without having run."""
    cpus = os.cpu_count() or 1
    first = await pool.submit(launch("echo re''ady; sleep 1000", cpus=cpus))
    await says(pool, first, "ready")
    second = await pool.submit(launch("echo re''ady", cpus=cpus))
    assert isinstance(await pool.state(second), Waiting)
    state = await stopped(pool, second)
    assert isinstance(state, Ended)
    assert state.exit is None
    await stopped(pool, first)
    assert not (tmp_path / f"{second.launch_id}.log").exists()  # type: ignore[operator]


async def test_a_controller_that_was_killed_knows_its_launches_again(pool: Pool, slurm_cluster: SlurmCluster) -> None:
    """R11: without a controller every state is Unsure; started again, it knows what went on running meanwhile."""
    ref = await pool.submit(launch("trap 'exit 5' TERM; echo re''ady; while :; do sleep 0.1; done"))
    await says(pool, ref, "ready")
    slurm_cluster.kill_controller()
    try:
        assert isinstance(await pool.state(ref), Unsure)
    finally:
        slurm_cluster.start_controller()
    assert isinstance(await until(pool, ref, Running), Running)
    assert isinstance(await stopped(pool, ref), Ended)
