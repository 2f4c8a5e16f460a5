"""How a sandbox comes into being: its owners, its disk, its root folder, and bubblewrap's process in it."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Iterable

from osmosis_ai.rollout.backend.harbor.bubblewrap_holder import linux
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.cgroups import Groups
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.first_process import first_process

TYPE_CHECKING = False
if TYPE_CHECKING:  # a sandbox starts when this is loaded, so what only types need is not
    from typing import Any

__all__ = ["BASE_ID", "IDS", "Build", "build", "close_others", "default_signals"]

BASE_ID = 0x30000000
"""The identity of the machine that root in a sandbox is; those above it are the others. They own nothing else."""
IDS = 65536
_FIRST = "/dev/.first"
_PLACE = "/tmp"  # noqa: S108 - covered in this mount namespace alone, and seen by every account
_NAMESPACES = os.CLONE_NEWNS | os.CLONE_NEWIPC | os.CLONE_NEWUTS | os.CLONE_NEWCGROUP


class Build:
    """A sandbox that runs."""

    def __init__(
        self,
        *,
        process: int,
        first: int,
        namespaces: int,
        own_owners: bool,
        holds: dict[str, Any],
        keep_open: list[int],
    ) -> None:
        self.process = process
        """The process that bubblewrap started and that ends with the sandbox."""
        self.first = first
        """The first process in the sandbox, as it is numbered outside."""
        self.namespaces = namespaces
        """Which namespaces a command has to enter."""
        self.own_owners = own_owners
        """Whether the sandbox has a range of owners, so that it has more than one account."""
        self.holds = holds
        """What limits and walls it has in fact."""
        self.keep_open = keep_open


def build(spec: dict[str, Any], groups: Groups) -> Build:
    """Build the sandbox that `spec` describes and start its first process. OSError or ValueError with the reason."""
    os.chdir(spec["folder"])
    privileged = os.geteuid() == 0
    if privileged:
        os.unshare(os.CLONE_NEWNS)
    else:
        _own_user_namespace()
    linux.make_private()
    namespace, owners = _owners(spec, privileged)
    disk = _disk(spec["storage_bytes"], privileged)
    copies = _copies(spec, namespace if owners == "mapped" else None, recursive=not privileged)
    root = _root(spec, BASE_ID if owners == "mapped" else 0, privileged)
    mounts = _mounts(spec, copies)
    process, first, keep = _start(spec, root, mounts, namespace, groups)
    namespaces = _NAMESPACES | (os.CLONE_NEWUSER if privileged else 0)
    if spec["network"] == "none":
        namespaces |= os.CLONE_NEWNET
    holds = {
        "owners": owners,
        "disk": disk,
        "counted": groups.controllers,
        "network": spec["network"],
        "system_calls": linux.system_call_filter() is not None,
    }
    return Build(
        process=process, first=first, namespaces=namespaces, own_owners=privileged, holds=holds, keep_open=keep
    )


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def _own_user_namespace() -> None:
    uid, gid = os.geteuid(), os.getegid()
    os.unshare(os.CLONE_NEWUSER | os.CLONE_NEWNS)
    linux.dumpable()  # nothing else is in the namespace yet
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"0 {uid} 1")
    _write("/proc/self/gid_map", f"0 {gid} 1")
    linux.not_dumpable()
    _write("/proc/sys/user/max_user_namespaces", "0")


def _owners(spec: dict[str, Any], privileged: bool) -> tuple[int | None, str]:
    """Mount the image at `l0`; a user namespace for the sandbox, and how owners in it relate to those of the machine.

    `mapped`: to a range that owns nothing else. `shared`: root is the machine's, without any power, as the image's file
    system has no mapped owners. `one`: without the machine's root, there is one owner.
    """
    os.makedirs("l0", exist_ok=True)
    if not privileged:
        linux.attach(linux.copy_of_mount(spec["rootfs"], read_only=True, recursive=True), "l0")
        return None, "one"
    namespace = _user_namespace(BASE_ID)
    try:
        linux.attach(linux.copy_of_mount(spec["rootfs"], user_namespace=namespace, read_only=True), "l0")
    except OSError:
        os.close(namespace)
        linux.attach(linux.copy_of_mount(spec["rootfs"], read_only=True), "l0")
        return _user_namespace(0), "shared"
    return namespace, "mapped"


def _user_namespace(base: int) -> int:
    """Make a user namespace in which `IDS` identities begin at `base`, and in which no others can be made."""
    ready, go = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(go[1])
            os.unshare(os.CLONE_NEWUSER)
            os.write(ready[1], b"1")
            os.read(go[0], 1)
            _write("/proc/sys/user/max_user_namespaces", "0")
            os.write(ready[1], b"2")
            os.read(go[0], 1)
        finally:
            os._exit(0)
    try:
        os.close(ready[1])
        if os.read(ready[0], 1) != b"1":
            raise OSError("a user namespace cannot be made on this machine (user.max_user_namespaces)")
        _write(f"/proc/{child}/uid_map", f"0 {base} {IDS}")
        _write(f"/proc/{child}/gid_map", f"0 {base} {IDS}")
        os.write(go[1], b"1")
        if os.read(ready[0], 1) != b"2":
            raise OSError("user namespaces inside a sandbox cannot be turned off on this machine")
        return os.open(f"/proc/{child}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
    finally:
        for number in (ready[0], go[0], go[1]):
            os.close(number)
        os.waitpid(child, 0)


def _disk(size: int, privileged: bool) -> str:
    """Mount a file system of `size` bytes at `disk`: in a file that grows as it is used, or in memory."""
    os.makedirs("disk", exist_ok=True)
    # Nothing of it is read after a crash, so nothing is flushed, which a busy disk makes wait for a long time.
    options = "loop,nosuid,nodev,nobarrier"
    possible = privileged and os.path.exists("/dev/loop-control")
    if possible and _format("disk.img", size) and _run("mount", "-o", options, "disk.img", "disk") == 0:
        return "file"
    linux.mount("tmpfs", "disk", "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, f"size={size},mode=755")
    return "memory"


def _format(path: str, size: int) -> bool:
    """Make a file of `size` bytes with an empty file system; False where that cannot be made.

    It is made in memory and what it has is copied, as `mkfs.ext4` flushes what it writes.
    """
    made = os.memfd_create("disk")
    try:
        os.truncate(made, size)
        os.set_inheritable(made, True)
        options = f"lazy_itable_init=1,nodiscard,root_owner={BASE_ID}:{BASE_ID}"
        command = ("mkfs.ext4", "-q", "-F", "-O", "^has_journal", "-m", "0", "-E", options, f"/proc/self/fd/{made}")
        if _run(*command) != 0:
            return False
        with open(path, "wb") as image:
            image.truncate(size)
            _copy_data(made, image.fileno())
    finally:
        os.close(made)
    return True


def _copy_data(source: int, target: int) -> None:
    """Copy what a file has to the same places of another that has holes there."""
    end = 0
    while True:
        try:
            start = os.lseek(source, end, os.SEEK_DATA)
        except OSError:  # no more of it
            return
        end = os.lseek(source, start, os.SEEK_HOLE)
        while start < end:
            start += os.pwrite(target, os.pread(source, min(1 << 20, end - start), start), start)


def _run(*command: str) -> int:
    program = shutil.which(command[0], path="/usr/sbin:/usr/bin:/sbin:/bin")
    if program is None:
        return 127
    quiet = [(os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)]
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    return os.waitstatus_to_exitcode(
        os.waitpid(os.posix_spawn(program, command, environment, file_actions=quiet), 0)[1]
    )


def _root(spec: dict[str, Any], base: int, privileged: bool) -> str:
    layers = ["l0"]
    for number, layer in enumerate(spec["layers"], 1):
        os.makedirs(f"l{number}", exist_ok=True)
        linux.attach(linux.copy_of_mount(layer, read_only=True, recursive=not privileged), f"l{number}")
        layers.insert(0, f"l{number}")
    place = "disk"
    if spec["build_folder"]:  # what is written is kept there, to be a layer of others
        place = "build"
        os.makedirs(place, exist_ok=True)
        linux.attach(linux.copy_of_mount(spec["build_folder"], recursive=not privileged), place)
    upper, work = f"{place}/upper", f"{place}/work"
    for path in (upper, work):
        os.makedirs(path, exist_ok=True)
        os.chmod(path, 0o755)
        os.chown(path, base, base)
    if not spec["build_folder"]:
        _names(upper, base, spec)
    linux.mount("tmpfs", _PLACE, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, "size=1m,mode=755")
    root = f"{_PLACE}/root"
    os.mkdir(root, 0o755)
    options = f"lowerdir={':'.join(layers)},upperdir={upper},workdir={work}"
    flags = linux.MS_NOSUID | linux.MS_NODEV
    linux.mount("overlay", root, "overlay", flags, options + (",volatile" if privileged else ",userxattr"))
    return root


def _names(upper: str, base: int, spec: dict[str, Any]) -> None:
    etc = f"{upper}/etc"
    os.makedirs(etc, exist_ok=True)
    _write(f"{etc}/hosts", f"127.0.0.1 localhost {spec['hostname']}\n::1 localhost\n")
    _write(f"{etc}/hostname", f"{spec['hostname']}\n")
    made = [etc, f"{etc}/hosts", f"{etc}/hostname"]
    if spec["network"] == "host" and os.path.exists("/etc/resolv.conf"):
        shutil.copyfile("/etc/resolv.conf", f"{etc}/resolv.conf")
        made.append(f"{etc}/resolv.conf")
    for path in made:
        os.chmod(path, 0o755 if path == etc else 0o644)
        os.chown(path, base, base)


def _copies(spec: dict[str, Any], namespace: int | None, *, recursive: bool) -> list[int]:
    """The folders and files of the machine that were asked for, before anything covers them.

    What is written to belongs to its owner on the machine; what is only read keeps its owners, as it may be of a file
    system that has no mapped ones.
    """
    return [
        linux.copy_of_mount(
            wanted["source"],
            user_namespace=None if wanted["read_only"] else namespace,
            read_only=wanted["read_only"],
            recursive=recursive,
        )
        for wanted in spec["mounts"]
    ]


def _mounts(spec: dict[str, Any], copies: list[int]) -> list[str]:
    """The same, mounted where bubblewrap finds them, as its arguments."""
    arguments: list[str] = []
    for number, (wanted, copy) in enumerate(zip(spec["mounts"], copies, strict=True)):
        place = f"{_PLACE}/m{number}"
        if wanted["folder"]:
            os.mkdir(place)
        else:
            _write(place, "")
        linux.attach(copy, place)
        arguments += ["--ro-bind" if wanted["read_only"] else "--bind", place, wanted["target"]]
    return arguments


def _start(
    spec: dict[str, Any], root: str, mounts: list[str], namespace: int | None, groups: Groups
) -> tuple[int, int, list[int]]:
    information, said, held, errors = os.pipe(), os.pipe(), os.pipe(), os.pipe()
    shared_memory = max(1 << 20, int(spec["storage_bytes"]) // 8)
    inherited = [information[1]]
    program = first_process()
    if program is None:
        first, last = [], ["/bin/sh", "-c", "echo ready; read _"]
    else:
        inherited.append(_memory(program))
        first, last = ["--perms", "0555", "--ro-bind-data", str(inherited[-1]), _FIRST], [_FIRST]
    filter_code = linux.system_call_filter()
    if filter_code is not None:
        inherited.append(_memory(filter_code))
        first += ["--seccomp", str(inherited[-1])]
    arguments = [
        "bwrap", "--die-with-parent", "--new-session", "--as-pid-1", "--unshare-pid", "--unshare-ipc", "--unshare-uts",
        "--unshare-cgroup-try", "--hostname", spec["hostname"], "--cap-drop", "ALL", "--bind", root, "/",
        "--proc", "/proc", "--dev", "/dev", "--size", str(shared_memory), "--tmpfs", "/dev/shm",  # noqa: S108
        "--chmod", "1777", "/dev/shm", *first, "--remount-ro", "/dev", *mounts, "--clearenv",  # noqa: S108
        "--chdir", "/", "--info-fd", str(information[1]),
        *(["--unshare-net"] if spec["network"] == "none" else []), "--", *last,
    ]  # fmt: skip
    groups.make("first")
    process = os.fork()
    if process == 0:
        _become_bubblewrap(
            spec["bwrap"], arguments, namespace, groups, standard=(held[0], said[1], errors[1]), inherited=inherited
        )
    for number in (information[1], said[1], held[0], errors[1], *inherited[1:]):
        os.close(number)
    answer = _read_all(information[0])
    if os.read(said[0], 1) != b"r" or not answer:
        os.waitpid(process, 0)
        raise OSError(f"bubblewrap: {_read_all(errors[0]).decode('utf-8', 'replace').strip()[-500:]}")
    # No file of this machine is left open in there: what it is connected to are pipes that nothing goes through.
    return process, int(json.loads(answer)["child-pid"]), [held[1], said[0], errors[0]]


def _memory(data: bytes) -> int:
    number = os.memfd_create("sandbox", os.MFD_CLOEXEC)
    os.write(number, data)
    os.lseek(number, 0, os.SEEK_SET)
    return number


def _become_bubblewrap(
    program: str,
    arguments: list[str],
    namespace: int | None,
    groups: Groups,
    *,
    standard: tuple[int, int, int],
    inherited: list[int],
) -> None:
    try:
        groups.enter("first")
        if namespace is not None:
            os.setns(namespace, os.CLONE_NEWUSER)
            os.setgroups([])
            os.setresgid(0, 0, 0)
            os.setresuid(0, 0, 0)
        linux.end_with_parent()
        default_signals()
        for number, given in enumerate(standard):
            os.dup2(given, number)
        for number in inherited:
            os.set_inheritable(number, True)
        close_others((0, 1, 2, *inherited))
        os.execve(program, arguments, {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    except BaseException as error:
        os.write(2, f"bubblewrap cannot be started: {error}\n".encode())
    finally:
        os._exit(127)


def close_others(kept: Iterable[int]) -> None:
    """Close every file descriptor but these."""
    last = 0
    for number in sorted(kept):
        if last < number:  # an empty range closes everything
            os.closerange(last, number)
        last = number + 1
    os.closerange(last, 4096)


def default_signals() -> None:
    """Take back what this process ignores, which a program that it becomes would go on to ignore."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)


def _read_all(number: int) -> bytes:
    with open(number, "rb") as file:
        return file.read()
