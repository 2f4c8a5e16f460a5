"""The bubblewrap environment of Harbor: a sandbox of this machine for each trial, which starts in a third of a second.

    EnvironmentConfig(
        import_path="osmosis_ai.rollout.backend.harbor.bubblewrap:BubblewrapEnvironment",
        kwargs={"rootfs": "/srv/images/debian", "state_dir": "/var/lib/osmosis/sandboxes"},
    )

The root folder is the image, whatever name the task gives it; `images` gives folders to names. Without one the image is
this machine's own programs, read-only. What a Dockerfile does to it is built once in a sandbox. A task that asks for
nothing has no network.
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any, Literal, override

from harbor.environments.base import BaseEnvironment, ExecResult, SandboxBuildFailedError
from harbor.environments.capabilities import EnvironmentCapabilities, EnvironmentResourceCapabilities
from harbor.environments.definition import COMPOSE_FILE_NAME, DOCKERFILE_NAME

from osmosis_ai.base.cache import cache_root
from osmosis_ai.rollout.backend.harbor import reaper
from osmosis_ai.rollout.backend.harbor.bubblewrap_dockerfile import DockerfileError, Image, parse_dockerfile
from osmosis_ai.rollout.backend.harbor.bubblewrap_host import host_image
from osmosis_ai.rollout.backend.harbor.bubblewrap_images import PATH, ImageBuildError, build_layer
from osmosis_ai.rollout.backend.harbor.bubblewrap_sandbox import (
    Mount,
    Sandbox,
    SandboxDiedError,
    SandboxError,
    SandboxSettings,
)

__all__ = ["EVIDENCE", "BubblewrapEnvironment"]

EVIDENCE = "sandbox.json"
"""The file in a trial's folder that says what its sandbox had, used and ran into."""
_MEGABYTE = 1 << 20
_EXEC_SECONDS = 6 * 3600
_STOP_SECONDS = 60
_reaped: set[str] = set()


