"""A command on a terminal of its own, and what a person sees there."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ON_TERMINAL = """\
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C becomes a signal
os.execv(sys.argv[1], sys.argv[1:])
"""
COLUMNS = 100
LINES = 30
_SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, command: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> None:
        self._fd, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        self.seen = b""
        self.process = subprocess.Popen(
            [sys.executable, "-c", ON_TERMINAL, *command],
            cwd=cwd,
            env={**env, "TERM": "xterm", "COLUMNS": str(COLUMNS), "LINES": str(LINES)},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    def read_until(self, text: bytes, within: float = 60.0) -> None:
        give_up = time.monotonic() + within
        while text not in self.seen:
            assert time.monotonic() < give_up, self.seen
            if not self._read():
                assert text in self.seen, self.seen
                return

    def type(self, keys: bytes) -> None:
        os.write(self._fd, keys)

    def wait(self) -> int:
        while self._read():
            pass
        os.close(self._fd)
        return self.process.wait(30)

    def lines_from(self, text: str) -> list[str]:
        """What stands on the terminal from the last such text on: without colours, long lines broken at its edge."""
        seen = _SEQUENCE.sub("", self.seen.decode()).replace("\r\n", "\n")
        lines = seen[seen.rindex(text) :].rstrip("\n").split("\n")
        return [line[at : at + COLUMNS] for line in lines for at in range(0, max(len(line), 1), COLUMNS)]

    def _read(self) -> bool:
        if not select.select([self._fd], [], [], 30)[0]:
            raise AssertionError(self.seen)
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            return False
        self.seen += data
        return bool(data)
