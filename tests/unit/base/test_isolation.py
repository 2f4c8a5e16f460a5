"""User code in bubblewrap: what it sees, what it may write, and that it ends with whoever started it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from osmosis_ai.base.processes.isolation import Limits, isolated, isolation_problem, problem_of, python_folders

pytestmark = pytest.mark.skipif(isolation_problem() is not None, reason=f"{isolation_problem()}")


def run(code: str, folder: Path, *, is_isolated: bool = True, **options: object) -> str:
    """What a Python program prints, isolated or not."""
    command = [sys.executable, "-I", "-c", code]
    if is_isolated:
        command = isolated(command, writable=[folder], readable=python_folders(), working_directory=folder, **options)  # type: ignore[arg-type]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=folder)
    assert not done.returncode, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("is_isolated", [False, True])
def test_files_of_the_machine_are_not_there(tmp_path: Path, is_isolated: bool) -> None:
    """A file beside the writable folder is read without isolation, and does not exist with it."""
    own = tmp_path / "own"
    own.mkdir()
    (tmp_path / "platform.sqlite3").write_text("canary")
    code = f"import os; print(sorted(os.listdir({str(tmp_path)!r})))"
    expected = ["own"] if is_isolated else ["own", "platform.sqlite3"]
    assert run(code, own, is_isolated=is_isolated) == str(expected)


@pytest.mark.parametrize("is_isolated", [False, True])
def test_other_processes_and_their_environments_are_not_there(tmp_path: Path, is_isolated: bool) -> None:
    """The host's processes, whose environments hold secrets, cannot be seen."""
    with subprocess.Popen(["sleep", "100"], env={"CANARY": "canary-4711"}) as other:
        code = (
            "import glob\nfound = 0\n"
            "for path in glob.glob('/proc/[0-9]*/environ'):\n"
            "    try: found += b'canary-4711' in open(path, 'rb').read()\n"
            "    except OSError: pass\nprint(found > 0)"
        )
        assert run(code, tmp_path, is_isolated=is_isolated) == str(not is_isolated)
        other.kill()


def test_what_is_written_is_in_the_writable_folder_alone(tmp_path: Path) -> None:
    """The writable folder keeps what is written; the system, the interpreter and the kernel's settings refuse it."""
    code = (
        "import sys\nopen('kept', 'w').write('x')\nopen('/tmp/own', 'w').write('x')\n"
        "for path in ('/usr/canary', '/etc/hosts', sys.prefix + '/canary', '/proc/sys/kernel/core_pattern'):\n"
        "    try: open(path, 'w'); print('written', path)\n"
        "    except OSError: pass\n"
    )
    assert run(code, tmp_path) == ""
    assert (tmp_path / "kept").read_text() == "x"
    assert not Path("/tmp/own").exists()


def test_there_is_no_network_where_none_is_given(tmp_path: Path) -> None:
    """Without the network not even this machine's loopback is reached."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = (
            "import socket\n"
            f"try: socket.create_connection(('127.0.0.1', {server.getsockname()[1]}), 5)\n"
            "except OSError: print('refused')\nelse: print('connected')"
        )
        assert run(code, tmp_path) == "connected"
        assert run(code, tmp_path, network=False) == "refused"


def test_each_process_has_its_limits(tmp_path: Path) -> None:
    """Size of files and memory are bounded for each process."""
    limits = Limits(file_bytes=1000, data_bytes=512 * 1024 * 1024)
    code = (
        "import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "large = open('large', 'wb', buffering=0)\nlarge.write(b'x' * 1000)\n"
        "try: large.write(b'x')\nexcept OSError as error: print(error.strerror)\n"
        "try: b'x' * 1_000_000_000\nexcept MemoryError: print('no memory')"
    )
    assert run(code, tmp_path, limits=limits) == "File too large\nno memory"


def test_the_environment_is_passed_on_and_is_in_no_argument(tmp_path: Path) -> None:
    """R15: variables reach the program by the environment of bwrap, never by arguments, which anyone reads."""
    command = isolated(["env"], writable=[tmp_path], working_directory=tmp_path)
    environment = {"PATH": os.environ["PATH"], "A": "canary"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert "A=canary" in done.stdout
    assert "canary" not in " ".join(command)


def test_it_ends_with_whoever_started_it(tmp_path: Path) -> None:
    """R5: kill -9 of the process that started it ends all of it, daemons too, within 10 s."""
    code = (
        "import subprocess, time; subprocess.Popen(['setsid', 'sleep', '4711']); open('ready', 'w'); time.sleep(4711)"
    )
    command = isolated(
        [sys.executable, "-I", "-c", code], writable=[tmp_path], readable=python_folders(), working_directory=tmp_path
    )
    starter = f"import subprocess; subprocess.run({command!r})"
    with subprocess.Popen([sys.executable, "-I", "-c", starter]) as owner:
        while not (tmp_path / "ready").exists():
            time.sleep(0.05)
        mine = _below(owner.pid)
        assert len(mine) >= 4
        owner.send_signal(signal.SIGKILL)
        owner.wait()
    deadline = time.monotonic() + 10
    while any(_runs(pid) for pid in mine):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_command_that_does_not_work_says_why(tmp_path: Path) -> None:
    """A sandbox is tried by running it: what it says is the reason, and one that is not there is named."""
    assert problem_of(["sh", "-c", "echo 'no namespaces' >&2; exit 1"]) == "no namespaces"
    assert problem_of([str(tmp_path / "bwrap")]) == f"{tmp_path / 'bwrap'} is not installed"
    assert problem_of(["true"]) is None


def test_an_attempt_that_was_killed_says_nothing_and_is_made_again(tmp_path: Path):
    """A SIGKILL, of the kernel or of whoever, is no sign that code cannot be isolated; one every time is."""
    tried = tmp_path / "tried"
    once = f"if [ -e {tried} ]; then exit 0; fi; : > {tried}; kill -KILL $$"
    assert problem_of(["sh", "-c", once]) is None
    assert problem_of(["sh", "-c", "kill -KILL $$"]) == "exit status -9"


def _below(pid: int) -> list[int]:
    found = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, listed.read_text().split()):
            found += [child, *_below(child)]
    return found


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    except OSError:
        return False
