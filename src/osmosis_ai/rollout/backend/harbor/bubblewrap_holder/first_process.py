"""The first process of a sandbox: a program of a few instructions that inherits processes and waits for its end.

A shell in its place would keep every process that it inherits as a zombie, and be one that the sandbox's image brings.
"""

from __future__ import annotations

import platform
import struct

__all__ = ["first_process"]

_ADDRESS = 0x400000
_HEADERS = 64 + 56

# Ignores SIGCHLD, so that the kernel reaps; writes `r` to its output; reads its input to the end, then exits.
_X86_64 = bytes.fromhex(
    "4883ec40"  # sub rsp, 64
    "31c0"  # xor eax, eax
    "488904244889442408488944241048894424184889442420"  # five times: mov [rsp + n], rax
    "48c7042401000000"  # mov qword [rsp], 1: SIG_IGN
    "b80d000000bf110000004889e631d241ba080000000f05"  # rt_sigaction(SIGCHLD, rsp, 0, 8)
    "c6042472"  # mov byte [rsp], 'r'
    "b801000000bf010000004889e6ba010000000f05"  # write(1, rsp, 1)
    "31c031ff4889e6ba010000000f05"  # read(0, rsp, 1)
    "4885c075ed"  # test rax, rax; jnz to the read
    "b83c00000031ff0f05"  # exit(0)
)


def first_process() -> bytes | None:
    """The program as a file, or None on an architecture for which there is none."""
    if platform.machine() != "x86_64":
        return None
    size = _HEADERS + len(_X86_64)
    identity = b"\x7fELF\x02\x01\x01" + bytes(9)
    header = struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, _ADDRESS + _HEADERS, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    segment = struct.pack("<IIQQQQQQ", 1, 5, 0, _ADDRESS, _ADDRESS, size, size, 0x1000)
    return identity + header + segment + _X86_64
