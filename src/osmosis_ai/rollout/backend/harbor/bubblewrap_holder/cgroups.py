"""The control groups of one sandbox, in version 1 or 2 of the kernel's interface: limits, what they ended, and killing.

Where none can be made, each process has resource limits of its own instead; `Groups.controllers` says what is counted
for the sandbox as a whole.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Mapping

__all__ = ["NAME_PREFIX", "Groups", "group_paths", "kill_group", "remove_group"]

NAME_PREFIX = "osmosis-sandbox-"
"""How the name of every group that is made here begins."""
_ROOT = "/sys/fs/cgroup"
_CONTROLLERS = ("memory", "pids", "cpu")
_PERIOD = 100_000
_KILL_SECONDS = 10.0


def group_paths(name: str) -> dict[str, str]:
    """Where the groups of the sandbox `name` are made on this machine, by controller; empty where there are none.

    In version 1 below the groups of this process, whose limits so go on to hold; in version 2 below the root, as a
    group that has processes takes no children with limits.
    """
    unified = _read(f"{_ROOT}/cgroup.controllers")
    if unified is not None:
        return {each: f"{_ROOT}/{NAME_PREFIX}{name}" for each in _CONTROLLERS if each in unified.split()}
    places = {
        controller: place
        for _, controllers, place in (line.split(":", 2) for line in (_read("/proc/self/cgroup") or "").splitlines())
        for controller in controllers.split(",")
    }
    made = {}
    for each in _CONTROLLERS:
        base = f"{_ROOT}/{each}"
        if each in places and os.path.exists(f"{base}/cgroup.procs"):
            nested = base + places[each].rstrip("/")
            made[each] = f"{nested if os.path.isdir(nested) else base}/{NAME_PREFIX}{name}"
    return made


class Groups:
    """The groups of one sandbox; below them one group for each command that runs."""

    def __init__(self, paths: Mapping[str, str], limits: Mapping[str, float | int | None]) -> None:
        """Make the groups and set the limits `memory` (bytes), `processes` and `cpus`, as far as they can be made."""
        self._paths: dict[str, str] = {}
        self.unified = os.path.exists(f"{_ROOT}/cgroup.controllers")
        for controller, path in paths.items():
            with contextlib.suppress(OSError):
                if self.unified:
                    _write(f"{_ROOT}/cgroup.subtree_control", f"+{controller}")
                os.makedirs(path, exist_ok=True)
                self._limit(controller, path, limits)
                self._paths[controller] = path

    @property
    def controllers(self) -> list[str]:
        """What is counted for the whole sandbox: of `memory`, `pids` and `cpu`."""
        return sorted(self._paths)

    def _limit(self, controller: str, path: str, limits: Mapping[str, float | int | None]) -> None:
        memory, processes, cpus = limits.get("memory"), limits.get("processes"), limits.get("cpus")
        if controller == "memory" and memory is not None:
            if self.unified:
                _write(f"{path}/memory.max", str(int(memory)))
                with contextlib.suppress(OSError):
                    _write(f"{path}/memory.swap.max", "0")
            else:
                _write(f"{path}/memory.limit_in_bytes", str(int(memory)))
                with contextlib.suppress(OSError):
                    _write(f"{path}/memory.memsw.limit_in_bytes", str(int(memory)))
        elif controller == "pids" and processes is not None:
            _write(f"{path}/pids.max", str(int(processes)))
        elif controller == "cpu" and cpus is not None:
            quota = int(cpus * _PERIOD)
            if self.unified:
                _write(f"{path}/cpu.max", f"{quota} {_PERIOD}")
            else:
                _write(f"{path}/cpu.cfs_period_us", str(_PERIOD))
                _write(f"{path}/cpu.cfs_quota_us", str(quota))

    def _below(self, controller: str, command: str) -> str:
        return f"{self._paths[controller]}/{command}"

    def _of_commands(self) -> str | None:
        """The controller below whose group each command has one of its own; None where no command has."""
        if self.unified:
            return next(iter(self._paths), None)
        return "pids" if "pids" in self._paths else None

    def make(self, command: str) -> bool:
        """Make the group of a command. False if its processes cannot be told from others here."""
        controller = self._of_commands()
        if controller is not None:
            with contextlib.suppress(OSError):
                os.makedirs(self._below(controller, command), exist_ok=True)
                return True
        return False

    def enter(self, command: str) -> None:
        """Put this process into the groups of the sandbox and of a command for which `make` was called.

        OSError where it cannot: it must then not run, as it would have no limits.
        """
        for path in self._paths.values():
            own = f"{path}/{command}"
            _write(f"{own if os.path.isdir(own) else path}/cgroup.procs", "0")

    def has_only(self, command: str, process: int) -> bool:
        """Whether no other process than this one is in the group of a command, as far as that can be told."""
        controller = self._of_commands()
        if controller is None:
            return True
        return (_read(f"{self._below(controller, command)}/cgroup.procs") or "").split() == [str(process)]

    def kill(self, command: str) -> bool:
        """Kill every process of a command, wherever it moved in the process tree. False if some may be left."""
        controller = self._of_commands()
        if controller is None or not os.path.isdir(self._below(controller, command)):
            return False
        return kill_group(self._below(controller, command))

    def remove(self, command: str) -> None:
        """Remove the group of a command if nothing of it runs any more."""
        for controller in self._paths:
            with contextlib.suppress(OSError):
                os.rmdir(self._below(controller, command))

    def out_of_memory(self) -> int:
        """How many processes of the sandbox the kernel killed because its memory was used up."""
        if "memory" not in self._paths:
            return 0
        path = self._paths["memory"]
        found = _read(f"{path}/memory.events" if self.unified else f"{path}/memory.oom_control") or ""
        for line in found.splitlines():
            if line.startswith("oom_kill "):
                return int(line.split()[1])
        return 0

    def peak_memory(self) -> int | None:
        """The most memory that the sandbox used at a time, in bytes."""
        if "memory" not in self._paths:
            return None
        path = self._paths["memory"]
        found = _read(f"{path}/memory.peak" if self.unified else f"{path}/memory.max_usage_in_bytes")
        return int(found) if found and found.strip().isdigit() else None

    def destroy(self) -> None:
        """Remove all groups, of which no process may run any more."""
        for path in self._paths.values():
            remove_group(path)


def kill_group(path: str) -> bool:
    """Kill all processes of a group and of those below it. False if some are left after a while."""
    with contextlib.suppress(OSError):
        _write(f"{path}/cgroup.kill", "1")
    with contextlib.suppress(OSError):
        _write(f"{path}/pids.max", "0")  # so that it forks no faster than it is killed
    end = time.monotonic() + _KILL_SECONDS
    while True:
        numbers = [
            int(line) for folder, _, _ in os.walk(path) for line in (_read(f"{folder}/cgroup.procs") or "").split()
        ]
        if not numbers:
            return True
        if time.monotonic() > end:
            return False
        for number in numbers:
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)
        time.sleep(0.002)


def remove_group(path: str) -> bool:
    """Remove a group and those below it. False if a process still runs there."""
    end = time.monotonic() + 1.0
    while os.path.isdir(path):
        for folder, _, _ in os.walk(path, topdown=False):
            with contextlib.suppress(OSError):
                os.rmdir(folder)
        if time.monotonic() > end:
            return not os.path.isdir(path)
        if os.path.isdir(path):
            time.sleep(0.01)
    return True


def _read(path: str) -> str | None:
    try:
        with open(path, encoding="ascii") as file:
            return file.read()
    except OSError:
        return None


def _write(path: str, text: str) -> None:
    number = os.open(path, os.O_WRONLY)
    try:
        os.write(number, text.encode())
    finally:
        os.close(number)
