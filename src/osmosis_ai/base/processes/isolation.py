"""User code in bubblewrap: no files of this machine but a read-only system and what it is given, and processes that end
with whoever started it.

Neither secrets nor anything else of the environment is among the arguments: `bwrap` passes on the environment that it
gets, and every account of a machine can read arguments. The environment that `bwrap` gets acts outside the sandbox
(`LD_PRELOAD`): variables that user code chose go in by `sandbox_init.py`. The network is this machine's, or none.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai.base.processes.supervisor import was_killed

__all__ = ["ISOLATION_PROBE", "REMEDY", "Limits", "isolated", "isolation_problem", "problem_of", "python_folders"]

REMEDY = (
    "install bubblewrap; where it is installed and may not make namespaces (Ubuntu 24.04 and later, containers), allow"
    " them: an AppArmor profile for /usr/bin/bwrap with `userns,`, or sysctl"
    " kernel.apparmor_restrict_unprivileged_userns=0, or a container that may call unshare"
)
"""What to do where bubblewrap does not work."""

ISOLATION_PROBE = (
    "bwrap", "--die-with-parent", "--new-session", "--unshare-pid", "--unshare-ipc", "--unshare-uts",
    "--unshare-net", "--cap-drop", "ALL", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true",
)  # fmt: skip
"""A command that works on a machine of any layout if `isolated` does."""

_TRY_SECONDS = 10.0
_TRIES = 3
_SHOWN = 200
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_CONFIGURATION = (
    "alternatives", "ca-certificates.conf", "group", "hosts", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime",
    "mime.types", "nsswitch.conf", "passwd", "pki", "protocols", "resolv.conf", "services", "ssl", "timezone",
)  # fmt: skip
"""What programs read in /etc. Nothing there is secret but private keys, which are for root alone and left out."""
_PRIVATE_KEYS = "/etc/ssl/private"
_KERNEL = ("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus")
"""What root may write to without any capability, and so change the whole machine."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of each process; None leaves one as it is. What all of them have together is counted by who runs them."""

    file_bytes: int | None = None
    """The largest file that may be written."""
    data_bytes: int | None = None
    """The memory that a process may allocate."""
    processes: int | None = None
    """How many processes the account may have. Without effect for root."""


def isolated(
    command: Sequence[str],
    *,
    writable: Sequence[Path],
    readable: Sequence[Path] = (),
    hidden: Sequence[Path] = (),
    shown_as: Mapping[str, Path] | None = None,
    temporary: Path | None = None,
    working_directory: Path,
    network: bool = True,
    limits: Limits | None = None,
    new_session: bool = True,
) -> list[str]:
    """The command that runs `command` isolated.

    It sees the system's programs and libraries and `readable` without being able to change them, may write below
    `writable`, each under its own path, and has a temporary folder, devices and a process table of its own. All of it
    ends when the process that started the command does. Paths are absolute and exist.

    Folders below readable ones that are `hidden` are empty. `shown_as` gives files another path, below /run. With a
    folder `temporary`, /tmp and /dev/shm are folders in it, and nothing can be written into memory. Without
    `new_session` the command stays in the process group of whoever starts it, whose session has no terminal then.
    """
    made = ["bwrap", "--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts"]
    made += ["--unshare-cgroup-try", "--cap-drop", "ALL"]
    if new_session:
        made.append("--new-session")
    if not network:
        made.append("--unshare-net")
    made += [*_system(), "--proc", "/proc", *_kernel(), "--dev", "/dev"]
    memory = ["/run"]
    if temporary is None:
        made += ["--tmpfs", "/tmp"]  # noqa: S108
    else:
        made += ["--bind", str(temporary / "tmp"), "/tmp", "--bind", str(temporary / "shm"), "/dev/shm"]  # noqa: S108
        memory += ["/dev", "/"]
    made += ["--tmpfs", "/run"]
    for path in _outermost(readable):
        made += ["--ro-bind", str(path), str(path)]
    for path in _outermost(hidden):
        made += ["--tmpfs", str(path)]
        memory.append(str(path))
    for path in _outermost(writable):
        made += ["--bind", str(path), str(path)]
    for inside, outside in (shown_as or {}).items():
        made += ["--ro-bind", str(outside), inside]
    made += [part for path in memory for part in ("--remount-ro", path)]
    made += ["--chdir", str(working_directory), "--", *command]
    return [*_limited(limits), *made]


def isolation_problem() -> str | None:
    """Why user code cannot be isolated on this machine and what to do about it, or None. It runs bubblewrap to know."""
    folder = Path(sys.prefix)
    why = problem_of(isolated(("true",), writable=(), readable=(folder,), working_directory=Path("/"), network=False))
    return None if why is None else f"bubblewrap does not work on this machine ({why}): {REMEDY}"


def problem_of(command: Sequence[str]) -> str | None:
    """Why a command that should do nothing does not succeed, or None. One that is ended by SIGKILL is tried again."""
    try:
        for _ in range(_TRIES):
            done = subprocess.run(command, capture_output=True, timeout=_TRY_SECONDS, check=False)
            if not was_killed(done.returncode):
                break
    except FileNotFoundError:
        return f"{command[0]} is not installed"
    except OSError as error:
        return error.strerror or str(error)
    except subprocess.TimeoutExpired:
        return f"{command[0]} does not answer"
    if done.returncode == 0:
        return None
    return done.stderr.decode("utf-8", "replace").strip()[-_SHOWN:] or f"exit status {done.returncode}"


def python_folders(prefixes: Iterable[str] = (sys.prefix, sys.base_prefix)) -> list[Path]:
    """The folders that a Python needs to run: of its environment, and of the interpreter that this was made from."""
    return list(dict.fromkeys(Path(os.path.realpath(prefix)) for prefix in prefixes))


def _system() -> list[str]:
    made = []
    for path in _SYSTEM:
        if os.path.islink(path):  # noqa: PTH114 - /bin is usr/bin on most systems
            made += ["--symlink", os.readlink(path), path]  # noqa: PTH115
        elif os.path.isdir(path):  # noqa: PTH112
            made += ["--ro-bind", path, path]
    for name in _CONFIGURATION:
        made += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    if os.path.isdir(_PRIVATE_KEYS):  # noqa: PTH112
        made += ["--tmpfs", _PRIVATE_KEYS]
    return made


def _kernel() -> list[str]:
    written = [path for path in _KERNEL if os.path.exists(path)] if os.geteuid() == 0 else []  # noqa: PTH110
    return [part for path in written for part in ("--ro-bind", path, path)]


def _outermost(paths: Sequence[Path]) -> list[Path]:
    """The paths without those below another one, parents first; what the system part shows already stays out."""
    kept: list[Path] = []
    for path in sorted(set(paths)):
        if not any(path.is_relative_to(other) for other in (*kept, Path("/usr"))):
            kept.append(path)
    return kept


def _lower(kind: int, value: int | None) -> int | None:
    """The bound, or a lower one that this process has already and cannot raise."""
    hard = resource.getrlimit(kind)[1]
    return value if value is None or hard == resource.RLIM_INFINITY else min(value, hard)


def _limited(limits: Limits | None) -> list[str]:
    if limits is None:
        return []
    bounds = (
        ("fsize", resource.RLIMIT_FSIZE, limits.file_bytes),
        ("data", resource.RLIMIT_DATA, limits.data_bytes),
        ("nproc", resource.RLIMIT_NPROC, limits.processes),
    )
    options = [
        f"--{name}={bound}:{bound}" for name, kind, value in bounds if (bound := _lower(kind, value)) is not None
    ]
    return ["prlimit", "--core=0:0", *options, "--"]
