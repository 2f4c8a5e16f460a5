"""System calls that Python does not offer: mounts, mapped identities, capabilities and the filter of system calls."""

from __future__ import annotations

import ctypes
import os
import platform
import struct

__all__ = [
    "MS_NODEV",
    "MS_NOSUID",
    "attach",
    "copy_of_mount",
    "drop_bounding_set",
    "dumpable",
    "end_with_parent",
    "load_filter",
    "make_private",
    "mount",
    "not_dumpable",
    "set_capabilities",
    "set_no_new_privileges",
    "system_call_filter",
    "unmount",
]

MS_NOSUID, MS_NODEV = 2, 4
_MS_REC, _MS_PRIVATE = 16384, 1 << 18
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 1, 4, 22, 24, 38
_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
_LAST_CAPABILITY = 63
_AT_FDCWD, _AT_EMPTY_PATH, _AT_RECURSIVE = -100, 0x1000, 0x8000
_OPEN_TREE_CLONE, _OPEN_TREE_CLOEXEC, _MOVE_MOUNT_F_EMPTY_PATH = 1, os.O_CLOEXEC, 4
_MOUNT_ATTR_RDONLY, _MOUNT_ATTR_IDMAP = 1, 0x00100000
_MNT_DETACH = 2
_OPEN_TREE, _MOVE_MOUNT, _MOUNT_SETATTR = 428, 429, 442  # the same numbers on every architecture

_libc = ctypes.CDLL(None, use_errno=True)


def _checked(result: int, what: str) -> int:
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def mount(source: str, target: str, kind: str | None, flags: int = 0, data: str | None = None) -> None:
    """Mount, as the system call of that name."""
    encoded = [None if text is None else os.fsencode(text) for text in (source, target, kind, data)]
    _checked(
        _libc.mount(encoded[0], encoded[1], encoded[2], ctypes.c_ulong(flags), encoded[3]), f"mount of {kind or source}"
    )


def make_private() -> None:
    """Keep what is mounted in this mount namespace out of all others."""
    mount("none", "/", None, _MS_REC | _MS_PRIVATE)


class _MountAttributes(ctypes.Structure):
    _fields_ = (
        ("attr_set", ctypes.c_uint64),
        ("attr_clr", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("userns_fd", ctypes.c_uint64),
    )


def copy_of_mount(
    source: str, *, user_namespace: int | None = None, read_only: bool = False, recursive: bool = False
) -> int:
    """A second mount of what is at `source`, for `attach`. Its owners are those that the user namespace gives them.

    OSError where the file system has no mapped owners.
    """
    flags = _OPEN_TREE_CLONE | _OPEN_TREE_CLOEXEC | (_AT_RECURSIVE if recursive else 0)
    tree = _checked(_libc.syscall(_OPEN_TREE, _AT_FDCWD, os.fsencode(source), flags), f"open_tree of {source}")
    attributes = (_MOUNT_ATTR_IDMAP if user_namespace is not None else 0) | (_MOUNT_ATTR_RDONLY if read_only else 0)
    if attributes:
        wanted = _MountAttributes(attributes, 0, 0, user_namespace or 0)
        size = ctypes.c_size_t(ctypes.sizeof(wanted))
        flags = _AT_EMPTY_PATH | (_AT_RECURSIVE if recursive else 0)
        try:
            _checked(
                _libc.syscall(_MOUNT_SETATTR, tree, b"", flags, ctypes.byref(wanted), size),
                f"mount_setattr of {source}",
            )
        except OSError:
            os.close(tree)
            raise
    return tree


def attach(tree: int, target: str) -> None:
    """Mount what `copy_of_mount` gave at `target`, and close it."""
    try:
        _checked(
            _libc.syscall(_MOVE_MOUNT, tree, b"", _AT_FDCWD, os.fsencode(target), _MOVE_MOUNT_F_EMPTY_PATH),
            f"mount at {target}",
        )
    finally:
        os.close(tree)


def unmount(target: str) -> None:
    """Take a mount out of this mount namespace, at once, whatever still uses it."""
    _checked(_libc.umount2(os.fsencode(target), _MNT_DETACH), f"umount of {target}")


def _prctl(option: int, first: int, second: int = 0) -> int:
    arguments = (ctypes.c_ulong(first), ctypes.c_ulong(second), ctypes.c_ulong(0), ctypes.c_ulong(0))
    return int(_libc.prctl(option, *arguments))


def dumpable() -> None:
    """Let this process write to its own files in /proc without the machine's root."""
    _checked(_prctl(_PR_SET_DUMPABLE, 1), "prctl")


def not_dumpable() -> None:
    """Let no other process read or trace this one."""
    _checked(_prctl(_PR_SET_DUMPABLE, 0), "prctl")


def end_with_parent() -> None:
    """Be killed when the thread that started this process ends."""
    _checked(_prctl(_PR_SET_PDEATHSIG, 9), "prctl")


def set_no_new_privileges() -> None:
    """No program that is executed from here on gains anything by its set-user-ID bit or its file capabilities."""
    _checked(_prctl(_PR_SET_NO_NEW_PRIVS, 1), "prctl")


def drop_bounding_set(kept: int) -> None:
    """Take all capabilities but `kept`, a set of bits, out of the bounding and ambient sets."""
    _prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)
    for number in range(_LAST_CAPABILITY + 1):
        if not kept >> number & 1 and _prctl(_PR_CAPBSET_DROP, number) == -1:
            break  # the last one that this kernel knows


