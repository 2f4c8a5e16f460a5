"""Harbor's podman environment, of which nothing is left behind: labels on all of it, bounds on every client.

    EnvironmentConfig(type=EnvironmentType.PODMAN)

is made into this class by `HarborBackend`. Containers, networks and volumes carry the identity of the process that
started them; images are built once for all trials with the same environment folder; what a trial had is removed by its
label and not by its name, so an image that was there before stays. As root, the model's port of this machine's loopback
is at the same port of the container's.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import socket
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Literal, override

import yaml
from harbor.constants import MAIN_SERVICE_NAME
from harbor.environments.base import ExecResult, OutputCallback
from harbor.environments.capabilities import EnvironmentCapabilities
from harbor.environments.docker import write_env_compose_file, write_mounts_compose_file, write_resources_compose_file
from harbor.environments.docker.docker_unix import UnixOps
from harbor.environments.podman import PodmanEnvironment
from harbor.models.task.config import NetworkMode, NetworkPolicy
from harbor.models.trial.config import ResourceMode

from osmosis_ai.rollout.backend.harbor import podman_processes
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.folders import remove_folder
from osmosis_ai.rollout.backend.harbor.failures import SandboxDiedError
from osmosis_ai.rollout.backend.harbor.forwarding import relay_to
from osmosis_ai.rollout.backend.harbor.podman_client import EngineError, checked, client_environment, run_client
from osmosis_ai.rollout.backend.harbor.podman_images import build_image
from osmosis_ai.rollout.backend.harbor.podman_labels import LABEL, TRIAL_LABEL, label_value, remove_labelled
from osmosis_ai.rollout.backend.harbor.podman_state import default_state_dir, make_owned_folder, start_podman_reaper

__all__ = ["PodmanSandbox"]

_UP_SECONDS = 120.0
_ASK_SECONDS = 60.0
_EXEC_SECONDS = 6 * 3600.0
_COPY_SECONDS = 600.0
_READY_SECONDS = 60.0
_REMOVAL_TRIES = 5
_FIRST_ENGINE_STATUS = 125
_SIGNALLED = 128
_FLAGS = frozenset({"-T", "--no-TTY"})
_INIT_PROGRAMS = ("/usr/libexec/podman/catatonit", "/usr/bin/catatonit", "/usr/lib/podman/catatonit")
_NO_NETWORK = NetworkMode.NO_NETWORK


class _Transfers(UnixOps):
    """Files in and out, by clients that end within a limit."""

    _env: PodmanSandbox

    async def _resolve_service_container(self, service: str) -> str:
        return await self._env.container(service)

    async def _fallback_to_tar(self, cp_error: RuntimeError, operation: Callable[[], Awaitable[None]]) -> None:
        await operation()  # its own error, which says whether the sandbox is to blame

    async def _engine_cp(self, source: str, destination: str) -> None:
        done = await self._env.engine(["cp", source, destination], timeout_sec=_COPY_SECONDS)
        if done.return_code != 0:
            await self._env.check_running()
        checked(done, f"podman cp {source}")


class PodmanSandbox(PodmanEnvironment):
    """One project of podman-compose for one trial."""

    def __init__(
        self,
        *,
        session_id: str,
        network: Literal["task", "none"] = "task",
        reach: Sequence[int] = (),
        state_dir: str | Path | None = None,
        network_policy: NetworkPolicy | None = None,
        phase_network_policies: Sequence[NetworkPolicy] = (),
        **kwargs: Any,
    ) -> None:
        """See the class; `kwargs` are Harbor's own.

        `network`: what the task asks for, or none. `reach`: ports of this machine's loopback that are reached at the
        same port of the container's; needs root. `state_dir`: where the files of the clients are while they run.
        """
        if network not in ("task", "none"):
            raise ValueError(f"network is {network!r}; it is one of task, none")
        self.state_dir = default_state_dir() if state_dir is None else Path(state_dir).expanduser()
        self.reach = tuple(reach)
        policies = [each for each in (network_policy, *phase_network_policies) if each is not None]
        self._no_network = network == "none" or any(each.network_mode == _NO_NETWORK for each in policies)
        self.folder: Path | None = None
        self._ids: dict[str, str] = {}
        self._forwards: list[asyncio.Server] = []
        self._baseline: frozenset[tuple[int, int]] = frozenset()
        self.kill_processes = self._kill_processes if os.geteuid() == 0 else None
        super().__init__(
            session_id=f"{session_id}-{secrets.token_hex(3)}",
            network_policy=network_policy,
            phase_network_policies=phase_network_policies,
            **kwargs,
        )
        self._platform = _Transfers(self)

    # -- what podman-compose is told

    @staticmethod
    @override
    def _requires_egress_control(
        *, startup_network_policy: NetworkPolicy, phase_network_policies: Sequence[NetworkPolicy]
    ) -> bool:
        modes = {each.network_mode for each in (startup_network_policy, *phase_network_policies)}
        return bool(modes - {NetworkMode.PUBLIC, _NO_NETWORK}) or len(modes) > 1

    @property
    @override
    def capabilities(self) -> EnvironmentCapabilities:
        known = super().capabilities
        return known.model_copy(update={"disable_internet": known.disable_internet or self._no_network, "gpus": False})

    @property
    def project(self) -> str:
        """The name of the trial's project."""
        return "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in self.session_id.lower())

    @property
    @override
    def _docker_compose_paths(self) -> list[Path]:
        paths: list[Path] = super()._docker_compose_paths
        return [*paths, self._folder() / "labels.json"]

    def _folder(self) -> Path:
        if self.folder is None:
            raise EngineError("the sandbox was not started")
        return self.folder

    def _write_labels(self) -> None:
        labels = {LABEL: label_value(), TRIAL_LABEL: self.project}
        documents = [yaml.safe_load(path.read_text()) or {} for path in self._user_compose_paths()]
        names = {name for each in documents for name in each.get("services") or {}} | {MAIN_SERVICE_NAME}
        services: dict[str, dict[str, Any]] = {name: {"labels": labels} for name in names}
        main = services[MAIN_SERVICE_NAME]
        if any(Path(path).exists() for path in _INIT_PROGRAMS):
            main["init"] = True
        own_network = any("network_mode" in _main(each) or "networks" in _main(each) for each in documents)
        if self._no_network and not own_network:
            main["network_mode"] = "none"
        document: dict[str, Any] = {"services": services}
        for kind in ("networks", "volumes"):
            declared = {name: dict(value or {}) for each in documents for name, value in (each.get(kind) or {}).items()}
            if kind == "networks":
                declared.setdefault("default", {})
            document[kind] = {name: {"labels": labels} for name, value in declared.items() if not value.get("external")}
        (self._folder() / "labels.json").write_text(json.dumps(document, indent=1))

    @override
    def _write_mounts_compose_file(self) -> Path:
        return Path(write_mounts_compose_file(self._folder() / "mounts.json", list(self._host_mounts)))

    @override
    def _write_env_compose_file(self) -> Path:
        path = self._folder() / "env.json"
        path.touch(mode=0o600)
        return Path(write_env_compose_file(path, self._startup_env()))

    @override
    async def _write_resources_compose_file(self) -> Path:
        values = {
            f"{kind}_{name}{suffix}": value(kind, auto_mode=ResourceMode.LIMIT)
            for kind, suffix in (("cpu", ""), ("memory", "_mb"))
            for name, value in (("request", self._resource_request_value), ("limit", self._resource_limit_value))
        }
        return Path(write_resources_compose_file(self._folder() / "resources.json", **values))

    # -- starting

    @override
    def _validate_daemon_mode(self) -> None:
        """Nothing: podman runs Linux alone."""

    @override
    async def _validate_image_os(self, image_name: str) -> None:
        """Nothing, for the same reason."""

    @override
    async def start(self, force_build: bool) -> None:
        await asyncio.to_thread(start_podman_reaper, self.state_dir)
        self.folder = await asyncio.to_thread(make_owned_folder, self.state_dir, self.project[:48])
        self._write_labels()
        self._again = force_build
        await super().start(force_build)
        for port in self.reach:
            await self._forward(port)
        if self.kill_processes is not None:
            self._baseline = frozenset(podman_processes.processes_of(await self._first_process()))

    async def _build(self) -> None:
        self._env_vars.prebuilt_image_name = await build_image(
            self.environment_dir,
            self.state_dir,
            timeout_sec=self.task_env_config.build_timeout_sec,
            again=self._again,
        )
        self._use_prebuilt = True

    @override
    async def _wait_until_compose_exec_ready(self, timeout_sec: int = 0) -> None:
        workdir = self.task_env_config.workdir
        command = ["mkdir", "-p", workdir] if workdir else ["true"]
        name = await self.container(MAIN_SERVICE_NAME)
        async with asyncio.timeout(_READY_SECONDS):
            while True:
                done = await self.engine(["exec", "--user", "root", "--workdir", "/", name, *command])
                if done.return_code == 0:
                    return
                await self.check_running()
                await asyncio.sleep(0.2)

    async def _forward(self, port: int) -> None:
        """Let what runs in the container reach a port of this machine's loopback."""
        pid = await self._first_process()
        listening = await asyncio.to_thread(_listening_in, pid, port)
        if listening is not None:
            self._forwards.append(await relay_to(listening, "127.0.0.1", port))

    async def _first_process(self) -> int:
        name = await self.container(MAIN_SERVICE_NAME)
        said = checked(await self.engine(["inspect", "--format", "{{.State.Pid}}", name]), "podman inspect")
        if not said.isdigit() or said == "0":
            raise SandboxDiedError("the container does not run any more")
        return int(said)

    # -- clients

    async def engine(self, arguments: Sequence[str], *, timeout_sec: float = _ASK_SECONDS) -> ExecResult:
        """Run podman itself."""
        env = client_environment(self._folder())
        return await run_client(["podman", *arguments], env=env, timeout_sec=timeout_sec)

    async def container(self, service: str) -> str:
        """The id of a service's container."""
        if service not in self._ids:
            listed = await self.engine(["ps", "--all", "--filter", f"label={TRIAL_LABEL}={self.project}",
                                        "--format", "json"])  # fmt: skip
            for entry in json.loads(checked(listed, "podman ps") or "[]"):
                self._ids[str(entry["Labels"].get("com.docker.compose.service"))] = str(entry["Id"])
        if service not in self._ids:
            raise SandboxDiedError(f"there is no container of the service {service!r}")
        return self._ids[service]

    async def check_running(self) -> None:
        """SandboxDiedError where the container does not run any more."""
        name = await self.container(MAIN_SERVICE_NAME)
        said = await self.engine(["inspect", "--format", "{{.State.Running}} {{.State.ExitCode}}", name])
        if not (said.stdout or "").startswith("true"):
            raise SandboxDiedError(f"the container does not run any more: {(said.stdout or '').strip()}")

    @override
    async def _run_docker_compose_command(
        self,
        command: list[str],
        check: bool = True,
        timeout_sec: int | None = None,
        stdin_data: bytes | None = None,
        on_output: OutputCallback | None = None,
    ) -> ExecResult:
        """podman-compose is asked to start the project, and podman itself for all the rest: it answers far sooner."""
        if command[0] == "build":
            await self._build()
            return ExecResult(return_code=0)
        if command[0] == "down":  # the project's name has not been used before
            return ExecResult(return_code=0)
        if command[0] == "cp":
            raise RuntimeError("files are brought in as an archive")
        if command[0] == "exec":
            result = await self._exec(command[1:], timeout_sec, stdin_data, on_output)
        else:
            runtime = type(self).runtime()
            files = [part for path in self._docker_compose_paths for part in ("-f", str(path.resolve()))]
            whole = [*runtime.compose, "--project-name", self.project, *files, *command]
            env = client_environment(self._folder(), **self._compose_env_vars(include_os_env=False))
            cwd = self.environment_dir.resolve() if self.environment_dir.is_dir() else None
            result = await run_client(
                whole, env=env, cwd=cwd, timeout_sec=timeout_sec or _UP_SECONDS, stdin_data=stdin_data
            )
        if check and command[0] == "exec" and result.return_code > _SIGNALLED:
            raise SandboxDiedError(f"what prepares the sandbox was ended by signal {result.return_code - _SIGNALLED}")
        if check and result.return_code != 0:
            raise EngineError(
                f"podman-compose {command[0]} failed with exit status {result.return_code}:"
                f" {(result.stdout or '').strip()[-2000:]}"
            )
        return result

    async def _exec(
        self, words: list[str], timeout_sec: float | None, stdin_data: bytes | None, on_output: OutputCallback | None
    ) -> ExecResult:
        options = ["--interactive"] if stdin_data is not None else []
        rest = list(words)
        while rest and rest[0].startswith("-"):
            flag = rest.pop(0)
            if flag not in _FLAGS:
                options += [flag, rest.pop(0)]
        name = await self.container(rest.pop(0))
        result = await run_client(
            ["podman", "exec", *options, name, *rest], env=client_environment(self._folder()),
            timeout_sec=timeout_sec or _EXEC_SECONDS, stdin_data=stdin_data, on_output=on_output,
        )  # fmt: skip
        if result.return_code >= _FIRST_ENGINE_STATUS:
            await self.check_running()
            said = (result.stdout or "").rpartition("Error: ")
            if result.return_code in (_FIRST_ENGINE_STATUS, 255) and said[1]:
                raise SandboxDiedError(f"podman exec failed: {said[2].strip()[:500]}")
        return result

    async def _kill_processes(self) -> None:
        """Kill everything that was started in the container after it was ready, whoever started it."""
        first = await self._first_process()
        await asyncio.to_thread(podman_processes.kill_all, first, self._baseline)

    # -- ending

    @override
    async def stop(self, delete: bool) -> None:
        for server in self._forwards:
            server.close()
        if self.folder is None:
            return
        with contextlib.suppress(Exception):
            async with asyncio.timeout(_ASK_SECONDS):
                await self._note()
                if any(not mount.get("read_only") for mount in self._host_mounts):
                    await self.prepare_logs_for_host()
        try:
            if delete and not self._keep_containers:
                await self._remove()
        finally:
            remove_folder(str(self.folder))

    async def _remove(self) -> None:
        left: list[str] = []
        for attempt in range(_REMOVAL_TRIES):
            await asyncio.sleep(attempt)
            left = await asyncio.to_thread(remove_labelled, TRIAL_LABEL, self.project)
            if not left:
                return
        raise EngineError(f"podman does not remove {', '.join(left)}")

    async def _note(self) -> None:
        """Write down what the kernel says of the container: whether it killed something for want of memory."""
        killed = await asyncio.to_thread(podman_processes.out_of_memory_kills, await self._first_process())
        folder = self.trial_paths.trial_dir
        if folder.is_dir():
            text = json.dumps({"engine": "podman", "out_of_memory": killed}, indent=2)
            (folder / "sandbox.json").write_text(text + "\n", encoding="utf-8")


def _main(document: dict[str, Any]) -> dict[str, Any]:
    return (document.get("services") or {}).get(MAIN_SERVICE_NAME) or {}


def _listening_in(pid: int, port: int) -> socket.socket | None:
    """A socket that listens on a port of the loopback of a process's network; None where that is this machine's.

    OSError where it cannot be had.
    """
    if Path(f"/proc/{pid}/ns/net").stat().st_ino == Path("/proc/self/ns/net").stat().st_ino:
        return None
    made: list[socket.socket] = []
    failed: list[OSError] = []

    def listen() -> None:  # in a thread of its own, which ends in that network
        try:
            network = os.open(f"/proc/{pid}/ns/net", os.O_RDONLY)
            try:
                os.setns(network, os.CLONE_NEWNET)
            finally:
                os.close(network)
            made.append(socket.create_server(("127.0.0.1", port)))
        except OSError as error:
            failed.append(error)

    thread = threading.Thread(target=listen)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    made[0].setblocking(False)
    return made[0]
