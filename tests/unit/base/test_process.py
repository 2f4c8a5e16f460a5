"""Child processes under supervision, with real children: nothing is ever left behind, and nothing blocks."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
from datetime import UTC, datetime
from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.processes.supervisor import (
    CUT_MARK,
    ChildProcess,
    describe_exit,
    is_alive,
    process_start_token,
)
from osmosis_ai.base.redaction.redactor import REDACTED, Redactor


def python(source: str) -> list[str]:
    return [sys.executable, "-c", textwrap.dedent(source)]


class Lines:
    """Collects output and lets a test wait for a line."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []
        self._new = asyncio.Event()

    def __call__(self, stream: str, line: str) -> None:
        self.seen.append((stream, line))
        self._new.set()

    async def first(self, prefix: str) -> str:
        async with asyncio.timeout(20):
            while True:
                for _, line in self.seen:
                    if line.startswith(prefix):
                        return line
                self._new.clear()
                await self._new.wait()


async def gone(pid: int, token: str | None) -> bool:
    """Whether the process ends; patient, because ending takes what it takes on a busy machine."""
    assert token is not None
    for _ in range(1000):
        if not is_alive(pid, token):
            return True
        await asyncio.sleep(0.02)
    return False


IGNORES_SIGTERM = """
    import signal, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print("ready", flush=True)
    time.sleep(600)
"""


async def test_output_arrives_line_by_line_with_its_stream_before_the_end_is_reported():
    """By the time wait() returns, every line of both streams was handed over, a last one without end too."""
    lines = Lines()
    child = await ChildProcess.start(
        python("import sys; print('one'); print('two', end=''); print('bad', file=sys.stderr)"), on_line=lines
    )
    assert await child.wait() == 0
    assert [line for stream, line in lines.seen if stream == "stdout"] == ["one", "two"]
    assert [line for stream, line in lines.seen if stream == "stderr"] == ["bad"]
    assert sorted(child.tail) == ["bad", "one", "two"]


async def test_a_child_that_exits_at_once_reports_its_status():
    """Exit status and death by signal are told apart, and stopping what has ended is no error."""
    child = await ChildProcess.start(python("raise SystemExit(3)"))
    assert await child.wait() == 3
    assert child.returncode == 3
    assert await child.stop() == 3
    shot = await ChildProcess.start(python("import os, signal; os.kill(os.getpid(), signal.SIGUSR1)"))
    assert await shot.wait() == -signal.SIGUSR1


async def test_what_cannot_be_executed_is_a_clear_error(tmp_path: Path):
    """A missing program and a missing directory are named."""
    with pytest.raises(OsmosisError, match=r"no-such-program: No such file"):
        await ChildProcess.start([tmp_path / "no-such-program"])
    with pytest.raises(OsmosisError, match="is not a directory"):
        await ChildProcess.start(python("pass"), cwd=tmp_path / "absent")


async def test_sigterm_comes_first_and_a_child_may_use_its_grace():
    """A child that handles SIGTERM ends in its own way, with its own status."""
    lines = Lines()
    child = await ChildProcess.start(
        python("""
            import signal, sys, time
            def leave(*_):
                print("cleaned up", flush=True)
                sys.exit(7)
            signal.signal(signal.SIGTERM, leave)
            print("ready", flush=True)
            time.sleep(600)
        """),
        on_line=lines,
    )
    await lines.first("ready")
    assert await child.stop(grace=20) == 7
    assert ("stdout", "cleaned up") in lines.seen


async def test_a_child_that_ignores_sigterm_is_killed_after_its_grace():
    """The grace bounds how long a stop takes, and a later, shorter grace overrules a longer one."""
    lines = Lines()
    child = await ChildProcess.start(python(IGNORES_SIGTERM), on_line=lines)
    await lines.first("ready")
    patient = asyncio.create_task(child.stop(grace=600))
    await asyncio.sleep(0)
    assert await child.stop(grace=0.1) == -signal.SIGKILL
    assert await patient == -signal.SIGKILL
    assert not is_alive(child.record.pid, child.record.start_token)


