"""What a trial of Harbor costs beside its work: our sandboxes and podman, by Harbor's own command, on one task.

The task does nothing. A trial's time is from its start to its end as its result says, so the start of the command,
which is the same on both sides, is not part of it.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.bench.gates import Gate
from tests.bench.work import NotComparableError

__all__ = ["HarborFigures", "harbor_gates", "harbor_line", "measure_harbor"]

_IMAGE = "localhost/osmosis-bench:1"
_DEBIAN = "bookworm"
MOST_OVERHEAD_SEC, FEWEST_TIMES = 0.5, 10.0
_CONTAINERS = """[containers]
default_ulimits=["nofile=1024:1024","nproc=1000:1000"]
[engine]
runtime="runc"
cgroup_manager="cgroupfs"
"""


@dataclass(frozen=True, slots=True)
class HarborFigures:
    """Seconds of each trial, by the side that ran it."""

    bubblewrap: list[float]
    podman: list[float]

    @property
    def times(self) -> float:
        """How many of our trials fit into one of podman's."""
        return statistics.median(self.podman) / statistics.median(self.bubblewrap)


def measure_harbor(folder: Path, *, trials: int) -> HarborFigures:
    """Run so many trials on each side, by turns, after one on each that is not counted."""
    for program in ("bwrap", "podman", "runc", "podman-compose", "debootstrap"):
        if shutil.which(program) is None:
            raise NotComparableError(f"{program} is not installed.")
    folder.mkdir(parents=True)
    rootfs = _rootfs(folder)
    env = _podman(folder, rootfs)
    task = _task(folder / "task")
    overlay = folder / "overlay.yaml"
    overlay.write_text("services:\n  main:\n    init: true\n    network_mode: none\n")
    ours: dict[str, Any] = {
        "import_path": "osmosis_ai.rollout.backend.harbor.bubblewrap:BubblewrapEnvironment",
        "kwargs": {"rootfs": str(rootfs), "state_dir": str(folder / "state")},
    }
    theirs: dict[str, Any] = {"type": "podman", "extra_docker_compose": [str(overlay)]}
    measured: dict[str, list[float]] = {"bubblewrap": [], "podman": []}
    for number in range(trials + 1):
        for side, environment in (("bubblewrap", ours), ("podman", theirs)):
            seconds = _trial(folder / f"{side}-{number}", task, environment, env)
            if number:
                measured[side].append(seconds)
    return HarborFigures(**measured)


def _rootfs(folder: Path) -> Path:
    given = os.environ.get("OSMOSIS_BENCH_ROOTFS")
    if given:
        return Path(given)
    subprocess.run(
        ["debootstrap", "--variant=minbase", _DEBIAN, str(folder / "rootfs")], check=True, capture_output=True
    )
    return folder / "rootfs"


def _podman(folder: Path, rootfs: Path) -> dict[str, str]:
    """The variables under which podman has a store of its own with the same image."""
    (folder / "containers.conf").write_text(_CONTAINERS)
    storage = f'[storage]\ndriver = "overlay"\ngraphroot = "{folder}/store"\nrunroot = "{folder}/run"\n'
    (folder / "storage.conf").write_text(storage)
    env = {
        **os.environ,
        "CONTAINERS_CONF": str(folder / "containers.conf"),
        "CONTAINERS_STORAGE_CONF": str(folder / "storage.conf"),
        "HARBOR_TELEMETRY": "0",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    }
    with subprocess.Popen(["tar", "-C", str(rootfs), "-c", "."], stdout=subprocess.PIPE) as packed:
        subprocess.run(["podman", "import", "-", _IMAGE], stdin=packed.stdout, env=env, check=True, capture_output=True)
    return env


def _task(folder: Path) -> Path:
    for name in ("environment", "solution", "tests"):
        (folder / name).mkdir(parents=True)
    (folder / "task.toml").write_text('[task]\nname = "bench/nothing"\n')
    (folder / "instruction.md").write_text("Do nothing.\n")
    (folder / "environment/Dockerfile").write_text(f"FROM {_IMAGE}\n")
    (folder / "solution/solve.sh").write_text("#!/bin/bash\ntrue\n")
    (folder / "tests/test.sh").write_text("#!/bin/bash\necho 1 > /logs/verifier/reward.txt\n")
    return folder


def _trial(folder: Path, task: Path, environment: Mapping[str, Any], env: Mapping[str, str]) -> float:
    folder.mkdir()
    config = {
        "task": {"path": str(task)},
        "trials_dir": str(folder / "trials"),
        "agent": {"name": "oracle"},
        "environment": environment,
    }
    (folder / "trial.json").write_text(json.dumps(config))
    harbor = Path(sys.executable).with_name("harbor")
    done = subprocess.run(
        [harbor, "trial", "start", "-c", folder / "trial.json"], env=env, capture_output=True, text=True, check=False
    )
    results = list(folder.glob("trials/*/result.json"))
    if not results:
        raise NotComparableError(f"A trial has no result: {done.stdout[-1000:]}{done.stderr[-1000:]}")
    result = json.loads(results[0].read_text())
    if (result["verifier_result"] or {}).get("rewards") != {"reward": 1.0}:
        raise NotComparableError(f"A trial failed: {result['exception_info']}")
    began, ended = (datetime.fromisoformat(result[name]) for name in ("started_at", "finished_at"))
    return (ended - began).total_seconds()


def harbor_gates(found: HarborFigures) -> Iterator[Gate]:
    """What a trial in a sandbox may cost, and how many of them fit into one of podman's."""
    yield Gate("a trial in a sandbox", statistics.median(found.bubblewrap), "at most", MOST_OVERHEAD_SEC, "s")
    yield Gate("trials a minute, of podman's", found.times, "at least", FEWEST_TIMES)


def harbor_line(found: HarborFigures) -> str:
    """The figures as a sentence."""
    return (
        f"Trials of Harbor that do nothing, {len(found.podman)} on each side by turns:"
        f" {statistics.median(found.bubblewrap):.2f} s in a sandbox, {statistics.median(found.podman):.2f} s on podman,"
        f" {found.times:.1f} times as many a minute."
    )
