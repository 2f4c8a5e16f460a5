"""Ways out of a sandbox. Each one is first shown to work outside, with the same script, and then fails inside."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from osmosis_ai.rollout.backend.harbor.bubblewrap_sandbox import Sandbox
from tests.harbor.sandboxes import PATH, settings

PYTHON = "/usr/bin/python3"

pytest_plugins = ["tests.harbor.sandbox_fixtures"]


@pytest.fixture
async def sandbox(rootfs: Path, state_dir: Path) -> AsyncIterator[Sandbox]:
    made = await Sandbox.start(settings(rootfs, state_dir))
    yield made
    await made.stop()


def outside(script: str, seconds: float = 30) -> bool:
    """Whether a script succeeds on this machine, as this account."""
    done = subprocess.run(["/bin/bash", "-c", script], env=PATH, capture_output=True, timeout=seconds, check=False)
    return done.returncode == 0


async def inside(sandbox: Sandbox, script: str, user: str | None = None) -> bool:
    """Whether the same script succeeds in the sandbox."""
    done = await sandbox.run(["/bin/bash", "-c", script], env=PATH, user=user, timeout_sec=60)
    assert done.status not in (126, 127), done
    return done.status == 0


@contextmanager
def victim() -> Iterator[int]:
    """A process of this machine that holds a secret in its environment and memory."""
    held = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, env={**PATH, "SECRET": "outside"})
    try:
        yield held.pid
        assert held.poll() is None, "the process outside was ended from the sandbox"
    finally:
        held.kill()
        held.wait()


MOUNTS = {
    "a mount": "unshare --mount true",
    "a mount in a user namespace": f"{PYTHON} -c 'import ctypes; exit(ctypes.CDLL(None).unshare(0x10020000) != 0)'",
    "another view of processes": "unshare --user --map-root-user --pid --fork --mount-proc true",
    "a writable kernel setting": "cd /proc/sys/kernel && cat core_pattern > core_pattern",
    "a device": "mknod /tmp/osmosis-dev c 1 3; test -c /tmp/osmosis-dev; r=$?; rm -f /tmp/osmosis-dev; exit $r",
    "a host name": "hostname \"$(cat /proc/sys/kernel/hostname)\"",
}  # fmt: skip


@pytest.mark.parametrize("script", MOUNTS.values(), ids=MOUNTS.keys())
async def test_nothing_is_mounted_or_made_that_reaches_the_machine(sandbox: Sandbox, script: str):
    """Root in the sandbox has no power over mounts, devices, namespaces and the kernel's settings."""
    assert outside(script)
    assert not await inside(sandbox, script)


async def test_no_process_of_the_machine_is_seen_traced_or_signalled(sandbox: Sandbox):
    """Neither its environment nor its memory is read, by its number or by looking at every number."""
    with victim() as pid:
        script = f"tr '\\0' '\\n' < /proc/{pid}/environ | grep -q SECRET=outside && kill -0 {pid}"
        trace = f"{PYTHON} -c 'import ctypes, sys; sys.exit(ctypes.CDLL(None).ptrace(16, {pid}, 0, 0) != 0)'"
        anywhere = "cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -q SECRET=outside"
        for attempt in (script, trace, anywhere):
            assert outside(attempt), attempt
            assert not await inside(sandbox, attempt), attempt
        assert not await inside(sandbox, "kill -9 -1; false")


async def test_the_first_process_of_the_sandbox_gives_nothing_away(sandbox: Sandbox):
    """What bubblewrap and its holder had open or in their environment is not there to be read."""
    done = await sandbox.run(
        ["/bin/bash", "-c", "cat /proc/1/environ; ls -l /proc/1/fd /proc/self/fd; cat /proc/self/cgroup"], env=PATH
    )
    assert str(sandbox.folder) not in done.stdout
    assert "socket:" not in done.stdout
    assert "osmosis-sandbox" not in done.stdout


@pytest.mark.parametrize("abstract", [True, False], ids=["abstract", "in a folder"])
async def test_no_socket_of_the_machine_is_reached(sandbox: Sandbox, tmp_path: Path, abstract: bool):
    """Abstract sockets belong to the network, others to a folder; loopback is another one."""
    name = f"\0osmosis-{os.getpid()}" if abstract else str(tmp_path / "socket")
    with socket.socket(socket.AF_UNIX) as served, socket.create_server(("127.0.0.1", 0)) as port:
        served.bind(name)
        served.listen(8)
        reach = f"{PYTHON} -c 'import socket; socket.socket(socket.AF_UNIX).connect({name!r})'".replace(
            "'\\x00", '"\\0'
        )
        reach = reach.replace("')'", "\")'") if abstract else reach.replace(f"'{name}'", f'"{name}"')
        for attempt in (reach, f"exec 3<>/dev/tcp/127.0.0.1/{port.getsockname()[1]}"):
            assert outside(attempt), attempt
            assert not await inside(sandbox, attempt), attempt


async def test_sockets_that_know_no_namespace_are_refused(sandbox: Sandbox):
    """Those to the machine below a virtual one, and those of the kernel's cryptography."""
    for family in (40, 38):
        attempt = (
            f"{PYTHON} -c 'import socket; socket.socket({family}, socket.SOCK_SEQPACKET if {family} == 38 else 1)'"
        )
        if outside(attempt):
            assert not await inside(sandbox, attempt)


