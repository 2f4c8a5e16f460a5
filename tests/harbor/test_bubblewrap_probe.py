"""Whether a machine can run sandboxes, as `osmosis doctor` reports it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from osmosis_ai.rollout.backend.harbor.bubblewrap_host import host_image
from osmosis_ai.rollout.backend.harbor.bubblewrap_probe import probe_sandbox
from osmosis_ai.rollout.backend.harbor.bubblewrap_sandbox import Sandbox, SandboxSettings
from tests.harbor.sandboxes import leftovers, need, need_root_and_bubblewrap

PROBE = """
from osmosis_ai.rollout.backend.harbor.bubblewrap_probe import probe_sandbox
found = probe_sandbox()
assert found.works, found
print("\\n".join(found.lacks))
"""


def test_a_machine_with_everything_lacks_nothing():
    """A sandbox runs, with all limits."""
    need_root_and_bubblewrap()
    assert probe_sandbox().works


def test_a_machine_without_bubblewrap_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """The reason is a sentence with a remedy."""
    monkeypatch.setenv("PATH", str(tmp_path))
    found = probe_sandbox()
    assert not found.works
    assert "install the package bubblewrap" in found.lacks[0]


def test_an_account_without_power_has_sandboxes_with_one_account():
    """A process without any capability, whose number is not root's, runs one; what it lacks is said."""
    need_root_and_bubblewrap()
    need(None if shutil.which("setpriv") else "setpriv is not installed")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        ["unshare", "--user", "--map-user=1000", "--map-group=1000", "setpriv", "--inh-caps=-all",
         "--bounding-set=-all", sys.executable, "-c", PROBE],
        capture_output=True, text=True, timeout=100, check=False, env=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "root as their only account" in done.stdout
    assert "kept in memory" in done.stdout


async def test_without_a_root_folder_a_sandbox_has_this_machines_programs_and_nothing_else_of_it(tmp_path: Path):
    """Its programs run, /usr cannot be written, and home folders, accounts and the test's folder are not there."""
    need_root_and_bubblewrap()
    state = tmp_path / "sandboxes"
    rootfs, mounts = host_image(state)
    assert host_image(state)[0] == rootfs
    sandbox = await Sandbox.start(
        SandboxSettings(rootfs=rootfs, state_dir=state, storage_bytes=16 << 20, mounts=mounts)
    )
    try:
        script = (
            f"grep -c root /etc/passwd; ls -A /root /home /srv /mnt; touch /usr/written 2>/dev/null || echo kept;"
            f" test -e {tmp_path} || echo absent; touch /tmp/written && cut -d: -f1 /etc/passwd | tr '\\n' ' '"
        )
        done = await sandbox.run(["/bin/sh", "-c", script], env={"PATH": "/usr/bin:/bin"}, timeout_sec=60)
    finally:
        await sandbox.stop()
    said = done.stdout.split()
    assert said == ["1", "/home:", "/mnt:", "/root:", "/srv:", "kept", "absent", "root", "nobody"], done
    assert not leftovers(state)


def test_an_account_of_the_machine_that_is_not_root_has_sandboxes(tmp_path: Path):
    """Outside any user namespace too, where the kernel lets only root write to the files of a guarded process."""
    need_root_and_bubblewrap()
    python, mine = Path(sys.base_prefix), Path(__file__).parents[2]
    if Path("/root") in mine.parents:
        pytest.skip("this checkout is in a folder of root's, which other accounts do not see")
    seen = ""
    if Path("/root") in python.parents:  # this Python too: it is shown where it was, in a folder that all may enter
        seen = (
            f"mount --bind {python} /mnt && mount -t tmpfs -o mode=755 tmpfs /root && mkdir -p {python}"
            f" && mount --bind /mnt {python} && "
        )
    os.chown(tmp_path, 65534, 65534)
    place = "mount --bind $0 /srv && export TMPDIR=/srv HOME=/srv && "
    drop = "exec setpriv --reuid 65534 --regid 65534 --clear-groups --bounding-set=-all "
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", f'{seen}{place}{drop}"$@"', str(tmp_path), sys.executable, "-c", PROBE],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, cwd="/", capture_output=True, text=True,
        timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "root as their only account" in done.stdout
    assert list(tmp_path.iterdir()) == []
