"""A sandbox of this machine: what runs in it, what it is held to, and what is left of it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from osmosis_ai.rollout.backend.harbor.bubblewrap_sandbox import (
    CommandResult,
    Mount,
    Sandbox,
    SandboxDiedError,
    SandboxSettings,
    SandboxStartError,
    SandboxTimeoutError,
    SandboxTransferError,
)
from tests.harbor.sandboxes import PATH, leftovers, settings, wait_until

pytest_plugins = ["tests.harbor.sandbox_fixtures"]


@pytest.fixture
async def sandbox(rootfs: Path, state_dir: Path) -> AsyncIterator[Sandbox]:
    made = await Sandbox.start(settings(rootfs, state_dir))
    yield made
    await made.stop()


async def sh(sandbox: Sandbox, script: str, **options: object) -> CommandResult:
    return await sandbox.run(["/bin/bash", "-c", script], env=PATH, **options)  # type: ignore[arg-type]


async def test_state_is_kept_between_commands_and_the_image_is_never_written_to(sandbox: Sandbox, rootfs: Path):
    """A file that one command wrote is there for the next; the root folder has what it had."""
    before = sorted(path.relative_to(rootfs) for path in rootfs.rglob("*"))
    await sh(sandbox, "echo kept > /root/file; rm /etc/group; useless=1 touch /etc/new")
    assert (await sh(sandbox, "cat /root/file; ls /etc/group")).stdout == "kept\n"
    assert sorted(path.relative_to(rootfs) for path in rootfs.rglob("*")) == before
    assert "root:x:0:" in (rootfs / "etc/group").read_text()


async def test_a_command_gets_its_environment_folder_and_account_and_gives_its_status(sandbox: Sandbox):
    """Nothing of this process's environment is passed on; a user has its groups and home."""
    os.environ["OSMOSIS_TEST_MARK"] = "outside"
    try:
        done = await sandbox.run(
            ["/bin/bash", "-c", "echo $A $HOME $OSMOSIS_TEST_MARK; pwd; id; echo e >&2; exit 7"],
            env={**PATH, "A": "a b"}, cwd="/tmp", user="agent",
        )  # fmt: skip
    finally:
        del os.environ["OSMOSIS_TEST_MARK"]
    assert done.stdout == "a b /home\n/tmp\nuid=1000(agent) gid=1000(agent) groups=1000(agent),2000(extra)\n"
    assert (done.stderr, done.status) == ("e\n", 7)
    assert (await sandbox.run(["/bin/bash", "-c", "kill -TERM $$"], env=PATH)).status == 128 + 15


@pytest.mark.parametrize(
    ("options", "said"),
    [({"cwd": "/none"}, "/none"), ({"user": "stranger"}, "stranger")],
)
async def test_a_command_that_cannot_be_started_says_why(sandbox: Sandbox, options: dict[str, str], said: str):
    """Its status is 126, and the reason is on its error output."""
    done = await sh(sandbox, "true", **options)
    assert done.status == 126
    assert said in done.stderr


async def test_a_timed_out_command_is_dead_with_all_that_it_started(sandbox: Sandbox):
    """Also what left its session and its parent; what an earlier command left running goes on."""
    await sh(sandbox, "setsid bash -c 'while :; do echo x >> /tmp/earlier; sleep 0.05; done' > /dev/null 2>&1 &")
    script = "setsid bash -c 'trap \"\" TERM; while :; do echo x >> /tmp/ticks; sleep 0.02; done' & sleep 60"
    with pytest.raises(SandboxTimeoutError, match="timed out after 1 seconds"):
        await sh(sandbox, script, timeout_sec=1)
    size = (await sh(sandbox, "stat -c %s /tmp/ticks")).stdout
    assert int(size) > 0
    earlier = int((await sh(sandbox, "stat -c %s /tmp/earlier")).stdout)
    await sh(sandbox, f"until [ $(stat -c %s /tmp/earlier) -gt {earlier + 10} ]; do sleep 0.05; done", timeout_sec=30)
    assert (await sh(sandbox, "stat -c %s /tmp/ticks")).stdout == size


