"""What starts Ray for tests notices a node that gave up, and leaves no half of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from tests.support.ray_cluster import RayCluster

_RAY = """\
#!{python}
import pathlib, subprocess, sys, time
pathlib.Path("starts").open("a").write("start\\n")
ended = subprocess.Popen([pathlib.Path(sys.argv[0]).with_name("raylet")])
time.sleep(1000)
"""
_RAYLET = "#!/bin/sh\nexit 1\n"


@pytest.mark.timeout(60)
@pytest.mark.skipif(os.geteuid() != 0, reason="a PID namespace for each node takes root")
def test_a_head_whose_raylet_ended_is_ended_whole_and_can_be_started_again(tmp_path: Path):
    """`ray start` itself would wait minutes; what is left of it is killed, so that `revive` starts it again."""
    for name, text in (("ray", _RAY.format(python=sys.executable)), ("raylet", _RAYLET)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    cluster = RayCluster(tmp_path, tmp_path, None)
    try:
        for _ in range(2):
            with pytest.raises(RuntimeError, match="Ray's head did not start"):
                cluster.revive()
        assert (tmp_path / "starts").read_text().count("start") == 2
    finally:
        cluster.stop()
