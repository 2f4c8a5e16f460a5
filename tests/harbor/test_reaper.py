"""What a killed run left is removed, and nothing else is touched."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from osmosis_ai.rollout.backend.harbor import reaper
from osmosis_ai.rollout.backend.harbor.owners import identity
from osmosis_ai.rollout.backend.harbor.podman_labels import label_value
from tests.harbor.sandboxes import groups_of, leftovers, remember, wait_until

pytest_plugins = ["tests.harbor.sandbox_fixtures"]

RUNS = """
import asyncio, sys
from pathlib import Path
from osmosis_ai.rollout.backend.harbor import reaper
from osmosis_ai.rollout.backend.harbor.bubblewrap_sandbox import Sandbox
from tests.harbor.sandboxes import PATH, settings

async def main():
    rootfs, state = Path(sys.argv[1]), Path(sys.argv[2])
    if sys.argv[3] == "reaper":
        print("reaper", reaper.start_reaper(state, interval_sec=0.2), flush=True)
    made = await Sandbox.start(settings(rootfs, state))
    print("started", made._process.pid, made.first, flush=True)
    await made.run(["/bin/bash", "-c", "setsid sleep 1000 & sleep 1001"], env=PATH)

asyncio.run(main())
"""


def start_run(rootfs: Path, state_dir: Path, kind: str) -> tuple[subprocess.Popen[str], dict[str, list[int]]]:
    """A process with a sandbox in which a command runs; the numbers that it wrote."""
    running = subprocess.Popen(
        [sys.executable, "-c", RUNS, str(rootfs), str(state_dir), kind], stdout=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    said: dict[str, list[int]] = {}
    while "started" not in said:
        line = running.stdout.readline()
        assert line, "the run ended before its sandbox was started"
        name, *numbers = line.split()
        said[name] = [int(number) for number in numbers]
    remember(state_dir)
    return running, said


def end(running: subprocess.Popen[str]) -> None:
    running.kill()
    running.wait()
    assert running.stdout is not None
    running.stdout.close()


def test_an_owner_that_is_killed_leaves_nothing(rootfs: Path, state_dir: Path):
    """The holder sees the end of its owner, ends the sandbox, and removes its folder, groups and disk itself."""
    running, said = start_run(rootfs, state_dir, "alone")
    assert leftovers(state_dir)
    end(running)
    wait_until(lambda: not leftovers(state_dir) and not groups_of(state_dir), "nothing is left")
    wait_until(lambda: not Path(f"/proc/{said['started'][1]}").exists(), "its first process is gone")


def test_the_next_start_removes_what_owner_and_holder_left(rootfs: Path, state_dir: Path):
    """With both of them killed, what is left is a folder and control groups; its processes are dead."""
    running, said = start_run(rootfs, state_dir, "alone")
    holder, first = said["started"]
    os.kill(running.pid, signal.SIGSTOP)
    os.kill(holder, signal.SIGKILL)
    end(running)
    wait_until(lambda: not Path(f"/proc/{first}").exists(), "the sandbox ended with its holder")
    assert list(state_dir.iterdir())
    done = reaper.reap(state_dir)
    assert (len(done.folders), done.left, done.alive) == (1, [], 0)
    assert not leftovers(state_dir)
    assert not groups_of(state_dir)


def test_the_reaper_goes_on_when_its_owner_is_killed_and_ends_when_nothing_is_left(rootfs: Path, state_dir: Path):
    """Owner and holder are killed together; the separate process removes the rest, and then ends."""
    running, said = start_run(rootfs, state_dir, "reaper")
    os.kill(running.pid, signal.SIGSTOP)
    os.kill(said["started"][0], signal.SIGKILL)
    end(running)
    wait_until(lambda: not leftovers(state_dir) and not groups_of(state_dir), "nothing is left")
    wait_until(lambda: not Path(f"/proc/{said['reaper'][0]}").exists(), "the reaper ended")


def test_a_folder_that_is_half_removed_still_says_whose_it_is(state_dir: Path):
    """Who removes a folder and cannot, or is killed meanwhile, leaves its record, by which the next one removes it."""
    folder = state_dir / "dead"
    (folder / "zdisk").mkdir(parents=True)
    (folder / "file").write_text("x")
    reaper.write_record(folder, owner=replace(identity(), start=1), holder=None, groups={})
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(folder / "zdisk")], check=True)
    try:
        assert reaper.reap(state_dir).left == ["dead"]
        assert reaper.owner_of(folder) is not None
    finally:
        subprocess.run(["umount", str(folder / "zdisk")], check=True)
    assert reaper.reap(state_dir).folders == ["dead"]
    assert not folder.exists()


def test_the_folder_of_a_build_whose_owner_ends_while_podman_is_asked_stays_until_the_build_is_ended(
    state_dir: Path, monkeypatch: pytest.MonkeyPatch
):
    """What runs in a build is found by its folder alone: without it nobody would end it."""
    owner = subprocess.Popen(["sleep", "1000"])
    folder = state_dir / "build"
    folder.mkdir(parents=True)
    reaper.write_record(folder, owner=identity(owner.pid), holder=None, groups={})
    asked: list[list[Path]] = []

    def ends_meanwhile(folders: Sequence[Path]) -> list[str]:
        asked.append(list(folders))
        owner.kill()
        owner.wait()
        return []

    try:
        monkeypatch.setattr(reaper, "reap_containers", ends_meanwhile)
        assert reaper.reap_everything(state_dir, podman=True).folders == []
        assert folder.is_dir()
        assert reaper.reap_everything(state_dir, podman=True).folders == ["build"]
        assert asked == [[], [folder.resolve()]]
    finally:
        owner.kill()
        owner.wait()


def test_a_folder_whose_maker_is_killed_at_any_moment_is_removed(state_dir: Path):
    """It has its record when it gets its name; before that its first name says whose it is. One whose maker runs stays,
    as does a folder of someone else that is called alike."""
    dies = """if True:
        import os, signal, sys
        from pathlib import Path
        from osmosis_ai.rollout.backend.harbor import reaper
        die = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
        setattr(*{"before": (reaper, "write_record", die), "after": (Path, "rename", die)}[sys.argv[2]])
        reaper.make_folder(Path(sys.argv[1]))
    """
    for moment in ("before", "after"):
        done = subprocess.run([sys.executable, "-c", dies, str(state_dir / moment), moment], check=False)
        assert done.returncode == -signal.SIGKILL
    unfinished = [path.name for path in state_dir.iterdir()]
    assert len(unfinished) == 2
    kept = [state_dir / name for name in (f".new-{label_value()}-aa", ".new-other", "made")]
    for folder in kept[:2]:
        folder.mkdir()
    reaper.make_folder(kept[2])
    with pytest.raises(FileExistsError):
        reaper.make_folder(kept[2])
    done = reaper.reap(state_dir)
    assert (sorted(done.folders), done.left) == (sorted(unfinished), [])
    assert sorted(state_dir.iterdir()) == sorted(kept)
    assert reaper.owner_of(kept[2]) == identity()
    for folder in kept:
        shutil.rmtree(folder)


def test_what_is_of_no_dead_owner_is_not_touched(state_dir: Path):
    """Folders without a record, with one that is not ours or damaged, of another boot's or namespace's look-alike,
    and of an owner that runs, stay."""
    mine = identity()
    kept = {
        "foreign": None,
        "damaged": "{",
        "not-ours": json.dumps(
            {"kind": "other", "owner": asdict(replace(mine, start=1)), "holder": None, "groups": {}}
        ),
        "alive": json.dumps({"kind": "osmosis-sandbox", "owner": asdict(mine), "holder": None, "groups": {}}),
        "elsewhere": json.dumps(
            {
                "kind": "osmosis-sandbox",
                "owner": asdict(replace(mine, namespace=1, pid=1)),
                "holder": None,
                "groups": {},
            }
        ),
    }
    for name, record in kept.items():
        (state_dir / name).mkdir()
        (state_dir / name / "file").write_text("x")
        if record is not None:
            (state_dir / name / reaper.RECORD).write_text(record)
    (state_dir / "link").symlink_to(state_dir / "foreign")
    outside = Path("/sys/fs/cgroup")
    dead = {"kind": "osmosis-sandbox", "owner": asdict(replace(mine, start=1)), "holder": None,
            "groups": {"memory": str(outside), "pids": str(state_dir / "foreign")}}  # fmt: skip
    (state_dir / "dead").mkdir()
    (state_dir / "dead" / reaper.RECORD).write_text(json.dumps(dead))
    done = reaper.reap(state_dir)
    assert (done.folders, done.left, done.alive) == (["dead"], [], 2)
    assert all((state_dir / name / "file").read_text() == "x" for name in kept)
    for name in kept:
        (state_dir / name / "file").unlink()
        (state_dir / name / reaper.RECORD).unlink(missing_ok=True)
        (state_dir / name).rmdir()
    (state_dir / "link").unlink()


def test_an_owner_is_one_process_of_one_boot():
    """The same number later, or after a start of the machine, is another owner; a zombie is gone."""
    mine = identity()
    assert mine.lives()
    assert not replace(mine, start=mine.start + 1).lives()
    assert not replace(mine, boot="another").lives()
    with subprocess.Popen(["true"]) as ended:
        wait_until(lambda: not _runs(ended.pid), "it ended")


def _runs(pid: int) -> bool:
    try:
        identity(pid)
    except ProcessLookupError:
        return False
    return True
