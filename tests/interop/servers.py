"""Starting a rollout server with either package: that of `programs/server.py`, or another program."""

import contextlib
import json
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tests.peers.published import Installation

PROGRAMS = Path(__file__).parent / "programs"
_START_SEC = 60


@contextlib.contextmanager
def serving(installation: Installation, folder: Path, program: Path = PROGRAMS / "server.py") -> Iterator[str]:
    """The base URL of the program's server; its trajectories are below `folder/trials`."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    env |= {"_OSMOSIS_ROLLOUT_PORT": str(port), "_OSMOSIS_ROLLOUT_ARTIFACT_ROOT": str(folder / "trials")}
    log = folder / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen([installation.python, program], cwd=folder, env=env, stdout=output, stderr=output)
    try:
        url = f"http://127.0.0.1:{port}"
        _wait(process, url, log)
        yield url
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + _START_SEC
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), opener.open(f"{url}/health", timeout=5) as response:
            json.load(response)
            return
        time.sleep(0.1)
    raise AssertionError(f"the server did not come up: {log.read_text(errors='replace')}")


def run_program(installation: Installation, program: str, *arguments: str) -> object:
    """What one of `programs/` printed as JSON, run by that installation's interpreter."""
    env = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(
        [installation.python, PROGRAMS / program, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        env=env,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])