async def test_stopping_ends_grandchildren_even_those_that_left_the_group():
    """A grandchild in the group and one in a session of its own both end with the child."""
    lines = Lines()
    child = await ChildProcess.start(
        python(f"""
            import os, subprocess, sys, time
            code = {textwrap.dedent(IGNORES_SIGTERM)!r}
            a = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
            b = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True)
            a.stdout.readline(), b.stdout.readline()
            print("pids", a.pid, b.pid, flush=True)
            time.sleep(600)
        """),
        on_line=lines,
    )
    pids = [int(word) for word in (await lines.first("pids")).split()[1:]]
    tokens = [process_start_token(pid) for pid in pids]
    assert os.getpgid(pids[0]) == child.record.pgid
    assert await child.stop(grace=0.2) == -signal.SIGTERM
    if sys.platform == "linux":
        assert [await gone(pid, token) for pid, token in zip(pids, tokens, strict=True)] == [True, True]


async def test_what_a_child_leaves_behind_when_it_exits_ends_with_it():
    """wait() returns the child's own status, after its leftovers are gone."""
    lines = Lines()
    child = await ChildProcess.start(
        python("""
            import subprocess, sys
            left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            print("pid", left.pid, flush=True)
            sys.exit(4)
        """),
        on_line=lines,
    )
    pid = int((await lines.first("pid")).split()[1])
    token = process_start_token(pid)
    assert await child.wait() == 4
    assert token is None or await gone(pid, token)


async def test_children_die_with_a_parent_that_is_killed():
    """SIGKILL to the supervisor: its child and grandchild end all the same, though they ignore SIGTERM."""
    child_source = f"""
        import os, signal, subprocess, sys, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        code = {textwrap.dedent(IGNORES_SIGTERM)!r}
        below = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        below.stdout.readline()
        print(os.getpid(), below.pid, flush=True)
        time.sleep(600)
    """
    parent_source = f"""
        import asyncio
        from osmosis_ai.base.processes.supervisor import ChildProcess
        async def main():
            show = lambda _, line: print(line, flush=True)
            child = await ChildProcess.start({python(child_source)!r}, grace=0.1, on_line=show)
            print("leader", child.record.pid, flush=True)
            await child.wait()
        asyncio.run(main())
    """
    parent = await asyncio.create_subprocess_exec(*python(parent_source), stdout=subprocess.PIPE)
    assert parent.stdout is not None
    words = (await parent.stdout.readline() + await parent.stdout.readline()).split()
    pids = [int(word) for word in words if word.isdigit()]
    tokens = {pid: process_start_token(pid) for pid in pids}
    assert len(pids) == 3
    assert all(is_alive(pid, token or "") for pid, token in tokens.items())
    parent.kill()
    await parent.wait()
    assert [await gone(pid, token) for pid, token in tokens.items()] == [True, True, True]


async def test_a_child_dies_with_its_supervisor():
    """Killing the recorded process with SIGKILL ends the command too."""
    lines = Lines()
    child = await ChildProcess.start(python(IGNORES_SIGTERM), on_line=lines)
    await lines.first("ready")
    token = process_start_token(child.command_pid)
    os.kill(child.record.pid, signal.SIGKILL)
    assert await child.wait() == -signal.SIGKILL
    if sys.platform == "linux":
        assert await gone(child.command_pid, token)


async def test_sigterm_to_the_recorded_process_ends_the_command_in_order():
    """A later run that finds the record can end it with the means every system has."""
    lines = Lines()
    child = await ChildProcess.start(python("import time; print('ready', flush=True); time.sleep(600)"), on_line=lines)
    await lines.first("ready")
    os.kill(child.record.pid, signal.SIGTERM)
    assert await child.wait() == -signal.SIGTERM


