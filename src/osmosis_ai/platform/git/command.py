"""The git command, run so that nothing in a repository, a configuration or the environment can run anything.

It reads one configuration file, ours; hooks, filters, fsmonitor and external transports are off, nothing is checked
out, and it never asks a question.
"""

from __future__ import annotations

import asyncio
import os
import re
import resource
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.processes.supervisor import ChildProcess

__all__ = ["GitCommand", "GitError"]

_CONFIGURATION = """\
# Written at every start of the platform. Read instead of the system's and the account's configuration.
[core]
\thooksPath = /dev/null
\tfsmonitor = false
\tsymlinks = false
\tprotectNTFS = true
\tprotectHFS = true
[safe]
\tdirectory = *
[gc]
\tauto = 0
[maintenance]
\tauto = false
[protocol]
\tallow = never
[protocol "file"]
\tallow = always
[protocol "http"]
\tallow = always
[protocol "https"]
\tallow = always
[protocol "ssh"]
\tallow = always
[http]
\tfollowRedirects = false
[transfer]
\tbundleURI = false
[fetch]
\trecurseSubmodules = false
[init]
\tdefaultBranch = main
"""
_TAIL = 6
_LONGEST_MESSAGE = 500
_USERINFO = re.compile(r"(?<=://)[^/@\s]+@")
_STOP_SEC = 2.0


class GitError(Exception):
    """A git command failed. The message is fit to be shown: short, without credentials."""

    def __init__(self, message: str, *, status: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


class GitCommand:
    """git with its configuration in a folder, which is made."""

    def __init__(self, folder: Path, *, seconds: float, largest_file: int) -> None:
        self.folder = folder
        self._seconds = seconds
        self._largest_file = largest_file
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._home = folder / "home"
        self._home.mkdir(mode=0o700, exist_ok=True)
        self._config = folder / "gitconfig"
        temporary = folder / f".gitconfig.{os.getpid()}"
        temporary.write_text(_CONFIGURATION)
        temporary.replace(self._config)

    def environment(self, extra: Mapping[str, str] | None = None) -> dict[str, str]:
        """What git is given as its environment: nothing of this process's but PATH."""
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(self._home),
            "LC_ALL": "C.UTF-8",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": str(self._config),
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ASKPASS": "true",
            "SSH_ASKPASS": "true",
            "GIT_SSH_COMMAND": self.ssh_command(None),
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_OPTIONAL_LOCKS": "0",
            **(extra or {}),
        }

    def ssh_command(self, identity: Path | None) -> str:
        """ssh with the private key of that file, or with none: the account's own keys and agent are never used."""
        known_hosts = str(self.folder / "known_hosts").replace("%", "%%")
        options = (
            "BatchMode=yes",
            "StrictHostKeyChecking=accept-new",
            f'UserKnownHostsFile="{known_hosts}"',
            "ConnectTimeout=20",
            "IdentitiesOnly=yes",
            "IdentityAgent=none",
            f'IdentityFile="{str(identity).replace("%", "%%")}"' if identity is not None else "IdentityFile=none",
        )
        return shlex.join(["ssh", "-F", "/dev/null", *(part for option in options for part in ("-o", option))])

    async def remote(
        self, arguments: Sequence[str], *, cwd: Path, environment: Mapping[str, str] | None = None
    ) -> list[str]:
        """Runs a command that talks to another repository; its lines of output.

        It ends when this process does, however that ends, and writes no file larger than the bound. Raises GitError
        for a failure, a time-out, a file that is too large, or no git.
        """
        lines: list[str] = []
        try:
            child = await ChildProcess.start(
                ["git", *arguments],
                name="git",
                cwd=cwd,
                env=self.environment(environment),
                on_line=lambda stream, line: lines.append(line) if stream == "stdout" else None,
                grace=0.0,
            )
        except OsmosisError as error:
            raise GitError(error.message) from None
        _bound_files(child.record.pid, self._largest_file)
        _bound_files(child.command_pid, self._largest_file)
        try:
            async with asyncio.timeout(self._seconds):
                status = await child.wait()
        except TimeoutError:
            await child.stop(_STOP_SEC)
            raise GitError(f"git {arguments[0]} took longer than {self._seconds:g} seconds.") from None
        except asyncio.CancelledError:
            await child.stop(0)
            raise
        if status != 0:
            raise GitError(self._message(arguments[0], child.tail, status), status=status)
        return lines

    async def read(self, arguments: Sequence[str], *, cwd: Path, stdin: bytes = b"", at_most: int) -> bytes:
        """Runs a command that reads a mirror; its output. Raises GitError, also for more than `at_most` bytes."""
        git = shutil.which("git")
        if git is None:
            raise GitError("git is not installed.")
        process = await asyncio.create_subprocess_exec(
            git,
            *arguments,
            cwd=cwd,
            env=self.environment(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(self._seconds):
                output, errors = await _exchange(process, stdin, at_most)
        except TimeoutError:
            raise GitError(f"git {arguments[0]} took longer than {self._seconds:g} seconds.") from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if len(output) > at_most:
            raise GitError(f"git {arguments[0]} gave more than {at_most} bytes.")
        if process.returncode != 0:
            lines = errors.decode("utf-8", "replace").splitlines()
            raise GitError(self._message(arguments[0], lines, process.returncode or 0), status=process.returncode)
        return output

    def _message(self, command: str, lines: Sequence[str], status: int) -> str:
        shown = [line for line in lines if line.strip() and not line.startswith(("hint:", "remote: Counting"))][-_TAIL:]
        text = _USERINFO.sub("", " ".join(shown)).replace(str(self.folder), "…")[:_LONGEST_MESSAGE]
        printable = "".join(character if character.isprintable() else "�" for character in text)
        return f"git {command} failed: {printable}" if printable else f"git {command} ended with status {status}."


async def _exchange(process: asyncio.subprocess.Process, stdin: bytes, at_most: int) -> tuple[bytes, bytes]:
    """Feeds the input and reads both outputs at once; stops reading past `at_most` bytes."""
    if process.stdin is None or process.stdout is None or process.stderr is None:
        raise GitError("git was started without pipes.")
    feeding = asyncio.create_task(_feed(process.stdin, stdin))
    errors = asyncio.create_task(process.stderr.read(64 * 1024))
    try:
        output = bytearray()
        while len(output) <= at_most and (chunk := await process.stdout.read(256 * 1024)):
            output += chunk
        if len(output) <= at_most:
            await process.wait()
        return bytes(output), await errors if process.returncode is not None else b""
    finally:
        feeding.cancel()
        errors.cancel()


async def _feed(pipe: asyncio.StreamWriter, content: bytes) -> None:
    try:
        pipe.write(content)
        await pipe.drain()
        pipe.close()
    except (BrokenPipeError, ConnectionResetError):
        return


def _bound_files(pid: int, size: int) -> None:
    """No file that the process, or what it starts from now on, writes may be larger."""
    if sys.platform == "linux":
        try:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, size))
        except (ProcessLookupError, PermissionError):
            return
