"""What the tests of sandboxes share: a root folder made of this machine's programs, tasks, and what is left behind."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from osmosis_ai.rollout.backend.harbor.bubblewrap_sandbox import Mount, SandboxSettings

REQUIRED = os.environ.get("OSMOSIS_TEST_SANDBOXES") == "required"
SYSTEM = Mount(Path("/usr"), "/usr")
PATH = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
IMPORT_PATH = "osmosis_ai.rollout.backend.harbor.bubblewrap:BubblewrapEnvironment"


def need(problem: str | None) -> None:
    """Skip with the reason, or fail where the session requires sandboxes."""
    if problem is None:
        return
    if REQUIRED:
        pytest.fail(problem, pytrace=False)
    pytest.skip(problem)


def need_root_and_bubblewrap() -> None:
    need(None if shutil.which("bwrap") else "bubblewrap is not installed")
    need(None if os.geteuid() == 0 else "the tests of the full sandbox run as root")


def make_rootfs(folder: Path) -> Path:
    """A root folder without programs; those of this machine are mounted in it."""
    root = folder / "rootfs"
    for name in ("etc", "tmp", "root", "home", "var", "run", "usr"):
        (root / name).mkdir(parents=True)
    for name in ("bin", "sbin", "lib", "lib32", "lib64"):
        if Path("/", name).is_symlink():
            (root / name).symlink_to(f"usr/{name}")
    (root / "tmp").chmod(0o1777)
    (root / "etc/passwd").write_text(
        "root:x:0:0::/root:/bin/bash\nagent:x:1000:1000::/home:/bin/bash\nnobody:x:65534:65534::/:/bin/false\n"
    )
    (root / "etc/group").write_text("root:x:0:\nagent:x:1000:\nextra:x:2000:agent\nnogroup:x:65534:\n")
    return root


def settings(rootfs: Path, state_dir: Path, **changes: Any) -> SandboxSettings:
    known: dict[str, Any] = {
        "memory_bytes": 256 << 20, "storage_bytes": 64 << 20, "processes": 128, "mounts": (SYSTEM,), **changes,
    }  # fmt: skip
    return SandboxSettings(rootfs=rootfs, state_dir=state_dir, **known)


def wait_until(holds: Callable[[], bool], what: str, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"still not after {seconds:g} s: {what}"
        time.sleep(0.02)


def leftovers(state_dir: Path) -> list[str]:
    """Processes, mounts, devices, control groups and folders that belong to sandboxes of a folder."""
    found = [str(path) for path in state_dir.glob("*") if path.name not in {".layers", ".host"}]
    place = str(state_dir)
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            mounts = (process / "mounts").read_bytes()
            group = (process / "cgroup").read_bytes()
        except OSError:
            continue
        if b"bubblewrap_holder" in command and place.encode() in _open_files(process):
            found.append(f"holder {process.name}")
        if place.encode() in mounts:
            found.append(f"mounts of {process.name}")
        if b"osmosis-sandbox-" in group and any(name.encode() in group for name in _names(state_dir)):
            found.append(f"process {process.name} in a group")
    for image in Path("/sys/block").glob("loop*/loop/backing_file"):
        try:
            if image.read_text().startswith(place):
                found.append(f"device {image.parent.parent.name}")
        except OSError:
            continue
    return found


_known: dict[Path, set[str]] = {}


def remember(state_dir: Path) -> None:
    """Note the sandboxes that there are, by whose names their control groups are found later."""
    _known.setdefault(state_dir, set()).update(path.name for path in state_dir.glob("*"))


def _names(state_dir: Path) -> set[str]:
    return _known.get(state_dir, set())


def groups_of(state_dir: Path) -> list[str]:
    """Control groups of the sandboxes that `remember` noted."""
    names = {f"osmosis-sandbox-{name}" for name in _names(state_dir)}
    return [folder for folder, _, _ in os.walk("/sys/fs/cgroup") if Path(folder).name in names]


def _open_files(process: Path) -> bytes:
    found = b""
    try:
        for number in (process / "fd").iterdir():
            found += os.fsencode(number.readlink()) + b"\n"
        found += os.fsencode((process / "cwd").readlink())
    except OSError:
        pass
    return found


def make_task(
    folder: Path, *, solve: str = "echo done > /root/answer\n", test: str | None = None, **files: str
) -> Path:
    """A task of Harbor: `solve` is what the oracle runs, `test` gives the reward; `files` go into environment/."""
    (folder / "environment").mkdir(parents=True)
    (folder / "solution").mkdir()
    (folder / "tests").mkdir()
    (folder / "task.toml").write_text(
        '[task]\nname = "tests/tiny"\n[agent]\ntimeout_sec = 120\n[verifier]\ntimeout_sec = 120\n[environment]\n'
        + files.pop("task_toml", "")
    )
    (folder / "instruction.md").write_text("Write the answer.\n")
    (folder / "environment/Dockerfile").write_text(files.pop("dockerfile", "FROM debian:12\n"))
    for name, text in files.items():
        (folder / "environment" / name).write_text(text)
    (folder / "solution/solve.sh").write_text("#!/bin/bash\n" + solve)
    check = "grep -q done /root/answer && echo 1 > /logs/verifier/reward.txt || echo 0 > /logs/verifier/reward.txt\n"
    (folder / "tests/test.sh").write_text("#!/bin/bash\n" + (check if test is None else test))
    return folder
