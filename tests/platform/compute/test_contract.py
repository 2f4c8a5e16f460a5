"""What every engine promises, on each of them: the rules of `platform/compute/port.py` as cases."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import secrets

import pytest

from osmosis_ai.platform.compute.opening import open_pools
from osmosis_ai.platform.compute.port import Chunk, Ended, Gone, Launch, Lost, Pool, RefusedError, Running, Waiting
from osmosis_ai.platform.compute.requests import user_code_refusal
from osmosis_ai.platform.pool_settings import PoolSettings
from tests.platform.compute.conftest import MEMORY, OWNER, ended, launch, says, stopped

# Ray's output begins with the launch's own command: what a script prints must not be a part of it as it stands.
TRAPS = "trap 'echo en''ded; exit 5' TERM; echo re''ady; while :; do sleep 0.05; done"
IGNORES = "trap '' TERM; echo re''ady; while :; do sleep 0.05; done"


async def test_a_launch_runs_and_its_end_says_the_exit_status(pool: Pool) -> None:
    """A submitted command runs without a shell of its own, gets its variables, and ends with the status it had."""
    ref = await pool.submit(launch('echo "<$GREETING>"; exit 3', env={"GREETING": 'it\'s a "test" $HOME'}))
    assert (await ended(pool, ref)).exit == 3
    await says(pool, ref, '<it\'s a "test" $HOME>')


async def test_a_success_is_exit_status_0(pool: Pool) -> None:
    """A command that succeeds ends with 0."""
    assert (await ended(pool, await pool.submit(launch("true")))).exit == 0


async def test_the_same_launch_again_is_the_same_ref_and_starts_nothing(pool: Pool) -> None:
    """R1, R9: submitted twice at once and again after its end, a launch has run once."""
    one = launch("echo r''an")
    refs = [*await asyncio.gather(pool.submit(one), pool.submit(one))]
    await ended(pool, refs[0])
    refs.append(await pool.submit(one))
    assert len(set(refs)) == 1
    await ended(pool, refs[0])
    await says(pool, refs[0], "ran")
    output = await pool.logs(refs[0])
    assert isinstance(output, Chunk)
    assert output.text.count("ran") == 1


async def test_a_stop_gives_the_launch_its_grace(pool: Pool) -> None:
    """R8: SIGTERM comes first, and what the launch does about it counts, as far as the engine says how it ended."""
    ref = await pool.submit(launch(TRAPS))
    await says(pool, ref, "ready")
    state = await stopped(pool, ref)
    assert isinstance(state, Ended)
    assert state.exit in (5, None)  # Ray does not say how what it stopped has ended
    await says(pool, ref, "ended")


async def test_a_launch_that_ignores_a_stop_is_killed_after_its_grace(pool: Pool) -> None:
    """R8: SIGKILL follows when the grace is over."""
    ref = await pool.submit(launch(IGNORES, grace=1))
    await says(pool, ref, "ready")
    state = await stopped(pool, ref)
    assert isinstance(state, Ended)
    assert state.exit in (None, 137)


async def test_a_launch_ends_at_its_wall(pool: Pool) -> None:
    """However long it would run, a launch ends when its wall is reached, also when it ignores SIGTERM."""
    assert (await ended(pool, await pool.submit(launch(IGNORES, wall=1, grace=1)))).exit != 0


async def test_stopping_what_has_ended_or_is_not_known_does_nothing(pool: Pool) -> None:
    """A stop is a wish: repeated after the end, and for a launch that never was, it is no error."""
    ref = await pool.submit(launch("exit 3"))
    before = await ended(pool, ref)
    await pool.stop(ref)
    assert await pool.state(ref) == before
    await pool.stop(dataclasses.replace(ref, launch_id="never-was-one", native_id="4000000"))


async def test_what_is_not_known_is_lost_and_never_called_failed(pool: Pool) -> None:
    """R11: an absent record, or one of another incarnation, is Lost."""
    ref = await pool.submit(launch("true"))
    await ended(pool, ref)
    absent = dataclasses.replace(ref, launch_id=OWNER + "absent", native_id="4000000")
    assert isinstance(await pool.state(absent), Lost)
    assert isinstance(await pool.logs(absent), Gone)


async def test_the_list_has_every_launch_of_its_owner_and_no_other(pool: Pool) -> None:
    """Reconciliation finds each launch, running and ended, by what its id begins with."""
    running = await pool.submit(launch("echo re''ady; sleep 100"))
    await says(pool, running, "ready")
    done = await pool.submit(launch("exit 3"))
    await ended(pool, done)
    listed = dict(await pool.list(OWNER))
    assert isinstance(listed[running], Running)
    assert listed[done] == await pool.state(done)
    assert not await pool.list("nobody-")
    await stopped(pool, running)


async def test_forgetting_removes_an_end_and_leaves_what_runs(pool: Pool, pool_settings: PoolSettings) -> None:
    """R21: an ended launch is forgotten once that was recorded; one that runs stays known."""
    running = await pool.submit(launch("echo re''ady; sleep 100"))
    await says(pool, running, "ready")
    await pool.forget(running)
    assert isinstance(await pool.state(running), Running)
    await stopped(pool, running)
    await pool.forget(running)
    if pool_settings.engine != "slurm":  # whose controller forgets by itself, MinJobAge after the end
        assert isinstance(await pool.state(running), Lost)
    assert isinstance(await pool.logs(running), Gone)


async def test_output_is_read_from_a_position_on(pool: Pool) -> None:
    """Each part of the output says where the next one begins, and an end that was reached gives an empty one."""
    ref = await pool.submit(launch("echo one; echo t''wo"))
    await ended(pool, ref)
    await says(pool, ref, "two")
    whole = await pool.logs(ref)
    assert isinstance(whole, Chunk)
    at = whole.text.index("two")
    rest = await pool.logs(ref, at)
    assert isinstance(rest, Chunk)
    assert rest.text == whole.text[at:]
    assert await pool.logs(ref, whole.next) == Chunk("", whole.next)


async def test_more_than_the_pool_gives_is_refused_and_not_started(pool: Pool, pool_settings: PoolSettings) -> None:
    """A launch beyond a limit is refused with the limit's name, and no engine hears of it."""
    with pytest.raises(RefusedError, match=rf"2 GPUs are asked for, and pool {pool_settings.name} gives 0"):
        await pool.submit(launch("true", gpus=2))
    assert not await pool.list(OWNER + "-")


