"""Test mode as people use it: on a real terminal, and with the embedded model."""

import json
import os
import pty
import select
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.support.agent_loops import loop_rows, multiplication_policy

from osmosis_ai.testing import ScriptedPolicy

ROOT = Path(__file__).parents[2]
ON_TERMINAL = """\
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C becomes a signal
os.execv(sys.argv[1], sys.argv[1:])
"""
LOOP = "tests.support.agent_loops:Multiplier"
WORKFLOW = "tests.support.agent_loops:MultiplyWorkflow"


class Terminal:
    """`osmosis test` on a terminal of its own."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._fd, theirs = pty.openpty()
        self.seen = b""
        self._read_up_to = 0
        command = [sys.executable, "-m", "osmosis_ai", "test", *words]
        self.process = subprocess.Popen(
            [sys.executable, "-c", ON_TERMINAL, *command],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "100", "LINES": "30"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    def read_until(self, text: str, within: float = 60.0) -> str:
        """What has come since the last call, up to this text."""
        give_up = time.monotonic() + within
        wanted = text.encode()
        while (found := self.seen.find(wanted, self._read_up_to)) < 0:
            assert time.monotonic() < give_up, self.seen.decode()
            assert self._read(), self.seen.decode()
        start, self._read_up_to = self._read_up_to, found + len(wanted)
        return self.seen[start : self._read_up_to].decode()

    def type(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def wait(self) -> int:
        while self._read():
            pass
        os.close(self._fd)
        return self.process.wait(30)

    def _read(self) -> bool:
        if not select.select([self._fd], [], [], 30)[0]:
            raise AssertionError(self.seen)
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            return False
        self.seen += data
        return bool(data)


@pytest.fixture
def policy() -> Iterator[ScriptedPolicy]:
    with ScriptedPolicy(multiplication_policy) as served:
        yield served


@pytest.fixture
def words(tmp_path: Path, policy: ScriptedPolicy) -> list[str]:
    """The options that every command of these tests has."""
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in loop_rows(5)))
    return ["-d", "rows.jsonl", "--model", "stub", "--base-url", policy.base_url, "--api-key", policy.api_key]


PROMPT = "[q]uit, ? > "


def test_a_person_steps_through_rows_of_a_loop(tmp_path: Path, words: list[str], policy: ScriptedPolicy):
    """The pause comes after each answer and before the loop acts on it; each command does what it says.

    `r N` leads to another row, Ctrl-C ends the row and not the session, an unknown word shows the commands.
    """
    terminal = Terminal(tmp_path, "-m", LOOP, *words, "--offset", "1", "-i", "--row", "3")
    first = terminal.read_until(PROMPT)
    assert "Row 3" in first
    assert "3 times 3?" in first
    assert "multiply(a, b)" in first
    assert "Turn 1" in first
    assert '"a": 3' in first
    asked = len(policy.requests)
    terminal.type("what\n")
    assert "There is no command 'what'" in terminal.read_until(PROMPT)
    terminal.type("m\n")
    assert "• multiply" not in terminal.read_until(PROMPT).split("Messages as last sent")[1]
    terminal.type("t\n")
    assert "The product of two numbers." in terminal.read_until(PROMPT)
    assert len(policy.requests) == asked  # the loop has not gone on
    terminal.type("\n")
    second = terminal.read_until(PROMPT)
    assert "tool (multiply):" in second
    assert "It is 9." in second
    terminal.type("n\n")
    end = terminal.read_until("or Enter > ")
    assert "COMPLETED" in end
    assert ", without the pauses" in end
    assert "Tokens: 28 in 2 calls" in end
    terminal.type("m\n")
    assert "It is 9." in terminal.read_until("or Enter > ")
    terminal.type("\n")
    terminal.read_until("Row 1-4, or [q]uit > ")
    terminal.type("0\n")
    assert "There is no row 0. Rows are 1-4." in terminal.read_until("> ")
    terminal.type("2\n")
    terminal.read_until(PROMPT)
    terminal.type("r 4\n")
    assert "aborted by the user" in terminal.read_until("Row 4")
    terminal.read_until(PROMPT)
    terminal.type("\x03")
    assert "aborted by the user" in terminal.read_until("Row 1-4, or [q]uit > ")
    terminal.type("1\n")
    terminal.read_until(PROMPT)
    terminal.type("c\n")
    assert "Turn 2" in terminal.read_until("or Enter > ")
    terminal.type("\x04")
    terminal.read_until("Row 1-4, or [q]uit > ")
    terminal.type("q\n")
    assert terminal.wait() == 0
    assert b"The session is over." in terminal.seen


class Screen:
    """A terminal program (tmux) of 100 columns that shows one command, and what is on its screen."""

    def __init__(self, folder: Path, *command: str) -> None:
        self._tmux = ["tmux", "-f", "/dev/null", "-S", str(folder / "tmux.socket")]
        self._call("new-session", "-d", "-x", "100", "-y", "45", "-c", str(folder), shlex.join(command))

    def _call(self, *words: str) -> str:
        env = {name: value for name, value in os.environ.items() if name != "TMUX"} | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run([*self._tmux, *words], env=env, capture_output=True, text=True, check=True)
        return done.stdout

    def shows(self, text: str, within: float = 60.0) -> str:
        """The screen, once this is its last line."""
        give_up = time.monotonic() + within
        while not (seen := self._call("capture-pane", "-p").rstrip()).endswith(text):
            assert time.monotonic() < give_up, seen
            time.sleep(0.1)
        return seen

    def type(self, *keys: str) -> None:
        self._call("send-keys", *keys)

    def close(self) -> None:
        self._call("kill-server")


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_what_a_terminal_shows_of_a_row(tmp_path: Path, words: list[str], policy: ScriptedPolicy):
    """On the screen, the steps stand below each other as they are read, each prompt is the last line, and lines fit."""
    command = [sys.executable, "-m", "osmosis_ai", "test", "-m", LOOP, *words, "-i"]
    screen = Screen(tmp_path, *command)
    try:
        screen.shows("Row 0-4, or [q]uit >")
        screen.type("1", "Enter")
        screen.shows("[q]uit, ? >")
        screen.type("n", "Enter")
        screen.shows("Finish reason: stop\n[n]ext, [c]ontinue, [m]essages, [t]ools, [q]uit, ? >")
        screen.type("n", "Enter")
        lines = [line.rstrip() for line in screen.shows("or Enter >").splitlines()]
    finally:
        screen.close()
    read = iter(lines)
    for part in (
        "Row 1 ", "1 times 3?", "Available tools", "• multiply(a, b)", "Turn 1", '"a": 1', "> n", "tool (multiply):",
        "3", "Turn 2", "It is 3.", "> n", "Result", "Status: COMPLETED", "Reward: 1", "Tokens: 28 in 2 calls",
    ):  # fmt: skip
        assert any(part in line for line in read), (part, lines)
    assert all(len(line) < 100 for line in lines)


def test_a_person_steps_through_rows_of_a_workflow(tmp_path: Path, words: list[str], policy: ScriptedPolicy):
    """The pause is on the way from the model to the workflow, so that it works for any framework."""
    terminal = Terminal(tmp_path, "-m", WORKFLOW, "--grader", "tests.support.agent_loops:Exact", *words, "-i")
    terminal.read_until("Row 0-4, or [q]uit > ")
    terminal.type("2\n")
    first = terminal.read_until(PROMPT)
    assert "multiply(a, b)" in first
    assert '"a": 2' in first
    terminal.type("n\n")
    assert "It is 6." in terminal.read_until(PROMPT)
    terminal.type("n\n")
    assert "Reward: 1" in terminal.read_until("or Enter > ")
    terminal.type("\n")
    terminal.read_until("Row 0-4, or [q]uit > ")
    terminal.type("4\n")
    terminal.read_until(PROMPT)
    terminal.type("q\n")
    assert "aborted by the user" in terminal.read_until("Row 0-4, or [q]uit > ")
    terminal.type("\x04")
    assert terminal.wait() == 0


def test_ctrl_c_ends_a_batch_and_keeps_what_has_ended(tmp_path: Path, words: list[str]):
    """Exit code 130; rows that had ended are in the report, and those in flight are not."""
    (tmp_path / "slow.py").write_text(
        "import asyncio\n"
        f"from {LOOP.partition(':')[0]} import Multiplier\n"
        "class Slow(Multiplier):\n"
        "    name = 'slow'\n"
        "    async def run(self, ctx):\n"
        "        if ctx.request.metadata['row_index'] >= 2:\n"
        "            await asyncio.sleep(600)\n"
        "        return await super().run(ctx)\n"
    )
    terminal = Terminal(tmp_path, "-m", "slow:Slow", *words, "-c", "2", "-o", "deep/report.json")
    terminal.read_until("[2/5]")
    terminal.type("\x03")
    assert terminal.wait() == 130, terminal.seen
    report = json.loads((tmp_path / "deep" / "report.json").read_text())
    assert [row["row_index"] for row in report["results"]] == [0, 1]
    assert (report["summary"]["stopped_early"], report["summary"]["stop_reason"]) == (True, "interrupted")


@pytest.mark.skipif(find_spec("xllamacpp") is None, reason="the extra local is not installed")
def test_a_loop_with_a_tool_runs_on_the_embedded_model(tmp_path: Path):
    """Without a network or a key: real answers, real tokens, and a report."""
    (tmp_path / "rows.json").write_text(json.dumps(loop_rows(3)))
    command = [sys.executable, "-m", "osmosis_ai", "test", "-m", LOOP, "-d", "rows.json"]
    options = ["--model", "local/smollm2-135m-instruct", "--max-tokens", "16", "--temperature", "0", "--max-turns", "2"]
    done = subprocess.run(
        [*command, *options, "-c", "2", "-o", "report.json", "-q"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["config"]["model"] == "local/smollm2-135m-instruct"
    assert [row["row_index"] for row in report["results"]] == [0, 1, 2]
    for row in report["results"]:
        assert row["token_usage"]["num_llm_calls"] >= 1
        assert row["token_usage"]["prompt_tokens"] > 20
        assert 0 < row["token_usage"]["completion_tokens"] <= 32