async def test_a_command_that_times_out_takes_no_other_with_it(sandbox: Sandbox):
    """Neither one that runs beside it nor what an earlier one left running ends with a command that is killed."""
    await sh(sandbox, "sleep 1000 & echo $! > /root/left")
    beside = asyncio.create_task(sh(sandbox, "sleep 1; echo beside"))
    with pytest.raises(SandboxTimeoutError):
        await sh(sandbox, "setsid sleep 1001 & sleep 1002", timeout_sec=0.3)
    assert (await beside).stdout == "beside\n"
    assert (await sh(sandbox, "kill -0 $(cat /root/left) && cat /proc/[0-9]*/cmdline | tr -d '\\0'")).stdout.count(
        "sleep100"
    ) == 1


async def test_commands_run_where_as_many_processes_run_as_there_may_be(sandbox: Sandbox):
    """A command starts, and all processes can be killed, when the processes of an earlier one reach the limit."""
    await sh(sandbox, "for i in {1..100}; do sleep 1000 & done")
    current = Path(sandbox._groups["pids"], "pids.current")
    left = []
    while int(current.read_text()) < sandbox.settings.processes:
        left.append(asyncio.create_task(sandbox.run(["/bin/sleep", "1000"])))
        await asyncio.sleep(0.1)
    assert (await sandbox.run(["/bin/bash", "-c", "echo $((6 * 7))"], env=PATH)).stdout == "42\n"
    await sandbox.kill_all()
    assert (await sh(sandbox, "sleep 0; echo again")).stdout == "again\n"
    assert {(await each).status for each in left} == {128 + signal.SIGKILL}


async def test_a_command_whose_starter_is_killed_is_dead_and_the_next_one_runs(sandbox: Sandbox):
    """What starts commands may be killed from outside: the command counts as killed, and nothing of it goes on."""
    assert (await sh(sandbox, "true")).status == 0
    for _ in range(2):
        running = asyncio.create_task(sh(sandbox, "setsid sleep 1003 & sleep 1004"))
        await asyncio.to_thread(wait_until, lambda: len(_started(sandbox)) == 1 and _runs("1004"), "the command runs")
        os.kill(_started(sandbox)[0], signal.SIGKILL)
        assert (await running).status == 128 + signal.SIGKILL
        assert not _runs("1003")
        assert not _runs("1004")
    assert (await sh(sandbox, "echo next")).stdout == "next\n"


def _started(sandbox: Sandbox) -> list[int]:
    """The processes that start commands and have one, by their kind of group."""
    found = []
    for folder, _, _ in os.walk(sandbox._groups["pids"]):
        processes = [int(line) for line in Path(folder, "cgroup.procs").read_text().split()]
        if len(processes) > 1:
            found += [each for each in processes if b"bubblewrap_holder" in Path(f"/proc/{each}/cmdline").read_bytes()]
    return found


def _runs(seconds: str) -> bool:
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cmdline").read_bytes() == f"sleep\0{seconds}\0".encode():
                return True
        except OSError:
            continue
    return False


async def test_a_cancelled_command_is_dead(sandbox: Sandbox):
    """Whoever no longer waits for a command ends it."""
    running = asyncio.ensure_future(sh(sandbox, "touch /tmp/began; sleep 60 & sleep 61"))
    await sh(sandbox, "until [ -e /tmp/began ]; do sleep 0.02; done", timeout_sec=30)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert "sleep" not in (await sh(sandbox, "cat /proc/[0-9]*/comm")).stdout


async def test_kill_all_ends_what_runs_and_leaves_the_files(sandbox: Sandbox):
    """A writer in the background of another account is dead, without zombies; commands can be run afterwards."""
    await sh(sandbox, "for i in 1 2 3; do setsid sleep 1000 > /dev/null 2>&1 & done; echo kept > /tmp/f", user="agent")
    await sandbox.kill_all()
    left = (await sh(sandbox, "cat /tmp/f; cat /proc/[0-9]*/comm")).stdout.split()
    assert sorted(left) == [".first", "cat", "kept"]


