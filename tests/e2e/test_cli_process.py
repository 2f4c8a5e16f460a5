"""The command line as a process: its entry points, start-up, streams and signals."""

import fcntl
import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from osmosis_ai import __version__

SCRIPTS = ("osmosis", "osmosis-ai", "osmosis_ai")
STUBS = Path(__file__).parents[1] / "unit" / "cli"
STUB_MAIN = (
    "import sys; from osmosis_ai.cli.framework.frame import run; import stub_commands;"
    " sys.exit(run(sys.argv[1:], tree=stub_commands.TREE))"
)
LIBRARIES = {"cyclopts", "rich", "pydantic", "attrs", "attr", "httpx", "asyncio", "dotenv"}


def run(*command: str, cwd: Path, **options: object) -> subprocess.CompletedProcess[str]:
    options = {"capture_output": True, "text": True, "timeout": 60, "env": environment(), **options}
    return subprocess.run(command, cwd=cwd, check=False, **options)  # type: ignore[call-overload]


def environment(**extra: str) -> dict[str, str]:
    dropped = {"OSMOSIS_ENV_FILE", "OSMOSIS_DEBUG", "NO_COLOR"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "PYTHONPATH": str(STUBS), **extra}


def osmosis(*words: str, cwd: Path, **options: object) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "-m", "osmosis_ai", *words, cwd=cwd, **options)


def imported_by(*words: str, cwd: Path) -> set[str]:
    """The top-level modules in the process after that command line."""
    program = (
        "import sys, json\nfrom osmosis_ai.cli.entry import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "sys.stderr.write('\\n' + json.dumps(sorted(sys.modules)))"
    )
    done = run(sys.executable, "-c", program, *words, cwd=cwd)
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    "words",
    [["--version"], ["-V"], ["doctor", "--version"], ["--json", "-V", "--help"], ["eval", "run", "x", "-V"]],
)
def test_version_imports_no_library(tmp_path: Path, words: list[str]):
    """A version flag anywhere prints the version and imports no library a command line is made of."""
    done = osmosis(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"osmosis-ai {__version__}\n", "")
    modules = imported_by(*words, cwd=tmp_path)
    assert not modules & LIBRARIES
    assert "osmosis_ai.cli.framework.frame" not in modules


def test_version_behind_dash_dash_is_a_plain_word(tmp_path: Path):
    """Behind a literal `--` the flag has no meaning of its own."""
    assert osmosis("doctor", "--", "--version", cwd=tmp_path).returncode == 1


@pytest.mark.parametrize("words", [["--help"], [], ["eval"], ["eval", "--help"], ["evil"]])
def test_root_and_groups_import_no_library(tmp_path: Path, words: list[str]):
    """Help of the root and of groups, and unknown commands, need neither a library nor a command's module."""
    modules = imported_by(*words, cwd=tmp_path)
    assert not modules & LIBRARIES
    assert not {name for name in modules if name.startswith("osmosis_ai.cli.") and "doctor" in name}


def test_command_help_imports_neither_rich_nor_pydantic(tmp_path: Path):
    """Help of a command stands on the parser alone."""
    modules = imported_by("rollout", "init", "--help", cwd=tmp_path)
    assert "cyclopts" in modules
    assert not modules & {"rich", "pydantic", "docstring_parser", "asyncio"}
    assert "osmosis_ai.cli.commands.doctor" not in modules


def test_plain_result_imports_no_rich(tmp_path: Path):
    """A command without a table never imports rich."""
    assert "rich" not in imported_by("doctor", "--fix", cwd=tmp_path)


def test_validation_of_parquet_imports_neither_numpy_nor_pandas(tmp_path: Path):
    """PyArrow takes both where it finds them, and a command that makes no arrays does without."""
    rows = [{"user_prompt": f"q{at}", "metadata": {"a": at, "b": {"c": str(at)}}} for at in range(5)]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "a.parquet")
    modules = imported_by("dataset", "validate", "a.parquet", cwd=tmp_path)
    assert "pyarrow.compute" in modules
    assert not modules & {"numpy", "pandas"}


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_console_script_speaks_under_its_name(tmp_path: Path, script: str):
    """All three scripts are the same program, and hints and help use the name it was called by."""
    path = str(Path(sys.executable).parent / script)
    assert run(path, "--help", cwd=tmp_path).stdout.startswith(f"Usage: {script} ")
    assert f"`{script} doctor --fix`" in run(path, "doctor", cwd=tmp_path).stderr
    assert run(path, "-V", cwd=tmp_path).stdout == f"osmosis-ai {__version__}\n"


def test_module_call(tmp_path: Path):
    """`python -m osmosis_ai` works and says so."""
    assert osmosis("--help", cwd=tmp_path).stdout.startswith("Usage: python -m osmosis_ai ")


def test_workspace_and_rollout_from_nothing(tmp_path: Path):
    """Two commands make a workspace with a rollout out of an empty directory, each with one JSON line."""
    for words in (["doctor", "--fix"], ["rollout", "init", "demo"]):
        done = osmosis("--json", *words, cwd=tmp_path)
        assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)
        assert json.loads(done.stdout)["status"] == "success"
    assert (tmp_path / "rollouts/demo/main.py").is_file()


