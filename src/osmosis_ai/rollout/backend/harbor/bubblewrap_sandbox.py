"""A sandbox of this machine that starts in a fraction of a second, and the commands that run in it.

One process holds it: it has bubblewrap build the sandbox on a root folder of its own, runs commands in it, and ends it
when it is asked to or when its owner is gone. Nothing here needs Harbor.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import select
import shutil
import signal
import socket
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from osmosis_ai.rollout.backend.harbor import reaper
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.cgroups import group_paths, kill_group, remove_group
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.folders import remove_folder
from osmosis_ai.rollout.backend.harbor.forwarding import relay_to

__all__ = [
    "CommandResult",
    "Mount",
    "Sandbox",
    "SandboxDiedError",
    "SandboxError",
    "SandboxSettings",
    "SandboxStartError",
    "SandboxTimeoutError",
    "SandboxTransferError",
]

Stream = Literal["stdout", "stderr"]
_ANSWER_SECONDS = 30.0
_STOP_SECONDS = 20.0
_KEPT = 8 << 20
_TAIL = 1 << 20
_HOLDER = "osmosis_ai.rollout.backend.harbor.bubblewrap_holder.main"


class SandboxError(RuntimeError):
    """Something that a sandbox could not do."""


class SandboxStartError(SandboxError):
    """The sandbox was not built."""


class SandboxDiedError(SandboxError):
    """The sandbox ended though no one stopped it; `out_of_memory` says whether its memory was used up before."""

    def __init__(self, message: str, *, out_of_memory: bool = False) -> None:
        super().__init__(message)
        self.out_of_memory = out_of_memory


class SandboxTimeoutError(SandboxError):
    """A command ran for longer than it may; every process that it started is dead."""


class SandboxTransferError(SandboxError):
    """Files could not be brought into the sandbox or out of it."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A folder or file of this machine that a sandbox sees."""

    source: Path
    target: str
    read_only: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxSettings:
    """What a sandbox is made of and what it may use."""

    rootfs: Path
    """The folder that is its root. It is never written to."""
    state_dir: Path
    """Where the folder of each sandbox is made, for this account alone."""
    memory_bytes: int = 2 << 30
    storage_bytes: int = 4 << 30
    """The most that its files may take up, beside those of the image."""
    processes: int = 1024
    cpus: float | None = None
    network: Literal["none", "host"] = "none"
    """`host` is the network of this machine, its loopback and its abstract sockets included."""
    mounts: tuple[Mount, ...] = ()
    layers: tuple[Path, ...] = ()
    """Folders that lie over the root folder, the lowest first."""
    build_folder: Path | None = None
    """Where what is written is kept, in `upper`, to be a layer of others."""
    hostname: str = "sandbox"


@dataclass(frozen=True, slots=True)
class CommandResult:
    """How a command ended. Output beyond 8 MB a stream is left out in its middle."""

    status: int
    """Its exit status, 128 and the signal's number where one ended it."""
    stdout: str
    stderr: str
    out_of_memory: bool = False
    """Whether the kernel killed a process of the sandbox meanwhile because its memory was used up."""


class _Output:
    """One stream of a command: read to its end, kept up to a bound."""

    def __init__(self, loop: asyncio.AbstractEventLoop, on_output: Callable[[bytes], None] | None) -> None:
        self._loop, self._on_output = loop, on_output
        self._first, self._last, self._left_out = bytearray(), bytearray(), 0
        self._closed = False
        self._discards = False
        self.read, self.write = os.pipe()
        os.set_blocking(self.read, False)
        loop.add_reader(self.read, self.take)

    def take(self) -> bool:
        """Read what is there. False if there was nothing."""
        if self._closed:
            return False
        try:
            data = os.read(self.read, 1 << 18)
        except BlockingIOError:
            return False
        if not data:
            self.close()
            return False
        if not self._discards:
            self._keep(data)
        return True

    def _keep(self, data: bytes) -> None:
        if self._on_output is not None:
            self._on_output(data)
        room = _KEPT - _TAIL - len(self._first)
        self._first += data[: max(room, 0)]
        self._last += data[max(room, 0) :]
        if len(self._last) > 2 * _TAIL:
            self._left_out += len(self._last) - _TAIL
            del self._last[:-_TAIL]

    def text(self) -> str:
        """What was kept. The stream goes on to be read, and nothing of it is kept, while a process still has it."""
        for _ in range(1024):
            if not self.take():
                break
        self._discards = True
        middle = f"\n[{self._left_out} bytes left out]\n".encode() if self._left_out else b""
        return (bytes(self._first) + middle + bytes(self._last)).decode("utf-8", "replace")

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._loop.remove_reader(self.read)
            os.close(self.read)


