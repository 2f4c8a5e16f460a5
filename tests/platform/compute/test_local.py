"""The local engine: what it promises beyond the contract, above all that nothing outlives a job."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from osmosis_ai.platform.compute import local, namespaces
from osmosis_ai.platform.compute.local import LocalPool
from osmosis_ai.platform.compute.local_supervisor import LOG_PIECE_BYTES, children
from osmosis_ai.platform.compute.namespaces import Namespace
from osmosis_ai.platform.compute.port import (
    Chunk,
    Ended,
    Lost,
    Ref,
    RefusedError,
    Running,
    Unsure,
    UnsureError,
    Waiting,
)
from osmosis_ai.platform.pool_settings import PoolLimits, PoolSettings
from tests.platform.compute.conftest import ended, launch, says, stopped, until, until_gone

DAEMONS = "(setsid sh -c 'sleep 1000 & exec sleep 1000' &); sleep 1000 & echo ready; wait"
MIB = 1024 * 1024


@pytest.fixture(params=["with a PID namespace", pytest.param("without one", marks=pytest.mark.long)])
def pool(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LocalPool:
    """A pool of this machine, with bubblewrap if it works here, and without."""
    if request.param == "without one":

        async def none() -> Namespace:
            return Namespace((), "bubblewrap is not used")

        monkeypatch.setattr(local, "pid_namespace", none)
    return LocalPool(PoolSettings("here", "local"), tmp_path / "jobs")


def below(pid: int) -> Iterator[int]:
    for child in children(pid):
        yield child
        yield from below(child)


def shown(pid: int, name: str) -> bytes:
    """What /proc says of a process."""
    return Path(f"/proc/{pid}/{name}").read_bytes()


@pytest.mark.parametrize("victim", ["supervisor", "job"])
async def test_no_process_outlives_a_job_that_is_killed(pool: LocalPool, victim: str) -> None:
    """R5: kill -9 of the supervisor or of the job's own process ends everything below, daemons too."""
    ref = await pool.submit(launch(DAEMONS))
    await says(pool, ref, "ready")
    processes = list(below(int(ref.native_id)))
    assert len(processes) >= 4
    job = next(pid for pid in processes if shown(pid, "cmdline").startswith(b"sh\0"))
    os.kill(int(ref.native_id) if victim == "supervisor" else job, signal.SIGKILL)
    state = await until(pool, ref, Lost, Ended)
    assert isinstance(state, Lost if victim == "supervisor" else Ended)
    for pid in processes:
        await until_gone(pid)


async def test_a_launch_whose_platform_was_killed_before_it_started_is_lost_and_forgotten(pool: LocalPool) -> None:
    """Its folder is there and no supervisor: for a minute it may yet start; then it is lost, and nothing is left."""
    await stopped(pool, await pool.submit(launch("sleep 1000")))  # makes the pool's folder
    begun = launch("sleep 1000")
    (pool.folder / begun.id / "work").mkdir(parents=True)
    ((ref, state),) = await pool.list(begun.id)
    assert isinstance(state, Waiting)
    long_ago = time.time() - 3600
    os.utime(pool.folder / begun.id, (long_ago, long_ago))
    assert isinstance(await pool.state(ref), Lost)
    await pool.forget(ref)
    assert await pool.list(begun.id) == []
    assert not (pool.folder / begun.id).exists()


async def test_what_a_job_leaves_behind_ends_with_it(pool: LocalPool) -> None:
    """A job that ends by itself has ended once its daemons have."""
    ref = await pool.submit(launch("(setsid sleep 1000 &); sleep 0.2; echo ready; exit 4"))
    await says(pool, ref, "ready")
    assert (await ended(pool, ref)).exit == 4
    assert not list(below(int(ref.native_id)))


async def test_a_job_beyond_its_memory_is_killed(pool: LocalPool) -> None:
    """All processes of a job together hold no more than it asked for; the end says so."""
    script = "python3 -c 'import time; held = b\"x\" * 200_000_000; time.sleep(100)'"
    end = await ended(pool, await pool.submit(launch(script, memory=64 * MIB)))
    assert end.exit != 0
    assert "bytes of memory" in end.reason


async def test_a_job_with_too_many_processes_is_killed(tmp_path: Path) -> None:
    """A job has no more processes than the pool gives; the end says so."""
    settings = PoolSettings("here", "local", limits=PoolLimits(processes=5))
    pool = LocalPool(settings, tmp_path)
    end = await ended(pool, await pool.submit(launch("for i in 1 2 3 4 5 6 7; do sleep 100 & done; wait")))
    assert "more than 5 processes" in end.reason


async def test_a_job_writes_no_larger_file_than_the_pool_allows(tmp_path: Path) -> None:
    """The limit of a file's size holds for every file that the job writes."""
    pool = LocalPool(PoolSettings("here", "local", limits=PoolLimits(file_bytes=1000)), tmp_path)
    ref = await pool.submit(launch("head -c 5000 /dev/zero > file; wc -c < file"))
    await ended(pool, ref)
    await says(pool, ref, "1000")