async def test_a_child_that_floods_its_output_is_not_blocked():
    """Hundreds of thousands of lines pass, in order and complete; only the last are kept for messages."""
    count = 0

    def counting(_stream: str, line: str) -> None:
        nonlocal count
        assert line == str(count)
        count += 1

    child = await ChildProcess.start(python("print('\\n'.join(map(str, range(300_000))))"), on_line=counting)
    assert await child.wait() == 0
    assert count == 300_000
    assert child.tail[-1] == "299999"
    assert len(child.tail) < 100


async def test_a_line_without_end_is_cut_and_the_next_one_is_whole():
    """A line is never longer than the bound, however much of it the child writes."""
    lines = Lines()
    child = await ChildProcess.start(
        python("print('x' * 3_000_000); print('next'); print('y' * 100)"), on_line=lines, max_line=100
    )
    await child.wait()
    assert [line for _, line in lines.seen] == ["x" * 100 + CUT_MARK, "next", "y" * 100]


async def test_a_callback_that_raises_and_bytes_that_are_no_text_do_no_harm():
    """Output is for people: what cannot be shown is replaced, and a fault in showing it stays there."""

    def raising(_stream: str, _line: str) -> None:
        raise RuntimeError

    child = await ChildProcess.start(python("import os; os.write(1, b'\\xff\\r\\n')"), on_line=raising)
    assert await child.wait() == 0
    assert child.tail == ["�"]


async def test_the_child_reads_what_it_is_given_and_sees_the_environment_it_is_given(tmp_path: Path):
    """stdin, cwd and env are as asked for, and none of the supervisor's descriptors are inherited."""
    lines = Lines()
    child = await ChildProcess.start(
        python("""
            import os, sys
            print(sys.stdin.read(), os.environ.get("ONLY"), os.environ.get("HOME"), os.getcwd())
            if sys.platform == "linux":
                print("open", sorted(int(fd) for fd in os.listdir("/proc/self/fd")))
        """),
        on_line=lines,
        stdin=b"given",
        env={"ONLY": "this"},
        cwd=tmp_path,
    )
    assert await child.wait() == 0
    assert lines.seen[0] == ("stdout", f"given this None {tmp_path}")
    if sys.platform == "linux":
        assert lines.seen[1] == ("stdout", "open [0, 1, 2, 3]")  # 3 is the listing's own


async def test_leaving_the_context_stops_the_child():
    """An exception in the block ends the child too."""
    with pytest.raises(ZeroDivisionError):
        async with await ChildProcess.start(python("import time; time.sleep(600)")) as child:
            _ = 1 / 0
    assert child.returncode == -signal.SIGTERM


async def test_a_cancelled_start_leaves_nothing_running(tmp_path: Path):
    """Cancelled at any moment, start() raises once no command, no task and no transport of it is left."""
    marker = tmp_path / "pid"
    source = f"import os, time; open({str(marker)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    for turns in (1, 2, 3, 5, 8, 100):
        marker.unlink(missing_ok=True)
        task = asyncio.create_task(ChildProcess.start(python(source), grace=600))
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        try:
            child = await task
        except asyncio.CancelledError:
            pass
        else:  # it was faster than that
            await child.stop(grace=0)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        if marker.exists() and (pid := marker.read_text()):
            assert process_start_token(int(pid)) is None


async def test_a_cancelled_stop_kills_what_is_left_and_waits_for_its_end():
    """Whoever no longer waits for a stop gets its cancellation after the end, not after the grace."""
    lines = Lines()
    child = await ChildProcess.start(python(IGNORES_SIGTERM), on_line=lines)
    await lines.first("ready")
    stopping = asyncio.create_task(child.stop(grace=600))
    await asyncio.sleep(0)
    stopping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stopping
    assert child.returncode == -signal.SIGKILL


