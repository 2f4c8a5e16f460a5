"""Ray Jobs by REST, on a double that errs as a real head does: the rules that the contract suite does not see."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from osmosis_ai.platform.compute.opening import open_pools
from osmosis_ai.platform.compute.port import (
    Chunk,
    Ended,
    Gone,
    Lost,
    Pool,
    Ref,
    RefusedError,
    Unsure,
    UnsureError,
    Waiting,
)
from osmosis_ai.platform.compute.probe import RAY_SUBREAPER, probe_node
from osmosis_ai.platform.pool_settings import PoolSettings
from tests.platform.compute.conftest import MEMORY, OWNER, ended, launch, says, stopped
from tests.platform.compute.fake_ray import FakeRay, Fault

TOKEN = "canary-token-of-the-cluster"


@pytest.fixture
def ray(tmp_path: Path) -> Iterator[FakeRay]:
    """A double that wants a token."""
    fake = FakeRay(tmp_path, token=TOKEN).start()
    yield fake
    fake.stop()


@pytest.fixture
async def pool(ray: FakeRay, tmp_path: Path) -> AsyncIterator[Pool]:
    """The pool of that cluster."""
    token_file = tmp_path / "token"
    token_file.write_text(f"{TOKEN}\n")
    settings = PoolSettings("cluster", "ray", address=ray.address, token_file=token_file)
    async with open_pools([settings], tmp_path) as pools:
        yield pools["cluster"]


async def test_the_entry_replaces_its_shell_and_has_no_token(pool: Pool, ray: FakeRay) -> None:
    """R7, R16: without `exec` a job outlives its raylet, and with the token it may run anything on the cluster."""
    ref = await pool.submit(launch("env; echo done"))
    assert ray.jobs[ref.launch_id].record["entrypoint"].startswith("exec env -u RAY_AUTH_TOKEN ")
    await says(pool, ref, "done")
    output = await pool.logs(ref)
    assert isinstance(output, Chunk)
    assert "RAY_AUTH" not in output.text


async def test_a_submission_asks_for_resources_and_waits_longer_than_the_grace(pool: Pool, ray: FakeRay) -> None:
    """R8, R14: Ray's own SIGKILL comes 5 s after that of the launch, and no launch runs on the head for want of a
    request."""
    await pool.submit(launch("true", grace=7, cpus=0.5))
    body = next(body for method, path, body in ray.requests if (method, path) == ("POST", "/api/jobs/"))
    assert body["runtime_env"]["env_vars"]["RAY_JOB_STOP_WAIT_TIME_S"] == "12"
    assert body["entrypoint_num_cpus"] == 0.5
    assert body["entrypoint_memory"] == MEMORY


async def test_the_clusters_token_is_in_nothing_that_the_cluster_shows(pool: Pool, ray: FakeRay) -> None:
    """R15: a job's entrypoint, environment and metadata can be read by everybody on the cluster."""
    await pool.submit(launch("true"))
    assert TOKEN not in ray.shown()


@pytest.mark.parametrize("kind", ["cut after", "error"])
async def test_a_launch_whose_answer_was_lost_is_found_by_its_id(pool: Pool, ray: FakeRay, kind: str) -> None:
    """R9: after a 500, a timeout or a cut the record of the id decides, and a record is ours."""
    one = launch("exit 3")
    if kind == "error":
        await pool.submit(one)  # the next one is a duplicate, which Ray answers with a 500
    else:
        ray.faults.append(Fault("POST", "/api/jobs/", "cut after"))
    ref = await pool.submit(one)
    assert len(ray.jobs) == 1
    assert (await ended(pool, ref)).exit == 3


@pytest.mark.parametrize("kind", ["cut before", "error"])
async def test_a_launch_without_a_record_is_unsure_and_can_be_submitted_again(
    pool: Pool, ray: FakeRay, kind: str
) -> None:
    """R9: without a record nothing is known: the launch may yet start, and the same one again is safe."""
    one = launch("exit 3")
    ray.faults.append(Fault("POST", "/api/jobs/", kind))  # type: ignore[arg-type]
    with pytest.raises(UnsureError, match="may have started"):
        await pool.submit(one)
    assert (await ended(pool, await pool.submit(one))).exit == 3


