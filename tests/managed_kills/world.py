"""A platform with evaluations at work, whose parts can be killed one at a time and started again."""

from __future__ import annotations

import concurrent.futures
import contextlib
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from osmosis_ai.testing import ScriptedPolicy
from tests.managed_kills import processes, rollout
from tests.managed_kills.engines import Engine, open_engine
from tests.managed_kills.processes import Found
from tests.platform.managed import Managed, ending_jobs, push
from tests.platform.served import Served, free_port, start_server, wait_until_ready
from tests.support.postgres import Postgres

__all__ = ["LEASE_SECONDS", "Plan", "World", "opened"]

LEASE_SECONDS = 30
_DATASET = "rows"
_MEMORY = 900 * 1024 * 1024
_LIMITS = {
    "LIMITS_LEASE_SECONDS": str(LEASE_SECONDS),
    "LIMITS_FAILED_STARTS": "1000",  # what is killed at random brings nothing as often as chance has it
    "LIMITS_JOB_MEMORY_BYTES": str(_MEMORY),
}
_START_SECONDS = 180.0
_STOP_SECONDS = 30.0
_PAUSE_SECONDS = 0.2
_OVER = frozenset({"finished", "failed", "stopped"})


@dataclass(frozen=True)
class Plan:
    """How many evaluations of how many rows, on what, and how often something is killed."""

    engine: str = "local"
    database: str = "sqlite"
    runs: int = 20
    rows: int = 200
    kills: int = 60
    seed: int = 0
    minutes: float = 60.0
    """After how long the evaluations that have not ended count as hanging."""


@dataclass
class World:
    """One platform and what it stands on."""

    plan: Plan
    home: Path
    engine: Engine
    database: Postgres | None
    database_url: str
    policy: ScriptedPolicy
    ledger: rollout.Ledger
    address: str
    chance: random.Random
    server: subprocess.Popen[str] | None = None
    http: httpx.Client = field(default_factory=httpx.Client)
    runs: list[str] = field(default_factory=list)
    """The runs by their number."""
    frozen: list[tuple[float, Found]] = field(default_factory=list)
    told: Callable[[str], None] = print

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def log(self) -> Path:
        return self.home / "serve.log"

    def start_server(self) -> None:
        """Starts the server, again where it ended because the database was not there yet."""
        give_up = time.monotonic() + _START_SECONDS
        while True:
            self.server = start_server(self.data, self.address, self.log, self._variables())
            try:
                wait_until_ready(self.server, self.log)
            except AssertionError:
                self.server.wait()
                if time.monotonic() > give_up:
                    raise
                time.sleep(1)
            else:
                return

    def _variables(self) -> Mapping[str, str]:
        given = {**_LIMITS, "DATABASE_URL": self.database_url, "LIMITS_RUNS_AT_ONCE": "10"}
        return {"TMPDIR": str(self.home), **{f"OSMOSIS_PLATFORM_{name}": value for name, value in given.items()}}

    # what is killed

    def deeds(self) -> Mapping[str, Callable[[], str | None]]:
        """Everything that can be killed; each returns what it did, or None where there was nothing to kill."""
        found: dict[str, Callable[[], str | None]] = {
            "a job": self._kill_job,
            "what a job started": self._kill_below,
            "what holds a job": self._kill_above,
            "a job, frozen": self._freeze_job,
            "the server": self._kill_server,
        }
        if self.database is not None:
            found["the database"] = self._kill_database
        for name, deed in self.engine.deeds().items():
            found[name] = self._engine_deed(deed)
        return found

    def _a_job(self) -> Found | None:
        jobs = processes.job_processes(self.data)
        frozen = {each.pid for _, each in self.frozen}
        jobs = [job for job in jobs if job.pid not in frozen]
        return self.chance.choice(jobs) if jobs else None

    def _kill_job(self) -> str | None:
        job = self._a_job()
        return None if job is None else _killed(job)

    def _kill_below(self) -> str | None:
        job = self._a_job()
        if job is None:
            return None
        below = sorted(processes.with_descendants([job.pid]) - {job.pid})
        return _killed(_known(self.chance.choice(below))) if below else None

    def _kill_above(self) -> str | None:
        job = self._a_job()
        if job is None:
            return None
        ours = {each.pid: each for each in processes.of_folder(self.data)}
        above = [pid for pid in _ancestors(job.pid) if pid in ours and self.server and pid != self.server.pid]
        return _killed(ours[self.chance.choice(above)]) if above else None

    def _freeze_job(self) -> str | None:
        """SIGSTOP, until the run has been given away."""
        job = self._a_job()
        if job is None:
            return None
        with contextlib.suppress(ProcessLookupError):
            os.kill(job.pid, signal.SIGSTOP)
        self.frozen.append((time.monotonic() + LEASE_SECONDS + self.chance.uniform(1, 10), job))
        return f"froze {job.pid}"

    def thaw(self, *, every: bool = False) -> None:
        """SIGCONT to jobs that were frozen for long enough."""
        for moment, job in list(self.frozen):
            if every or moment < time.monotonic():
                if not processes.gone(job):
                    os.kill(job.pid, signal.SIGCONT)
                self.frozen.remove((moment, job))

    def _kill_server(self) -> str:
        assert self.server is not None
        self.server.kill()
        self.server.communicate()
        away = self.chance.choice([0, 0, 1, 4, LEASE_SECONDS + 5])
        time.sleep(away)
        self.start_server()
        return f"for {away} s"

    def _kill_database(self) -> str:
        assert self.database is not None
        self.database.kill()
        away = self.chance.choice([0, 1, 5, LEASE_SECONDS + 5])
        time.sleep(away)
        give_up = time.monotonic() + _START_SECONDS
        while True:
            try:
                self.database.start_again()
            except RuntimeError:
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.2)
            else:
                return f"for {away} s"

    def _engine_deed(self, deed: Callable[[], None]) -> Callable[[], str]:
        def done() -> str:
            deed()
            away = self.chance.choice([0, 2, 10])
            time.sleep(away)
            began = time.monotonic()
            self.engine.revive()
            return f"for {away} s, {time.monotonic() - began:.0f} s to start"

        return done

    # the evaluations

    def submit_all(self, managed: Managed) -> None:
        """Submits every evaluation at once."""

        def submit(number: int) -> str:
            wanted = managed.submission(_DATASET, rows=self.plan.rows, batch_size=8)
            wanted["env_config"]["OPENAI_BASE_URL"] = self.policy.url_for(f"run-{number}")
            answer = managed.post("/api/cli/eval-runs", wanted)
            assert answer.is_success, answer.text
            return str(answer.json()["id"])

        with concurrent.futures.ThreadPoolExecutor(self.plan.runs) as threads:
            self.runs = list(threads.map(submit, range(self.plan.runs)))

    def ask(self, path: str, **parameters: Any) -> dict[str, Any] | None:
        """An answer of the platform; None where there is none now."""
        try:
            answer = self.http.get(path, params=parameters)
        except httpx.HTTPError:
            return None
        return dict(answer.json()) if answer.is_success else None