def set_capabilities(kept: int) -> None:
    """Have these capabilities, permitted and effective, and none to inherit."""
    header = struct.pack("=Ii", 0x20080522, 0)
    low, high = kept & 0xFFFFFFFF, kept >> 32
    _checked(_libc.capset(header, struct.pack("=6I", low, low, 0, high, high, 0)), "capset")


_DENIED = {
    # mount, umount2, pivot_root, swapon, swapoff, reboot, init_module, delete_module, quotactl, add_key, request_key,
    # keyctl, unshare, perf_event_open, open_by_handle_at, setns, finit_module, kexec_load, kexec_file_load, bpf,
    # userfaultfd, acct, settimeofday; then io_uring and the newer calls for mounts, which have one number everywhere
    "x86_64": (165, 166, 155, 167, 168, 169, 175, 176, 179, 248, 249, 250, 272, 298, 304, 308, 313, 246, 320, 321, 323,
               163, 164),
    "aarch64": (40, 39, 41, 224, 225, 142, 105, 106, 60, 217, 218, 219, 97, 241, 265, 268, 273, 104, 294, 280, 282,
                89, 170),
}  # fmt: skip
_DENIED_EVERYWHERE = (425, 426, 427, 428, 429, 430, 431, 432, 433, 442)
_ARCHITECTURES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
"""What the kernel calls the architecture, and the number of `socket` there."""
_FAMILIES = (1, 2, 10, 16)
"""Socket families that may be used: unix, internet, internet 6, netlink. Others, such as those that reach the machine
below a virtual one, belong to no network namespace."""
_ALLOW, _REFUSED, _NO_FAMILY = 0x7FFF0000, 0x00050001, 0x00050000 | 97
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_X32 = 0x40000000


def system_call_filter() -> bytes | None:
    """A filter that refuses the system calls that no task needs and that reach around namespaces.

    None on an architecture whose numbers are not known here.
    """
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        return None
    architecture, socket_number = _ARCHITECTURES[machine]
    refuse = (_RETURN, 0, 0, _REFUSED)
    program = [
        (_LOAD, 0, 0, 4),
        (_EQUAL, 1, 0, architecture),
        refuse,
        (_LOAD, 0, 0, 0),
        (_AT_LEAST, 0, 1, _X32),
        refuse,
    ]
    for number in (*_DENIED[machine], *_DENIED_EVERYWHERE):
        program += [(_EQUAL, 0, 1, number), refuse]
    allow = len(_FAMILIES) + 2  # the distance of the last instruction from the next one
    program += [(_EQUAL, 0, allow, socket_number), (_LOAD, 0, 0, 16)]
    program += [(_EQUAL, len(_FAMILIES) - position, 0, family) for position, family in enumerate(_FAMILIES)]
    program += [(_RETURN, 0, 0, _NO_FAMILY), (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def load_filter(code: bytes) -> None:
    """Hold this process, and those that it starts, to a filter of system calls. Needs `set_no_new_privileges`."""
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HxxxxxxP", len(code) // 8, ctypes.addressof(buffer))
    arguments = (ctypes.c_ulong(2), ctypes.c_char_p(header))
    _checked(_libc.prctl(_PR_SET_SECCOMP, *arguments, ctypes.c_ulong(0), ctypes.c_ulong(0)), "seccomp")
