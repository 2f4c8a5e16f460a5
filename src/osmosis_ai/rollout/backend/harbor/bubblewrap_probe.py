"""Whether sandboxes work on this machine, by running one for a moment, and what it lacks for all their limits."""

from __future__ import annotations

import asyncio
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osmosis_ai.base.processes.isolation import REMEDY
from osmosis_ai.rollout.backend.harbor.bubblewrap_host import host_image
from osmosis_ai.rollout.backend.harbor.bubblewrap_sandbox import Sandbox, SandboxError, SandboxSettings

__all__ = ["Probe", "probe_sandbox"]

_SECONDS = 20.0
_COUNTED = {"memory": "memory", "pids": "processes", "cpu": "the time of the processor"}


@dataclass(frozen=True, slots=True)
class Probe:
    """What a sandbox that was tried could do."""

    works: bool
    lacks: tuple[str, ...]
    """What is missing and what to do about it, each a sentence; one that does not work names its reason first."""


def probe_sandbox() -> Probe:
    """Run a command in a sandbox of this machine's own programs."""
    with tempfile.TemporaryDirectory(prefix="osmosis-sandbox-") as folder:
        try:
            holds = asyncio.run(asyncio.wait_for(_run(Path(folder)), _SECONDS))
        except (SandboxError, OSError, TimeoutError) as error:
            why = str(error) or "it does not answer"
            return Probe(False, (f"A sandbox does not run ({why}): {REMEDY}.",))
    return Probe(True, tuple(_lacks(holds)))


async def _run(folder: Path) -> dict[str, Any]:
    state = folder / "state"
    rootfs, mounts = await asyncio.to_thread(host_image, state)
    settings = SandboxSettings(rootfs=rootfs, state_dir=state, storage_bytes=16 << 20, mounts=mounts)
    sandbox = await Sandbox.start(settings, name="probe")
    try:
        done = await sandbox.run(["/bin/sh", "-c", "id -u"], env={"PATH": "/usr/bin:/bin"}, timeout_sec=_SECONDS)
        if done.stdout.strip() != "0":
            raise SandboxError(f"a command in it ends with status {done.status}: {done.stderr.strip()[-200:]}")
        return sandbox.holds
    finally:
        await sandbox.stop()


def _lacks(holds: dict[str, Any]) -> list[str]:
    found = []
    uncounted = [name for controller, name in _COUNTED.items() if controller not in holds["counted"]]
    if uncounted:
        found.append(
            f"Sandboxes have no limit of their own for {', '.join(uncounted)}, only one for each process:"
            " let this account write to control groups below /sys/fs/cgroup."
        )
    if holds["owners"] == "one":
        found.append("Sandboxes have root as their only account: run as root for tasks that use others.")
    elif holds["owners"] == "shared":
        found.append("The file system has no mapped owners: keep images on ext4, XFS or Btrfs to set sandboxes apart.")
    if holds["disk"] == "memory":
        need = "let it use loop devices and mkfs.ext4" if os.geteuid() == 0 else "run as root"
        found.append(f"What sandboxes write is kept in memory: {need}.")
    if not holds["system_calls"]:
        found.append("System calls are not filtered on this architecture.")
    return found