async def test_a_set_user_id_program_gives_no_power(sandbox: Sandbox, tmp_path: Path):
    """A user of the sandbox that runs root's own shell with the bit set stays the user that it is."""
    make = "cp /usr/bin/id {0}/id && chmod 6755 {0}/id && chmod 755 {0}"
    use = 'test "$({0}/id -u)" = 0'
    assert outside(make.format(tmp_path))
    for parent in tmp_path.parents:
        if parent.name.startswith("pytest-"):
            parent.chmod(0o711)
    (tmp_path.parent).chmod(0o711)
    dropped = f"setpriv --reuid 65534 --clear-groups bash -c '{use.format(tmp_path)}'"
    assert outside(dropped)
    assert await inside(sandbox, "mkdir /s && " + make.format("/s"))
    assert not await inside(sandbox, use.format("/s"), user="nobody")
    assert not await inside(sandbox, f"setpriv --reuid 65534 --clear-groups bash -c '{use.format('/s')}'")


async def test_root_in_the_sandbox_is_nobody_outside(sandbox: Sandbox, tmp_path: Path):
    """The kernel sees its processes as an identity that owns nothing, without any capability of the machine."""
    running = asyncio.ensure_future(sandbox.run(["/bin/sleep", "30"], env=PATH))
    try:
        await inside(sandbox, "until grep -q sleep /proc/[0-9]*/comm; do sleep 0.05; done")
        found = [
            (process / "status").read_text()
            for process in Path("/proc").glob("[0-9]*")
            if (process / "comm").exists() and (process / "comm").read_text() == "sleep\n"
            and (process / "ns/pid").readlink() == Path(f"/proc/{sandbox.first}/ns/pid").readlink()
        ]  # fmt: skip
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert found
    for status in found:
        owner = int(status.split("Uid:")[1].split()[0])
        assert owner >= 0x30000000
        assert "NoNewPrivs:\t1" in status


async def test_no_file_of_the_machine_is_read(sandbox: Sandbox, tmp_path: Path):
    """Not by its path, by a link, by a file handle, nor through what the sandbox was given."""
    secret = tmp_path / "secret"
    secret.write_text("outside")
    for attempt in (f"grep -q outside {secret}", "test -s /etc/shadow", f"grep -q outside /proc/$PPID/root{secret}"):
        assert outside(attempt), attempt
        assert not await inside(sandbox, attempt), attempt
    os.environ["OSMOSIS_TEST_SECRET"] = "outside"
    try:
        assert outside("true")
        assert not await inside(sandbox, "env | grep -q OSMOSIS_TEST_SECRET")
    finally:
        del os.environ["OSMOSIS_TEST_SECRET"]


async def test_the_programs_of_the_machine_are_not_changed(sandbox: Sandbox):
    """What is mounted to be read is not written to, nor remounted."""
    mark = Path("/usr/.osmosis-escape")
    assert outside(f"touch {mark} && rm {mark}")
    assert not await inside(sandbox, f"touch {mark}")
    assert not await inside(sandbox, f"mount -o remount,rw /usr; touch {mark}")
    assert not mark.exists()


async def test_a_fork_bomb_stays_in_the_sandbox(sandbox: Sandbox):
    """More processes than are allowed are refused; outside as many are started. The bomb ends with its time-out."""
    many = "for i in $(seq 200); do sleep 20 & done 2>/dev/null; n=$(jobs -r | wc -l); kill $(jobs -p); [ $n -ge 200 ]"
    assert outside(many)
    assert not await inside(sandbox, many.replace("for i", "set +e; for i"))
    with pytest.raises(Exception, match="timed out"):
        await sandbox.run(["/bin/bash", "-c", ":(){ :|:& };: 2>/dev/null; sleep 60"], env=PATH, timeout_sec=2)
    await sandbox.kill_all()
    assert await inside(sandbox, "true")


async def test_a_disk_that_is_filled_is_the_sandboxs_own(sandbox: Sandbox, tmp_path: Path):
    """Everything that can be written to together is bounded, shared memory included; outside there is more room."""
    fill = "head -c 200M /dev/zero > {0}/fill; s=$(stat -c %s {0}/fill); rm -f {0}/fill; [ $s = 209715200 ]"
    assert outside(fill.format(tmp_path))
    for place in ("/root", "/tmp", "/dev/shm"):
        assert not await inside(sandbox, fill.format(place))
    assert not await inside(sandbox, "touch /dev/file || touch /proc/file || touch /sys/file")
    names = (
        "mkdir {0}/names && cd {0}/names && for i in $(seq 1 30); do seq -f $i-%g 1 1000 | xargs touch || exit 1; done"
    )
    assert outside(names.format(tmp_path), seconds=100)
    assert not await inside(sandbox, names.format("/root"))
    assert await inside(sandbox, "rm -rf /root/names; echo x > /root/ok && grep -q x /root/ok")


async def test_time_of_the_processor_is_bounded(rootfs: Path, state_dir: Path):
    """With half a processor, four busy processes get no more than their share in all, by the kernel's count."""
    sandbox = await Sandbox.start(settings(rootfs, state_dir, cpus=0.5))
    try:
        if "cpu" not in sandbox.holds["counted"]:
            pytest.skip("the time of the processor is not counted on this machine")
        busy = "for i in 1 2 3 4; do timeout 2 bash -c 'while :; do :; done' & done; wait; times"
        done = await sandbox.run(
            ["/bin/bash", "-c", f"s=$(date +%s%N); {busy}; e=$(date +%s%N); echo $((e-s))"], env=PATH
        )
        used = [part for line in done.stdout.splitlines()[-2:-1] for part in line.split()]
        seconds = sum(float(part.split("m")[0]) * 60 + float(part.split("m")[1].rstrip("s")) for part in used)
        assert seconds <= 0.5 * int(done.stdout.split()[-1]) / 1e9 + 0.3
    finally:
        await sandbox.stop()
