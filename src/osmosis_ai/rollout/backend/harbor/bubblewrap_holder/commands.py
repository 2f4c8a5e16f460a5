"""What runs inside a sandbox: commands, transfers of files, and listening sockets."""

from __future__ import annotations

import os
import resource
import signal
import socket
import time
from collections.abc import Callable

from osmosis_ai.rollout.backend.harbor.bubblewrap_holder import linux, transfer
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.building import Build, close_others, default_signals
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.cgroups import Groups

TYPE_CHECKING = False
if TYPE_CHECKING:  # a sandbox starts when this is loaded, so what only types need is not
    from typing import Any

__all__ = ["Inside"]

# CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, SETGID, SETUID, SETPCAP, NET_BIND_SERVICE, SYS_CHROOT, SETFCAP
_CAPABILITIES = sum(1 << number for number in (0, 1, 3, 4, 5, 6, 7, 8, 10, 18, 31))
"""What root in a sandbox may do with what belongs to the sandbox; it is nothing outside."""
_NOT_FOUND, _NOT_STARTED = 127, 126
_OPEN_FILES = 65536


class Inside:
    """The way into a sandbox. Every method is for a process that was forked for it and that it ends.

    `name` is the group to enter, None where the process is in one already.
    """

    def __init__(self, sandbox: Build, first: int, groups: Groups, limits: dict[str, Any]) -> None:
        self.sandbox = sandbox
        self.first = first
        """A file descriptor of the sandbox's first process."""
        self.groups = groups
        self.limits = limits

    def run(self, name: str | None, request: dict[str, Any], standard: list[int]) -> None:
        """Become a command; `standard` are its input, output and error."""
        for number, given in enumerate(standard):
            os.dup2(given, number + 100)
        for number in range(3):
            os.dup2(number + 100, number)
        self._guarded(lambda: self._become(name, request), 2)

    def put(self, name: str | None, target: str, source: int, errors: int) -> None:
        """Unpack an archive into a folder of the sandbox."""
        self._guarded(
            lambda: self._with_files(name, lambda: transfer.write_tree(target, source), (source, errors)), errors
        )

    def get(self, name: str | None, request: dict[str, Any], target: int, errors: int) -> None:
        """Pack a file or folder of the sandbox."""

        def read() -> None:
            transfer.read_tree(request["source"], target, int(request["limit"]), folder=request["folder"])

        self._guarded(lambda: self._with_files(name, read, (target, errors)), errors)

    def listen(self, port: int, send: socket.socket) -> None:
        """Open a socket that listens on the sandbox's loopback, and send it."""

        def listen() -> None:
            os.setns(self.first, self.sandbox.namespaces & (os.CLONE_NEWUSER | os.CLONE_NEWNET))
            with socket.socket() as made:
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                made.bind(("127.0.0.1", port))
                made.listen(128)
                socket.send_fds(send, [b"1"], [made.fileno()])

        self._guarded(listen, 2)

    def kill_all(self) -> None:
        """Kill every process in the sandbox but its first."""
        self._guarded(_kill_all, 2)

    def _guarded(self, work: Callable[[], None], errors: int) -> None:
        status = _NOT_STARTED
        try:
            work()
            status = 0
        except BaseException as error:
            with_name = f"{type(error).__name__}: {error}\n"
            try:
                os.write(errors, with_name.encode("utf-8", "replace")[:4000])
            finally:
                os._exit(_NOT_FOUND if isinstance(error, FileNotFoundError) else _NOT_STARTED)
        finally:
            os._exit(status)

    def _enter(self) -> None:
        linux.not_dumpable()
        os.setns(self.first, self.sandbox.namespaces)
        linux.not_dumpable()
        if self.sandbox.own_owners:
            os.setgroups([])
            os.setresgid(0, 0, 0)
            os.setresuid(0, 0, 0)
            linux.not_dumpable()

    def _with_files(self, name: str | None, work: Callable[[], None], kept: tuple[int, ...]) -> None:
        if name is not None:
            self.groups.enter(name)
        self._enter()
        os.chdir("/")
        os.umask(0o022)
        os.dup2(kept[-1], 2)
        close_others((2, *kept))
        linux.drop_bounding_set(_CAPABILITIES)
        linux.set_capabilities(_CAPABILITIES)
        work()

    def _become(self, name: str | None, request: dict[str, Any]) -> None:
        if name is not None:
            self.groups.enter(name)
        os.setsid()
        default_signals()
        close_others((0, 1, 2, self.first))
        self._enter()
        os.close(self.first)
        os.umask(0o022)
        self._bound()
        uid, gid, groups, home, account = _account(request["user"])
        environment = {"HOME": home, "USER": account, **request["env"]}
        linux.drop_bounding_set(_CAPABILITIES)
        linux.set_no_new_privileges()
        if self.sandbox.own_owners:
            os.setgroups(groups)
            os.setresgid(gid, gid, gid)
            os.setresuid(uid, uid, uid)
        elif uid != 0:
            raise ValueError("this sandbox has root alone, as it was started without the machine's root")
        linux.set_capabilities(_CAPABILITIES if uid == 0 else 0)
        try:
            os.chdir(request["cwd"])
        except OSError as error:
            raise ValueError(f"cannot change to the folder {request['cwd']}: {error.strerror}") from None
        filter_code = linux.system_call_filter()
        if filter_code is not None:
            linux.load_filter(filter_code)
        command = request["command"]
        os.execve(_program(command[0], environment.get("PATH", "/usr/bin:/bin")), command, environment)

    def _bound(self) -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        most = min(_OPEN_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        if "pids" not in self.groups.controllers and self.limits.get("processes"):
            resource.setrlimit(resource.RLIMIT_NPROC, (self.limits["processes"],) * 2)
        if "memory" not in self.groups.controllers and self.limits.get("memory"):
            resource.setrlimit(resource.RLIMIT_DATA, (self.limits["memory"],) * 2)


def _kill_all() -> None:
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            return
        time.sleep(0.002)
    raise TimeoutError("processes of the sandbox do not end")


def _program(name: str, path: str) -> str:
    if "/" in name:
        return name
    for folder in path.split(":"):
        if os.access(f"{folder}/{name}", os.X_OK):
            return f"{folder}/{name}"
    raise FileNotFoundError(f"{name} is not installed in the sandbox")


def _lines(path: str) -> list[list[str]]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return [line.rstrip("\n").split(":") for line in file.read(1 << 20).splitlines()]
    except OSError:
        return []


def _account(user: str | int | None) -> tuple[int, int, list[int], str, str]:
    """The identity, groups and home of an account of the sandbox, by its name or number, `user:group` included."""
    wanted, _, wanted_group = str("root" if user is None else user).partition(":")
    entries = [line for line in _lines("/etc/passwd") if len(line) >= 6 and line[2].isdigit() and line[3].isdigit()]
    found = next((line for line in entries if wanted in (line[0], line[2])), None)
    if found is not None:
        name, uid, gid, home = found[0], int(found[2]), int(found[3]), found[5] or "/"
    elif wanted in ("root", "0"):
        name, uid, gid, home = "root", 0, 0, "/root"
    elif wanted.isdigit():
        name, uid, gid, home = wanted, int(wanted), int(wanted), "/"
    else:
        raise ValueError(f"the sandbox has no account {wanted!r}")
    all_groups = [line for line in _lines("/etc/group") if len(line) >= 4 and line[2].isdigit()]
    if wanted_group:
        named = next((int(line[2]) for line in all_groups if wanted_group in (line[0], line[2])), None)
        if named is None and not wanted_group.isdigit():
            raise ValueError(f"the sandbox has no group {wanted_group!r}")
        gid = int(wanted_group) if named is None else named
    groups = [gid, *(int(line[2]) for line in all_groups if name in line[3].split(","))]
    return uid, gid, groups, home, name
