"""Jobs on this machine: each a child of a small supervisor (`local_supervisor.py`) that outlives the platform.

A launch is a folder below the pool's, which is all that there is to know about it; a platform that was killed finds
everything there again.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import override

from osmosis_ai.base.files.private import make_private_directory
from osmosis_ai.base.processes.supervisor import is_alive
from osmosis_ai.platform.compute import local_supervisor as supervisor
from osmosis_ai.platform.compute.namespaces import pid_namespace
from osmosis_ai.platform.compute.port import (
    Chunk,
    Ended,
    Gone,
    Health,
    Launch,
    Lost,
    Pool,
    Ref,
    RefusedError,
    Running,
    State,
    Unsure,
    UnsureError,
    Waiting,
)
from osmosis_ai.platform.compute.probe import probe_node
from osmosis_ai.platform.compute.requests import refuse_beyond
from osmosis_ai.platform.pool_settings import PoolSettings

__all__ = ["LocalPool"]

_MARK = "_OSMOSIS_LAUNCH_ID"
_SUPERVISOR = Path(supervisor.__file__)
_CHUNK_BYTES = 256 * 1024
_START_SECONDS = 30.0
_NO_PROCESS = "0"
"""The native id of a launch that has a folder, and no supervisor so far."""


class LocalPool(Pool):
    """Processes of this machine, below `folder`, which is made."""

    def __init__(self, settings: PoolSettings, folder: Path) -> None:
        self.name = settings.name
        self.settings = settings
        self.folder = folder

    @override
    async def submit(self, launch: Launch) -> Ref:
        refuse_beyond(launch, self.settings)
        namespace = await pid_namespace()
        folder = self.folder / launch.id
        task = supervisor.Task(
            argv=[*self.settings.command, *launch.argv],
            env=_environment(launch, folder),
            wrapper=list(namespace.wrapper),
            grace=launch.grace,
            wall=launch.wall,
            memory=launch.memory,
            processes=self.settings.limits.processes,
            file_bytes=self.settings.limits.file_bytes,
        )
        return await asyncio.to_thread(self._submit, launch.id, folder, task)

    @override
    async def stop(self, ref: Ref) -> None:
        await asyncio.to_thread(self._stop, ref)

    @override
    async def state(self, ref: Ref) -> State:
        return await asyncio.to_thread(self._state, ref)

    @override
    async def logs(self, ref: Ref, after: int = 0) -> Chunk | Gone:
        return await asyncio.to_thread(_read_log, self.folder / ref.launch_id, after)

    @override
    async def list(self, owner: str) -> Sequence[tuple[Ref, State]]:
        return await asyncio.to_thread(self._list, owner)

    @override
    async def forget(self, ref: Ref) -> None:
        await asyncio.to_thread(self._forget, ref)

    @override
    async def check(self) -> Health:
        if not sys.platform.startswith("linux"):
            raise RefusedError(f"pool {self.name}: jobs of a local pool run on Linux alone; configure another engine")
        namespace = await pid_namespace()
        try:
            await asyncio.to_thread(make_private_directory, str(self.folder))
        except OSError as error:
            raise UnsureError(f"{self.folder} cannot be made: {error.strerror}") from error
        if self.settings.command and shutil.which(self.settings.command[0]) is None:
            raise RefusedError(f"pool {self.name}: its command {self.settings.command[0]} is not installed")
        warnings = () if namespace.warning is None else (namespace.warning,)
        report = await probe_node(self)
        version = ".".join(map(str, sys.version_info[:3]))
        return Health(
            f"Python {version}",
            _boot(),
            self.settings.slots,
            "child processes of this machine",
            warnings,
            report.isolation_problem,
        )

    def _submit(self, launch_id: str, folder: Path, task: supervisor.Task) -> Ref:
        known = self._ref(launch_id)
        if known is not None:
            return known
        try:
            for path in (folder, folder / "work", folder / "tmp"):
                make_private_directory(str(path))
            program = [sys.executable, "-I", "-S", "-B", str(_SUPERVISOR), str(folder)]
            # The job's environment goes through the pipe: the supervisor's own is empty, and shows nothing.
            done = subprocess.run(
                program,
                input=json.dumps(asdict(task)).encode(),
                capture_output=True,
                env={"LC_ALL": "C.UTF-8"},
                start_new_session=True,
                timeout=_START_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UnsureError(f"pool {self.name}: the launch cannot be started: {error}") from error
        known = self._ref(launch_id)
        if known is None:
            said = (done.stdout + done.stderr).decode("utf-8", "replace").strip()[-500:]
            raise UnsureError(f"pool {self.name}: the job's supervisor did not start: {said}")
        return known

    def _ref(self, launch_id: str) -> Ref | None:
        started = _read(self.folder / launch_id / "started.json")
        if started is None:
            return None
        return Ref(launch_id, f"{_machine()}/{started['boot']}/{started['start']}", str(started["pid"]))

    def _state(self, ref: Ref) -> State:
        machine, boot, start = _parts(ref)
        if machine != _machine():
            return Unsure("it was started on another machine; a local pool is known to that machine's server alone")
        folder = self.folder / ref.launch_id
        if ref.native_id == _NO_PROCESS:
            known = self._ref(ref.launch_id)
            return _never_started(folder) if known is None else self._state(known)
        if boot == _boot() and is_alive(int(ref.native_id), start):
            return Running(socket.gethostname())
        ended = _read(folder / "ended.json")  # after the look at the process, which writes it before it ends
        if ended is not None:
            status = ended["exit"]
            return Ended(status if isinstance(status, int) else None, str(ended["reason"]))
        if boot != _boot():
            return Lost("the machine was started again since")
        if not folder.exists():
            return Lost("there is no record of it")
        _kill_marked(ref.launch_id)
        return Lost("its supervisor was killed")

    def _stop(self, ref: Ref) -> None:
        folder = self.folder / ref.launch_id
        state = self._state(ref)
        if isinstance(state, Unsure):
            raise UnsureError(f"pool {self.name}: {state.cause}")
        if isinstance(state, Running):
            with contextlib.suppress(FileNotFoundError):
                (folder / "stop").touch(mode=0o600)
            _terminate(int(ref.native_id), _parts(ref)[2])

    def _list(self, owner: str) -> Sequence[tuple[Ref, State]]:
        try:
            names = sorted(name for name in os.listdir(self.folder) if name.startswith(owner))  # noqa: PTH208
        except FileNotFoundError:
            return []
        except OSError as error:
            raise UnsureError(f"pool {self.name}: {self.folder} cannot be read: {error.strerror}") from error
        refs = [self._ref(name) or Ref(name, f"{_machine()}/{_boot()}/", _NO_PROCESS) for name in names]
        return [(ref, self._state(ref)) for ref in refs]

    def _forget(self, ref: Ref) -> None:
        if not isinstance(self._state(ref), Running | Unsure):
            shutil.rmtree(self.folder / ref.launch_id, ignore_errors=True)


def _environment(launch: Launch, folder: Path) -> dict[str, str]:
    """What the job gets: nothing of the platform's environment but where programs are."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LC_ALL": "C.UTF-8",
        "HOME": str(folder / "work"),
        "TMPDIR": str(folder / "tmp"),
        **launch.env,
        _MARK: launch.id,
    }


