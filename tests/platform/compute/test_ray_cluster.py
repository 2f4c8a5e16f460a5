"""A real Ray cluster of two nodes: what the death of a node and of the head change."""

from __future__ import annotations

from osmosis_ai.platform.compute.port import Ended, Lost, Pool
from tests.platform.compute.conftest import launch, says, until
from tests.support.ray_cluster import RayCluster


async def test_a_node_that_is_killed_ends_its_launches(pool: Pool, ray_cluster: RayCluster) -> None:
    """R4, R7: with its node a launch has ended; the engine's word for it is an end without an exit status."""
    ref = await pool.submit(launch("echo re''ady; sleep 1000"))
    await says(pool, ref, "ready")
    ray_cluster.kill("node")
    try:
        state = await until(pool, ref, Ended)
    finally:
        ray_cluster.start_node()
    assert isinstance(state, Ended)
    assert state.exit != 0


async def test_a_head_that_is_started_again_from_memory_has_lost_its_launches(
    pool: Pool, ray_cluster: RayCluster
) -> None:
    """R11: another session answers, and knows nothing: the launch is lost, and never called failed."""
    ref = await pool.submit(launch("echo re''ady; sleep 1000"))
    await says(pool, ref, "ready")
    ray_cluster.kill("head")
    ray_cluster.kill("node")
    ray_cluster.start_head()
    ray_cluster.start_node()
    state = await pool.state(ref)
    assert isinstance(state, Lost)
    assert "started again" in state.why
