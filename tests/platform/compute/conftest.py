"""A pool of each engine for the contract suite.

`local` and a double of Ray by default. `OSMOSIS_TEST_RAY=1` (`nox -s ray`) and `OSMOSIS_TEST_SLURM=1` (`nox -s slurm`)
start the real ones on loopback and run the same suite on them.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from osmosis_ai.platform.compute.opening import open_pools
from osmosis_ai.platform.compute.port import Chunk, Ended, Launch, Lost, Pool, Ref, State
from osmosis_ai.platform.pool_settings import PoolSettings
from tests.platform.compute.fake_ray import FakeRay
from tests.support.ray_cluster import RayCluster
from tests.support.slurm_cluster import SlurmCluster

WITH_RAY = bool(os.environ.get("OSMOSIS_TEST_RAY"))
WITH_SLURM = bool(os.environ.get("OSMOSIS_TEST_SLURM"))
ENGINES = (["ray"] if WITH_RAY else []) + (["slurm"] if WITH_SLURM else []) or ["local", "double of ray"]
collect_ignore = [
    *([] if WITH_RAY else ["test_ray_cluster.py"]),
    *([] if WITH_SLURM else ["test_slurm_cluster.py"]),
]
_PAUSE_SECONDS = 0.05
MEMORY = 64 * 1024 * 1024


@pytest.fixture(scope="session")
def ray_cluster() -> Iterator[RayCluster]:
    """A private Ray cluster of two nodes, which wants a token."""
    cluster = RayCluster.start(token=secrets.token_hex(16))
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def slurm_cluster() -> Iterator[SlurmCluster]:
    """A private Slurm of one node."""
    cluster = SlurmCluster.start()
    yield cluster
    cluster.stop()


@pytest.fixture
def fake_ray(tmp_path: Path) -> Iterator[FakeRay]:
    """A double of Ray's REST interface."""
    fake = FakeRay(tmp_path).start()
    yield fake
    fake.stop()


@pytest.fixture(params=ENGINES)
def pool_settings(request: pytest.FixtureRequest, tmp_path: Path) -> PoolSettings:
    """The settings of a pool of each engine in turn."""
    match request.param:
        case "local":
            return PoolSettings("here", "local")
        case "ray":
            cluster: RayCluster = request.getfixturevalue("ray_cluster")
            token_file = tmp_path / "token"
            token_file.write_text(str(cluster.token))
            return PoolSettings("cluster", "ray", address=cluster.address, token_file=token_file)
        case "slurm":
            slurm: SlurmCluster = request.getfixturevalue("slurm_cluster")
            return PoolSettings("queue", "slurm", config_file=slurm.configuration, log_folder=tmp_path)
        case _:
            fake: FakeRay = request.getfixturevalue("fake_ray")
            return PoolSettings("double", "ray", address=fake.address)


@pytest.fixture
async def pool(pool_settings: PoolSettings, tmp_path: Path) -> AsyncIterator[Pool]:
    """That pool. What a test leaves running is stopped."""
    async with open_pools([pool_settings], tmp_path / "jobs") as pools:
        (pool,) = pools.values()
        yield pool
        for ref, state in await pool.list(OWNER):
            if not isinstance(state, Ended | Lost):
                await stopped(pool, ref)


OWNER = f"t{secrets.token_hex(4)}-"
"""What the ids of this run of the tests begin with."""


def launch(script: str, **options: object) -> Launch:
    """A launch of a shell script."""
    values = {"memory": MEMORY, "cpus": 0.1, "grace": 5, **options}
    return Launch(id=OWNER + secrets.token_hex(6), argv=("sh", "-c", script), **values)  # type: ignore[arg-type]


async def until(pool: Pool, ref: Ref, *kinds: type) -> State:
    """The first state of one of these kinds; pytest's own limit of time ends the wait."""
    while True:
        state = await pool.state(ref)
        if isinstance(state, kinds):
            return state
        await asyncio.sleep(_PAUSE_SECONDS)


async def ended(pool: Pool, ref: Ref) -> Ended:
    """How it ended."""
    state = await until(pool, ref, Ended)
    assert isinstance(state, Ended)
    return state


async def stopped(pool: Pool, ref: Ref) -> State:
    """How it ended, after it was wished to end as often as it takes."""
    while True:
        await pool.stop(ref)
        for _ in range(20):
            if isinstance(state := await pool.state(ref), Ended | Lost):
                return state
            await asyncio.sleep(_PAUSE_SECONDS)


async def says(pool: Pool, ref: Ref, word: str) -> None:
    """Returns once its output holds that word."""
    while True:
        output = await pool.logs(ref)
        if isinstance(output, Chunk) and word in output.text:
            return
        await asyncio.sleep(_PAUSE_SECONDS)


def gone(pid: int) -> bool:
    """Whether no process of that number runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] in (b"Z", b"X")
    except OSError:
        return True


async def until_gone(pid: int) -> None:
    """Returns once that process has ended."""
    while True:
        if gone(pid):
            return
        await asyncio.sleep(_PAUSE_SECONDS)