async def test_what_kills_every_process_it_sees_does_not_end_the_sandbox(sandbox: Sandbox):
    """The first process gets no signal of another process in there, and reaps what it inherits."""
    await sh(sandbox, "(sleep 0.05 &); kill -9 1; kill -9 -1")
    assert (await sh(sandbox, "echo alive")).stdout == "alive\n"


async def test_a_killed_for_memory_is_told_apart(sandbox: Sandbox):
    """The kernel's own count says that the memory was used up; another kill is not one."""
    done = await sh(sandbox, "python3 -c 'x = bytearray(400 << 20)'")
    assert (done.status, done.out_of_memory) == (137, True)
    done = await sh(sandbox, "kill -9 $$")
    assert (done.status, done.out_of_memory) == (137, False)


async def test_a_sandbox_that_died_says_so_in_every_call(sandbox: Sandbox):
    """A command that runs gets the error, and so does every later one."""
    running = asyncio.ensure_future(sh(sandbox, "sleep 60"))
    await asyncio.sleep(0)
    os.kill(sandbox.first, signal.SIGKILL)
    with pytest.raises(SandboxDiedError, match="first process ended"):
        await running
    with pytest.raises(SandboxDiedError):
        await sh(sandbox, "true")


async def test_a_holder_that_is_killed_takes_the_sandbox_with_it(sandbox: Sandbox, state_dir: Path):
    """Nothing goes on in there, and stopping removes the rest."""
    assert sandbox._process is not None
    os.kill(sandbox._process.pid, signal.SIGKILL)
    wait_until(lambda: not Path(f"/proc/{sandbox.first}").exists(), "the first process is gone")
    with pytest.raises(SandboxDiedError):
        await sh(sandbox, "true")
    await sandbox.stop()
    assert not leftovers(state_dir)


async def test_output_is_bounded(sandbox: Sandbox):
    """A flood of output keeps its beginning and its end."""
    done = await sh(sandbox, "echo begin; head -c 40000000 /dev/zero | tr '\\0' x; echo; echo end")
    assert len(done.stdout) < 10 << 20
    assert done.stdout.startswith("begin\n")
    assert done.stdout.endswith("x\nend\n")
    assert "bytes left out" in done.stdout


async def test_files_go_in_and_come_out_as_they_are(sandbox: Sandbox, tmp_path: Path):
    """Folders, modes, links and empty files; root owns them inside, and nothing is followed outside."""
    source = tmp_path / "source"
    (source / "inner/empty").mkdir(parents=True)
    (source / "run.sh").write_text("#!/bin/sh\necho ran\n")
    (source / "run.sh").chmod(0o755)
    (source / "inner/link").symlink_to("../run.sh")
    (source / "inner/none").write_bytes(b"")
    await sandbox.put(source, "/data/here")
    assert (await sh(sandbox, "/data/here/inner/link; stat -c %u:%g /data/here/run.sh")).stdout == "ran\n0:0\n"
    await sandbox.put(source / "run.sh", "/data/other/name.sh")
    await sh(
        sandbox, "mkfifo /data/here/pipe; ln -s /etc/passwd /data/here/outside; ln /data/here/run.sh /data/here/hard"
    )
    await sandbox.get_folder("/data/here", tmp_path / "back")
    names = sorted(str(path.relative_to(tmp_path / "back")) for path in (tmp_path / "back").rglob("*"))
    assert names == ["hard", "inner", "inner/empty", "inner/link", "inner/none", "run.sh"]
    assert (tmp_path / "back/hard").read_text() == "#!/bin/sh\necho ran\n"
    await sandbox.get_file("/data/other/name.sh", tmp_path / "name.sh")
    assert (tmp_path / "name.sh").read_text() == "#!/bin/sh\necho ran\n"


