"""Processes that wait in the control groups of a sandbox for commands to start.

To move a process into a group, the kernel waits for its other processors, about 10 ms; one that is started in it need
not be moved. So each of these is moved once, and starts one command after another.
"""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Callable

from osmosis_ai.rollout.backend.harbor.bubblewrap_holder import linux
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.building import close_others
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.cgroups import Groups
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.commands import Inside

TYPE_CHECKING = False
if TYPE_CHECKING:  # a sandbox starts when this is loaded, so what only types need is not
    from typing import Any

    Work = Callable[[dict[str, Any], list[int]], None]

__all__ = ["Slot", "read_request"]

_DESCRIPTORS = 5
_STARTED, _REFUSED = b"1", b"0"
_SCORE = "/proc/self/oom_score_adj"


def read_request(descriptors: list[int]) -> dict[str, Any]:
    """The request in the first of the file descriptors that came with it."""
    os.lseek(descriptors[0], 0, os.SEEK_SET)
    with open(descriptors[0], "rb", closefd=False) as file:
        request: dict[str, Any] = json.loads(file.read())
    return request


class Slot:
    """One such process, outside the sandbox and in a group of its own. `work` is done by the processes it starts."""

    def __init__(self, name: str, groups: Groups, inside: Inside, work: Work) -> None:
        self.name = name
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        groups.make(name)
        self.process = os.fork()
        if self.process == 0:
            try:
                _wait_for_commands(theirs, name, groups, inside, work)
            except BaseException as error:
                os.write(2, f"{type(error).__name__}: {error}\n".encode("utf-8", "replace"))
            finally:
                os._exit(0)
        theirs.close()

    def start(self, descriptors: list[int]) -> bool | None:
        """Have a command started. False where it was not; None if that is not known, as the process is gone."""
        try:
            socket.send_fds(self.socket, [b"r"], descriptors)
        except OSError:
            return False
        answer = self._read()
        return None if answer is None else answer == _STARTED

    def status(self) -> int | None:
        """How the command ended that was started; None if the process is gone."""
        answer = self._read()
        return None if answer is None else int(answer)

    def _read(self) -> bytes | None:
        try:
            return self.socket.recv(16) or None
        except OSError:
            return None

    def end(self) -> None:
        """End the process; what it started goes on."""
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        self.socket.close()


def _wait_for_commands(control: socket.socket, name: str, groups: Groups, inside: Inside, work: Work) -> None:
    linux.end_with_parent()
    close_others((0, 1, 2, control.fileno(), inside.first))
    score = _set_score("-1000")  # the memory of the sandbox is used up by what runs in it
    try:
        groups.enter(name)
        os.setns(inside.first, os.CLONE_NEWPID)  # of the processes that are forked from here on
        usable = True
    except OSError:
        usable = False
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, 16, _DESCRIPTORS, socket.MSG_CMSG_CLOEXEC)
        if not data:
            return
        child = None
        if usable:
            try:
                child = os.fork()
            except OSError:  # as many processes as there may be, or none as the sandbox ends
                child = None
        if child == 0:
            if score is not None:
                _set_score(score)
            work(read_request(descriptors), descriptors)
        for number in descriptors:
            os.close(number)
        control.send(_REFUSED if child is None else _STARTED)
        if child is not None:
            control.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


def _set_score(score: str) -> str | None:
    """Set how soon this process is killed for want of memory; what it was, or None where that cannot be set."""
    try:
        with open(_SCORE, "r+", encoding="ascii") as file:
            before = file.read().strip()
            file.seek(0)
            file.write(score)
    except OSError:
        return None
    return before