def _read(path: Path) -> dict[str, object] | None:
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def _read_log(folder: Path, after: int) -> Chunk | Gone:
    pieces = sorted((int(path.suffix[1:]), path) for path in folder.glob("log.*") if path.suffix[1:].isdecimal())
    if not pieces:
        return Gone("there is no output of it")
    for begin, path in pieces:
        try:
            end = begin + path.stat().st_size
            if after >= end and path != pieces[-1][1]:
                continue
            first = max(begin, min(after, end))
            with path.open("rb") as file:
                file.seek(first - begin)
                data = file.read(_CHUNK_BYTES)
        except FileNotFoundError:
            continue  # the older piece went in this moment
        return Chunk(data.decode("utf-8", "replace"), first + len(data), max(0, first - after))
    return Gone("the output is being replaced")


def _never_started(folder: Path) -> State:
    """Of a launch whose folder was made, and whose supervisor has not written that it runs."""
    try:
        made = folder.stat().st_mtime
    except OSError:
        return Lost("there is no record of it")
    if time.time() - made < 2 * _START_SECONDS:
        return Waiting()
    return Lost("the platform was killed before its supervisor was started")


def _parts(ref: Ref) -> tuple[str, str, str]:
    machine, _, rest = ref.incarnation.partition("/")
    boot, _, start = rest.partition("/")
    return machine, boot, start


@functools.cache
def _boot() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


@functools.cache
def _machine() -> str:
    """Which machine this is, across restarts: an abbreviated hash of its id or else its name."""
    try:
        text = Path("/etc/machine-id").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        text = ""
    return hashlib.sha256((text or socket.gethostname()).encode()).hexdigest()[:12]


def _terminate(pid: int, start: str) -> None:
    """SIGTERM to that process, and to no later one that got its number."""
    try:
        descriptor = os.pidfd_open(pid)
    except OSError:
        return
    try:
        if is_alive(pid, start):
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(descriptor, signal.SIGTERM)
    finally:
        os.close(descriptor)


def _kill_marked(launch_id: str) -> None:
    """SIGKILL to what is left of a job whose supervisor was killed: processes that have the launch's id in their
    environment. A second line: most are gone with the supervisor already."""
    mark = f"{_MARK}={launch_id}".encode()
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark in path.read_bytes().split(b"\0"):
                os.kill(int(path.parent.name), signal.SIGKILL)