async def test_a_link_in_the_sandbox_leads_to_no_file_of_the_machine(sandbox: Sandbox, tmp_path: Path):
    """Neither for what is brought in nor for what is brought out."""
    secret = tmp_path / "secret"
    secret.write_text("outside")
    (tmp_path / "new").write_text("new")
    await sh(sandbox, f"ln -s {secret} /tmp/link; ln -s {tmp_path} /tmp/folder")
    with pytest.raises(SandboxTransferError, match="is not a file"):
        await sandbox.get_file("/tmp/link", tmp_path / "got")
    await sandbox.put(tmp_path / "new", "/tmp/link")
    assert secret.read_text() == "outside"
    assert (await sh(sandbox, "cat /tmp/link")).stdout == "new"


async def test_no_more_comes_out_than_the_sandbox_may_hold(sandbox: Sandbox, tmp_path: Path):
    """A file of holes is counted with its holes."""
    await sh(sandbox, "mkdir /d; truncate -s 100G /d/sparse")
    with pytest.raises(SandboxTransferError, match="more bytes"):
        await sandbox.get_folder("/d", tmp_path / "back")
    assert not (tmp_path / "back").exists()


async def test_a_port_of_the_machine_is_reached_without_any_other_network(sandbox: Sandbox):
    """The sandbox's loopback has the one port that was given, and no other."""
    served = 0

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal served
        served += 1
        writer.write(b"hello " + await reader.readline())
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        ask = f"exec 3<>/dev/tcp/127.0.0.1/{port} && echo you >&3 && cat <&3"
        assert (await sh(sandbox, ask)).status != 0
        await sandbox.forward(port)
        assert (await sh(sandbox, ask)).stdout == "hello you\n"
    assert served == 1
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert (await sh(sandbox, f"exec 3<>/dev/tcp/127.0.0.1/{other.getsockname()[1]}")).status != 0


async def test_a_mounted_folder_is_written_to_only_where_that_was_asked_for(
    rootfs: Path, state_dir: Path, tmp_path: Path
):
    """What root in the sandbox writes to it belongs to the folder's owner."""
    (tmp_path / "shared").mkdir()
    (tmp_path / "fixed").mkdir()
    mounts = (
        Mount(Path("/usr"), "/usr"),
        Mount(tmp_path / "shared", "/shared", read_only=False),
        Mount(tmp_path / "fixed", "/fixed"),
    )
    sandbox = await Sandbox.start(settings(rootfs, state_dir, mounts=mounts))
    try:
        done = await sh(sandbox, "echo x > /shared/file; echo y > /fixed/file")
        assert "Read-only" in done.stderr
    finally:
        await sandbox.stop()
    assert (tmp_path / "shared/file").stat().st_uid == os.geteuid()
    assert not list((tmp_path / "fixed").iterdir())


async def test_a_sandbox_that_cannot_be_built_leaves_nothing(state_dir: Path, tmp_path: Path):
    """The error names the reason."""
    (tmp_path / "file").write_text("")
    with pytest.raises(SandboxStartError, match="is not a folder"):
        await Sandbox.start(SandboxSettings(rootfs=tmp_path / "file", state_dir=state_dir))
    missing = Mount(tmp_path / "missing", "/x")
    with pytest.raises(SandboxStartError, match="cannot be built"):
        await Sandbox.start(settings(tmp_path, state_dir, mounts=(missing,)))
    assert not leftovers(state_dir)


async def test_many_sandboxes_at_a_time_have_nothing_in_common(rootfs: Path, state_dir: Path):
    """Eight that write the same file read their own."""
    made = await asyncio.gather(*(Sandbox.start(settings(rootfs, state_dir)) for _ in range(8)))
    try:
        await asyncio.gather(*(sh(each, f"echo {number} > /tmp/f; sleep 0.1") for number, each in enumerate(made)))
        read = await asyncio.gather(*(sh(each, "cat /tmp/f; ls /proc | grep -c '^[0-9]'") for each in made))
    finally:
        await asyncio.gather(*(each.stop() for each in made))
    assert [done.stdout.split()[0] for done in read] == [str(number) for number in range(8)]
    assert all(int(done.stdout.split()[1]) < 8 for done in read)
