"""Many trials, while their processes and their owner are killed at random."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from osmosis_ai.rollout.backend.harbor import reaper
from tests.harbor.sandboxes import groups_of, leftovers, make_task, remember, wait_until

pytest_plugins = ["tests.harbor.sandbox_fixtures"]
pytest.importorskip("harbor", reason="the extra `harbor` is not installed")

TRIALS = int(os.environ.get("OSMOSIS_TEST_CHAOS_TRIALS") or "10")
SEED = int(os.environ.get("OSMOSIS_TEST_CHAOS_SEED") or random.randrange(1 << 30))

RUNS = """
import asyncio, sys
from pathlib import Path
from tests.harbor.test_bubblewrap_trials import run_trials

async def main():
    task, rootfs, state, folder, count = sys.argv[1:]
    await run_trials([Path(task)] * int(count), Path(rootfs), Path(state), Path(folder))

asyncio.run(main())
"""


def finished(folder: Path) -> list[dict[str, object]]:
    """The results that trials wrote."""
    return [json.loads(path.read_text()) for path in sorted((folder / "trials").glob("*/result.json"))]


def victims(state_dir: Path, owner: int) -> list[int]:
    """Processes of the run that may be killed: holders, bubblewrap, what runs in sandboxes; the owner is not one."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command, group = (process / "cmdline").read_bytes(), (process / "cgroup").read_text()
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        inside = any(f"osmosis-sandbox-{path.name}" in group for path in state_dir.glob("*"))
        if inside or (b"bubblewrap_holder" in command and parent == owner):
            found.append(int(process.name))
    return found


@pytest.mark.timeout(1200)
def test_trials_that_are_killed_leave_nothing_and_score_nothing(rootfs: Path, state_dir: Path, tmp_path: Path):
    """No process, mount, device, group or folder is left, a foreign folder and process are as they were, and a trial
    scored only if it ended by itself. The owner is killed as well, and started again until all trials were tried."""
    chance = random.Random(SEED)
    print("seed", SEED)
    task = make_task(tmp_path / "task", solve="sleep 0.5; echo done > /root/answer\n")
    foreign = state_dir / "foreign"
    foreign.mkdir()
    (foreign / "file").write_text("kept")
    killed = owners = 0
    with subprocess.Popen(["sleep", "1000"]) as bystander:
        try:
            left = TRIALS
            while left > 0:
                owners += 1
                folder = tmp_path / f"run-{owners}"
                running = subprocess.Popen(
                    [sys.executable, "-c", RUNS, str(task), str(rootfs), str(state_dir), str(folder), str(left)],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                )  # fmt: skip
                dies = owners <= 2
                end = time.monotonic() + 600
                while running.poll() is None:
                    assert time.monotonic() < end, "the run does not end"
                    time.sleep(chance.uniform(0.05, 0.4))
                    remember(state_dir)
                    found = victims(state_dir, running.pid)
                    if found and chance.random() < 0.5:
                        killed += 1
                        _kill(chance.choice(found))
                    if dies and len(finished(folder)) >= max(1, TRIALS // 4):
                        running.kill()
                done = finished(folder)
                for result in done:
                    rewards = (result.get("verifier_result") or {}).get("rewards")  # type: ignore[attr-defined]
                    if rewards is not None and result["exception_info"] is None:
                        assert rewards in ({"reward": 1.0}, {"reward": 0.0})
                left -= max(len(done), 1)
            reaper.reap(state_dir)
            place = state_dir
            wait_until(
                lambda: [x for x in leftovers(place) if x != str(foreign)] == [] and not groups_of(place),
                f"nothing is left: {leftovers(place)}",
                seconds=60,
            )
            assert killed
            assert bystander.poll() is None
            assert (foreign / "file").read_text() == "kept"
        finally:
            bystander.kill()
    (foreign / "file").unlink()
    foreign.rmdir()


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
