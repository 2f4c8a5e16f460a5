"""User code in a sandbox: bubblewrap without a network, and the few connections that lead in and out of it.

    the rollouts' model calls   127.0.0.1:MODEL_PORT in there  -> a Unix socket that the model's listener serves
    what the rules allow        127.0.0.1:PROXY_PORT in there  -> a Unix socket that a proxy of this process serves
    calls of the rollout server a Unix socket of this process  -> its port in there

Each sandbox sees the sockets that it needs and no other. A program that knows no proxy has no network at all.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from osmosis_ai.base.files.usage import disk_usage
from osmosis_ai.base.http.loopback_environment import for_loopback
from osmosis_ai.base.http.network_rules import NetworkRules
from osmosis_ai.base.processes import sandbox_init
from osmosis_ai.base.processes.isolation import Limits, isolated, python_folders
from osmosis_ai.base.processes.supervisor import ChildProcess, OnLine
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.hosting.egress import serve_egress

__all__ = ["MODEL_PORT", "Isolation", "Sandbox", "open_sandbox", "start_user_code"]

MODEL_PORT, PROXY_PORT = 61001, 61002
"""Ports of a sandbox's own loopback, above those that a system gives by itself."""

type Door = Literal["model", "rollout", "sync"]

_INSIDE = "/run/osmosis"
_PYTHON = os.path.realpath(sys.executable)
_PORTS: Mapping[Door, int] = {"model": MODEL_PORT, "rollout": PROXY_PORT, "sync": PROXY_PORT}
_BACKLOG = 1024
_DISK_SEC, _DISK_SHARE = 5.0, 20
"""How often the disk is looked at: not more than a twentieth of the time."""
_PROXY_NAMES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
_IGNORE_SIGTERM = ("sh", "-c", 'trap "" TERM; exec "$@"', "sh")
"""SIGTERM is for the command in the sandbox, which gets it as a member of the group; bwrap would end all at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolation:
    """What user code of a run may have of the machine."""

    folder: Path
    """A private folder of the run, which exists: for sockets and temporary files."""
    readable: Sequence[Path] = ()
    """What every program of the run may read beside the system and Python."""
    hidden: Sequence[Path] = ()
    """Folders below the readable ones that are empty in there."""
    sync_writable: Sequence[Path] = ()
    """What may be written while the environment is made, beside the environment."""
    network: NetworkRules = field(default_factory=NetworkRules)
    """Which hosts rollouts may reach."""
    sync_network: NetworkRules = field(default_factory=NetworkRules)
    """Which hosts may be reached while the environment is made."""
    limits: Limits | None = None
    disk_bytes: int | None = None
    """How much the programs may write; one that has written more is killed. None for no limit."""


class Sandbox:
    """Starts programs in isolation. Opened by `open_sandbox`."""

    def __init__(self, isolation: Isolation, folder: int, report: Callable[[str], None]) -> None:
        self.isolation = isolation
        self._report = report
        self._before: dict[Path, int] = {}
        self._watches: set[asyncio.Task[None]] = set()
        self._sockets = isolation.folder / "sockets"
        self._folder = folder
        self._temporary = isolation.folder / "temporary"
        self._count = 0
        self.model_listener = self._listen("model")
        """Where model calls of the rollouts arrive."""

    @property
    def server_socket(self) -> str:
        """The path of the Unix socket at which this process reaches the rollout server that was started last."""
        return self._reached("server")

    def _reached(self, name: str) -> str:
        # A Unix socket's path may have a hundred characters, and this folder's may have more.
        return f"/proc/self/fd/{self._folder}/{name}"

    def _listen(self, name: str) -> socket.socket:
        with suppress(FileNotFoundError):
            (self._sockets / name).unlink()
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listener.bind(self._reached(name))
        listener.listen(_BACKLOG)
        listener.setblocking(False)
        return listener

    @asynccontextmanager
    async def _proxies(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for door, rules in (("rollout", self.isolation.network), ("sync", self.isolation.sync_network)):
                if rules:
                    await stack.enter_async_context(serve_egress(self._listen(door), rules, self._refused))
            yield

    def _refused(self, why: str) -> None:
        self._report(f"refused: {why}")

    async def start(
        self,
        command: Sequence[str],
        *,
        name: str,
        cwd: Path,
        env: Mapping[str, str],
        writable: Sequence[Path] = (),
        readable: Sequence[Path] = (),
        doors: Sequence[Door] = (),
        serves: int | None = None,
        on_line: OnLine | None = None,
        redact: Redactor | None = None,
        grace: float = 5.0,
    ) -> ChildProcess:
        """Starts a program whose environment is `env`, with a proxy's variables where it has one.

        `serves` is the port at which it is reached by `server_socket`. A program that a signal ended has 128 and the
        signal's number as its status. Raises OsmosisError.
        """
        if self.isolation.disk_bytes is not None:
            for each in writable:
                if each not in self._before:
                    self._before[each] = await asyncio.to_thread(disk_usage, [each])
        opened: list[Door] = [door for door in doors if (self._sockets / door).exists()]
        has_proxy = any(_PORTS[door] == PROXY_PORT for door in opened)
        temporary = self._new_temporary()
        listener = None if serves is None else self._listen("server")
        try:
            given = {
                "command": list(command),
                "env": _environment(env, has_proxy=has_proxy),
                "outward": {_PORTS[door]: f"{_INSIDE}/{door}" for door in opened},
                "inward": None if listener is None else [listener.fileno(), serves],
            }
            init = Path(sandbox_init.__file__)
            wrapped = isolated(
                [_PYTHON, "-I", "-S", "-B", f"{_INSIDE}/init.py"],
                writable=[*writable],
                readable=[*python_folders(), *self.isolation.readable, *readable],
                hidden=self.isolation.hidden,
                shown_as={
                    f"{_INSIDE}/init.py": init,
                    **{f"{_INSIDE}/{door}": self._sockets / door for door in opened},
                },
                temporary=temporary,
                working_directory=cwd,
                network=False,
                limits=self.isolation.limits,
                new_session=False,
            )
            child = await ChildProcess.start(
                [*_IGNORE_SIGTERM, *wrapped],
                name=name,
                # User code's variables go in by the pipe: here they would act outside the sandbox.
                env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8"},
                stdin=json.dumps(given).encode(),
                on_line=on_line,
                redact=redact,
                grace=grace,
                pass_fds=() if listener is None else (listener.fileno(),),
            )
            if self.isolation.disk_bytes is not None:
                folders = [*writable, temporary]
                watch = asyncio.create_task(self._watch(child, folders, self.isolation.disk_bytes))
                self._watches.add(watch)
                watch.add_done_callback(self._watches.discard)
            return child
        finally:
            if listener is not None:
                listener.close()  # with the sandbox its socket is gone, and calls to it fail at once

    async def _watch(self, child: ChildProcess, folders: Sequence[Path], most: int) -> None:
        """Kills the program once all that were started have written more than `most` bytes into its folders."""
        ended = asyncio.ensure_future(child.wait())
        pause = 0.0
        try:
            while not ended.done():
                began = time.monotonic()
                taken = await asyncio.to_thread(disk_usage, folders)
                before = sum(self._before.get(folder, 0) for folder in folders)
                if taken - before > most:
                    self._report(f"{child.name} was killed: more than {most} bytes were written to the disk")
                    await child.stop(0)
                    return
                pause = max(_DISK_SEC, _DISK_SHARE * (time.monotonic() - began))
                await asyncio.wait([ended], timeout=pause)
        finally:
            ended.cancel()

    async def end_watches(self) -> None:
        """Watches no program any more."""
        for watch in self._watches:
            watch.cancel()
        await asyncio.gather(*self._watches, return_exceptions=True)

    def _new_temporary(self) -> Path:
        """Folders for the temporary files of one program; those of the one before are removed."""
        shutil.rmtree(self._temporary / str(self._count - 1), ignore_errors=True)
        folder = self._temporary / str(self._count)
        self._count += 1
        for each in (folder / "tmp", folder / "shm", folder / "tmp" / "home"):
            each.mkdir(parents=True, mode=0o700)
        return folder


@asynccontextmanager
async def open_sandbox(isolation: Isolation, report: Callable[[str], None]) -> AsyncIterator[Sandbox]:
    """A sandbox whose proxies are up within the block; `report` hears what was refused, and what was killed.

    One at a time in a folder.
    """
    sockets = isolation.folder / "sockets"
    for left in (sockets, isolation.folder / "temporary"):  # by an earlier one
        shutil.rmtree(left, ignore_errors=True)
    sockets.mkdir(mode=0o700)
    folder = os.open(sockets, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    sandbox = None
    try:
        sandbox = Sandbox(isolation, folder, report)
        async with sandbox._proxies():
            try:
                yield sandbox
            finally:
                await sandbox.end_watches()
    finally:
        if sandbox is not None:
            sandbox.model_listener.close()
        os.close(folder)


def _environment(env: Mapping[str, str], *, has_proxy: bool) -> dict[str, str]:
    proxies = dict.fromkeys(_PROXY_NAMES, f"http://127.0.0.1:{PROXY_PORT}")
    lower = {name.lower(): value for name, value in proxies.items()}
    made = {name: value for name, value in env.items() if name.upper() not in proxies}
    return for_loopback({**made, **proxies, **lower}) if has_proxy else made


async def start_user_code(
    sandbox: Sandbox | None,
    command: Sequence[str],
    *,
    name: str,
    cwd: Path,
    env: Mapping[str, str],
    writable: Sequence[Path] = (),
    readable: Sequence[Path] = (),
    doors: Sequence[Door] = (),
    serves: int | None = None,
    on_line: OnLine | None = None,
    redact: Redactor | None = None,
    grace: float = 5.0,
) -> ChildProcess:
    """Starts a program of the user's: in the sandbox, or where there is none beside this process."""
    if sandbox is None:
        return await ChildProcess.start(
            command, name=name, cwd=cwd, env=env, on_line=on_line, redact=redact, grace=grace
        )
    return await sandbox.start(
        command,
        name=name,
        cwd=cwd,
        env=env,
        writable=writable,
        readable=readable,
        doors=doors,
        serves=serves,
        on_line=on_line,
        redact=redact,
        grace=grace,
    )
