"""The loop of the process that holds a sandbox: requests through a socket, and an end when its other end is gone."""

from __future__ import annotations

import contextlib
import json
import os
import select
import selectors
import signal
import socket
import sys

from osmosis_ai.rollout.backend.harbor.bubblewrap_holder import linux
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.building import Build, build
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.cgroups import Groups
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.commands import Inside
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.folders import remove_folder
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.slots import Slot, read_request

TYPE_CHECKING = False
if TYPE_CHECKING:  # a sandbox starts when this is loaded, so what only types need is not
    from typing import Any

__all__ = ["main"]

_DESCRIPTORS = 5
_ENDING_SECONDS = 10.0
_PF_EXITING = 0x4


class _Holder:
    """One sandbox and the commands that run in it."""

    def __init__(self, control: socket.socket, spec: dict[str, Any], owner: int) -> None:
        self.control = control
        self.owner = owner
        self.outer = os.open("/proc/self/ns/mnt", os.O_RDONLY)
        self.own = os.open("/proc/self/ns/pid", os.O_RDONLY)
        self.folder: str = spec["folder"]
        self.limits = {"memory": spec["memory_bytes"], "processes": spec["processes"], "cpus": spec["cpus"]}
        self.groups = Groups(spec["groups"], self.limits)
        self.selector = selectors.DefaultSelector()
        self.running: dict[int, tuple[int | Slot, int, int]] = {}
        """Of each command its process, or the one that started it; what shows its end; who was killed before."""
        self.idle: list[Slot] = []
        self.slots = 0
        self.sandbox: Build | None = None
        self.dead = False
        try:
            self.sandbox = build(spec, self.groups)
            self.first = os.pidfd_open(self.sandbox.first)
            self.inside = Inside(self.sandbox, self.first, self.groups, self.limits)
            if self.sandbox.own_owners:
                self.idle.append(self.make_slot())
            else:  # all that it forks is numbered in the sandbox: without the machine's root there is no way back
                os.setns(self.first, os.CLONE_NEWPID)
        except BaseException:
            self.end()
            raise

    def make_slot(self) -> Slot:
        self.slots += 1
        return Slot(f"s{self.slots}", self.groups, self.inside, lambda *given: self.become(None, *given))

    def fork_inside(self) -> int:
        """Fork, the child numbered in the sandbox. OSError where no process can be made in it."""
        assert self.sandbox is not None  # noqa: S101
        if not self.sandbox.own_owners:
            return os.fork()
        os.setns(self.first, os.CLONE_NEWPID)
        child = -1
        try:
            child = os.fork()
        finally:
            if child != 0:
                os.setns(self.own, os.CLONE_NEWPID)
        return child

    def serve(self) -> None:
        """Answer requests until the owner closes the socket or is gone, or asks for the end."""
        assert self.sandbox is not None  # noqa: S101
        self.say({"started": True, "first": self.sandbox.first, "holds": self.sandbox.holds})
        self.selector.register(self.control, selectors.EVENT_READ, None)
        self.selector.register(self.owner, selectors.EVENT_READ, -1)
        self.selector.register(self.first, selectors.EVENT_READ, 0)
        while True:
            for key, _ in self.selector.select():
                if key.data == -1:
                    return
                if key.data is None:
                    if not self.request():
                        return
                elif key.data == 0:
                    if not self.dead:
                        self.died()
                else:
                    self.ended(key.data)

    def say(self, message: dict[str, Any], descriptors: tuple[int, ...] = ()) -> None:
        """Send a message to the owner; one that is gone does not matter here."""
        with contextlib.suppress(OSError):
            socket.send_fds(self.control, [json.dumps(message).encode()], list(descriptors))

    def request(self) -> bool:
        """Take one request. False at the end."""
        try:
            data, descriptors, _, _ = socket.recv_fds(self.control, 16, _DESCRIPTORS, socket.MSG_CMSG_CLOEXEC)
        except ConnectionError:
            return False
        if not data:
            return False
        try:
            return self.answer(read_request(descriptors), descriptors)
        finally:
            for number in descriptors:
                os.close(number)

    def answer(self, request: dict[str, Any], descriptors: list[int]) -> bool:
        number, kind = int(request["number"]), request["do"]
        if kind == "stop":
            return False
        if kind == "kill":
            self.say({"number": number, "done": self.groups.kill(self.group(int(request["command"])))})
        elif kind == "listen":
            self.listen(number, int(request["port"]))
        elif kind == "status":
            self.say({"number": number, **self.status()})
        elif kind == "kill_all" or not self.start_in_slot(number, descriptors):
            self.start(number, request, descriptors)
        return True

    def group(self, number: int) -> str:
        """The name of the group in which a command runs."""
        started = self.running[number][0] if number in self.running else None
        return started.name if isinstance(started, Slot) else f"c{number}"

    def start_in_slot(self, number: int, descriptors: list[int]) -> bool:
        """Start a command in a group that is there. False where it was not started."""
        assert self.sandbox is not None  # noqa: S101
        if not self.sandbox.own_owners:
            return False
        slot = self.idle.pop() if self.idle else self.make_slot()
        before = self.groups.out_of_memory()
        started = slot.start(descriptors)
        if started is False:
            self.leave(slot)
            return False
        self.running[number] = (slot, slot.socket.fileno(), before)
        self.selector.register(slot.socket, selectors.EVENT_READ, number)  # at its end where `started` is None
        return True

    def leave(self, slot: Slot) -> None:
        """Start no more commands in a slot; what runs in its group goes on."""
        slot.end()
        self.groups.remove(slot.name)

    def start(self, number: int, request: dict[str, Any], descriptors: list[int]) -> None:
        """Start a command in a group that is made for it."""
        name = f"c{number}"
        if request["do"] != "kill_all":
            self.groups.make(name)
        try:
            child = self.fork_inside()
        except OSError as error:  # no process can be made in a namespace whose first one ends
            if self.first_ends():
                self.ends()
            else:
                self.say({"number": number, "status": 126, "problem": str(error)})
            return
        if child == 0:
            self.become(name, request, descriptors)
        watched = os.pidfd_open(child)
        self.running[number] = (child, watched, self.groups.out_of_memory())
        self.selector.register(watched, selectors.EVENT_READ, number)

    def become(self, name: str | None, request: dict[str, Any], descriptors: list[int]) -> None:
        """Do what was asked for as a process of its own, and end."""
        try:
            kind = request["do"]
            if kind == "run":
                self.inside.run(name, request, descriptors[1:4])
            elif kind == "put":
                self.inside.put(name, request["target"], descriptors[1], descriptors[2])
            elif kind == "get":
                self.inside.get(name, request, descriptors[1], descriptors[2])
            elif kind == "kill_all":
                self.inside.kill_all()
        finally:
            os._exit(126)

    def listen(self, number: int, port: int) -> None:
        ours, theirs = socket.socketpair()
        child = os.fork()
        if child == 0:
            self.inside.listen(port, theirs)
            os._exit(126)
        theirs.close()
        with ours:
            data, descriptors, _, _ = socket.recv_fds(ours, 1, 1, socket.MSG_CMSG_CLOEXEC)
        os.waitpid(child, 0)
        self.say({"number": number, "done": bool(data)}, tuple(descriptors))
        for descriptor in descriptors:
            os.close(descriptor)

    def status(self) -> dict[str, Any]:
        used = None
        with contextlib.suppress(OSError):
            found = os.statvfs("disk")
            used = {"size": found.f_blocks * found.f_frsize, "free": found.f_bavail * found.f_frsize,
                    "free_files": found.f_favail}  # fmt: skip
        return {
            "out_of_memory": self.groups.out_of_memory(),
            "peak_memory": self.groups.peak_memory(),
            "disk": used,
        }

    def ended(self, number: int) -> None:
        group = self.group(number)
        started, watched, before = self.running.pop(number)
        self.selector.unregister(watched)
        if isinstance(started, Slot):
            ended = started.status()
            if ended is None:  # it was killed, and what it started has to be
                self.groups.kill(group)
            if ended is not None and self.groups.has_only(group, started.process):
                self.idle.append(started)
            else:
                self.leave(started)
            status = -signal.SIGKILL if ended is None else ended
        else:
            os.close(watched)
            status = os.waitstatus_to_exitcode(os.waitpid(started, 0)[1])
            self.groups.remove(group)
        if status != 0 and self.first_ends():  # it ended because the sandbox did
            self.ends()
        self.say({"number": number, "status": status, "out_of_memory": self.groups.out_of_memory() - before})

    def first_ends(self) -> bool:
        """Whether the first process is ending: the kernel has it wait until all others have been reaped."""
        assert self.sandbox is not None  # noqa: S101
        try:
            with open(f"/proc/{self.sandbox.first}/stat", encoding="ascii", errors="replace") as file:
                flags = int(file.read().rpartition(")")[2].split()[6])
        except OSError:
            return True
        return bool(flags & _PF_EXITING)

    def ends(self) -> None:
        """Wait for the end of the first process, and tell it before anything that follows from it."""
        select.select([self.first], [], [], _ENDING_SECONDS)
        if not self.dead:
            self.died()

    def died(self) -> None:
        self.dead = True
        self.selector.unregister(self.first)
        self.say({"died": True, **self.status()})

    def end(self) -> None:
        """End every process of the sandbox and remove what it had, its folder too."""
        if self.sandbox is not None:
            slots = [started for started, _, _ in self.running.values() if isinstance(started, Slot)]
            for process in (self.sandbox.first, self.sandbox.process, *(slot.process for slot in [*self.idle, *slots])):
                with contextlib.suppress(OSError):
                    os.kill(process, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                while True:
                    os.waitpid(-1, 0)
        self.groups.destroy()
        os.chdir("/")
        if self.leave_mounts():
            remove_folder(self.folder)

    def leave_mounts(self) -> bool:
        """Go where the folder is as it was made, without what was mounted in it. False if that cannot be."""
        with contextlib.suppress(OSError):
            os.setns(self.outer, os.CLONE_NEWNS)
            return True
        for name in os.listdir(self.folder):
            with contextlib.suppress(OSError):
                linux.unmount(f"{self.folder}/{name}")
        return not any(os.path.ismount(f"{self.folder}/{name}") for name in os.listdir(self.folder))


def main() -> None:
    """Hold one sandbox: the arguments are the socket's descriptor and the owner's number, the first message
    is the sandbox's description."""
    linux.not_dumpable()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)  # it ends with its owner, whoever else is signalled
    os.setsid()
    owner = os.pidfd_open(int(sys.argv[2]))
    if os.getppid() != int(sys.argv[2]):
        return
    control = socket.socket(fileno=int(sys.argv[1]))
    control.set_inheritable(False)
    data, descriptors, _, _ = socket.recv_fds(control, 16, 1, socket.MSG_CMSG_CLOEXEC)
    if not data:
        return
    with open(descriptors[0], "rb") as file:
        spec = json.loads(file.read())
    try:
        holder = _Holder(control, spec, owner)
    except Exception as error:
        with contextlib.suppress(OSError):
            control.send(json.dumps({"failed": f"{type(error).__name__}: {error}"}).encode())
        return
    try:
        holder.serve()
    finally:
        holder.end()