class Sandbox:
    """A sandbox that runs. It belongs to the event loop in which it was started."""

    def __init__(self, settings: SandboxSettings, folder: Path, groups: dict[str, str]) -> None:
        self.settings = settings
        self.folder = folder
        self.holds: dict[str, Any] = {}
        """What walls and limits it has on this machine."""
        self.first = 0
        """Its first process, as it is numbered outside."""
        self.died: SandboxDiedError | None = None
        self.last_status: dict[str, Any] = {}
        self._groups = groups
        self._loop = asyncio.get_running_loop()
        self._control, self._theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.setblocking(False)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._started: asyncio.Future[dict[str, Any]] = self._loop.create_future()
        self._outputs: set[_Output] = set()
        self._forwards: list[asyncio.Server] = []
        self._number = 0
        self._stopping = False
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    async def start(cls, settings: SandboxSettings, *, name: str | None = None) -> Sandbox:
        """Start a sandbox. SandboxStartError where it cannot be built; nothing of it is left then."""
        bwrap = shutil.which("bwrap")
        if bwrap is None:
            raise SandboxStartError("bubblewrap is not installed: install the package bubblewrap (the program bwrap)")
        if not settings.rootfs.is_dir():
            raise SandboxStartError(f"the root folder of the sandbox, {settings.rootfs}, is not a folder")
        settings.state_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        ident = f"{name or 'sandbox'}-{secrets.token_hex(4)}"
        folder = settings.state_dir.resolve() / ident
        groups = group_paths(ident)
        reaper.make_folder(folder, groups=groups)
        sandbox = cls(settings, folder, groups)
        try:
            await sandbox._start(bwrap)
        except BaseException:
            await sandbox.stop()
            raise
        return sandbox

    async def _start(self, bwrap: str) -> None:
        owner = reaper.identity()
        with (self.folder / "holder.log").open("wb") as log:
            self._process = subprocess.Popen(  # noqa: ASYNC220 - a fork of a few milliseconds
                reaper.bare_python(_HOLDER, str(self._theirs.fileno()), str(owner.pid)),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[self._theirs.fileno()], cwd="/",
                env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
            )  # fmt: skip
        self._theirs.close()
        with contextlib.suppress(ProcessLookupError):
            holder = reaper.identity(self._process.pid)
            reaper.write_record(self.folder, owner=owner, holder=holder, groups=self._groups)
        self._loop.add_reader(self._control, self._receive)
        self._send(self._description(bwrap))
        try:
            answer = await asyncio.wait_for(self._started, _ANSWER_SECONDS)
        except TimeoutError:
            raise SandboxStartError(
                f"the sandbox did not start within {_ANSWER_SECONDS:g} seconds{self._log()}"
            ) from None
        except SandboxDiedError as error:
            raise SandboxStartError(f"{error}{self._log()}") from None
        self.first, self.holds = answer["first"], answer["holds"]

    def _log(self) -> str:
        with contextlib.suppress(OSError):
            text = (self.folder / "holder.log").read_text(encoding="utf-8", errors="replace").strip()
            return f": {text[-1000:]}" if text else ""
        return ""

    def _description(self, bwrap: str) -> dict[str, Any]:
        settings = self.settings
        return {
            "folder": str(self.folder),
            "bwrap": bwrap,
            "rootfs": str(settings.rootfs.resolve()),
            "layers": [str(layer.resolve()) for layer in settings.layers],
            "build_folder": None if settings.build_folder is None else str(settings.build_folder.resolve()),
            "storage_bytes": settings.storage_bytes,
            "memory_bytes": settings.memory_bytes,
            "processes": settings.processes,
            "cpus": settings.cpus,
            "network": settings.network,
            "hostname": settings.hostname,
            "groups": self._groups,
            "mounts": [
                {
                    "source": str(mount.source.resolve()),
                    "target": mount.target,
                    "read_only": mount.read_only,
                    "folder": mount.source.is_dir(),
                }
                for mount in settings.mounts
            ],
        }

    async def run(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        cwd: str = "/",
        user: str | int | None = None,
        timeout_sec: float | None = None,
        on_output: Callable[[Stream, bytes], None] | None = None,
    ) -> CommandResult:
        """Run a command to its end. What it leaves running goes on; after a time-out or a cancellation nothing does.

        SandboxTimeoutError after `timeout_sec`, SandboxDiedError where the sandbox ends meanwhile.
        """
        out = _Output(self._loop, None if on_output is None else lambda data: on_output("stdout", data))
        err = _Output(self._loop, None if on_output is None else lambda data: on_output("stderr", data))
        self._outputs |= {out, err}
        request = {"do": "run", "command": list(command), "env": dict(env or {}), "cwd": cwd, "user": user}
        null = os.open(os.devnull, os.O_RDONLY)
        try:
            number, answered = self._ask(request, null, out.write, err.write)
        except BaseException:
            out.close()
            err.close()
            raise
        finally:
            for descriptor in (null, out.write, err.write):
                os.close(descriptor)
        answer = await self._finished(number, answered, timeout_sec, " ".join(command)[:80])
        status = answer["status"]
        return CommandResult(
            128 - status if status < 0 else status, out.text(), err.text(), answer.get("out_of_memory", 0) > 0
        )

    async def _finished(
        self, number: int, answered: asyncio.Future[dict[str, Any]], timeout_sec: float | None, what: str
    ) -> dict[str, Any]:
        try:
            return await asyncio.wait_for(asyncio.shield(answered), timeout_sec)
        except TimeoutError:
            await self._kill(number)
            raise SandboxTimeoutError(f"Command timed out after {timeout_sec:g} seconds: {what}") from None
        except asyncio.CancelledError:
            await asyncio.shield(self._kill(number))
            raise
        finally:
            if answered.done() and not answered.cancelled():
                answered.exception()
            else:
                answered.cancel()

    async def _kill(self, number: int) -> None:
        """Kill a command and all that it started; where that does not work, the sandbox."""
        with contextlib.suppress(SandboxError):
            _, answered = self._ask({"do": "kill", "command": number})
            try:
                done = (await asyncio.wait_for(answered, _ANSWER_SECONDS)).get("done", False)
            except TimeoutError:
                done = False
            if not done:  # its processes cannot be told from the others here
                await self.kill_all()

    async def kill_all(self) -> None:
        """Kill every process in the sandbox; its files stay, and commands can be run in it.

        SandboxDiedError where that does not work: then the sandbox is not used any further.
        """
        _, answered = self._ask({"do": "kill_all"})
        try:
            done = (await asyncio.wait_for(answered, _ANSWER_SECONDS))["status"] == 0
        except TimeoutError:
            done = False
        if not done:
            self._lost("processes of the sandbox could not be killed")
            raise self.died or SandboxError("the sandbox was stopped")

    async def status(self) -> dict[str, Any]:
        """What it used and ran into so far: `out_of_memory`, `peak_memory`, `disk`."""
        _, answered = self._ask({"do": "status"})
        self.last_status = await asyncio.wait_for(answered, _ANSWER_SECONDS)
        return self.last_status

    async def put(self, source: Path, target: str, *, timeout_sec: float = 600) -> None:
        """Bring a file to the path `target`, or what is in a folder into the folder `target`; root owns it there."""
        is_folder = await asyncio.to_thread(source.is_dir)
        place = PurePosixPath(target)
        folder, name = (target, None) if is_folder else (str(place.parent), place.name)
        await self._transfer(
            {"do": "put", "target": folder}, lambda stream: _pack(source, name, stream), True, timeout_sec
        )

    async def get_file(self, source: str, target: Path, *, timeout_sec: float = 600) -> None:
        """Bring the file `source` to the path `target`; where it is a link, what it leads to in the sandbox.

        SandboxTransferError where it is not a file.
        """
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            await self._get(source, Path(place), False, timeout_sec)
            target.parent.mkdir(parents=True, exist_ok=True)
            await asyncio.to_thread(shutil.copyfile, Path(place) / "file", target, follow_symlinks=False)

    async def get_folder(self, source: str, target: Path, *, timeout_sec: float = 600) -> None:
        """Bring what is in the folder `source` into the folder `target`, which is made.

        Only files, folders and symbolic links that lead to none outside come along, and no more bytes than the sandbox
        may hold. SandboxTransferError where `source` is not a folder.
        """
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            await self._get(source, Path(place), True, timeout_sec)
            await asyncio.to_thread(shutil.copytree, place, target, symlinks=True, dirs_exist_ok=True)

    async def _get(self, source: str, place: Path, folder: bool, timeout_sec: float) -> None:
        request = {"do": "get", "source": source, "folder": folder, "limit": self.settings.storage_bytes}
        await self._transfer(request, lambda stream: _unpack(stream, place), False, timeout_sec)

    async def _transfer(
        self, request: dict[str, Any], work: Callable[[int], None], into: bool, timeout_sec: float
    ) -> None:
        errors = _Output(self._loop, None)
        self._outputs.add(errors)
        read, write = os.pipe()
        ours, theirs = (write, read) if into else (read, write)
        try:
            number, answered = self._ask(request, theirs, errors.write)
        except BaseException:
            os.close(ours)
            errors.close()
            raise
        finally:
            os.close(theirs)
            os.close(errors.write)
        moved = asyncio.ensure_future(asyncio.to_thread(_owning, work, ours))
        try:
            what = request.get("target") or request.get("source")
            answer = await self._finished(number, answered, timeout_sec, f"transfer of {what}")
            problem = None
        finally:
            try:  # the pipe's other end is closed by now, so the thread ends
                await asyncio.wait_for(asyncio.shield(moved), _ANSWER_SECONDS)
            except (OSError, tarfile.TarError, TimeoutError) as error:
                problem = f"{type(error).__name__}: {error}"
        said = errors.text().strip()
        if answer["status"] != 0 or problem is not None:
            raise SandboxTransferError(f"transfer of {what}: {said or problem or answer['status']}")

    async def forward(self, port: int, *, host: str = "127.0.0.1", host_port: int | None = None) -> None:
        """Let what runs in the sandbox reach one port of this machine at the same port of its own loopback."""
        _, answered = self._ask({"do": "listen", "port": port})
        answer = await asyncio.wait_for(answered, _ANSWER_SECONDS)
        if not answer["done"] or not answer["descriptors"]:
            raise SandboxError(f"port {port} of the sandbox cannot be listened on")
        listening = socket.socket(fileno=answer["descriptors"][0])
        listening.setblocking(False)

        self._forwards.append(await relay_to(listening, host, host_port or port))

    def _ask(self, request: dict[str, Any], *descriptors: int) -> tuple[int, asyncio.Future[dict[str, Any]]]:
        if self.died is not None:
            raise self.died
        if self._stopping:
            raise SandboxError("the sandbox was stopped")
        self._number += 1
        answered: asyncio.Future[dict[str, Any]] = self._loop.create_future()
        self._answers[self._number] = answered
        self._send({"number": self._number, **request}, *descriptors)
        return self._number, answered

    def _send(self, message: dict[str, Any], *descriptors: int) -> None:
        payload = os.memfd_create("request", os.MFD_CLOEXEC)
        try:
            data = memoryview(json.dumps(message).encode())
            while data:
                data = data[os.write(payload, data) :]
            os.lseek(payload, 0, os.SEEK_SET)
            socket.send_fds(self._control, [b"r"], [payload, *descriptors])
        except OSError as error:
            self._lost(f"the process that holds the sandbox is gone ({error.strerror})")
            raise self.died or SandboxError("the sandbox was stopped") from None
        finally:
            os.close(payload)

    def _receive(self) -> None:
        while True:
            try:
                data, descriptors, _, _ = socket.recv_fds(self._control, 1 << 16, 4, socket.MSG_CMSG_CLOEXEC)
            except BlockingIOError:
                return
            except OSError:
                data, descriptors = b"", []
            if not data:
                self._lost("the process that holds the sandbox ended")
                return
            message = json.loads(data)
            if descriptors:
                message["descriptors"] = descriptors
            self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
        if "number" in message:
            answered = self._answers.pop(message["number"], None)
            if answered is not None and not answered.done():
                answered.set_result(message)
        elif "started" in message:
            self._started.set_result(message)
        elif "failed" in message and not self._started.done():
            self._started.set_exception(SandboxDiedError(f"the sandbox cannot be built: {message['failed']}"))
        elif "died" in message:
            self.last_status = message
            used_up = message.get("out_of_memory", 0) > 0
            self._lost("the sandbox's first process ended" + (", its memory was used up" if used_up else ""), used_up)

    def _lost(self, why: str, out_of_memory: bool = False) -> None:
        """The sandbox is gone: nothing in it can be asked any more, and what was asked gets no answer."""
        with contextlib.suppress(OSError, ValueError):
            self._loop.remove_reader(self._control)
        if self._stopping:
            why = "the sandbox was stopped"
        elif self.died is None:
            self.died = SandboxDiedError(why, out_of_memory=out_of_memory)
        self._control.close()
        failed = self.died or SandboxError(why)
        for answered in (self._started, *self._answers.values()):
            if not answered.done():
                answered.set_exception(failed)
                answered.exception()
        self._answers.clear()

    async def stop(self) -> None:
        """End every process of the sandbox and remove what it had. It can be called more than once."""
        if self._stopping:
            return
        self._stopping = True
        for server in self._forwards:
            server.close()
        self._lost("the sandbox was stopped")
        self._theirs.close()
        await asyncio.to_thread(self._end)
        for output in self._outputs:
            output.close()
        self._outputs.clear()

    def _end(self) -> None:
        process = self._process
        if process is not None:
            ended = os.pidfd_open(process.pid)  # `wait` with a limit looks at intervals
            try:
                waits = select.poll()
                waits.register(ended, select.POLLIN)
                if not waits.poll(_STOP_SECONDS * 1000):
                    process.send_signal(signal.SIGKILL)
            finally:
                os.close(ended)
            process.wait()
        for path in self._groups.values():
            if os.path.isdir(path):  # noqa: PTH112 - of the kernel
                kill_group(path)
                remove_group(path)
        remove_folder(str(self.folder))


def _owning(work: Callable[[int], None], descriptor: int) -> None:
    try:
        work(descriptor)
    finally:
        os.close(descriptor)


def _pack(source: Path, name: str | None, stream: int) -> None:
    with (
        open(stream, "wb", closefd=False) as file,
        tarfile.open(fileobj=file, mode="w|", format=tarfile.PAX_FORMAT) as archive,
    ):
        if name is not None:
            archive.add(source.resolve(), arcname=name, recursive=False)
            return
        for entry in sorted(source.iterdir()):
            archive.add(entry, arcname=entry.name)


def _unpack(stream: int, place: Path) -> None:
    with (
        open(stream, "rb", closefd=False) as file,
        tarfile.open(fileobj=file, mode="r|") as archive,
    ):
        for member in archive:
            if member.isdev():
                continue
            with contextlib.suppress(tarfile.FilterError):  # a link that leads outside stays behind
                archive.extract(member, place, filter="data")
