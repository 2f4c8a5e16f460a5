"""What the code of a repository reaches of the machine that its run is on: in a trusted pool all, isolated nothing.

Every attempt is made twice by one rollout, in its build hook and while it runs: on a pool that is trusted, where each
one succeeds, and on one that is not, where none does.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from osmosis_ai.base.processes.isolation import REMEDY, isolation_problem
from tests.platform.managed import CANARY, Managed, managed_platform

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(600),
    pytest.mark.skipif(isolation_problem() is not None, reason=f"{isolation_problem()}"),
]
HOST_CANARY = "canary-of-another-program"
METADATA_CANARY = "canary-of-the-metadata"

ATTEMPTS = """\
import glob
import os
import urllib.request

DATA = {data!r}
ADDRESSES = {addresses!r}


def environments():
    found = b""
    for path in glob.glob("/proc/[0-9]*/environ"):
        if path != f"/proc/{{os.getpid()}}/environ":
            try:
                found += open(path, "rb").read()
            except OSError:
                pass
    return found


def database():
    return open(DATA + "/platform.sqlite3", "rb").read(6) == b"SQLite"


def keys():
    return len(open(DATA + "/secrets.keys", "rb").read()) > 0


def files_of_jobs():
    return len(os.listdir(DATA + "/jobs/local")) >= 2


def file_beside_the_data():
    return {host_canary!r} in open(os.path.dirname(DATA) + "/private.txt").read()


def environment_of_the_job():
    return "_OSMOSIS_JOB_TICKET" in environments().decode("utf-8", "replace")


def environment_of_another_program():
    return {host_canary!r} in environments().decode("utf-8", "replace")


def secrets_of_another_run():
    return {other_canary!r} in environments().decode("utf-8", "replace")


def memory_of_the_job():
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        if b"osmosis_ai.job" in open(path, "rb").read().split(b"\\0")[1:4]:
            return open(os.path.dirname(path) + "/mem", "rb").fileno() > 0
    return False


def fetched(url):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({{}}))
    return opener.open(url, timeout=10).status == 200


def metadata():
    return fetched(ADDRESSES[0])


def metadata_through_the_proxy():
    return urllib.request.build_opener().open(ADDRESSES[0], timeout=10).status == 200


def platform():
    return fetched(ADDRESSES[1])


def attempts():
    made = {{}}
    try:
        open(DATA + "/written", "a").close()
    except OSError:
        pass
    tried = [database, keys, files_of_jobs, file_beside_the_data, environment_of_another_program]
    tried += [secrets_of_another_run, memory_of_the_job, environment_of_the_job, metadata, platform]
    for each in [*tried, metadata_through_the_proxy]:
        try:
            made[each.__name__] = bool(each())
        except Exception as error:
            made[each.__name__] = False
    return made
