"""A double of a sandbox: bubblewrap around every command, with a folder a trial as its root. No limit, one network.

It stands where a test is about the backend and not about the sandbox.
"""

from __future__ import annotations

import asyncio
import shutil
import signal
from pathlib import Path
from typing import Any

from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.environments.capabilities import EnvironmentCapabilities
from harbor.models.environment_type import EnvironmentType

_HOST = ("/usr", "/etc/ld.so.cache", "/etc/passwd", "/etc/group", "/etc/alternatives", "/etc/nsswitch.conf")
_LINKS = ("bin", "sbin", "lib", "lib64")


class BoxDouble(BaseEnvironment):
    """Commands see this machine's programs, and files of their own. `breaks` says how it fails."""

    def __init__(self, *args: Any, state_dir: str, breaks: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._root = Path(state_dir, self.session_id)
        self._breaks = breaks
        self._dead = False

    @staticmethod
    def type() -> EnvironmentType:
        return EnvironmentType.DOCKER

    @property
    def capabilities(self) -> EnvironmentCapabilities:
        return EnvironmentCapabilities(mounted=True)

    def _validate_definition(self) -> None:
        pass

    async def start(self, force_build: bool) -> None:
        if self._breaks == "build":
            raise RuntimeError("the command `podman build` failed with exit status 1")
        if self._breaks == "start":
            raise RuntimeError("no sandbox today")
        if self._breaks == "start-hangs":
            await asyncio.Event().wait()
        for name in ("tmp", "app", "root", "etc", "opt/osmosis", "logs/agent", "logs/verifier", "logs/artifacts"):
            (self._root / name).mkdir(parents=True, exist_ok=True)
        for name in _LINKS:
            link = self._root / name
            if Path("/", name).is_symlink() and not link.is_symlink():
                link.symlink_to(Path("/", name).readlink())

    async def stop(self, delete: bool) -> None:
        if self._breaks == "stop":
            raise RuntimeError("the sandbox does not end")
        shutil.rmtree(self._root, ignore_errors=True)

    def _inside(self, path: str) -> Path:
        return self._root / path.lstrip("/")

    async def upload_file(self, source_path: Path | str, target_path: str) -> None:
        self._check()
        target = self._inside(target_path)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source_path, target)

    async def upload_dir(self, source_dir: Path | str, target_dir: str) -> None:
        self._check()
        shutil.copytree(source_dir, self._inside(target_dir), dirs_exist_ok=True)

    async def download_file(self, source_path: str, target_path: Path | str) -> None:
        self._check()
        shutil.copy(self._inside(source_path), target_path, follow_symlinks=False)

    async def download_dir(self, source_dir: str, target_dir: Path | str) -> None:
        self._check()
        shutil.copytree(self._inside(source_dir), target_dir, dirs_exist_ok=True, symlinks=True)

    def _check(self) -> None:
        if self._dead:
            raise RuntimeError("the sandbox is gone")

    async def exec(
        self,
        command: str,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout_sec: int | None = None,
        user: str | int | None = None,
    ) -> ExecResult:
        self._check()
        if self._breaks == "dies-in-verifier" and "/tests/test.sh" in command and "chmod" not in command:
            self._dead = True
            raise RuntimeError("the sandbox is gone")
        mounts = [(m["source"], m["target"]) for m in self._mounts if m.get("read_only")]
        for _, target in mounts:
            self._inside(target).mkdir(parents=True, exist_ok=True)
        binds = [part for source, target in mounts for part in ("--ro-bind", source, target)]
        host = [part for path in _HOST if Path(path).exists() for part in ("--ro-bind", path, path)]
        merged = {"PATH": "/usr/local/bin:/usr/bin:/bin", **(self._merge_env(env) or {})}
        arguments = [
            *("bwrap", "--bind", str(self._root), "/", *host, *binds, "--dev", "/dev", "--proc", "/proc"),
            *("--unshare-pid", "--unshare-ipc", "--die-with-parent", "--new-session", "--clearenv"),
            *(part for name, value in merged.items() for part in ("--setenv", name, value)),
            *("--chdir", cwd or "/app", "/bin/bash", "-c", command),
        ]
        process = await asyncio.create_subprocess_exec(
            *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, stdin=asyncio.subprocess.DEVNULL
        )
        try:
            async with asyncio.timeout(timeout_sec):
                out, err = await process.communicate()
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGKILL)
                await process.wait()
        code = process.returncode or 0
        return ExecResult(stdout=out.decode(), stderr=err.decode(), return_code=code if code >= 0 else 128 - code)