async def test_a_launch_gets_nothing_of_the_platforms_environment(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """R15, R16: neither the platform's variables nor a cluster's token are in the environment of a launch."""
    monkeypatch.setenv("OSMOSIS_PLATFORM_DATABASE_URL", "canary-of-the-platform")
    ref = await pool.submit(launch("env; echo do''ne"))
    await ended(pool, ref)
    await says(pool, ref, "done")
    output = await pool.logs(ref)
    assert isinstance(output, Chunk)
    assert "canary-of-the-platform" not in output.text
    assert "RAY_AUTH_TOKEN=" not in output.text


async def test_another_object_of_the_same_settings_is_the_same_pool(
    pool: Pool, pool_settings: PoolSettings, tmp_path: object
) -> None:
    """A pool keeps no state: after a restart of the platform its launches are known, and their ends are learned."""
    ref = await pool.submit(launch(TRAPS))
    await says(pool, ref, "ready")
    async with open_pools([pool_settings], tmp_path / "jobs") as pools:  # type: ignore[operator]
        again = pools[pool_settings.name]
        assert isinstance(await again.state(ref), Running)
        assert isinstance(await stopped(again, ref), Ended)
    assert (await ended(pool, ref)).exit in (5, None)


async def test_check_reaches_a_node_and_leaves_nothing_behind(pool: Pool, pool_settings: PoolSettings) -> None:
    """R12, 25: check runs a small job that tries bubblewrap, and says what it found; the job is gone afterwards."""
    health = await pool.check()
    assert health.version
    assert health.slots == pool_settings.slots
    assert health.incarnation
    assert not [each for each in await pool.list("osmosis-check-") if isinstance(each[1], Running | Waiting)]
    assert health.isolation_problem is None or "bubblewrap" in health.isolation_problem
    assert await user_code_refusal(dataclasses.replace(pool_settings, trusted=True)) is None


async def test_the_pools_own_command_runs_the_launch(pool_settings: PoolSettings, tmp_path: object) -> None:
    """The setting `command` stands before the launch's own command, as `podman run` or `apptainer exec` do."""
    wrapped = dataclasses.replace(pool_settings, command=("env", "WRAPPED=by the pool"))
    async with open_pools([wrapped], tmp_path / "jobs") as pools:  # type: ignore[operator]
        pool = pools[wrapped.name]
        ref = await pool.submit(launch('echo "<$WRAPPED>"'))
        await ended(pool, ref)
        await says(pool, ref, "<by the pool>")


@pytest.mark.parametrize(
    "name", ["short", "Upper-case-id", "with/slash-in-it", "with space in it", "x" * 64, "umlaut-äöü-id", ""]
)
def test_an_id_that_an_engine_cannot_take_is_no_launch(name: str) -> None:
    """R10: such an id never reaches an engine, where some leave a record that cannot be removed."""
    with pytest.raises(ValueError, match="is not the id of a launch"):
        Launch(id=name, argv=("true",), memory=MEMORY)


@pytest.mark.parametrize(
    "wrong",
    [
        {"argv": ()},
        {"argv": ("a\0b",)},
        {"env": {"A=B": ""}},
        {"env": {"A": "\0"}},
        {"cpus": 0},
        {"cpus": float("nan")},
        {"memory": 0},
        {"wall": float("inf")},
        {"grace": -1},
    ],
)
def test_what_no_engine_can_start_is_no_launch(wrong: dict[str, object]) -> None:
    """R14: a launch names a command and always asks for resources."""
    values: dict[str, object] = {"id": "a-good-name", "argv": ("true",), **wrong}
    with pytest.raises(ValueError):  # noqa: PT011 - each says something else
        Launch(**values)  # type: ignore[arg-type]


def test_a_launch_can_be_kept_as_json() -> None:
    """The database keeps a launch before it is submitted: it is made of plain values."""
    one = launch("true", env={"A": "b"})
    kept = json.dumps({"id": one.id, "argv": one.argv, "env": dict(one.env), "cpus": one.cpus, "wall": one.wall})
    assert json.loads(kept)["env"] == {"A": "b"}
    assert secrets.compare_digest(one.id[: len(OWNER)], OWNER)
    assert os.sep not in one.id