@pytest.mark.parametrize("cancelled_in", ["start", "stop"])
async def test_a_loop_that_ends_under_a_child_closes_in_order(cancelled_in: str):
    """A program that is interrupted while it starts or stops a child prints no traceback of pipes left open."""
    source = f"""
        import asyncio, signal, sys
        from osmosis_ai.base.processes.supervisor import ChildProcess
        async def main():
            me = asyncio.current_task()
            if {cancelled_in!r} == "start":
                asyncio.get_running_loop().call_soon(me.cancel)
            child = await ChildProcess.start({python(IGNORES_SIGTERM)!r}, on_line=lambda *_: ready.set())
            await ready.wait()
            asyncio.get_running_loop().call_soon(me.cancel)
            await child.stop(600)
        ready = asyncio.Event()
        try:
            asyncio.run(main())
        except asyncio.CancelledError:
            print("cancelled")
    """
    done = await asyncio.create_subprocess_exec(
        sys.executable, "-X", "dev", "-c", textwrap.dedent(source), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert await done.communicate() == (b"cancelled\n", b"")


def test_an_exit_status_in_words():
    """The status of a process says whether it exited or which signal ended it."""
    assert [describe_exit(code) for code in (3, -9, -250)] == [
        "exit code 3",
        "killed by SIGKILL",
        "killed by signal 250",
    ]


async def test_a_start_token_tells_processes_apart():
    """The token is stable for a process, differs between processes, and is gone with it."""
    child = await ChildProcess.start(python("import time; time.sleep(600)"))
    record = child.record
    assert process_start_token(record.pid) == record.start_token
    assert is_alive(record.pid, record.start_token)
    assert not is_alive(record.pid, "another")
    assert abs((datetime.now(UTC) - record.created_at).total_seconds()) < 3600
    assert os.getsid(record.pid) == record.pid == record.pgid
    await child.stop()
    assert not is_alive(record.pid, record.start_token)
    assert process_start_token(record.pid) is None


def test_a_zombie_is_not_alive():
    """A process that ended and was not collected yet counts as gone."""
    process = subprocess.Popen(python("pass"))
    token = process_start_token(process.pid)
    assert token is not None
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert process_start_token(process.pid) == token
    assert not is_alive(process.pid, token)
    process.wait()


async def test_secrets_are_replaced_before_anyone_sees_a_line():
    """One written in pieces, one at the cut of a long line and one of several lines are gone from lines and tail."""
    lines = Lines()
    child = await ChildProcess.start(
        python("""
            import sys, time
            for piece in ("before cana", "ry-", "value after\\n"):
                sys.stdout.write(piece)
                sys.stdout.flush()
                time.sleep(0.05)
            print("x" * 95 + "canary-value" + "y" * 50)
            print("BEGIN\\nab\\ncd", file=sys.stderr, flush=True)
            time.sleep(0.05)
            print("END", file=sys.stderr)
            print("BEGIN", end="", file=sys.stderr)
        """),
        on_line=lines,
        redact=Redactor(["canary-value", "BEGIN\nab\ncd\nEND\n"]),
        max_line=100,
    )
    await child.wait()
    assert [line for stream, line in lines.seen if stream == "stdout"] == [
        f"before {REDACTED} after",
        "x" * 95 + REDACTED[:5] + CUT_MARK,
    ]
    assert [line for stream, line in lines.seen if stream == "stderr"] == [REDACTED, "BEGIN"]
    assert sorted(child.tail) == sorted(line for _, line in lines.seen)


async def test_a_line_without_a_secret_is_not_held_back():
    """With secrets to look for, a line is there as soon as it is printed."""
    lines = Lines()
    child = await ChildProcess.start(
        python("import time; print('ready', flush=True); time.sleep(600)"),
        on_line=lines,
        redact=Redactor(["ready or not"]),
    )
    assert await lines.first("ready") == "ready"
    await child.stop(grace=0)
