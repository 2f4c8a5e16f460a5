"""A disk that is truly full: runs on a small file system in memory that has room for less and less of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.crash import checks
from tests.crash.matrix import Recording
from tests.crash.world import RUN, Ended, World

__all__ = ["small_disks"]

_SIZE = 1 << 20
_PAGE = 4096
_FREE_PAGES = (1, 3, 6, 9, 12, 15, 18, 21, 24, 28, 32)


def small_disks(world: World, recording: Recording) -> tuple[list[str], str]:
    """Every promise that was broken, and the figures."""
    holes: list[str] = []
    stops = 0
    for pages in _FREE_PAGES:
        case = world.case(f"room-for-{pages}-pages")
        disk = case / "evals"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "tmpfs", disk], check=False)
        if mounted.returncode != 0:
            return [], "not tried: file systems cannot be mounted here"
        try:
            found, stopped = _trial(world, recording, case, disk, pages)
        finally:
            subprocess.run(["umount", "--lazy", disk], check=True)
        stops += stopped
        holes += [f"room for {pages} pages of {_PAGE} bytes: {hole}" for hole in found]
    return holes, f"{len(_FREE_PAGES)} disks, {stops} of them full before the run was complete"


def _trial(world: World, recording: Recording, case: Path, disk: Path, pages: int) -> tuple[list[str], bool]:
    ballast = disk / "ballast"
    ballast.write_bytes(bytes(_SIZE - (pages + 1) * _PAGE))
    ended = world.live(case, "five", "leases")
    ballast.unlink()
    run = disk / RUN
    holes = checks.lost(run, ended.acknowledged)
    holes += _unclear(ended)
    for _ in range(3):
        again = world.live(case, "five", "leases")
        if again.code == 0:
            break
    else:
        return [*holes, f"with room again, it ended with {again.code}: {again.out} {again.told[-1]}"], True
    holes += checks.lost(run, ended.acknowledged | again.acknowledged)
    holes += checks.forgotten(run, world.model.paid(case.name))
    holes += checks.miscounted(run, 5)
    holes += checks.differences(checks.comparable(run), recording.files["five"])
    holes += checks.processes_left(case)
    return holes, ended.code != 0


def _unclear(ended: Ended) -> list[str]:
    said = next((told for told in ended.told if "error" in told), None)
    if ended.code in (0, 3) and said is None:
        return []
    if ended.code == 1 and said is not None and "No space left" in said["error"] and said["hint"]:
        return []
    return [f"it did not stop in clear words: {ended.code} {said} {ended.out[-500:]}"]
