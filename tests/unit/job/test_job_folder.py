"""The folder of a job on a machine that it shares with others."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from osmosis_ai.job.folder import job_folder

HOLD = """
import sys, time
from osmosis_ai.job.folder import job_folder
with job_folder() as folder:
    (folder / "workspace").mkdir()
    print(folder, flush=True)
    time.sleep(1000)
"""


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the jobs of a node have their temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def another_job(shared: Path) -> tuple[subprocess.Popen[str], Path]:
    environment = {**os.environ, "TMPDIR": str(shared)}
    process = subprocess.Popen([sys.executable, "-c", HOLD], stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def test_a_jobs_folder_goes_with_it(shared: Path):
    """Private while the job runs, and nothing of it is there afterwards."""
    with job_folder() as folder:
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "workspace").mkdir()
    assert list(shared.iterdir()) == []


def test_what_a_killed_job_left_goes_with_the_next_one_and_no_other(shared: Path):
    """A job that runs keeps its folder; so does one that is just making it; one that was killed does not, also where it
    was killed while it made or removed its folder."""
    (process, killed), (running, kept) = another_job(shared), another_job(shared)
    try:
        process.send_signal(signal.SIGKILL)
        process.wait()
        new, old, other = shared / "osmosis-new-job-1", shared / "osmosis-new-job-2", shared / "somebody-elses"
        half_removed = shared / "osmosis-job-3"
        for each in (new, old, other, half_removed):
            each.mkdir()
        long_ago = time.time() - 7200
        os.utime(old, (long_ago, long_ago))
        making = os.open(shared, os.O_RDONLY)
        fcntl.flock(making, fcntl.LOCK_SH)
        with job_folder() as folder:
            assert sorted(shared.iterdir()) == sorted([kept, new, other, folder])
        os.close(making)
        assert not killed.exists()
        with job_folder() as folder:
            assert sorted(shared.iterdir()) == sorted([kept, other, folder])
    finally:
        running.kill()
        running.wait()
        for each in (process, running):
            assert each.stdout is not None
            each.stdout.close()


def test_what_a_job_left_that_was_killed_meanwhile_goes_at_the_end_of_another(shared: Path):
    """So nothing is left where no job follows."""
    with job_folder():
        process, killed = another_job(shared)
        process.kill()
        process.wait()
        assert killed.exists()
        assert process.stdout is not None
        process.stdout.close()
    assert list(shared.iterdir()) == []


def test_a_link_is_not_followed(shared: Path, tmp_path_factory: pytest.TempPathFactory):
    """Whoever may write there cannot have a folder of somebody else's removed."""
    target = tmp_path_factory.mktemp("target")
    (target / ".lock").touch()
    (shared / "osmosis-job-link").symlink_to(target)
    with job_folder():
        pass
    assert (target / ".lock").exists()
