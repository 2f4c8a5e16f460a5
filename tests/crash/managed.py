"""A managed run whose job, or whose platform's server, is killed at a point; what acknowledges goes on in the next one.

Both are forked from the process that has imported everything. The server is the real one but for its dispatcher: which
job is launched when, the trial says, by a socket beside the server's own.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx

from tests.crash import checks, hook
from tests.crash.result_path import JOB
from tests.crash.stub_model import StubModel
from tests.crash.world import MARKER, PROJECT, ROWS, Ended, Life, variables, watched

__all__ = ["ManagedLife", "ManagedWorld", "Template", "made_template", "opened_managed", "outcome", "verdict"]

DATASET = "five"
_POOL = "local"
_SETTINGS = '[pools.local]\nengine = "local"\nslots = 100\ntrusted = true\n'
_LISTENS_SEC = 60.0
_MOST_LIVES = 4
_PAUSE_SEC = 0.01
_AT_WORK = "osmosis_ai.job.ports:_PlatformJournal.append await#2 after"
_AT_WORK_HIT = 6
"""A record that was acknowledged: of five rows, two at a time, some have ended then and some have not."""
_ANOTHER_JOB = "from osmosis_ai.job.folder import job_folder\nwith job_folder():\n    pass\n"
_COUNTING = frozenset({"scored", "ungraded", "removed", "agent_failed", "grader_failed", "timed_out"})
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Template:
    """The data folder of a platform that knows the rollout and the dataset, and a token of its owner."""

    data: Path
    token: str


@dataclass(frozen=True)
class ManagedLife:
    """Where a job, or with `in_server` the server, is killed. `large`: no file of the run goes with the request that
    names it. `left`: the job goes on with what an earlier one left that was killed at work."""

    in_server: bool = False
    large: bool = False
    left: bool = False
    point: int = -1
    hit: int = 0


@dataclass
class ManagedWorld:
    """A platform of a worker's own, and a model."""

    home: Path
    token: str
    model: StubModel
    port: int
    server: int = 0
    """The server's process; 0 for none."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def _door(self) -> str:
        return str(self.home / "door")

    def start(self) -> None:
        """Starts the server, and returns once it answers."""
        self.server = os.fork()
        if self.server == 0:
            _serve(self.home, self.port, self._door)
        give_up = time.monotonic() + _LISTENS_SEC
        while True:
            try:
                self.tell("ping")
            except OSError:
                if self.revived(start=False) or time.monotonic() > give_up:
                    raise RuntimeError((self.home / "serve.log").read_text()[-2000:]) from None
                time.sleep(_PAUSE_SEC)
            else:
                return

    def revived(self, *, start: bool = True) -> bool:
        """Whether the server has died; it is started again then."""
        if self.server == 0 or os.waitpid(self.server, os.WNOHANG)[0] == 0:
            return False
        self.server = 0
        if start:
            self.start()
        return True

    def stop(self) -> None:
        if self.server:
            os.kill(self.server, signal.SIGKILL)
            os.waitpid(self.server, 0)
            self.server = 0

    def tell(self, what: str, **arguments: Any) -> Any:
        """What the server answers to a word of the trial. Raises OSError where it does not."""
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(30)
            door.connect(self._door)
            door.sendall(json.dumps({"do": what, **arguments}).encode() + b"\n")
            with door.makefile("rb") as answer:
                line = answer.readline()
        if not line:
            raise ConnectionResetError("the server ended before it answered")
        return json.loads(line)

    def submit(self, case: Path) -> str:
        """The id of a run that waits for a job."""
        given = variables(self.model, case)
        key = given.pop("OPENAI_API_KEY")
        body = {
            "experiment_config": {
                "rollout": "served",
                "entrypoint": "served_main.py",
                "model_path": "openai/stub",
                "dataset": DATASET,
            },
            "evaluation_config": {
                "limit": len(ROWS[DATASET]),
                "batch_size": 2,
                "agent_workflow_timeout_s": 20,
                "grader_timeout_s": 20,
            },
            "env_config": given,
            "secrets": {"required": ["OPENAI_API_KEY"], "provided": {"OPENAI_API_KEY": key}},
        }
        headers = {"Authorization": f"Bearer {self.token}", "X-Osmosis-Workspace": "main"}
        answer = httpx.post(f"{self.url}/api/cli/eval-runs", json=body, headers=headers, timeout=60, trust_env=False)
        if not answer.is_success:
            raise RuntimeError(f"the submission was refused: {answer.text}")
        return str(answer.json()["id"])

    def job(self, case: Path, ticket: str, life: ManagedLife, meanwhile: Callable[[], object] | None = None) -> Ended:
        """One life of a job of that ticket."""
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            _work(self, case, ticket, life, write)
        os.close(write)
        try:
            told, code = watched(read, pid, Life(), meanwhile)
        finally:
            os.close(read)
        return Ended(code, told, (case / "out.txt").read_text(errors="replace"))


def made_template(home: Path) -> Template:
    """Serves a platform once, to have it read the rollout's repository and the dataset."""
    from tests.platform.managed import Managed, push
    from tests.platform.served import serving_platform

    data = home / "data"
    data.mkdir(parents=True)
    (data / "platform.toml").write_text(_SETTINGS)
    files = {name: (_HERE / name).read_text() for name in ("served_main.py", "served_rollout.py")}
    with serving_platform(data) as served:
        token = served.token()
        headers = {"Authorization": f"Bearer {token}", "X-Osmosis-Workspace": "main"}
        with httpx.Client(base_url=served.url, headers=headers, timeout=60, trust_env=False) as http:
            managed = Managed(served, http, None)  # type: ignore[arg-type]
            managed.connect(push(home, {**files, "pyproject.toml": PROJECT}, name="served"))
            managed.dataset(DATASET, ROWS[DATASET])
    return Template(data, token)