async def test_a_launch_that_ray_calls_invalid_is_refused_in_one_line(pool: Pool, ray: FakeRay) -> None:
    """A 400 is final. What is shown of it is the last line of the traceback, without the token."""
    ray.faults.append(Fault("POST", "/api/jobs/", "error", 400, f"Traceback\n  a line\nValueError: no such {TOKEN}"))
    with pytest.raises(RefusedError) as refused:
        await pool.submit(launch("true"))
    assert str(refused.value) == "pool cluster: Ray refuses the launch: ValueError: no such [REDACTED]"


async def test_a_head_that_was_started_again_has_lost_what_it_does_not_know(pool: Pool, ray: FakeRay) -> None:
    """R11: a 404 is a loss where another session answers, or the record of a known launch is gone; never a failure."""
    ref = await pool.submit(launch("sleep 1000"))
    ray.lose_jobs()
    assert await pool.state(ref) == Lost("the cluster has no record of it any more")
    ray.session = "session_2"
    assert await pool.state(ref) == Lost("the cluster was started again since")


async def test_a_404_of_something_else_is_unsure(pool: Pool, ray: FakeRay) -> None:
    """R11: whatever stands between may answer 404; only a cluster that says which it is can have lost a launch."""
    ref = await pool.submit(launch("sleep 1000"))
    ray.faults += [
        Fault("GET", ref.launch_id, "error", 404, "nginx"),
        Fault("GET", "/api/version", "error", 404, "nginx"),
    ]
    assert isinstance(await pool.state(ref), Unsure)
    await stopped(pool, ref)


@pytest.mark.parametrize("kind", ["error", "cut before"])
async def test_no_answer_is_unsure(pool: Pool, ray: FakeRay, kind: str) -> None:
    """R12: a 5xx and a broken connection say nothing about a launch."""
    ref = await pool.submit(launch("sleep 1000"))
    for method, suffix in (("GET", ref.launch_id), ("POST", "/stop"), ("GET", "/api/jobs/"), ("GET", "/logs")):
        ray.faults.append(Fault(method, suffix, kind))  # type: ignore[arg-type]
    assert isinstance(await pool.state(ref), Unsure)
    with pytest.raises(UnsureError):
        await pool.stop(ref)
    with pytest.raises(UnsureError):
        await pool.list(OWNER)
    assert isinstance(await pool.logs(ref), Gone)  # R18
    await stopped(pool, ref)


async def test_check_notices_a_head_that_answers_and_starts_nothing(pool: Pool, ray: FakeRay) -> None:
    """R12: GET goes on answering 200 while nothing can be submitted: check submits a small job."""
    ray.faults.append(Fault("POST", "/api/jobs/", "error"))
    with pytest.raises(UnsureError, match="Ray answered 500 to a launch"):
        await pool.check()


async def test_a_pending_launch_cannot_be_stopped_or_forgotten_and_says_so(pool: Pool, ray: FakeRay) -> None:
    """R13: for a pending job Ray's stop does nothing: the launch stays Waiting, and the wish is repeated."""
    ray.pending = True
    ref = await pool.submit(launch("true"))
    await pool.stop(ref)
    await pool.forget(ref)
    assert await pool.state(ref) == Waiting()
    with pytest.raises(UnsureError, match="no node ran a small job"):
        await probe_node(pool, seconds=0)


async def test_a_start_timeout_is_an_end_without_a_status(pool: Pool, ray: FakeRay) -> None:
    """R13: what Ray gave up before it was started has no exit status, and keeps Ray's own words, redacted."""
    ray.pending = True
    ref = await pool.submit(launch("true"))
    record = ray.jobs[ref.launch_id].record
    record |= {"status": "FAILED", "message": f"Job supervisor actor failed to start within 900 s with {TOKEN}."}
    assert await pool.state(ref) == Ended(None, "Job supervisor actor failed to start within 900 s with [REDACTED].")


async def test_a_signal_is_an_exit_status_beyond_128(pool: Pool, ray: FakeRay) -> None:
    """Ray calls a signal a negative code: the port has one form for all engines."""
    ref = await pool.submit(launch("true"))
    await ended(pool, ref)
    ray.jobs[ref.launch_id].record |= {"status": "FAILED", "driver_exit_code": -9}
    assert await pool.state(ref) == Ended(137, "killed by SIGKILL")