def test_reader_that_goes_away_is_no_error(tmp_path: Path):
    """`| head` ends the output quietly: no traceback, no message, the command's own exit code."""
    pipeline = f'{sys.executable} -c "{STUB_MAIN}" --plain stub flood | head -n 1; echo "${{PIPESTATUS[0]}}"'
    done = run("bash", "-c", pipeline, cwd=tmp_path)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0"


def test_full_disk_is_an_error(tmp_path: Path):
    """Output that cannot be written is told, with exit code 1."""
    with Path("/dev/full").open("w") as full:
        done = run(
            sys.executable, "-m", "osmosis_ai", "--help", cwd=tmp_path, capture_output=False,
            stdout=full, stderr=subprocess.PIPE,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "Error: Standard output cannot be written: No space left on device.\n"


def test_closed_streams_do_no_harm(tmp_path: Path):
    """Without standard streams a command still does its work."""
    command = f"{sys.executable} -m osmosis_ai doctor --fix >&- 2>&- <&-"
    assert run("bash", "-c", command, cwd=tmp_path).returncode == 0
    assert (tmp_path / "rollouts").is_dir()


def test_json_is_utf8_whatever_the_locale(tmp_path: Path):
    """JSON output is UTF-8 with non-ASCII kept under an ASCII locale too; undecodable names are escaped."""
    folder = os.fsencode(tmp_path) + b"/caf\xc3\xa9-\xff"
    os.mkdir(folder)  # noqa: PTH102 - bytes
    env = environment(LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    done = subprocess.run(
        [sys.executable, "-m", "osmosis_ai", "--json", "doctor", folder],
        capture_output=True,
        env=env,
        check=False,
        timeout=60,
    )
    name = json.loads(done.stderr.decode("utf-8"))["error"]["details"]["workspace_directory"]
    assert name.startswith(str(tmp_path))
    assert name.endswith("\udcff")


def test_traceback_only_when_asked_for(tmp_path: Path):
    """A bug shows no traceback unless OSMOSIS_DEBUG=1."""
    command = (sys.executable, "-c", STUB_MAIN, "stub", "crash")
    assert "Traceback" not in run(*command, cwd=tmp_path).stderr
    assert "Traceback" in run(*command, cwd=tmp_path, env=environment(OSMOSIS_DEBUG="1")).stderr


def _take_terminal() -> None:
    """Make standard input's terminal the one that controls this process, so that Ctrl-C reaches it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A program at a pseudo-terminal, as a person would sit in front of it."""

    def __init__(self, *command: str, cwd: Path, **env: str) -> None:
        self._controller, follower = pty.openpty()
        self.process = subprocess.Popen(
            command,
            cwd=cwd,
            env=environment(TERM="xterm", COLUMNS="80", **env),
            stdin=follower,
            stdout=follower,
            stderr=follower,
            start_new_session=True,
            preexec_fn=_take_terminal,  # noqa: PLW1509 - no threads here
        )
        os.close(follower)
        self.text = ""

    def read_until(self, wanted: str, timeout: float = 30) -> None:
        end = time.monotonic() + timeout
        while wanted not in self.text:
            assert time.monotonic() < end, self.text
            if not self._read_some():
                raise AssertionError(f"ended without {wanted!r}: {self.text}")

    def finish(self, timeout: float = 30) -> int:
        end = time.monotonic() + timeout
        while time.monotonic() < end and self._read_some():
            pass
        code = self.process.wait(timeout)
        os.close(self._controller)
        return code

    def type(self, keys: bytes) -> None:
        os.write(self._controller, keys)

    def kill(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def _read_some(self) -> bool:
        if not select.select([self._controller], [], [], 0.5)[0]:
            return self.process.poll() is None
        try:
            data = os.read(self._controller, 4096)
        except OSError:  # Linux's way of saying that the other side is closed
            return False
        self.text += data.decode()
        return bool(data)


@pytest.mark.parametrize(
    ("keys", "agreed"),
    [
        (b"y\n", True),
        (b"YES\n", True),
        (b"n\n", False),
        (b"\n", False),
        (b"yesterday\n", False),
        (b"\x1b", False),
        (b"y\x1b", False),
        (b"\x03", False),
        (b"\x04", False),
    ],
    ids=["y", "yes", "n", "enter", "other", "escape", "y-escape", "ctrl-c", "ctrl-d"],
)
def test_confirmation_at_a_terminal(tmp_path: Path, keys: bytes, agreed: bool):
    """A person agrees with y or yes; all else, Escape and Ctrl-C too, declines with a note and code 0."""
    terminal = Terminal(sys.executable, "-c", STUB_MAIN, "stub", "ask", cwd=tmp_path, NO_COLOR="1")
    try:
        terminal.read_until("Delete everything? [y/N] ")
        terminal.type(keys)
        assert terminal.finish() == 0
    finally:
        terminal.kill()
    assert ("Deleted." in terminal.text) is agreed
    assert ("Cancelled." in terminal.text) is not agreed


def test_colour_only_at_a_terminal_that_wants_it(tmp_path: Path):
    """A terminal gets colour unless NO_COLOR is set."""
    for env, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        terminal = Terminal(sys.executable, "-m", "osmosis_ai", "--help", cwd=tmp_path, **env)
        try:
            assert terminal.finish() == 0
        finally:
            terminal.kill()
        assert ("\x1b[" in terminal.text) is coloured