@contextmanager
def opened(plan: Plan, told: Callable[[str], None]) -> Iterator[World]:
    """A world whose platform has the rollout and the dataset; nothing of it is left afterwards."""
    home = Path(tempfile.mkdtemp(prefix="mk-"))
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, home, ignore_errors=True)
        ledger = rollout.Ledger()
        policy = stack.enter_context(ScriptedPolicy(ledger.answer))
        database = None
        if plan.database == "postgresql":
            database = Postgres.start()
            stack.callback(database.stop)
        engine = open_engine(plan.engine, home)
        stack.callback(engine.stop)
        data = home / "data"
        data.mkdir()
        (data / "platform.toml").write_text(engine.pool())
        stack.enter_context(ending_jobs(data))
        url = f"sqlite:///{data / 'platform.sqlite3'}" if database is None else database.database()
        world = World(
            plan, home, engine, database, url, policy, ledger, f"127.0.0.1:{free_port()}", random.Random(plan.seed)
        )
        world.told = told
        stack.callback(stop_server, world)
        world.start_server()
        served = Served(f"http://{world.address}", "", data, world.address, world.server)
        variables = {"OSMOSIS_PLATFORM_DATABASE_URL": url}
        headers = {"Authorization": f"Bearer {_token(data, variables)}", "X-Osmosis-Workspace": "main"}
        http = httpx.Client(base_url=served.url, headers=headers, timeout=60, trust_env=False)
        world.http = stack.enter_context(http)
        managed = Managed(served, http, policy)
        managed.connect(push(home, {"main.py": rollout.CODE}))
        managed.dataset(_DATASET, rollout.rows(plan.rows))
        world.submit_all(managed)
        yield world


def stop_server(world: World) -> None:
    """Ends the server in order."""
    if world.server is not None and world.server.poll() is None:
        world.server.terminate()
        world.server.communicate(timeout=_STOP_SECONDS)


def _token(data: Path, variables: Mapping[str, str]) -> str:
    import json
    import sys

    command = [sys.executable, "-m", "osmosis_ai", "--json", "platform", "token", "create", "owner@localhost"]
    done = subprocess.run(
        [*command, "--data", str(data)],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": os.environ["PATH"], "HOME": str(data.parent), **variables},
    )
    return str(json.loads(done.stdout)["resource"]["token"])


def _killed(found: Found) -> str:
    with contextlib.suppress(ProcessLookupError):
        os.kill(found.pid, signal.SIGKILL)
    return f"{found.pid}: {found.command[:90]}"


def _known(pid: int) -> Found:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        command = ""
    return Found(pid, processes.start_of(pid), command)


def _ancestors(pid: int) -> Iterator[int]:
    while pid > 1:
        try:
            pid = int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[1])
        except OSError:
            return
        yield pid