async def test_a_status_that_is_not_known_is_unsure(pool: Pool, ray: FakeRay) -> None:
    """A later Ray may have more states: one that is not known decides nothing."""
    ref = await pool.submit(launch("true"))
    ray.jobs[ref.launch_id].record["status"] = "HIBERNATED"
    assert isinstance(await pool.state(ref), Unsure)


async def test_output_is_read_with_a_limit(pool: Pool, ray: FakeRay) -> None:
    """R18: Ray sends its whole output at once, however much it is: beyond 8 MiB it is gone, not in memory."""
    ref = await pool.submit(launch("head -c 9000000 /dev/zero | tr '\\0' x"))
    await ended(pool, ref)
    output = await pool.logs(ref)
    assert isinstance(output, Gone)
    assert "8,388,608 bytes" in output.why


@pytest.mark.parametrize(
    ("change", "warning"),
    [
        ({"open": True}, "the cluster answers without its token"),
        ({"version": "2.53.1"}, "Ray 2.53.1 lets web pages delete jobs"),
    ],
)
async def test_check_warns_of_what_makes_a_cluster_unsafe(
    pool: Pool, ray: FakeRay, change: dict[str, object], warning: str
) -> None:
    """R6, R17: an open head, a Ray whose jobs web pages can delete, and nodes that leave processes behind."""
    assert (await pool.check()).warnings == ()
    for name, value in change.items():
        setattr(ray, name, value)
    (found,) = (await pool.check()).warnings
    assert warning in found
    assert not ray.jobs


@pytest.mark.parametrize("has_subreaper", [True, False])
async def test_check_warns_of_processes_that_nothing_ends(
    pool: Pool, ray: FakeRay, tmp_path: Path, has_subreaper: bool
) -> None:
    """R6: where bubblewrap does not work, a node without the raylet as subreaper leaves processes of jobs behind."""
    broken = tmp_path / "bin" / "bwrap"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\necho 'no namespaces here' >&2\nexit 1\n")
    broken.chmod(0o755)
    ray.variables["PATH"] = f"{broken.parent}:{os.environ['PATH']}"
    if not has_subreaper:
        del ray.variables[RAY_SUBREAPER]
    health = await pool.check()
    assert [each for each in health.warnings if "processes of a job may outlive it" in each] == (
        [] if has_subreaper else list(health.warnings)
    )
    assert len(health.warnings) == (not has_subreaper)
    assert health.isolation_problem is not None
    assert "no namespaces here" in health.isolation_problem


async def test_a_node_that_calls_every_end_a_success_is_believed_by_its_output(pool: Pool, ray: FakeRay) -> None:
    """R6, R20: with the raylet as subreaper Ray reports status 0 for every end; check reads what its job wrote."""
    ray.always_succeeds = True
    assert (await pool.check()).warnings == ()


async def test_a_token_that_the_cluster_does_not_take_is_unsure_and_named(pool: Pool, ray: FakeRay) -> None:
    """A wrong token ends no run: nothing is known until the operator has corrected the file that is named."""
    ray.token = "another"
    with pytest.raises(UnsureError, match=r"does not take the token \(401\): correct .*/token"):
        await pool.submit(launch("true"))
    assert isinstance(await pool.state(Ref("a-launch", "session_1", "a-launch")), Unsure)


async def test_a_cluster_that_is_not_there_is_unsure(tmp_path: Path) -> None:
    """An address where nothing answers: every call says so, and none decides anything."""
    settings = PoolSettings("cluster", "ray", address="http://127.0.0.1:9")
    async with open_pools([settings], tmp_path) as pools:
        pool = pools["cluster"]
        with pytest.raises(UnsureError, match=r"http://127.0.0.1:9 does not answer"):
            await pool.submit(launch("true"))
        assert isinstance(await pool.state(Ref("a-launch", "s", "a-launch")), Unsure)
        with pytest.raises(UnsureError):
            await pool.check()


async def test_the_token_is_read_anew_and_its_absence_is_named(pool: Pool, ray: FakeRay, tmp_path: Path) -> None:
    """A token that was replaced in its file counts at once; a file that is gone is named."""
    (tmp_path / "token").write_text("rotated-token-1")
    ray.token = "rotated-token-1"
    ref = await pool.submit(launch("true"))
    await ended(pool, ref)
    (tmp_path / "token").unlink()
    state = await pool.state(dataclasses.replace(ref))
    assert isinstance(state, Unsure)
    assert "token_file cannot be read" in state.cause
