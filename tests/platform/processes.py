"""Processes that tests start, wait for and kill: a platform's program, on one data folder."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path

__all__ = ["OPEN", "Program"]

ROOT = Path(__file__).parents[2]

OPEN = """
import asyncio, sys
from pathlib import Path
from osmosis_ai.platform.settings import load_settings
from osmosis_ai.platform.operations.running import Platform

async def main():
    settings = load_settings(Path(sys.argv[1]))
    async with Platform.open(settings) as platform:
        print("ready", platform.started.migration.before, platform.started.first_owner is not None, flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)

asyncio.run(main())
"""
"""Opens the platform, says what the start did, and keeps it open until a line of input."""


class Program:
    """Python running a program's text."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, source: str, *arguments: str, env: Mapping[str, str]) -> Program:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            source,
            *arguments,
            cwd=ROOT,
            env={"PATH": "/usr/local/bin:/usr/bin:/bin", "PYTHONPATH": str(ROOT), **env},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        return cls(process)

    async def line(self) -> str:
        """The next line of its output, empty at the end."""
        assert self.process.stdout is not None
        return (await self.process.stdout.readline()).decode().strip()

    async def end(self) -> tuple[int, str]:
        """Gives it a line of input and waits; its exit status and what it wrote to stderr."""
        _, errors = await self.process.communicate(b"\n")
        assert self.process.returncode is not None
        return self.process.returncode, errors.decode()

    async def kill(self) -> None:
        """SIGKILL, if it runs."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.communicate()