async def test_the_kept_output_is_bounded_and_says_what_is_missing(pool: LocalPool) -> None:
    """Of endless output the last part is kept, and a reader learns how much it missed."""
    lines = 3 * LOG_PIECE_BYTES // 100
    ref = await pool.submit(launch(f"yes {'x' * 99} | head -n {lines}; echo the last line"))
    await ended(pool, ref)
    first = await pool.logs(ref)
    assert isinstance(first, Chunk)
    assert first.skipped > 0
    text, chunk = first.text, first
    while chunk.text:
        following = await pool.logs(ref, chunk.next)
        assert isinstance(following, Chunk)
        assert not following.skipped
        chunk = following
        text += chunk.text
    assert text.endswith("the last line\n")
    assert len(text) <= 2 * LOG_PIECE_BYTES
    assert first.skipped + len(text) == lines * 100 + len("the last line\n")


async def test_the_environment_of_a_job_is_in_no_file_and_no_argument(pool: LocalPool) -> None:
    """R15: what a launch's environment holds is written down nowhere, and its supervisor does not have it."""
    ref = await pool.submit(launch("echo ready; sleep 1000", env={"TICKET": "canary-1b9f"}))
    await says(pool, ref, "ready")
    for path in pool.folder.rglob("*"):
        assert not path.is_file() or b"canary-1b9f" not in path.read_bytes()
    assert b"canary-1b9f" not in shown(int(ref.native_id), "environ")
    for pid in (int(ref.native_id), *below(int(ref.native_id))):
        assert b"canary-1b9f" not in shown(pid, "cmdline")
    await stopped(pool, ref)


async def test_the_folder_of_a_launch_is_its_owners_alone_and_goes_with_it(pool: LocalPool) -> None:
    """A job works in a private folder, with its temporary files, and nothing of it is left once it is forgotten."""
    ref = await pool.submit(launch("pwd; mktemp; touch made"))
    await ended(pool, ref)
    folder = pool.folder / ref.launch_id
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "work" / "made").exists()
    assert list((folder / "tmp").iterdir())
    await pool.forget(ref)
    assert not folder.exists()


async def test_a_restart_of_the_machine_is_a_loss_and_another_machine_is_unsure(pool: LocalPool) -> None:
    """R11: what ran before the machine's restart is lost, unless its end was written down; a server on another machine
    says that it cannot know."""
    running = await pool.submit(launch("echo ready; sleep 1000"))
    done = await pool.submit(launch("exit 3"))
    await ended(pool, done)
    machine, boot, start = running.incarnation.split("/")
    earlier = dataclasses.replace(running, incarnation=f"{machine}/another-boot/{start}")
    assert isinstance(await pool.state(earlier), Lost)
    assert isinstance(await pool.state(dataclasses.replace(done, incarnation=f"{machine}/another/1")), Ended)
    elsewhere = dataclasses.replace(running, incarnation=f"other/{boot}/{start}")
    assert isinstance(await pool.state(elsewhere), Unsure)
    with pytest.raises(UnsureError, match="started on another machine"):
        await pool.stop(elsewhere)
    await stopped(pool, running)


async def test_a_pid_that_another_process_has_now_is_neither_the_job_nor_stopped(pool: LocalPool) -> None:
    """A process is known by its start, not by its number alone."""
    other = await asyncio.create_subprocess_exec("sleep", "1000")
    ref = await pool.submit(launch("exit 3"))
    await ended(pool, ref)
    mistaken = Ref(ref.launch_id, ref.incarnation, str(other.pid))
    await pool.stop(mistaken)
    assert not isinstance(await pool.state(mistaken), Running)
    assert other.returncode is None
    other.kill()
    await other.wait()


async def test_a_command_that_cannot_be_executed_ends(pool: LocalPool) -> None:
    """An unknown program is an end with its reason, in words or in the output."""
    one = launch("true")
    ref = await pool.submit(type(one)(id=one.id, argv=("/no/such/program",)))
    end = await ended(pool, ref)
    output = await pool.logs(ref)
    assert end.exit != 0
    assert "/no/such/program" in end.reason + (output.text if isinstance(output, Chunk) else "")


async def test_a_pool_whose_command_is_not_installed_says_so(tmp_path: Path) -> None:
    """`check` names the program of `command` that is missing."""
    pool = LocalPool(PoolSettings("here", "local", command=("no-such-program", "run")), tmp_path)
    with pytest.raises(RefusedError, match="no-such-program is not installed"):
        await pool.check()


async def test_a_machine_without_bubblewrap_is_told_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """25: bubblewrap is run, not looked for: one that is there and fails is reported with the remedy."""
    broken = tmp_path / "bin" / "bwrap"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\necho 'setting up uid map: Permission denied' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{broken.parent}:{os.environ['PATH']}")
    namespaces._find.cache_clear()
    try:
        health = await LocalPool(PoolSettings("here", "local"), tmp_path / "jobs").check()
    finally:
        namespaces._find.cache_clear()
    assert "setting up uid map: Permission denied" in health.warnings[0]
    assert health.isolation_problem is not None
    assert "setting up uid map: Permission denied" in health.isolation_problem
    assert "install bubblewrap" in health.isolation_problem
