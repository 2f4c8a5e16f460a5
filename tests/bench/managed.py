"""A managed run beside `eval run`: the same rows, rollout and stub model, both environments made, by turns."""

import json
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import httpx
import psutil

from osmosis_ai.cli.commands.eval_watch import pause_after
from tests.bench.sides import ROLLOUT, EvalRun
from tests.bench.throughput import Throughput
from tests.bench.work import Load, NotComparableError
from tests.peers.stub_model import StubModel
from tests.peers.workspace import PeerWorkspace, expected_mean
from tests.platform.managed import client, ending_jobs, platform_folder
from tests.platform.served import Served, serving_platform

_LOOK_SEC = 0.5
_LONGEST_SEC = 1800.0
_TOLERANCE = 1e-6
_DATASET = "rows"


@dataclass(frozen=True, slots=True)
class ManagedCost:
    """Medians of pairs. Times run from the command or the submission to its end; CPU is user and system."""

    rows: int
    pairs: int
    eval_run_sec: float
    managed_sec: float
    time_ratio: float
    """The managed run's time to that of `eval run`, pair by pair."""
    job_cpu_sec: float
    """Of the job and all below it: the run's."""
    platform_cpu_sec: float
    """Of the server's process, from the submission to the end of the run."""
    cpu_share: float
    """The platform's CPU to the run's."""


@dataclass(frozen=True, slots=True)
class _Run:
    seconds: float
    job_cpu_sec: float
    platform_cpu_sec: float


def managed_cost(measuring: Throughput, side: EvalRun, load: Load, pairs: int, stub: StubModel) -> ManagedCost:
    """Runs of both by turns, after a small one of each. Raises NotComparableError when one did not do all the work."""
    workspace = side.workspace
    with _platform(workspace) as (served, http):
        _managed_run(served, http, stub, Load(4, 2))
        local: list[float] = []
        managed: list[_Run] = []
        for _ in range(pairs):
            local.append(measuring.measure(side, load).command.seconds)
            managed.append(_managed_run(served, http, stub, load))
    return ManagedCost(
        load.rows,
        pairs,
        median(local),
        median(run.seconds for run in managed),
        median(run.seconds / seconds for run, seconds in zip(managed, local, strict=True)),
        median(run.job_cpu_sec for run in managed),
        median(run.platform_cpu_sec for run in managed),
        median(run.platform_cpu_sec / run.job_cpu_sec for run in managed),
    )


@contextmanager
def _platform(workspace: PeerWorkspace) -> Iterator[tuple[Served, httpx.Client]]:
    """Within: a platform that has the workspace's rollout and rows."""
    folder = workspace.root.parent / "platform"
    data = platform_folder(folder)
    bare = _pushed(workspace, folder)
    with ending_jobs(data), serving_platform(data) as served, client(served) as http:
        http.post("/api/v1/workspaces/main/git", json={"url": str(bare)}).raise_for_status()
        _wait(http, "/api/v1/workspaces/main/git", "state", "ready")
        lines = workspace.dataset.read_bytes()
        asked = {"file_name": _DATASET, "file_size": len(lines), "extension": "jsonl"}
        made = http.post("/api/cli/datasets", json=asked).raise_for_status().json()
        httpx.put(made["upload"]["presigned_url"], content=lines, trust_env=False).raise_for_status()
        http.post(f"/api/cli/datasets/{made['id']}/complete", json={"file_extension": "jsonl"}).raise_for_status()
        _wait(http, f"/api/cli/datasets/{_DATASET}", "status", "uploaded")
        yield served, http


def _pushed(workspace: PeerWorkspace, folder: Path) -> Path:
    """A bare repository with the workspace's rollouts."""
    bare = folder / "acme" / "rollouts.git"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(bare)], check=True)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(workspace.root)]
    for step in ("add rollouts", "commit -qm rollouts", f"push -q {bare} HEAD:main"):
        subprocess.run([*git, *step.split()], check=True, stdout=subprocess.DEVNULL)
    return bare


def _managed_run(served: Served, http: httpx.Client, stub: StubModel, load: Load) -> _Run:
    submission = {
        "experiment_config": {
            "rollout": ROLLOUT,
            "entrypoint": "main.py",
            "model_path": "openai/stub",
            "dataset": _DATASET,
        },
        "evaluation_config": {"limit": load.rows, "batch_size": load.in_flight},
        "env_config": {"OPENAI_BASE_URL": stub.base_url},
        "secrets": {"required": ["OPENAI_API_KEY"], "provided": {"OPENAI_API_KEY": "no-key-needed"}},
    }
    server = psutil.Process(_server_pid(served))
    watch = _JobWatch(served.data)
    watch.start()
    used, began = sum(server.cpu_times()[:2]), time.perf_counter()
    try:
        answer = http.post("/api/cli/eval-runs", json=submission)
        if not answer.is_success:
            raise NotComparableError(f"the platform refused the run: {answer.text[:300]}")
        path = f"/api/cli/eval-runs/{answer.json()['id']}"
        while (found := http.get(path).raise_for_status().json())["eval_run"]["status"] in ("pending", "running"):
            if time.perf_counter() - began > _LONGEST_SEC:
                raise NotComparableError("the managed run did not end")
            time.sleep(pause_after(time.perf_counter() - began))  # as `--watch` looks
        seconds, used = time.perf_counter() - began, sum(server.cpu_times()[:2]) - used
    finally:
        watch.stop()
    results = found.get("results") or {}
    expected = expected_mean(load.rows)
    if found["eval_run"]["status"] != "finished" or results["total_runs"] != load.rows:
        raise NotComparableError(f"the managed run is {found['eval_run']['status']}: {results}")
    if abs(results["score"] - expected) > _TOLERANCE:
        raise NotComparableError(f"the managed run's score is {results['score']}, not {expected}")
    return _Run(seconds, sum(watch.cpu_sec.values()), used)


def _server_pid(served: Served) -> int:
    """The process that owns the database."""
    (lock,) = served.data.glob("*.lock")
    return int(lock.read_text())


def _wait(http: httpx.Client, path: str, member: str, wanted: str) -> None:
    for _ in range(1200):
        if http.get(path).raise_for_status().json()[member] == wanted:
            return
        time.sleep(_LOOK_SEC)
    raise NotComparableError(f"{path} did not become {wanted}")


class _JobWatch(threading.Thread):
    """The CPU time of the jobs that begin while it watches, and of all that is below them."""

    def __init__(self, data: Path) -> None:
        super().__init__(daemon=True)
        self._data = data
        self._before = set(data.glob("jobs/local/*/started.json"))
        self._ended = threading.Event()
        self.cpu_sec: dict[int, float] = {}

    def run(self) -> None:
        while not self._ended.wait(_LOOK_SEC):
            for started in set(self._data.glob("jobs/local/*/started.json")) - self._before:
                with suppress(OSError, ValueError, psutil.Error):
                    root = psutil.Process(json.loads(started.read_text())["pid"])
                    for process in (root, *root.children(recursive=True)):
                        with suppress(psutil.Error):
                            self.cpu_sec[process.pid] = sum(process.cpu_times()[:2])

    def stop(self) -> None:
        self._ended.set()
        self.join()