@contextlib.contextmanager
def opened_managed(home: Path, template: Template) -> Iterator[ManagedWorld]:
    """A platform as the template is, served by a process of its own; and a model that answers."""
    home.mkdir(parents=True)
    shutil.copytree(template.data, home / "data", symlinks=True)
    model = StubModel(home)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    world = ManagedWorld(home, template.token, model, port)
    model.start()
    try:
        world.start()
        yield world
    finally:
        world.stop()
        model.stop()


# the trial


def verdict(world: ManagedWorld, case: Path, life: ManagedLife) -> tuple[bool, list[str]]:
    """True when the point was reached; every promise that was broken."""
    if world.server == 0:
        world.start()
    run, lives = _begun(world, case, life)
    ticket = _launched(world, run)
    died: list[bool] = []
    in_server, unarmed = life.in_server, ManagedLife(large=life.large)
    if in_server:
        world.tell("arm", counts=str(case / "platform.hits"), point=life.point, hit=life.hit)
        ended = world.job(case, ticket, unarmed, meanwhile=lambda: died.append(True) if world.revived() else None)
        reached = bool(died) or world.revived()
        if not reached:
            world.tell("disarm")
    else:
        ended = world.job(case, ticket, life)
        reached = ended.killed
    lives.append(ended)
    holes = _lost(world, run, lives)
    if not reached and ended.code != 0:
        holes.append(f"it ended with {ended.code} by itself: {ended.out[-600:]}")
    while world.tell("rows", run=run)["status"] in ("pending", "running"):
        if len(lives) > _MOST_LIVES:
            return reached, [*holes, f"it is not complete after {_MOST_LIVES} jobs: {ended.out[-600:]}"]
        if in_server and ended.code != 0:
            holes.append(f"the job did not outlive the server: {ended.code}: {ended.out[-600:]}")
        lives.append(world.job(case, _launched(world, run), unarmed))
        holes += [hole for hole in _lost(world, run, lives) if hole not in holes]
    return reached, [*holes, *_complete(world, case, run)]


def outcome(world: ManagedWorld, case: Path, life: ManagedLife) -> dict[int, int]:
    """How often a run that nobody kills passes each point. Raises RuntimeError where it does not end as it should."""
    run, _ = _begun(world, case, life)
    ticket = _launched(world, run)
    counts = case / "platform.hits"
    if life.in_server:
        world.tell("arm", counts=str(counts), point=-1, hit=0)
    (case / "job.hits").unlink(missing_ok=True)
    ended = world.job(case, ticket, life)
    if life.in_server:
        world.tell("disarm")
    holes = _complete(world, case, run)
    if ended.code != 0 or holes:
        raise RuntimeError(f"a managed run that nobody killed ended with {ended.code}: {holes} {ended.out[-2000:]}")
    return hook.hits_in(counts if life.in_server else case / "job.hits")


def _begun(world: ManagedWorld, case: Path, life: ManagedLife) -> tuple[str, list[Ended]]:
    """A new run; where it is to be one that was left, with the life of the job that was killed."""
    run = world.submit(case)
    if not life.left:
        return run, []
    point = next(number for number, found in hook.all_points(JOB).items() if str(found).startswith(_AT_WORK))
    ended = world.job(case, _launched(world, run), ManagedLife(point=point, hit=_AT_WORK_HIT))
    if not ended.killed:
        raise RuntimeError(f"the job that was to be killed at work ended with {ended.code}: {ended.out[-1000:]}")
    (case / "job.hits").unlink()
    return run, [ended]


def _launched(world: ManagedWorld, run: str) -> str:
    """The ticket of a new job; the one before has lost the run."""
    world.tell("give_away", run=run)
    ticket = world.tell("launch", run=run)
    if ticket is None:
        raise RuntimeError(f"run {run} cannot be launched: {world.tell('rows', run=run)}")
    return str(ticket)