class BubblewrapEnvironment(BaseEnvironment):
    """One sandbox for one trial."""

    def __init__(
        self,
        *args: Any,
        rootfs: str | Path | None = None,
        state_dir: str | Path | None = None,
        images: Mapping[str, str] | None = None,
        network: Literal["task", "none", "host"] = "task",
        reach: Sequence[int] = (),
        memory_mb: int = 2048,
        storage_mb: int = 4096,
        processes: int = 1024,
        exec_timeout_sec: float = _EXEC_SECONDS,
        **kwargs: Any,
    ) -> None:
        """See the class. A task's own limits of memory, disk and CPU go before those that are given here.

        `rootfs`: the folder of the image; None is `host_image`, what this machine has below /usr. `state_dir`: where
        sandboxes are kept while they run; None is a folder of the user's cache.
        `network`: what the task asks for; or none; or that of this machine unless the task forbids it. `reach`: ports
        of this machine's loopback that are reached at the same port of the sandbox's, without any other network.
        `exec_timeout_sec`: the end of a command that is given none.
        """
        self.rootfs = None if rootfs is None else Path(rootfs).expanduser()
        self.state_dir = cache_root(os.environ) / "sandboxes" if state_dir is None else Path(state_dir).expanduser()
        self.images = {name: Path(folder).expanduser() for name, folder in (images or {}).items()}
        self.wanted_network = network
        self.reach = tuple(reach)
        self._memory_mb, self._storage_mb, self._processes = memory_mb, storage_mb, processes
        self._exec_timeout_sec = exec_timeout_sec
        self._image = Image()
        self.sandbox: Sandbox | None = None
        self.evidence: dict[str, Any] = {}
        self._shell = "/bin/sh"
        super().__init__(*args, **kwargs)

    @staticmethod
    @override
    def type() -> str:
        return "bubblewrap"

    @property
    @override
    def capabilities(self) -> EnvironmentCapabilities:
        return EnvironmentCapabilities(disable_internet=True)

    @classmethod
    @override
    def resource_capabilities(cls) -> EnvironmentResourceCapabilities:
        return EnvironmentResourceCapabilities(cpu_limit=True, memory_limit=True, fractional_cpus=True)

    @override
    def _validate_definition(self) -> None:
        if (self.environment_dir / COMPOSE_FILE_NAME).exists():
            raise DockerfileError(
                f"{self.environment_dir / COMPOSE_FILE_NAME}: a sandbox is one container; use podman or Docker for it."
            )
        if self.wanted_network not in ("task", "none", "host"):
            raise ValueError(f"network is {self.wanted_network!r}; it is one of task, none, host")
        dockerfile = self.environment_dir / DOCKERFILE_NAME
        if self.task_env_config.docker_image:
            self._image = Image(base=self.task_env_config.docker_image)
        elif dockerfile.exists():
            self._image = parse_dockerfile(dockerfile.read_text(encoding="utf-8"))
        if self.images and self._image.base and self._image.base not in self.images:
            raise DockerfileError(
                f"{self.environment_dir}: there is no root folder for the image {self._image.base};"
                f" known are {', '.join(sorted(self.images))}."
            )

    @property
    def network(self) -> Literal["none", "host"]:
        """The network that the sandbox has: none, unless the task's environment asks for it or the caller gives it."""
        if self.wanted_network == "none" or not self._network_is_public:
            return "none"
        asked = "network_mode" in self.task_env_config.model_fields_set
        return "host" if asked or self.wanted_network == "host" else "none"

    def settings(self) -> SandboxSettings:
        """What the sandbox is made of, without the layer of the Dockerfile."""
        config = self.task_env_config
        rootfs, programs = self.images.get(self._image.base, self.rootfs), tuple[Mount, ...]()
        if rootfs is None:
            rootfs, programs = host_image(self.state_dir)
        return SandboxSettings(
            rootfs=rootfs,
            state_dir=self.state_dir,
            memory_bytes=(self._effective_memory_mb or self._memory_mb) * _MEGABYTE,
            storage_bytes=(config.storage_mb or self._storage_mb) * _MEGABYTE,
            processes=self._processes,
            cpus=None if self._effective_cpus is None else float(self._effective_cpus),
            network=self.network,
            mounts=(
                *programs,
                *(
                    Mount(Path(mount["source"]), mount["target"], bool(mount.get("read_only")))
                    for mount in self._host_mounts
                    if mount["type"] == "bind"
                ),
            ),
        )

    @override
    async def start(self, force_build: bool) -> None:
        await asyncio.to_thread(self._reap)
        settings = await asyncio.to_thread(self.settings)
        try:
            layer = await build_layer(
                self._image,
                self.environment_dir,
                settings,
                timeout_sec=self.task_env_config.build_timeout_sec,
                again=force_build,
            )
        except (DockerfileError, ImageBuildError) as error:
            raise SandboxBuildFailedError(str(error)) from error
        if layer is not None:
            settings = replace(settings, layers=(layer,))
        self.sandbox = await Sandbox.start(settings, name=_plain(self.session_id))
        self.evidence["holds"] = self.sandbox.holds
        for port in self.reach:
            await self.sandbox.forward(port)
        await self._prepare(self.sandbox)
        await self._upload_environment_dir_after_start()

    def _reap(self) -> None:
        key = str(self.state_dir)
        self.state_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        if key not in _reaped:
            _reaped.add(key)
            reaper.reap(self.state_dir)
        reaper.start_reaper(self.state_dir)

    async def _prepare(self, sandbox: Sandbox) -> None:
        folders = shlex.join(self._mount_targets(writable_only=True) or ["/logs/agent", "/logs/verifier"])
        workdir = shlex.quote(self._workdir)
        command = f"mkdir -p {folders} {workdir} && chmod 777 {folders} && command -v bash"
        done = await sandbox.run(["/bin/sh", "-c", command], env={"PATH": PATH})
        self._shell = done.stdout.strip() if done.status == 0 and done.stdout.startswith("/") else "/bin/sh"
        if done.stderr:
            raise SandboxError(f"the sandbox's folders cannot be made: {done.stderr.strip()}")

    @property
    def _workdir(self) -> str:
        return self.task_env_config.workdir or self._image.workdir or "/"

    @override
    async def stop(self, delete: bool) -> None:
        sandbox = self.sandbox
        if sandbox is None:
            return
        if sandbox.died is None:
            try:
                async with asyncio.timeout(_STOP_SECONDS):
                    await sandbox.status()
            except (SandboxError, TimeoutError):
                self.logger.warning("the sandbox does not say what it used")
        self._note(sandbox)
        await sandbox.stop()

    def _note(self, sandbox: Sandbox) -> None:
        names = ("out_of_memory", "peak_memory", "disk")
        self.evidence |= {name: sandbox.last_status[name] for name in names if name in sandbox.last_status}
        self.evidence["died"] = None if sandbox.died is None else str(sandbox.died)
        disk = self.evidence.get("disk") or {"free": _MEGABYTE, "free_files": 1}
        self.evidence["disk_full"] = disk["free"] < _MEGABYTE or disk["free_files"] == 0
        path = self.trial_paths.trial_dir / EVIDENCE
        if path.parent.is_dir():
            path.write_text(json.dumps(self.evidence, indent=2) + "\n", encoding="utf-8")

    def _running(self) -> Sandbox:
        if self.sandbox is None:
            raise SandboxError("the sandbox was not started")
        return self.sandbox

    async def kill_processes(self) -> None:
        """Kill everything that runs in the sandbox, whoever started it; its files stay."""
        await self._running().kill_all()

    @override
    async def exec(
        self,
        command: str,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout_sec: int | None = None,
        user: str | int | None = None,
    ) -> ExecResult:
        sandbox = self._running()
        as_user = self._resolve_user(user)
        environment = {"PATH": PATH, "LANG": "C.UTF-8", **self._image.env, **(self._merge_env(env) or {})}
        chunks: asyncio.Queue[tuple[str, bytes] | None] = asyncio.Queue()
        emit = self._output_callback()

        async def pass_on() -> None:
            while (chunk := await chunks.get()) is not None:
                if emit is not None:
                    await emit(chunk[1].decode("utf-8", "replace"), chunk[0])

        passing = asyncio.ensure_future(pass_on())
        try:
            done = await sandbox.run(
                [self._shell, "-c", command],
                env=environment,
                cwd=cwd or self._workdir,
                user=self._image.user if as_user is None else as_user,
                timeout_sec=timeout_sec or self._exec_timeout_sec,
                on_output=None if emit is None else lambda stream, data: chunks.put_nowait((stream, data)),
            )
        except SandboxDiedError:
            self._note(sandbox)
            raise
        finally:
            chunks.put_nowait(None)
            await passing
        stderr = done.stderr
        if done.out_of_memory:
            stderr += f"\n[the memory of the sandbox, {sandbox.settings.memory_bytes // _MEGABYTE} MB, was used up]\n"
        return ExecResult(stdout=done.stdout, stderr=stderr, return_code=done.status)

    @override
    async def upload_file(self, source_path: Path | str, target_path: str) -> None:
        await self._running().put(Path(source_path), self._absolute(target_path))

    @override
    async def upload_dir(self, source_dir: Path | str, target_dir: str) -> None:
        await self._running().put(Path(source_dir), self._absolute(target_dir))

    @override
    async def download_file(self, source_path: str, target_path: Path | str) -> None:
        await self._running().get_file(self._absolute(source_path), Path(target_path))

    @override
    async def download_dir(self, source_dir: str, target_dir: Path | str) -> None:
        await self._running().get_folder(self._absolute(source_dir), Path(target_dir))

    def _absolute(self, path: str) -> str:
        return str(PurePosixPath(self._workdir) / path)


def _plain(name: str) -> str:
    return "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in name)[:64]