"""
NAMES = {
    *("database", "keys", "files_of_jobs", "file_beside_the_data", "environment_of_another_program"),
    *("secrets_of_another_run", "memory_of_the_job", "environment_of_the_job", "metadata", "platform"),
    "metadata_through_the_proxy",
}
NEVER = {"environment_of_another_program", "secrets_of_another_run"}
"""What no job of a local pool has where bubblewrap works: each has a process namespace, also in a trusted pool. That it
is had without one is in tests/unit/base/test_isolation.py."""

BACKEND = """\
import base64
import hashlib
import json
import os
import sys
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attempts import attempts


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    with open("built.json", "w") as file:
        json.dump(attempts(), file)
    name = "echo-0.1.0-py3-none-any.whl"
    files = {
        "echo.pth": os.getcwd() + "\\n",
        "echo-0.1.0.dist-info/METADATA": "Metadata-Version: 2.1\\nName: echo\\nVersion: 0.1.0\\n",
        "echo-0.1.0.dist-info/WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    }
    record = "".join(f"{path},,\\n" for path in [*files, "echo-0.1.0.dist-info/RECORD"])
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w") as wheel:
        for path, text in {**files, "echo-0.1.0.dist-info/RECORD": record}.items():
            wheel.writestr(path, text)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return build_editable(wheel_directory)
"""

PROJECT = """\
[project]
name = "echo"
version = "0.1.0"
requires-python = ">=3.12"
dependencies = ["osmosis-ai[server]>=0.3,<0.4"]

[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""

CODE = """\
import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

from attempts import attempts
from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend
from osmosis_ai.rollout.server import create_rollout_server, serve


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        text = ctx.prompt[-1]["content"]
        if text.startswith("wait"):
            subprocess.Popen(["sh", "-c", "setsid sleep 4711 & sleep 4711"], start_new_session=True)
            print("waiting", flush=True)
            await asyncio.sleep(600)
        built = next(Path(folder) / "built.json" for folder in sys.path if (Path(folder) / "built.json").exists())
        made = {"built": json.loads(built.read_text()), "run": await asyncio.to_thread(attempts)}
        made["environment"] = dict(os.environ)
        return [*ctx.prompt, {"role": "assistant", "content": json.dumps(made)}]


class Anything(Grader):
    async def grade(self, ctx):
        ctx.set_reward(1.0)


if __name__ == "__main__":
    serve(create_rollout_server(backend=LocalBackend(workflow=Workflow, grader=Anything)))
"""


@contextmanager
def metadata_service() -> Iterator[str]:
    """A stand-in, on loopback, for what a cloud tells its machines."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(METADATA_CANARY.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/latest/meta-data/"
        server.shutdown()


@contextmanager
def attacked(folder: Path, *, trusted: bool) -> Iterator[Managed]:
    """A platform whose rollout makes all attempts, with a program beside it that has a secret."""
    data = folder / "data"
    with (
        metadata_service() as metadata,
        subprocess.Popen(["sleep", "600"], env={"CANARY": HOST_CANARY}) as other,
    ):
        (folder / "private.txt").write_text(HOST_CANARY)

        def files(url: str) -> dict[str, str]:
            attempts = ATTEMPTS.format(
                data=str(data),
                addresses=(metadata, f"{url}/healthz"),
                host_canary=HOST_CANARY,
                other_canary=CANARY,
            )
            return {"attempts.py": attempts, "backend.py": BACKEND, "pyproject.toml": PROJECT, "main.py": CODE}

        try:
            with managed_platform(folder, trusted=trusted, files=files) as managed:
                managed.dataset("attempts", [("try", "x")] * 4)
                managed.dataset("waiting", [("wait", "x")] * 4)
                yield managed
        finally:
            other.kill()


def below(pid: int) -> list[int]:
    found = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, listed.read_text().split()):
            found += [child, *below(child)]
    return found


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    except OSError:
        return False


@pytest.mark.parametrize("trusted", [True, False], ids=["trusted", "isolated"])
def test_a_rollout_and_its_build_reach_nothing_of_the_machine(tmp_path: Path, trusted: bool) -> None:
    """The platform's database and keys, other runs' files and secrets, other programs' environments, the job's memory
    and environment, the metadata address and the platform: had in a trusted pool, and nothing of it in isolation.

    What is left of a job that is killed with -9 is gone within 10 s, daemons too.
    """
    with attacked(tmp_path, trusted=trusted) as managed:
        waiting = managed.submit("waiting", rows=1)
        deadline = time.monotonic() + 240
        while "waiting" not in managed.log(waiting):
            assert time.monotonic() < deadline, managed.log(waiting)
            assert managed.run(waiting)["eval_run"]["status"] in ("pending", "running"), managed.log(waiting)
            time.sleep(0.2)
        body = managed.submission("attempts", rows=1)
        body["secrets"]["provided"]["OTHER_KEY"] = "the-own-value-of-this-run"
        run_id = str(managed._post("/api/cli/eval-runs", body)["id"])
        found = managed.wait(run_id, "finished", "failed")
        assert found["eval_run"]["status"] == "finished", managed.log(run_id)
        assert found["results"]["score"] == 1.0, managed.log(run_id)
        files = managed.files(run_id, "trajectories")
        (content,) = [_find(json.loads(data)) for path, data in files.items() if path.startswith("trajectories/")]
        made = json.loads(content)
        reached = NAMES - NEVER if trusted else set()
        for where in ("built", "run"):
            succeeded = {name for name, done in made[where].items() if done}
            assert made[where].keys() == NAMES
            # It was built once, for the run that waits: no other job had files then.
            assert succeeded == (reached - {"files_of_jobs"} if where == "built" else reached), where
        assert (managed.served.data / "written").exists() == trusted
        if not trusted:
            check_environment(made["environment"])
        while len(jobs := managed.job_processes()) > 1:  # the other one is about to end
            assert time.monotonic() < deadline + 60
            time.sleep(0.1)
        (job,) = jobs
        mine = below(job)
        assert len(mine) >= 3
        os.kill(job, signal.SIGKILL)
        deadline = time.monotonic() + 10
        while any(runs(pid) for pid in mine):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        managed.post(f"/api/cli/eval-runs/{waiting}/stop", {})


def check_environment(environment: dict[str, str]) -> None:
    """A built environment: what the run chose, and nothing of the job, its pool or this process."""
    assert environment["COLOUR"] == "blue"
    assert not [name for name in environment if name.startswith(("UV_", "_OSMOSIS_JOB", "OSMOSIS_CACHE", "PYTEST"))]
    assert environment["HOME"] == "/tmp/home"


def _find(value: object) -> str:
    """What the rollout reported, in a trajectory."""
    if isinstance(value, str) and '"built"' in value:
        return value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if found := _find(each):
            return found
    return ""


def test_a_job_that_cannot_isolate_ends_its_run_and_runs_no_code(tmp_path: Path) -> None:
    """As on a node of a cluster, where bubblewrap is found not to work by the job alone: the run fails, says why and
    what to do, and neither a build nor the rollout was started."""
    stub = tmp_path / "bin" / "bwrap"
    stub.parent.mkdir()
    works = '*"--ro-bind / /"*|*"--dev-bind / /"*) exec /usr/bin/env -S PATH=/usr/bin:/bin bwrap "$@";;'
    stub.write_text(f'#!/bin/sh\ncase "$*" in {works} esac\necho "no namespaces here" >&2\nexit 1\n')
    stub.chmod(0o755)
    with managed_platform(tmp_path, variables={"PATH": f"{stub.parent}:{os.environ['PATH']}"}) as managed:
        managed.dataset("words", [("say 1", "1")] * 4)
        run_id = managed.submit("words", rows=1)
        found = managed.wait(run_id, "finished", "failed")
        assert found["eval_run"]["status"] == "failed"
        log = managed.log(run_id)
        assert "cannot be isolated: bubblewrap does not work on this machine (no namespaces here)" in log
        assert REMEDY in log
        assert "[deps]" not in log
        assert not managed.policy.requests