def _records(rows: dict[str, Any]) -> list[dict[str, Any]]:
    return [each["record"] for batch in rows["batches"] for each in batch["records"]]


def _lost(world: ManagedWorld, run: str, lives: list[Ended]) -> list[str]:
    """Ends that the dispatcher was told to be recorded, and that the platform does not have so."""
    kept = {each["rollout_id"]: each for each in _records(world.tell("rows", run=run)) if each["event"] == "ended"}
    acknowledged = {key: value for life in lives for key, value in life.acknowledged.items()}
    return [
        f"rollout {rollout_id} was acknowledged as {how} and the platform has {kept.get(rollout_id)}"
        for rollout_id, how in acknowledged.items()
        if rollout_id not in kept or kept[rollout_id]["outcome"] != how
    ]


def _left_after_another_job(temporary: Path) -> list[str]:
    """What stays in the place of a node's jobs: the folder of a killed one goes with the next that begins or ends."""
    if any(temporary.iterdir()):
        environment = {**os.environ, "TMPDIR": str(temporary)}
        subprocess.run([sys.executable, "-c", _ANOTHER_JOB], env=environment, check=True)
    return sorted(path.name for path in temporary.iterdir())


def _complete(world: ManagedWorld, case: Path, run: str) -> list[str]:
    """What is wrong with a run that is over, and with what its jobs left."""
    rows = world.tell("rows", run=run)
    holes = []
    if (rows["status"], rows["ends"]) != ("finished", 1):
        holes.append(f"it is {rows['status']} and ended {rows['ends']} times: {rows['message']}")
    if [batch["batch"] for batch in rows["batches"]] != list(range(1, rows["batch"] + 1)):
        holes.append(f"its batches are {[batch['batch'] for batch in rows['batches']]} of {rows['batch']}")
    records = _records(rows)
    started = Counter(each["rollout_id"] for each in records if each["event"] == "started")
    counting = [each for each in records if each["event"] == "ended" and each["outcome"] in _COUNTING]
    twice = [rollout_id for rollout_id, times in started.items() if times > 1]
    if twice or sorted(each["row_index"] for each in counting) != list(range(len(ROWS[DATASET]))):
        holes.append(f"results of rows {[each['row_index'] for each in counting]}; started twice: {twice}")
    holes += [
        f"the model was called for rollout {rollout_id}, which no record stands for"
        for rollout_id in world.model.paid(case.name) - started.keys()
    ]
    found = {each["row_index"]: (each["outcome"], each.get("reward")) for each in counting}
    if found != _EXPECTED:
        holes.append(f"the results are {found}, not {_EXPECTED}")
    stored = {each["path"] for each in rows["files"] if each["state"] == "stored"}
    for each in counting:
        home = f"rollout_trials/{each['rollout_id']}"
        wanted = [f"{home}/trajectory.json"] if each.get("trajectory") is not None else []
        if each["row_index"] == 1:
            wanted.append(f"{home}/artifacts/deep/note.txt")
        holes += [f"row {each['row_index']} has no {path}" for path in wanted if path not in stored]
    holes += [f"a row names {key}, which is not there" for key in rows["missing"]]
    holes += checks.processes_left(case)
    left = _left_after_another_job(case / "tmp")
    return [*holes, *([f"left behind: {left}"] if left else [])]


_EXPECTED = {
    0: ("scored", 1.0),
    1: ("scored", 1.0),
    2: ("agent_failed", None),
    3: ("removed", None),
    4: ("scored", 0.0),
}


# in the process of a job


def _work(world: ManagedWorld, case: Path, ticket: str, life: ManagedLife, witness: int) -> None:
    """In the child, which it ends."""
    code = 70
    try:
        os.setsid()
        out = os.open(case / "out.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        temporary = case / "tmp"
        temporary.mkdir(exist_ok=True)
        tempfile.tempdir = str(temporary)
        from osmosis_ai.base.cache import CACHE_VARIABLE
        from osmosis_ai.base.variables import JOB_ISOLATION
        from osmosis_ai.engine.ledger import RunLedger
        from osmosis_ai.job import shipping
        from osmosis_ai.job.process import run_job

        def tell(**what: object) -> None:
            os.write(witness, json.dumps(what).encode() + b"\n")

        recorded = RunLedger.ended

        async def ended(self: Any, attempt: Any, result: Any) -> None:
            await recorded(self, attempt, result)
            tell(ended=attempt.rollout_id, outcome=str(result.outcome.kind))

        RunLedger.ended = ended  # type: ignore[method-assign]
        environ = {"PATH": os.environ["PATH"], "HOME": str(case), "TMPDIR": str(temporary), JOB_ISOLATION: "off"}
        environ |= {CACHE_VARIABLE: str(world.home / "cache"), MARKER: str(case)}
        os.environ.clear()
        os.environ.update(environ)
        if life.large:
            shipping._SMALL_BYTES = -1
        if life.in_server:
            hook.disarm()
        else:
            hook.arm(case / "job.hits", life.point, life.hit)
        hook.say_before_the_kill(lambda: tell(dying=True))
        code = asyncio.run(run_job(world.url, ticket, environ))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


# in the process of the server


def _serve(home: Path, port: int, door: str) -> None:
    """In the child, which it ends."""
    try:
        os.setsid()
        log = os.open(home / "serve.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(log, 1)
        os.dup2(log, 2)
        from osmosis_ai.platform.app import create_platform_app
        from osmosis_ai.platform.operations import background, serve
        from osmosis_ai.platform.settings import load_settings

        async def nothing(*_: object) -> None:
            await asyncio.Event().wait()

        background.Background._dispatch = nothing  # type: ignore[method-assign, assignment]
        overrides = {"bind": f"127.0.0.1:{port}"}
        settings = load_settings(home / "data", environment={}, overrides=overrides)
        # Nobody lets go of a slot here: every case of the world has one until its end.
        limits = dataclasses.replace(settings.limits, failed_starts=1000, runs_at_once=100_000)
        settings = dataclasses.replace(settings, limits=limits, git_folders=(home,), git_poll_seconds=0)

        def build(platform: Any) -> Any:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(door)  # noqa: PTH108
            tasks.append(asyncio.ensure_future(asyncio.start_unix_server(_Door(platform).answer, door)))
            return create_platform_app(platform)

        tasks: list[Any] = []
        asyncio.run(serve.serve(settings, build))
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


class _Door:
    """What the trial asks of the server, beside what jobs do."""

    def __init__(self, platform: Any) -> None:
        self._platform = platform

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            asked = json.loads(await reader.readline())
            answer = await getattr(self, asked.pop("do"))(**asked)
            writer.write(json.dumps(answer).encode() + b"\n")
            await writer.drain()
        writer.close()

    async def ping(self) -> bool:
        return True

    async def arm(self, counts: str, point: int, hit: int) -> bool:
        hook.arm(Path(counts), point, hit)
        return True

    async def disarm(self) -> bool:
        hook.disarm()
        return True

    async def give_away(self, run: str) -> bool:
        """As when its pool says that its job has ended."""
        from osmosis_ai.platform.services import dispatching
        from osmosis_ai.platform.store import runs as rows

        limits = self._platform.settings.limits
        async with self._platform.write() as unit:
            for launch in [each for each in await rows.open_launches(unit) if each.run_id == run]:
                await dispatching.pool_ended(unit, launch, "it was killed", limits)
                await dispatching.let_go(unit, launch)
            found = await rows.run_across(unit, run)
            scope = unit.in_workspace(found.workspace_id)
            await rows.change_run(unit, scope, run, next_launch_at=unit.now)
        return True

    async def launch(self, run: str) -> str | None:
        from osmosis_ai.platform.services import dispatching
        from osmosis_ai.platform.store import runs as rows

        async with self._platform.write() as unit:
            waiting = await rows.run_across(unit, run)
            scope = unit.in_workspace(waiting.workspace_id)  # before those of cases beside it
            await rows.change_run(unit, scope, run, queued_at=unit.now - timedelta(days=1))
            found = await dispatching.next_launch(unit, self._platform.settings.limits, _POOL, 100_000)
        return found.ticket if found is not None and found.run_id == run else None

    async def rows(self, run: str) -> dict[str, Any]:
        from sqlalchemy import select

        from osmosis_ai.platform.blobs.port import BlobMissingError
        from osmosis_ai.platform.services import jobs, run_state
        from osmosis_ai.platform.store import runs as rows
        from osmosis_ai.platform.store.run_tables import RunFile
        from osmosis_ai.platform.store.tables import OutboxEntry

        async with self._platform.read() as unit:
            found = await rows.run_across(unit, run)
            scope = unit.in_workspace(found.workspace_id)
            batches = await rows.batches(unit, scope, run)
            files = await unit.all(scope.select(RunFile).where(RunFile.run_id == run))
            ends = await unit.all(select(OutboxEntry).where(OutboxEntry.kind == run_state.ENDED))
        missing = []
        for each in files:
            if each.state == "stored":
                try:
                    if await self._platform.blobs.size(each.key) != each.size:
                        missing.append(each.key)
                except BlobMissingError:
                    missing.append(each.key)
        return {
            "status": found.status,
            "message": found.message,
            "batch": found.batch,
            "ends": sum(each.payload["run"] == run for each in ends),
            "batches": [{"batch": each.batch, "records": jobs.records_of(each)} for each in batches],
            "files": [{"path": each.path, "state": each.state} for each in files],
            "missing": missing,
        }
